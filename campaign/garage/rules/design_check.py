"""Checks of a vehicle design. Each error names the field to change."""

from __future__ import annotations

from collections.abc import Container, Iterator
from fractions import Fraction
from math import ceil
from typing import Any, Final

from core.web.problems import Problem, plural, problem_from
from engine.codec import Reader, Unreadable

from .catalogue import ACCESSORIES, BODIES
from .club_parts import with_club_parts
from .design import Totals, VehicleDesign, armour_spaces, compute_totals, spaces_inside
from .fittings import (
    Fitting,
    fitted_parts,
    placed_parts,
    pod_spaces,
    site_of,
    weapon_share,
)
from .parts import LOCATIONS, Body, ClubParts, Facing, rule_of

SMALL_TURRET: Final = 2
"""Maximum spaces of the weapons in a car's turret. Only vans can have larger turrets."""
TURRET_LIMITS: Final = {"subcompact": 0, "compact": 1}
"""Maximum spaces of the weapons in the turret of a small body."""
WITHOUT_PLACE: Final = site_of(Fitting(part="any_part"))
"""Sites of parts that need no place: the whole vehicle, and both axles."""
LASER_BATTERY: Final = "laser_battery"
SIX_WHEELED: Final = frozenset({"pickup", "van"})
"""Bodies that need six wheels if they have an extra-heavy chassis."""

DESIGN_READER: Final[Reader[VehicleDesign]] = Reader(VehicleDesign)


def decode_design(data: bytes | str | object, *, strict: bool = True) -> VehicleDesign:
    """Return a design from JSON text or plain data, without checking its parts.

    Raise Unreadable, which names the field that cannot be read.
    """
    if isinstance(data, (bytes, str)):
        return DESIGN_READER.decode(data)
    return DESIGN_READER.take(data, strict=strict)


def read_design(
    data: Any, parts: ClubParts | None = None, before: VehicleDesign | None = None
) -> tuple[VehicleDesign | None, tuple[Problem, ...]]:
    """Return a design from form data or JSON, and its errors.

    The design is None if it cannot be read. If a club's `parts` are given, the design can use them
    and the parts in `before`, the vehicle's existing design (C39). Otherwise, it uses the parts
    that are stored in the design.
    """
    try:
        design = decode_design(data, strict=False)
    except Unreadable as error:
        return None, (problem_from(error),)
    if parts is not None:
        design = with_club_parts(design, parts, before)
    return design, check_design(design)


def check_design(design: VehicleDesign) -> tuple[Problem, ...]:
    """Return all errors of a design. If there are none, the design can be built."""
    if unknown_parts := tuple(_check_parts(design)):
        return unknown_parts
    body, totals = design.catalogue.bodies[design.body], compute_totals(design)
    return (
        *_check_axles(design),
        *_check_capacity(design, totals, body),
        *_check_sides(design, body),
        *_check_magazines(design),
        *_check_turret(design),
        *_check_cycle(design, body),
        *_check_lasers(design),
        *_check_accessories(design),
        *_check_fittings(design),
        *_check_mounting(design),
        *_check_wheels(design),
        *_check_loads(design),
        *_check_sums(totals),
    )


def _problem(field: str, code: str, sentence: str) -> Problem:
    return Problem(field=field, code=code, sentence=sentence)


