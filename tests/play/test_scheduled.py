"""Tables that begin at a fixed time, at which bots take the free seats."""

from __future__ import annotations

from datetime import timedelta

import pytest

from core.accounts.models import User
from play import tasks
from play.clocking import Clock
from play.models import Match, Table
from play.selectors.lobby import last_seats
from play.services import scheduled, seating, tables, tick
from tests.factories import signed_in

from .tables import AT, Time, chairs, reload_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toys")]
EIGHT = AT + timedelta(hours=8)


def table_at_eight() -> Table:
    return tables.open_scheduled(
        game="bids", options={}, seats=3, begins_at=EIGHT, clock=Clock(kind="live", seconds=60)
    )


def test_everyone_who_asks_for_the_same_time_gets_the_same_table(time: Time) -> None:
    assert table_at_eight() == table_at_eight()
    assert Table.objects.count() == 1


def test_a_full_table_waits_for_its_time(time: Time, ann: User, bob: User, cat: User) -> None:
    table = table_at_eight()
    for who in (ann, bob, cat):
        seating.sit_down(table_id=table.pk, user=who)
    assert scheduled.begin_due() == 0
    assert reload_table(table).status == Table.Status.OPEN
    time.to(EIGHT)
    assert scheduled.begin_due() == 1
    assert reload_table(table).status == Table.Status.PLAYING


def test_bots_take_the_seats_that_are_free_at_the_time(time: Time, ann: User) -> None:
    table = table_at_eight()
    seating.sit_down(table_id=table.pk, user=ann, seat=1)
    time.to(EIGHT)
    assert tick.tick(seconds=0)["starts"] == 1
    assert [chair.holder for chair in chairs(table)] == [None, ann, None]
    assert [bool(chair.bot) for chair in chairs(table)] == [True, False, True]


def test_later_ticks_start_nothing_twice(time: Time, ann: User) -> None:
    seating.sit_down(table_id=table_at_eight().pk, user=ann)
    time.to(EIGHT)
    tasks.tick()
    tasks.tick()
    assert Match.objects.count() == 1


def test_a_table_without_people_is_closed_without_a_match(time: Time, ann: User) -> None:
    table = table_at_eight()
    seating.sit_down(table_id=table.pk, user=ann)
    seating.stand_up(table_id=table.pk, user=ann)
    time.to(EIGHT)
    assert scheduled.begin_due() == 0
    assert (reload_table(table).status, reload_table(table).ending) == ("over", "closed")
    assert not Match.objects.exists()


@pytest.mark.parametrize(("minutes", "status"), [(29, "playing"), (31, "over")])
def test_a_start_is_at_most_half_an_hour_late(
    time: Time, ann: User, minutes: int, status: str
) -> None:
    table = table_at_eight()
    seating.sit_down(table_id=table.pk, user=ann)
    time.to(EIGHT + timedelta(minutes=minutes))
    scheduled.begin_due()
    assert reload_table(table).status == status


def test_a_table_that_cannot_start_does_not_stop_others(
    time: Time, ann: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = (
        table_at_eight(),
        tables.open_scheduled(
            game="bids", options={}, seats=2, begins_at=EIGHT + timedelta(minutes=1)
        ),
    )
    seating.sit_down(table_id=broken.pk, user=ann)
    seating.sit_down(table_id=sound.pk, user=bob)
    Table.objects.filter(pk=broken.pk).update(options="unreadable")
    time.to(EIGHT + timedelta(minutes=1))
    assert scheduled.begin_due() == 1
    assert reload_table(broken).status == Table.Status.OPEN
    time.later(minutes=31)
    scheduled.begin_due()
    assert reload_table(broken).ending == "closed"


def test_play_now_does_not_seat_people_at_a_table_that_begins_later(
    time: Time, ann: User, bob: User, cat: User
) -> None:
    table = table_at_eight()
    for who in (ann, bob):
        seating.sit_down(table_id=table.pk, user=who)
    assert not last_seats(cat, frozenset({"bids"}))


def test_the_waiting_room_says_when_the_match_starts(time: Time, ann: User) -> None:
    page = signed_in(ann).get(f"/play/{table_at_eight().pk}/").content.decode()
    assert "The match starts" in page and "Computer drivers take the seats" in page
