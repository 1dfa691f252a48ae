"""Record types of the gear catalogue."""

from __future__ import annotations

from typing import Literal, TypeAlias

from engine.values import Value

Kind: TypeAlias = Literal[
    "pistol", "gun", "knife", "heavy", "grenade", "clip", "armour", "explosive", "aid"
]
Guard: TypeAlias = Literal["gas", "flash", "fire"]


class Weapon(Value):
    """A hand weapon.

    It hits if 2d6 show at least `to_hit`. Its damage is `dice` d6 plus `add`, and at least 0. If
    `shots` is 0, the weapon needs no ammunition. `reach` is the longest range in squares, or 0 for
    unlimited range. `shot_cost` is the price of a shot in dollars.
    """

    to_hit: int
    dice: int
    add: int
    shots: int
    skill: str
    reach: int = 0
    melee: bool = False
    barrels: int = 1  # 2: can fire both barrels, with two rolls and two shots
    clip: str = ""  # key of the spare clip
    shot_cost: int = 0
    one_use: bool = False
    fires_grenades: bool = False
    burns: bool = False
    against_vehicles: Literal["full", "half", "tyres"] = "tyres"


class Grenade(Value):
    """A grenade (P18).

    It does full damage up to `near` squares from the burst, and half damage up to `reach` squares.
    Clouds and fires last `turns` turns.
    """

    effect: Literal["blast", "fire", "smoke", "gas", "blind", "foam"]
    dice: int = 0
    add: int = 0
    to_hit: int = 9
    thrown: int = 16  # maximum throwing distance in squares
    near: int = 1
    reach: int = 4
    turns: int = 0


class Armour(Value):
    """The DP that a suit of armour absorbs. They are not restored. Stiff armour adds 1 GE
    of load.
    """

    dp: int
    layer: Literal["suit", "vest"] = "suit"
    stiff: bool = False
    blasts_halved: bool = False


class Gear(Value):
    """A kind of personal gear. `use` describes what it is for."""

    key: str
    name: str
    kind: Kind
    cost: int
    half_ge: int
    listed: Literal["ambush", "full"] = "ambush"
    use: str = ""
    weapon: Weapon | None = None
    grenade: Grenade | None = None
    armour: Armour | None = None
    guards: tuple[Guard, ...] = ()
    pockets: bool = False


def in_ge(half: int) -> str:
    """Return a weight in half GE as players write it, such as "6½" for 13."""
    whole_ge, remainder = divmod(half, 2)
    return f"{whole_ge or ''}½" if remainder else str(whole_ge)


def damage_words(dice: int, add: int) -> str:
    """Return damage as players write it, such as "1d−2", "3d" or "2"."""
    if not dice:
        return str(add)
    sign = "" if not add else f"+{add}" if add > 0 else f"−{-add}"
    return f"{dice}d{sign}"
