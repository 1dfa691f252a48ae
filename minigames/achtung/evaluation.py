"""What a class is worth to its squad, in points, and what the way a match ended says of who was in
it.
"""

from __future__ import annotations

from functools import lru_cache
from math import erf, exp, sqrt
from typing import TYPE_CHECKING, Final

from minigames.achtung.rules.classes import ALL_KINDS, printed

from .probabilities import SPY, mean, only, weighed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.values import Seat
    from minigames.achtung.rules.values import MatchKind, Removal, Result, Seats

    from .probabilities import Chances, Everybody, Frame

SUPPORT: Final = 1.3
"""What a Medic or Sniper is worth in a squad."""
USUAL: Final = 2.1
"""Points that a loyal player brings as a rule."""
HARM: Final = 2.2
"""What a Spy takes from his squad: he adds nothing and stabs somebody who would."""
SPREAD: Final = 2.5
"""Standard deviation of the difference between two squads' points around what is expected of it."""
TOTAL_SPREAD: Final = 2.4
"""The same of one squad's announced points."""
HALF_A_POINT: Final = 0.5
QUARTERS: Final = 4
"""Differences are told apart by quarters of a point."""
SNIPER: Final = ALL_KINDS.index("sniper")


@lru_cache(maxsize=8)
def values(match: MatchKind, complex_classes: bool) -> tuple[float, ...]:
    """What each class is worth to its squad."""
    worth = {"medic": SUPPORT, "sniper": SUPPORT, "spy": -HARM}
    return _with_printed(worth, match, complex_classes)


@lru_cache(maxsize=8)
def adds(match: MatchKind, complex_classes: bool) -> tuple[float, ...]:
    """What each class does to its squad's own points: a Medic doubles a mate, a Sniper only takes
    from the others.
    """
    worth = {"medic": USUAL, "sniper": 0.0, "spy": -HARM}
    return _with_printed(worth, match, complex_classes)


def _with_printed(
    worth: Mapping[str, float], match: MatchKind, complex_classes: bool
) -> tuple[float, ...]:
    return tuple(
        [
            worth[kind] if kind in worth else printed(kind, match, complex_classes=complex_classes)
            for kind in ALL_KINDS
        ]
    )


def if_loyal(chances: Chances, worth: Sequence[float]) -> float:
    """What a player is worth if he is no Spy."""
    loyal = 1 - chances[SPY]
    return mean(chances[:SPY], worth[:SPY]) / loyal if loyal > 0 else USUAL


# --- what a result says ---------------------------------------------------------------------------


class Squad:
    """One side's squad of a match as it was believed to be before: what everybody adds if loyal,
    and who may be a Spy.
    """

    def __init__(
        self, frame: Frame, everybody: Everybody, seats: Seats, worth: Sequence[float]
    ) -> None:
        self.spies = frame.terms.spies
        self.risks = {seat: everybody[seat][SPY] for seat in seats}
        self.loyal = {seat: if_loyal(everybody[seat], worth) for seat in seats}

    def forms(
        self, without: Seat | None = None, spies: int | None = None
    ) -> list[tuple[float, float]]:
        """How likely the squad without this seat is worth how many points, one entry for every
        number of Spies there may be in it. `spies` are those the rest of the team has.
        """
        spies = self.spies if spies is None else spies
        mates = [seat for seat in self.risks if seat != without]
        chances = self._numbers(
            mates, spies, self.risks.get(without, 0.0) if without is not None else 0.0
        )
        loyal = sum([self.loyal[seat] for seat in mates])
        each = loyal / len(mates) + HARM if mates else 0.0
        return [(chance, loyal - number * each) for number, chance in enumerate(chances)]

    def _numbers(self, mates: Sequence[Seat], spies: int, gone: float) -> list[float]:
        """How likely none, one, two, … of these are Spies, when a seat of which so much was
        believed is looked at by itself.
        """
        share = spies / max(0.05, self.spies - gone)
        chances = [1.0]
        for seat in mates:
            risk = min(0.999, self.risks[seat] * share)
            chances = [
                one * (1 - risk) + other * risk
                for one, other in zip((*chances, 0.0), (0.0, *chances), strict=True)
            ]
        possible = chances[: spies + 1]
        return [chance / sum(possible) for chance in possible]


