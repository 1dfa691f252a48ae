"""A combined ladder for several games, for people who have not all played the same games (T10).

A person's overall strength is the mean of their three best guaranteed ratings. A guaranteed rating
is the rating minus twice its deviation. For a game they have not played, the rating of an unknown
player is used. Therefore, playing two games well ranks higher than playing one well, a fourth game
never lowers the mean, and no one ranks below a person who has not played.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from .rating import UNKNOWN, Rating

BEST: Final = 3


def over_all(ratings: Iterable[Rating]) -> int:
    """Return a person's overall strength, which is the mean of their best three ratings, in
    hundredths of a point.

    >>> over_all([]) == UNKNOWN.sure
    True
    """
    sure = [rating.sure for rating in ratings] + [UNKNOWN.sure] * BEST
    return sum(sorted(sure, reverse=True)[:BEST]) // BEST
