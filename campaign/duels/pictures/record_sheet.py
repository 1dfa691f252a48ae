"""A car's record sheet as one printed page, with boxes to cross off and counter tracks (C30)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import ceil
from typing import Final

from campaign.duels.rules.papers import CarPaper, CrewLine
from campaign.garage.rules.sheet import ArmourRow, PartRow, WeaponRow, gun_names
from campaign.house_rules.rules.duel_numbers import HANDLING, DuelNumbers
from core.web.pictures.paper import (
    Line,
    Paper,
    Rect,
    Shape,
    Sheet,
    Text,
    boxes,
    fitted,
    rows_of,
    wrapped,
)
from core.web.pictures.words import money, signed

from .tables import braking_table, control_table, movement_table, speeds_to

TABLES_WIDTH: Final = 70.0
"""Width of the column with the tables, in millimetres."""
GAP: Final = 5.0
TRACKS_HEIGHT: Final = 39.0
"""Height of the speed and handling tracks and the footer."""
TOP: Final = 36.0
"""Top edge of the columns."""
NOTES_HEIGHT: Final = 13.0
"""Height reserved for notes."""
MAX_BOX_SIZE: Final = 10.0
MIN_BOX_SIZE: Final = 2.0
MOST_SHOTS: Final = 150
"""Maximum number of shots printed as boxes. A club's own weapons can have more."""
SIDES: Final = {"under": "Underbody"}
FOOTER: Final = (
    "Unofficial aid for clubs that own the game. Car Wars is a trademark of Steve Jackson Games."
)


def record_sheet(car: CarPaper, numbers: DuelNumbers, paper: Paper) -> Sheet:
    """Return the page for one car.

    The page shows armour by facing, components, weapons and shots, crew, tracks, and the tables up
    to the car's top speed.
    """
    width = paper.inner - TABLES_WIDTH - GAP
    room = paper.bottom - TRACKS_HEIGHT - TOP
    return Sheet(
        title=f"{car.sheet.name}, record sheet",
        description=in_words(car),
        shapes=(
            *_head(car, paper),
            *_column(car, numbers, paper, width, room),
            *_tables(car, numbers, paper, room),
            *_tracks(car, paper),
        ),
    )


def in_words(car: CarPaper) -> str:
    """Return the sheet's content as text for screen readers."""
    sheet = car.sheet
    armour = ", ".join(
        f"{_side(row.location).lower()} {row.now} of {row.built}" for row in armoured(car)
    )
    names = gun_names(sheet)
    parts = ", ".join(
        f"{names.get(part.key, part.name).lower()}: {part.now} of {part.built} DP"
        for part in sheet.parts
    )
    guns = ", ".join(
        f"{names[gun.key].lower()} {gun.facing}"
        + (f" with {gun.shots} shots" if gun.magazine else "")
        for gun in sheet.weapons
    )
    crew = "; ".join(
        f"{person.place} {person.name}, {person.dp} of {person.full_dp} DP"
        + "".join(f", {line.title.lower()} {_level(line.level)}" for line in person.skills)
        for person in car.crew
    )
    return (
        f"{car.team}. Armour: {armour or 'none'}. Components: {parts}. Weapons: "
        f"{guns or 'none'}. Crew: {crew or 'none'}."
    )


def armoured(car: CarPaper) -> tuple[ArmourRow, ...]:
    """Return the rows of the sides that were built with armour."""
    return tuple(row for row in car.sheet.armour if row.built)


