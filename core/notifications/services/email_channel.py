"""Mail: one connection to the mail server for a whole batch; after a fault, a new one."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException, SMTPSenderRefused
from typing import TYPE_CHECKING, Final, TypeVar

from django.core.mail import get_connection

from core.notifications.models import Delivery, Outgoing
from core.notifications.rules.topics import Way

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

FINAL: Final = 500
"""From this answer on, a mail server will take the letter at no other time either."""


class MailServerChannel(Channel[RowT]):
    """What leaves by the mail server, whoever gets it."""

    def __init__(self) -> None:
        super().__init__()
        self.shut: DeliveryResult | None = None
        """What becomes of all letters after a server has let nobody in: it is asked once."""

    def leave(self, message: EmailMessage) -> DeliveryResult:
        """Send a letter. What a mail server answers may quote the address: only its number is kept.
        What it holds against the letter or its reader is final; what it holds against this site is
        tried again, since its owner can mend that.
        """
        if (shut := self._opened()) is not None:
            return shut
        try:
            self.post.send_messages([message])
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
    def post(self) -> BaseEmailBackend:
        """The connection to the mail server."""
        return get_connection()

    def _opened(self) -> DeliveryResult | None:
        """None when letters may go; else what becomes of this one and all after it."""
        if self.shut is None:
            try:
                self.post.open()
            except (SMTPException, OSError) as error:
                self.hang_up()
                self.shut = DeliveryResult(State.WAITING, _fault(error))
        return self.shut

    def hang_up(self) -> None:
        """Close the connection; the next letter opens a new one."""
        if "post" in vars(self):
            with suppress(SMTPException, OSError):
                self.post.close()


@register
class EmailChannel(PersonalChannel[Delivery], MailServerChannel[Delivery]):
    """One letter to each person with all that is due for them."""

    model = Delivery
    way = Way.MAIL

    def rows(self, ids: Sequence[UUID]) -> list[Delivery]:
        """In the order of the notices."""
        rows = Delivery.objects.filter(pk__among=frozenset(ids)).select_related(
            "notice__campaign", "user"
        )
        return list(rows.order_by("at", "notice__at", "id"))

    def receiver(self, row: Delivery) -> UUID:
        """The person."""
        return row.user_id

    person_of = receiver

    def reaches(self, row: Delivery, person: Reach) -> bool:
        """At a confirmed address."""
        return bool(person.address)

    def send(self, rows: Sequence[Delivery]) -> DeliveryResult:
        """One letter."""
        user = rows[0].user_id
        return self.leave(letter(to=self.people[user].address, user=user, deliveries=rows))


def _fault(error: SMTPException | OSError) -> str:
    return (
        _answered(error.smtp_code)
        if isinstance(error, SMTPResponseException)
        else type(error).__name__
    )


def _answered(code: int) -> str:
    return f"the mail server answered {code}"


def _refused(code: int) -> DeliveryResult:
    return DeliveryResult(State.FAILED if code >= FINAL else State.WAITING, _answered(code))
