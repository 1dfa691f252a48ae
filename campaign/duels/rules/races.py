"""Races in a club's events: laps around the Kessel Oval (C136)."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from campaign.house_rules.rules.duel_numbers import MAX_LAPS
from core.web.records import field
from engine.words import count_noun

from .arenas import KESSEL

Position: TypeAlias = tuple[float, float]

LINES: Final[tuple[tuple[Position, Position], ...]] = (
    ((32, 13), (44, 13)),
    ((22, 17), (22, 26)),
    ((12, 13), (0, 13)),
    ((22, 9), (22, 0)),
)
"""Lines of a lap in inches, counter-clockwise. The last one is the finishing line (V166)."""
GRID: Final[tuple[Position, ...]] = tuple((x, y) for x in (17.5, 14.5, 11.5, 8.5) for y in (5, 2))
"""Starting positions in inches. The cars face east, two abreast."""
Laps: TypeAlias = Annotated[
    int,
    Meta(ge=0, le=MAX_LAPS),
    field(
        "Laps of a race",
        help=f"Races are driven on the {KESSEL.name}. The first car over the finishing line wins. "
        "Leave empty for a duel.",
        bounds=(1, MAX_LAPS),
    ),
]
RULES: Final = (
    "Place the cars on the grid in the order of the list of entries, facing the finishing line.",
    (
        "Drive counter-clockwise. A car crosses a line when its centre does. Lines count only in "
        "order. Tick each one."
    ),
    (
        "The race ends with the turn in which the first car completes the last lap, or when only "
        "one team is left."
    ),
    (
        "Cars that have finished are ranked by the phase in which they did. Then come the cars "
        "still in the race, by lines crossed and distance to their next line, and then the cars "
        "that are out."
    ),
    "A team has the place of its best car. Guns and droppers work as in a duel.",
)
"""The rules of a race at the table, as on the site (V166 to V168)."""


def describe_race(laps: int) -> str:
    """Return a description of a race, for example "a race over 2 laps"."""
    return f"a race over {count_noun(laps, 'lap')}"
