"""A duel driven on the site in a random world: turn by turn, then with this world's hidden parts;
and the questions about it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import timedelta
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Final, Literal

import msgspec
from django_scopes import scopes_disabled

from autoduel.game import AUTODUEL
from autoduel.rules import samples
from autoduel.rules.values import Autopilot, Plan
from autoduel.rules.values import Move as Orders
from campaign.duels.models import DrivenDuel
from campaign.duels.selectors.driven import record_of
from campaign.garage.rules.record import Wear
from engine.bots import dice_for
from engine.codec import encode
from engine.dice import SeededDice, seed_from
from engine.game import IllegalMove
from engine.match import replay
from engine.values import Seat, changed
from play.models import Chair, Match, Move, Snapshot
from play.running import MoveOrigin, readers
from play.selectors.matches import current_match
from play.services.moving import apply_move, make_move
from play.services.table_lock import lock_table

from .asking import Question
from .objects import TELLING, address, admits, is_api, named, questions
from .routes import ROUTES
from .worlds import B, Reader, World

if TYPE_CHECKING:
    from autoduel.rules.values import State, View
    from play.models import Table

    from .drawn_duels import Drawn

SEALED: Final = ("nothing", "a plan", "another plan", "doctrine", "doctrine, by the clock")
"""Orders sealed for the current turn, and how."""
TABLE_PAGES: Final = (
    "play-table", "play-pulse", "play-frames", "play-history", "api-table", "api-table-log",
    "api-table-history", "api-table-talk",
)  # fmt: skip
"""Pages of the table."""
DUEL_PAGES: Final = (
    "duel-record", "duel-table", "api-duel", "api-duel-record", "api-duel-table", "api-duel-papers",
    "api-duel-form", "api-news",
)  # fmt: skip
"""Pages of the week's duel besides the most telling ones."""
NO_PART: Final = frozenset({
    *TABLE_PAGES, "letters", "letter", "talk", "desk-talk", "api-talk", "api-letters",
    "api-letters-with", "desk-approval", "api-team-approval", "challenges", "feed",
    "duel/event", "duel-papers/event", "duel-draw", "api-duel/event", "api-events",
    "api-duel-draw", "week-opened", "opened-transcript",
})  # fmt: skip
"""Telling pages of other things, without content about a driven duel."""


def drive(world: World, drawn: Drawn, *, other: bool) -> None:
    """Start the duel, drive some turns, and set the hidden parts of this world."""
    hour = world.week.duel_at
    world.nonces.clear()
    world.tick(hour, "the hour of the duel")
    for turn in range(drawn.turns):
        world.do(f"turn {turn}", partial(_turn, world, drawn, turn))
    if drawn.over:
        world.do("the others give up", partial(_give_up, world, drawn))
        if other and drawn.differs("wear"):
            world.do("what it cost", partial(_cost, world, drawn))
    elif drawn.differs("sheets") and other:
        world.do("other sheets", partial(_other_sheets, world, drawn))
    if drawn.differs("sealed"):
        first, second = _sealed(drawn)
        world.do("sealed", partial(_seal, world, drawn, second if other else first))
    later = timedelta(seconds=40) if drawn.mode == "live" else timedelta(minutes=20)
    world.tick(hour + later, "while it is driven")


def driven_table(world: World) -> Table:
    """Return the table of the week's duel."""
    row = DrivenDuel.objects.select_related("table__match__snapshot").get(duel=world.week.pk)
    assert row.table is not None
    return row.table


def _turn(world: World, drawn: Drawn, turn: int) -> None:
    """Let every side plan a turn and drive it, equally in both worlds."""
    with lock_table(driven_table(world).pk) as locked_table:
        running = locked_table.running()
        for seat in running.to_act():
            move = _plan([running.view(seat)], f"{drawn.seed} {turn}")
            apply_move(locked_table, running, seat, move, world.at, MoveOrigin(Move.Origin.BOT))


def _plan(views: Sequence[View], name: str) -> Plan:
    """Return any plan that is legal in all these views of a seat, without resigning or
    getting out.
    """
    for attempt in count():
        throws = dice_for(seed_from(f"{name} {attempt}"), Seat(views[0].seat or 0), attempt)
        move = samples.random_move(views[0], throws)
        if isinstance(move, Plan) and not any(row.flag for row in move.cars):
            with suppress(IllegalMove):
                for view in views:
                    AUTODUEL.check(view, move)
                return move
    raise AssertionError


def _as_played(match: Match) -> State:
    """Return the moves' result whatever sheets a world has substituted."""
    read = readers(match.game)
    rows = match.moves.order_by("ply").values_list("seat", "payload")
    moves = [(Seat(seat), read.move.decode(payload)) for seat, payload in rows]
    *_, (state, _) = replay(AUTODUEL, read.setup.decode(match.setup), bytes(match.seed), moves)
    return state


