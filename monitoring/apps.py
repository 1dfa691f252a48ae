"""Whether the site does its own work, and who is told when it does not."""

from django.apps import AppConfig


class MonitoringConfig(AppConfig):
    """Whether the site does its own work, and who is told when it does not."""

    name = "monitoring"
    verbose_name = "Monitoring"

    def ready(self) -> None:
        from .services import owner_channel  # noqa: F401 - it is registered
