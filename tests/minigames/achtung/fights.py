"""Matches set up by hand: classes as text, actions by seat, and results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.dice import Dice, ScriptedDice
from engine.values import Seat
from minigames.achtung.rules.battle import Battle
from minigames.achtung.rules.resolution import resolve
from minigames.achtung.rules.values import (
    Backstab,
    Heal,
    Kinds,
    MatchKind,
    Secret,
    Setup,
    Shoot,
    StandBy,
)


def fight(
    red: str,
    blu: str = "soldier",
    *,
    bench: str = "",
    match: MatchKind = "payload",
    does: Mapping[int, Any] | None = None,
    unlocks: dict[int, Any] | None = None,
    secrets: dict[int, Secret] | None = None,
    dice: Dice | None = None,
    **terms: Any,
) -> Battle:
    """Resolve a match.

    RED's squad sits from seat 0, BLU's squad after it, and RED's bench last. Classes are plain by
    default.
    """
    squads = red.split(), blu.split()
    kinds: Kinds = (*squads[0], *squads[1], *bench.split())  # type: ignore[arg-type]
    first, second = len(squads[0]), len(squads[0]) + len(squads[1])
    battle = Battle(
        Setup(**terms),
        match,
        (0,) * first + (1,) * (second - first) + (0,) * (len(kinds) - second),
        (seats(0, first), seats(first, second)),
        kinds,
        tuple([(unlocks or {}).get(seat) for seat in range(len(kinds))]),
        tuple([(does or {}).get(seat, StandBy()) for seat in range(len(kinds))]),
        tuple([(secrets or {}).get(seat, Secret()) for seat in range(len(kinds))]),
        dice or ScriptedDice(),
    )
    resolve(battle)
    return battle


def seats(low: int, high: int) -> tuple[Seat, ...]:
    return tuple([Seat(seat) for seat in range(low, high)])


def red(battle: Battle) -> int:
    """Return RED's points."""
    return battle.total(0)


def blu(battle: Battle) -> int:
    """Return BLU's points."""
    return battle.total(1)


def heal(*targets: int) -> Heal:
    return Heal(targets=tuple([Seat(target) for target in targets]))


def shoot(target: int) -> Shoot:
    return Shoot(target=Seat(target))


def stab(target: int) -> Backstab:
    return Backstab(target=Seat(target))


SABOTAGED = Secret(sabotaged=True)
