"""App for inboxes, channels and outboxes."""

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    """App for inboxes, channels and outboxes."""

    name = "core.notifications"
    verbose_name = "Notifications"

    def ready(self) -> None:
        from . import signals  # noqa: F401 - it is connected
        from .services import email_channel, own_hook_channel, push_channel  # noqa: F401 - they are registered
