"""Email over SMTP, with a deadline for each message."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from django.core.mail import EmailMessage
from django.core.mail.backends.smtp import EmailBackend

from .deadlines import finish_within, shut_down

SECONDS: Final = 10.0
"""Time limit for sending one message, in seconds. For the first message, it includes signing in to
the mail server.
"""
CLOSE_SECONDS: Final = 1.0
"""Time limit for closing the connection to the mail server, in seconds.

The sum of this and `SECONDS` must be less than `GRACE_SECONDS` in `config/serve.py`.
"""


class PunctualBackend(EmailBackend):
    """Django's SMTP backend with deadlines. It raises TimeoutError if the server is too slow."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.spent = 0.0
        """Seconds that it took to sign in. They count towards the first message's limit."""

    def open(self) -> bool | None:
        """Connect and sign in."""
        start = time.monotonic()
        is_new = finish_within(SECONDS, super().open, self.hang_up)
        if is_new:
            self.spent = time.monotonic() - start
        return is_new

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Send messages, and return the number of messages that the server accepted."""
        seconds, self.spent = SECONDS * len(email_messages) - self.spent, 0.0
        return finish_within(
            seconds,
            lambda: super(PunctualBackend, self).send_messages(email_messages),
            self.hang_up,
        )

    def close(self) -> None:
        """Close the connection. If the server does not respond, do so without QUIT."""
        with suppress(TimeoutError):
            finish_within(CLOSE_SECONDS, super().close, self.hang_up)

    def hang_up(self) -> None:
        """Drop the connection without QUIT, because the server might not answer."""
        connection, self.connection = self.connection, None
        shut_down(connection.sock if connection else None)
