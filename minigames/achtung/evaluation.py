"""The value of each class for a squad, in points, and the evidence in a match's result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import erf, exp, sqrt
from typing import Final

from engine.values import Seat
from minigames.achtung.rules.classes import ALL_KINDS, printed_points
from minigames.achtung.rules.values import MatchKind, Removal, Result, Seats

from .probabilities import SPY, AllChances, Chances, Frame, evidence_for, expected_value, weigh

SUPPORT_POINTS: Final = 1.3
"""Points that a Medic or Sniper is worth to its squad."""
AVERAGE_POINTS: Final = 2.1
"""Points that an average loyal player scores."""
SPY_HARM: Final = 2.2
"""Points that a Spy costs its squad. A Spy scores nothing, and removes a player who would."""
DIFFERENCE_DEVIATION: Final = 2.5
"""Standard deviation of the difference between two squads' points from its expected value."""
TOTAL_DEVIATION: Final = 2.4
"""Standard deviation of a squad's announced points from their expected value."""
HALF_A_POINT: Final = 0.5
STEPS_PER_POINT: Final = 4
"""Resolution of point differences, which are measured in quarters of a point."""
SNIPER: Final = ALL_KINDS.index("sniper")


@lru_cache(maxsize=8)
def class_values(match: MatchKind, complex_classes: bool) -> tuple[float, ...]:
    """Return how many points each class is worth to its own squad."""
    special = {"medic": SUPPORT_POINTS, "sniper": SUPPORT_POINTS, "spy": -SPY_HARM}
    return _points_by_kind(special, match, complex_classes)


@lru_cache(maxsize=8)
def added_points(match: MatchKind, complex_classes: bool) -> tuple[float, ...]:
    """Return the points that each class adds to its own squad.

    A Medic doubles a teammate's points. A Sniper only takes points from the other squad.
    """
    special = {"medic": AVERAGE_POINTS, "sniper": 0.0, "spy": -SPY_HARM}
    return _points_by_kind(special, match, complex_classes)


def _points_by_kind(
    worth: Mapping[str, float], match: MatchKind, complex_classes: bool
) -> tuple[float, ...]:
    return tuple(
        [
            worth[kind]
            if kind in worth
            else printed_points(kind, match, complex_classes=complex_classes)
            for kind in ALL_KINDS
        ]
    )


def loyal_points(chances: Chances, class_points: Sequence[float]) -> float:
    """Return the points that a player is expected to score if the player is not a Spy."""
    loyal_chance = 1 - chances[SPY]
    return (
        expected_value(chances[:SPY], class_points[:SPY]) / loyal_chance
        if loyal_chance > 0
        else AVERAGE_POINTS
    )


# --- evidence from results ------------------------------------------------------------------------


class Squad:
    """A squad, as judged before its match.

    For each player, it contains the points expected from a loyal player and the risk of a Spy.
    """

    def __init__(
        self, frame: Frame, beliefs: AllChances, seats: Seats, class_points: Sequence[float]
    ) -> None:
        self.spies = frame.terms.spies
        self.risks = {seat: beliefs[seat][SPY] for seat in seats}
        self.loyal = {seat: loyal_points(beliefs[seat], class_points) for seat in seats}

    def possible_totals(
        self, excluded: Seat | None = None, spies: int | None = None
    ) -> list[tuple[float, float]]:
        """Return the chance and the points of the squad for each possible number of Spies in it.

        The excluded seat is not counted. `spies` is the number of Spies in the rest of the team.
        """
        spies = self.spies if spies is None else spies
        mates = [seat for seat in self.risks if seat != excluded]
        chances = self._spy_count_chances(
            mates, spies, self.risks.get(excluded, 0.0) if excluded is not None else 0.0
        )
        loyal_points_sum = sum([self.loyal[seat] for seat in mates])
        average = loyal_points_sum / len(mates) + SPY_HARM if mates else 0.0
        return [
            (chance, loyal_points_sum - spy_count * average)
            for spy_count, chance in enumerate(chances)
        ]

    def _spy_count_chances(
        self, mates: Sequence[Seat], spies: int, excluded_risk: float
    ) -> list[float]:
        """Return the chances that none, one, two, … of these players are Spies.

        The excluded seat's risk is considered separately.
        """
        share = spies / max(0.05, self.spies - excluded_risk)
        chances = [1.0]
        for seat in mates:
            risk = min(0.999, self.risks[seat] * share)
            chances = [
                current * (1 - risk) + previous * risk
                for current, previous in zip((*chances, 0.0), (0.0, *chances), strict=True)
            ]
        possible = chances[: spies + 1]
        return [chance / sum(possible) for chance in possible]