def _check_parts(design: VehicleDesign) -> Iterator[Problem]:
    catalogue = design.catalogue
    fields: tuple[tuple[str, str, Container[str], str], ...] = (
        ("body", design.body, catalogue.bodies, "body"),
        ("chassis", design.chassis, catalogue.chassis, "chassis"),
        ("suspension", design.suspension, catalogue.suspensions, "suspension"),
        ("plant", design.plant, catalogue.plants, "power plant"),
        ("armour_type", design.armour_type, catalogue.armour, "armour"),
        *(
            (f"tyres[{index}]", key, catalogue.tyres, "tyre")
            for index, key in enumerate(design.tyres)
        ),
        *(
            (f"weapons[{index}].weapon", mount.weapon, catalogue.weapons, "weapon")
            for index, mount in enumerate(design.weapons)
        ),
        *(
            (f"accessories[{index}]", key, catalogue.accessories, "accessory")
            for index, key in enumerate(design.accessories)
        ),
        *(
            (f"fittings[{index}].part", fitting.part, catalogue.accessories, "fitting")
            for index, fitting in enumerate(design.placed)
        ),
    )
    for field, key, valid_keys, part_name in fields:
        if key not in valid_keys:
            yield _problem(
                field,
                "no-such-part",
                f"Choose a {part_name} from the catalogue; “{key}” is not in it."
                if key
                else f"Choose a {part_name}.",
            )
    for index, fitting in enumerate(design.placed):
        if fitting.weapon > len(design.weapons):
            yield _problem(
                f"fittings[{index}].place",
                "no-such-part",
                f"There is no weapon {fitting.weapon}. Fit the part to another weapon.",
            )


def _check_axles(design: VehicleDesign) -> Iterator[Problem]:
    if len(design.tyres) != 2:
        yield _problem("tyres", "tyre-kinds", "Choose tyres for the front axle and the back axle.")
    six_wheels = any(fitted.rule.wheels for fitted in fitted_parts(design))
    if design.body in SIX_WHEELED and design.chassis == "extra_heavy" and not six_wheels:
        yield _problem(
            "chassis",
            "six-wheels",
            f"A {design.catalogue.bodies[design.body].name.lower()} needs six wheels for an "
            "extra-heavy chassis: choose a lighter one.",
        )


def _check_capacity(design: VehicleDesign, totals: Totals, body: Body) -> Iterator[Problem]:
    if totals.weight > totals.load:
        excess = totals.weight - totals.load
        yield _problem(
            "weight",
            "over-weight",
            (
                f"The vehicle weighs {totals.weight:,} lb, but the chassis carries "
                f"{totals.load:,}. Remove {excess:,} lb."
            ),
        )
    if _hull_spaces(design) > totals.room:
        sentence = (
            f"Power plant, crew and weapons take {_hull_spaces(design)} spaces. "
            f"A {body.name.lower()} has {totals.room}."
        )
        yield _problem("spaces", "over-spaces", sentence)
    elif totals.spaces > totals.room + totals.cargo:
        yield _problem(
            "spaces",
            "over-spaces",
            f"This takes {totals.spaces} spaces. A {body.name.lower()} has "
            f"{totals.room + totals.cargo}.",
        )
    if totals.acceleration == 0:
        yield _problem(
            "plant",
            "too-weak",
            "The power plant is too weak for this weight. Choose a stronger one or reduce the "
            "weight.",
        )


def _hull_spaces(design: VehicleDesign) -> int:
    """Return the spaces that cannot be placed in the cargo area.

    These are the spaces of the plant, driver, gunner, sloped armour, and weapons outside turrets.
    """
    weapons = sum(spaces_inside(design, number + 1) for number in range(len(design.weapons)))
    return ceil(
        design.catalogue.plants[design.plant].spaces
        + 2 * (1 + design.gunner)
        + weapons
        + armour_spaces(design)
    )


def _weapon_spaces(design: VehicleDesign, facing: Facing) -> Fraction:
    """Return the exact spaces of the weapons that point to a facing, or that are in the turret."""
    weapons = design.catalogue.weapons
    return sum(
        (
            weapon_share(design, weapons[mount.weapon]).spaces
            for mount in design.weapons
            if mount.facing == facing
        ),
        Fraction(0),
    )


