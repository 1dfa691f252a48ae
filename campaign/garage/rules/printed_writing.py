"""Vehicles written in one line, which can be read again (C122)."""

from __future__ import annotations

from typing import Final

from .design import VehicleDesign, compute_totals
from .fittings import SIX_WHEELS, fitting_line
from .parts import LOCATIONS, rule_of
from .published import AMMUNITION

_AMMUNITION_BY_SHOT: Final = frozenset(part.key for part in AMMUNITION if rule_of(part).largest)
"""Ammunition that is counted in shots."""


def write_printed(design: VehicleDesign) -> str:
    """Return the printed line of a design, with its figures."""
    parts = design.catalogue
    body, totals = parts.bodies[design.body], compute_totals(design)
    pieces = [body.name]
    if not body.cycle:
        pieces.append(f"{_hyphenate(design.chassis)} chassis")
    suspension = {"standard": "improved"}.get(design.suspension, design.suspension)
    pieces.append(f"{_hyphenate(suspension.removeprefix('cycle_'))} suspension")
    pieces.append(parts.plants[design.plant].name)
    count = sum(body.axles) + 2 * any(fitted.part == SIX_WHEELS for fitted in design.placed)
    tyres = [parts.tyres[key].name.lower() for key in design.tyres]
    if tyres[0] == tyres[-1]:
        pieces.append(f"{count} {tyres[0]} tires")
    else:
        front = body.axles[0]
        pieces.append(f"{front} {tyres[0]} tires front, {count - front} {tyres[-1]} tires back")
    pieces.append("driver and gunner" if design.gunner else "driver")
    if design.passengers:
        pieces.append(f"{design.passengers} passengers")
    for number, mount in enumerate(design.weapons, 1):
        kinds = [fitted for fitted in design.placed if fitted.weapon == number]
        special = sum(fitted.size for fitted in kinds if fitted.part in _AMMUNITION_BY_SHOT)
        plain_shots = 0 if mount.shots is None else mount.shots - special
        loads = [f"{plain_shots} shots"] if plain_shots > 0 else []
        loads += [
            f"{fitted.size} {parts.accessories[fitted.part].name.lower()}" for fitted in kinds
        ]
        facing = "in turret" if mount.facing == "turret" else mount.facing
        loads += ["extra magazine"] * mount.spare_magazines
        with_loads = f" w/{' and '.join(loads)}" if loads else ""
        pieces.append(f"{parts.weapons[mount.weapon].name} {facing}{with_loads}")
    pieces += [parts.accessories[key].name for key in design.accessories]
    pieces += [
        fitting_line(fitted, parts).replace(", ", " ")
        for fitted in design.placed
        if not fitted.weapon and fitted.part != SIX_WHEELS
    ]
    armour = ", ".join(f"{side[0].upper()}{design.armour.points_on(side)}" for side in LOCATIONS)
    pieces.append(f"{parts.armour[design.armour_type].name} armor: {armour}")
    pieces.append(
        f"acceleration {totals.acceleration:g}, top speed {totals.top_speed:g}, HC {totals.hc}; "
        f"{totals.weight:,} lbs., ${totals.cost:,}"
    )
    return ", ".join(pieces)


def _hyphenate(key: str) -> str:
    return key.replace("_", "-")
