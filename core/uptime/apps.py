"""When the site was up, and when it was away."""

from django.apps import AppConfig


class UptimeConfig(AppConfig):
    """When the site was up, and when it was away."""

    name = "core.uptime"
    verbose_name = "Uptime"
