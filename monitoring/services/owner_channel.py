"""Mail to the site's owner, by the same delivery worker as everybody's: claimed, tried again, sent
once.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMessage

from core.notifications.services.delivery_worker import DeliveryResult, register
from core.notifications.services.email_channel import MailServerChannel
from monitoring.models import Incident, OwnerDelivery
from monitoring.rules.alarms import WORDS, Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

OWNER: Final = UUID(int=0)
"""There is one receiver: all that is due leaves in one letter."""
NAMED: Final[frozenset[Kind]] = frozenset({"outbox", "runner"})
"""Kinds whose incidents are told by name. A parked week's id is not: it is of a club."""


@register
class OwnerChannel(MailServerChannel[OwnerDelivery]):
    """One letter to the site's owner with all that began or ended."""

    model = OwnerDelivery

    def claimed(self, ids: Sequence[UUID]) -> list[OwnerDelivery]:
        """In the order in which it happened, each with its incident."""
        rows = OwnerDelivery.objects.filter(pk__among=frozenset(ids)).select_related("incident")
        return list(rows.order_by("at", "id"))

    def receiver(self, row: OwnerDelivery) -> UUID:
        """The owner."""
        return OWNER

    def is_needed(self, row: OwnerDelivery, at: datetime) -> bool:
        """While the site has an owner to write to."""
        return bool(settings.SITE_OWNER_EMAIL) and settings.MAIL_LEAVES

    def send(self, rows: Sequence[OwnerDelivery]) -> DeliveryResult:
        """One letter."""
        return self.leave(letter(rows))


def letter(rows: Sequence[OwnerDelivery]) -> EmailMessage:
    """The letter about these incidents. It says how many, and names no club, team or person."""
    begun = [row for row in rows if not row.is_over]
    kinds = list(dict.fromkeys(_kind(row.incident) for row in begun or rows))
    title = WORDS[kinds[0]].title + (f" (and {len(kinds) - 1} more)" if kinds[1:] else "")
    end = (
        f"-- \n{settings.SITE_URL}\nFor the meaning of each alarm and what to do, see "
        "docs/operating/ in the source code.\n"
    )
    return EmailMessage(
        subject=f"Dead Drop: {title if begun else f'Resolved: {title}'}",
        body="\n\n".join([*map(_part, rows), end]),
        from_email=settings.SERVER_EMAIL,
        to=settings.SITE_OWNER_EMAIL,
        headers={"Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All"},
    )


def _part(row: OwnerDelivery) -> str:
    """One incident in words."""
    incident, words = row.incident, WORDS[_kind(row.incident)]
    which = f" ({incident.about})" if incident.kind in NAMED else ""
    if row.is_over:
        until = _minute(incident.last_seen_at)
        return f"Resolved: {words.title}{which}. From {_minute(incident.seen_at)} to {until}."
    count = f" Count: {incident.number}." if incident.number > 1 else ""
    return (
        f"{words.title}{which}, since {_minute(incident.seen_at)}.{count}\n"
        f"{words.meaning}\n{words.todo}"
    )


def _kind(incident: Incident) -> Kind:
    kind: Kind = incident.kind  # type: ignore[assignment]
    return kind


def _minute(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
