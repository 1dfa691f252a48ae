"""Drawings of vehicles from above, showing armour, tyres, the turret and guns with their numbers.
Lists have small drawings with body, colour, turret and barrels.

A garage page contains many drawings. They are built in Python because template loops are slower.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Final, Protocol

from core.web.pictures.badges import paint_of

BODIES: Final = {
    "car": "M72 62Q100 50 128 62L134 100 132 238Q100 250 68 238L66 100z",
    "van": "M68 58Q100 52 132 58L134 84V240Q100 246 66 240V84z",
    "cycle": "M94 60h12l5 34-4 34 5 40-5 66H93l-5-66 5-40-4-34z",
}
CABINS: Final = {
    "car": "M80 112Q100 104 120 112L124 140H76zM78 196h44l-4 20q-18 6-36 0z",
    "van": "M74 74h52l2 24H72z",
    "cycle": "M76 100q24-14 48 0l-3 6q-21-10-42 0z",
}
VANS: Final = ("van", "camper", "pickup", "station wagon")
PLATES: Final = {
    "front": (64, 38, 72, 0, 100, 19),
    "back": (64, 262, 72, 0, 100, 286),
    "left": (42, 96, 0, 112, 22, 157),
    "right": (158, 96, 0, 112, 178, 157),
}
WHEELS: Final = {
    "cars": (
        ("front left", 52, 80),
        ("front right", 136, 80),
        ("back left", 52, 190),
        ("back right", 136, 190),
    ),
    "cycles": (("front", 94, 44), ("back", 94, 224)),
}
GUNS: Final = {
    "front": (100, 72, 0),
    "back": (100, 230, 180),
    "left": (72, 176, 270),
    "right": (128, 176, 90),
}
BARREL_SPACING: Final = 24
BARRELS: Final = {
    "front": "M{0} 62V36",
    "back": "M{0} 240v26",
    "left": "M68 {1}H44",
    "right": "M132 {1}h24",
    "turret": "M{0} 158V104",
}
"""Paths of barrels in small drawings, with the positions across and along the vehicle."""
SMALL_SPACING: Final = 18


class HasFacing(Protocol):
    """A weapon whose direction a small drawing shows."""

    @property
    def facing(self) -> str: ...


class Appearance(Protocol):
    """The appearance of a vehicle, such as its exterior or its sheet."""

    @property
    def colour(self) -> str: ...
    @property
    def body(self) -> str: ...
    @property
    def weapons(self) -> Iterable[HasFacing]: ...


def describe_points(now: int | None, full: int | None) -> str:
    """Return the current and full points as text."""
    return "unknown" if now is None else f"{now} of {full}"


@dataclass(frozen=True, slots=True)
class Plate:
    """The armour on one side. Its current and full points can be unknown.

    `x` and `y` are the position of the number.
    """

    facing: str
    now: int | None
    full: int | None
    x: int
    y: int
    line: str
    left_of_line: str

    @property
    def points(self) -> str:
        """Return the points as text, such as `7 of 10` or `unknown`."""
        return describe_points(self.now, self.full)

    @property
    def svg(self) -> str:
        """Return SVG for the side's armour.

        It has a line, with the remaining share drawn over it, and a number or a question mark.
        """
        remaining = (
            f'<path class="plate-left" d="{self.left_of_line}"/>' if self.left_of_line else ""
        )
        number = "?" if self.now is None else self.now
        return (
            f'<path class="plate" d="{self.line}"/>{remaining}<text x="{self.x}" '
            f'y="{self.y}">{number}</text>'
        )


@dataclass(frozen=True, slots=True)
class Gun:
    """A weapon's barrel, with its position, its direction in degrees, and its state as far as
    known.
    """

    number: int
    name: str
    facing: str
    ammo: int | None
    working: bool
    x: int
    y: int
    turn: int

    @property
    def svg(self) -> str:
        """Return SVG for the barrel with its number upright. A broken weapon is marked."""
        broken = "" if self.working else " broken"
        return (
            f'<g transform="translate({self.x} {self.y}) rotate({self.turn})"><path '
            f'class="gun{broken}" d="M-10 11V-7h6v-15h8v15h6v18z"/>'
            f'<text class="gun-number" y="2" transform="rotate(-{self.turn} 0 '
            f'2)">{self.number}</text></g>'
        )


@dataclass(frozen=True, slots=True)
class Tyre:
    """A wheel with its corner and its points. The points can be unknown."""

    corner: str
    x: int
    y: int
    now: int | None
    full: int | None

    @property
    def points(self) -> str:
        """Return the points as text, such as `2 of 4` or `unknown`."""
        return describe_points(self.now, self.full)

    @property
    def svg(self) -> str:
        """Return SVG for the wheel. A blown tyre is marked."""
        return (
            f'<rect class="tyre{" blown" if self.now == 0 else ""}" x="{self.x}" '
            f'y="{self.y}" width="12" height="34" rx="3"/>'
        )


@dataclass(frozen=True, slots=True)
class Sketch:
    """A drawing of a vehicle, and the same information as text for the template."""

    name: str
    body: str
    outline: str
    cabin: str
    paint: str
    colour: str
    plates: tuple[Plate, ...]
    chips: tuple[Plate, ...]
    guns: tuple[Gun, ...]
    tyres: tuple[Tyre, ...]
    turret: bool

    @property
    def svg(self) -> str:
        """Return SVG for the vehicle, labelled with its name."""
        colour = f' color="{escape(self.colour)}"' if self.colour else ""
        parts = [
            *[tyre.svg for tyre in self.tyres],
            (
                f'<path class="paint {self.paint}" d="{self.outline}"{colour}/><path class="glass" '
                f'd="{self.cabin}"/>'
            ),
            '<circle class="turret" cx="100" cy="158" r="15"/>' if self.turret else "",
            *[gun.svg for gun in self.guns],
            *[plate.svg for plate in self.plates],
        ]
        label = escape(f"{self.name}, {self.body}, from above; the numbers are listed beside it")
        return f'<svg viewBox="0 0 200 312" role="img" aria-label="{label}">{"".join(parts)}</svg>'

    @property
    def armour(self) -> list[tuple[str, str]]:
        """Return each side and its points as text. Sides that are not in the picture come last."""
        return [(plate.facing, plate.points) for plate in self.plates + self.chips]

    @property
    def wheels(self) -> list[tuple[str, str]]:
        """Return each corner and the points of its tyre as text."""
        return [(tyre.corner, tyre.points) for tyre in self.tyres]


def vehicle_sketch(vehicle: Mapping[str, Any]) -> Sketch:
    """Return the sketch of a vehicle that is given as plain values.

    `vehicle` has `name` and `body` as text. Cycles and vans have their own outlines. Optional keys:

    - `colour`: a paint key or `#rrggbb`
    - `armour`: {facing: (current, full), or None if unknown}
    - `weapons`: [{name, facing, ammo, working}]; facing "turret" is drawn on the turret
    - `tyres`: [(current, full) or None]
    - `turret`: whether the vehicle has one

    Missing values are not drawn. None is drawn as unknown.
    """
    kind = choose_outline(vehicle["body"])
    armour: Mapping[str, Any] = vehicle.get("armour") or {}
    paint, colour = paint_of(vehicle.get("colour", ""))
    weapons: Sequence[Mapping[str, Any]] = vehicle.get("weapons") or ()
    return Sketch(
        name=vehicle["name"],
        body=vehicle["body"],
        outline=BODIES[kind],
        cabin=CABINS[kind],
        paint=paint,
        colour=colour,
        plates=tuple(make_plate(facing, armour[facing]) for facing in PLATES if facing in armour),
        chips=tuple(
            make_plate(facing, armour[facing]) for facing in armour if facing not in PLATES
        ),
        guns=make_guns(weapons),
        tyres=make_tyres(kind, vehicle.get("tyres") or ()),
        turret=bool(vehicle.get("turret"))
        or any(weapon["facing"] == "turret" for weapon in weapons),
    )


def small_drawing(vehicle: Appearance, position: str = "") -> str:
    """Return a small SVG of a vehicle from above that faces right. Screen readers skip it, because
    the vehicle's name is next to it.

    `position` contains the attributes that place the drawing inside another SVG.
    """
    kind = choose_outline(vehicle.body)
    paint, colour = paint_of(vehicle.colour)
    own_colour = f' color="{escape(colour)}"' if colour else ""
    facings = Counter(weapon.facing for weapon in vehicle.weapons)
    barrels = "".join(
        BARRELS[facing].format(100 + shift, 158 + shift)
        for facing, count in facings.items()
        if facing in BARRELS
        for shift in (round((nth - (count - 1) / 2) * SMALL_SPACING) for nth in range(count))
    )
    has_turret = "turret" in facings or getattr(vehicle, "turret", False)
    turret = '<circle class="glass" cx="100" cy="158" r="15"/>' if has_turret else ""
    guns = f'<path class="barrels" d="{barrels}"/>' if barrels else ""
    return (
        f'<svg class="small-car" viewBox="-268 44 234 112" aria-hidden="true"{position}>'
        f'<g transform="rotate(90)"><path class="{f"paint {paint}".rstrip()}" d="{BODIES[kind]}"'
        f'{own_colour}/><path class="glass" d="{CABINS[kind]}"/>{turret}{guns}</g></svg>'
    )


def choose_outline(body: str) -> str:
    """Return the outline for a body: "cycle", "van" or "car"."""
    name = body.lower()
    if "cycle" in name or "trike" in name:
        return "cycle"
    return "van" if any(van in name for van in VANS) else "car"


def make_plate(facing: str, points: tuple[int, int] | None) -> Plate:
    """Return the armour of one side. A solid line shows the remaining share."""
    now, full = points or (None, None)
    if facing not in PLATES:
        return Plate(facing, now, full, 0, 0, "", "")
    x, y, across, down, text_x, text_y = PLATES[facing]
    share = 0.0 if not now or not full else min(1.0, now / full)
    line = f"M{x} {y}h{across}" if across else f"M{x} {y}v{down}"
    remaining = f"M{x} {y}h{across * share:g}" if across else f"M{x} {y}v{down * share:g}"
    return Plate(facing, now, full, text_x, text_y, line, remaining if share else "")


def make_guns(weapons: Sequence[Mapping[str, Any]]) -> tuple[Gun, ...]:
    """Return the barrels in the order of the record, side by side on each side."""
    return tuple(
        make_gun(number, weapon, offset_from_middle(weapons, number))
        for number, weapon in enumerate(weapons, start=1)
    )


def offset_from_middle(weapons: Sequence[Mapping[str, Any]], number: int) -> float:
    """Return the offset of a weapon from the middle of its side, in barrel widths."""
    facing = weapons[number - 1]["facing"]
    same_side = [
        index for index, weapon in enumerate(weapons, start=1) if weapon["facing"] == facing
    ]
    return same_side.index(number) - (len(same_side) - 1) / 2


def make_gun(number: int, weapon: Mapping[str, Any], offset: float) -> Gun:
    """Return the barrel of a weapon, drawn at the weapon's position."""
    facing = weapon["facing"]
    x, y, turn = GUNS.get(facing, (100, 158, 0))
    moved = round(offset * BARREL_SPACING)
    sideways = facing in ("left", "right")
    return Gun(
        number=number,
        name=weapon["name"],
        facing=facing,
        ammo=weapon.get("ammo"),
        working=weapon.get("working", True),
        x=x if sideways else x + moved,
        y=y + moved if sideways else y,
        turn=turn,
    )


def make_tyres(kind: str, points: Sequence[tuple[int, int] | None]) -> tuple[Tyre, ...]:
    """Return the wheels, starting with the front left one."""
    corners = WHEELS["cycles" if kind == "cycle" else "cars"]
    return tuple(
        Tyre(corner, x, y, *(now_and_full or (None, None)))
        for (corner, x, y), now_and_full in zip(corners, points, strict=False)
    )
