"""The ground in words: what is next to a man, what lies round about, what burns and smokes, and the
map row by row (P2, P4, P5).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Final

from espionage.rules.ambush.bearings import squares_to, way_to
from espionage.rules.ambush.fighting import smoky
from espionage.rules.ambush.ground import BLOCKS_SIGHT, COVER, LEGEND, SIDE, SQUARES
from espionage.rules.ambush.terrain import STEPS, terrain_of
from play.tabletop.board import Passage, Table

from .landscape import patches
from .squares import WAY_WORDS, column_name, inches_words, name_of, squares_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from espionage.rules.ambush.describe import Facts, Hazard, Self
    from espionage.rules.ambush.ground import Ground
    from espionage.rules.ambush.terrain import Terrain
    from espionage.rules.ambush.values import Own, View

NEARBY: Final = 16
KINDS: Final = {"+": "door", "f": "fence", "p": "pump", "t": "tree", "V": "vehicle"}
OF_A_KIND: Final = 3
OPEN: Final = "."
CLOUD_WORDS: Final = {"smoke": "Smoke", "gas": "Tear gas", "fire": "Burning oil"}


def around(view: View, me: Self) -> Passage:
    """The eight neighbours, and how far one looks each way."""
    here = (me.row - 1) * SIDE + me.column - 1
    terrain = terrain_of(view.table.ground)
    smoke = smoky(view.table.clouds, terrain)
    rows = [
        (
            WAY_WORDS[near.way].capitalize(),
            near.what,
            "yes" if near.open else "no",
            _outlook(terrain, smoke, here, number),
        )
        for number, near in enumerate(me.around)
    ]
    return Passage(
        title="Around you",
        table=Table(heads=("Way", "Next square", "Can step", "Beyond"), rows=tuple(rows)),
    )


def _outlook(terrain: Terrain, smoke: frozenset[int], here: int, way: int) -> str:
    """What lies in a straight line, up to what blocks sight or the edge."""
    if here in smoke:
        return "smoke all around"
    x, y, (dx, dy) = here % SIDE, here // SIDE, STEPS[way]
    passed: list[str] = []
    far = 0
    while 0 <= x + dx < SIDE and 0 <= y + dy < SIDE:
        x, y, far = x + dx, y + dy, far + 1
        letter = terrain.letters[y * SIDE + x]
        if letter in BLOCKS_SIGHT or y * SIDE + x in smoke:
            what = LEGEND[letter] if letter in BLOCKS_SIGHT else "smoke"
            return "; ".join(
                [
                    *passed,
                    (
                        f"{what} at {column_name(x)}{y + 1} ends the view after "
                        f"{squares_words(far - 1)}"
                    ),
                ]
            )
        if letter in COVER:
            passed.append(f"{LEGEND[letter]} at {column_name(x)}{y + 1}")
    return "; ".join([*passed, f"open to the edge, {squares_words(far)}"])


def landmarks(view: View, own: Own) -> Passage:
    """Doors, cover and vehicles near by, the nearest square of each."""
    here, letters = own.man.at, terrain_of(view.table.ground).letters
    rows = []
    for kind, word in KINDS.items():
        near = sorted(
            [
                min(parts, key=lambda square: (squares_to(here, square), square))
                for parts in patches(letters, kind)
            ],
            key=lambda square: (squares_to(here, square), square),
        )
        rows += [
            (word, square) for square in near[:OF_A_KIND] if squares_to(here, square) <= NEARBY
        ]
    rows.sort(key=lambda row: squares_to(here, row[1]))
    title = f"Within {NEARBY} squares"
    if not rows:
        return Passage(title=title, lines=("Only open ground.",))
    cells = [
        (
            word.capitalize(),
            name_of(there),
            str(squares_to(here, there)),
            WAY_WORDS[way_to(here, there)],
        )
        for word, there in rows
    ]
    return Passage(
        title=title,
        table=Table(heads=("What", "Nearest square", "Squares", "Way"), rows=tuple(cells)),
    )


def hazards(facts: Facts) -> Iterator[Passage]:
    """Every cloud and fire, seen from one's own square."""
    if facts.hazards:
        yield Passage(
            title="Smoke, gas and fire", lines=tuple([_hazard(hazard) for hazard in facts.hazards])
        )


def _hazard(hazard: Hazard) -> str:
    where = hazard.where
    at, away = f"{column_name(where.column - 1)}{where.row}", "your own square"
    if where.squares:
        away = (
            f"{squares_words(where.squares)} ({inches_words(where.inches)} in) "
            f"{WAY_WORDS[where.way]}"
        )
    inside = " You are in it." if hazard.inside else ""
    reach = "its square and those beside it" if hazard.kind == "fire" else "four squares around"
    lasts = f"for {hazard.turns} more {'turn' if hazard.turns == 1 else 'turns'}"
    return f"{CLOUD_WORDS[hazard.kind]} at {at}, {away}, {reach}, {lasts}.{inside}"


def clouds(view: View) -> Passage:
    """The same for who has no square of his own."""
    lines = [
        f"{CLOUD_WORDS[cloud.kind]} at {name_of(cloud.at)}, to the end of turn {cloud.until}."
        for cloud in view.table.clouds
    ]
    return Passage(title="Smoke, gas and fire", lines=tuple(lines))


@lru_cache(maxsize=32)
def the_map(ground: str | Ground) -> tuple[Passage, ...]:
    """The map itself: its buildings with their doors, then every row from north to south."""
    terrain = terrain_of(ground)
    buildings = tuple(
        [
            _building(terrain.letters, parts)
            for parts in patches(terrain.letters, "#:+")
            if len(parts) > 1
        ]
    )
    rows = [terrain.letters[start : start + SIDE] for start in range(0, SQUARES, SIDE)]
    lines = []
    for words, run in groupby(enumerate(rows, start=1), key=lambda row: row[1]):
        numbers = [number for number, _ in run]
        where = f"Row {numbers[0]}" if len(numbers) == 1 else f"Rows {numbers[0]} to {numbers[-1]}"
        lines.append(f"{where}: {_row(words)}.")
    return (
        *((Passage(title="Buildings", lines=buildings),) if buildings else ()),
        Passage(
            title=f"{terrain.ground.title}, row by row",
            lines=("All other squares are open ground.", *lines),
        ),
    )


def _row(letters: str) -> str:
    found = []
    for letter, run in groupby(enumerate(letters), key=lambda each: each[1]):
        if letter == OPEN:
            continue
        columns = [column for column, _ in run]
        span = (
            column_name(columns[0])
            if len(columns) == 1
            else f"{column_name(columns[0])} to {column_name(columns[-1])}"
        )
        found.append(f"{span} {LEGEND[letter]}")
    return "; ".join(found) or LEGEND[OPEN]


def _building(letters: str, parts: list[int]) -> str:
    columns, rows = [square % SIDE for square in parts], [square // SIDE for square in parts]
    corners = (
        f"{column_name(min(columns))}{min(rows) + 1} to {column_name(max(columns))}{max(rows) + 1}"
    )
    doors = [name_of(square) for square in parts if letters[square] == "+"]
    return (
        f"{corners}: {'door' if len(doors) == 1 else 'doors'} at {', '.join(doors)}."
        if doors
        else f"{corners}: no door."
    )
