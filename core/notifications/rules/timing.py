"""When something may leave for a person: not in their quiet hours, and what can wait with the
letter of the day. By their own clock, whatever it does in spring and autumn.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from datetime import tzinfo

MARGIN: Final = timedelta(hours=1)
"""So long after the quiet hours there has to be left to act, or what is asked counts as over by
then.
"""
REMIND_USUAL: Final = 24
"""So many hours before a deadline those are reminded who have chosen nothing."""
REMIND_HOURS: Final = (1, 2, 3, 6, 12, REMIND_USUAL, 36, 48, 72)
"""What one may choose."""
DAY: Final = timedelta(days=1)


class Quiet(NamedTuple):
    """Hours in which nothing leaves, by the person's clock; over midnight where they begin later
    than they end. With `wake`, what would be over by then comes all the same.
    """

    begins: time
    ends: time
    wake: bool = False


def after_quiet(at: datetime, zone: tzinfo, quiet: Quiet | None) -> datetime:
    """The first moment from `at` on that is not in quiet hours."""
    if quiet is None:
        return at
    local = at.astimezone(zone)
    now, over_midnight = local.time(), quiet.begins > quiet.ends
    if over_midnight and now >= quiet.begins:
        return _on(local + DAY, quiet.ends, zone)
    began = over_midnight or now >= quiet.begins
    return _on(local, quiet.ends, zone) if began and now < quiet.ends else at


def leaves_at(
    at: datetime,
    zone: tzinfo,
    *,
    quiet: Quiet | None,
    until: datetime | None = None,
    digest: time | None = None,
) -> datetime:
    """When what is ready at `at` leaves: with the letter of the day where there is one (`digest`),
    and after the quiet hours, except that what would be over by then (`until`) may come through
    them.
    """
    ready = at if digest is None else _next(at, digest, zone)
    later = after_quiet(ready, zone, quiet)
    over = until is not None and later > ready and until < later + MARGIN
    return ready if quiet is not None and quiet.wake and over else later


def _next(at: datetime, hour: time, zone: tzinfo) -> datetime:
    local = at.astimezone(zone)
    today = _on(local, hour, zone)
    return today if today >= at else _on(local + DAY, hour, zone)


def _on(local: datetime, hour: time, zone: tzinfo) -> datetime:
    """That hour of that day, in UTC; an hour that the clock leaves out in spring is the next."""
    return datetime.combine(local.date(), hour, zone).astimezone(UTC)
