"""Clocks: expiry, the default move, and what stops them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from core.accounts.models import User
from play.clocking import Clock, runs_out
from play.models import Chair, ChatLine, Holiday, Move, Snapshot, Table
from play.selectors.table_view import view_table
from play.services import clock_scheduling, clocks, holidays, leaving, pausing, reconcile, tick
from play.services.refusals import NotSeated, Refused

from .tables import AT, BidsTable, Time, bid, chairs, participant_at, reload_table, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toys")]

MINUTE = Clock(kind="live", seconds=60)
DAY = Clock(kind="correspondence", seconds=24 * 3600)
EVENING = Clock(kind="slot", slot="19:30", zone="Europe/Berlin")


# --- arithmetic -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clock", "since", "due"),
    [
        (Clock(), AT, None),
        (MINUTE, AT, AT + timedelta(minutes=1)),
        (DAY, AT, AT + timedelta(days=1)),
        (EVENING, AT, datetime(2040, 3, 1, 18, 30, tzinfo=UTC)),
        (
            EVENING,
            datetime(2040, 3, 1, 17, 31, tzinfo=UTC),
            datetime(2040, 3, 2, 18, 30, tzinfo=UTC),
        ),
        (EVENING, datetime(2040, 3, 24, 20, tzinfo=UTC), datetime(2040, 3, 25, 17, 30, tzinfo=UTC)),
        (Clock(kind="slot", slot="19:30", weekday=6), AT, datetime(2040, 3, 4, 19, 30, tzinfo=UTC)),
    ],
)
def test_clock_grants_the_documented_time(
    clock: Clock, since: datetime, due: datetime | None
) -> None:
    assert runs_out(clock, since) == due
    assert clock.description


def test_holiday_stops_a_slow_clock_but_not_a_live_one() -> None:
    away = [
        (AT + timedelta(days=3), AT + timedelta(days=4)),
        (AT + timedelta(hours=20), AT + timedelta(days=3)),
    ]
    assert runs_out(DAY, AT, away) == AT + timedelta(days=4)
    assert runs_out(MINUTE, AT, [(AT, AT + timedelta(days=9))]) == AT + timedelta(minutes=1)


def test_asking_a_seat_again_resets_attempts_and_lease() -> None:
    chair = Chair(seat=0, bot="random", attempts=2, claimed_until=AT + timedelta(minutes=1))
    clock_scheduling.ask_to_move(chair, Table(), AT, {})
    assert (chair.attempts, chair.claimed_until) == (0, None)
    assert chair.asked_at == chair.due_at == AT


# --- expiry ---------------------------------------------------------------------------------------


def test_expired_clock_plays_the_default_for_its_seat_only(
    time: Time, ann: User, bob: User
) -> None:
    table = table_of(ann, bob, clock=MINUTE)
    time.later(seconds=30)
    bid(table, bob, 4)
    assert tick.tick() == {
        "starts": 0, "clocks": 0, "bots": 0, "ratings": 0, "deals": 1, "tournaments": 0,
    }  # fmt: skip
    time.later(seconds=30)
    assert tick.tick()["clocks"] == 1
    assert list(Move.objects.values_list("seat", "how", "by", "at")) == [
        (1, "person", bob.pk, AT + timedelta(seconds=30)),
        (0, "clock", None, time.now),
    ]
    assert view_table(participant_at(table, bob)).lines[-1].text.endswith("wins with 4.")
    assert [chair.due_at for chair in chairs(table)] == [time.now + timedelta(minutes=1)] * 2
    assert tick.tick()["clocks"] == 0


def test_everyone_sees_that_the_clock_moved_in_a_turn_based_game(
    time: Time, ann: User, bob: User, dan: User
) -> None:
    table = table_of(ann, bob, game="couriers", clock=MINUTE)
    time.later(seconds=60)
    assert clocks.move_for_expired_clocks() == 1
    for user in (ann, bob, dan):
        assert [
            line.note for line in view_table(participant_at(table, user)).lines if line.note
        ] == ["made by the clock"]


def test_sealed_move_by_the_clock_is_revealed_to_others_after_the_end(
    time: Time, ann: User, bob: User, dan: User
) -> None:
    table = table_of(ann, bob, clock=MINUTE)
    time.later(seconds=10)
    bid(table, bob, 4)
    time.later(seconds=50)
    clocks.move_for_expired_clocks()
    notes = {
        user: [line.note for line in view_table(participant_at(table, user)).lines if line.note]
        for user in (ann, bob, dan)
    }
    assert notes == {ann: ["made by the clock"], bob: [], dan: []}
    for _ in range(2):
        bid(table, ann, 1)
        bid(table, bob, 2)
    assert [line.note for line in view_table(participant_at(table, dan)).lines if line.note] == [
        "made by the clock"
    ]
    assert (
        ChatLine.objects.order_by("at").last().text
        == f"{ann.username}: one move was made by the clock."
    )


def test_game_proposal_replaces_a_failing_or_illegal_default(
    monkeypatch: pytest.MonkeyPatch, time: Time, ann: User, bob: User
) -> None:
    from tests.engine.games.bids import Bid

    def broken(*_: object) -> object:
        raise ZeroDivisionError

    table = table_of(ann, bob, clock=MINUTE)
    monkeypatch.setattr(BidsTable, "default_move", broken)
    time.later(seconds=60)
    assert clocks.move_for_expired_clocks() == 2
    monkeypatch.setattr(BidsTable, "default_move", lambda *_: Bid(amount=99))
    time.later(seconds=60)
    assert clocks.move_for_expired_clocks() == 2
    assert reload_table(table).is_playing
    assert set(Move.objects.values_list("how", flat=True)) == {"clock"}


def test_seat_without_a_possible_default_waits_without_delaying_others(
    monkeypatch: pytest.MonkeyPatch, time: Time, ann: User, bob: User, cat: User, dan: User
) -> None:
    poisoned, sound = table_of(ann, bob, clock=MINUTE), table_of(cat, dan, clock=MINUTE)
    play = clocks.play_default

    def breaking(at_table: Any, *values: Any) -> None:
        if at_table.table == poisoned:
            raise ZeroDivisionError
        play(at_table, *values)

    monkeypatch.setattr(clocks, "play_default", breaking)
    time.later(seconds=60)
    assert clocks.move_for_expired_clocks() == 2
    assert clocks.move_for_expired_clocks() == 0
    assert [(chair.attempts, chair.claimed_until) for chair in chairs(poisoned)] == [
        (1, time.now + clocks.RETRY_AFTER)
    ] * 2
    monkeypatch.undo()
    time.later(seconds=60)
    assert clocks.move_for_expired_clocks() == 4
    assert reload_table(sound).heard == reload_table(poisoned).heard + 1


def test_clock_expires_at_a_table_with_an_unreadable_snapshot(
    time: Time, ann: User, bob: User
) -> None:
    table_of(ann, bob, clock=MINUTE)
    Snapshot.objects.update(state='{"of":"another version"}')
    time.later(seconds=60)
    assert clocks.move_for_expired_clocks() == 2
    assert not list(reconcile.findings())


# --- pause ----------------------------------------------------------------------------------------


def test_pause_needs_every_person_and_moves_clocks_by_its_length(
    time: Time, ann: User, bob: User, dan: User
) -> None:
    table = table_of(ann, bob, "bot", clock=MINUTE)
    time.later(seconds=20)
    assert [pausing.ask_for_pause(table_id=table.pk, user=ann) for _ in range(2)] == [False, False]
    with pytest.raises(NotSeated):
        pausing.ask_for_pause(table_id=table.pk, user=dan)
    pausing.withdraw_pause(table_id=table.pk, user=ann)
    assert not pausing.ask_for_pause(table_id=table.pk, user=bob)
    assert pausing.ask_for_pause(table_id=table.pk, user=ann)
    assert reload_table(table).paused_at == time.now
    time.later(hours=5)
    assert tick.tick()["clocks"] == 0
    for _ in range(2):
        pausing.resume(table_id=table.pk, user=bob)
    assert [chair.due_at for chair in chairs(table)] == [time.now + timedelta(seconds=40)] * 2 + [
        time.now
    ]
    assert ChatLine.objects.filter(user=None, text__endswith="asks for a pause.").count() == 3


def test_daily_slot_keeps_its_time_through_a_pause(time: Time, ann: User) -> None:
    table = table_of(ann, "bot", clock=EVENING)
    pausing.ask_for_pause(table_id=table.pk, user=ann)
    time.later(days=2, hours=3)
    pausing.resume(table_id=table.pk, user=ann)
    assert chairs(table)[0].due_at == datetime(2040, 3, 3, 18, 30, tzinfo=UTC)


# --- holiday --------------------------------------------------------------------------------------


def test_slow_clocks_of_an_absent_person_stop_visibly(
    time: Time, ann: User, bob: User, dan: User
) -> None:
    slow, live = table_of(ann, bob, clock=DAY), table_of(ann, bob, clock=MINUTE)
    back = AT + timedelta(days=10)
    holidays.start_holiday(user=ann, starts=AT - timedelta(days=1), ends=back)
    assert [chair.due_at for chair in chairs(slow)] == [back, AT + timedelta(days=1)]
    assert chairs(live)[0].due_at == AT + timedelta(minutes=1)
    assert [chair.away_until for chair in view_table(participant_at(slow, dan)).chairs] == [
        back,
        None,
    ]
    time.later(days=1)
    assert clocks.move_for_expired_clocks() == 3
    bid(slow, ann, 3)
    assert chairs(slow)[0].due_at == back
    time.to(back)
    assert [chair.away_until for chair in view_table(participant_at(slow, dan)).chairs] == [
        None,
        None,
    ]


def test_holiday_is_limited_and_only_one_at_a_time(time: Time, ann: User) -> None:
    for starts, ends in (
        (AT, AT),
        (AT, AT + timedelta(days=22)),
        (AT + timedelta(days=400), AT + timedelta(days=401)),
    ):
        with pytest.raises(Refused):
            holidays.start_holiday(user=ann, starts=starts, ends=ends)
    holidays.start_holiday(user=ann, starts=AT, ends=AT + timedelta(days=21))
    with pytest.raises(Refused):
        holidays.start_holiday(
            user=ann, starts=AT + timedelta(days=30), ends=AT + timedelta(days=31)
        )
    time.later(days=1)
    for _ in range(2):
        holidays.end_holiday(user=ann)
    assert Holiday.objects.get().ends == time.now
    holidays.start_holiday(user=ann, starts=time.now, ends=time.now + timedelta(days=1))


def test_bot_replacing_a_resigned_player_takes_no_holiday(
    time: Time, ann: User, bob: User, cat: User
) -> None:
    table = table_of(ann, bob, cat, clock=DAY)
    leaving.resign(table_id=table.pk, user=ann)
    holidays.start_holiday(user=ann, starts=AT, ends=AT + timedelta(days=5))
    assert chairs(table)[0].due_at == AT


def test_expiring_clock_notices_a_holiday_it_missed(time: Time, ann: User, bob: User) -> None:
    table = table_of(ann, bob, clock=DAY)
    Holiday.objects.create(user=ann, starts=AT, ends=AT + timedelta(days=3))
    time.later(days=1)
    assert clocks.move_for_expired_clocks() == 1
    assert list(Move.objects.values_list("seat", flat=True)) == [1]
    assert chairs(table)[0].due_at == AT + timedelta(days=3)
    time.later(days=2)
    assert clocks.move_for_expired_clocks() == 1
