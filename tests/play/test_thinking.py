"""Bots think in the job: they see their view, hold no lock, and their failures stop no match."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection

from core.accounts.models import User
from engine import registry as games
from engine.dice import Dice
from engine.values import Seat
from play import tasks
from play.clocking import Clock
from play.models import ChatLine, Move, Snapshot
from play.selectors.names import names_at
from play.selectors.table_view import view_table
from play.services import moving, pausing, reconcile, thinking, tick
from tests.engine.games import bids, couriers
from tests.engine.games.bids import Bid

from .tables import Time, bid, chairs, host_move, participant_at, reload_table, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toys")]


class ScriptedBot:
    """A bot that does what a test says."""

    def __init__(self, *acts: object) -> None:
        self.acts = list(acts)
        self.saw: list[tuple[object, Seat]] = []

    def choose(self, view: object, seat: Seat, dice: Dice) -> object:
        self.saw.append((view, seat))
        act = self.acts.pop(0) if len(self.acts) > 1 else self.acts[0]
        return act() if callable(act) else act

    searches = False


def use_scripted_bot(monkeypatch: pytest.MonkeyPatch, *acts: object) -> ScriptedBot:
    bot = ScriptedBot(*acts)
    monkeypatch.setattr(games, "bot", lambda *_: bot)
    return bot


def take_and_think() -> None:
    claim = thinking._claim()
    assert claim is not None
    thinking._think(claim)


def fail() -> object:
    raise ZeroDivisionError


def test_bot_sees_its_view_and_moves_in_the_job_not_the_request(
    monkeypatch: pytest.MonkeyPatch, ann: User
) -> None:
    bot = use_scripted_bot(monkeypatch, Bid(amount=2))
    table = table_of(ann, "bot")
    bid(table, ann, 6)
    assert not bot.saw
    assert thinking.think(limit=1) == 1
    assert bot.saw == [
        (bids.View(seat=Seat(1), table=bids.Table(round=1, scores=(0, 0)), bid=0), 1)
    ]
    assert list(Move.objects.values_list("seat", "how")) == [(0, "person"), (1, "bot")]
    assert view_table(participant_at(table, ann)).lines[-1].text.endswith("wins with 6.")
    assert not list(reconcile.findings())


def test_match_with_a_bot_is_played_to_its_end(ann: User) -> None:
    table = table_of(ann, "bot:search:4")
    for _ in range(3):
        bid(table, ann, 1)
        assert thinking.think(limit=1) == 1
    assert reload_table(table).status == "over"
    assert tick.tick() == {
        "starts": 0, "clocks": 0, "bots": 0, "ratings": 1, "deals": 1, "tournaments": 0,
    }  # fmt: skip
    assert not any(tick.tick().values())


def test_no_lock_is_held_while_a_bot_thinks(monkeypatch: pytest.MonkeyPatch, ann: User) -> None:
    inside = []
    depth = len(connection.savepoint_ids)

    def look() -> Bid:
        inside.append(len(connection.savepoint_ids) - depth)
        return Bid(amount=1)

    use_scripted_bot(monkeypatch, look)
    table_of(ann, "bot")
    assert thinking.think() == 1
    assert inside == [0]


def test_bot_thinks_again_if_its_view_became_stale(
    monkeypatch: pytest.MonkeyPatch, ann: User, bob: User
) -> None:
    table = table_of(ann, "bot", bob)
    for user in (ann, bob):
        bid(table, user, 2)

    def meanwhile() -> Bid:
        host_move(table, bids.Deadline())
        return Bid(amount=6)

    use_scripted_bot(monkeypatch, meanwhile, Bid(amount=3))
    assert thinking.think(limit=1) == 0
    assert not Move.objects.filter(how="bot").exists()
    assert thinking.think() == 1
    assert '"amount":3' in Move.objects.get(how="bot").payload
    assert chairs(table)[1].attempts == 0


def test_sealed_moves_of_others_do_not_disturb_a_thinking_bot(
    monkeypatch: pytest.MonkeyPatch, ann: User, bob: User
) -> None:
    table = table_of(ann, "bot", bob)

    def meanwhile() -> Bid:
        bid(table, ann, 5)
        return Bid(amount=6)

    use_scripted_bot(monkeypatch, meanwhile)
    assert thinking.think() == 1


def test_pause_that_starts_while_a_bot_thinks_is_kept(
    monkeypatch: pytest.MonkeyPatch, time: Time, ann: User
) -> None:
    table = table_of(ann, "bot")

    def meanwhile() -> Bid:
        pausing.ask_for_pause(table_id=table.pk, user=ann)
        return Bid(amount=6)

    use_scripted_bot(monkeypatch, meanwhile, Bid(amount=3))
    assert thinking.think() == 0
    pausing.resume(table_id=table.pk, user=ann)
    assert thinking.think() == 1


@pytest.mark.parametrize("act", [fail, Bid(amount=99)], ids=["raises", "cheats"])
def test_default_is_made_for_a_bot_that_fails_three_times(
    monkeypatch: pytest.MonkeyPatch, ann: User, act: object
) -> None:
    bot = use_scripted_bot(monkeypatch, act)
    table = table_of(ann, "bot")
    assert [thinking.think(limit=1) for _ in range(5)] == [0, 0, 0, 1, 0]
    assert len(bot.saw) == 3
    assert list(Move.objects.values_list("seat", "how")) == [(1, "fault")]
    assert reload_table(table).is_playing


def test_bot_failure_is_told_immediately_in_turns_and_at_the_end_for_sealed_moves(
    monkeypatch: pytest.MonkeyPatch, ann: User, bob: User
) -> None:
    use_scripted_bot(monkeypatch, fail)
    turns = table_of(ann, "bot", game="couriers")
    if view_table(participant_at(turns, ann)).board.waiting == (0,):
        moving.make_move(table_id=turns.pk, user=ann, move=couriers.Rest())
    for _ in range(4):
        thinking.think(limit=1)
    assert (
        ChatLine.objects.get(table=turns, text__contains="failed").text
        == f"{names_at(chairs(turns))[1]} failed to move. A move was made by default."
    )
    assert [line.note for line in view_table(participant_at(turns, ann)).lines if line.note] == [
        "made by default because the bot failed"
    ]
    sealed = table_of(bob, "bot")
    for _ in range(3):
        for _ in range(4):
            thinking.think(limit=1)
        assert not ChatLine.objects.filter(table=sealed, text__contains="by default").exists()
        assert not any(line.note for line in view_table(participant_at(sealed, bob)).lines)
        bid(sealed, bob, 2)
    assert (
        ChatLine.objects.get(table=sealed).text
        == f"{names_at(chairs(sealed))[1]}: 3 moves were made by default because the bot failed."
    )


def test_claimed_thought_is_reserved_until_its_lease_ends(
    monkeypatch: pytest.MonkeyPatch, time: Time, ann: User
) -> None:
    table = table_of(ann, "bot")
    assert thinking._claim() is not None
    use_scripted_bot(monkeypatch, Bid(amount=3))
    assert thinking.think() == 0
    time.to(time.now + thinking.CLAIM_DURATION)
    assert thinking.think() == 1
    assert chairs(table)[1].claimed_until is None


def test_worker_returning_after_its_lease_does_not_move_twice(
    monkeypatch: pytest.MonkeyPatch, time: Time, ann: User
) -> None:
    table_of(ann, "bot")

    def slow() -> Bid:
        time.later(seconds=thinking.CLAIM_DURATION.total_seconds() + 1)
        use_scripted_bot(monkeypatch, Bid(amount=4))
        assert thinking.think() == 1
        return Bid(amount=5)

    use_scripted_bot(monkeypatch, slow)
    assert thinking.think(limit=1) == 0
    assert '"amount":4' in Move.objects.get().payload


def test_worker_returning_after_its_lease_leaves_the_seat_to_its_new_holder(
    monkeypatch: pytest.MonkeyPatch, time: Time, ann: User
) -> None:
    """The other bot still thinks. Nothing new was heard, but the first bot has lost the seat."""
    table = table_of(ann, "bot")
    taken: list[thinking.Claim | None] = []

    def slow() -> Bid:
        time.to(time.now + thinking.CLAIM_DURATION)
        taken.append(thinking._claim())
        return Bid(amount=5)

    use_scripted_bot(monkeypatch, slow)
    assert thinking.think(limit=1) == 0
    assert not Move.objects.exists()
    (second,) = taken
    assert second is not None
    assert chairs(table)[1].claimed_until == second.until
    use_scripted_bot(monkeypatch, Bid(amount=4))
    assert thinking._think(second)
    assert '"amount":4' in Move.objects.get().payload


def test_thought_interrupted_three_times_ends_in_the_default(
    monkeypatch: pytest.MonkeyPatch, time: Time, ann: User
) -> None:
    table_of(ann, "bot")
    for _ in range(3):
        assert thinking._claim() is not None
        time.to(time.now + thinking.CLAIM_DURATION)
    bot = use_scripted_bot(monkeypatch, Bid(amount=3))
    assert thinking.think() == 1
    assert (Move.objects.get().how, bot.saw) == ("fault", [])


def test_bot_thinks_despite_an_unreadable_snapshot(ann: User) -> None:
    table_of(ann, "bot")
    Snapshot.objects.update(state='{"of":"another version"}')
    assert thinking.think() == 1
    assert not list(reconcile.findings())


def test_bot_decides_the_same_in_the_same_position_regardless_of_hidden_events(
    monkeypatch: pytest.MonkeyPatch, ann: User, bob: User
) -> None:
    """The dice depend on the heard events, so an interrupted thought is repeated identically."""
    faces: list[tuple[int, ...]] = []
    monkeypatch.setattr(thinking, "choose", lambda *asked: faces.append(asked[2].roll(9)))
    table = table_of(ann, "bot", bob)
    monkeypatch.setattr(thinking, "_move", lambda *_: False)
    take_and_think()
    table.chairs.update(claimed_until=None)
    bid(table, ann, 3)
    take_and_think()
    assert faces[0] == faces[1]


@pytest.mark.parametrize(
    ("bot", "thought", "waited"),
    [("search:400", 0.2, 0.3), ("search", 0.9, 0.1), ("random", 0.2, 0.0)],
)
def test_thinking_time_of_a_search_bot_is_invisible(
    monkeypatch: pytest.MonkeyPatch, ann: User, bot: str, thought: float, waited: float
) -> None:
    now, slept = [0.0], [0.0]

    def think() -> Bid:
        now[0] += thought
        return Bid(amount=2)

    use_scripted_bot(monkeypatch, think).searches = bot.startswith("search")
    monkeypatch.setattr(thinking, "clocked", lambda: now[0])
    monkeypatch.setattr(thinking, "sleep", slept.append)
    table = table_of(ann, f"bot:{bot}")
    bid(table, ann, 6)
    take_and_think()
    assert slept[-1] == pytest.approx(waited)


def test_bots_stop_when_the_time_of_a_tick_is_used_up(ann: User, bob: User) -> None:
    for _ in range(3):
        table_of(ann, "bot")
    seconds = iter(range(100))
    assert thinking.think(seconds=2, elapsed=lambda: next(seconds)) == 2
    assert thinking.think() == 1


def test_bot_seat_has_the_clock_of_the_bot(time: Time, ann: User) -> None:
    table = table_of(ann, "bot", clock=Clock(kind="live", seconds=60))
    assert [chair.due_at for chair in chairs(table)] == [time.now + timedelta(minutes=1), time.now]


def test_wake_up_never_raises(monkeypatch: pytest.MonkeyPatch, ann: User) -> None:
    rung = []
    monkeypatch.setattr(tasks.think, "apply_async", lambda **options: rung.append(options))
    tasks.ring()
    monkeypatch.setattr(tasks.think, "apply_async", lambda **_: fail())
    tasks.ring()
    assert rung == [{"expires": 30}]
    table_of(ann, "bot")
    tasks.think()
    assert Move.objects.count() == 1
