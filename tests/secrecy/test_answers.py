"""Achtung, Spy! while everyone acts: nobody sees who has answered or what the other team says, and
an answer looks and costs the same for every seat, whatever others have done (A3, A8, A21).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from django.db import transaction

from core.web import clock
from engine.codec import encode
from engine.values import Seat
from minigames.achtung.rules.values import StandBy
from play.clocking import Clock
from play.models import Chair, Move, Table
from play.selectors.matches import current_match
from play.services import moving, seating, talking
from play.services.thinking import think
from tests.factories import NOON, person

from .tables import Reader, Reply, an_evening, answer, difference, listening, preset_table

if TYPE_CHECKING:
    from datetime import datetime

    from play.running import Running

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_moment")]

SEATS = 12
ME, RIVAL = 0, 11
LIVE = Clock(kind="live", seconds=300)


def after(seconds: int) -> datetime:
    return NOON + timedelta(seconds=seconds)


@contextmanager
def world() -> Iterator[None]:
    """Roll back everything that happens here."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def acting(state: Any) -> bool:
    return bool(state.table.phase == "actions" and len(state.acting) == SEATS)


# --- nobody sees who has answered -----------------------------------------------------------------


def test_a3_a8_a21_nobody_sees_who_has_answered_or_that_the_other_team_talks() -> None:
    me, rival, watcher = person("me"), person("rival"), person("watcher")
    words = ("me", *["bot:random"] * (SEATS - 2), "open")

    def opened() -> Table:
        table = preset_table(me, "achtung", "everything", words, clock=LIVE, teams="as_they_sit")
        return seating.sit_down(table_id=table.pk, user=rival, seat=RIVAL)

    table = an_evening(opened, acting, "who has answered")
    readers = [Reader(table, who) for who in (me, watcher, rival)]
    with clock.set_to(after(60)):
        at_first = [reader.read(everything=True) for reader in readers]

    def some_have_answered() -> None:
        answer(table, (1, 4, 7, 8), "some", after(10))
        with clock.set_to(after(20)):
            moving.make_move(table_id=table.pk, user=rival, move=StandBy())

    def others_have_and_a_rival_talks() -> None:
        answer(table, (2, 3, 5, 9), "others", after(30))
        answer(table, (10,), "by the clock", after(40), Move.Origin.CLOCK)
        with clock.set_to(after(50)):
            talking.say(table_id=table.pk, user=rival, text="Shoot number 1.", channel="blu")

    rows, heard = [], []
    for live in (some_have_answered, others_have_and_a_rival_talks):
        with world():
            live()
            rows.append(
                list(
                    Chair.objects.filter(table=table)
                    .order_by("seat")
                    .values_list("asked_at", "due_at", "heard", "stamp")
                )
            )
            with clock.set_to(after(60)):
                heard.append([reader.read(everything=True) for reader in readers])
    assert all(
        one != two
        for one, two in zip(zip(*rows[0], strict=True), zip(*rows[1], strict=True), strict=True)
    ), "the worlds differ"
    for reader, *replies in zip(readers[:2], at_first, *heard, strict=False):
        for first, one, two in zip(*replies, strict=True):
            assert not difference(one, two), (
                f"{reader.name} reads another {one.address}:\n{difference(one, two)}"
            )
            assert not difference(first, one), (
                f"{reader.name} reads another {one.address}:\n{difference(first, one)}"
            )
    assert all(
        one.answer != two.answer for one, two in zip(heard[0][2], heard[1][2], strict=True)
    ), "who answered and talked reads it"
    watched = b"".join([reply.answer.body for reply in heard[0][1]])
    assert b"Deadline for the others" in watched
    assert b'"round_due_at":"' in watched.replace(b" ", b"")


def test_a3_a21_nobody_sees_who_answered_last_or_that_the_clock_did() -> None:
    me, watcher = person("me"), person("watcher")
    chairs = ("me", *["bot:random"] * (SEATS - 1))
    table = an_evening(
        lambda: preset_table(me, "achtung", "everything", chairs), acting, "who was last"
    )
    later = f"Match {running_at(table).state.table.round + 1}"
    readers = [Reader(table, who) for who in (me, watcher)]
    heard = []
    for order, how in (
        ((0, *range(1, 12)), Move.Origin.BOT),
        ((11, *range(11)), Move.Origin.CLOCK),
    ):
        with world():
            answer(table, order[:-1], "all but one", after(10), move=StandBy())
            answer(table, order[-1:], "the last", after(20), how, move=StandBy())
            heard.append([reader.read(everything=True) for reader in readers])
    assert later in heard[0][0][0].answer.body.decode()
    for reader, one, two in zip(readers, *heard, strict=True):
        assert not any(map(difference, one, two)), (
            f"{reader.name} reads: {[difference(*pair) for pair in zip(one, two, strict=True)]}"
        )


