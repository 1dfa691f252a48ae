"""A vehicle of a garage, with its damage and its crew, as a car of the arena (V4, V82).

What the arena asks and the catalogue says with a field is read from there. Which bodies are small
or blunt, which tyres are solid and which gun kicks, the catalogue's keys say (V35, V38, V120): a
club's own parts are none of it.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Final

from autoduel.rules.values import (
    FACINGS,
    CarSetup,
    Extra,
    Look,
    Person,
    Weapon,
)
from campaign.garage.rules.design import compute_totals
from campaign.garage.rules.record import (
    PLANT,
    armour_left,
    dp_left,
    list_parts,
    shots_left,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from campaign.garage.rules.design import VehicleDesign
    from campaign.garage.rules.parts import Marker, VehicleWeapon
    from campaign.garage.rules.record import VehicleRecord

SMALL: Final = frozenset({"subcompact", "compact"})
BLUNT: Final = frozenset({"van", "camper", "pickup"})
SOLID: Final = frozenset({"solid", "plasticore"})
KICKS: Final[Mapping[str, int]] = {"anti_tank_gun": 1}
"""The D that a weapon's shot is for its own car (V38)."""
DROPS: Final[Mapping[Marker, Look]] = {
    "mine": "mines",
    "spikes": "spikes",
    "oil": "oil",
    "burning_oil": "burning-oil",
    "smoke": "smoke",
    "gas": "smoke",
    "paint": "paint",
}
"""What is dropped. Gas is a cloud like smoke (V121)."""


def car_of(record: VehicleRecord, crew: Sequence[Person]) -> CarSetup:
    """The car as it stands, with these people aboard, the driver first. KeyError for a part that is
    in no catalogue.
    """
    design = record.design
    catalogue, sums = design.catalogue, compute_totals(design)
    body, armour = catalogue.bodies[design.body], catalogue.armour[design.armour_type]
    left = {part.key: dp_left(record, part) for part in list_parts(design)}
    return CarSetup(
        name=record.name or design.model or body.name,
        body=design.body,
        armour=(
            armour_left(record, FACINGS[0]),
            armour_left(record, FACINGS[1]),
            armour_left(record, FACINGS[2]),
            armour_left(record, FACINGS[3]),
            armour_left(record, FACINGS[4]),
            armour_left(record, FACINGS[5]),
        ),
        plant=left[PLANT],
        tyres=tuple([dp for key, dp in left.items() if key.startswith("tyre:")]),
        weight=sums.weight,
        hc=sums.hc,
        top_speed=int(sums.top_speed) // 5 * 5,
        acceleration=sums.acceleration,
        weapons=_weapons(record, left),
        crew=tuple(crew),
        extras=_extras(design, left),
        colour=record.colour,
        cycle=body.cycle,
        small=design.body in SMALL,
        blunt=design.body in BLUNT,
        gas=catalogue.plants[design.plant].gas,
        metal=armour.metal,
        reflective=armour.reflective,
        fireproof=armour.fireproof,
        sloped=armour.to_hit,
        spares_tyres=any(catalogue.accessories[key].brakes for key in design.accessories),
        solid=all(key in SOLID for key in design.tyres),
        radarproof=armour.radarproof,
    )


def _weapons(record: VehicleRecord, left: Mapping[str, int]) -> tuple[Weapon, ...]:
    """Every weapon that can do something, by the part's key; a dropper that drops nothing stays
    behind (V121).
    """
    design, links = record.design, _links(record.design)
    found = []
    for at, mount in enumerate(design.weapons, 1):
        kind, key = design.catalogue.weapons[mount.weapon], f"weapon:{at}"
        look = _look(kind)
        if look is None:
            continue
        dropper = kind.look == "dropper"
        found.append(
            Weapon(
                key=key,
                name=kind.name,
                look=look,
                facing=mount.facing,
                to_hit=0 if dropper else kind.to_hit,
                dice=0 if dropper else kind.dice,
                dp=left[key],
                shots=shots_left(record, at) if kind.shots else -1,
                plus=0 if dropper else kind.plus,
                fire=kind.fire,
                volatile=kind.volatile,
                hazard=KICKS.get(kind.key, 0),
                link=links.get(at, 0),
            )
        )
    return tuple(found)


def _look(kind: VehicleWeapon) -> Look | None:
    if kind.look == "dropper":
        return DROPS.get(kind.marker)
    return kind.look


def _links(design: VehicleDesign) -> dict[int, int]:
    """Which weapons fire as one, by their number: each link joins the first two that it can and
    that no link has joined, in the order of the record (V37). What drops is not linked.
    """
    arms = [
        (at, mount)
        for at, mount in enumerate(design.weapons, 1)
        if design.catalogue.weapons[mount.weapon].look != "dropper"
    ]
    found: dict[int, int] = {}
    groups = count(1)
    for key in design.accessories:
        links = design.catalogue.accessories[key].links
        free = [one for one in arms if one[0] not in found]
        pair = next(
            (
                (first, second)
                for nth, (first, one) in enumerate(free)
                for second, other in free[nth + 1 :]
                if one.facing == other.facing and (links == "any" or one.weapon == other.weapon)
            ),
            None,
        )
        if links and pair:
            found |= dict.fromkeys(pair, next(groups))
    return found


def _extras(design: VehicleDesign, left: Mapping[str, int]) -> tuple[Extra, ...]:
    """The accessories that still work, by the part's key; a turret that is wrecked as well, since
    what stands in it fires no more (V90).
    """
    found = []
    for at, key in enumerate(design.accessories, 1):
        kind, part = design.catalogue.accessories[key], f"accessory:{at}"
        dp = left.get(part, 0)
        if kind.dp and not dp and not kind.turret:
            continue
        found.append(
            Extra(
                key=part,
                name=kind.name,
                location=kind.location,
                dp=dp,
                to_hit=kind.to_hit,
                puts_out=kind.puts_out,
                rams=kind.rams,
                turret=kind.turret > 0,
                ejects=kind.ejects,
                hc_at_speed=kind.hc_at_speed,
                sees=kind.sees,
            )
        )
    return tuple(found)
