"""The email channel. It uses one connection to the mail server per batch, and a new one after an
error.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException, SMTPSenderRefused
from typing import TYPE_CHECKING, Final, TypeVar

from django.core.mail import get_connection

from core.notifications.models import Delivery, Outgoing
from core.notifications.rules.topics import ChannelName

from .delivery_worker import Channel, DeliveryResult, State, register
from .email_rendering import letter
from .personal_channel import PersonalChannel

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from django.core.mail import EmailMessage
    from django.core.mail.backends.base import BaseEmailBackend

    from core.notifications.selectors.reach import Reach

RowT = TypeVar("RowT", bound=Outgoing)

FIRST_PERMANENT_CODE: Final = 500
"""First SMTP code of permanent errors."""


class MailServerChannel(Channel[RowT]):
    """A channel whose messages are sent by the mail server."""

    def __init__(self) -> None:
        super().__init__()
        self.refusal: DeliveryResult | None = None
        """Result for the remaining emails after a connection was refused, so that each batch tries
        to connect only once.
        """

    def send_mail(self, message: EmailMessage) -> DeliveryResult:
        """Send an email.

        The server's response can contain the address, so only its code is stored. Permanent errors
        about the email or its recipient are final. After errors about this site, sending is
        retried, because the site's owner can fix them.
        """
        if (shut := self._open()) is not None:
            return shut
        try:
            self.backend.send_messages([message])
        except SMTPRecipientsRefused as refused:
            self.hang_up()
            return _refused(max([code for code, _ in refused.recipients.values()], default=0))
        except (SMTPException, OSError) as error:
            self.hang_up()
            if isinstance(error, SMTPResponseException) and not isinstance(
                error, SMTPSenderRefused
            ):
                return _refused(error.smtp_code)
            return DeliveryResult(State.WAITING, _fault(error))
        return DeliveryResult(State.SENT)

    @cached_property
    def backend(self) -> BaseEmailBackend:
        """The connection to the mail server."""
        return get_connection()

    def _open(self) -> DeliveryResult | None:
        """Open the connection. Return None if email can be sent, and otherwise the result for this
        email and all later ones.
        """
        if self.refusal is None:
            try:
                self.backend.open()
            except (SMTPException, OSError) as error:
                self.hang_up()
                self.refusal = DeliveryResult(State.WAITING, _fault(error))
        return self.refusal

    def hang_up(self) -> None:
        """Close the connection. The next email opens a new one."""
        if "backend" in vars(self):
            with suppress(SMTPException, OSError):
                self.backend.close()


@register
class EmailChannel(PersonalChannel[Delivery], MailServerChannel[Delivery]):
    """The channel that sends each person one email with all their due notices."""

    model = Delivery
    channel = ChannelName.MAIL

    def rows(self, ids: Sequence[UUID]) -> list[Delivery]:
        """Return the rows in the order of the notices."""
        rows = Delivery.objects.filter(pk__among=frozenset(ids)).select_related(
            "notice__campaign", "user"
        )
        return list(rows.order_by("at", "notice__at", "id"))

    def receiver(self, row: Delivery) -> UUID:
        """Return the person who gets the email."""
        return row.user_id

    recipient = receiver

    def reaches(self, row: Delivery, person: Reach) -> bool:
        """Return whether the person has a confirmed address."""
        return bool(person.address)

    def send(self, rows: Sequence[Delivery]) -> DeliveryResult:
        """Send one email."""
        user = rows[0].user_id
        return self.send_mail(letter(to=self.people[user].address, user=user, deliveries=rows))


def _fault(error: SMTPException | OSError) -> str:
    if isinstance(error, SMTPResponseException):
        return _answered(error.smtp_code)
    return type(error).__name__


def _answered(code: int) -> str:
    return f"the mail server responded with {code}"


def _refused(code: int) -> DeliveryResult:
    return DeliveryResult(
        State.FAILED if code >= FIRST_PERMANENT_CODE else State.WAITING, _answered(code)
    )
