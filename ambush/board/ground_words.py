"""Descriptions of surrounding squares, landmarks, clouds and the whole map (P2, P4, P5)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import Final

from ambush.rules.bearings import direction_to, squares_to
from ambush.rules.describe import BoardFacts, Hazard, Self
from ambush.rules.fighting import smoky_squares
from ambush.rules.ground import BLOCKS_SIGHT, COVER, LEGEND, SIDE, SQUARES, Ground
from ambush.rules.terrain import STEPS, Terrain, terrain_of
from ambush.rules.values import Own, View
from play.tabletop.board import Passage, Table

from .landscape import connected_squares
from .squares import DIRECTION_WORDS, column_name, inches_words, square_name, squares_words

MAX_LANDMARK_DISTANCE: Final = 16
LANDMARK_KINDS: Final = {"+": "door", "f": "fence", "p": "pump", "t": "tree", "V": "vehicle"}
MAX_LANDMARKS_OF_A_KIND: Final = 3
OPEN_GROUND: Final = "."
CLOUD_WORDS: Final = {"smoke": "Smoke", "gas": "Tear gas", "fire": "Burning oil"}


def neighbours_passage(view: View, own_facts: Self) -> Passage:
    """Describe the eight neighbouring squares and the view in each direction."""
    own_square = (own_facts.row - 1) * SIDE + own_facts.column - 1
    terrain = terrain_of(view.table.ground)
    smoke = smoky_squares(view.table.clouds, terrain)
    rows = [
        (
            DIRECTION_WORDS[neighbour.direction].capitalize(),
            neighbour.content,
            "yes" if neighbour.is_open else "no",
            _outlook_words(terrain, smoke, own_square, number),
        )
        for number, neighbour in enumerate(own_facts.neighbours)
    ]
    return Passage(
        title="Around you",
        table=Table(heads=("Way", "Next square", "Can step", "Beyond"), rows=tuple(rows)),
    )


def _outlook_words(terrain: Terrain, smoke: frozenset[int], origin: int, direction: int) -> str:
    """Describe what lies in a straight line up to the edge or the first obstacle to sight."""
    if origin in smoke:
        return "smoke all around"
    x, y, (dx, dy) = origin % SIDE, origin // SIDE, STEPS[direction]
    landmarks_passed: list[str] = []
    distance = 0
    while 0 <= x + dx < SIDE and 0 <= y + dy < SIDE:
        x, y, distance = x + dx, y + dy, distance + 1
        letter = terrain.letters[y * SIDE + x]
        if letter in BLOCKS_SIGHT or y * SIDE + x in smoke:
            obstacle = LEGEND[letter] if letter in BLOCKS_SIGHT else "smoke"
            return "; ".join(
                [
                    *landmarks_passed,
                    (
                        f"{obstacle} at {column_name(x)}{y + 1} ends the view after "
                        f"{squares_words(distance - 1)}"
                    ),
                ]
            )
        if letter in COVER:
            landmarks_passed.append(f"{LEGEND[letter]} at {column_name(x)}{y + 1}")
    return "; ".join([*landmarks_passed, f"open to the edge, {squares_words(distance)}"])


def landmarks_passage(view: View, own_state: Own) -> Passage:
    """Describe nearby doors, cover and vehicles, with the nearest square of each."""
    own_square, letters = own_state.man.at, terrain_of(view.table.ground).letters
    rows = []
    for kind, kind_name in LANDMARK_KINDS.items():
        nearest_squares = sorted(
            [
                min(parts, key=lambda square: (squares_to(own_square, square), square))
                for parts in connected_squares(letters, kind)
            ],
            key=lambda square: (squares_to(own_square, square), square),
        )
        rows += [
            (kind_name, square)
            for square in nearest_squares[:MAX_LANDMARKS_OF_A_KIND]
            if squares_to(own_square, square) <= MAX_LANDMARK_DISTANCE
        ]
    rows.sort(key=lambda row: squares_to(own_square, row[1]))
    title = f"Within {MAX_LANDMARK_DISTANCE} squares"
    if not rows:
        return Passage(title=title, lines=("Only open ground.",))
    cells = [
        (
            kind_name.capitalize(),
            square_name(square_of_landmark),
            str(squares_to(own_square, square_of_landmark)),
            DIRECTION_WORDS[direction_to(own_square, square_of_landmark)],
        )
        for kind_name, square_of_landmark in rows
    ]
    return Passage(
        title=title,
        table=Table(heads=("What", "Nearest square", "Squares", "Way"), rows=tuple(cells)),
    )


def hazard_passages(facts: BoardFacts) -> Iterator[Passage]:
    """Describe every cloud and fire, with its position relative to the fighter's square."""
    if facts.hazards:
        yield Passage(
            title="Smoke, gas and fire",
            lines=tuple([_hazard_words(hazard) for hazard in facts.hazards]),
        )


