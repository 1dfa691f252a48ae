"""Vehicles as other designers save them in JSON, read as printed lines (C122).

The two kinds of files are those of github.com/heusserm/car-wars-vehicle-designer and of Aaron
Mulder's Combat Garage.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from engine.values import changed

from .parts import LOCATIONS, ClubParts
from .printed import Reading, read_printed

MAX_FILE_LENGTH: Final = 50_000
TYRES_BY_DP: Final = {
    4: "standard",
    6: "heavy-duty",
    9: "puncture-resistant",
    12: "solid",
    25: "plasticore",
}
ENGINE_WORDS: Final = {
    "platinumCatalysts": "platinum catalysts",
    "superconductors": "superconductors",
    "highTorqueMotors": "high-torque motors",
    "heavyDutyHighTorqueMotors": "heavy-duty high-torque motors",
    "tubularHeaders": "tubular headers",
    "blueprinted": "blueprinting",
    "turbocharger": "turbocharger",
    "variablePitchTurbocharger": "variable-pitch turbocharger",
    "supercharger": "supercharger",
    "fireExtinguisher": "fire extinguisher",
    "improvedFireExtinguisher": "improved fire extinguisher",
}
FIGURES: Final = {
    "acceleration": "acceleration {}",
    "topSpeed": "top speed {}",
    "handlingClass": "HC {}",
    "weight": "{} lbs.",
    "totalWeight": "{} lbs.",
    "totalCost": "${}",
    "cost": "${}",
}
NO_FACING: Final = "the file does not say where {} points"
_ARMOUR_KEY: Final = re.compile(r"(front|back|rear|left|right|top|under(?:body)?)", re.IGNORECASE)
_WEAPON: Final = re.compile(r"^([^—]{2,60}?)(?: (?:\d+d\d*|\(|—|n/a|special).{0,200})?$", re.DOTALL)
_ROUNDS: Final = re.compile(r"Ammo: (\d{1,3}) rounds?")


def read_car(text: str, parts: ClubParts) -> Reading:
    """Return the design in a printed line or in a designer's file."""
    line, notes = line_of_file(text) or (text, ())
    reading = read_printed(line, parts)
    return changed(reading, unread=(*reading.unread, *notes))


def line_of_file(text: str) -> tuple[str, tuple[str, ...]] | None:
    """Return a designer's file as a printed line, with notes about what the line cannot express.

    Return None if the text is no such file.
    """
    data = _designer_file(text)
    if data is None:
        return None
    notes: list[str] = []
    line = ", ".join(filter(None, _phrases(data, notes)))
    return line, tuple(notes)


def _designer_file(text: str) -> Mapping[str, Any] | None:
    """Return the first vehicle of a designer's file, or None if it is no such file."""
    if not text.lstrip().startswith(("{", "[")) or len(text) > MAX_FILE_LENGTH:
        return None
    try:
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return None
    if isinstance(data, list) and data:
        data = data[0]
    if not isinstance(data, dict):
        return None
    is_designer = "bodyType" in data or isinstance(data.get("body"), dict)
    return data if is_designer else None


def _phrases(data: Mapping[str, Any], notes: list[str]) -> Iterator[str]:
    """Yield the phrases of a printed line, and add what it cannot express to `notes`."""
    yield _name_of(data.get("bodyType") or data.get("body"))
    for what in ("chassis", "suspension"):
        kind = _name_of(data.get(f"{what}Type") or data.get(what))
        yield kind if not kind or what in kind.lower() else f"{kind} {what}"
    yield _plant(data)
    yield from _tyres(data)
    yield from _crew(data)
    yield from _weapons(data, notes)
    for part in _list(data.get("accessories")):
        yield re.sub(r" \([A-Z]+\)$", "", _name_of(part))
    yield ", ".join(_armour(data))
    for key, phrase in FIGURES.items():
        if isinstance(figure := data.get(key), int | float):
            yield phrase.format(figure)


