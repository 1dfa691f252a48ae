"""The cost of refitting a vehicle to another design on the same body.

Prices of parts come from the catalogue. The rule for refits is our own (C19).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil
from typing import Final

from campaign.house_rules.rules.house import DEFAULT, HouseRules
from core.web.problems import Problem
from engine.values import Value

from .catalogue import BUILT_IN
from .damage import share_lost
from .design import VehicleDesign, armour_cost, percent_of
from .fittings import fitted_parts, share_of, weapon_share
from .parts import LOCATIONS, SPARE_COST
from .record import VehicleRecord, Wear, ammo_key, armour_key, list_parts, wheels_of

_LIGHTEST: Final = min(
    chassis.cost_percent for chassis in BUILT_IN.chassis.values()
)  # the value of a chassis is never negative
SPARE: Final = "spare"
"""Prefix in the keys of spare magazines. "spare:1:0" is the first spare of the first weapon."""


class Refit(Value):
    """The result of a refit: the cost of new parts and the payment for old ones, in dollars.

    `cleared` is the damage of the parts that are removed.
    """

    bought: int
    returned: int
    cleared: tuple[Wear, ...]

    @property
    def cost(self) -> int:
        """Return the dollars that the team pays, negative if the old parts are worth more."""
        return self.bought - self.returned


class Fitting(Value):
    """An installed part with its list price."""

    identity: str
    cost: int


def check_refit(record: VehicleRecord, design: VehicleDesign) -> tuple[Problem, ...]:
    """Return an error if the refit would change the body."""
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


def price_refit(
    record: VehicleRecord, design: VehicleDesign, house_rules: HouseRules = DEFAULT
) -> Refit:
    """Return the cost of turning `record` into `design`.

    The team pays the list price for new parts and receives a share of the remaining value of old
    parts. A part that is kept also keeps its damage. Armour of a different type is completely new.
    """
    old, new = list_fittings(record.design), list_fittings(design)
    bought = sum(fitting.cost for key, fitting in new.items() if old.get(key) != fitting)
    removed = [key for key, fitting in old.items() if new.get(key) != fitting]
    value_left = sum(_remaining_value(record, key, old[key].cost) for key in removed)
    armour_bought, armour_left = _price_armour(record, design)
    shots = _price_shots(record.design, design, old, new)
    return Refit(
        bought=bought + armour_bought + shots,
        returned=(value_left + armour_left) * house_rules.resale_percent // 100,
        cleared=tuple(_cleared_damage(record, design, set(removed))),
    )


def list_fittings(design: VehicleDesign) -> Mapping[str, Fitting]:
    """Return all parts except body, armour and shots, by the key of their place."""
    body, fittings = design.catalogue.bodies[design.body], {}
    fittings["chassis"] = Fitting(
        identity=design.chassis,
        cost=percent_of(
            body.cost, design.catalogue.chassis[design.chassis].cost_percent - _LIGHTEST
        ),
    )
    fittings["suspension"] = Fitting(
        identity=design.suspension,
        cost=percent_of(body.cost, design.catalogue.suspensions[design.suspension].cost_percent),
    )
    for part in list_parts(design):
        fittings[part.key] = Fitting(identity=f"{part.name} {part.location}", cost=part.cost)
    for number, mount in enumerate(design.weapons, 1):
        identity = f"{mount.weapon} {mount.facing}"
        price = ceil(weapon_share(design, design.catalogue.weapons[mount.weapon]).cost)
        fittings[f"weapon:{number}"] = Fitting(identity=identity, cost=price)
        for spare in range(mount.spare_magazines):
            fittings[f"{SPARE}:{number}:{spare}"] = Fitting(identity=identity, cost=SPARE_COST)
    for fitted in fitted_parts(design):
        identity = f"{fitted.fitting.part} {fitted.fitting.size} {fitted.fitting.place}"
        if fitted.key.startswith("accessory:"):
            identity = fitted.fitting.part
        fittings[fitted.key] = Fitting(identity=identity, cost=ceil(share_of(design, fitted).cost))
    return fittings | _tyres(design)


def _remaining_value(record: VehicleRecord, key: str, cost: int) -> int:
    """Return a part's remaining value. Spare magazines share their weapon's damage (C105)."""
    kind, _, number = key.partition(":")
    owner = f"weapon:{number.partition(':')[0]}" if kind == SPARE else key
    part = next((part for part in list_parts(record.design) if part.key == owner), None)
    return cost - share_lost(cost, record.lost(owner), part) if part else cost


def _tyres(design: VehicleDesign) -> dict[str, Fitting]:
    kinds = {
        f"tyre:{wheel}": design.catalogue.tyres[design.tyres[axle]]
        for wheel, axle in wheels_of(design.catalogue.bodies[design.body])
    }
    return {key: Fitting(identity=kind.key, cost=kind.cost) for key, kind in kinds.items()}


def _price_armour(record: VehicleRecord, design: VehicleDesign) -> tuple[int, int]:
    """Return the price of added armour, and the remaining value of removed armour."""
    old, same = record.design, record.design.armour_type == design.armour_type
    added = sum(
        max(0, design.armour.points_on(side) - (old.armour.points_on(side) if same else 0))
        for side in LOCATIONS
    )
    removed = sum(
        max(
            0,
            old.armour.points_on(side)
            - max(record.lost(armour_key(side)), design.armour.points_on(side) if same else 0),
        )
        for side in LOCATIONS
    )
    return armour_cost(design, added), armour_cost(old, removed)


def _price_shots(
    before: VehicleDesign,
    after: VehicleDesign,
    old: Mapping[str, Fitting],
    new: Mapping[str, Fitting],
) -> int:
    """Return the price of additional shots, including spare magazines.

    For a new weapon, this is the price of all its shots.
    """
    total = 0
    for number, mount in enumerate(after.weapons, 1):
        is_same_weapon = old.get(f"weapon:{number}") == new[f"weapon:{number}"]
        loaded = before.loaded_shots(before.weapons[number - 1]) if is_same_weapon else 0
        price = after.catalogue.weapons[mount.weapon].shot_cost
        total += price * max(0, after.loaded_shots(mount) - loaded)
    return total


def _cleared_damage(
    record: VehicleRecord, design: VehicleDesign, removed: set[str]
) -> Iterator[Wear]:
    """Yield the damage that the refit removes.

    This includes all damage of removed parts, and damage that exceeds the new size of armour and
    magazines.
    """
    other_armour = record.design.armour_type != design.armour_type
    capacity = {
        armour_key(side): 0 if other_armour else design.armour_on(side) for side in LOCATIONS
    }
    capacity |= {
        ammo_key(f"weapon:{number}"): design.loaded_shots(mount)
        for number, mount in enumerate(design.weapons, 1)
    }
    for wear in record.damage:
        is_removed = wear.part in removed or wear.part.removeprefix("ammo:") in removed
        cleared = (
            wear.lost if is_removed else max(0, wear.lost - capacity.get(wear.part, wear.lost))
        )
        if cleared:
            yield Wear(part=wear.part, lost=cleared)
