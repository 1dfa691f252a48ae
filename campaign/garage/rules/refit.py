"""Refitting: what it costs to turn a vehicle into another design on the same body. Prices of parts
are the catalogue's; the rule is ours (C19).
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
"""Begins the key of each spare magazine's place: "spare:1:0" is the first weapon's first one."""


class Refit(Value):
    """Dollars for what is bought and for what the lot takes back; `cleared` is the damage that
    leaves with the old parts.
    """

    bought: int
    returned: int
    cleared: tuple[Wear, ...]

    @property
    def cost(self) -> int:
        """What the team pays; negative when old parts are worth more."""
        return self.bought - self.returned


class Fitting(Value):
    """One thing that is bolted on: what it is, and its list price."""

    what: str
    cost: int


def check_refit(record: VehicleRecord, design: VehicleDesign) -> tuple[Problem, ...]:
    """A refit keeps the body."""
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
    """What turning `record` into `design` costs: new parts at list price, old ones back at the
    resale share of what is left of them.

    A part that stays keeps its damage; armour of another kind is all new.
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
    """Everything but body, armour and shots, by the key of the place it takes."""
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
    """What is left of a fitting's price; a spare magazine shares its weapon's damage (C105)."""
    kind, _, number = key.partition(":")
    owner = f"weapon:{number.partition(':')[0]}" if kind == SPARE else key
    part = next((part for part in parts(record.design) if part.key == owner), None)
    return cost - share_lost(cost, record.lost(owner), part) if part else cost


def _tyres(design: VehicleDesign) -> dict[str, Fitting]:
    wheels = [part.key for part in parts(design) if part.key.startswith("tyre:")]
    kinds = {key: design.catalogue.tyres[design.tyres["back" in key]] for key in wheels}
    return {key: Fitting(what=kind.key, cost=kind.cost) for key, kind in kinds.items()}


def _plates(record: VehicleRecord, design: VehicleDesign) -> tuple[int, int]:
    """Dollars for added armour, and what removed armour is still worth."""
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
    """Dollars for shots: all of a new weapon, the added ones of an old weapon, spares counted."""
    total = 0
    for at, mount in enumerate(after.weapons, 1):
        kept = old.get(f"weapon:{at}") == new[f"weapon:{at}"]
        loaded = before.loaded(before.weapons[at - 1]) if kept else 0
        price = after.catalogue.weapons[mount.weapon].shot_cost
        total += price * max(0, after.loaded(mount) - loaded)
    return total


def _cleared(record: VehicleRecord, design: VehicleDesign, gone: set[str]) -> Iterator[Wear]:
    """Damage that does not stay: of parts that go, and beyond what is left of armour and
    magazines.
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
