"""Going back over a match: step by step what one seat heard and saw, and after the end what
everybody did.

A step is a moment at which the seat heard something; nothing tells how many moves lay between two
of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from engine.game import Refusal
from engine.match import heard_by, replay
from engine.values import Seat, changed
from play.models import Match, Table
from play.running import Telling, readers
from play.tabletop import registry
from play.tabletop.board import Board

from .names import names_at
from .table_view import heard_count

if TYPE_CHECKING:
    from engine.game import AnyGame
    from play.tabletop.board import Drawing
    from play.tabletop.contract import Stage

    from .participants import Participant

MOST_MISSED: Final = 12
"""How many moments are shown again at most to who comes back."""
MOST_STAGED: Final = 3
"""How many of them, the last ones, bit by bit, where the game shows them so."""

Looker: TypeAlias = "Seat | int | Literal['mine', 'truth'] | None"
"""From where one looks back: "mine" is the place itself, None a spectator's, "truth" nobody's: all
there was.
"""


class NoSuchStep(LookupError):
    """There is no such step, or not for this person: the same answer."""


@dataclass(frozen=True)
class StepSeen:
    """The board as it was at a step, and the lines and events that were new then. Steps count from
    1 to `length`. `view` is the looker's own record of the game; for the truth, the game's whole
    state. `parts` are what a step is shown in bit by bit, by their titles, where the game does so;
    `part` is the one that is shown, from 1, the last one being the board as it then stood, or 0 for
    all of the step. `staged`: the game shows its steps so.
    """

    number: int
    length: int
    board: Board
    lines: tuple[str, ...]
    events: tuple[Any, ...]
    view: Any
    parts: tuple[str, ...] = ()
    part: int = 0
    staged: bool = False


@dataclass(frozen=True)
class History:
    """How many steps there are from here, from which seats one may look, and whether the whole
    truth is open.
    """

    length: int
    seats: tuple[Seat | None, ...]
    has_truth: bool


def history(place: Participant, seat: Looker = "mine") -> History:
    """What there is to look back at. Raises NoSuchStep for a seat that is not open to this person.
    Replays the match.
    """
    looker = _looker(place, seat)
    is_open = is_opened(place.table)
    steps = list(_steps(place, looker))
    seats = (
        (*(Seat(chair.seat) for chair in place.chairs), None)
        if is_open
        else ((*place.seats, None) if place.seats else (None,))
    )
    return History(len(steps), seats, is_open and _truth(place, steps) is not None)


def step(place: Participant, number: int, seat: Looker = "mine") -> StepSeen:
    """One step, all of it. Raises NoSuchStep. Replays the match."""
    looker = _looker(place, seat)
    steps = list(_steps(place, looker))
    if not 1 <= number <= len(steps):
        raise NoSuchStep("This step does not exist.")
    tabletop, names = registry.get(place.table.game), names_at(place.chairs)
    state, events = steps[number - 1]
    say = tabletop.narrator(names, None if looker == "truth" else looker)
    said = [[say(event) for event in heard] for _, heard in steps[:number]]
    lines = tuple([words for words in said[-1] if words])
    seen = state if looker == "truth" else tabletop.game.view(state, looker)
    board = tabletop.truth(state, names) if looker == "truth" else tabletop.board(seen, names)
    if board is None:
        raise NoSuchStep("This step does not exist.")
    return StepSeen(number, len(steps), board, lines, events, seen, staged=tabletop.has_stages)


def part(place: Participant, number: int, nth: int, seat: Looker = "mine") -> StepSeen:
    """A part of a step, counted from 1; one beyond the last is the last. The whole step where the
    game shows none bit by bit. Raises NoSuchStep. Replays the match.
    """
    whole, stages = step(place, number, seat), parts(place, number, seat)
    if not stages:
        return whole
    nth = max(1, min(nth, len(stages)))
    shown = stages[nth - 1]
    board = (
        changed(whole.board, headline=shown.title)
        if nth == len(stages)
        else Board(headline=shown.title, drawing=shown.drawing)
    )
    titles = tuple([one.title for one in stages])
    return replace(whole, board=board, lines=shown.lines, parts=titles, part=nth)


def parts(place: Participant, number: int, seat: Looker = "mine") -> tuple[Stage, ...]:
    """What a step is shown in bit by bit: nothing where the game shows it in one piece, or there is
    no such step. Raises NoSuchStep for a seat that is not open to this person. Replays the match up
    to there, where it is shown so.
    """
    looker, tabletop = _looker(place, seat), registry.get(place.table.game)
    if not tabletop.has_stages or number == 1:
        return ()
    steps = list(islice(_steps(place, looker), number))
    if len(steps) < number:
        return ()
    eyes = None if looker == "truth" else looker
    before, after = [tabletop.game.view(state, eyes) for state, _ in steps[-2:]]
    say = tabletop.narrator(names_at(place.chairs), eyes)
    told = [[(event, say(event)) for event in events] for _, events in steps]
    return tuple(tabletop.stages(before, after, told[-1]))


@dataclass(frozen=True)
class Moment:
    """The picture after a moment of a match, or after a part of one, and what was heard then."""

    drawing: Drawing | None
    lines: tuple[str, ...]
    part: bool = False


@dataclass(frozen=True)
class Missed:
    """What a seat heard since it last looked: the board as it was before, moment after moment, and
    how many earlier ones are left out.
    """

    before: Board | None
    moments: tuple[Moment, ...]
    left_out: int


def missed(place: Participant, since: int) -> Missed:
    """What was heard here after the first `since` events, as this seat saw it then and no more than
    that: the last `MOST_MISSED` moments that have a line. Nothing before the start. Replays the
    match, unless nothing was missed.
    """
    if place.table.match is None or since >= heard_count(place):
        return Missed(None, (), 0)
    tabletop, names = registry.get(place.table.game), names_at(place.chairs)
    number = 0
    last: Any = None
    say = tabletop.narrator(names, place.seat)
    found: list[tuple[Any, Any, list[tuple[Any, str]]]] = []
    for state, events in _steps(place, place.seat):
        number += len(events)
        told = [(each, say(each)) for each in events]
        if number > since and any(words for _, words in told):
            found.append((last, state, told))
        last = state
    shown = found[-MOST_MISSED:]

    def view(state: Any) -> Any:
        return tabletop.game.view(state, place.seat)

    def moments(number: int) -> Iterator[Moment]:
        before, state, told = shown[number]
        staged = before is not None and len(shown) - number <= MOST_STAGED
        stages = tabletop.stages(view(before), view(state), told) if staged else ()
        for each in stages[:-1]:
            yield Moment(each.drawing, each.lines, part=True)
        lines = stages[-1].lines if stages else tuple([words for _, words in told if words])
        yield Moment(tabletop.board(view(state), names).drawing, lines)

    first = shown[0][0] if shown else None
    return Missed(
        before=None if first is None else tabletop.board(view(first), names),
        moments=tuple([each for number in range(len(shown)) for each in moments(number)]),
        left_out=len(found) - len(shown),
    )


def is_opened(table: Table) -> bool:
    """Whether everything about its match is open to who may see the table: it is over, and nothing
    else depends on its secrets.
    """
    return table.status == Table.Status.OVER and table.opens and table.match_id is not None


def _looker(place: Participant, seat: Looker) -> Seat | Literal["truth"] | None:
    if place.table.match is None:
        raise NoSuchStep("This step does not exist.")
    if seat == "mine":
        return place.seat
    if seat is None or seat in place.seats:
        return None if seat is None else Seat(int(seat))
    if not is_opened(place.table):
        raise NoSuchStep("This step does not exist.")
    if seat == "truth":
        return "truth"
    if not 0 <= int(seat) < len(place.chairs):
        raise NoSuchStep("This step does not exist.")
    return Seat(int(seat))


def _truth(place: Participant, steps: list[tuple[Any, tuple[Any, ...]]]) -> Board | None:
    return (
        registry.get(place.table.game).truth(steps[-1][0], names_at(place.chairs))
        if steps
        else None
    )


def _steps(
    place: Participant, looker: Seat | Literal["truth"] | None
) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """State and news of each step of this looker."""
    assert place.table.match is not None  # noqa: S101 - `_looker` has seen to it
    for state, telling in _plies(place.table.match):
        events = (
            tuple([each.event for each in telling])
            if looker == "truth"
            else heard_by(looker, telling)
        )
        if events:
            yield state, events


def _plies(match: Match) -> Sequence[tuple[Any, Telling]]:
    moves = tuple(match.moves.order_by("ply").values_list("seat", "payload"))
    try:
        return _replayed(registry.get(match.game).game, match.setup, bytes(match.seed), moves)
    except Refusal as refused:  # played by older rules, by which today's do not come so far
        raise NoSuchStep from refused


@lru_cache(maxsize=4)
def _replayed(
    game: AnyGame, setup: str, seed: bytes, moves: tuple[tuple[int, str], ...]
) -> tuple[tuple[Any, Telling], ...]:
    """What a match comes to, ply by ply: it follows from what is handed in and from nothing else,
    so that who leafs through one match does not have it played anew for every page.
    """
    read = readers(game.key)
    made = [(Seat(seat), read.move.decode(payload)) for seat, payload in moves]
    return tuple(replay(game, read.setup.decode(setup), seed, made))
