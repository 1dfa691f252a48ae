"""Rules for personal gear: load, weight, and effects on foot (P7, P8, P18).

Weights are in half grenade equivalents (half GE), distances in squares of a quarter inch, and
prices in dollars. Gear whose `listed` is "ambush" belongs to the ambush rules. Gear whose `listed`
is "full" makes up the rest of the shop (`HouseRules.gear_list`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal, Protocol, TypeAlias

from campaign.house_rules.rules.house import DEFAULT, HouseRules, build_at
from campaign.house_rules.rules.tables import MARTIAL_ARTS
from core.web.problems import Problem, plural
from engine.values import Value

from .gear_list import ROWS
from .gear_values import Armour, Gear, Grenade, Weapon, in_ge

__all__ = [
    "BRICK", "CATALOGUE", "GEAR", "UNARMED", "Armour", "Gear", "Grenade", "Kit", "Packed",
    "Protection", "Weapon", "bricks", "check_kit", "find", "in_ge", "load", "max_load", "on_sale",
    "price", "protection_of",
]  # fmt: skip

CATALOGUE: Final[tuple[Gear, ...]] = ROWS
GEAR: Final[dict[str, Gear]] = {gear.key: gear for gear in CATALOGUE}
BRICK: Final = "plastique"
UNARMED: Final = Weapon(
    to_hit=7, dice=1, add=-3, shots=0, reach=1, skill=MARTIAL_ARTS, melee=True
)  # P9; below base, −4 and 1d−4
STIFF_PENALTY: Final = 2  # half GE less in improved body armour or impact armour (C2)


class Pack(Protocol):
    """Any object that has a kind of gear and a number of pieces."""

    @property
    def gear(self) -> str: ...
    @property
    def count(self) -> int: ...


class Packed(Value):
    """A number of pieces of a kind of gear, identified by its key."""

    gear: str
    count: int = 1


Kit: TypeAlias = Iterable[Pack]


class Protection(Value):
    """The protection that a kit gives.

    `armour` is the number of DP that are lost before the wearer's own. `blasts_halved` is true for
    impact armour.
    """

    armour: int = 0
    blasts_halved: bool = False
    gas_proof: bool = False
    flash_proof: bool = False
    fire_proof: bool = False


def find(key: str) -> Gear | None:
    """Return the gear with this key, or None."""
    return GEAR.get(key)


def price(gear: Gear, rules: HouseRules = DEFAULT) -> int:
    """Return the price of one piece in dollars. For plastique, it depends on the house rules."""
    return rules.plastique_price if gear.key == BRICK else gear.cost


def on_sale(rules: HouseRules = DEFAULT) -> tuple[Gear, ...]:
    """Return the gear that a team of this campaign can buy."""
    return tuple(gear for gear in CATALOGUE if rules.gear_list == "full" or gear.listed == "ambush")


def load(kit: Kit) -> int:
    """Return the load of a kit in half GE, less the contents of a battle vest's pockets.

    Raise KeyError for unknown gear.
    """
    counts = _counts(kit)
    total = sum(GEAR[key].half_ge * count for key, count in counts.items())
    return total - (_pockets(counts) if any(GEAR[key].pockets for key in counts) else 0)


_POCKETS: Final = (("pistol", 1), ("grenade", 2), ("knife", 1), ("clip", 2))


def _pockets(counts: dict[str, int]) -> int:
    """Return the weight in half GE of the gear that fits into the pockets.

    The pockets hold one pistol, two grenades, one knife and two clips, in each case the heaviest
    ones (C4).
    """
    saved = 0
    for kind, places in _POCKETS:
        pieces = sorted(
            (
                GEAR[key].half_ge
                for key, count in counts.items()
                if GEAR[key].kind == kind
                for _ in range(min(count, places))
            )
        )
        saved += sum(pieces[-places:])
    return saved


def _counts(kit: Kit) -> dict[str, int]:
    counts: dict[str, int] = {}
    for item in kit:
        counts[item.gear] = counts.get(item.gear, 0) + item.count
    return counts


def max_load(bodybuilding: int, kit: Kit = (), rules: HouseRules = DEFAULT) -> int:
    """Return the load in half GE that a character can carry at this level of bodybuilding (E2, P8).

    Level −4 means below base. Stiff armour reduces the load by 1 GE.
    """
    stiff = any(gear.armour.stiff for item in kit if (gear := GEAR[item.gear]).armour)
    return build_at(bodybuilding, rules).grenades * 2 - STIFF_PENALTY * stiff


def bricks(kit: Kit) -> int:
    """Return the number of bricks of plastique in a kit (E13)."""
    return sum(item.count for item in kit if item.gear == BRICK)


def protection_of(kit: Kit) -> Protection:
    """Return the protection from a kit's armour, masks and goggles."""
    items = [GEAR[key] for key in _counts(kit)]
    armours = [gear.armour for gear in items if gear.armour]
    guards = {guard for gear in items for guard in gear.guards}
    return Protection(
        armour=sum(armour.dp for armour in armours),
        blasts_halved=any(armour.blasts_halved for armour in armours),
        gas_proof="gas" in guards,
        flash_proof="flash" in guards,
        fire_proof="fire" in guards,
    )


