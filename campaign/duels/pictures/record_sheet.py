"""A car's record sheet on one page: what a player ticks, moves counters on and reads at the table
(C30).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import ceil
from typing import Final

from campaign.duels.rules.papers import CarPaper, CrewLine
from campaign.garage.rules.sheet import ArmourRow, PartRow, WeaponRow, gun_names
from campaign.league.rules.duel_numbers import HANDLING, DuelNumbers
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

ASIDE: Final = 70.0
"""The width of the column with the tables."""
GAP: Final = 5.0
TRACKS: Final = 39.0
"""The height of speed track, handling track and what stands under them."""
TOP: Final = 36.0
"""Where the columns begin."""
NOTES: Final = 13.0
"""Room that is kept for notes."""
MOST: Final = 10.0
LEAST: Final = 2.0
MOST_SHOTS: Final = 150
"""More in one weapon, as a club's own may hold, are no boxes."""
SIDES: Final = {"under": "Underbody"}
FOOT: Final = (
    "Unofficial aid for clubs that own the game. Car Wars is a trademark of Steve Jackson Games."
)


def record_sheet(car: CarPaper, numbers: DuelNumbers, paper: Paper) -> Sheet:
    """One car on one page: armour by facing, components, weapons with their shots, crew, tracks,
    and the tables up to its top speed.
    """
    width = paper.inner - ASIDE - GAP
    room = paper.bottom - TRACKS - TOP
    return Sheet(
        title=f"{car.sheet.name}, record sheet",
        description=in_words(car),
        shapes=(
            *_head(car, paper),
            *_column(car, numbers, paper, width, room),
            *_aside(car, numbers, paper, room),
            *_tracks(car, paper),
        ),
    )


def in_words(car: CarPaper) -> str:
    """What the sheet says, for who does not see it."""
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
        f"{one.place} {one.name}, {one.dp} of {one.full_dp} DP"
        + "".join(f", {line.title.lower()} {_level(line.level)}" for line in one.skills)
        for one in car.crew
    )
    return (
        f"{car.team}. Armour: {armour or 'none'}. Components: {parts}. Weapons: "
        f"{guns or 'none'}. Crew: {crew or 'none'}."
    )


def armoured(car: CarPaper) -> tuple[ArmourRow, ...]:
    """The sides that ever had armour."""
    return tuple(row for row in car.sheet.armour if row.built)


