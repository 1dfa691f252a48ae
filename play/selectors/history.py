"""Step-by-step replay of a match as one seat saw it and, after the end, with everyone's actions.

Each step is a moment at which the seat received events. The number of moves between two steps
remains hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Any, Final, Literal, TypeAlias

import msgspec

from engine.game import AnyGame, Refusal
from engine.match import heard_by, replay
from engine.values import Seat, changed
from play.models import Match, Table
from play.running import Telling, readers
from play.tabletop import registry
from play.tabletop.board import Board, Drawing
from play.tabletop.contract import Stage

from .matches import audience_events_by_ply
from .names import names_at
from .participants import Participant
from .table_view import heard_count

MAX_MISSED_MOMENTS: Final = 12
"""Maximum number of moments shown to a returning player."""
MAX_STAGED_MOMENTS: Final = 3
"""Maximum number of these moments, counted from the end, that are shown in stages."""

Perspective: TypeAlias = "Seat | int | Literal['mine', 'truth'] | None"
"""The perspective of a replay, which is a seat, "mine" for the viewer's own seat, None for a
spectator, or "truth" for the full state.
"""


class NoSuchStep(LookupError):
    """The step does not exist or is hidden from this user. Both cases give the same response."""


@dataclass(frozen=True)
class StepView:
    """The board at a step, with the step's new lines and events. Steps are numbered from 1 to
    `length`.

    `view` is the seat's view of the game, or the full state for the perspective "truth". `parts`
    lists the titles of the step's stages if the game has stages. `part` is the number of the stage
    shown, counted from 1. The last stage is the final board, and 0 is the whole step. `staged`
    tells whether the game has stages.
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
    """The length of a replay, the perspectives that the viewer can choose, and whether the full
    truth is available.
    """

    length: int
    seats: tuple[Seat | None, ...]
    has_truth: bool


def history(place: Participant, seat: Perspective = "mine") -> History:
    """Return the history of a match from a perspective. Raise `NoSuchStep` for a seat that the
    viewer cannot choose. The match is replayed.
    """
    looker = _seat_or_truth(place, seat)
    is_open = is_revealed(place.table)
    steps = list(_steps(place, looker))
    seats = (
        (*(Seat(chair.seat) for chair in place.chairs), None)
        if is_open
        else ((*place.seats, None) if place.seats else (None,))
    )
    return History(len(steps), seats, is_open and _truth(place, steps) is not None)


def step(place: Participant, number: int, seat: Perspective = "mine") -> StepView:
    """Return one whole step, or raise `NoSuchStep`. The match is replayed."""
    looker = _seat_or_truth(place, seat)
    steps = list(_steps(place, looker))
    if not 1 <= number <= len(steps):
        raise NoSuchStep("This step does not exist.")
    tabletop, names = registry.get(place.table.game), names_at(place.chairs)
    state, events = steps[number - 1]
    say = tabletop.narrator(names, None if looker == "truth" else looker)
    lines_by_step = [[say(event) for event in step_events] for _, step_events in steps[:number]]
    lines = tuple([text for text in lines_by_step[-1] if text])
    view = state if looker == "truth" else tabletop.game.view(state, looker)
    board = tabletop.truth(state, names) if looker == "truth" else tabletop.board(view, names)
    if board is None:
        raise NoSuchStep("This step does not exist.")
    return StepView(number, len(steps), board, lines, events, view, staged=tabletop.has_stages)


def step_stage(place: Participant, number: int, nth: int, seat: Perspective = "mine") -> StepView:
    """Return a stage of a step, counted from 1 and limited to the last. If the step has no stages,
    return the whole step. Raise `NoSuchStep` if the step does not exist. The match is replayed.
    """
    whole_step, stages = step(place, number, seat), step_stages(place, number, seat)
    if not stages:
        return whole_step
    nth = max(1, min(nth, len(stages)))
    stage = stages[nth - 1]
    board = (
        changed(whole_step.board, headline=stage.title)
        if nth == len(stages)
        else Board(headline=stage.title, drawing=stage.drawing)
    )
    titles = tuple([other_stage.title for other_stage in stages])
    return replace(whole_step, board=board, lines=stage.lines, parts=titles, part=nth)


def step_stages(place: Participant, number: int, seat: Perspective = "mine") -> tuple[Stage, ...]:
    """Return the stages of a step, or () if the step has no stages or does not exist. Raise
    `NoSuchStep` for a seat that the viewer cannot choose. If the game has stages, the match is
    replayed up to the step.
    """
    looker, tabletop = _seat_or_truth(place, seat), registry.get(place.table.game)
    if not tabletop.has_stages or number == 1:
        return ()
    steps = list(islice(_steps(place, looker), number))
    if len(steps) < number:
        return ()
    eyes = None if looker == "truth" else looker
    before, after = [tabletop.game.view(state, eyes) for state, _ in steps[-2:]]
    say = tabletop.narrator(names_at(place.chairs), eyes)
    narrated = [[(event, say(event)) for event in events] for _, events in steps]
    return tuple(tabletop.stages(before, after, narrated[-1]))


