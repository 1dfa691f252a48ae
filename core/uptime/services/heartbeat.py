"""The heartbeat, which records that the site is up and detects outages.

Processes with timed work call `beat` first. An outage is stored in the transaction that updates the
heartbeat, while the heartbeat's row is locked. Therefore, only one process stores it, before any
other process continues. The effects of an outage follow from its row, so nothing is lost if a
process dies in between.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

import structlog
from django.db import transaction

from core.uptime.models import Heartbeat, Outage
from core.uptime.rules.outages import outage
from core.web import clock

from .probe import is_serving

log = structlog.get_logger(__name__)

BEAT_INTERVAL: Final = timedelta(seconds=30)
"""Minimum time between updates of the heartbeat."""
MAX_HOLD: Final = timedelta(hours=24)
"""Maximum time for which deadlines are held because the site serves no pages.

After this time, they pass, because a misconfigured probe must not stop the league forever.
"""


def beat(*, regular: bool = False) -> bool:
    """Record that the site is up now, and store the outage that has just ended, if any.

    `regular` means that the caller does this every few seconds. Only such a caller creates the
    first heartbeat, so a site without regular jobs has no outages. Return whether deadlines can
    pass now. They cannot while the site serves no pages (`probe`), but this lasts for at most a
    day.
    """
    now = clock.now()
    last = Heartbeat.objects.values_list("at", flat=True).first()
    if (last is None and not regular) or _is_young(last, now):
        return True
    if is_serving():
        _mark()
        return True
    log.warning("serves_no_pages", since=last and last.isoformat())
    return last is None or now - last > MAX_HOLD


def _is_young(last: datetime | None, now: datetime) -> bool:
    return last is not None and timedelta() <= now - last < BEAT_INTERVAL


@transaction.atomic
def _mark() -> None:
    """Set the heartbeat to now, even if a wrong clock has stored a time in the future."""
    Heartbeat.objects.get_or_create(pk=1, defaults={"at": clock.now()})
    row = Heartbeat.objects.select_for_update().get(pk=1)
    now = clock.now()
    if new_outage := outage(row.at, now):
        Outage.objects.create(began_at=new_outage.began_at, ended_at=new_outage.ended_at)
        log.warning("outage", began_at=new_outage.began_at.isoformat())
    row.at = now
    row.save(update_fields=["at"])
