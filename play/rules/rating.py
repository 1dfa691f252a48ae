"""Estimates of a player's strength at a game with Glicko-2, updated after each match. The steps are
those of Mark Glickman's paper "Example of the Glicko-2 system" (2022).

A rating is a number, initially 1500, with a *deviation* that measures its uncertainty. The
deviation is 350 for an unknown player and decreases with every match. Ratings are integers that
count hundredths of a point, so that repeating the calculation gives the same result.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import exp, log, pi, sqrt
from typing import Final, Literal, NamedTuple

from engine.values import Value

Result = Literal["won", "drawn", "lost"]
"""Result of a match for one seat."""

SCORES: Final[Mapping[Result, float]] = {"won": 1.0, "drawn": 0.5, "lost": 0.0}
SETTLED: Final = 110_00
"""Highest deviation of a settled rating."""
TAU: Final = 0.5
"""Limit on changes of volatility, as in the paper."""
_SCALE: Final = 173.7178
_CLOSE: Final = 1e-6
_SHARPEST: Final = 30_00
"""Lowest possible deviation. If it were lower, a regular player's rating would hardly change."""


class Rating(Value):
    """A rating and its deviation in hundredths of a point, with a volatility in millionths."""

    value: int = 1500_00
    deviation: int = 350_00
    volatility: int = 60_000

    @property
    def sure(self) -> int:
        """The guaranteed strength, which is the rating minus twice its deviation. Ladders rank
        players by it.
        """
        return self.value - 2 * self.deviation

    @property
    def is_settled(self) -> bool:
        return self.deviation <= SETTLED


UNKNOWN: Final = Rating()
Bout = tuple[Rating, float]
"""An opponent's rating, and the score, which is 1 for a win, 0.5 for a draw and 0 for a loss."""


class Seated(NamedTuple):
    """The player in a seat (any hashable identity), the player's rating before the match, and the
    result.
    """

    player: Hashable
    rating: Rating
    result: Result


def bouts(seats: Sequence[Seated]) -> tuple[tuple[Bout, ...], ...]:
    """Return the bouts of a match for each of its seats. Seats of the same player have no bout with
    each other.

    If one of three or more players wins, each player has a bout with every other player, and the
    losers draw with each other. If there are several winners, each player has one bout with the
    average of the players who had the other result. If there is no winner, each player draws with
    the average of all others. As a result, a match has the same weight for both sides.
    """
    has_one_winner = len(seats) > 2 and sum(seat.result == "won" for seat in seats) == 1
    return tuple(
        _bouts_with_everyone(own_seat, seats) if has_one_winner else _side(own_seat, seats)
        for own_seat in seats
    )


def _bouts_with_everyone(own_seat: Seated, seats: Sequence[Seated]) -> tuple[Bout, ...]:
    return tuple(
        (other.rating, 0.5 if own_seat.result == other.result else SCORES[own_seat.result])
        for other in seats
        if other.player != own_seat.player
    )


def _side(own_seat: Seated, seats: Sequence[Seated]) -> tuple[Bout, ...]:
    others = [
        other.rating
        for other in seats
        if other.player != own_seat.player
        and (own_seat.result == "drawn" or other.result != own_seat.result)
    ]
    return ((average(others), SCORES[own_seat.result]),) if others else ()


def average(ratings: Sequence[Rating]) -> Rating:
    """Combine opponents into one, by averaging ratings and the squares of deviations."""
    count = len(ratings)
    return Rating(
        value=round(sum(rating.value for rating in ratings) / count),
        deviation=round(sqrt(sum(rating.deviation**2 for rating in ratings) / count)),
        volatility=round(sum(rating.volatility for rating in ratings) / count),
    )


def after(rating: Rating, played: Sequence[Bout]) -> Rating:
    """Return a rating after a match with these bouts (steps 2 to 8 of the paper). If there are no
    bouts, the rating is unchanged.
    """
    if not played:
        return rating
    mu, phi = _mu(rating), _phi(rating)
    weights = [(_g(_phi(opponent)), _mu(opponent), score) for opponent, score in played]
    expected = [(g, 1 / (1 + exp(-g * (mu - their))), score) for g, their, score in weights]
    v = 1 / sum(g * g * e * (1 - e) for g, e, _ in expected)
    gained = sum(g * (score - e) for g, e, score in expected)
    sigma = _volatility(rating.volatility / 1e6, phi, v, v * gained)
    phi = 1 / sqrt(1 / (phi * phi + sigma * sigma) + 1 / v)
    return Rating(
        value=1500_00 + round((mu + phi * phi * gained) * _SCALE * 100),
        deviation=min(350_00, max(_SHARPEST, round(phi * _SCALE * 100))),
        volatility=round(sigma * 1e6),
    )


def damped(before: Rating, new: Rating, repeats: int) -> Rating:
    """Return the rating after a match whose effect is reduced because the same people played
    `repeats` rated matches earlier that day. Each of these matches halves the change (T12).

    >>> damped(UNKNOWN, Rating(value=1600_00), 2).value
    152500
    """
    share = 2**repeats
    return Rating(
        value=before.value + int((new.value - before.value) / share),
        deviation=before.deviation + int((new.deviation - before.deviation) / share),
        volatility=before.volatility + int((new.volatility - before.volatility) / share),
    )


def _mu(rating: Rating) -> float:
    return (rating.value - 1500_00) / 100 / _SCALE


def _phi(rating: Rating) -> float:
    return rating.deviation / 100 / _SCALE


def _g(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def _volatility(sigma: float, phi: float, v: float, delta: float) -> float:
    """Find the zero of `f` with the Illinois algorithm (step 5)."""
    a = log(sigma * sigma)

    def f(x: float) -> float:
        grown = phi * phi + v + exp(x)
        return exp(x) * (delta * delta - grown) / (2 * grown * grown) - (x - a) / (TAU * TAU)

    low = a
    if delta * delta > phi * phi + v:
        high = log(delta * delta - phi * phi - v)
    else:
        steps = 1
        while f(a - steps * TAU) < 0:
            steps += 1
        high = a - steps * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)