def top_speed(car: CarPaper) -> int:
    """The car's top speed in full 5 mph (V7), for its tables and its track."""
    return min(int(car.sheet.totals.top_speed // 5) * 5, 200)


# --- head -----------------------------------------------------------------------------------------


def _head(car: CarPaper, paper: Paper) -> Iterator[Shape]:
    sheet, left = car.sheet, paper.margin
    sums = sheet.totals
    yield fitted(left, 17.5, sheet.name, 8.5, paper.inner * 0.58, bold=True)
    team = fitted(0, 0, car.team, 5.5, paper.inner * 0.4, bold=True)
    yield Text(paper.right, 14.5, team.text, team.size, "end", bold=True)
    aim = fitted(0, 0, car.heading, 3.6, paper.inner * 0.4)
    yield Text(paper.right, 19.5, aim.text, aim.size, "end")
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
        f"Top speed {top_speed(car)} mph · acceleration {sums.acceleration} mph a turn · "
        f"handling class {sums.hc} · {sums.weight:,} lb · {money(sums.cost)}",
        4.2,
        paper.inner,
        bold=True,
    )


# --- what is ticked -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Block:
    """Something of the column: how high it is with boxes of a size, and how it is drawn then."""

    height: Callable[[float], float]
    draw: Callable[[float, float], Iterator[Shape]]


def _column(
    car: CarPaper, numbers: DuelNumbers, paper: Paper, width: float, room: float
) -> Iterator[Shape]:
    """Armour, weapons, parts and people with the largest boxes that leave room for all."""
    left = paper.margin
    blocks = list(_blocks(car, numbers, left, width))

    def height(size: float) -> float:
        return sum(block.height(size) for block in blocks)

    size = MOST
    while size > LEAST and height(size) > room - NOTES:
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
    rest = [
        part for part in car.sheet.parts if not part.key.startswith(("tyre:", "weapon:", "plant"))
    ]
    if rest:
        yield _parts_block(rest, left, width)
    bare = [name for name in car.sheet.accessories if name not in {part.name for part in rest}]
    if bare:
        yield _line_block(f"Also: {', '.join(name.lower() for name in bare)}", left, width)
    for one in car.crew:
        yield _crew_block(one, numbers.suit, left, width)


def _head_size(size: float) -> float:
    """The type above boxes of a size."""
    return max(2.4, min(4.2, size * 0.8))


def _armour_block(car: CarPaper, left: float, width: float) -> _Block:
    """Six facings about the power plant, the wheels in the lower corners."""
    sides = {row.location: row for row in car.sheet.armour}
    tyres = [part for part in car.sheet.parts if part.key.startswith("tyre:")]
    plant = next(part for part in car.sheet.parts if part.key == "plant")
    middle = ("Power plant", plant.built, plant.built - plant.now)
    lefts = [part for part in tyres if "left" in part.key or part.key == "tyre:front"]
    rights = [part for part in tyres if part not in lefts]
    cells: list[list[list[tuple[str, int, int]]]] = [
        [[_facing(sides["top"])], [_facing(sides["front"])], [_facing(sides["under"])]],
        [[_facing(sides["left"])], [middle], [_facing(sides["right"])]],
        [[_part(one) for one in lefts], [_facing(sides["back"])], [_part(one) for one in rights]],
    ]
    each = width / 3
    inner = each - 3

    def cell_height(cell: list[tuple[str, int, int]], size: float) -> float:
        return sum(
            _head_size(size) * 1.35 + rows_of(count, inner, size) * size + 0.8
            for _, count, _ in cell
        )

    def row_height(row: list[list[tuple[str, int, int]]], size: float) -> float:
        return max(cell_height(cell, size) for cell in row) + 2

    def draw(y: float, size: float) -> Iterator[Shape]:
        for row in cells:
            tall = row_height(row, size)
            for column, cell in enumerate(row):
                x, top = left + column * each, y + 0.6
                yield Rect(x, y, each, tall, 0.35)
                for title, count, gone in cell:
                    head = _head_size(size)
                    yield fitted(x + 1.5, top + head, title, head, inner, bold=True)
                    yield from boxes(
                        x + 1.5, top + head * 1.35, inner, count, size=size, crossed_out=gone
                    )
                    top += head * 1.35 + rows_of(count, inner, size) * size + 0.8
            y += tall

    return _Block(lambda size: sum(row_height(row, size) for row in cells) + 3, draw)


def _facing(row: ArmourRow) -> tuple[str, int, int]:
    return f"{_side(row.location)} {row.now}", row.built, row.built - row.now


def _part(part: PartRow) -> tuple[str, int, int]:
    return part.name, part.built, part.built - part.now


def _side(location: str) -> str:
    return SIDES.get(location, location.capitalize())


def _weapon_block(name: str, gun: WeaponRow, part: PartRow, left: float, width: float) -> _Block:
    """A weapon: its DP, to hit and damage, and a box for each shot; more shots than anybody ticks
    are written down as they go.
    """
    facts = [gun.facing if gun.facing != "under" else "underbody"]
    facts += [f"to hit {gun.to_hit}"] if gun.to_hit else []
    facts += [f"damage {gun.damage}"] if gun.damage else []
    facts += [] if gun.magazine else ["fires from the plant"]
    title = f"{name}: {', '.join(facts)}"
    third = width * 0.3
    rest = width - third

    def rows(size: float) -> int:
        ticked = gun.magazine if gun.magazine <= MOST_SHOTS else 1
        shots = rows_of(ticked, rest - 11, size) if gun.magazine else 0
        return max(rows_of(part.built, third - 7, size), shots)

    def draw(y: float, size: float) -> Iterator[Shape]:
        head = _head_size(size)
        yield fitted(left, y + head, title, head, width, bold=True)
        top = y + head * 1.35
        yield Text(left, top + size * 0.7, "DP", min(head, 3.2))
        yield from boxes(
            left + 6, top, third - 7, part.built, size=size, crossed_out=part.built - part.now
        )
        if gun.magazine > MOST_SHOTS:
            left_over = f"Shots, of {gun.magazine:,}:  {gun.shots:,}"
            yield fitted(left + third, top + size * 0.7, left_over, min(head, 3.2), rest)
        elif gun.magazine:
            yield Text(left + third, top + size * 0.7, "Shots", min(head, 3.2))
            yield from boxes(
                left + third + 11,
                top,
                rest - 11,
                gun.magazine,
                size=size,
                crossed_out=gun.magazine - gun.shots,
            )

    return _Block(lambda size: _head_size(size) * 1.35 + rows(size) * size + 1.5, draw)


def _parts_block(parts: list[PartRow], left: float, width: float) -> _Block:
    """Accessories that can be hit, two to a line."""
    half = width / 2
    pairs = [parts[at : at + 2] for at in range(0, len(parts), 2)]

    def tall(pair: list[PartRow], size: float) -> float:
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
                where = f", {_side(part.location).lower()}" if part.location else ""
                yield fitted(x, y + head, f"{part.name}{where}", head, half - 3, bold=True)
                yield from boxes(
                    x,
                    y + head * 1.35,
                    half - 3,
                    part.built,
                    size=size,
                    crossed_out=part.built - part.now,
                )
            y += tall(pair, size)

    return _Block(lambda size: sum(tall(pair, size) for pair in pairs), draw)


def _line_block(words: str, left: float, width: float) -> _Block:
    """A line or two of words."""

    def lines(size: float) -> list[str]:
        return list(wrapped(words, _head_size(size), width))

    def draw(y: float, size: float) -> Iterator[Shape]:
        head = _head_size(size)
        for nth, line in enumerate(lines(size)):
            yield Text(left, y + head * (1 + nth * 1.3), line, head)

    return _Block(lambda size: len(lines(size)) * _head_size(size) * 1.3 + 1, draw)


def _crew_block(one: CrewLine, suit: int, left: float, width: float) -> _Block:
    """Somebody aboard: DP, suit, skills."""
    known = ", ".join(f"{line.title.lower()} {_level(line.level)}" for line in one.skills)
    title = f"{one.place.replace(':', ' ').capitalize()} {one.name}"
    half = width / 2

    def draw(y: float, size: float) -> Iterator[Shape]:
        head = _head_size(size)
        yield fitted(left, y + head, title, head, half - 2, bold=True)
        yield fitted(left + half, y + head, known or "no skill", head, half)
        top = y + head * 1.35
        yield Text(left, top + size * 0.7, "DP", min(head, 3.2))
        yield from boxes(
            left + 6, top, half - 8, one.full_dp, size=size, crossed_out=one.full_dp - one.dp
        )
        if suit:
            yield Text(left + half, top + size * 0.7, "Suit", min(head, 3.2))
            yield from boxes(left + half + 9, top, half - 9, suit, size=size)

    def height(size: float) -> float:
        rows = max(rows_of(one.full_dp, half - 8, size), rows_of(suit, half - 9, size))
        return _head_size(size) * 1.35 + rows * size + 1.5

    return _Block(height, draw)


def _level(level: int) -> str:
    return signed(level) if level else "base"


def _notes(car: CarPaper, left: float, y: float, width: float, bottom: float) -> Iterator[Shape]:
    """Lines to write on, as far as there is room."""
    if bottom - y < 8:
        return
    yield Text(left, y + 4, "Notes", 3.4, bold=True)
    lines = list(wrapped(car.notes, 3.4, width - 14)) if car.notes else []
    for nth, words in enumerate(lines[: int((bottom - y) / 5)]):
        yield Text(left + 13, y + 4 + nth * 5, words, 3.4)
    y += 4 + max(0, len(lines) - 1) * 5
    while y + 8 <= bottom:
        y += 8
        yield Line(left, y, left + width, y, 0.15)


# --- tables and tracks ----------------------------------------------------------------------------


def _aside(car: CarPaper, numbers: DuelNumbers, paper: Paper, room: float) -> Iterator[Shape]:
    """Movement, control and braking up to the car's top speed."""
    x, fastest = paper.right - ASIDE, top_speed(car)
    moves, controls = len(speeds_to(fastest, 5)), len(speeds_to(fastest, 10))
    titles = 3 * 7.0
    height = min(5.2, (room - titles - 4) / (moves + controls + 4))
    y = TOP
    yield Text(x, y + 4, "Movement: inches in each phase", 3.6, bold=True)
    yield from movement_table(x, y + 5.5, numbers, fastest=fastest, width=ASIDE, height=height)
    y += 7 + (moves + 1) * height
    yield Text(x, y + 4, "Control: roll this number or more, by handling", 3.6, bold=True)
    yield from control_table(x, y + 5.5, numbers, fastest=fastest, width=ASIDE, height=height)
    y += 7 + (controls + 1) * height
    yield Text(x, y + 4, "Braking: difficulty", 3.6, bold=True)
    yield from braking_table(x, y + 5.5, numbers, width=ASIDE, height=height)


def _tracks(car: CarPaper, paper: Paper) -> Iterator[Shape]:
    """A box for each 5 mph and one for each handling status; the handling class stands out."""
    y = paper.bottom - TRACKS + 1
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
    yield Text(paper.width / 2, paper.bottom + 2.5, FOOT, 2.3, "middle")


def _track(
    title: str, marks: list[str], x: float, y: float, width: float, marked: int = -1
) -> Iterator[Shape]:
    yield Text(x, y + 3, title, 3.6, bold=True)
    for nth, mark in enumerate(marks):
        left = x + nth * width
        yield Rect(left, y + 4.5, width, 10, 0.9 if nth == marked else 0.3)
        size = min(4.2, width * 0.8 / max(1, ceil(len(mark) * 0.6)))
        yield Text(left + width / 2, y + 11, mark, round(size, 2), "middle", bold=nth == marked)
