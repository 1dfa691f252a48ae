"""Heats and a final: which car drives in which heat, and who goes on (C66, C68)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.dice import SeededDice

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence


class Car(NamedTuple):
    """A car that is entered: its team, what it costs as built, in dollars."""

    team: str
    cost: int


class Drawn(NamedTuple):
    """What a draw came to: the teams of each heat; of each heat the division, by its place among
    the classes; and the teams that start in the final without a heat, with their divisions.
    """

    heats: tuple[tuple[str, ...], ...]
    divisions: tuple[int, ...]
    straight: tuple[tuple[str, int], ...]


def division(cost: int, classes: Sequence[int]) -> int:
    """The first class, counted from 0, that such a car fits in; the last one where none is so
    dear.
    """
    return next((at for at, most in enumerate(classes) if cost <= most), max(0, len(classes) - 1))


def draw(
    cars: Sequence[Car], seed: bytes, *, classes: Sequence[int], heats: int, most: int, go_on: int
) -> Drawn:
    """Which team drives in which heat (C66).

    With `classes`, most dollars each in rising order, every division has heats of its own; without,
    all cars are one lot. A lot, its teams in the order of their ids, is shuffled by the seed and
    dealt to its heats one car at a time, so that sizes differ by one at most. There are `heats` of
    them, or as many as `most` cars a heat make; but each has more cars than go on. A lot that is
    too small for that starts in the final, and so do all where one heat alone would be left.
    """
    lots: dict[int, list[str]] = {}
    for car in sorted(cars):
        lots.setdefault(division(car.cost, classes), []).append(car.team)
    found: list[tuple[int, tuple[str, ...]]] = []
    straight: list[tuple[str, int]] = []
    for at, teams in sorted(lots.items()):
        wanted = heats if heats and not classes else -(-len(teams) // most) if most else 1
        count = min(wanted, len(teams) // (go_on + 1))
        if count:
            deck = SeededDice(seed, at + 1).shuffle(teams)
            found += [(at, deck[first::count]) for first in range(count)]
        else:
            straight += [(team, at) for team in teams]
    if len(found) == 1 and not straight:
        at, every = found.pop()
        straight = [(team, at) for team in sorted(every)]
    return Drawn(tuple(teams for _, teams in found), tuple(at for at, _ in found), tuple(straight))


def going_on(places: Mapping[str, int], go_on: int, out: Collection[str] = ()) -> tuple[str, ...]:
    """Who goes on from a heat to the final, best first: the first `go_on` of those who are not
    `out`, and who shares the last of their places (C68). `places` are the teams' in the record.
    """
    able = sorted((place, team) for team, place in places.items() if team not in out)
    last = able[min(go_on, len(able)) - 1][0] if able else 0
    return tuple(team for place, team in able if place <= last)