def top_speed(car: CarPaper) -> int:
    """Return the car's top speed, rounded down to 5 mph (V7), for its tables and its track."""
    return min(int(car.sheet.totals.top_speed // 5) * 5, 200)


# --- head -----------------------------------------------------------------------------------------


def _head(car: CarPaper, paper: Paper) -> Iterator[Shape]:
    sheet, left = car.sheet, paper.margin
    totals = sheet.totals
    yield fitted(left, 17.5, sheet.name, 8.5, paper.inner * 0.58, bold=True)
    team = fitted(0, 0, car.team, 5.5, paper.inner * 0.4, bold=True)
    yield Text(paper.right, 14.5, team.text, team.size, "end", bold=True)
    fitted_heading = fitted(0, 0, car.heading, 3.6, paper.inner * 0.4)
    yield Text(paper.right, 19.5, fitted_heading.text, fitted_heading.size, "end")
    yield Line(left, 21.5, paper.right, 21.5, 0.6)
    built = ", ".join(
        part.lower() for part in (sheet.chassis, sheet.suspension, f"{sheet.plant} plant")
    )
    tyres = " and ".join(dict.fromkeys(name.lower() for name in sheet.tyres))
    yield fitted(
        left,
        26.5,
        f"{sheet.body}: {built}, {tyres} tyres, {sheet.armour_type.lower()} armour",
        3.8,
        paper.inner,
    )
    yield fitted(
        left,
        32,
        f"Top speed {top_speed(car)} mph · acceleration {totals.acceleration} mph a turn · "
        f"handling class {totals.hc} · {totals.weight:,} lb · {money(totals.cost)}",
        4.2,
        paper.inner,
        bold=True,
    )


# --- boxes ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Block:
    """A block in a column. Its height and shapes depend on the size of the boxes."""

    height: Callable[[float], float]
    draw: Callable[[float, float], Iterator[Shape]]


def _column(
    car: CarPaper, numbers: DuelNumbers, paper: Paper, width: float, room: float
) -> Iterator[Shape]:
    """Yield armour, weapons, parts and people with boxes as large as possible."""
    left = paper.margin
    blocks = list(_blocks(car, numbers, left, width))

    def height(size: float) -> float:
        return sum(block.height(size) for block in blocks)

    size = MAX_BOX_SIZE
    while size > MIN_BOX_SIZE and height(size) > room - NOTES_HEIGHT:
        size -= 0.1
    y = TOP
    for block in blocks:
        yield from block.draw(y, size)
        y += block.height(size)
    yield from _notes(car, left, y, width, TOP + room)


def _blocks(car: CarPaper, numbers: DuelNumbers, left: float, width: float) -> Iterator[_Block]:
    yield _armour_block(car, left, width)
    names = gun_names(car.sheet)
    for gun in car.sheet.weapons:
        dp = next(part for part in car.sheet.parts if part.key == gun.key)
        yield _weapon_block(names[gun.key], gun, dp, left, width)
    other_parts = [
        part for part in car.sheet.parts if not part.key.startswith(("tyre:", "weapon:", "plant"))
    ]
    if other_parts:
        yield _parts_block(other_parts, left, width)
    other_accessories = [
        name for name in car.sheet.accessories if name not in {part.name for part in other_parts}
    ]
    if other_accessories:
        yield _line_block(
            f"Also: {', '.join(name.lower() for name in other_accessories)}", left, width
        )
    for person in car.crew:
        yield _crew_block(person, numbers.suit, left, width)


def _head_size(size: float) -> float:
    return max(2.4, min(4.2, size * 0.8))


def _armour_block(car: CarPaper, left: float, width: float) -> _Block:
    """Return a block with six facings around the power plant, and wheels in the lower corners."""
    sides = {row.location: row for row in car.sheet.armour}
    tyres = [part for part in car.sheet.parts if part.key.startswith("tyre:")]
    plant = next(part for part in car.sheet.parts if part.key == "plant")
    middle = ("Power plant", plant.built, plant.built - plant.now)
    lefts = [part for part in tyres if "left" in part.key or part.key == "tyre:front"]
    rights = [part for part in tyres if part not in lefts]
    cells: list[list[list[tuple[str, int, int]]]] = [
        [[_facing(sides["top"])], [_facing(sides["front"])], [_facing(sides["under"])]],
        [[_facing(sides["left"])], [middle], [_facing(sides["right"])]],
        [
            [_part(tyre) for tyre in lefts],
            [_facing(sides["back"])],
            [_part(tyre) for tyre in rights],
        ],
    ]
    cell_width = width / 3
    inner = cell_width - 3

    def cell_height(cell: list[tuple[str, int, int]], size: float) -> float:
        return sum(
            _head_size(size) * 1.35 + rows_of(count, inner, size) * size + 0.8
            for _, count, _ in cell
        )

    def row_height(row: list[list[tuple[str, int, int]]], size: float) -> float:
        return max(cell_height(cell, size) for cell in row) + 2

    def draw(y: float, size: float) -> Iterator[Shape]:
        for row in cells:
            height = row_height(row, size)
            for column, cell in enumerate(row):
                x, top = left + column * cell_width, y + 0.6
                yield Rect(x, y, cell_width, height, 0.35)
                for title, count, lost in cell:
                    head = _head_size(size)
                    yield fitted(x + 1.5, top + head, title, head, inner, bold=True)
                    yield from boxes(
                        x + 1.5, top + head * 1.35, inner, count, size=size, crossed_out=lost
                    )
                    top += head * 1.35 + rows_of(count, inner, size) * size + 0.8
            y += height

    return _Block(lambda size: sum(row_height(row, size) for row in cells) + 3, draw)


def _facing(row: ArmourRow) -> tuple[str, int, int]:
    return f"{_side(row.location)} {row.now}", row.built, row.built - row.now


def _part(part: PartRow) -> tuple[str, int, int]:
    return part.name, part.built, part.built - part.now


def _side(location: str) -> str:
    return SIDES.get(location, location.capitalize())


def _weapon_block(name: str, gun: WeaponRow, part: PartRow, left: float, width: float) -> _Block:
    """Return a block with a weapon's DP, to-hit number, damage, and a box for each shot.

    Very large magazines have a line to write on instead of boxes.
    """
    facts = [gun.facing if gun.facing != "under" else "underbody"]
    facts += [f"to hit {gun.to_hit}"] if gun.to_hit else []
    facts += [f"damage {gun.damage}"] if gun.damage else []
    facts += [] if gun.magazine else ["fires from the plant"]
    title = f"{name}: {', '.join(facts)}"
    dp_width = width * 0.3
    shots_width = width - dp_width

    def rows(size: float) -> int:
        ticked = gun.magazine if gun.magazine <= MOST_SHOTS else 1
        shots = rows_of(ticked, shots_width - 11, size) if gun.magazine else 0
        return max(rows_of(part.built, dp_width - 7, size), shots)

    def draw(y: float, size: float) -> Iterator[Shape]:
        head = _head_size(size)
        yield fitted(left, y + head, title, head, width, bold=True)
        top = y + head * 1.35
        yield Text(left, top + size * 0.7, "DP", min(head, 3.2))
        yield from boxes(
            left + 6, top, dp_width - 7, part.built, size=size, crossed_out=part.built - part.now
        )
        if gun.magazine > MOST_SHOTS:
            shots_line = f"Shots, of {gun.magazine:,}:  {gun.shots:,}"
            yield fitted(left + dp_width, top + size * 0.7, shots_line, min(head, 3.2), shots_width)
        elif gun.magazine:
            yield Text(left + dp_width, top + size * 0.7, "Shots", min(head, 3.2))
            yield from boxes(
                left + dp_width + 11,
                top,
                shots_width - 11,
                gun.magazine,
                size=size,
                crossed_out=gun.magazine - gun.shots,
            )

    return _Block(lambda size: _head_size(size) * 1.35 + rows(size) * size + 1.5, draw)


def _parts_block(parts: list[PartRow], left: float, width: float) -> _Block:
    """Return a block with the accessories that can be hit, two per line."""
    half = width / 2
    pairs = [parts[index : index + 2] for index in range(0, len(parts), 2)]

    def pair_height(pair: list[PartRow], size: float) -> float:
        return (
            _head_size(size) * 1.35
            + max(rows_of(part.built, half - 3, size) for part in pair) * size
            + 1
        )

    def draw(y: float, size: float) -> Iterator[Shape]:
        head = _head_size(size)
        for pair in pairs:
            for column, part in enumerate(pair):
                x = left + column * half
                location = f", {_side(part.location).lower()}" if part.location else ""
                yield fitted(x, y + head, f"{part.name}{location}", head, half - 3, bold=True)
                yield from boxes(
                    x,
                    y + head * 1.35,
                    half - 3,
                    part.built,
                    size=size,
                    crossed_out=part.built - part.now,
                )
            y += pair_height(pair, size)

    return _Block(lambda size: sum(pair_height(pair, size) for pair in pairs), draw)


def _line_block(text: str, left: float, width: float) -> _Block:
    def lines(size: float) -> list[str]:
        return list(wrapped(text, _head_size(size), width))

    def draw(y: float, size: float) -> Iterator[Shape]:
        head = _head_size(size)
        for nth, line in enumerate(lines(size)):
            yield Text(left, y + head * (1 + nth * 1.3), line, head)

    return _Block(lambda size: len(lines(size)) * _head_size(size) * 1.3 + 1, draw)


def _crew_block(person: CrewLine, suit: int, left: float, width: float) -> _Block:
    """Return a block with a crew member's DP, body armour and skills."""
    skills = ", ".join(f"{line.title.lower()} {_level(line.level)}" for line in person.skills)
    title = f"{person.place.replace(':', ' ').capitalize()} {person.name}"
    half = width / 2

    def draw(y: float, size: float) -> Iterator[Shape]:
        head = _head_size(size)
        yield fitted(left, y + head, title, head, half - 2, bold=True)
        yield fitted(left + half, y + head, skills or "no skill", head, half)
        top = y + head * 1.35
        yield Text(left, top + size * 0.7, "DP", min(head, 3.2))
        yield from boxes(
            left + 6,
            top,
            half - 8,
            person.full_dp,
            size=size,
            crossed_out=person.full_dp - person.dp,
        )
        if suit:
            yield Text(left + half, top + size * 0.7, "Suit", min(head, 3.2))
            yield from boxes(left + half + 9, top, half - 9, suit, size=size)

    def height(size: float) -> float:
        rows = max(rows_of(person.full_dp, half - 8, size), rows_of(suit, half - 9, size))
        return _head_size(size) * 1.35 + rows * size + 1.5

    return _Block(height, draw)


def _level(level: int) -> str:
    return signed(level) if level else "base"


def _notes(car: CarPaper, left: float, y: float, width: float, bottom: float) -> Iterator[Shape]:
    """Yield lines for notes if there is room."""
    if bottom - y < 8:
        return
    yield Text(left, y + 4, "Notes", 3.4, bold=True)
    lines = list(wrapped(car.notes, 3.4, width - 14)) if car.notes else []
    for nth, line in enumerate(lines[: int((bottom - y) / 5)]):
        yield Text(left + 13, y + 4 + nth * 5, line, 3.4)
    y += 4 + max(0, len(lines) - 1) * 5
    while y + 8 <= bottom:
        y += 8
        yield Line(left, y, left + width, y, 0.15)


# --- tables and tracks ----------------------------------------------------------------------------


def _tables(car: CarPaper, numbers: DuelNumbers, paper: Paper, room: float) -> Iterator[Shape]:
    """Yield the movement, control and braking tables up to the car's top speed."""
    x, fastest = paper.right - TABLES_WIDTH, top_speed(car)
    moves, controls = len(speeds_to(fastest, 5)), len(speeds_to(fastest, 10))
    titles = 3 * 7.0
    height = min(5.2, (room - titles - 4) / (moves + controls + 4))
    y = TOP
    yield Text(x, y + 4, "Movement: inches in each phase", 3.6, bold=True)
    yield from movement_table(
        x, y + 5.5, numbers, fastest=fastest, width=TABLES_WIDTH, height=height
    )
    y += 7 + (moves + 1) * height
    yield Text(x, y + 4, "Control: roll this number or more, by handling", 3.6, bold=True)
    yield from control_table(
        x, y + 5.5, numbers, fastest=fastest, width=TABLES_WIDTH, height=height
    )
    y += 7 + (controls + 1) * height
    yield Text(x, y + 4, "Braking: difficulty", 3.6, bold=True)
    yield from braking_table(x, y + 5.5, numbers, width=TABLES_WIDTH, height=height)


def _tracks(car: CarPaper, paper: Paper) -> Iterator[Shape]:
    """Yield the speed and handling tracks.

    The speed track has a box for each 5 mph. On the handling track, the handling class is
    highlighted.
    """
    y = paper.bottom - TRACKS_HEIGHT + 1
    speeds = (0, *speeds_to(top_speed(car), 5))
    yield from _track(
        "Speed",
        [str(speed) for speed in speeds],
        paper.margin,
        y,
        min(10, paper.inner / len(speeds)),
    )
    y += 18
    hc = car.sheet.totals.hc
    marks = [signed(status) if status else "0" for status in HANDLING]
    start = HANDLING.index(min(max(hc, HANDLING[-1]), HANDLING[0]))
    yield from _track("Handling", marks, paper.margin, y, 10, marked=start)
    x = paper.margin + 10 * len(marks) + 5
    yield Text(x, y + 3, "Kills", 3.6, bold=True)
    yield from boxes(x, y + 4.5, paper.right - x, 4, size=10)
    yield Text(paper.width / 2, paper.bottom + 2.5, FOOTER, 2.3, "middle")


def _track(
    title: str, marks: list[str], x: float, y: float, width: float, marked: int = -1
) -> Iterator[Shape]:
    yield Text(x, y + 3, title, 3.6, bold=True)
    for nth, mark in enumerate(marks):
        left = x + nth * width
        yield Rect(left, y + 4.5, width, 10, 0.9 if nth == marked else 0.3)
        size = min(4.2, width * 0.8 / max(1, ceil(len(mark) * 0.6)))
        yield Text(left + width / 2, y + 11, mark, round(size, 2), "middle", bold=nth == marked)
