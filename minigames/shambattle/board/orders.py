"""Written marches and deployments, with one line per figure.

Paths are measured by the functions of the rules. The preview and the move use the same parser, so
the server accepts every march that is legal in the preview.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engine.game import IllegalMove
from engine.values import Seat, Value
from minigames.shambattle.manoeuvres import MovementPlanner
from minigames.shambattle.rules import movement
from minigames.shambattle.rules.geometry import path_length
from minigames.shambattle.rules.ground import ground
from minigames.shambattle.rules.position import is_captive
from minigames.shambattle.rules.roster import SIDES
from minigames.shambattle.rules.turns import (
    check_deployment,
    mirrored_deployment,
    standard_deployment,
)
from minigames.shambattle.rules.values import Spot, Table, Walk

from .codes import CODES, read_figures, read_pair

LINE_PATTERN: Final = re.compile(
    r"(?P<who>.+?) (?P<how>to|towards|by) (?P<where>.+)", re.IGNORECASE
)
PLACE_PATTERN: Final = re.compile(r"(?P<who>.+?) (?:at|to) (?P<where>.+)", re.IGNORECASE)
MAX_TEXT_LENGTH: Final = 3000
MAX_POINTS: Final = 24
"""Maximum number of points in a line. MAX_TEXT_LENGTH limits the whole text."""

TOO_LONG: Final = f"The text is too long. Use at most {MAX_TEXT_LENGTH} characters."
TOO_MANY: Final = (
    f"A line can have at most {MAX_POINTS} corners. End the path sooner, or remove some corners."
)
NOBODY_MOVES: Final = "Write where figures go, move all others by doctrine, or end the movement."
NOBODY_MOVES_BY_DOCTRINE: Final = (
    "Doctrine would not move anyone. Write where figures go, or end the movement."
)
INVALID_LINE: Final = (
    "Write one line per figure, such as “C7 to 31.5, 18; 33, 18” or “C1-C4 by 6, 0”."
)


class FigurePath(Value):
    """A figure's path, as written and as far as it is possible.

    `sentence` explains why the written path is not possible.
    """

    man: int
    start: Spot
    ordered_path: tuple[Spot, ...]
    path: tuple[Spot, ...]
    spent: int
    allowed: int
    fast: bool
    sentence: str = ""


class Orders(Value):
    """A march as written: all paths, the resulting table, and the first error."""

    table: Table
    goings: tuple[FigurePath, ...]
    walks: tuple[Walk, ...]
    fault: str = ""


def march(table: Table, seat: Seat, text: str, *, others_by_doctrine: bool = False) -> Orders:
    """Return a written march with its measured paths.

    If `others_by_doctrine` is set, figures without a line move by doctrine.
    """
    figure_paths: list[FigurePath] = []
    faults: list[str] = []
    if len(text) > MAX_TEXT_LENGTH:
        text, faults = "", [TOO_LONG]
    for number, line in _lines(text):
        try:
            for man, wanted_path, stops_early in _read_line(table, line):
                table, figure_path = _move_figure(
                    table, seat, man, wanted_path, stops_early=stops_early
                )
                figure_paths.append(figure_path)
                faults += (
                    [f"Line {number}, {CODES[man]}: {figure_path.sentence}"]
                    if figure_path.sentence
                    else []
                )
        except IllegalMove as refused:
            faults.append(f"Line {number}: {refused.sentence}")
    if others_by_doctrine:
        for walk in MovementPlanner(table, seat).plan():
            table, figure_path = _move_figure(table, seat, walk.man, walk.path, stops_early=False)
            figure_paths.append(figure_path)
    walks = tuple(
        Walk(man=figure_path.man, path=figure_path.path)
        for figure_path in figure_paths
        if figure_path.path and not figure_path.sentence
    )
    if not figure_paths and not faults:
        faults.append(NOBODY_MOVES if not others_by_doctrine else NOBODY_MOVES_BY_DOCTRINE)
    return Orders(
        table=table, goings=tuple(figure_paths), walks=walks, fault=faults[0] if faults else ""
    )


def _lines(text: str) -> list[tuple[int, str]]:
    """Return the non-empty lines with their numbers, counted from 1.

    Runs of spaces are replaced by single spaces.
    """
    return [
        (number, " ".join(line.split()))
        for number, line in enumerate(text.splitlines(), start=1)
        if line.strip()
    ]


def _read_line(table: Table, line: str) -> Iterator[tuple[int, tuple[Spot, ...], bool]]:
    """Yield each figure named in a line, its path, and whether it stops where the path is blocked.

    Figures at the front come first.
    """
    match = LINE_PATTERN.fullmatch(line)
    if match is None:
        raise IllegalMove(INVALID_LINE)
    men, keyword = read_figures(match["who"]), match["how"].lower()
    points = [part for part in match["where"].split(";") if part.strip()]
    if len(points) > MAX_POINTS:
        raise IllegalMove(TOO_MANY)
    if keyword != "by":
        if len(men) > 1:
            raise IllegalMove("Only one figure fits in a place. Use “by”, or one line per figure.")
        yield men[0], tuple([read_pair(point) for point in points]), keyword == "towards"
        return
    steps = [read_pair(point, signed=True) for point in points]
    east, north = steps[0] if steps else (0, 0)
    for man in sorted(
        men, key=lambda n: -(table.men[n].spot[0] * east + table.men[n].spot[1] * north)
    ):
        spot, path = table.men[man].spot, []
        for dx, dy in steps:
            spot = (spot[0] + dx, spot[1] + dy)
            path.append(spot)
        yield man, tuple(path), False


def _move_figure(
    table: Table, seat: Seat, man: int, wanted_path: tuple[Spot, ...], *, stops_early: bool
) -> tuple[Table, FigurePath]:
    """Move a figure as far along its path as possible.

    Return the resulting table and the measured path.
    """
    start = table.men[man].spot
    try:
        movement.check_walker(table, seat, man)
    except IllegalMove as refused:
        return table, FigurePath(
            man=man,
            start=start,
            ordered_path=wanted_path,
            path=(),
            spent=0,
            allowed=0,
            fast=False,
            sentence=refused.sentence,
        )
    measurement = movement.measure_path(table, man, wanted_path)
    path, sentence = measurement.stop, measurement.sentence
    if stops_early and path:
        path = (movement.reach_in_touch(table, path) if is_captive(table, man) else ()) or path
        sentence = ""
    if path:
        try:
            table = movement.after_walk(table, Walk(man=man, path=path))
        except IllegalMove as refused:
            sentence = sentence or refused.sentence
    whole_path = (start, *(path or wanted_path))
    fast, allowed = (
        ground(table.map).is_fast(whole_path),
        movement.allowance(table, man, whole_path),
    )
    spent = path_length((start, *path))
    return table, FigurePath(
        man=man,
        start=start,
        ordered_path=wanted_path,
        path=path,
        spent=spent,
        allowed=allowed,
        fast=fast,
        sentence=sentence,
    )


# --- deployment -----------------------------------------------------------------------------------


class Deployment(Value):
    """The places of a side's figures, and the first error."""

    spots: tuple[Spot, ...]
    fault: str = ""


