"""Chances of each class for every player, and operations that keep them consistent.

The chances must fit the composition of the teams.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from engine.values import Seat
from minigames.achtung.rules.classes import ALL_KINDS, LOYAL_KINDS
from minigames.achtung.rules.options import pool_size
from minigames.achtung.rules.values import Kind, Kinds, Seats, Terms

Chances: TypeAlias = tuple[float, ...]
"""The chances of a player's classes, in the order of ALL_KINDS. They add up to one."""
AllChances: TypeAlias = tuple[Chances, ...]
"""Every player's chances, by seat."""

SPY: Final = ALL_KINDS.index("spy")
NO_EVIDENCE: Final = (1.0,) * len(ALL_KINDS)
BALANCING_ROUNDS: Final = 4
"""Number of rounds in which chances are balanced."""


class Frame(NamedTuple):
    """Facts that do not change with new evidence.

    These facts are the options, the sides, the announced pools, and certain knowledge.
    """

    terms: Terms
    sides: tuple[int, ...]
    pools: tuple[Kinds, ...]
    certain_classes: tuple[tuple[Seat, Kind], ...] = ()

    @property
    def certain(self) -> dict[Seat, Kind]:
        """Return the players whose class no evidence can change.

        If new classes are dealt, only Spies remain certain.
        """
        return {
            seat: kind
            for seat, kind in self.certain_classes
            if kind == "spy" or not self.terms.new_classes
        }

    def members(self, side: int) -> Seats:
        """Return the seats on a side."""
        return tuple([Seat(seat) for seat, other in enumerate(self.sides) if other == side])


def certain_chances(kind: Kind) -> Chances:
    """Return the chances for a player whose class is known."""
    return tuple([float(other == kind) for other in ALL_KINDS])


def evidence_for(index: int, factor: float) -> Chances:
    """Return likelihoods that make one class `factor` times as likely as before."""
    return (*NO_EVIDENCE[:index], factor, *NO_EVIDENCE[index + 1 :])


def normalize(weights: Sequence[float]) -> Chances:
    """Return the weights scaled so that they add up to one.

    If all are zero, return equal chances.
    """
    total = sum(weights)
    return (
        tuple([weight / total for weight in weights])
        if total > 0
        else (1 / len(weights),) * len(weights)
    )


def weigh(chances: Chances, likelihoods: Sequence[float]) -> Chances:
    """Return the chances after evidence with these likelihoods by class.

    If the evidence rules out every class, return the chances unchanged.
    """
    weights = [chance * likelihood for chance, likelihood in zip(chances, likelihoods, strict=True)]
    return normalize(weights) if sum(weights) > 0 else chances


def expected_value(chances: Sequence[float], values: Sequence[float]) -> float:
    """Return the expected value for these chances."""
    return sum([chance * value for chance, value in zip(chances, values, strict=True)])


def initial_beliefs(frame: Frame) -> AllChances:
    """Return the beliefs about all players before any event."""
    return balance(
        frame, tuple([_dealt_chances(frame, Seat(seat)) for seat in range(len(frame.sides))])
    )


def _dealt_chances(frame: Frame, seat: Seat) -> Chances:
    terms, side, certain = frame.terms, frame.sides[seat], frame.certain
    if seat in certain:
        return certain_chances(certain[seat])
    if frame.pools:
        copies = [float(frame.pools[side].count(kind)) for kind in ALL_KINDS]
    else:
        copies = [pool_size(terms) / len(LOYAL_KINDS)] * len(LOYAL_KINDS) + [float(terms.spies)]
    for other, kind in certain.items():
        index = ALL_KINDS.index(kind)
        if frame.sides[other] == side:
            copies[index] = max(0.0, copies[index] - 1)
        elif kind != "spy" and not frame.pools and terms.pool == "shared":
            copies[index] = max(1.0, copies[index])
    if any(seat == known_seat for known_seat, _ in frame.certain_classes):
        copies[SPY] = 0.0
    return normalize(copies)


def after_new_classes(frame: Frame, beliefs: AllChances) -> AllChances:
    """Return the beliefs after new classes have been dealt. Only the chances of Spies are kept."""
    rows = []
    for seat, chances in enumerate(beliefs):
        loyal = normalize(_dealt_chances(frame, Seat(seat))[:SPY])
        rows.append((*[(1 - chances[SPY]) * chance for chance in loyal], chances[SPY]))
    return tuple(rows)


def balance(frame: Frame, beliefs: AllChances, sides: Sequence[int] = (0, 1)) -> AllChances:
    """Return chances that fit the composition of the teams.

    In each team, the chances of a Spy add up to the number of Spies. The chances of any other class
    add up to at most the number of players who have this class in the pool.
    """
    certain, rows = frame.certain, list(beliefs)
    for side in sides:
        members = frame.members(side)
        uncertain = [seat for seat in members if seat not in certain]
        max_players = _max_players(
            frame, [certain[seat] for seat in members if seat in certain], side
        )
        columns = [
            tuple([beliefs[seat][index] for seat in uncertain]) for index in range(len(ALL_KINDS))
        ]
        for _ in range(BALANCING_ROUNDS):
            fitted = [
                _fit_column(column, limit, exact=index == SPY or bool(frame.pools))
                for index, (column, limit) in enumerate(zip(columns, max_players, strict=True))
            ]
            totals = [sum(row) or 1.0 for row in zip(*fitted, strict=True)]
            columns = [
                tuple([chance / total for chance, total in zip(column, totals, strict=True)])
                for column in fitted
            ]
        for seat, row in zip(uncertain, zip(*columns, strict=True), strict=True):
            rows[seat] = row
    return tuple(rows)


def _max_players(frame: Frame, certain: Sequence[Kind], side: int) -> list[float]:
    """Return how many players of a side can have each class, apart from those known for certain.

    For the Spy, the number is exact.
    """
    size = pool_size(frame.terms)
    limits = [
        frame.pools[side].count(kind) if frame.pools else -(-size // len(LOYAL_KINDS))
        for kind in LOYAL_KINDS
    ]
    return [
        max(0.0, float(count) - certain.count(kind))
        for kind, count in zip(ALL_KINDS, (*limits, frame.terms.spies), strict=True)
    ]


def _fit_column(column: tuple[float, ...], limit: float, *, exact: bool) -> tuple[float, ...]:
    """Return the chances of a class, scaled to fit a maximum or exact number of players."""
    total = sum(column)
    return (
        tuple([chance * limit / total for chance in column])
        if total > limit or (exact and total > 0)
        else column
    )
