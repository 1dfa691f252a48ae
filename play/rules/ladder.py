"""A ladder over several games: how people compare who have not played the same ones (T10).

A person is worth, over all games, the mean of their three best ratings, each taken at what is sure:
less twice its deviation. A game that they have not played counts like one that somebody begins: so
two games played well are more than one, who plays a fourth loses nothing by it, and nobody is worth
less than who has played nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .rating import UNKNOWN, Rating

if TYPE_CHECKING:
    from collections.abc import Iterable

BEST: Final = 3


def over_all(ratings: Iterable[Rating]) -> int:
    """What somebody is worth over all games, in hundredths of a point: the mean of the best three.

    >>> over_all([]) == UNKNOWN.sure
    True
    """
    sure = [rating.sure for rating in ratings] + [UNKNOWN.sure] * BEST
    return sum(sorted(sure, reverse=True)[:BEST]) // BEST
