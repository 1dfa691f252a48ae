"""How teams, pools, classes and unlocks are dealt at random (A10, A11, A16)."""

from __future__ import annotations

from typing import Final

from engine.dice import Dice
from engine.values import Seat

from .classes import LOYAL_KINDS
from .options import pool_size
from .unlocks import unlocks_of
from .values import ClassUnlock, Kind, Kinds, Seats, Setup, Unlock

MAX_SHUFFLES: Final = 100
"""Maximum number of shuffles when looking for a deal in which nobody keeps their class.

If no such deal is found, the classes are rotated.
"""


def deal_sides(setup: Setup, dice: Dice) -> tuple[int, ...]:
    """Return the side of each seat."""
    sides = (0,) * setup.team_size + (1,) * setup.team_size
    return sides if setup.teams == "seats" else dice.shuffle(sides)


def members_of(sides: tuple[int, ...], side: int) -> Seats:
    """Return the seats on a side, in order."""
    return tuple([Seat(seat) for seat, seat_side in enumerate(sides) if seat_side == side])


def random_pool(size: int, dice: Dice) -> Kinds:
    """Return a random pool of this size (A10).

    A pool contains all eight classes as often as they fit, and then different classes at random.
    """
    repeats, remainder = divmod(size, len(LOYAL_KINDS))
    return (
        (*LOYAL_KINDS * repeats, *dice.shuffle(LOYAL_KINDS)[:remainder])
        if remainder
        else LOYAL_KINDS * repeats
    )


def deal_pools(setup: Setup, dice: Dice) -> tuple[Kinds, Kinds]:
    """Return both sides' pools at the start of the game, without Spies."""
    if setup.pool == "different":
        return random_pool(pool_size(setup), dice), random_pool(pool_size(setup), dice)
    return (
        pools_of_sides(setup.pools)
        if setup.pool == "chosen"
        else (random_pool(pool_size(setup), dice),) * 2
    )


def pools_of_sides(pools: tuple[Kinds, ...]) -> tuple[Kinds, Kinds]:
    """Return both sides' pools. `pools` has one pool for both sides, or one for each."""
    return pools[0], pools[-1]


def announced_pools(pools: tuple[Kinds, Kinds], spies: int) -> tuple[Kinds, Kinds]:
    """Return the pools in the form in which they are announced.

    The classes are in their usual order, with the Spies last.
    """
    red, blu = [
        (*sorted(pool, key=LOYAL_KINDS.index), *["spy" for _ in range(spies)]) for pool in pools
    ]
    return red, blu  # type: ignore[return-value]


def deal_kinds(pool: Kinds, spies: int, dice: Dice) -> Kinds:
    """Return a random class for each member of a team."""
    return dice.shuffle((*pool, *["spy"] * spies))  # type: ignore[arg-type]


def deal_others(kinds: Kinds, dice: Dice) -> Kinds:
    """Return the same classes, dealt again so that nobody keeps their class (A16)."""
    for _ in range(MAX_SHUFFLES):
        shuffled = dice.shuffle(kinds)
        if all(new != old for new, old in zip(shuffled, kinds, strict=True)):
            return shuffled
    order = sorted(range(len(kinds)), key=lambda index: kinds[index])
    max_count = max([kinds.count(kind) for kind in kinds])
    rotated = {
        order[index]: kinds[order[(index + max_count) % len(order)]] for index in range(len(order))
    }
    return tuple([rotated[index] for index in range(len(kinds))])


def deal_unlock(
    kind: Kind, setup: Setup, chosen_unlocks: tuple[ClassUnlock, ...], dice: Dice
) -> Unlock | None:
    """Return the unlock that a player of this class gets, or None."""
    if setup.unlocks == "random":
        options = unlocks_of(kind, complex_classes=setup.complex_classes)
        return dice.pick(options) if options else None
    return next(
        (class_unlock.unlock for class_unlock in chosen_unlocks if class_unlock.kind == kind), None
    )
