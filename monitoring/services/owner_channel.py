"""Email to the site's owner, which is sent by the same delivery worker as all other email."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMessage

from core.notifications.services.delivery_worker import DeliveryResult, register
from core.notifications.services.email_channel import MailServerChannel
from monitoring.models import Incident, OwnerDelivery
from monitoring.rules.alarms import ALARM_TEXTS, Kind

OWNER_ID: Final = UUID(int=0)
"""Id of the only recipient. All due incidents are sent to this recipient in one email."""
KINDS_WITH_SUBJECT: Final[frozenset[Kind]] = frozenset({"outbox", "runner"})
"""Kinds of incidents whose email names the affected item. Parked weeks are not among them, because
the id would identify a club.
"""


@register
class OwnerChannel(MailServerChannel[OwnerDelivery]):
    """A channel that sends the site's owner one email about all incidents that began or ended."""

    model = OwnerDelivery

    def load(self, ids: Sequence[UUID]) -> list[OwnerDelivery]:
        """Return the claimed rows with their incidents, oldest first."""
        rows = OwnerDelivery.objects.filter(pk__among=frozenset(ids)).select_related("incident")
        return list(rows.order_by("at", "id"))

    def receiver(self, row: OwnerDelivery) -> UUID:
        """Return the id of the site's owner."""
        return OWNER_ID

    def is_needed(self, row: OwnerDelivery, now: datetime) -> bool:
        """Return whether the site has an owner and sends email."""
        return bool(settings.SITE_OWNER_EMAIL) and settings.MAIL_LEAVES

    def send(self, rows: Sequence[OwnerDelivery]) -> DeliveryResult:
        """Send the rows in one email."""
        return self.send_mail(compose_mail(rows))


def compose_mail(rows: Sequence[OwnerDelivery]) -> EmailMessage:
    """Return an email about these incidents. It names no club, team or person."""
    confirmed = [row for row in rows if not row.is_over]
    kinds = list(dict.fromkeys(_kind(row.incident) for row in confirmed or rows))
    title = ALARM_TEXTS[kinds[0]].title + (f" (and {len(kinds) - 1} more)" if kinds[1:] else "")
    end = (
        f"-- \n{settings.SITE_URL}\nFor the meaning of each alarm and what to do, see "
        "docs/operating/ in the source code.\n"
    )
    return EmailMessage(
        subject=f"Dead Drop: {title if confirmed else f'Resolved: {title}'}",
        body="\n\n".join([*map(_describe, rows), end]),
        from_email=settings.SERVER_EMAIL,
        to=settings.SITE_OWNER_EMAIL,
        headers={"Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All"},
    )


def _describe(row: OwnerDelivery) -> str:
    incident, text = row.incident, ALARM_TEXTS[_kind(row.incident)]
    subject = f" ({incident.about})" if incident.kind in KINDS_WITH_SUBJECT else ""
    if row.is_over:
        until = _format_minute(incident.last_seen_at)
        return (
            f"Resolved: {text.title}{subject}. From {_format_minute(incident.seen_at)} to {until}."
        )
    count = f" Count: {incident.number}." if incident.number > 1 else ""
    return (
        f"{text.title}{subject}, since {_format_minute(incident.seen_at)}.{count}\n"
        f"{text.meaning}\n{text.todo}"
    )


def _kind(incident: Incident) -> Kind:
    kind: Kind = incident.kind  # type: ignore[assignment]
    return kind


def _format_minute(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
