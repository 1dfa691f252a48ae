"""Concurrency with real threads and processes.

Simultaneous requests, a clock against a move, and a worker killed while a bot thinks.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from threading import Barrier, Event
from typing import Any

import pytest
from django.db import connection

from core.accounts.models import User
from core.web import clock
from core.web.refusals import Busy
from engine.game import Refusal
from play.clocking import Clock
from play.models import Chair, Match, Move, Table
from play.reconciling import findings
from play.services import clocks, moving, reconcile, scheduled, seating, tables, thinking
from tests.factories import person
from tests.failure.child import Child, use

from .tables import bid, chairs, installed_toys, table_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("toys")]

HOUR = Clock(kind="live", seconds=3600)
AT_MOST = 30.0


@contextmanager
def run_in_thread(act: Callable[[], Any]) -> Iterator[Any]:
    """Run an action in another thread with its own connection."""

    def run() -> Any:
        try:
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        yield pool.submit(run)


def run_concurrently(*acts: Callable[[], Any]) -> list[Any]:
    """Run actions in threads that start simultaneously. Return their results or refusals."""
    start = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        try:
            start.wait(AT_MOST)
            return act()
        except Refusal as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def is_consistent(table: Table) -> bool:
    return not [*findings(Table.objects.get(pk=table.pk).match.pk), *reconcile.findings()]


def test_concurrent_copies_of_a_move_are_made_once_and_answered_alike() -> None:
    ann = person("ann")
    table = table_of(ann, person("bob"))
    played = run_concurrently(*[lambda: bid(table, ann, 3, key="click") for _ in range(5)])
    assert sorted(each.again for each in played) == [False, True, True, True, True]
    assert {(each.seat, each.heard) for each in played} == {(0, 2)}
    assert Move.objects.count() == 1


def test_concurrent_sealed_moves_are_all_made() -> None:
    people = [person() for _ in range(3)]
    table = table_of(*people)
    for _ in range(3):
        run_concurrently(*[lambda user=user: bid(table, user, 2) for user in people])  # type: ignore[misc]
    assert list(Move.objects.values_list("ply", flat=True)) == list(range(1, 10))
    assert Table.objects.get().status == "over"
    assert is_consistent(table)


def test_people_who_join_concurrently_get_one_seat_each_and_one_starts_the_match() -> None:
    people = [person() for _ in range(5)]
    table = table_of(people[0], None, None)
    said = run_concurrently(
        *[
            lambda user=user: seating.sit_down(table_id=table.pk, user=user)
            for user in people
            for _ in (1, 2)
        ]
    )  # type: ignore[misc]
    holders = [chair.holder_id for chair in chairs(table)]
    assert len(set(holders)) == 3
    assert None not in holders
    refused = [each.code for each in said if isinstance(each, Refusal)]
    assert len(refused) == 4
    assert set(refused) == {"wrong-stage"}
    assert is_consistent(table)


@pytest.fixture
def saving(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Event, Event]]:
    """Stop a move just before it is written.

    Yield an event that reports it and one that resumes it.
    """
    reached, let = Event(), Event()
    save = moving.save_played

    def slow(played: Any) -> None:
        reached.set()
        assert let.wait(AT_MOST)
        save(played)

    monkeypatch.setattr(moving, "save_played", slow)
    yield reached, let
    let.set()


def test_move_being_saved_beats_an_expiring_clock(
    monkeypatch: pytest.MonkeyPatch, saving: tuple[Event, Event]
) -> None:
    ann, bob = person("ann"), person("bob")
    table = table_of(ann, bob, clock=HOUR)
    Chair.objects.filter(table=table, holder=bob).update(due_at=clock.now() + timedelta(hours=9))
    reached, let = saving
    late = clock.now() + timedelta(hours=2)
    with run_in_thread(lambda: bid(table, ann, 5)) as move:
        assert reached.wait(AT_MOST)
        with clock.set_to(late):
            assert clocks.move_for_expired_clocks() == 0
        let.set()
        assert move.result(AT_MOST).seat == 0
    with clock.set_to(late):
        assert clocks.move_for_expired_clocks() == 0
    assert list(Move.objects.values_list("seat", "how")) == [(0, "person")]


def test_move_that_waits_for_the_lock_finds_the_clock_expired(
    saving: tuple[Event, Event],
) -> None:
    ann, bob = person("ann"), person("bob")
    table = table_of(ann, bob, clock=HOUR)
    Chair.objects.filter(table=table, holder=bob).update(due_at=clock.now() + timedelta(hours=9))
    reached, let = saving
    late = clock.now() + timedelta(hours=2)

    def run_out() -> int:
        with clock.set_to(late):
            return clocks.move_for_expired_clocks()

    with run_in_thread(run_out) as ticking:
        assert reached.wait(AT_MOST)
        with run_in_thread(lambda: _bid_result(table, ann)) as move:
            let.set()
            assert ticking.result(AT_MOST) == 1
            assert move.result(AT_MOST) == "not-your-turn"
    assert list(Move.objects.values_list("seat", "how")) == [(0, "clock")]
    assert is_consistent(table)


def _bid_result(table: Table, user: User) -> str:
    try:
        bid(table, user, 5)
    except Refusal as refusal:
        return refusal.code
    return "made"


def test_locked_table_answers_try_again(saving: tuple[Event, Event]) -> None:
    ann, bob = person("ann"), person("bob")
    table = table_of(ann, bob)
    reached, let = saving
    with run_in_thread(lambda: bid(table, ann, 5)) as move:
        assert reached.wait(AT_MOST)
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '200ms'")
        with pytest.raises(Busy):
            bid(table, bob, 5)
        let.set()
        assert move.result(AT_MOST).heard == 2
    connection.close()
    assert bid(table, bob, 5).heard == 3


def test_concurrent_ticks_act_as_one() -> None:
    ann, bob = person("ann"), person("bob")
    table = table_of(ann, "bot", bob, clock=HOUR)
    late = clock.now() + timedelta(hours=2)

    def tick() -> tuple[int, int]:
        with clock.set_to(late):
            return clocks.move_for_expired_clocks(), thinking.think(limit=1)

    done = run_concurrently(*[tick for _ in range(4)])
    with clock.set_to(late):
        clocks.move_for_expired_clocks()
        thinking.think(limit=1)
    assert sum(ran for ran, _ in done) <= 2
    assert sorted(Move.objects.filter(ply__lte=3).values_list("seat", "how")) == [
        (0, "clock"),
        (1, "bot"),
        (2, "clock"),
    ]
    assert is_consistent(table)


EIGHT = datetime(2100, 1, 1, 20, tzinfo=UTC)


def seats_at_eight() -> Table:
    """Open the table of an event that begins in an hour, unless it is open already."""
    return tables.open_scheduled(game="bids", options={}, seats=3, begins_at=EIGHT)


def test_people_who_join_the_same_event_concurrently_open_one_table() -> None:
    people = [person() for _ in range(4)]

    def join(user: User) -> Table:
        return seating.sit_down(table_id=seats_at_eight().pk, user=user)

    said = run_concurrently(*[lambda user=user: join(user) for user in people])  # type: ignore[misc]
    table = Table.objects.get()
    assert None not in [chair.holder_id for chair in chairs(table)]
    assert [each.code for each in said if isinstance(each, Refusal)] == ["chair-taken"]


@pytest.mark.promise("deliveries")
def test_concurrent_ticks_begin_an_event_once() -> None:
    table = seats_at_eight()
    seating.sit_down(table_id=table.pk, user=person("ann"))

    def tick() -> int:
        with clock.set_to(EIGHT):
            return scheduled.begin_due()

    begun = run_concurrently(*[tick for _ in range(4)])
    assert sum(begun) == 1
    assert Match.objects.count() == 1
    assert is_consistent(table)


# --- a worker is killed ---------------------------------------------------------------------------


def think_and_die(database: str) -> int:
    """Kill the worker process while a bot thinks."""
    use(database)

    class Deadly:
        def choose(self, *_: object) -> None:
            os.kill(os.getpid(), signal.SIGKILL)

    thinking.games.bot = lambda *_: Deadly()
    with installed_toys():
        return thinking.think()


def think_now(database: str, lease: timedelta) -> int:
    """Think in a later worker process."""
    use(database)
    with installed_toys(), clock.set_to(clock.now() + lease):
        return thinking.think(limit=1)


def begin_and_die(database: str) -> int:
    """Kill the worker process while it begins an event."""
    use(database)
    scheduled.start_full = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
    return begin_now(database)


def begin_now(database: str) -> int:
    """Begin the event in a later worker process."""
    use(database)
    with installed_toys(), clock.set_to(EIGHT):
        return scheduled.begin_due()


@pytest.mark.promise("kills")
def test_event_whose_worker_was_killed_is_begun_by_the_next_worker() -> None:
    table = seats_at_eight()
    seating.sit_down(table_id=table.pk, user=person("ann"))
    name = connection.settings_dict["NAME"]
    assert Child(begin_and_die, name).killed()
    assert Table.objects.get().status == "open"
    assert not any(chair.bot for chair in chairs(table))
    assert Child(begin_now, name).end() == 1
    assert Child(begin_now, name).end() == 0
    assert (Table.objects.get().status, Match.objects.count()) == ("playing", 1)
    assert is_consistent(table)


def test_worker_killed_while_thinking_leaves_the_match_intact_for_the_next_worker() -> None:
    ann = person("ann")
    table = table_of(ann, "bot")
    name = connection.settings_dict["NAME"]
    assert Child(think_and_die, name).killed()
    assert (Move.objects.count(), chairs(table)[1].attempts) == (0, 1)
    assert is_consistent(table)
    bid(table, ann, 3)
    assert Child(think_now, name, timedelta(0)).end() == 0
    assert Child(think_now, name, thinking.CLAIM_DURATION).end() == 1
    assert list(Move.objects.values_list("seat", "how")) == [(0, "person"), (1, "bot")]
    assert is_consistent(table)
