"""How the police arrive, pursue spies and escape (text; L9 to L11, L15 to L18)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.values import EVERYONE

from .events import CombatBegan, CopCame, CopMoved, CopsCombined
from .laboratory import DISTANCE, ENTRANCES, NOWHERE, ROOMS, TOWARDS, cost
from .step_builder import StepBuilder, cop_of
from .values import SEATS, Combat, Cop, Table

DEPUTY: Final = 0
RANKS: Final = ("deputy", "sheriff", "SWAT team")
SPEED: Final = (1, 2, 3)
STRENGTH: Final = (1, 2, 3)
"""Damage that is needed to kill a cop, by rank."""
DAMAGE: Final = ((1,), (1, 1, 1, 2, 2, 2), (1, 1, 2, 2, 3, 3))
"""Damage that a cop deals, by rank and die face. The deputy does not roll."""


def alert(p: StepBuilder) -> None:
    """Bring cops into play at random entrances at the end of a round (L9, L18).

    The number of ranks in play is the number of pieces that have ever been found. Cops that were
    killed in an earlier round return.
    """
    table = p.table
    for rank in range(3 - table.homes.count(NOWHERE)):
        if rank >= len(table.cops):
            place = p.dice.pick(ENTRANCES)
            p.set(cops=(*p.table.cops, Cop(rank=rank, place=place)))
            p.tell(CopCame(cop=rank, to=place), to=EVERYONE)
        elif table.cops[rank].place == NOWHERE and table.cops[rank].back <= table.round:
            place = p.dice.pick(ENTRANCES)
            p.cop(rank, place=place)
            p.tell(CopCame(cop=rank, to=place), to=EVERYONE)


def patrol(p: StepBuilder) -> None:
    """Move the next cop towards its goal until its points are spent or something stops it.

    See L10, L15 and L18.
    """
    rank, *queue = p.table.queue
    p.set(queue=tuple(queue))
    cop = cop_of(p.table, rank)
    if cop.place == NOWHERE:
        return  # killed during this police turn
    goal, points, path = _goal(p, cop), SPEED[rank] + cop.saved, list[int]()
    burdened = len(cop.pieces) == 3
    current_place = cop.place
    stopped = _partner(p.table, rank, current_place) is not None
    while current_place != goal and not stopped:
        step = _toss(p, TOWARDS[current_place][goal])
        price = cost(current_place, step, burdened=burdened)
        if price > points:
            break
        points, current_place = points - price, step
        path.append(step)
        stopped = _stops(p.table, rank, current_place)
    saved = points if rank == DEPUTY and burdened and not stopped else 0
    p.cop(rank, place=current_place, saved=saved)
    p.tell(CopMoved(cop=rank, path=tuple(path), saved=saved), to=EVERYONE)
    _happen(p, rank)


def _stops(table: Table, rank: int, current_place: int) -> bool:
    """Return whether the cop's move ends here (L11, L18).

    A cop stops for a spy, for another cop to combine pieces with, or at an exit with all three
    pieces.
    """
    return (
        (current_place in ROOMS and any(spy.place == current_place for spy in table.spies))
        or (current_place in ENTRANCES and len(cop_of(table, rank).pieces) == 3)
        or _partner(table, rank, current_place) is not None
    )


def _happen(p: StepBuilder, rank: int) -> None:
    """Resolve a cop's arrival in a place.

    The cop combines pieces with another cop, leaves through an exit (L11), or starts a combat.
    """
    cop = cop_of(p.table, rank)
    partner = _partner(p.table, rank, cop.place)
    if partner is not None:
        _combine(p, cop, partner)
    if any(
        other_cop.place in ENTRANCES and len(other_cop.pieces) == 3 for other_cop in p.table.cops
    ):
        p.end("police")
        return
    for seat in SEATS:
        if cop.place in ROOMS and p.table.spies[seat].place == cop.place:
            p.set(phase="weapons", combat=Combat(room=cop.place, spies=(seat,), cop=rank))
            p.tell(CombatBegan(room=cop.place, spies=(seat,), cop=rank), to=EVERYONE)


def _partner(table: Table, rank: int, place: int) -> Cop | None:
    """Return a cop in the same place with whom this cop can combine pieces, or None.

    Both must carry pieces, and the police must hold all three pieces in total.
    """
    pieces = cop_of(table, rank).pieces
    if not pieces or sum([len(cop.pieces) for cop in table.cops]) < 3:
        return None
    return next(
        (cop for cop in table.cops if cop.rank != rank and cop.place == place and cop.pieces), None
    )


def _combine(p: StepBuilder, first: Cop, other: Cop) -> None:
    """Give the pieces of both cops to the cop of higher rank (text, L10)."""
    giver, taker = (first, other) if first.rank < other.rank else (other, first)
    pieces = tuple(sorted(first.pieces + other.pieces))
    p.cop(giver.rank, pieces=())
    p.cop(taker.rank, pieces=pieces)
    p.tell(CopsCombined(cop=taker.rank, giver=giver.rank, pieces=pieces), to=EVERYONE)


# --- goals ----------------------------------------------------------------------------------------


def _goal(p: StepBuilder, cop: Cop) -> int:
    """Return a cop's destination (L10, L18).

    A cop goes to an exit, to another cop that carries pieces, or to a spy.
    """
    cops = p.table.cops
    if any(len(other_cop.pieces) == 3 for other_cop in cops):
        return _nearest(p, cop.place, ENTRANCES)
    if cop.pieces and sum([len(other_cop.pieces) for other_cop in cops]) == 3:
        return _nearest(
            p,
            cop.place,
            [
                other_cop.place
                for other_cop in cops
                if other_cop.pieces and other_cop.rank != cop.rank
            ],
        )
    claiming = [spy.place for spy in p.table.spies if spy.claims]
    return _nearest(p, cop.place, claiming or [spy.place for spy in p.table.spies])


def _nearest(p: StepBuilder, current_place: int, places: Sequence[int]) -> int:
    """Return the nearest of these places. Ties are broken at random (L10)."""
    distances = DISTANCE[current_place]
    best = min([distances[place] for place in places])
    return _toss(p, sorted({place for place in places if distances[place] == best}))


def _toss(p: StepBuilder, options: Sequence[int]) -> int:
    """Return one of the options at random. A single option needs no die."""
    return options[0] if len(options) == 1 else p.dice.pick(options)
