"""A club's options for ambushes: its own numbers and its own maps (P2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from campaign.house_rules.rules.house import HouseRules
from campaign.house_rules.rules.tables import MapRow, NumberRow
from core.web.problems import Problem
from engine.game import Refusal
from engine.values import changed

from .call import TURN_LIMIT
from .ground import SIDE, SQUARES, Ground
from .maps import MAPS
from .numbers import NUMBERS, Numbers
from .placing import check_ground, maps_without_placings

NUMBER_BOUNDS: Final[dict[str, tuple[int, int]]] = {
    "nearest": (2, SIDE), "farthest": (2, SIDE), "from_edge": (1, 20), "walk": (1, 12),
    "faster_phases": (0, 5), "always_misses": (2, 12), "always_hits": (2, 12),
    "pedestrian": (-6, 6), "point_blank": (-6, 6), "point_blank_squares": (1, SIDE),
    "range_step": (1, SIDE), "range_steps": (0, 12), "still_target": (-6, 6),
    "still_firer": (-6, 6), "braced": (-6, 6), "cover": (-6, 6), "poor_light": (-6, 6),
    "gassed": (-6, 6), "below_base_blow": (-6, 6), "vanish": (2, 13),
    "unseen_turns": (1, TURN_LIMIT), "turn_limit": (1, TURN_LIMIT),
    "prey_from_edge": (0, 20), "hidden_start": (0, 1), "springs": (0, 1), "aimed": (0, 3),
    "surest": (2, 12), "hit_stops": (0, 1), "stamina": (0, TURN_LIMIT),
}  # fmt: skip
"""Minimum and maximum of each number that a club can set."""


def own_numbers(house_rules: HouseRules, defaults: Numbers = NUMBERS) -> Numbers:
    """Return the numbers with the club's changes.

    If the club plays without death, the minimum DP is 1 (E43).
    """
    numbers = (
        _numbers(house_rules.ambush_numbers, defaults) if house_rules.ambush_numbers else defaults
    )
    return numbers if house_rules.death else changed(numbers, least_dp=1)


def pin_numbers(own_rows: Iterable[Mapping[str, object]]) -> list[dict[str, object]]:
    """Return a club's numbers for storage, followed by the defaults of all other numbers.

    A week keeps the numbers that were valid when it opened, and uses them for its ambushes (E26).
    """
    rows = list(own_rows)
    own_keys = {row["key"] for row in rows}
    default_rows = [
        {"key": key, "value": getattr(NUMBERS, key)} for key in NUMBER_BOUNDS if key not in own_keys
    ]
    return [*map(dict, rows), *default_rows]


def own_map(house_rules: HouseRules, place: str) -> Ground | str:
    """Return the club's map for this place, or the key of the default map."""
    row = next((row for row in house_rules.ambush_maps if row.place == place), None)
    return place if row is None else _ground(row)


def house_rule_problems(house_rules: HouseRules) -> Iterator[Problem]:
    """Yield the problems in a club's numbers and maps. The messages say what to change."""
    number_problems = list(_number_problems(house_rules.ambush_numbers))
    yield from number_problems
    places = [row.place for row in house_rules.ambush_maps]
    if len(set(places)) < len(places):
        yield _problem("ambush_maps", "Choose one map for each place.")
    for row in house_rules.ambush_maps:
        try:
            check_ground(_ground(row), NUMBERS if number_problems else own_numbers(house_rules))
        except Refusal as refusal:
            yield _problem("ambush_maps", refusal.sentence)
    if not number_problems:
        yield from _room_problems(
            own_numbers(house_rules), tuple(key for key in MAPS if key not in places)
        )


def _room_problems(numbers: Numbers, default_maps: tuple[str, ...]) -> Iterator[Problem]:
    """Yield a problem if the club's numbers allow no placing on the default maps (P2, P3)."""
    placing_numbers = (numbers.nearest, numbers.farthest, numbers.from_edge)
    if placing_numbers != (NUMBERS.nearest, NUMBERS.farthest, NUMBERS.from_edge) and (
        maps_without_room := maps_without_placings(*placing_numbers, default_maps)
    ):
        sentence = (
            f"With these numbers, no one can be placed on {' and '.join(maps_without_room)}. "
            "Decrease "
            "“from_edge” or “nearest”, or increase “farthest”."
        )
        yield _problem("ambush_numbers", sentence)


def _number_problems(rows: Sequence[NumberRow]) -> Iterator[Problem]:
    keys = [row.key for row in rows]
    for row in rows:
        if row.key not in NUMBER_BOUNDS:
            yield _problem(
                "ambush_numbers",
                f"There is no value called “{row.key}”. Choose one of {', '.join(NUMBER_BOUNDS)}.",
            )
            return
        low, high = NUMBER_BOUNDS[row.key]
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
def _numbers(rows: tuple[NumberRow, ...], defaults: Numbers = NUMBERS) -> Numbers:
    return changed(defaults, **{row.key: row.value for row in rows})


@lru_cache(maxsize=64)
def _ground(row: MapRow) -> Ground:
    letters = "".join(row.squares.split())
    if len(letters) > SQUARES:
        letters = letters[: SQUARES + 1]
    rows = tuple([letters[start : start + SIDE] for start in range(0, len(letters), SIDE)])
    return Ground(key=f"own_{row.place}", title=row.title, rows=rows)
