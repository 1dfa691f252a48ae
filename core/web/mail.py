"""Mail over SMTP with a deadline for each message."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from django.core.mail.backends.smtp import EmailBackend

from .deadlines import finish_within, shut_down

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.core.mail import EmailMessage

SECONDS: Final = 10.0
"""Seconds for sending one message. The first one includes signing in to the mail server."""
CLOSE_SECONDS: Final = 1.0
"""Seconds for closing the connection to the mail server.

The sum with `SECONDS` must be less than `GRACE_SECONDS` in `config/serve.py`.
"""


class PunctualBackend(EmailBackend):
    """Django's SMTP backend with deadlines. It raises TimeoutError if the server is too slow."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.spent = 0.0
        """Seconds that signing in took. They count towards the first message."""

    def open(self) -> bool | None:
        """Connect and sign in."""
        start = time.monotonic()
        is_new = finish_within(SECONDS, super().open, self.hang_up)
        if is_new:
            self.spent = time.monotonic() - start
        return is_new

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Send messages and return how many the server accepted."""
        seconds, self.spent = SECONDS * len(email_messages) - self.spent, 0.0
        return finish_within(
            seconds,
            lambda: super(PunctualBackend, self).send_messages(email_messages),
            self.hang_up,
        )

    def close(self) -> None:
        """Close the connection, without QUIT if the server does not respond."""
        with suppress(TimeoutError):
            finish_within(CLOSE_SECONDS, super().close, self.hang_up)

    def hang_up(self) -> None:
        """Drop the connection without QUIT, which the server might not answer."""
        connection, self.connection = self.connection, None
        shut_down(connection.sock if connection else None)
