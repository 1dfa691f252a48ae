"""Configuration of the app that monitors the site's own jobs."""

from django.apps import AppConfig


class MonitoringConfig(AppConfig):
    """Monitoring of the site's own jobs and of its backups."""

    name = "monitoring"
    verbose_name = "Monitoring"

    def ready(self) -> None:
        from .services import owner_channel  # noqa: F401 - importing it registers the channel