def after_match(frame: Frame, everybody: Everybody, result: Result) -> Everybody:
    """What is believed after a match ended like this."""
    worth = (adds if result.totals else values)(result.match, frame.terms.complex_classes)
    squads = [Squad(frame, everybody, seats, worth) for seats in result.squads]
    chances = list(everybody)
    for side, squad in enumerate(squads):
        rivals = squads[1 - side].forms()
        for seat in squad.risks:
            chances[seat] = weighed(
                chances[seat], _likelihoods(squad, seat, worth, rivals, result, side)
            )
    certain = frame.certain
    for each in result.removed:
        side = frame.sides[each.seat]
        _after_removal(
            chances,
            each,
            result.squads[side],
            () if frame.terms.new_classes else result.squads[1 - side],
        )
    return tuple([everybody[seat] if seat in certain else new for seat, new in enumerate(chances)])


def _likelihoods(
    squad: Squad,
    seat: Seat,
    worth: Sequence[float],
    rivals: Sequence[tuple[float, float]],
    result: Result,
    side: int,
) -> tuple[float, ...]:
    """How likely the result is, for every class the seat may be of."""

    def likely(own: float, mates: Sequence[tuple[float, float]]) -> float:
        return sum(
            [
                chance * _likely(result, side, max(0.0, points + own), rivals)
                for chance, points in mates
            ]
        )

    mates = squad.forms(seat, squad.spies)
    by_worth = {own: likely(own, mates) for own in {*worth[:SPY]}}
    return (
        *[by_worth[own] for own in worth[:SPY]],
        likely(worth[SPY], squad.forms(seat, squad.spies - 1)),
    )


def _likely(
    result: Result, side: int, points: float, rivals: Sequence[tuple[float, float]]
) -> float:
    """How likely a squad of which so many points are expected comes out like this."""
    if result.totals:
        return 0.02 + exp(-(((points - result.totals[side]) / TOTAL_SPREAD) ** 2) / 2)
    return sum(
        [
            chance * _ends(round(QUARTERS * (points - max(0.0, against))))[_ending(result, side)]
            for chance, against in rivals
        ]
    )


def _ending(result: Result, side: int) -> int:
    """A match as this side's: 0 won, 1 drawn, 2 lost."""
    return 1 if result.winner is None else 0 if result.winner == side else 2


@lru_cache(maxsize=512)
def _ends(quarters: int) -> tuple[float, float, float]:
    """How likely a squad that is expected to be ahead by so many quarters of a point wins, draws,
    loses.
    """
    ahead = quarters / QUARTERS
    wins, holds = [
        0.5 + 0.5 * erf((ahead + by) / (SPREAD * sqrt(2))) for by in (-HALF_A_POINT, HALF_A_POINT)
    ]
    return max(0.005, wins), max(0.01, holds - wins), max(0.005, 1 - holds)


def _after_removal(chances: list[Chances], removal: Removal, squad: Seats, enemies: Seats) -> None:
    """An announced removal: Spies are burnt and headshot, never shot, and stab their mates; Snipers
    shoot.
    """
    cause = removal.cause
    if cause in ("burnt", "headshot"):
        chances[removal.seat] = weighed(chances[removal.seat], only(SPY, 100.0))
        return
    chances[removal.seat] = weighed(
        chances[removal.seat], only(SPY, 0.02 if cause == "shot" else 0.3)
    )
    if cause in ("backstab", None):
        for mate in squad:
            if mate != removal.seat:
                chances[mate] = weighed(chances[mate], only(SPY, 30.0 if cause else 1.8))
    if cause in ("shot", None):
        for enemy in enemies:
            chances[enemy] = weighed(chances[enemy], only(SNIPER, 4.0 if cause else 1.5))
