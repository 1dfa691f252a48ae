"""A ladder over several games, for people who have not played the same ones (T10).

A person's strength over all games is the mean of their three best guaranteed ratings, each the
rating minus twice its deviation. A game they have not played counts like a beginner's. So two games
played well count more than one, a fourth game costs nothing, and no one ranks below a person who
has played nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .rating import UNKNOWN, Rating

if TYPE_CHECKING:
    from collections.abc import Iterable

BEST: Final = 3


def over_all(ratings: Iterable[Rating]) -> int:
    """Return a person's strength over all games, the mean of the best three, in hundredths of a
    point.

    >>> over_all([]) == UNKNOWN.sure
    True
    """
    sure = [rating.sure for rating in ratings] + [UNKNOWN.sure] * BEST
    return sum(sorted(sure, reverse=True)[:BEST]) // BEST