# --- answers of one kind --------------------------------------------------------------------------


@pytest.fixture
def step() -> tuple[Table, Reader, tuple[int, ...]]:
    """Return a table of bots who are all to act, a person for any chair, and a seat of each class
    in and out of the squads.
    """
    me = person("me")
    table = an_evening(
        lambda: preset_table(me, "achtung", "everything", ["bot:doctrine"] * SEATS),
        mixed,
        "answers of one kind",
    )
    Chair.objects.filter(table=table).update(due_at=None)
    return table, Reader(table, me), tuple(roles_in(running_at(table).state).values())


def roles_in(state: Any) -> dict[tuple[str, bool], int]:
    """Return a seat for each class, in and out of the squads."""
    squads = {seat for squad in state.table.squads for seat in squad}
    return {(own.kind, seat in squads): seat for seat, own in enumerate(state.own)}


def mixed(state: Any) -> bool:
    """Return an action step with Spies and others in and out of the squads."""
    return acting(state) and len({(kind == "spy", inside) for kind, inside in roles_in(state)}) == 4


def running_at(table: Table) -> Running:
    match = Table.objects.select_related("match__snapshot").get(pk=table.pk).match
    assert match is not None
    return current_match(match)


def worlds(table: Table, seat: int) -> Iterator[None]:
    """Yield worlds in which this seat is to act and none, half, or all but one of the others have
    answered.
    """
    others = [each for each in range(SEATS) if each != seat]
    for done in (0, 5, 10):
        with world():
            answer(table, others[:done], f"{seat}", after(10))
            yield


def kind_of(reply: Reply) -> tuple[Any, ...]:
    """Return the kind of an answer regardless of its content."""
    headers = [name for name, _ in reply.answer.headers]
    return reply.answer.status, headers, reply.asked


def by_page(table: Table, reader: Reader, seat: int) -> Reply:
    """Stand by as the person at this seat."""
    return reader.press(
        choice="stand-by", heard=Chair.objects.get(table=table, seat=seat).heard, seat=seat
    )


def by_program(table: Table, reader: Reader, seat: int) -> Reply:
    """Use an ability as the person at this seat, if there is one."""
    running = running_at(table)
    move = running.game.legal_moves(running.view(Seat(seat)))[-1]
    return reader.send(
        move=msgspec.json.decode(encode(move)),
        heard=Chair.objects.get(table=table, seat=seat).heard,
        seat=seat,
    )


@pytest.mark.parametrize("answered", [by_page, by_program])
def test_a3_the_response_to_an_answer_does_not_depend_on_seat_or_others(
    step: tuple[Table, Reader, tuple[int, ...]], answered: Callable[[Table, Reader, int], Reply]
) -> None:
    table, reader, seats = step
    kinds = set()
    for seat in seats:
        replies = []
        for _ in worlds(table, seat):
            Chair.objects.filter(table=table, seat=seat).update(
                holder=Table.objects.get(pk=table.pk).opened_by, bot=""
            )
            replies.append(answered(table, reader, seat))
        assert replies[0].answer.status == 200, replies[0]
        assert not any(difference(replies[0], each) for each in replies), [
            difference(replies[0], each) for each in replies
        ]
        kinds.add(repr(kind_of(replies[0])))
    assert len(kinds) == 1, kinds


def test_a3_the_cost_of_a_bots_answer_does_not_depend_on_seat_or_others(
    step: tuple[Table, Reader, tuple[int, ...]],
) -> None:
    table, _, seats = step
    costs = set()
    for seat in seats:
        for _ in worlds(table, seat):
            Chair.objects.filter(table=table).update(due_at=None)
            Chair.objects.filter(table=table, seat=seat).update(due_at=NOON)
            with listening() as said:
                assert think(limit=1) == 1
            costs.add(tuple(said))
    assert len(costs) == 1, costs
