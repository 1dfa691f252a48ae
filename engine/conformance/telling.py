"""The law of telling (11): nothing is told to more than may know it.

The laws of secrecy say that a view is what was heard, folded: who heard the same sees the same.
This one is the converse: who sees the same has heard the same. What a seat heard beyond what its
view came to hold was either told to too many or said in passing; what may be said in passing, a
game declares (`Game.fleeting`).

It is blind to what is in the view as well (those are for the other laws), to the order of a step's
events, and to what an event of a declared type says: of those it asks who hears them, and after
which dice.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from engine.dice import SeededDice
from engine.match import heard_by
from engine.values import EVERYONE

from .trial import Broken, Trial, under
from .twins import Choices, World, choices, echoes, rerolls, worlds

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.values import Seat


def law_11_no_more_is_told(trial: Trial) -> Counter[str]:
    """A seat that sees the same before and after has heard the same, whatever else was otherwise.

    Three things may be: one die of the deal or of the step; which of its moves another seat chose;
    and, in a world imagined from the seat's own view, all that it does not know. The mover is held
    to the first and the last, not to the second: it knows what it chose.
    """
    counts: Counter[str] = Counter(alike=0, told_apart=0, in_passing=0)
    _hearers(trial)
    public, private = _passing(trial, public=True), _passing(trial, public=False)
    for reroll in trial.once(rerolls):
        passing = public if reroll.domain == "public" else private
        where = f"{trial.at(reroll.ply)}: one die ({reroll.domain}) fell otherwise"
        for seat in trial.watchers:
            counts[_compare(trial, where, seat, reroll.step, reroll.other, passing)] += 1
    for each in trial.once(choices):
        for seat in trial.watchers:
            if seat != each.mover:
                _choices(trial, each, seat, public, counts)
    for world in trial.once(worlds):
        if verdict := _world(trial, world, public):
            counts[verdict] += 1
    return counts


def _hearers(trial: Trial) -> None:
    """An event that the game declares for one seat alone is told to one seat alone."""
    alone = {kind for kind, hearers in trial.game.fleeting.items() if hearers == "one"}
    for ply, told in enumerate(trial.told if alone else ()):
        for each in told:
            if type(each.event) in alone and (each.to == EVERYONE or len(each.to) != 1):
                what = f"{type(each.event).__name__} is for one seat alone and told to {each.to}"
                raise Broken("11", f"{trial.at(ply)}: {what}")


def _passing(trial: Trial, *, public: bool) -> frozenset[type]:
    """The types said in passing. Of what is not public, nothing is said to everyone in passing."""
    fleeting = trial.game.fleeting.items()
    return frozenset([kind for kind, hearers in fleeting if public or hearers == "one"])


def _compare(
    trial: Trial, where: str, seat: Seat | None, step: Any, other: Any, passing: frozenset[type]
) -> str:
    """Say how two steps sound to the seat; Broken if they look the same and sound otherwise."""
    (here, told), (there, told_there) = step, other
    heard, heard_there = heard_by(seat, told), heard_by(seat, told_there)
    if heard == heard_there:
        return "alike"
    heard, heard_there = _lasting(heard, passing), _lasting(heard_there, passing)
    if _same(heard, heard_there):
        return "in_passing"
    if trial.game.view(here, seat) == trial.game.view(there, seat):
        raise _told_too_much(where, seat, heard, heard_there)
    return "told_apart"


def _choices(
    trial: Trial, each: Choices, seat: Seat | None, passing: frozenset[type], counts: Counter[str]
) -> None:
    """Those of the mover's choices that look alike to the seat sound alike to it."""
    heard = [heard_by(seat, told) for _, told in each.steps]
    if all(events == heard[0] for events in heard):
        counts["alike"] += len(heard)
        return
    seen: dict[Any, tuple[Any, ...]] = {}
    for (after, _), events in zip(each.steps, heard, strict=True):
        there = _lasting(events, passing)
        here = seen.setdefault(trial.game.view(after, seat), there)
        if not _same(here, there):
            where = f"{trial.at(each.ply + 1)}: seat {each.mover} chose otherwise"
            raise _told_too_much(where, seat, here, there)
    counts["told_apart"] += len(seen)
    counts["alike"] += len(heard) - len(seen)


def _world(trial: Trial, world: World, passing: frozenset[type]) -> str:
    """The same move, or else one of its kind, in a world that looks the same to the seat."""
    mover, ply = trial.moves[world.ply][0], world.ply + 1
    where = f"{trial.at(ply)}: in a world that seat {world.seat} imagines"
    with under("11", where):
        for echo in echoes(trial, world):
            other = trial.game.apply(world.state, mover, echo, SeededDice(trial.seed, ply))
            step = trial.states[ply], trial.told[ply]
            return _compare(trial, where, world.seat, step, other, passing)
    return ""


def _lasting(heard: Iterable[Any], passing: frozenset[type]) -> tuple[Any, ...]:
    return tuple([event for event in heard if type(event) not in passing])


def _same(here: tuple[Any, ...], there: tuple[Any, ...]) -> bool:
    return here == there or Counter(here) == Counter(there)


def _told_too_much(
    where: str, seat: Seat | None, here: tuple[Any, ...], there: tuple[Any, ...]
) -> Broken:
    odd = (Counter(here) - Counter(there)) + (Counter(there) - Counter(here))
    kinds = ", ".join(sorted({type(event).__name__ for event in odd}))
    return Broken("11", f"{where}; seat {seat} sees the same and heard another thing ({kinds})")
