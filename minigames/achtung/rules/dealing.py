"""Teams, pools, classes and unlocks by the dice (A10, A11, A16)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.values import Seat

from .classes import LOYAL_KINDS
from .options import pool_size
from .unlocks import unlocks_of
from .values import ClassUnlock, Kind, Kinds, Seats, Setup, Unlock

if TYPE_CHECKING:
    from engine.dice import Dice

TRIES: Final = 100
"""Shuffles until nobody keeps their class; after so many the classes move round instead."""


def deal_sides(setup: Setup, dice: Dice) -> tuple[int, ...]:
    """The side of every seat."""
    sides = (0,) * setup.team_size + (1,) * setup.team_size
    return sides if setup.teams == "seats" else dice.shuffle(sides)


def members_of(sides: tuple[int, ...], side: int) -> Seats:
    """The seats of a side, lowest first."""
    return tuple([Seat(seat) for seat, each in enumerate(sides) if each == side])


def random_pool(size: int, dice: Dice) -> Kinds:
    """So many classes: all eight as often as they fit, then others without repeats (A10)."""
    whole, rest = divmod(size, len(LOYAL_KINDS))
    return (
        (*LOYAL_KINDS * whole, *dice.shuffle(LOYAL_KINDS)[:rest]) if rest else LOYAL_KINDS * whole
    )


def deal_pools(setup: Setup, dice: Dice) -> tuple[Kinds, Kinds]:
    """Both sides' pools at the start, the Spies not counted."""
    if setup.pool == "different":
        return random_pool(pool_size(setup), dice), random_pool(pool_size(setup), dice)
    return (
        both(setup.pools) if setup.pool == "chosen" else (random_pool(pool_size(setup), dice),) * 2
    )


def both(pools: tuple[Kinds, ...]) -> tuple[Kinds, Kinds]:
    """One pool for both sides, or each its own."""
    return pools[0], pools[-1]


def announced(pools: tuple[Kinds, Kinds], spies: int) -> tuple[Kinds, Kinds]:
    """The pools as they are read out: by the order of the classes, the Spies last."""
    red, blu = [
        (*sorted(pool, key=LOYAL_KINDS.index), *["spy" for _ in range(spies)]) for pool in pools
    ]
    return red, blu  # type: ignore[return-value]


def deal_kinds(pool: Kinds, spies: int, dice: Dice) -> Kinds:
    """A class for each of a team."""
    return dice.shuffle((*pool, *["spy"] * spies))  # type: ignore[arg-type]


def deal_others(kinds: Kinds, dice: Dice) -> Kinds:
    """The same classes dealt again so that nobody keeps theirs (A16)."""
    for _ in range(TRIES):
        dealt = dice.shuffle(kinds)
        if all(now != before for now, before in zip(dealt, kinds, strict=True)):
            return dealt
    order = sorted(range(len(kinds)), key=lambda at: kinds[at])
    most = max([kinds.count(kind) for kind in kinds])
    moved = {order[at]: kinds[order[(at + most) % len(order)]] for at in range(len(order))}
    return tuple([moved[at] for at in range(len(kinds))])


def deal_unlock(
    kind: Kind, setup: Setup, chosen: tuple[ClassUnlock, ...], dice: Dice
) -> Unlock | None:
    """The unlock of a player of this class, if it has one here."""
    if setup.unlocks == "random":
        options = unlocks_of(kind, complex_classes=setup.complex_classes)
        return dice.pick(options) if options else None
    return next((each.unlock for each in chosen if each.kind == kind), None)
