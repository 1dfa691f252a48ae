"""Going back over a match: step by step what one seat heard and saw, and after the end what
everybody did.

A step is a moment at which the seat heard something; nothing tells how many moves lay between two
of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from engine.match import heard_by, replay
from engine.values import Seat
from play.models import Match, Table
from play.running import Telling, readers
from play.tabletop import registry

from .names import names_at
from .table_view import heard_count

if TYPE_CHECKING:
    from play.tabletop.board import Board

    from .participants import Participant

MOST_MISSED: Final = 12
"""How many moments are shown again at most to who comes back."""

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
    state.
    """

    number: int
    length: int
    board: Board
    lines: tuple[str, ...]
    events: tuple[Any, ...]
    view: Any


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
    """One step. Raises NoSuchStep. Replays the match."""
    looker = _looker(place, seat)
    steps = list(_steps(place, looker))
    if not 1 <= number <= len(steps):
        raise NoSuchStep("There is no such step.")
    tabletop, names = registry.get(place.table.game), names_at(place.chairs)
    state, events = steps[number - 1]
    say = tabletop.narrator(names, None if looker == "truth" else looker)
    said = [[say(event) for event in heard] for _, heard in steps[:number]]
    lines = tuple([words for words in said[-1] if words])
    seen = state if looker == "truth" else tabletop.game.view(state, looker)
    board = tabletop.truth(state, names) if looker == "truth" else tabletop.board(seen, names)
    if board is None:
        raise NoSuchStep("There is no such step.")
    return StepSeen(number, len(steps), board, lines, events, seen)


@dataclass(frozen=True)
class Moment:
    """The board after one moment of a match, and what was heard then, in words."""

    board: Board
    lines: tuple[str, ...]


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
    found: list[tuple[Any, Any, tuple[str, ...]]] = []
    for state, events in _steps(place, place.seat):
        number += len(events)
        lines = tuple([said for each in events if (said := say(each))])
        if number > since and lines:
            found.append((last, state, lines))
        last = state
    shown = found[-MOST_MISSED:]

    def board(state: Any) -> Board:
        return tabletop.board(tabletop.game.view(state, place.seat), names)

    return Missed(
        before=board(shown[0][0]) if shown and shown[0][0] is not None else None,
        moments=tuple([Moment(board(state), lines) for _, state, lines in shown]),
        left_out=len(found) - len(shown),
    )


def is_opened(table: Table) -> bool:
    """Whether everything about its match is open to who may see the table: it is over, and nothing
    else depends on its secrets.
    """
    return table.status == Table.Status.OVER and table.opens and table.match_id is not None


def _looker(place: Participant, seat: Looker) -> Seat | Literal["truth"] | None:
    if place.table.match is None:
        raise NoSuchStep("There is no such step.")
    if seat == "mine":
        return place.seat
    if seat is None or seat in place.seats:
        return None if seat is None else Seat(int(seat))
    if not is_opened(place.table):
        raise NoSuchStep("There is no such step.")
    if seat == "truth":
        return "truth"
    if not 0 <= int(seat) < len(place.chairs):
        raise NoSuchStep("There is no such step.")
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


def _plies(match: Match) -> Iterator[tuple[Any, Telling]]:
    read = readers(match.game)
    moves = [
        (Seat(seat), read.move.decode(payload))
        for seat, payload in match.moves.order_by("ply").values_list("seat", "payload")
    ]
    yield from replay(
        registry.get(match.game).game, read.setup.decode(match.setup), bytes(match.seed), moves
    )