@dataclass(frozen=True)
class Moment:
    """The board and the received lines after a moment of a match, or after one of its stages."""

    drawing: Drawing | None
    lines: tuple[str, ...]
    part: bool = False


@dataclass(frozen=True)
class MissedEvents:
    """The events that a seat has received since its last visit. It has the board before these
    events, the moments, and the number of earlier moments left out.
    """

    before: Board | None
    moments: tuple[Moment, ...]
    left_out: int


def missed_events(place: Participant, since: int) -> MissedEvents:
    """Return the events that the seat received after its first `since` events, with the boards it
    saw then.

    Only the last `MAX_MISSED_MOMENTS` moments with a line are included. The result is empty before
    the start. The match is replayed unless nothing was missed.
    """
    if place.table.match is None or since >= heard_count(place):
        return MissedEvents(None, (), 0)
    tabletop, names = registry.get(place.table.game), names_at(place.chairs)
    number = 0
    last: Any = None
    say = tabletop.narrator(names, place.seat)
    moments_missed: list[tuple[Any, Any, list[tuple[Any, str]]]] = []
    for state, events in _steps(place, place.seat):
        number += len(events)
        narrated = [(event, say(event)) for event in events]
        if number > since and any(text for _, text in narrated):
            moments_missed.append((last, state, narrated))
        last = state
    moments_shown = moments_missed[-MAX_MISSED_MOMENTS:]

    def view(state: Any) -> Any:
        return tabletop.game.view(state, place.seat)

    def moments(number: int) -> Iterator[Moment]:
        before, state, narrated = moments_shown[number]
        staged = before is not None and len(moments_shown) - number <= MAX_STAGED_MOMENTS
        stages = tabletop.stages(view(before), view(state), narrated) if staged else ()
        for stage in stages[:-1]:
            yield Moment(stage.drawing, stage.lines, part=True)
        lines = stages[-1].lines if stages else tuple([text for _, text in narrated if text])
        yield Moment(tabletop.board(view(state), names).drawing, lines)

    first = moments_shown[0][0] if moments_shown else None
    return MissedEvents(
        before=None if first is None else tabletop.board(view(first), names),
        moments=tuple([event for number in range(len(moments_shown)) for event in moments(number)]),
        left_out=len(moments_missed) - len(moments_shown),
    )


def is_revealed(table: Table) -> bool:
    """Return whether everyone who can see the table can see everything about its match. This is the
    case once the match is over and nothing else depends on its secrets.
    """
    return table.status == Table.Status.OVER and table.opens and table.match_id is not None


def _seat_or_truth(place: Participant, seat: Perspective) -> Seat | Literal["truth"] | None:
    if place.table.match is None:
        raise NoSuchStep("This step does not exist.")
    if seat == "mine":
        return place.seat
    if seat is None or seat in place.seats:
        return None if seat is None else Seat(int(seat))
    if not is_revealed(place.table):
        raise NoSuchStep("This step does not exist.")
    if seat == "truth":
        return "truth"
    if not 0 <= int(seat) < len(place.chairs):
        raise NoSuchStep("This step does not exist.")
    return Seat(int(seat))


def _truth(place: Participant, steps: list[tuple[Any, tuple[Any, ...]]]) -> Board | None:
    if steps:
        return registry.get(place.table.game).truth(steps[-1][0], names_at(place.chairs))
    return None


def _steps(
    place: Participant, looker: Seat | Literal["truth"] | None
) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Yield the state and the new events of each step for a perspective."""
    assert place.table.match is not None  # noqa: S101 - checked by `_seat_or_truth`
    for state, telling in _plies(place.table.match):
        events = (
            tuple([audience_event.event for audience_event in telling])
            if looker == "truth"
            else heard_by(looker, telling)
        )
        if events:
            yield state, events


def _plies(match: Match) -> Sequence[tuple[Any, Telling]]:
    """Replay a match. Raise `NoSuchStep` if it was played under older rules with other results."""
    game = registry.get(match.game).game
    moves = tuple(match.moves.order_by("ply").values_list("seat", "payload"))
    try:
        plies = _replay(game, match.setup, bytes(match.seed), moves)
        is_true = match.rules_version == game.rules_version or (
            msgspec.json.encode([telling for _, telling in plies])
            == msgspec.json.encode(list(audience_events_by_ply(match)))
        )
    except Refusal as refused:
        raise NoSuchStep("This match was played under older rules.") from refused
    if not is_true:
        raise NoSuchStep("This match was played under older rules.")
    return plies


@lru_cache(maxsize=4)
def _replay(
    game: AnyGame, setup: str, seed: bytes, moves: tuple[tuple[int, str], ...]
) -> tuple[tuple[Any, Telling], ...]:
    """Return the state and events of each ply. The result depends only on the arguments. It is
    cached for users who page through a match.
    """
    read = readers(game.key)
    moves_made = [(Seat(seat), read.move.decode(payload)) for seat, payload in moves]
    return tuple(replay(game, read.setup.decode(setup), seed, moves_made))
