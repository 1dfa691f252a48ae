"""The turn clock at a real table: five minutes a turn, and what stops it (S10, S22, S30)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from engine.codec import encode
from engine.dice import ScriptedDice
from engine.game import Refusal
from engine.values import HOST
from minigames.shambattle.rules.maps import VOLCANO
from minigames.shambattle.rules.values import MASTERMIND, SPY, Deploy, Done, Judo, Push, State
from minigames.shambattle.tabletop import SHAMBATTLE_TABLE, Options
from play.clocking import NO_CLOCK, Clock, runs_out
from play.models import Chair, Move, Snapshot, Table
from play.selectors.matches import current_match
from play.selectors.options import plain_options
from play.selectors.participants import place
from play.selectors.table_view import view_table
from play.services import clocks, moving, pausing, reconcile, seating, tables
from tests.factories import person
from tests.minigames.shambattle.scene import COMMANDO, GUARD, table, walk
from tests.play.tables import Time

if TYPE_CHECKING:
    from core.accounts.models import User

pytestmark = pytest.mark.django_db
FIVE = timedelta(minutes=5)
ADVANCE = walk(19, (750, 1750))


@pytest.fixture
def time() -> Iterator[Time]:
    with ExitStack() as stack:
        yield Time(stack)


def open_table(clock: Clock = NO_CLOCK, /, **options: Any) -> tuple[Table, User, User]:
    """Start a match. Return its table, the Mastermind's player and the Spy's player."""
    ann, bob = person("ann"), person("bob")
    opened = tables.open_table(
        user=ann,
        game="shambattle",
        options=options or {"clock": 5},
        seats=["me", "open"],
        clock=clock,
    )
    return seating.sit_down(table_id=opened.pk, user=bob, seat=1), ann, bob


def make(at: Table, user: User, move: Any) -> None:
    moving.make_move(table_id=at.pk, user=user, move=move)


def due_times(at: Table) -> list[Any]:
    return [chair.due_at for chair in Chair.objects.filter(table=at).order_by("seat")]


def deploy_both(at: Table, ann: User, bob: User) -> None:
    """Deploy both sides by the map and begin the Spy's first turn."""
    make(at, ann, Deploy(spots=VOLCANO.guards))
    make(at, bob, Deploy(spots=VOLCANO.commandos))


def test_s10_turn_clock_is_an_option_of_a_new_table() -> None:
    assert SHAMBATTLE_TABLE.setup(Options(clock=5), 2).clock == 5
    assert SHAMBATTLE_TABLE.setup(Options(), 2).clock == 0
    assert any(
        msgspec.to_builtins(preset.options)["clock"] == 5 for preset in SHAMBATTLE_TABLE.presets
    )
    with pytest.raises(Refusal):
        tables.open_table(
            user=person("ann"), game="shambattle", options={"clock": 61}, seats=["me", "bot"]
        )


@pytest.mark.parametrize(
    ("clock", "minutes", "runs"),
    [
        (Clock(kind="live", seconds=3600), None, 5),
        (Clock(kind="live", seconds=3600), 0, 5),
        (Clock(kind="live", seconds=3600), 12, 12),
        (NO_CLOCK, None, 0),
        (NO_CLOCK, 12, 12),
        (Clock(kind="correspondence", seconds=86_400), None, 0),
    ],
)
def test_s10_s32_live_turn_lasts_five_minutes_and_others_have_no_default_clock(
    time: Time, clock: Clock, minutes: int | None, runs: int
) -> None:
    at, _, _ = open_table(clock, countdown=10, **({} if minutes is None else {"clock": minutes}))
    assert at.match is not None
    assert current_match(at.match).state.table.clock == plain_options(at)["clock"] == runs
    assert due_times(at)[0] == (
        time.now + timedelta(minutes=runs) if runs else runs_out(clock, time.now)
    )


def test_s10_five_minutes_cover_all_moves_of_a_turn(time: Time) -> None:
    at, ann, bob = open_table()
    assert due_times(at) == [time.now + FIVE, None]
    make(at, ann, Deploy(spots=VOLCANO.guards))
    time.later(minutes=1)
    make(at, bob, Deploy(spots=VOLCANO.commandos))
    up = time.now + FIVE
    assert due_times(at) == [None, up]
    time.later(minutes=3)
    make(at, bob, ADVANCE)
    assert due_times(at) == [None, up]
    assert [chair.due_at for chair in view_table(place(at.pk, ann)).chairs] == [None, up]
    assert not list(reconcile.findings())
    time.later(minutes=2)
    with pytest.raises(Refusal):
        make(at, bob, Done())
    assert clocks.move_for_expired_clocks() == 1
    assert list(Move.objects.order_by("ply").values_list("seat", "how"))[-1] == (HOST, "host")
    assert due_times(at) == [time.now + FIVE, None]
    assert any("time" in line.text.lower() for line in view_table(place(at.pk, bob)).lines)


