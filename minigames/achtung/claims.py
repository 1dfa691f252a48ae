"""Claims about teammates, and their effect on a bot's beliefs.

People and bots make claims in stock phrases. A claim has more weight if its author is trusted, so a
likely Spy's claim has little weight. Only an author's last claim about a player counts, so
repeating a claim has no effect.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple

from engine.bots import Heard
from engine.values import Seat

from .probabilities import SPY, AllChances, Frame, balance, evidence_for, weigh

Stance = Literal["doubts", "trusts"]

DOUBT: Final = "I do not trust {player}."
TRUST: Final = "I trust {player}."
_PATTERNS: Final[tuple[tuple[Stance, re.Pattern[str]], ...]] = (
    ("doubts", re.compile(r"\bdo(?: not|n’t|n't) trust number (\d{1,2})\b", re.IGNORECASE)),
    ("trusts", re.compile(r"\bI trust number (\d{1,2})\b", re.IGNORECASE)),
    ("doubts", re.compile(r"\bno longer trust number (\d{1,2})\b", re.IGNORECASE)),
)


class Claim(NamedTuple):
    """A claim that a player makes about a teammate."""

    speaker: Seat
    stance: Stance
    teammate: Seat


def claims_in(lines: Iterable[Heard], members: Sequence[Seat], channel: str) -> tuple[Claim, ...]:
    """Return the claims that a team's members have made about each other, oldest first.

    If a member has made several claims about the same teammate, only the last one is included.
    """
    by_pair: dict[tuple[Seat, Seat], Claim] = {}
    for line in lines:
        if line.channel == channel and line.seat in members:
            for claim in read_claims(line.seat, line.phrase):
                if claim.teammate in members and claim.teammate != claim.speaker:
                    by_pair.pop((claim.speaker, claim.teammate), None)
                    by_pair[claim.speaker, claim.teammate] = claim
    return tuple(by_pair.values())


def read_claims(author: Seat, text: str) -> list[Claim]:
    """Return the claims in a line of talk, in order."""
    matches = [
        (match.start(), Claim(author, stance, Seat(int(match[1]) - 1)))
        for stance, pattern in _PATTERNS
        for match in pattern.finditer(text)
    ]
    return [claim for _, claim in sorted(matches)]


def after_claims(
    frame: Frame, beliefs: AllChances, claims: Sequence[Claim], weight: float, own_seat: Seat
) -> AllChances:
    """Return the beliefs after teammates have made claims.

    If the author is fully trusted, a claim makes the player `1 + weight` times as likely, or as
    unlikely, to be a Spy. The seat's own claims have no effect.
    """
    others = [claim for claim in claims if claim.speaker != own_seat]
    if not others or not weight:
        return beliefs
    certain, chances = frame.certain, list(beliefs)
    for claim in others:
        if claim.teammate in certain:
            continue
        strength = 1 + weight * (1 - beliefs[claim.speaker][SPY])
        factor = strength if claim.stance == "doubts" else 1 / strength
        chances[claim.teammate] = weigh(chances[claim.teammate], evidence_for(SPY, factor))
    side = frame.sides[others[0].speaker]
    return balance(frame, tuple(chances), (side,))
