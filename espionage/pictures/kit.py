"""A spy's kit as values: the lines already packed, and what can be added, grouped as in a shop."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from campaign.ledger.rules.gear import BRICK, GEAR, Gear, in_ge, on_sale, price
from core.web.problems import money

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from campaign.league.rules.house import HouseRules
    from campaign.ledger.rules.gear import Packed

KINDS: Final = {
    "pistol": "Pistols", "gun": "Long arms", "heavy": "Heavy weapons", "knife": "Blades",
    "clip": "Clips", "grenade": "Grenades", "armour": "Armour", "aid": "Aids",
    "explosive": "Explosives",
}  # fmt: skip
IN_STORE: Final = "In your store"


@dataclass(frozen=True, slots=True)
class KitLine:
    """One kind of gear in a kit: `count` as typed, what a piece weighs and costs, how many the team
    has.
    """

    gear: str
    name: str
    count: str
    facts: str
    use: str = ""


Choice = tuple[str, str]
Group = tuple[str, list[Choice]]


def kit_lines(
    pieces: Iterable[tuple[str, str]], stock: Sequence[Packed], house: HouseRules
) -> tuple[KitLine, ...]:
    """The lines of a kit from (gear, count) pairs."""
    store = {item.gear: item.count for item in stock}
    return tuple(_line(gear, count, store, house) for gear, count in pieces)


def _line(key: str, count: str, store: Mapping[str, int], house: HouseRules) -> KitLine:
    gear = GEAR.get(key)
    if gear is None:
        return KitLine(key, f"“{key}”", count, "no such gear")
    return KitLine(key, gear.name, count, _facts(gear, store, house), gear.use)


def _facts(gear: Gear, store: Mapping[str, int], house: HouseRules) -> str:
    """`1 GE · $100 · 2 in store`."""
    weight = f"{in_ge(gear.half_ge)} GE" if gear.half_ge else "no load"
    have = store.get(gear.key, 0)
    return f"{weight} · {money(price(gear, house))} · " + (
        f"{have} in store" if have else "none in store"
    )


def shop(stock: Sequence[Packed], house: HouseRules) -> list[Group]:
    """What can be packed: first what the team has, then what would be bought, by kind. Bricks are
    counted on the order.
    """
    store = {item.gear: item.count for item in stock}
    offered = [gear for gear in on_sale(house) if gear.key != BRICK]
    groups = [(IN_STORE, [_choice(gear, store, house) for gear in offered if store.get(gear.key)])]
    for kind, title in KINDS.items():
        groups.append(
            (
                title,
                [
                    _choice(gear, store, house)
                    for gear in offered
                    if gear.kind == kind and not store.get(gear.key)
                ],
            )
        )
    return [(title, choices) for title, choices in groups if choices]


def _choice(gear: Gear, store: Mapping[str, int], house: HouseRules) -> Choice:
    return gear.key, f"{gear.name} · {_facts(gear, store, house).removesuffix(' · none in store')}"
