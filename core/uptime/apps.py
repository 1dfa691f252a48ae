"""App for the site's uptime and outages."""

from django.apps import AppConfig


class UptimeConfig(AppConfig):
    """App for the site's uptime and outages."""

    name = "core.uptime"
    verbose_name = "Uptime"
