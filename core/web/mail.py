"""Mail over SMTP with a deadline for each message."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.core.mail.backends.smtp import EmailBackend

from .deadlines import finish_within, shut_down

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.core.mail import EmailMessage

SECONDS: Final = 30.0
"""Seconds for signing in to the mail server, and for each message."""


class PunctualBackend(EmailBackend):
    """Django's SMTP backend with deadlines; raises TimeoutError when the server is too slow."""

    def open(self) -> bool | None:
        """Connect and sign in."""
        return finish_within(SECONDS, super().open, self.hang_up)

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Send messages and return how many the server accepted."""
        seconds = SECONDS * (1 + len(email_messages))
        return finish_within(
            seconds,
            lambda: super(PunctualBackend, self).send_messages(email_messages),
            self.hang_up,
        )

    def hang_up(self) -> None:
        """Drop the connection without QUIT, which the server might not answer."""
        connection, self.connection = self.connection, None
        shut_down(connection.sock if connection else None)
