"""Detection of incidents. Lasting incidents are confirmed, and the site's owner is notified when
they begin and end.

Every process that runs jobs calls `update_incidents` regularly. Each change is one conditional
update, so concurrent calls are safe.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

import structlog
from django.conf import settings
from django.db import transaction

from monitoring.models import Incident, OwnerDelivery
from monitoring.rules.alarms import Finding, findings
from monitoring.selectors import figures

log = structlog.get_logger(__name__)

CONFIRM_AFTER: Final = timedelta(minutes=2)
"""Time for which a problem must last before it is confirmed, and for which it must be absent before
it is considered over. This prevents alarms about a retried week or a deployment.
"""


def update_incidents() -> Mapping[str, int]:
    """Compare current problems with open incidents. Return the numbers of confirmed and ended
    incidents. Raise DatabaseError if the database is unavailable.
    """
    state = figures.read()
    current: dict[tuple[str, str], Finding] = {
        (finding.kind, finding.about): finding
        for finding in findings(state, late=figures.overdue_after(), runners=settings.TICK_RUNNERS)
    }
    counts: Counter[str] = Counter()
    for incident in Incident.objects.filter(over_at=None):
        finding = current.pop((incident.kind, incident.about), None)
        if finding is not None:
            counts["confirmed"] += _refresh(incident, finding, state.measured_at)
        elif state.measured_at - incident.last_seen_at >= CONFIRM_AFTER:
            counts["over"] += _end(incident, state.measured_at)
    _record_new(list(current.values()), state.measured_at)
    return counts


def _record_new(new: list[Finding], now: datetime) -> None:
    """Record new incidents. Incidents that another process has just recorded are ignored."""
    Incident.objects.bulk_create(
        [
            Incident(
                kind=finding.kind,
                about=finding.about,
                number=finding.number,
                seen_at=now,
                last_seen_at=now,
            )
            for finding in new
        ],
        ignore_conflicts=True,
    )


@transaction.atomic
def _refresh(incident: Incident, finding: Finding, now: datetime) -> bool:
    """Record that an incident is still in progress. Return whether this call confirmed it."""
    open_incident = Incident.objects.filter(pk=incident.pk, over_at=None)
    open_incident.filter(last_seen_at__lt=now).update(last_seen_at=now)
    if now - incident.seen_at < CONFIRM_AFTER:
        return False
    confirmed = open_incident.filter(confirmed_at=None).update(
        confirmed_at=now, number=finding.number
    )
    if confirmed:
        log.error("incident", kind=incident.kind, number=finding.number)
        _mail_owner(incident, now, is_over=False)
    return bool(confirmed)


@transaction.atomic
def _end(incident: Incident, now: datetime) -> bool:
    """End an incident, or delete it if it was never confirmed. Return whether this call did so."""
    open_incident = Incident.objects.filter(
        pk=incident.pk, over_at=None, last_seen_at=incident.last_seen_at
    )
    if incident.confirmed_at is None:
        open_incident.filter(confirmed_at=None).delete()
        return False
    ended = open_incident.update(over_at=now)
    if ended:
        log.warning("incident_over", kind=incident.kind)
        _mail_owner(incident, now, is_over=True)
    return bool(ended)


def _mail_owner(incident: Incident, now: datetime, *, is_over: bool) -> None:
    """Queue an email to the site's owner, if one is configured and the site sends email."""
    if settings.SITE_OWNER_EMAIL and settings.MAIL_LEAVES:
        OwnerDelivery.objects.create(incident=incident, is_over=is_over, at=now, next_at=now)