def _give_up(world: World, drawn: Drawn) -> None:
    """Let all sides resign except one, which drives straight on without firing."""
    table = driven_table(world)
    with lock_table(table.pk) as locked_table:
        running = locked_table.running()
        stays = drawn.dice("stays").choice(running.to_act())
        for seat in running.to_act():
            straight = _quiet(running.view(seat), "" if seat == stays else "yield")
            apply_move(locked_table, running, seat, straight, world.at, MoveOrigin(Move.Origin.BOT))
        assert running.outcome is not None


def _quiet(view: View, flag: Literal["", "yield"]) -> Plan:
    plan = samples.menu(view)[-1]
    assert isinstance(plan, Plan)
    return Plan(cars=tuple(changed(row, flag=flag, fires=(), drops=()) for row in plan.cars))


def _cost(world: World, drawn: Drawn) -> None:
    """Give a car more losses than anyone saw."""
    row = DrivenDuel.objects.get(duel=world.week.pk)
    car, chance = str(world.car(drawn.victims["wear"]).pk), drawn.dice("wear")
    worn = (Wear(part="armour:left", lost=chance.randint(1, 9)),)
    record = record_of(row)
    fates = tuple(
        changed(each, damage=worn) if each.vehicle == car else each for each in record.vehicles
    )
    row.record = msgspec.to_builtins(changed(record, vehicles=fates))
    row.save(update_fields=["record"])


def _other_sheets(world: World, drawn: Drawn) -> None:
    """Change everything the reader's side does not know of other cars: armour, shots, wounds."""
    table = driven_table(world)
    assert table.match is not None
    if not table.is_playing:
        return
    view = current_match(table.match).view(seat_of(world, drawn.reader.team))
    twins = (
        AUTODUEL.imagine(
            view, SeededDice(seed_from(f"{drawn.seed} {attempt}"), 0).in_domain("twin")
        )
        for attempt in count()
    )  # what they have sealed is drawn by itself
    twin = next(each for each in twins if all(own.plan is None for own in each.own))
    Snapshot.objects.filter(match=table.match).update(state=encode(twin).decode())


def _sealed(drawn: Drawn) -> tuple[str, str]:
    """Return a side's orders in both worlds."""
    chance = drawn.dice("sealed")
    if drawn.plainly:
        return SEALED[0], chance.choice(SEALED[1:])
    first, second = chance.sample(SEALED, 2)
    return first, second


def _seal(world: World, drawn: Drawn, what: str) -> None:
    """Seal one side's turn while others have not, so that it waits. Nobody sees who (V62). The
    orders are also legal with the true sheets, so that the match can be replayed.
    """
    table, number = driven_table(world), drawn.victims["sealed"]
    assert table.match is not None
    seat = seat_of(world, number)
    if what == "nothing" or seat is None or seat not in current_match(table.match).to_act():
        return
    move: Orders = Autopilot()
    if what.endswith("plan"):
        played = AUTODUEL.view(_as_played(table.match), seat)
        move = _plan([current_match(table.match).view(seat), played], f"{drawn.seed} {what}")
    if what != "doctrine, by the clock":
        make_move(table_id=table.pk, user=world.owner(number), move=move)
        return
    with lock_table(table.pk) as locked_table:
        apply_move(
            locked_table,
            locked_table.running(),
            seat,
            move,
            world.at,
            MoveOrigin(Move.Origin.CLOCK),
        )


def seat_of(world: World, number: int | None) -> Seat | None:
    """Return a team's seat at the table if its car is in the arena."""
    if number is None:
        return None
    chairs = Chair.objects.filter(table=driven_table(world), party=world.team(number).pk)
    seat = chairs.values_list("seat", flat=True).first()
    return None if seat is None else Seat(seat)


# --- what is asked --------------------------------------------------------------------------------


def duel_questions(world: World, reader: Reader) -> Iterator[Question]:
    """Return the questions where a leak of a driven duel would show first."""
    first = [name for name in TELLING if name not in NO_PART]
    for question in questions(world, reader, first):
        if "?" not in question.path:
            yield question
    with scopes_disabled():
        here = {"table": str(driven_table(world).pk), "number": str(world.week.number)}
    for name in (*DUEL_PAGES, *TABLE_PAGES):
        if admits(ROUTES[name].doors["GET"], reader, B, world.phase):
            said = named(world, name, ROUTES[name], B, reader)
            path = address(name, said | {key: here[key] for key in said.keys() & here.keys()})
            yield Question("GET", path, name, by_token=is_api(name))
