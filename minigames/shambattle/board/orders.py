"""Marches and deployments as they are written, a line a figure, measured by the rules' own
functions.

What a preview shows and what is played come from the same reading: an allowed march is one that the
server accepts, to the unit.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from engine.game import IllegalMove
from engine.values import Seat, Value
from minigames.shambattle.manoeuvres import Drill
from minigames.shambattle.rules import movement
from minigames.shambattle.rules.geometry import measure
from minigames.shambattle.rules.ground import ground
from minigames.shambattle.rules.position import is_captive
from minigames.shambattle.rules.roster import SIDES
from minigames.shambattle.rules.turns import check_deployment, mirrored, standard
from minigames.shambattle.rules.values import Spot, Table, Walk

from .codes import CODES, read_figures, read_pair

if TYPE_CHECKING:
    from collections.abc import Iterator

LINE: Final = re.compile(r"(?P<who>.+?) (?P<how>to|towards|by) (?P<where>.+)", re.IGNORECASE)
AT: Final = re.compile(r"(?P<who>.+?) (?:at|to) (?P<where>.+)", re.IGNORECASE)
LONGEST: Final = 3000
MOST_POINTS: Final = 24
"""So many letters, and points on a line, may be written."""

TOO_LONG: Final = f"The text is too long. Use at most {LONGEST} characters."
TOO_MANY: Final = (
    f"A line can have at most {MOST_POINTS} corners. End the path sooner, or remove some corners."
)
NOBODY: Final = "Write where figures go, move all others by doctrine, or end the movement."
STAYS: Final = "Doctrine would not move anyone. Write where figures go, or end the movement."
UNREAD: Final = "Write one line per figure, such as “C7 to 31.5, 18; 33, 18” or “C1-C4 by 6, 0”."


class Going(Value):
    """One figure's way: as it was wanted, and how far it can be followed. `sentence` says what
    keeps it from being played.
    """

    man: int
    start: Spot
    wanted: tuple[Spot, ...]
    path: tuple[Spot, ...]
    spent: int
    allowed: int
    fast: bool
    sentence: str = ""


class Orders(Value):
    """A march as it is written: every way, the table after it, and the first thing that keeps it
    from being played.
    """

    table: Table
    goings: tuple[Going, ...]
    walks: tuple[Walk, ...]
    fault: str = ""


def march(table: Table, seat: Seat, text: str, *, rest: bool = False) -> Orders:
    """Measure a march. `rest`: who is not named goes as doctrine would have it."""
    goings: list[Going] = []
    faults: list[str] = []
    if len(text) > LONGEST:
        text, faults = "", [TOO_LONG]
    for number, line in _lines(text):
        try:
            for man, wanted, clips in _wanted(table, line):
                table, going = _go(table, seat, man, wanted, clips=clips)
                goings.append(going)
                faults += (
                    [f"Line {number}, {CODES[man]}: {going.sentence}"] if going.sentence else []
                )
        except IllegalMove as refused:
            faults.append(f"Line {number}: {refused.sentence}")
    if rest:
        for walk in Drill(table, seat).plan():
            table, going = _go(table, seat, walk.man, walk.path, clips=False)
            goings.append(going)
    walks = tuple(
        [
            Walk(man=going.man, path=going.path)
            for going in goings
            if going.path and not going.sentence
        ]
    )
    if not goings and not faults:
        faults.append(NOBODY if not rest else STAYS)
    return Orders(table=table, goings=tuple(goings), walks=walks, fault=faults[0] if faults else "")


def _lines(text: str) -> list[tuple[int, str]]:
    """The lines that say something, counted from 1, with single spaces."""
    return [
        (at, " ".join(line.split()))
        for at, line in enumerate(text.splitlines(), start=1)
        if line.strip()
    ]


def _wanted(table: Table, line: str) -> Iterator[tuple[int, tuple[Spot, ...], bool]]:
    """Who goes where by a line, and whether the way is only followed as far as it goes. Those in
    front set out first.
    """
    found = LINE.fullmatch(line)
    if found is None:
        raise IllegalMove(UNREAD)
    men, how = read_figures(found["who"]), found["how"].lower()
    points = [part for part in found["where"].split(";") if part.strip()]
    if len(points) > MOST_POINTS:
        raise IllegalMove(TOO_MANY)
    if how != "by":
        if len(men) > 1:
            raise IllegalMove("Only one figure fits in a place. Use “by”, or one line per figure.")
        yield men[0], tuple([read_pair(point) for point in points]), how == "towards"
        return
    steps = [read_pair(point, signed=True) for point in points]
    east, north = steps[0] if steps else (0, 0)
    for man in sorted(
        men, key=lambda n: -(table.men[n].spot[0] * east + table.men[n].spot[1] * north)
    ):
        at, path = table.men[man].spot, []
        for dx, dy in steps:
            at = (at[0] + dx, at[1] + dy)
            path.append(at)
        yield man, tuple(path), False


def _go(
    table: Table, seat: Seat, man: int, wanted: tuple[Spot, ...], *, clips: bool
) -> tuple[Table, Going]:
    """The table after a figure has gone as far along its way as it can, and what that comes to."""
    start = table.men[man].spot
    try:
        movement.check_walker(table, seat, man)
    except IllegalMove as refused:
        return table, Going(
            man=man,
            start=start,
            wanted=wanted,
            path=(),
            spent=0,
            allowed=0,
            fast=False,
            sentence=refused.sentence,
        )
    found = movement.measured(table, man, wanted)
    path, sentence = found.stop, found.sentence
    if clips and path:
        path = (movement.reach_in_touch(table, path) if is_captive(table, man) else ()) or path
        sentence = ""
    if path:
        try:
            table = movement.walked(table, Walk(man=man, path=path))
        except IllegalMove as refused:
            sentence = sentence or refused.sentence
    here = (start, *(path or wanted))
    fast, allowed = ground(table.map).is_fast(here), movement.allowance(table, man, here)
    spent = measure((start, *path))
    return table, Going(
        man=man,
        start=start,
        wanted=wanted,
        path=path,
        spent=spent,
        allowed=allowed,
        fast=fast,
        sentence=sentence,
    )


# --- deployment -----------------------------------------------------------------------------------


class Deployment(Value):
    """Where everybody of a side would stand, and what keeps it from being played."""

    spots: tuple[Spot, ...]
    fault: str = ""


def deployment(table: Table, seat: Seat, base: str, text: str) -> Deployment:
    """The map's deployment, perhaps mirrored, with the figures that are named put elsewhere."""
    spots = list(mirrored(table, seat) if base == "mirrored" else standard(table, seat))
    fault = ""
    if len(text) > LONGEST:
        text, fault = "", TOO_LONG
    for number, line in _lines(text):
        try:
            man, spot = _placed(line)
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


def _placed(line: str) -> tuple[int, Spot]:
    found = AT.fullmatch(line)
    if found is None:
        raise IllegalMove("Write one line per figure, such as “G11 at 37, 15”.")
    men = read_figures(found["who"])
    if len(men) > 1:
        raise IllegalMove("Only one figure fits in a place. Write one line per figure.")
    return men[0], read_pair(found["where"])
