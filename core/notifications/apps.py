"""Inbox, mail and the outbox."""

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    """Inbox, mail and the outbox."""

    name = "core.notifications"
    verbose_name = "Notifications"

    def ready(self) -> None:
        from .services import email_channel  # noqa: F401 - it is registered
