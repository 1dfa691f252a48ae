"""A spy's kit as plain values: packed gear, and gear to add, grouped as in a shop."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from campaign.house_rules.rules.house import HouseRules
from campaign.ledger.rules.gear import BRICK, GEAR, Gear, Packed, in_ge, on_sale, price
from core.web.problems import money

GEAR_KINDS: Final = {
    "pistol": "Pistols", "gun": "Long guns", "heavy": "Heavy weapons", "knife": "Blades",
    "clip": "Clips", "grenade": "Grenades", "armour": "Armour", "aid": "Aids",
    "explosive": "Explosives",
}  # fmt: skip
STORE_GROUP: Final = "In your store"


@dataclass(frozen=True, slots=True)
class KitLine:
    """One kind of gear in a kit.

    `count` is the count as typed. `facts` describes weight, price and stock.
    """

    gear: str
    name: str
    count: str
    facts: str
    use: str = ""


Choice = tuple[str, str]
Group = tuple[str, list[Choice]]


def kit_lines(
    pieces: Iterable[tuple[str, str]], stock: Sequence[Packed], house_rules: HouseRules
) -> tuple[KitLine, ...]:
    """Return the lines of a kit from (gear, count) pairs."""
    store = {item.gear: item.count for item in stock}
    return tuple(_kit_line(gear, count, store, house_rules) for gear, count in pieces)


def _kit_line(key: str, count: str, store: Mapping[str, int], house_rules: HouseRules) -> KitLine:
    gear = GEAR.get(key)
    if gear is None:
        return KitLine(key, f"“{key}”", count, "no such gear")
    return KitLine(key, gear.name, count, _gear_facts(gear, store, house_rules), gear.use)


def _gear_facts(gear: Gear, store: Mapping[str, int], house_rules: HouseRules) -> str:
    """Describe gear by weight, price and stock: `1 GE · $100 · 2 in store`."""
    weight = f"{in_ge(gear.half_ge)} GE" if gear.half_ge else "weighs nothing"
    in_store = store.get(gear.key, 0)
    return f"{weight} · {money(price(gear, house_rules))} · " + (
        f"{in_store} in store" if in_store else "none in store"
    )


def gear_groups(stock: Sequence[Packed], house_rules: HouseRules) -> list[Group]:
    """Return the gear that can be packed, by group.

    The team's own gear comes first, then gear to buy, by kind. Bricks are left out, because the
    order has its own field for them.
    """
    store = {item.gear: item.count for item in stock}
    offered = [gear for gear in on_sale(house_rules) if gear.key != BRICK]
    groups = [
        (
            STORE_GROUP,
            [_choice(gear, store, house_rules) for gear in offered if store.get(gear.key)],
        )
    ]
    for kind, title in GEAR_KINDS.items():
        groups.append(
            (
                title,
                [
                    _choice(gear, store, house_rules)
                    for gear in offered
                    if gear.kind == kind and not store.get(gear.key)
                ],
            )
        )
    return [(title, choices) for title, choices in groups if choices]


def _choice(gear: Gear, store: Mapping[str, int], house_rules: HouseRules) -> Choice:
    return (
        gear.key,
        f"{gear.name} · {_gear_facts(gear, store, house_rules).removesuffix(' · none in store')}",
    )
