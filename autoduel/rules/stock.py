"""Stock cars with their prices: what a table of the lobby is driven with (V1, V100).

The designs are the garage's own; what they come to there is written down here, since a duel knows
of cars only what their sheets say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.values import Value

from .values import CarSetup, Extra, Person, Weapon

if TYPE_CHECKING:
    from .values import Look, Mount


class Stock(Value):
    """A stock car: its key, dollars as it stands in the shop, a word for who chooses, its sheet."""

    key: str
    price: int
    blurb: str
    car: CarSetup


def _arm(
    at: int, name: str, look: Look, facing: Mount, row: tuple[int, int, int, int], **more: int
) -> Weapon:
    """A weapon by its number to hit, dice, DP and shots."""
    to_hit, dice, dp, shots = row
    return Weapon(
        key=f"weapon:{at}", name=name, look=look, facing=facing, to_hit=to_hit, dice=dice, dp=dp,
        shots=shots, volatile=look in ("rockets", "flamethrower", "mines", "burning-oil"), **more,
    )  # fmt: skip


def _gun(at: int, facing: Mount = "front", link: int = 0) -> Weapon:
    return _arm(at, "Machine gun", "gun", facing, (7, 1, 3, 20), link=link)


def _plates(front: int, back: int, sides: int, top: int, under: int) -> tuple[int, ...]:
    return front, back, sides, sides, top, under


_DRIVER: Final = (Person(name="Driver", place="driver"),)
_CREW: Final = (*_DRIVER, Person(name="Gunner", place="gunner"))


def _car(
    name: str,
    body: str,
    plates: tuple[int, ...],
    tyres: tuple[int, ...],
    plant: int,
    moves: tuple[int, int, int, int],
    weapons: tuple[Weapon, ...],
    **more: object,
) -> CarSetup:
    """A car by its weight, handling class, top speed and acceleration."""
    weight, hc, top, gain = moves
    sheet = {
        "name": name, "body": body, "armour": plates, "plant": plant, "tyres": tyres,
        "weight": weight, "hc": hc, "top_speed": top, "acceleration": gain, "weapons": weapons,
        "crew": _DRIVER, **more,
    }  # fmt: skip
    return CarSetup(**sheet)  # type: ignore[arg-type]


STOCK: Final = (
    Stock(
        key="night_heron",
        price=5622,
        blurb="A heavy cycle for riders who are followed: gun in front, smoke behind.",
        car=_car(
            "Night Heron", "heavy_cycle", _plates(10, 10, 3, 0, 5), (9, 9), 5,
            (1261, 2, 135, 10), (_gun(1), _arm(2, "Smokescreen", "smoke", "back", (0, 0, 4, 10))),
            cycle=True,
        ),
    ),
    Stock(
        key="terrier",
        price=5960,
        blurb="Small, quick, and does not let go: a gun in front, spikes behind.",
        car=_car(
            "Terrier", "compact", _plates(35, 25, 20, 10, 10), (6, 6, 6, 6), 8,
            (3305, 3, 105, 5), (_gun(1), _arm(2, "Spikedropper", "spikes", "back", (0, 1, 4, 10))),
            small=True,
        ),
    ),
    Stock(
        key="greyhound",
        price=10_002,
        blurb="The club racer with a pair of linked guns.",
        car=_car(
            "Greyhound", "mid_sized", _plates(45, 30, 25, 10, 12), (9, 9, 9, 9), 10,
            (4426, 3, 110, 5), (_gun(1, link=1), _gun(2, link=1)),
        ),
    ),
    Stock(
        key="homestead",
        price=10_590,
        blurb="A wagon with a rocket for whoever asks, and oil for whoever follows.",
        car=_car(
            "Homestead", "station_wagon", _plates(40, 40, 30, 10, 12), (6, 6, 6, 6), 10,
            (5255, 3, 95, 5),
            (
                _arm(1, "Rocket launcher", "rockets", "front", (8, 2, 2, 10)),
                _arm(2, "Oil jet", "oil", "back", (0, 0, 3, 25)),
            ),
            extras=(
                Extra(
                    key="accessory:1", name="Fire extinguisher", location="", dp=1, puts_out=3
                ),
            ),
        ),
    ),
    Stock(
        key="magistrate",
        price=11_796,
        blurb="A sedan that passes sentence in front and drops mines behind.",
        car=_car(
            "Magistrate", "sedan", _plates(45, 40, 30, 12, 15), (9, 9, 12, 12), 10,
            (5098, 3, 100, 5),
            (
                _arm(1, "Recoilless rifle", "cannon", "front", (7, 2, 4, 10)),
                _arm(2, "Minedropper", "mines", "back", (0, 2, 2, 10)),
            ),
        ),
    ),
    Stock(
        key="lamplighter",
        price=15_480,
        blurb="One medium laser and a computer to aim it.",
        car=_car(
            "Lamplighter", "mid_sized", _plates(50, 40, 30, 10, 15), (9, 9, 9, 9), 12,
            (4940, 3, 120, 10),
            (_arm(1, "Medium laser", "laser", "front", (6, 2, 2, -1), fire=2),),
            extras=(
                Extra(
                    key="accessory:1", name="Targeting computer", location="", dp=1, to_hit=1
                ),
            ),
            reflective=True,
        ),
    ),
    Stock(
        key="chairman",
        price=15_810,
        blurb="A vulcan in the turret, a gunner to turn it, smoke behind.",
        car=_car(
            "Chairman", "luxury", _plates(40, 35, 30, 20, 12), (12, 12, 12, 12), 12,
            (5935, 3, 105, 5),
            (
                _arm(1, "Vulcan machine gun", "gun", "turret", (6, 2, 3, 20)),
                _arm(2, "Smokescreen", "smoke", "back", (0, 0, 4, 10)),
            ),
            crew=_CREW,
            solid=True,
            extras=(Extra(key="accessory:1", name="Turret", location="top", dp=3, turret=True),),
        ),
    ),
    Stock(
        key="prospector",
        price=17_884,
        blurb="A pickup that digs with an anti-tank gun, a gunner, and a ram bar.",
        car=_car(
            "Prospector", "pickup", _plates(45, 35, 30, 12, 20), (12, 12, 12, 12), 12,
            (6662, 2, 100, 5),
            (_arm(1, "Anti-tank gun", "cannon", "front", (8, 3, 6, 10), hazard=1),),
            crew=_CREW,
            blunt=True,
            solid=True,
            extras=(
                Extra(key="accessory:1", name="Ram bar", location="front", dp=4, rams=True),
                Extra(key="accessory:2", name="Skid plate", location="under", dp=4, rams=True),
            ),
        ),
    ),
    Stock(
        key="bulwark",
        price=19_425,
        blurb="A van behind metal, autocannon in front, gun behind. It arrives late and stays.",
        car=_car(
            "Bulwark", "van", _plates(8, 6, 5, 2, 3), (12, 12, 12, 12), 12,
            (6530, 2, 100, 5),
            (_arm(1, "Autocannon", "cannon", "front", (6, 3, 4, 10)), _gun(2, "back")),
            crew=_CREW,
            blunt=True,
            metal=True,
            solid=True,
        ),
    ),
)  # fmt: skip
BY_KEY: Final = {one.key: one for one in STOCK}
DIVISIONS: Final = {"6": 6000, "12": 12_000, "16": 16_000, "20": 20_000}
"""Each division's dearest car, in dollars; it begins above the division below it (V100)."""


def division(key: str) -> tuple[Stock, ...]:
    """The stock cars of a division, the cheapest first."""
    top = DIVISIONS[key]
    low = max([price for price in DIVISIONS.values() if price < top], default=0)
    return tuple([one for one in STOCK if low < one.price <= top])
