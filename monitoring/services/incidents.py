"""Incidents: seen, confirmed when they last, told to the site's owner once, and again when they are
over.

Whatever runs the site's jobs calls `look` now and then, as many of them as like: each change is one
conditional update, made by whoever comes first.
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

PATIENCE: Final = timedelta(minutes=2)
"""So long something has to be amiss before it is an incident, and gone before that is over: a week
that is tried again, or a deploy, alarms nobody.
"""


def look() -> Mapping[str, int]:
    """Hold what is amiss now against the open incidents; how many were confirmed, and how many
    ended. Raises DatabaseError where the database is away.
    """
    now = figures.read()
    found: dict[tuple[str, str], Finding] = {
        (finding.kind, finding.about): finding
        for finding in findings(now, late=figures.late(), runners=settings.TICK_RUNNERS)
    }
    done: Counter[str] = Counter()
    for incident in Incident.objects.filter(over_at=None):
        finding = found.pop((incident.kind, incident.about), None)
        if finding is not None:
            done["confirmed"] += _goes_on(incident, finding, now.at)
        elif now.at - incident.last_seen_at >= PATIENCE:
            done["over"] += _is_gone(incident, now.at)
    _begin(list(found.values()), now.at)
    return done


def _begin(new: list[Finding], at: datetime) -> None:
    """Remember what is seen for the first time; whoever else sees it now remembers it once."""
    Incident.objects.bulk_create(
        [
            Incident(
                kind=finding.kind,
                about=finding.about,
                number=finding.number,
                seen_at=at,
                last_seen_at=at,
            )
            for finding in new
        ],
        ignore_conflicts=True,
    )


@transaction.atomic
def _goes_on(incident: Incident, finding: Finding, at: datetime) -> bool:
    """It is still so. Whether this look confirmed it."""
    this = Incident.objects.filter(pk=incident.pk, over_at=None)
    this.filter(last_seen_at__lt=at).update(last_seen_at=at)
    if at - incident.seen_at < PATIENCE:
        return False
    confirmed = this.filter(confirmed_at=None).update(confirmed_at=at, number=finding.number)
    if confirmed:
        log.error("incident", kind=incident.kind, number=finding.number)
        _tell_owner(incident, at, is_over=False)
    return bool(confirmed)


@transaction.atomic
def _is_gone(incident: Incident, at: datetime) -> bool:
    """It is no longer so: forgotten where nobody was told of it. Whether this look ended it."""
    this = Incident.objects.filter(pk=incident.pk, over_at=None, last_seen_at=incident.last_seen_at)
    if incident.confirmed_at is None:
        this.filter(confirmed_at=None).delete()
        return False
    ended = this.update(over_at=at)
    if ended:
        log.warning("incident_over", kind=incident.kind)
        _tell_owner(incident, at, is_over=True)
    return bool(ended)


def _tell_owner(incident: Incident, at: datetime, *, is_over: bool) -> None:
    """Put the letter down, where the site has an owner to write to and mail leaves."""
    if settings.SITE_OWNER_EMAIL and settings.MAIL_LEAVES:
        OwnerDelivery.objects.create(incident=incident, is_over=is_over, at=at, next_at=at)
