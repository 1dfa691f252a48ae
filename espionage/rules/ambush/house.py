"""What a club sets otherwise for its ambushes: our own numbers, and maps of its own in place of
ours (P2).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from core.web.problems import Problem
from engine.game import Refusal
from engine.values import changed

from .call import TURN_LIMIT
from .ground import SIDE, SQUARES, Ground
from .maps import MAPS
from .numbers import NUMBERS, Numbers
from .placing import check_ground, too_small

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from campaign.league.rules.house import HouseRules
    from campaign.league.rules.tables import MapRow, NumberRow

BOUNDS: Final[dict[str, tuple[int, int]]] = {
    "nearest": (2, SIDE), "farthest": (2, SIDE), "from_edge": (1, 20), "walk": (1, 12),
    "faster_phases": (0, 5), "always_misses": (2, 12), "always_hits": (2, 12),
    "pedestrian": (-6, 6), "point_blank": (-6, 6), "point_blank_squares": (1, SIDE),
    "range_step": (1, SIDE), "range_steps": (0, 12), "still_target": (-6, 6),
    "still_firer": (-6, 6), "braced": (-6, 6), "cover": (-6, 6), "poor_light": (-6, 6),
    "gassed": (-6, 6), "below_base_blow": (-6, 6), "vanish": (2, 13),
    "unseen_turns": (1, TURN_LIMIT), "turn_limit": (1, TURN_LIMIT),
    "prey_from_edge": (0, 20), "hidden_start": (0, 1), "springs": (0, 1), "aimed": (0, 3),
    "surest": (2, 12), "hit_stops": (0, 1),
}  # fmt: skip
"""Every number a club may set, with its least and its highest value."""


def own_numbers(house: HouseRules, ours: Numbers = NUMBERS) -> Numbers:
    """Our numbers, with those that the club sets otherwise; where nobody dies, so in an ambush
    (E43).
    """
    numbers = _numbers(house.ambush_numbers, ours) if house.ambush_numbers else ours
    return numbers if house.death else changed(numbers, least_dp=1)


def pinned(numbers: Iterable[Mapping[str, object]]) -> list[dict[str, object]]:
    """A club's own numbers, as a campaign stores them, and beside them all of ours as they are
    today: what a week that opens now keeps, so that its ambushes are fought by them (E26).
    """
    own = list(numbers)
    named = {row["key"] for row in own}
    ours = [{"key": key, "value": getattr(NUMBERS, key)} for key in BOUNDS if key not in named]
    return [*map(dict, own), *ours]


def own_map(house: HouseRules, place: str) -> Ground | str:
    """The club's map for this place, or the key of ours."""
    row = next((row for row in house.ambush_maps if row.place == place), None)
    return place if row is None else _ground(row)


def judge(house: HouseRules) -> Iterator[Problem]:
    """What is wrong with a club's numbers and maps, in sentences that say what to change."""
    wrong = list(_wrong_numbers(house.ambush_numbers))
    yield from wrong
    places = [row.place for row in house.ambush_maps]
    if len(set(places)) < len(places):
        yield _problem("ambush_maps", "Choose one map for each place.")
    for row in house.ambush_maps:
        try:
            check_ground(_ground(row), NUMBERS if wrong else own_numbers(house))
        except Refusal as refusal:
            yield _problem("ambush_maps", refusal.sentence)
    if not wrong:
        yield from _no_room(own_numbers(house), tuple(key for key in MAPS if key not in places))


def _no_room(numbers: Numbers, ours: tuple[str, ...]) -> Iterator[Problem]:
    """Our own maps by the club's numbers: the five are played on whatever the numbers say (P2,
    P3).
    """
    place = (numbers.nearest, numbers.farthest, numbers.from_edge)
    if place != (NUMBERS.nearest, NUMBERS.farthest, NUMBERS.from_edge) and (
        small := too_small(*place, ours)
    ):
        sentence = (
            f"With these numbers, no one can be placed on {' and '.join(small)}. Decrease "
            "“from_edge” or “nearest”, or increase “farthest”."
        )
        yield _problem("ambush_numbers", sentence)


def _wrong_numbers(rows: Sequence[NumberRow]) -> Iterator[Problem]:
    keys = [row.key for row in rows]
    for row in rows:
        if row.key not in BOUNDS:
            yield _problem(
                "ambush_numbers",
                f"There is no number called “{row.key}”. Choose one of {', '.join(BOUNDS)}.",
            )
            return
        low, high = BOUNDS[row.key]
        if not low <= row.value <= high:
            yield _problem("ambush_numbers", f"“{row.key}” must be between {low} and {high}.")
    if len(set(keys)) < len(keys):
        yield _problem("ambush_numbers", "List each number only once.")
    numbers = _numbers(tuple(rows))
    if numbers.nearest > numbers.farthest:
        yield _problem("ambush_numbers", "“nearest” cannot be more than “farthest”.")


def _problem(field: str, sentence: str) -> Problem:
    return Problem(field=field, code="does-not-fit", sentence=sentence)


@lru_cache(maxsize=64)
def _numbers(rows: tuple[NumberRow, ...], ours: Numbers = NUMBERS) -> Numbers:
    return changed(ours, **{row.key: row.value for row in rows})


@lru_cache(maxsize=64)
def _ground(row: MapRow) -> Ground:
    letters = "".join(row.squares.split())
    if len(letters) > SQUARES:
        letters = letters[: SQUARES + 1]
    rows = tuple([letters[start : start + SIDE] for start in range(0, len(letters), SIDE)])
    return Ground(key=f"own_{row.place}", title=row.title, rows=rows)
