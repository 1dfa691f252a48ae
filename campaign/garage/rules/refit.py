"""The cost of refitting a vehicle to another design on the same body.

The prices of parts are the catalogue's; the rule is ours (C19).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from campaign.league.rules.house import DEFAULT, HouseRules
from core.web.problems import Problem
from engine.values import Value

from .catalogue import BUILT_IN
from .damage import share_lost
from .design import VehicleDesign, armour_cost, percent
from .parts import LOCATIONS, SPARE_COST
from .record import VehicleRecord, Wear, ammo_key, armour_key, parts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


_LIGHTEST: Final = min(
    chassis.cost_percent for chassis in BUILT_IN.chassis.values()
)  # no chassis is worth less than nothing
SPARE: Final = "spare"
"""Prefix of the keys of spare magazines: "spare:1:0" is the first one of the first weapon."""


class Refit(Value):
    """The result of a refit: dollars for new parts, and dollars paid for old ones.

    `cleared` is the damage of parts that are removed.
    """

    bought: int
    returned: int
    cleared: tuple[Wear, ...]

    @property
    def cost(self) -> int:
        """Dollars that the team pays; negative if the old parts are worth more."""
        return self.bought - self.returned


class Fitting(Value):
    """A part in its place, with its list price."""

    what: str
    cost: int


def check_refit(record: VehicleRecord, design: VehicleDesign) -> tuple[Problem, ...]:
    """Return a problem if the refit changes the body."""
    if design.body == record.design.body:
        return ()
    body = record.design.catalogue.bodies[record.design.body].name
    return (
        Problem(
            field="body",
            code="other-body",
            sentence=f"A refit cannot change the body ({body.lower()}). Build a new vehicle "
            "instead.",
        ),
    )


def refit(record: VehicleRecord, design: VehicleDesign, house: HouseRules = DEFAULT) -> Refit:
    """Return the cost of turning `record` into `design`.

    New parts cost their list price. Old parts bring the resale share of what is left of them. A
    part that stays keeps its damage. Armour of another type is all new.
    """
    old, new = fittings(record.design), fittings(design)
    bought = sum(found.cost for key, found in new.items() if old.get(key) != found)
    gone = [key for key, found in old.items() if new.get(key) != found]
    left = sum(_left(record, key, old[key].cost) for key in gone)
    plates_bought, plates_left = _plates(record, design)
    shots = _shots(record.design, design, old, new)
    return Refit(
        bought=bought + plates_bought + shots,
        returned=(left + plates_left) * house.resale_percent // 100,
        cleared=tuple(_cleared(record, design, set(gone))),
    )


def fittings(design: VehicleDesign) -> Mapping[str, Fitting]:
    """Return everything except body, armour and shots, by the key of its place."""
    body, found = design.catalogue.bodies[design.body], {}
    found["chassis"] = Fitting(
        what=design.chassis,
        cost=percent(body.cost, design.catalogue.chassis[design.chassis].cost_percent - _LIGHTEST),
    )
    found["suspension"] = Fitting(
        what=design.suspension,
        cost=percent(body.cost, design.catalogue.suspensions[design.suspension].cost_percent),
    )
    for part in parts(design):
        found[part.key] = Fitting(what=f"{part.name} {part.location}", cost=part.cost)
    for at, mount in enumerate(design.weapons, 1):
        what = f"{mount.weapon} {mount.facing}"
        price = design.catalogue.weapons[mount.weapon].cost
        found[f"weapon:{at}"] = Fitting(what=what, cost=price)
        for nth in range(mount.spare_magazines):
            found[f"{SPARE}:{at}:{nth}"] = Fitting(what=what, cost=SPARE_COST)
    for at, key in enumerate(design.accessories, 1):
        found[f"accessory:{at}"] = Fitting(what=key, cost=design.catalogue.accessories[key].cost)
    return found | _tyres(design)


def _left(record: VehicleRecord, key: str, cost: int) -> int:
    """Return a fitting's remaining value. A spare magazine shares its weapon's damage (C105)."""
    kind, _, number = key.partition(":")
    owner = f"weapon:{number.partition(':')[0]}" if kind == SPARE else key
    part = next((part for part in parts(record.design) if part.key == owner), None)
    return cost - share_lost(cost, record.lost(owner), part) if part else cost


def _tyres(design: VehicleDesign) -> dict[str, Fitting]:
    wheels = [part.key for part in parts(design) if part.key.startswith("tyre:")]
    kinds = {key: design.catalogue.tyres[design.tyres["back" in key]] for key in wheels}
    return {key: Fitting(what=kind.key, cost=kind.cost) for key, kind in kinds.items()}


def _plates(record: VehicleRecord, design: VehicleDesign) -> tuple[int, int]:
    """Return the price of added armour, and the remaining value of removed armour."""
    old, same = record.design, record.design.armour_type == design.armour_type
    added = sum(
        max(0, design.armour.at(side) - (old.armour.at(side) if same else 0)) for side in LOCATIONS
    )
    removed = sum(
        max(
            0,
            old.armour.at(side)
            - max(record.lost(armour_key(side)), design.armour.at(side) if same else 0),
        )
        for side in LOCATIONS
    )
    return armour_cost(design, added), armour_cost(old, removed)


def _shots(
    before: VehicleDesign,
    after: VehicleDesign,
    old: Mapping[str, Fitting],
    new: Mapping[str, Fitting],
) -> int:
    """Return the price of additional shots, including spare magazines; of all shots for a new
    weapon.
    """
    total = 0
    for at, mount in enumerate(after.weapons, 1):
        kept = old.get(f"weapon:{at}") == new[f"weapon:{at}"]
        loaded = before.loaded(before.weapons[at - 1]) if kept else 0
        price = after.catalogue.weapons[mount.weapon].shot_cost
        total += price * max(0, after.loaded(mount) - loaded)
    return total


def _cleared(record: VehicleRecord, design: VehicleDesign, gone: set[str]) -> Iterator[Wear]:
    """Yield damage that does not stay.

    It is the damage of removed parts, and any beyond the remaining size of armour and magazines.
    """
    other_armour = record.design.armour_type != design.armour_type
    room = {armour_key(side): 0 if other_armour else design.armour.at(side) for side in LOCATIONS}
    room |= {
        ammo_key(f"weapon:{at}"): design.loaded(mount) for at, mount in enumerate(design.weapons, 1)
    }
    for wear in record.damage:
        away = wear.part in gone or wear.part.removeprefix("ammo:") in gone
        over = wear.lost if away else max(0, wear.lost - room.get(wear.part, wear.lost))
        if over:
            yield Wear(part=wear.part, lost=over)