def _hazard_words(hazard: Hazard) -> str:
    place = hazard.position
    place_name, distance = f"{column_name(place.column - 1)}{place.row}", "your own square"
    if place.squares:
        distance = (
            f"{squares_words(place.squares)} ({inches_words(place.inches)} in) "
            f"{DIRECTION_WORDS[place.direction]}"
        )
    inside_note = " You are in it." if hazard.inside else ""
    reach = "its square and those beside it" if hazard.kind == "fire" else "four squares around"
    duration = f"for {hazard.turns} more {'turn' if hazard.turns == 1 else 'turns'}"
    return (
        f"{CLOUD_WORDS[hazard.kind]} at {place_name}, {distance}, {reach}, {duration}.{inside_note}"
    )


def clouds_passage(view: View) -> Passage:
    """Describe the clouds and fires for viewers who have no square of their own."""
    lines = [
        f"{CLOUD_WORDS[cloud.kind]} at {square_name(cloud.at)}, to the end of turn {cloud.until}."
        for cloud in view.table.clouds
    ]
    return Passage(title="Smoke, gas and fire", lines=tuple(lines))


@lru_cache(maxsize=32)
def map_passages(ground: str | Ground) -> tuple[Passage, ...]:
    """Describe the map: buildings with their doors, then every row from north to south."""
    terrain = terrain_of(ground)
    buildings = tuple(
        _building_words(terrain.letters, parts)
        for parts in connected_squares(terrain.letters, "#:+")
        if len(parts) > 1
    )
    rows = [terrain.letters[start : start + SIDE] for start in range(0, SQUARES, SIDE)]
    lines = []
    for letters, run in groupby(enumerate(rows, start=1), key=lambda row: row[1]):
        numbers = [number for number, _ in run]
        row_name = (
            f"Row {numbers[0]}" if len(numbers) == 1 else f"Rows {numbers[0]} to {numbers[-1]}"
        )
        lines.append(f"{row_name}: {_row_words(letters)}.")
    return (
        *((Passage(title="Buildings", lines=buildings),) if buildings else ()),
        Passage(
            title=f"{terrain.ground.title}, row by row",
            lines=("All other squares are open ground.", *lines),
        ),
    )


def _row_words(letters: str) -> str:
    spans = []
    for letter, run in groupby(
        enumerate(letters), key=lambda column_and_letter: column_and_letter[1]
    ):
        if letter == OPEN_GROUND:
            continue
        columns = [column for column, _ in run]
        span = (
            column_name(columns[0])
            if len(columns) == 1
            else f"{column_name(columns[0])} to {column_name(columns[-1])}"
        )
        spans.append(f"{span} {LEGEND[letter]}")
    return "; ".join(spans) or LEGEND[OPEN_GROUND]


def _building_words(letters: str, parts: list[int]) -> str:
    columns, rows = [square % SIDE for square in parts], [square // SIDE for square in parts]
    corners = (
        f"{column_name(min(columns))}{min(rows) + 1} to {column_name(max(columns))}{max(rows) + 1}"
    )
    door_names = [square_name(square) for square in parts if letters[square] == "+"]
    return (
        f"{corners}: {'door' if len(door_names) == 1 else 'doors'} at {', '.join(door_names)}."
        if door_names
        else f"{corners}: no door."
    )
