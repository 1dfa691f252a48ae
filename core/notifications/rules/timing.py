"""The times at which messages can be sent, which are outside quiet hours or with the daily email.

All hours are in the person's time zone and follow daylight saving time.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import Final, NamedTuple

MIN_TIME_TO_ACT: Final = timedelta(hours=1)
"""Minimum time to act after quiet hours. If less is left, the task is treated as overdue."""
DEFAULT_REMIND_HOURS: Final = 24
"""Default number of hours between a reminder and its deadline."""
REMIND_HOURS: Final = (1, 2, 3, 6, 12, DEFAULT_REMIND_HOURS, 36, 48, 72)
"""Allowed numbers of hours between a reminder and its deadline."""
DAY: Final = timedelta(days=1)


class Quiet(NamedTuple):
    """Quiet hours in the person's time zone, which can include midnight.

    If `wake` is true, messages that would be irrelevant by the end of these hours are sent anyway.
    """

    begins: time
    ends: time
    wake: bool = False


def after_quiet(moment: datetime, zone: tzinfo, quiet: Quiet | None) -> datetime:
    """Return the first time at or after `moment` that is outside quiet hours."""
    if quiet is None:
        return moment
    local = moment.astimezone(zone)
    now, over_midnight = local.time(), quiet.begins > quiet.ends
    if over_midnight and now >= quiet.begins:
        return _at_hour(local + DAY, quiet.ends, zone)
    has_begun = over_midnight or now >= quiet.begins
    return _at_hour(local, quiet.ends, zone) if has_begun and now < quiet.ends else moment


def leaves_at(
    ready_at: datetime,
    zone: tzinfo,
    *,
    quiet: Quiet | None,
    until: datetime | None = None,
    digest: time | None = None,
) -> datetime:
    """Return when a message that is ready at `ready_at` is sent.

    The message waits for the daily email (`digest`) and for the end of quiet hours. A message that
    would become irrelevant by then (`until`) can ignore quiet hours.
    """
    ready = ready_at if digest is None else _next_at_hour(ready_at, digest, zone)
    after_quiet_hours = after_quiet(ready, zone, quiet)
    is_over = (
        until is not None
        and after_quiet_hours > ready
        and until < after_quiet_hours + MIN_TIME_TO_ACT
    )
    return ready if quiet is not None and quiet.wake and is_over else after_quiet_hours


def _next_at_hour(moment: datetime, hour: time, zone: tzinfo) -> datetime:
    local = moment.astimezone(zone)
    today = _at_hour(local, hour, zone)
    return today if today >= moment else _at_hour(local + DAY, hour, zone)


def _at_hour(local: datetime, hour: time, zone: tzinfo) -> datetime:
    """Convert an hour of a local day to UTC. An hour skipped in spring becomes the next one."""
    return datetime.combine(local.date(), hour, zone).astimezone(UTC)
