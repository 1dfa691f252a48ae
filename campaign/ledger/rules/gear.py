"""Personal gear: what a spy may carry, what it weighs, and what it does on foot (P7, P8, P18).

Weights are in half grenade equivalents (half GE); distances in squares of a quarter inch; prices in
dollars. Gear with `listed` "ambush" is what the ambush rules know; "full" adds the rest of the shop
(`HouseRules.gear_list`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal, Protocol, TypeAlias

from campaign.league.rules.house import DEFAULT, HouseRules, build_at
from campaign.league.rules.tables import MARTIAL_ARTS
from core.web.problems import Problem, plural
from engine.values import Value

from .gear_list import ROWS
from .gear_values import Armour, Gear, Grenade, Weapon, in_ge

__all__ = [
    "BRICK",
    "CATALOGUE",
    "GEAR",
    "UNARMED",
    "Armour",
    "Gear",
    "Grenade",
    "Kit",
    "Packed",
    "Weapon",
    "Worn",
    "bricks",
    "check_kit",
    "find",
    "in_ge",
    "limit",
    "load",
    "on_sale",
    "price",
    "worn",
]

CATALOGUE: Final[tuple[Gear, ...]] = ROWS
GEAR: Final[dict[str, Gear]] = {gear.key: gear for gear in CATALOGUE}
BRICK: Final = "plastique"
UNARMED: Final = Weapon(
    to_hit=7, dice=1, add=-3, shots=0, reach=1, skill=MARTIAL_ARTS, melee=True
)  # P9; below base −4 and 1d−4
STIFF: Final = 2  # half GE less in improved body armour or impact armour (C2)


class Pack(Protocol):
    """Anything that says so many pieces of one kind of gear."""

    @property
    def gear(self) -> str: ...
    @property
    def count(self) -> int: ...


class Packed(Value):
    """So many pieces of one kind of gear, by its key."""

    gear: str
    count: int = 1


Kit: TypeAlias = Iterable[Pack]


class Worn(Value):
    """What a kit protects from. `armour` are DP spent before the wearer's; `blasts_halved` in
    impact armour.
    """

    armour: int = 0
    blasts_halved: bool = False
    gas_proof: bool = False
    flash_proof: bool = False
    fire_proof: bool = False


def find(key: str) -> Gear | None:
    """The gear of this key, None when there is none."""
    return GEAR.get(key)


def price(gear: Gear, house: HouseRules = DEFAULT) -> int:
    """Dollars for one piece; the campaign sets plastique's."""
    return house.plastique_price if gear.key == BRICK else gear.cost


def on_sale(house: HouseRules = DEFAULT) -> tuple[Gear, ...]:
    """What a team of this campaign may buy."""
    return tuple(gear for gear in CATALOGUE if house.gear_list == "full" or gear.listed == "ambush")


def load(kit: Kit) -> int:
    """Half GE of the kit, less what a battle vest's pockets hold for nothing; KeyError for unknown
    gear.
    """
    counts = _counts(kit)
    total = sum(GEAR[key].half_ge * count for key, count in counts.items())
    return total - (_pockets(counts) if any(GEAR[key].pockets for key in counts) else 0)


_POCKETS: Final = (("pistol", 1), ("grenade", 2), ("knife", 1), ("clip", 2))


def _pockets(counts: dict[str, int]) -> int:
    """Half GE in the pockets: one pistol, two grenades, one knife, two clips, the heaviest of each
    (C4).
    """
    saved = 0
    for kind, room in _POCKETS:
        pieces = sorted(
            (
                GEAR[key].half_ge
                for key, count in counts.items()
                if GEAR[key].kind == kind
                for _ in range(min(count, room))
            )
        )
        saved += sum(pieces[-room:])
    return saved


def _counts(kit: Kit) -> dict[str, int]:
    counts: dict[str, int] = {}
    for item in kit:
        counts[item.gear] = counts.get(item.gear, 0) + item.count
    return counts


def limit(bodybuilding: int, kit: Kit = (), house: HouseRules = DEFAULT) -> int:
    """Half GE that can be carried at this level of bodybuilding (−4 is below base), 1 GE less in
    stiff armour (E2, P8).
    """
    stiff = any(gear.armour.stiff for item in kit if (gear := GEAR[item.gear]).armour)
    return build_at(bodybuilding, house).grenades * 2 - STIFF * stiff


def bricks(kit: Kit) -> int:
    """Bricks of plastique in the kit (E13)."""
    return sum(item.count for item in kit if item.gear == BRICK)


def worn(kit: Kit) -> Worn:
    """What the kit's armour, masks and goggles protect from."""
    found = [GEAR[key] for key in _counts(kit)]
    armours = [gear.armour for gear in found if gear.armour]
    guards = {guard for gear in found for guard in gear.guards}
    return Worn(
        armour=sum(armour.dp for armour in armours),
        blasts_halved=any(armour.blasts_halved for armour in armours),
        gas_proof="gas" in guards,
        flash_proof="flash" in guards,
        fire_proof="fire" in guards,
    )


def check_kit(
    kit: Sequence[Pack],
    bodybuilding: int,
    house: HouseRules = DEFAULT,
    *,
    name: str = "This character",
) -> tuple[Problem, ...]:
    """Whether a character of this bodybuilding level can carry the kit (E15, P8); the sentences
    speak of `name`.
    """
    strange = [item.gear for item in kit if item.gear not in GEAR]
    if strange:
        return tuple(_problem("no-such-gear", f"Unknown gear “{key}”.") for key in strange)
    return (
        *_bad_counts(kit, house),
        *_too_heavy(kit, bodybuilding, house, name),
        *_too_dressed(kit),
    )


def _problem(code: str, sentence: str) -> Problem:
    return Problem(field="kit", code=code, sentence=sentence)


def _bad_counts(kit: Sequence[Pack], house: HouseRules) -> tuple[Problem, ...]:
    found = [
        _problem("nothing", f"{GEAR[item.gear].name}: enter at least 1, or remove it.")
        for item in kit
        if item.count < 1
    ]
    most = len(house.bomb_dice)
    if bricks(kit) > most:
        found.append(
            _problem(
                "too-many-bricks",
                f"A bomber can place at most {plural(most, 'brick')} of plastique.",
            )
        )
    return tuple(found)


def _too_heavy(
    kit: Sequence[Pack], bodybuilding: int, house: HouseRules, name: str
) -> tuple[Problem, ...]:
    most, weight = limit(bodybuilding, kit, house), load(kit)
    if weight <= most:
        return ()
    return (
        _problem(
            "too-heavy",
            f"{name} can carry {in_ge(most)} grenade equivalents; this kit weighs {in_ge(weight)}.",
        ),
    )


def _too_dressed(kit: Sequence[Pack]) -> tuple[Problem, ...]:
    """One suit; an armoured vest or flak jacket not over a stiff suit; not both of them."""
    found = [
        gear for key, count in _counts(kit).items() for gear in [GEAR[key]] * count if gear.armour
    ]
    suits = [gear for gear in found if _layer(gear) == "suit"]
    vests = [gear for gear in found if _layer(gear) == "vest"]
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