def _name_of(value: Any) -> str:
    """Return a part's name without commas. Parts are texts or objects with a name."""
    name = value.get("name", value.get("abbv", "")) if isinstance(value, dict) else value
    text = name if isinstance(name, str) else ""
    return "" if text.lower() == "none" else text.replace(",", " ").replace(";", " ").strip()


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _plant(data: Mapping[str, Any]) -> str:
    engine = data.get("engine")
    plant = _name_of(data.get("powerPlant") or engine)
    pieces = [plant if re.search(r"\d", plant) or "plant" in plant.lower() else f"{plant} plant"]
    if isinstance(engine, dict):
        pieces += [phrase for key, phrase in ENGINE_WORDS.items() if engine.get(key) is True]
        batteries = engine.get("laserBatteries")
        pieces += ["laser battery"] if isinstance(batteries, int) and batteries > 0 else []
        points = _name_of(engine.get("componentArmor")) or engine.get("componentArmor")
        pieces += [f"{points}-pt CA on plant"] if isinstance(points, int) and points > 1 else []
    tank = data.get("gasTank")
    if isinstance(tank, dict) and isinstance(tank.get("capacity"), int):
        kind = re.sub(r" (?:gas |fuel )?tank$", "", _name_of(tank), flags=re.IGNORECASE)
        pieces.append(f"{tank['capacity']} gallon {kind} tank")
    return ", ".join(pieces)


def _tyres(data: Mapping[str, Any]) -> Iterator[str]:
    points = data.get("tireDp")
    if isinstance(points, int):
        yield f"4 {TYRES_BY_DP.get(points, f'{points} DP')} tires"
    for end in ("front", "back"):
        tyres = data.get(f"{end}Tires")
        if isinstance(tyres, dict) and (name := _name_of(tyres)):
            kinds = [word for word in ("steelbelted", "radial") if tyres.get(word) is True]
            name = re.sub(r" tires?$", "", name, flags=re.IGNORECASE)
            yield f"2 {' '.join([*kinds, name])} tires {end}"


def _crew(data: Mapping[str, Any]) -> Iterator[str]:
    suit = " w/body armor" if data.get("hasBodyArmor") is True else ""
    crew = [_name_of(member).lower() for member in _list(data.get("crew"))]
    yield f"driver{suit}"
    if len(crew) > 1 or any("gunner" in member for member in crew):
        yield "gunner"
    if passengers := len(_list(data.get("passengers"))):
        yield f"{passengers} passengers"
    yield _name_of(data.get("targetingComputer"))


def _weapons(data: Mapping[str, Any], notes: list[str]) -> Iterator[str]:
    for weapon in _list(data.get("weapons")):
        text = _name_of(weapon) if isinstance(weapon, dict) else str(weapon)
        match = _WEAPON.match(text)
        name = match[1].strip() if match else text
        rounds = _ROUNDS.search(text)
        place = weapon.get("facing") if isinstance(weapon, dict) else None
        if not isinstance(place, str):
            notes.append(NO_FACING.format(name))
            place = "front"
        yield f"{name} {place}{f' w/{rounds[1]} shots' if rounds else ''}"
    for key, weapons in data.items():
        if not key.endswith("Weapons") or key == "weapons":
            continue
        for weapon in _list(weapons):
            yield f"{_name_of(weapon)} {_side(key)}{_loads(weapon)}"
    turret = data.get("topTurret")
    for weapon in _list(turret.get("weapons")) if isinstance(turret, dict) else []:
        yield f"{_name_of(weapon)} in turret{_loads(weapon)}"


def _loads(weapon: Any) -> str:
    loads = [
        f"{load['shots']} {_name_of(load).removesuffix(' Ammo')} shots"
        for load in _list(weapon.get("ammo") if isinstance(weapon, dict) else None)
        if isinstance(load, dict) and isinstance(load.get("shots"), int)
    ]
    return f" w/{' and '.join(loads)}" if loads else ""


def _side(key: str) -> str:
    """Return the side in a key such as "frontWeapons"."""
    match = _ARMOUR_KEY.search(key)
    side = match[1].lower() if match else "front"
    return {"rear": "back", "underbody": "under"}.get(side, side)


def _armour(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the sides of the armour, as in "F20", from keys such as "armorFront"."""
    points: dict[str, int] = {}
    for key, value in data.items():
        if "armor" not in key.lower():
            continue
        sides = value.items() if isinstance(value, dict) else [(key, value)]
        for side, amount in sides:
            if (
                isinstance(amount, int)
                and not isinstance(amount, bool)
                and _ARMOUR_KEY.search(side)
            ):
                points[_side(side)] = amount
    if points:
        yield " ".join(f"{side[0].upper()}{points.get(side, 0)}" for side in LOCATIONS)