def _check_sides(design: VehicleDesign, body: Body) -> Iterator[Problem]:
    """Limit the weapons on each side to a third of a car's spaces, rounded up (C6)."""
    third = -(-(body.spaces + body.cargo) // 3)
    for facing in LOCATIONS:
        used = _weapon_spaces(design, facing)
        if used > third and not body.cycle:
            sentence = (
                f"Weapons facing {facing} take {ceil(used)} spaces. A {body.name.lower()} has room "
                f"for {third} on one side."
            )
            yield _problem("weapons", "too-many-weapons", sentence)


def _check_magazines(design: VehicleDesign) -> Iterator[Problem]:
    """Limit shots to the capacity of magazines, and spares to weapons with magazines (C105)."""
    for index, mount in enumerate(design.weapons):
        weapon, full = design.catalogue.weapons[mount.weapon], design.shot_capacity(mount)
        if mount.spare_magazines and not weapon.has_magazine:
            reason = "has no magazine to change" if weapon.shots else "fires from the power plant"
            yield _problem(
                f"weapons[{index}].spares",
                "no-magazine",
                f"{weapon.name} {reason}. Remove the spare magazines.",
            )
        elif mount.shots is not None and mount.shots > full:
            magazines = 1 + mount.spare_magazines
            hold = "the magazine holds" if magazines == 1 else f"its {magazines} magazines hold"
            yield _problem(
                f"weapons[{index}].shots",
                "too-many-shots",
                f"{weapon.name}: {hold} {plural(full, 'shot')}.",
            )


def _check_turret(design: VehicleDesign) -> Iterator[Problem]:
    turrets = [fitted.part for fitted in fitted_parts(design) if fitted.part.turret]
    turned = ceil(_weapon_spaces(design, "turret"))
    if len(turrets) > 1:
        yield _problem("accessories", "two-turrets", "A vehicle can have only one turret.")
    elif turned and not turrets:
        yield _problem("weapons", "no-turret", "Add a turret to the accessories for these weapons.")
    elif turrets and turrets[0].turret > SMALL_TURRET and design.body in BODIES.keys() - {"van"}:
        yield _problem(
            "accessories",
            "turret-too-large",
            f"Only a van can have a turret for more than {SMALL_TURRET} spaces of weapons.",
        )
    elif (
        turrets
        and turrets[0].key in ACCESSORIES
        and turrets[0].turret > TURRET_LIMITS.get(design.body, turrets[0].turret)
    ):
        limit = TURRET_LIMITS[design.body]
        yield _problem(
            "accessories",
            "turret-too-large",
            f"A {design.catalogue.bodies[design.body].name.lower()} "
            + (f"can have a turret for {limit} space." if limit else "cannot have a turret."),
        )
    elif turrets and turned > turrets[0].turret:
        sentence = (
            f"The turret holds {plural(turrets[0].turret, 'space')} of weapons, but these take "
            f"{turned}."
        )
        yield _problem("weapons", "turret-too-small", sentence)


def _check_cycle(design: VehicleDesign, body: Body) -> Iterator[Problem]:
    plant = design.catalogue.plants[design.plant]
    if plant.cycle != body.light_frame and not rule_of(plant).any_frame:
        yield _problem(
            "plant",
            "wrong-plant",
            f"{plant.name} does not fit a {body.name.lower()}. Choose one that does.",
        )
    if not body.cycle:
        return
    if design.chassis != "standard":
        yield _problem("chassis", "cycle-chassis", "Cycles must have a standard chassis.")
    if any(mount.facing not in ("front", "back") for mount in design.weapons):
        yield _problem(
            "weapons", "cycle-facing", "A cycle's weapons must point to the front or the back."
        )
    if any(fitted.part.turret for fitted in fitted_parts(design)):
        yield _problem("accessories", "cycle-turret", "A cycle cannot have a turret.")
    if design.gunner or design.passengers:
        yield _problem("gunner", "cycle-crew", "A cycle can carry only its rider.")


def _check_lasers(design: VehicleDesign) -> Iterator[Problem]:
    """Require an electric power plant or a laser battery for lasers (C6)."""
    plant = design.catalogue.plants[design.plant]
    if any(fitted.part.key == LASER_BATTERY for fitted in fitted_parts(design)):
        return
    for index, mount in enumerate(design.weapons):
        weapon = design.catalogue.weapons[mount.weapon]
        if plant.gas and weapon.look == "laser" and not weapon.shots:
            yield _problem(
                f"weapons[{index}].weapon",
                "no-power",
                f"{weapon.name} cannot use a gas engine. Choose an electric power plant.",
            )


def _check_accessories(design: VehicleDesign) -> Iterator[Problem]:
    aboard = [fitted.part for fitted in fitted_parts(design)]
    for effect, name in (("to_hit", "targeting computer"), ("puts_out", "fire extinguisher")):
        if len({extra.key for extra in aboard if getattr(extra, effect)}) > 1:
            yield _problem(
                "accessories", f"two-{effect.replace('_', '-')}", f"You can have only one {name}."
            )
    links = sum(bool(extra.links) for extra in aboard)
    if links and len(design.weapons) <= links:
        yield _problem(
            "accessories",
            "too-many-links",
            f"{plural(links, 'weapon link')} require at least {links + 1} weapons.",
        )
    for key in sorted(set(design.accessories)):
        extra = design.catalogue.accessories[key]
        if design.accessories.count(key) > 1 and not extra.many:
            yield _problem("accessories", "twice", f"{extra.name}: you can have only one.")
        if (site := rule_of(extra).site) not in WITHOUT_PLACE:
            yield _problem(
                "accessories", "wrong-place", f"{extra.name} {SITE_WORDS[site]}. Choose its place."
            )


def _check_fittings(design: VehicleDesign) -> Iterator[Problem]:
    """Check the place and size of each fitting, and the tank of a gas engine (C120)."""
    checked: set[Fitting] = set()
    for index, fitted in enumerate(placed_parts(design)):
        field, rule, fitting = f"fittings[{index}]", fitted.rule, fitted.fitting
        if rule.site not in site_of(fitting):
            yield _problem(
                f"{field}.place", "wrong-place", f"{fitted.part.name} {SITE_WORDS[rule.site]}."
            )
        if fitting.size > max(1, rule.largest):
            yield _problem(
                f"{field}.size",
                "too-large",
                f"{fitted.part.name}: the size can be at most {max(1, rule.largest)}.",
            )
        if fitting in checked and not fitted.part.many:
            yield _problem(field, "twice", f"{fitted.part.name}: you can have only one.")
        checked.add(fitting)
    plant = design.catalogue.plants[design.plant]
    tanks = sum(fitted.rule.tank for fitted in fitted_parts(design))
    if plant.gas and rule_of(plant).any_frame and tanks != 1:
        yield _problem("plant", "no-tank", f"{plant.name} needs one fuel tank.")


def _check_mounting(design: VehicleDesign) -> Iterator[Problem]:
    """Check that parts have the engine or laser that they need, and that pods are large enough,
    and refuse two parts of which a vehicle can have one (C120).
    """
    gas = design.catalogue.plants[design.plant].gas
    lasers = any(design.catalogue.weapons[mount.weapon].look == "laser" for mount in design.weapons)
    present = {"gas": gas, "electric": not gas, "laser": lasers}
    aboard = fitted_parts(design)
    for fitted in aboard:
        need = fitted.rule.requirement
        if need and not present[need]:
            yield _problem("plant", "missing-part", f"{fitted.part.name} {NEEDS[need]}")
    keys = {fitted.part.key for fitted in aboard}
    for group, sentence in ONE_OF_EACH:
        if len(keys & group) > 1:
            yield _problem("accessories", "one-of-each", sentence)
    cycle = design.catalogue.bodies[design.body].cycle
    if not cycle and any(fitted.rule.extra_load for fitted in aboard):
        yield _problem("accessories", "sidecar", "Only a cycle can have a sidecar.")
    if cycle and keys & SIDECARS and keys & WINDSHELLS:
        yield _problem(
            "accessories", "sidecar", "A cycle can have a windshell or a sidecar, but not both."
        )
    for number, mount in enumerate(design.weapons, 1):
        holds = pod_spaces(design, number)
        weapon = design.catalogue.weapons[mount.weapon]
        if holds and weapon_share(design, weapon).spaces > holds:
            sentence = f"{weapon.name} does not fit into a pod of {plural(holds, 'space')}."
            yield _problem(f"weapons[{number - 1}].weapon", "pod-too-small", sentence)
        if weapon.shots != 1 and _has_rocket_pod(design, number):
            sentence = "A rocket pod holds only single rockets."
            yield _problem(f"weapons[{number - 1}].weapon", "rocket-pod", sentence)
        if holds and mount.facing not in ("front", "back", "left", "right"):
            sentence = "A weapon in a pod points to the front, the back, the left or the right."
            yield _problem(f"weapons[{number - 1}].facing", "pod-facing", sentence)


def _check_wheels(design: VehicleDesign) -> Iterator[Problem]:
    """Refuse parts of motorcycles on other vehicles."""
    body = design.catalogue.bodies[design.body]
    if not body.cycle and WINDSHELLS & {fitted.part.key for fitted in fitted_parts(design)}:
        yield _problem("accessories", "not-a-cycle", "Only a cycle can have a windshell.")
    has_cycle_tyres = any(key.startswith("motorcycle_") for key in design.tyres)
    if has_cycle_tyres and sum(body.axles) > TRIKE_WHEELS:
        yield _problem("tyres", "not-a-cycle", "Motorcycle tyres are for cycles and trikes.")


def _check_loads(design: VehicleDesign) -> Iterator[Problem]:
    """Refuse more special shots than a weapon and its spare magazines hold (C120)."""
    special: dict[int, int] = {}
    for fitted in placed_parts(design):
        if any(term.measure == "load" for term in fitted.rule.terms):
            number = fitted.fitting.weapon
            special[number] = special.get(number, 0) + fitted.fitting.size
    for number, shots in special.items():
        if not 0 < number <= len(design.weapons):
            continue
        mount = design.weapons[number - 1]
        if shots > design.shot_capacity(mount):
            weapon = design.catalogue.weapons[mount.weapon]
            sentence = f"{weapon.name} holds {plural(design.shot_capacity(mount), 'shot')}."
            yield _problem(f"weapons[{number - 1}].shots", "too-many-shots", sentence)


def _check_sums(totals: Totals) -> Iterator[Problem]:
    """Refuse a vehicle whose parts subtract more than the others add (C120)."""
    sums = {"cost": totals.cost, "weight": totals.weight, "space": totals.spaces}
    for name, total in sums.items():
        if total < 0:
            yield _problem(
                "body", "below-zero", f"The {name} of all parts together is negative. Remove parts."
            )


def _has_rocket_pod(design: VehicleDesign, number: int) -> bool:
    return any(
        fitting.weapon == number and fitting.part.startswith("rocket_pod")
        for fitting in design.placed
    )


NEEDS: Final = {
    "gas": "needs a gas engine.",
    "electric": "needs an electric power plant.",
    "laser": "needs a laser that guides it.",
}
TRIKE_WHEELS: Final = 3
SIDECARS: Final = frozenset({"light_sidecar", "heavy_sidecar"})
WINDSHELLS: Final = frozenset({"windshell", "windshell_armour"})
ONE_OF_EACH: Final = (
    (frozenset({"turbocharger", "variable_turbocharger"}), "You can have only one turbocharger."),
    (frozenset({"ramplate", "light_ramplate"}), "You can have only one ramplate."),
    (
        frozenset({"high_torque_motors", "heavy_high_torque_motors"}),
        "You can have only one kind of high-torque motors.",
    ),
    (
        frozenset({"radial", "racing_slick", "off_road_tyres"}),
        "Tyres are radials, slicks or off-road tyres.",
    ),
    (SIDECARS, "A cycle can have only one sidecar."),
)
"""Parts that exclude each other."""
SITE_WORDS: Final = {
    "vehicle": "belongs to the whole vehicle",
    "axle": "belongs to the front axle, the back axle or both",
    "facing": "belongs to a side of the vehicle",
    "weapon": "belongs to a weapon",
    "part": "belongs to a weapon, the power plant, the tank or a crew member",
}