def deployment(table: Table, seat: Seat, base: str, text: str) -> Deployment:
    """Return the map's standard deployment with the changes in a text.

    If `base` is "mirrored", start with the mirrored deployment. Each line moves one figure.
    """
    spots = list(
        mirrored_deployment(table, seat) if base == "mirrored" else standard_deployment(table, seat)
    )
    fault = ""
    if len(text) > MAX_TEXT_LENGTH:
        text, fault = "", TOO_LONG
    for number, line in _lines(text):
        try:
            man, spot = _read_placement(line)
            if man not in SIDES[seat]:
                raise IllegalMove(f"{CODES[man]} is not on your side.")
            spots[SIDES[seat].index(man)] = spot
        except IllegalMove as refused:
            fault = fault or f"Line {number}: {refused.sentence}"
    if not fault:
        try:
            check_deployment(table, seat, spots)
        except IllegalMove as refused:
            fault = refused.sentence
    return Deployment(spots=tuple(spots), fault=fault)


def _read_placement(line: str) -> tuple[int, Spot]:
    match = PLACE_PATTERN.fullmatch(line)
    if match is None:
        raise IllegalMove("Write one line per figure, such as “G11 at 37, 15”.")
    men = read_figures(match["who"])
    if len(men) > 1:
        raise IllegalMove("Only one figure fits in a place. Write one line per figure.")
    return men[0], read_pair(match["where"])
