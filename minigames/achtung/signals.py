"""How squads are judged, and what a nomination or a vote says of whoever made it.

A mate is read by one's own rule. Of every class he may be of it is asked how far the squad fell
short of the best one in his eyes, who knows his class and that he is no Spy, and knows of the
others what the whole team does. A Spy judges as an ordinary class would, but at times gives in to
his wish to be in.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

from minigames.achtung.rules.classes import LOYAL_KINDS

from .evaluation import HARM, USUAL, if_loyal, values
from .probabilities import NOTHING_SAID, SPY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.values import Seat
    from minigames.achtung.rules.values import MatchKind, Seats, VoteRound

    from .probabilities import Everybody, Frame

OPENNESS: Final = 0.7
"""How much of his class a player lets his voice show: what it tells the team it tells the Spy, who
guesses classes.
"""
HURRY: Final = 0.3
"""Points by which a squad may fall short of the best one and still get a yes, for every squad voted
down before.
"""
WARY: Final = 1.5
"""Points that a squad must be better for every Spy feared in it: talk costs nothing until the hat
has gone round.
"""
KEEN: Final = 1.0
"""Points that a keen Spy finds a squad with himself in it better."""
KEEN_ONCE_IN: Final = 2
"""A Spy is keen once in so many times."""
DENT: Final = 1.0
"""Points that a sabotaged player is worth less."""
NOISE: Final = 0.4
"""How blurred the judgement of mates is, in points: they know of their class what the team does
not.
"""
SLIP: Final = 0.04
"""How likely anybody says the opposite of what they should, at least."""
COVERS: Final = len(LOYAL_KINDS[:6])
"""Classes that a Spy passes for: the six fighters."""


def shown(worth: float) -> float:
    """What a player makes of himself in public, who is worth so much."""
    return OPENNESS * worth + (1 - OPENNESS) * USUAL


def allowed(voted: int, risk: float) -> float:
    """By how many points a squad may fall short of the best one, after so many were voted down and
    with so many Spies feared in it.
    """
    return HURRY * voted - WARY * risk


def heard(
    frame: Frame, everybody: Everybody, vote: VoteRound, match: MatchKind, voted: int, *, wary: bool
) -> Iterator[tuple[Seat, tuple[float, ...]]]:
    """How likely every member of the team would have spoken as they did, by class. `everybody` is
    what the team believed until then, `voted` how many squads it had voted down in this match,
    `wary` whether it had reason to fear anybody.
    """
    members = frame.members(frame.sides[vote.captain])
    worth = values(match, frame.terms.complex_classes)
    public = [shown(each) for each in worth[:SPY]]
    for at, seat in enumerate(members):
        eyes = _Eyes(frame, everybody, seat, members, worth, vote.squad)
        likelihoods = NOTHING_SAID
        if vote.votes:
            patience = allowed(voted, eyes.risk if wary else 0.0)
            margins = [patience - eyes.short(own) for own in public]
            likelihoods = _spoken(
                margins, KEEN if seat in vote.squad else 0.0, done=vote.votes[at] == "y"
            )
        if seat == vote.captain:
            nominated = _spoken([own - eyes.edge for own in public], KEEN, done=seat in vote.squad)
            likelihoods = tuple(
                [one * other for one, other in zip(likelihoods, nominated, strict=True)]
            )
        yield seat, likelihoods


def _spoken(margins: Sequence[float], keen: float, *, done: bool) -> tuple[float, ...]:
    """How likely each class did it, or did not; `margins` are the points that spoke for it. A Spy
    does as one of the fighters would, or, once in so many times, as if `keen` points more spoke for
    it.
    """
    loyal = [_leaning(margin) for margin in margins]
    pushed = [_leaning(margin + keen) for margin in margins[:COVERS]]
    spy = (sum(pushed) + (KEEN_ONCE_IN - 1) * sum(loyal[:COVERS])) / (KEEN_ONCE_IN * COVERS)
    return tuple([chance if done else 1 - chance for chance in (*loyal, spy)])


def _leaning(points: float) -> float:
    return SLIP + (1 - 2 * SLIP) / (1 + exp(-points / NOISE))


class _Eyes:
    """A squad in the eyes of one member who is no Spy: how many Spies are feared in it, and how far
    it falls short of the best one.
    """

    def __init__(
        self,
        frame: Frame,
        everybody: Everybody,
        seat: Seat,
        members: Seats,
        worth: Sequence[float],
        squad: Seats,
    ) -> None:
        spies = frame.terms.spies
        share = spies / max(0.05, spies - everybody[seat][SPY])
        risks = {mate: min(0.98, everybody[mate][SPY] * share) for mate in members if mate != seat}
        mates = {
            mate: if_loyal(everybody[mate], worth) * (1 - risk) - HARM * risk
            for mate, risk in risks.items()
        }
        best = sorted(mates.values(), reverse=True)[: len(squad)]
        self.inside = seat in squad
        self.risk = sum([risk for mate, risk in risks.items() if mate in squad])
        self.here = sum([value for mate, value in mates.items() if mate in squad])
        self.edge = best[-1]
        """What the weakest of the best squad without this member is worth."""
        self.without = sum(best)
        self.others = self.without - self.edge

    def short(self, own: float) -> float:
        """By how many points the squad falls short of the best one, if the member himself is worth
        so many.
        """
        return max(self.without, self.others + own) - self.here - self.inside * own
