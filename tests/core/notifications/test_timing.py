"""When a message can leave for a person: in their time zone, over midnight, and across time
changes.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.notifications.rules.browsers import name_of
from core.notifications.rules.timing import Quiet, after_quiet, leaves_at

BERLIN = ZoneInfo("Europe/Berlin")
NIGHT = Quiet(time(22), time(7))
NOON = Quiet(time(12), time(14))


def at(day: int, hour: int, minute: int = 0) -> datetime:
    """Return a time in Berlin in the week in which its clocks go forward (Sunday the 25th)."""
    return datetime(2040, 3, day, hour, minute, tzinfo=BERLIN).astimezone(UTC)


@pytest.mark.parametrize(
    ("quiet", "now", "then"),
    [
        (NIGHT, at(20, 21, 59), at(20, 21, 59)),
        (NIGHT, at(20, 22), at(21, 7)),
        (NIGHT, at(20, 23, 30), at(21, 7)),
        (NIGHT, at(21, 0), at(21, 7)),
        (NIGHT, at(21, 6, 59), at(21, 7)),
        (NIGHT, at(21, 7), at(21, 7)),
        (NIGHT, at(24, 23), at(25, 7)),
        (NOON, at(20, 11), at(20, 11)),
        (NOON, at(20, 12), at(20, 14)),
        (NOON, at(20, 14), at(20, 14)),
        (None, at(20, 23), at(20, 23)),
    ],
)
def test_notices_in_quiet_hours_leave_at_their_end(
    quiet: Quiet | None, now: datetime, then: datetime
) -> None:
    assert after_quiet(now, BERLIN, quiet) == then


def test_quiet_hours_follow_the_local_clock_across_the_time_change() -> None:
    """From ten to seven are eight hours in the night in which the clocks go forward."""
    begins, ends = at(24, 22), after_quiet(at(24, 22), BERLIN, NIGHT)
    assert ends - begins == timedelta(hours=8) and ends.astimezone(BERLIN).hour == 7


@pytest.mark.parametrize(
    ("until", "wake", "then"),
    [
        (at(21, 3), True, at(20, 23)),
        (at(21, 7, 59), True, at(20, 23)),
        (at(21, 8), True, at(21, 7)),
        (at(21, 3), False, at(21, 7)),
        (None, True, at(21, 7)),
    ],
)
def test_notices_that_expire_in_quiet_hours_leave_if_the_user_wants_that(
    until: datetime | None, wake: bool, then: datetime
) -> None:
    quiet = NIGHT._replace(wake=wake)
    assert leaves_at(at(20, 23), BERLIN, quiet=quiet, until=until) == then


@pytest.mark.parametrize(
    ("now", "hour", "then"),
    [
        (at(20, 9), time(18), at(20, 18)),
        (at(20, 18), time(18), at(20, 18)),
        (at(20, 18, 1), time(18), at(21, 18)),
        (at(20, 9), time(23), at(21, 7)),
    ],
)
def test_the_digest_leaves_at_its_hour_outside_quiet_hours(
    now: datetime, hour: time, then: datetime
) -> None:
    assert leaves_at(now, BERLIN, quiet=NIGHT, digest=hour) == then


BEGAN = datetime(2030, 1, 1, tzinfo=UTC)
HOURS = st.times().map(lambda found: found.replace(second=0, microsecond=0))
ZONES = st.sampled_from(["Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Apia"])


@given(
    now=st.integers(0, 20 * 366 * 24 * 60).map(lambda minutes: BEGAN + timedelta(minutes=minutes)),
    begins=HOURS,
    ends=HOURS,
    digest=st.none() | HOURS,
    zone=ZONES.map(ZoneInfo),
)
def test_notices_leave_within_two_days_never_early_or_in_quiet_hours(
    now: datetime, begins: time, ends: time, digest: time | None, zone: ZoneInfo
) -> None:
    quiet = Quiet(begins, ends) if begins != ends else None
    then = leaves_at(now, zone, quiet=quiet, digest=digest)
    assert now <= then <= now + timedelta(hours=50)
    again = after_quiet(then, zone, quiet)
    assert again - then <= timedelta(hours=1), "but for the hour that autumn has twice"


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
            "Firefox on Linux",
        ),
        (
            (
                "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) "
                "Chrome/140.0.0.0 Mobile Safari/537.36"
            ),
            "Chrome on Android",
        ),
        (
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 "
                "(KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
            ),
            "Safari on an iPhone",
        ),
        (
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
                "Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0"
            ),
            "Edge on Windows",
        ),
        ("", "A browser"),
    ],
)
def test_a_browser_is_named_after_its_user_agent(agent: str, name: str) -> None:
    assert name_of(agent) == name
