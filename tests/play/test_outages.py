"""A clock that expired during an outage gets extra time afterwards."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import datetime, timedelta

import pytest

from core.accounts.models import User
from core.uptime.models import Heartbeat, Outage
from core.uptime.rules.outages import Span
from core.uptime.services import heartbeat
from minigames.shambattle.rules.values import Done
from play.clocking import Clock, held_until
from play.models import Holiday
from play.services import clocks, pausing, reconcile
from tests.minigames.shambattle.test_turn_clock import deploy_both, due_times, make, open_table

from .tables import AT, Time, bid, chairs, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toys")]

MINUTE = Clock(kind="live", seconds=60)
DAY = Clock(kind="correspondence", seconds=24 * 3600)
EVENING = Clock(kind="slot", slot="19:30", zone="Europe/Berlin")
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def _up(time: Time) -> None:
    """Record that the site has been up so far."""
    heartbeat.beat(regular=True)


def up_until(time: Time, **passed: float) -> None:
    """Record that the site stays up for this long and is then down."""
    Heartbeat.objects.update(at=time.now + timedelta(**passed))


# --- arithmetic -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clock", "lasts", "began", "ended", "due"),
    [
        pytest.param(MINUTE, 1, 0.5, 30, 31, id="a live clock has its full time again"),
        pytest.param(MINUTE, 1, -5, 0.5, 1.5, id="also when little of it ran in the outage"),
        pytest.param(MINUTE, 1, -30, 0, 1, id="what was asked after the outage is not moved"),
        pytest.param(MINUTE, 1, 1.1, 30, 1, id="nor what had run out before it"),
        pytest.param(DAY, 1440, 1400, 1450, 1510, id="a slow clock runs on for an hour"),
        pytest.param(DAY, 1440, 100, 1390, 1450, id="back within the hour before"),
        pytest.param(DAY, 1440, 100, 1380, 1440, id="back for an hour when it runs out"),
        pytest.param(EVENING, 390, 380, 400, 460, id="a slot is an hour later"),
        pytest.param(Clock(kind="live", seconds=3600), 60, 10, 90, 150, id="an hour a move"),
    ],
)
def test_clock_continues_after_an_outage(
    clock: Clock, lasts: float, began: float, ended: float, due: float
) -> None:
    def at(minutes: float) -> datetime:
        return AT + timedelta(minutes=minutes)

    assert held_until(clock, AT, at(lasts), [Span(at(began), at(ended))]) == at(due)


# --- at a table -----------------------------------------------------------------------------------


def test_clock_that_expired_in_an_outage_gets_its_time_again_before_the_default(
    time: Time, ann: User, bob: User
) -> None:
    table = table_of(ann, bob, clock=MINUTE)
    up_until(time, seconds=30)
    time.later(minutes=20)
    assert clocks.move_for_expired_clocks() == 0
    assert Outage.objects.get().ended_at == time.now
    assert [chair.due_at for chair in chairs(table)] == [time.now + timedelta(minutes=1)] * 2
    assert not list(reconcile.findings())
    bid(table, bob, 4)
    time.later(seconds=59)
    assert clocks.move_for_expired_clocks() == 0
    time.later(seconds=1)
    assert clocks.move_for_expired_clocks() == 1
    assert [chair.due_at for chair in chairs(table)] == [time.now + timedelta(minutes=1)] * 2


def test_short_outage_does_not_hold_clocks(time: Time, ann: User, bob: User) -> None:
    table_of(ann, bob, clock=MINUTE)
    up_until(time, seconds=30)
    time.later(minutes=10)
    assert clocks.move_for_expired_clocks() == 2


def test_clock_that_expired_before_the_outage_plays_its_default(
    time: Time, ann: User, bob: User
) -> None:
    table_of(ann, bob, clock=MINUTE)
    up_until(time, seconds=61)
    time.later(minutes=20)
    assert clocks.move_for_expired_clocks() == 2


def test_each_outage_holds_a_clock_once(time: Time, ann: User, bob: User) -> None:
    table = table_of(ann, bob, clock=DAY)
    up_until(time, hours=23)
    back = time.later(hours=25)
    assert clocks.move_for_expired_clocks() == 0
    assert [chair.due_at for chair in chairs(table)] == [back + HOUR] * 2
    up_until(time, minutes=30)
    back = time.later(hours=3)
    assert clocks.move_for_expired_clocks() == 0
    assert [chair.due_at for chair in chairs(table)] == [back + HOUR] * 2
    up_until(time, hours=1)
    time.later(hours=1)
    assert clocks.move_for_expired_clocks() == 2


def test_holiday_longer_than_the_outage_counts(time: Time, ann: User, bob: User) -> None:
    table = table_of(ann, bob, clock=DAY)
    Holiday.objects.create(user=ann, starts=AT, ends=AT + timedelta(days=3))
    up_until(time, hours=23)
    back = time.later(hours=25)
    assert clocks.move_for_expired_clocks() == 0
    assert [chair.due_at for chair in chairs(table)] == [AT + timedelta(days=3), back + HOUR]


def test_paused_match_stays_paused_through_an_outage(time: Time, ann: User, bob: User) -> None:
    table = table_of(ann, bob, clock=MINUTE)
    for user in (ann, bob):
        pausing.ask_for_pause(table_id=table.pk, user=user)
    up_until(time, seconds=30)
    time.later(minutes=20)
    assert clocks.move_for_expired_clocks() == 0
    pausing.resume(table_id=table.pk, user=ann)
    assert [chair.due_at for chair in chairs(table)] == [time.now + timedelta(minutes=1)] * 2


def test_clocks_do_not_expire_while_pages_are_not_served(
    monkeypatch: pytest.MonkeyPatch, time: Time, ann: User, bob: User
) -> None:
    table = table_of(ann, bob, clock=MINUTE)
    monkeypatch.setattr(heartbeat, "is_serving", lambda: False)
    time.later(minutes=20)
    assert clocks.move_for_expired_clocks() == 0
    monkeypatch.setattr(heartbeat, "is_serving", lambda: True)
    time.later(minutes=1)
    assert clocks.move_for_expired_clocks() == 0
    assert [chair.due_at for chair in chairs(table)] == [time.now + timedelta(minutes=1)] * 2


def test_s10_timed_turn_that_expired_in_an_outage_continues_with_its_moves() -> None:
    with ExitStack() as stack:
        time = Time(stack)
        table, ann, bob = open_table()
        deploy_both(table, ann, bob)
        up_until(time, minutes=2)
        back = time.later(minutes=40)
        assert clocks.move_for_expired_clocks() == 0
        assert due_times(table) == [None, back + timedelta(minutes=5)]
        table.refresh_from_db()
        assert table.turn_due_at == back + timedelta(minutes=5)
        time.later(minutes=1)
        make(table, bob, Done())
        assert due_times(table)[0] == time.now + timedelta(minutes=5)
        assert not list(reconcile.findings())
