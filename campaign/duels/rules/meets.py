"""Rules for drawing heats, and for which teams advance to the final (C66, C68)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from engine.dice import SeededDice


class Car(NamedTuple):
    """An entered car: its team, and its cost as built, in dollars."""

    team: str
    cost: int


class DrawResult(NamedTuple):
    """The result of a draw.

    `heats` lists the teams in each heat, and `divisions` the index of each heat's division.
    `straight` lists the teams that start in the final without a heat, with their divisions.
    """

    heats: tuple[tuple[str, ...], ...]
    divisions: tuple[int, ...]
    straight: tuple[tuple[str, int], ...]


def division(cost: int, classes: Sequence[int]) -> int:
    """Return the index of the first division whose limit is at least this cost.

    Cars above all limits belong to the last division.
    """
    return next(
        (index for index, limit in enumerate(classes) if cost <= limit), max(0, len(classes) - 1)
    )


def draw(
    cars: Sequence[Car],
    seed: bytes,
    *,
    classes: Sequence[int],
    heats: int,
    cars_per_heat: int,
    advancing: int,
) -> DrawResult:
    """Draw the heats for a set of cars (C66).

    `classes` lists the cost limits in dollars, in ascending order. Each division has its own heats.
    If `classes` is empty, all cars are in one division. The teams in a division are sorted by id,
    shuffled with the seed, and dealt to the heats one car at a time. The sizes of heats therefore
    differ by at most one. `heats` is the number of heats, or 0 to have as many as needed for
    `cars_per_heat` cars each. A heat always has more cars than advance from it. If a division is
    too small, its cars start in the final. If there would be only one heat, all cars start in the
    final.
    """
    lots: dict[int, list[str]] = {}
    for car in sorted(cars):
        lots.setdefault(division(car.cost, classes), []).append(car.team)
    drawn_heats: list[tuple[int, tuple[str, ...]]] = []
    straight: list[tuple[str, int]] = []
    for division_index, teams in sorted(lots.items()):
        requested = (
            heats
            if heats and not classes
            else -(-len(teams) // cars_per_heat)
            if cars_per_heat
            else 1
        )
        count = min(requested, len(teams) // (advancing + 1))
        if count:
            deck = SeededDice(seed, division_index + 1).shuffle(teams)
            drawn_heats += [(division_index, deck[first::count]) for first in range(count)]
        else:
            straight += [(team, division_index) for team in teams]
    if len(drawn_heats) == 1 and not straight:
        division_index, only_heat = drawn_heats.pop()
        straight = [(team, division_index) for team in sorted(only_heat)]
    return DrawResult(
        tuple(teams for _, teams in drawn_heats),
        tuple(division_index for division_index, _ in drawn_heats),
        tuple(straight),
    )


def advancing_teams(
    places: Mapping[str, int], advancing: int, out: Collection[str] = ()
) -> tuple[str, ...]:
    """Return the teams that advance from a heat to the final, best first (C68).

    The first `advancing` teams that are not in `out` advance, and so do all teams that share the
    last of these places. `places` has the teams' places in the record.
    """
    candidates = sorted((place, team) for team, place in places.items() if team not in out)
    last_place = candidates[min(advancing, len(candidates)) - 1][0] if candidates else 0
    return tuple(team for place, team in candidates if place <= last_place)
