"""Chances by class of every player, and what keeps them a sensible belief: they add up, and to what
a team is made of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from engine.values import Seat
from minigames.achtung.rules.classes import ALL_KINDS, LOYAL_KINDS
from minigames.achtung.rules.options import pool_size

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minigames.achtung.rules.values import Kind, Kinds, Seats, Terms

Chances: TypeAlias = tuple[float, ...]
"""Of one player: by class, in the order of ALL_KINDS, adding up to one."""
Everybody: TypeAlias = tuple[Chances, ...]
"""By seat."""

SPY: Final = ALL_KINDS.index("spy")
NOTHING_SAID: Final = (1.0,) * len(ALL_KINDS)
BALANCING: Final = 4
"""Rounds in which chances are made to add up."""


class Frame(NamedTuple):
    """What stays as it is while evidence comes in: the options, who is on which side, announced
    pools, and what is known for sure.
    """

    terms: Terms
    sides: tuple[int, ...]
    pools: tuple[Kinds, ...]
    known: tuple[tuple[Seat, Kind], ...] = ()

    @property
    def certain(self) -> dict[Seat, Kind]:
        """Whose class no evidence can change. Where classes are dealt anew, that is so of Spies
        only.
        """
        return {
            seat: kind for seat, kind in self.known if kind == "spy" or not self.terms.new_classes
        }

    def members(self, side: int) -> Seats:
        """The seats of a side."""
        return tuple([Seat(seat) for seat, each in enumerate(self.sides) if each == side])


def sure(kind: Kind) -> Chances:
    """Of a player whose class is known."""
    return tuple([float(each == kind) for each in ALL_KINDS])


def only(at: int, factor: float) -> Chances:
    """The likelihoods of evidence that makes one class so many times likelier."""
    return (*NOTHING_SAID[:at], factor, *NOTHING_SAID[at + 1 :])


def normalized(weights: Sequence[float]) -> Chances:
    """The same in proportion, adding up to one; even if all are nothing."""
    total = sum(weights)
    return (
        tuple([weight / total for weight in weights])
        if total > 0
        else (1 / len(weights),) * len(weights)
    )


def weighed(chances: Chances, likelihoods: Sequence[float]) -> Chances:
    """The chances after evidence that is so likely for each class; as before if it is not possible
    for any.
    """
    weights = [chance * likely for chance, likely in zip(chances, likelihoods, strict=True)]
    return normalized(weights) if sum(weights) > 0 else chances


def mean(chances: Sequence[float], values: Sequence[float]) -> float:
    """What is to be expected."""
    return sum([chance * value for chance, value in zip(chances, values, strict=True)])


def beforehand(frame: Frame) -> Everybody:
    """What may be believed of everybody before anything has happened."""
    return balanced(frame, tuple([_dealt(frame, Seat(seat)) for seat in range(len(frame.sides))]))


def _dealt(frame: Frame, seat: Seat) -> Chances:
    """By what may have been dealt to this seat."""
    terms, side, certain = frame.terms, frame.sides[seat], frame.certain
    if seat in certain:
        return sure(certain[seat])
    if frame.pools:
        copies = [float(frame.pools[side].count(kind)) for kind in ALL_KINDS]
    else:
        copies = [pool_size(terms) / len(LOYAL_KINDS)] * len(LOYAL_KINDS) + [float(terms.spies)]
    for other, kind in certain.items():
        at = ALL_KINDS.index(kind)
        if frame.sides[other] == side:
            copies[at] = max(0.0, copies[at] - 1)
        elif kind != "spy" and not frame.pools and terms.pool == "shared":
            copies[at] = max(1.0, copies[at])
    if any(seat == each for each, _ in frame.known):
        copies[SPY] = 0.0
    return normalized(copies)


def dealt_anew(frame: Frame, everybody: Everybody) -> Everybody:
    """New classes: who is the Spy is all that is left of what was believed."""
    anew = []
    for seat, chances in enumerate(everybody):
        loyal = normalized(_dealt(frame, Seat(seat))[:SPY])
        anew.append((*[(1 - chances[SPY]) * chance for chance in loyal], chances[SPY]))
    return tuple(anew)


def balanced(frame: Frame, everybody: Everybody, sides: Sequence[int] = (0, 1)) -> Everybody:
    """Chances of a Spy that add up to the Spies a team has, and of every class to no more players
    than the pool has of it.
    """
    certain, rows = frame.certain, list(everybody)
    for side in sides:
        members = frame.members(side)
        free = [seat for seat in members if seat not in certain]
        left = _left(frame, [certain[seat] for seat in members if seat in certain], side)
        columns = [tuple([everybody[seat][at] for seat in free]) for at in range(len(ALL_KINDS))]
        for _ in range(BALANCING):
            fitted = [
                _fit(column, most, exact=at == SPY or bool(frame.pools))
                for at, (column, most) in enumerate(zip(columns, left, strict=True))
            ]
            totals = [sum(row) or 1.0 for row in zip(*fitted, strict=True)]
            columns = [
                tuple([chance / total for chance, total in zip(column, totals, strict=True)])
                for column in fitted
            ]
        for seat, row in zip(free, zip(*columns, strict=True), strict=True):
            rows[seat] = row
    return tuple(rows)


def _left(frame: Frame, certain: Sequence[Kind], side: int) -> list[float]:
    """By class, how many players of the side have it beside those who are known to, at most; of
    Spies exactly so many.
    """
    size = pool_size(frame.terms)
    most = [
        frame.pools[side].count(kind) if frame.pools else -(-size // len(LOYAL_KINDS))
        for kind in LOYAL_KINDS
    ]
    return [
        max(0.0, float(many) - certain.count(kind))
        for kind, many in zip(ALL_KINDS, (*most, frame.terms.spies), strict=True)
    ]


def _fit(column: tuple[float, ...], most: float, *, exact: bool) -> tuple[float, ...]:
    """The chances of one class, of so many players at most or exactly."""
    total = sum(column)
    return (
        tuple([chance * most / total for chance in column])
        if total > most or (exact and total > 0)
        else column
    )