def check_kit(
    kit: Sequence[Pack],
    bodybuilding: int,
    rules: HouseRules = DEFAULT,
    *,
    name: str = "This character",
) -> tuple[Problem, ...]:
    """Return the errors in a kit for a character with this level of bodybuilding (E15, P8).

    `name` is used in the messages.
    """
    unknown = [item.gear for item in kit if item.gear not in GEAR]
    if unknown:
        return tuple(_problem("no-such-gear", f"Unknown gear “{key}”.") for key in unknown)
    return (
        *_bad_counts(kit, rules),
        *_too_heavy(kit, bodybuilding, rules, name),
        *_too_much_armour(kit),
    )


def _problem(code: str, sentence: str) -> Problem:
    return Problem("kit", code, sentence)


def _bad_counts(kit: Sequence[Pack], rules: HouseRules) -> tuple[Problem, ...]:
    problems = [
        _problem("nothing", f"{GEAR[item.gear].name}: enter at least 1, or remove it.")
        for item in kit
        if item.count < 1
    ]
    max_bricks = len(rules.bomb_dice)
    if bricks(kit) > max_bricks:
        problems.append(
            _problem(
                "too-many-bricks",
                f"A bomber can place at most {plural(max_bricks, 'brick')} of plastique.",
            )
        )
    return tuple(problems)


def _too_heavy(
    kit: Sequence[Pack], bodybuilding: int, rules: HouseRules, name: str
) -> tuple[Problem, ...]:
    max_weight, weight = max_load(bodybuilding, kit, rules), load(kit)
    if weight <= max_weight:
        return ()
    return (
        _problem(
            "too-heavy",
            f"{name} can carry {in_ge(max_weight)} grenade equivalents; this kit weighs "
            f"{in_ge(weight)}.",
        ),
    )


def _too_much_armour(kit: Sequence[Pack]) -> tuple[Problem, ...]:
    """Return an error for two suits, two vests or jackets, or one of these over a stiff suit."""
    worn_gear = [
        gear for key, count in _counts(kit).items() for gear in [GEAR[key]] * count if gear.armour
    ]
    suits = [gear for gear in worn_gear if _layer(gear) == "suit"]
    vests = [gear for gear in worn_gear if _layer(gear) == "vest"]
    if len(suits) > 1:
        return (
            _problem(
                "two-suits",
                (
                    "Wear only one suit of armour, not "
                    f"{' and '.join(suit.name.lower() for suit in suits)}."
                ),
            ),
        )
    if len(vests) > 1:
        return (
            _problem(
                "two-vests",
                (
                    "Wear only one vest or jacket, not "
                    f"{' and '.join(vest.name.lower() for vest in vests)}."
                ),
            ),
        )
    if suits and vests and any(suit.armour.stiff for suit in suits if suit.armour):
        return (
            _problem(
                "vest-over-suit", f"{vests[0].name} cannot be worn over {suits[0].name.lower()}."
            ),
        )
    return ()


def _layer(gear: Gear) -> Literal["suit", "vest", ""]:
    return gear.armour.layer if gear.armour else ""