def after_match(frame: Frame, beliefs: AllChances, result: Result) -> AllChances:
    """Return the beliefs after a match's result."""
    class_points = (added_points if result.totals else class_values)(
        result.match, frame.terms.complex_classes
    )
    squads = [Squad(frame, beliefs, seats, class_points) for seats in result.squads]
    chances = list(beliefs)
    for side, squad in enumerate(squads):
        rivals = squads[1 - side].possible_totals()
        for seat in squad.risks:
            chances[seat] = weigh(
                chances[seat], _likelihoods(squad, seat, class_points, rivals, result, side)
            )
    certain = frame.certain
    for removal in result.removed:
        side = frame.sides[removal.seat]
        _after_removal(
            chances,
            removal,
            result.squads[side],
            () if frame.terms.new_classes else result.squads[1 - side],
        )
    return tuple([beliefs[seat] if seat in certain else row for seat, row in enumerate(chances)])


def _likelihoods(
    squad: Squad,
    seat: Seat,
    class_points: Sequence[float],
    rivals: Sequence[tuple[float, float]],
    result: Result,
    side: int,
) -> tuple[float, ...]:
    """Return how likely the result is for each class that the seat can have."""

    def likelihood_with(own_points: float, mates: Sequence[tuple[float, float]]) -> float:
        return sum(
            [
                chance * _likelihood(result, side, max(0.0, points + own_points), rivals)
                for chance, points in mates
            ]
        )

    mates = squad.possible_totals(seat, squad.spies)
    by_worth = {
        own_points: likelihood_with(own_points, mates) for own_points in {*class_points[:SPY]}
    }
    return (
        *[by_worth[own_points] for own_points in class_points[:SPY]],
        likelihood_with(class_points[SPY], squad.possible_totals(seat, squad.spies - 1)),
    )


def _likelihood(
    result: Result, side: int, points: float, rivals: Sequence[tuple[float, float]]
) -> float:
    """Return how likely the result is if the squad has these expected points."""
    if result.totals:
        return 0.02 + exp(-(((points - result.totals[side]) / TOTAL_DEVIATION) ** 2) / 2)
    return sum(
        [
            chance
            * _chances_of_endings(round(STEPS_PER_POINT * (points - max(0.0, rival_points))))[
                _ending_for(result, side)
            ]
            for chance, rival_points in rivals
        ]
    )


def _ending_for(result: Result, side: int) -> int:
    """Return how the match ended for this side: 0 for a win, 1 for a draw, 2 for a loss."""
    return 1 if result.winner is None else 0 if result.winner == side else 2


@lru_cache(maxsize=512)
def _chances_of_endings(quarters: int) -> tuple[float, float, float]:
    """Return the chances of a win, a draw and a loss.

    `quarters` is the squad's expected lead, in quarters of a point.
    """
    lead = quarters / STEPS_PER_POINT
    win_chance, no_loss_chance = [
        0.5 + 0.5 * erf((lead + offset) / (DIFFERENCE_DEVIATION * sqrt(2)))
        for offset in (-HALF_A_POINT, HALF_A_POINT)
    ]
    return (
        max(0.005, win_chance),
        max(0.01, no_loss_chance - win_chance),
        max(0.005, 1 - no_loss_chance),
    )


def _after_removal(chances: list[Chances], removal: Removal, squad: Seats, enemies: Seats) -> None:
    """Adjust the chances after an announced removal.

    Spies stab teammates. Fire and headshots can remove Spies, but shots cannot. Only Snipers shoot.
    """
    cause = removal.cause
    if cause in ("burnt", "headshot"):
        chances[removal.seat] = weigh(chances[removal.seat], evidence_for(SPY, 100.0))
        return
    chances[removal.seat] = weigh(
        chances[removal.seat], evidence_for(SPY, 0.02 if cause == "shot" else 0.3)
    )
    if cause in ("backstab", None):
        for mate in squad:
            if mate != removal.seat:
                chances[mate] = weigh(chances[mate], evidence_for(SPY, 30.0 if cause else 1.8))
    if cause in ("shot", None):
        for enemy in enemies:
            chances[enemy] = weigh(chances[enemy], evidence_for(SNIPER, 4.0 if cause else 1.5))
