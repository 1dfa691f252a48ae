"""Rules for the draw of heats, and for the teams that advance to the final (C66, C68)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.dice import SeededDice

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence


class Car(NamedTuple):
    """An entered car: its team, and its cost as built in dollars."""

    team: str
    cost: int


class DrawResult(NamedTuple):
    """The result of a draw. `heats` lists the teams of each heat, and `divisions` the index of each
    heat's class. `straight` lists the teams that start in the final without a heat, with their
    divisions.
    """

    heats: tuple[tuple[str, ...], ...]
    divisions: tuple[int, ...]
    straight: tuple[tuple[str, int], ...]


def division(cost: int, classes: Sequence[int]) -> int:
    """Return the index of the first class whose limit is at least this cost, or of the last class
    if the car is more expensive.
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
    """Return the heats of a set of cars (C66).

    `classes` are the cost limits in dollars, in ascending order. Each division has its own heats;
    without classes all cars are one lot. The teams of a lot are sorted by id, shuffled by the seed,
    and dealt to the heats one car at a time, so that sizes differ by one at most. There are `heats`
    heats, or as many as needed for `cars_per_heat` cars per heat. Each heat has more cars than
    advance. A lot that is too small starts in the final. If there would be only one heat, all cars
    start in the final.
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
    """Return the teams that advance from a heat to the final, best first (C68): the first
    `advancing` teams that are not `out`, and all teams that share the last of these places.
    `places` are the teams' places in the record.
    """
    candidates = sorted((place, team) for team, place in places.items() if team not in out)
    last_place = candidates[min(advancing, len(candidates)) - 1][0] if candidates else 0
    return tuple(team for place, team in candidates if place <= last_place)
