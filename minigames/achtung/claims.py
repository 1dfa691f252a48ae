"""What one says of mates in stock phrases, people and bots alike, and what a bot believes of it.

A claim counts for as much as whoever makes it is believed: a likely Spy's word weighs little, and
of several about the same player only the last one counts, so that to repeat it changes nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from engine.values import Seat

from .probabilities import SPY, balanced, only, weighed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.bots import Heard

    from .probabilities import Everybody, Frame

Stance = Literal["doubts", "trusts"]

DOUBT: Final = "I do not trust {player}."
TRUST: Final = "I trust {player}."
_READ: Final[tuple[tuple[Stance, re.Pattern[str]], ...]] = (
    ("doubts", re.compile(r"\bdo(?: not|n’t|n't) trust number (\d{1,2})\b", re.IGNORECASE)),
    ("trusts", re.compile(r"\bI trust number (\d{1,2})\b", re.IGNORECASE)),
    ("doubts", re.compile(r"\bno longer trust number (\d{1,2})\b", re.IGNORECASE)),
)


class Claim(NamedTuple):
    """What a player said of another one of their team."""

    by: Seat
    stance: Stance
    about: Seat


def claims(heard: Iterable[Heard], members: Sequence[Seat], channel: str) -> tuple[Claim, ...]:
    """The claims that members of a team make of one another in its talk, the oldest first; of each
    about each the last one.
    """
    found: dict[tuple[Seat, Seat], Claim] = {}
    for line in heard:
        if line.channel == channel and line.seat in members:
            for claim in read(line.seat, line.phrase):
                if claim.about in members and claim.about != claim.by:
                    found.pop((claim.by, claim.about), None)
                    found[claim.by, claim.about] = claim
    return tuple(found.values())


def read(by: Seat, words: str) -> list[Claim]:
    """What these words claim, in the order in which it is said."""
    found = [
        (each.start(), Claim(by, stance, Seat(int(each[1]) - 1)))
        for stance, pattern in _READ
        for each in pattern.finditer(words)
    ]
    return [claim for _, claim in sorted(found)]


def after_claims(
    frame: Frame, everybody: Everybody, said: Sequence[Claim], weight: float, me: Seat
) -> Everybody:
    """What is believed after mates have said this. Believed in full, a claim makes its player
    `1 + weight` times likelier a Spy, or so many times less likely. One's own words are no news.
    """
    others = [claim for claim in said if claim.by != me]
    if not others or not weight:
        return everybody
    certain, chances = frame.certain, list(everybody)
    for claim in others:
        if claim.about in certain:
            continue
        times = 1 + weight * (1 - everybody[claim.by][SPY])
        factor = times if claim.stance == "doubts" else 1 / times
        chances[claim.about] = weighed(chances[claim.about], only(SPY, factor))
    side = frame.sides[others[0].by]
    return balanced(frame, tuple(chances), (side,))
