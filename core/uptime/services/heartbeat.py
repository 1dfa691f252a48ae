"""The heartbeat: writes down that the site is up, and finds out that it was not.

Whoever does work on time calls `beat` first. An outage is written in the transaction that moves the
mark, with its row locked: by one process, once, and before any other process goes on to its work.
What comes of an outage follows from its row, so that nothing is lost when a process dies between.
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

EVERY: Final = timedelta(seconds=30)
"""A younger mark is left as it is."""
LONGEST_WAIT: Final = timedelta(hours=24)
"""So long nothing runs out while the site serves no pages. Then it does: a probe that is set up
wrongly must not stop the league for ever.
"""


def beat(*, regular: bool = False) -> bool:
    """Write down that the site is up now, and the outage before it if there was one.

    `regular` says that the caller comes every few seconds: only such a caller begins the record, so
    that a site whose work is done by hand, or by a rare cron job, has no outages. Returns whether
    things may run out now: not while the site serves no pages (`probe`), for a day at most.
    """
    now = clock.now()
    last = Heartbeat.objects.values_list("at", flat=True).first()
    if (last is None and not regular) or _is_young(last, now):
        return True
    if is_serving():
        _mark()
        return True
    log.warning("serves_no_pages", since=last and last.isoformat())
    return last is None or now - last > LONGEST_WAIT


def _is_young(last: datetime | None, now: datetime) -> bool:
    return last is not None and timedelta() <= now - last < EVERY


@transaction.atomic
def _mark() -> None:
    """Move the mark to now; a mark that lies ahead, of a clock that was wrong, is set back."""
    Heartbeat.objects.get_or_create(pk=1, defaults={"at": clock.now()})
    row = Heartbeat.objects.select_for_update().get(pk=1)
    now = clock.now()
    if found := outage(row.at, now):
        Outage.objects.create(began_at=found.began_at, ended_at=found.ended_at)
        log.warning("outage", began_at=found.began_at.isoformat())
    row.at = now
    row.save(update_fields=["at"])