def test_s22_side_that_deploys_late_still_gets_a_whole_turn(time: Time) -> None:
    at, ann, _ = open_table()
    make(at, ann, Deploy(spots=VOLCANO.guards))
    time.later(minutes=5)
    assert clocks.move_for_expired_clocks() == 1
    assert due_times(at) == [None, time.now + FIVE]
    assert clocks.move_for_expired_clocks() == 0


def test_s30_turn_clock_stops_while_the_other_side_chooses_a_push(
    monkeypatch: pytest.MonkeyPatch, time: Time
) -> None:
    at, ann, bob = open_table()
    deploy_both(at, ann, bob)
    up = time.now + FIVE
    met = State(
        table=table(SPY, "judo", clock=5, m22=(1000, 1000), m23=(1000, 1102), m5=(1100, 1000))
    )
    Snapshot.objects.update(state=encode(met).decode())
    monkeypatch.setattr("play.running.dice_of", lambda *_: ScriptedDice(2, 4))
    time.later(minutes=4, seconds=30)
    make(at, bob, Judo(man=COMMANDO, against=GUARD))
    assert due_times(at) == [time.now + timedelta(minutes=1), None]
    time.later(seconds=50)
    make(at, ann, Push(distance=0))
    assert due_times(at) == [None, up + timedelta(seconds=50)]


def test_s30_push_not_chosen_in_a_minute_leaves_the_loser_in_place(
    monkeypatch: pytest.MonkeyPatch, time: Time
) -> None:
    at, ann, bob = open_table()
    deploy_both(at, ann, bob)
    met = State(table=table(SPY, "judo", clock=5, m22=(1000, 1000), m5=(1100, 1000)))
    Snapshot.objects.update(state=encode(met).decode())
    monkeypatch.setattr("play.running.dice_of", lambda *_: ScriptedDice(2, 4))
    time.later(minutes=4, seconds=30)
    make(at, bob, Judo(man=COMMANDO, against=GUARD))
    time.later(minutes=1)
    assert clocks.move_for_expired_clocks() == 1
    last = Move.objects.order_by("ply").last()
    assert last is not None
    assert (last.seat, last.how) == (MASTERMIND, "clock")
    assert due_times(at) == [None, time.now + timedelta(seconds=30)]


def test_s30_turn_clock_stops_during_a_pause_and_bots_move_immediately(time: Time) -> None:
    ann = person("ann")
    at = tables.open_table(
        user=ann, game="shambattle", options={"clock": 5}, seats=["me", "bot:doctrine"]
    )
    time.later(minutes=1)
    assert pausing.ask_for_pause(table_id=at.pk, user=ann)
    time.later(hours=3)
    pausing.resume(table_id=at.pk, user=ann)
    assert due_times(at) == [time.now + timedelta(minutes=4), None]
    make(at, ann, Deploy(spots=VOLCANO.guards))
    assert due_times(at) == [None, time.now]


def test_s30_move_clock_runs_beside_a_live_turn_clock_and_replaces_a_slow_one(time: Time) -> None:
    at, ann, bob = open_table(Clock(kind="live", seconds=200))
    deploy_both(at, ann, bob)
    time.later(minutes=3)
    make(at, bob, ADVANCE)
    assert due_times(at) == [None, time.now + timedelta(minutes=2)]
    Table.objects.filter(pk=at.pk).update(clock_kind="correspondence", clock_seconds=86_400)
    make(at, bob, walk(20, (750, 1850)))
    assert due_times(at) == [None, time.now + timedelta(days=1)]
    assert not list(reconcile.findings())


def test_s30_stopped_turn_clock_is_detected_and_repaired(time: Time) -> None:
    at, ann, bob = open_table()
    deploy_both(at, ann, bob)
    Table.objects.update(turn_due_at=None)
    Chair.objects.update(due_at=None)
    assert [found.code for found in reconcile.findings()] == ["turn", "clock"]
    reconcile.repair(at.pk)
    assert not list(reconcile.findings())
    assert due_times(at) == [None, time.now + FIVE]


def test_s10_page_tells_both_sides_how_long_the_turn_lasts(time: Time, client: Client) -> None:
    at, ann, bob = open_table()
    deploy_both(at, ann, bob)
    for user in (ann, bob):
        client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
        page = client.get(reverse("play-table", kwargs={"table": at.pk})).content.decode()
        assert "A turn clock" in page and "The turn clock ends the turn." in page
        assert (time.now + FIVE).isoformat()[:16] in page
    form = client.get(reverse("play-new", kwargs={"game": "shambattle"})).content.decode()
    assert "Minutes per turn" in form and "Five minutes a turn" in form
