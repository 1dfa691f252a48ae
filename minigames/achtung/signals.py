"""How members judge squads, and what their nominations and votes reveal.

The bot assumes that teammates judge as it does. For each class that a teammate can have, it
calculates how far the squad falls short of the best one in the teammate's view. A teammate knows
their own class, and knows that they are not a Spy. About others, a teammate knows what the whole
team knows. A Spy judges like an ordinary class, but sometimes acts on its wish to be in the squad.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp
from typing import Final

from engine.values import Seat
from minigames.achtung.rules.classes import LOYAL_KINDS
from minigames.achtung.rules.values import MatchKind, Seats, VoteRound

from .evaluation import AVERAGE_POINTS, SPY_HARM, class_values, loyal_points
from .probabilities import NO_EVIDENCE, SPY, AllChances, Frame

OPENNESS: Final = 0.7
"""Share of the information about their class that players reveal by voting.

The Spy has the same information as the team, and guesses classes.
"""
IMPATIENCE: Final = 0.3
"""Points by which an accepted squad can fall short of the best one.

These points are added for each squad that has already been voted down.
"""
WARINESS: Final = 1.5
"""Extra points that a squad needs for each feared Spy in it.

Voting a squad down costs nothing until the hat has gone round.
"""
KEENNESS: Final = 1.0
"""Extra points that a keen Spy gives to a squad that includes the Spy."""
KEEN_ONCE_IN: Final = 2
"""A Spy is keen to be in the squad one time in this many."""
SABOTAGE_PENALTY: Final = 1.0
"""Points that are deducted from a sabotaged player's value."""
NOISE: Final = 0.4
"""Standard deviation of teammates' judgement, in points.

Teammates know their own class, which the team does not.
"""
MIN_ERROR: Final = 0.04
"""Minimum chance that a member votes or nominates contrary to their own judgement."""
COVER_COUNT: Final = len(LOYAL_KINDS[:6])
"""Number of classes that a Spy can claim to have, which are the six fighters."""


def apparent_points(points: float) -> float:
    """Return the points of a player as they appear in public."""
    return OPENNESS * points + (1 - OPENNESS) * AVERAGE_POINTS


def allowed_shortfall(squads_voted_down: int, risk: float) -> float:
    """Return how many points an accepted squad can fall short of the best one.

    This depends on the number of squads that have been voted down, and on the risk of Spies.
    """
    return IMPATIENCE * squads_voted_down - WARINESS * risk


def member_likelihoods(
    frame: Frame,
    beliefs: AllChances,
    vote: VoteRound,
    match: MatchKind,
    squads_voted_down: int,
    *,
    is_wary: bool,
) -> Iterator[tuple[Seat, tuple[float, ...]]]:
    """Yield how likely each member's nomination and vote are, by class.

    `beliefs` contains the team's beliefs before the vote. `squads_voted_down` counts the squads
    that have been voted down in this match. `is_wary` means that there is a reason to fear Spies.
    """
    members = frame.members(frame.sides[vote.captain])
    class_points = class_values(match, frame.terms.complex_classes)
    apparent = [apparent_points(points) for points in class_points[:SPY]]
    for index, seat in enumerate(members):
        member_view = _MemberView(frame, beliefs, seat, members, class_points, vote.squad)
        likelihoods = NO_EVIDENCE
        if vote.votes:
            allowance = allowed_shortfall(squads_voted_down, member_view.risk if is_wary else 0.0)
            margins = [allowance - member_view.shortfall(own_points) for own_points in apparent]
            likelihoods = _act_likelihoods(
                margins, KEENNESS if seat in vote.squad else 0.0, did_act=vote.votes[index] == "y"
            )
        if seat == vote.captain:
            nominated = _act_likelihoods(
                [own_points - member_view.weakest_value for own_points in apparent],
                KEENNESS,
                did_act=seat in vote.squad,
            )
            likelihoods = tuple(
                [first * second for first, second in zip(likelihoods, nominated, strict=True)]
            )
        yield seat, likelihoods


def _act_likelihoods(
    margins: Sequence[float], keenness: float, *, did_act: bool
) -> tuple[float, ...]:
    """Return the likelihood, by class, that a member acted or did not act.

    `margins` contains the points in favour of the act. A Spy acts like one of the fighters.
    Sometimes it acts as if there were `keenness` more points in favour.
    """
    loyal = [_act_chance(margin) for margin in margins]
    keen_chances = [_act_chance(margin + keenness) for margin in margins[:COVER_COUNT]]
    spy = (sum(keen_chances) + (KEEN_ONCE_IN - 1) * sum(loyal[:COVER_COUNT])) / (
        KEEN_ONCE_IN * COVER_COUNT
    )
    return tuple([chance if did_act else 1 - chance for chance in (*loyal, spy)])


def _act_chance(points: float) -> float:
    return MIN_ERROR + (1 - 2 * MIN_ERROR) / (1 + exp(-points / NOISE))


class _MemberView:
    """A squad as seen by a member who is not a Spy.

    The view includes an estimate of the number of Spies in the squad, and of how far the squad
    falls short of the best one.
    """

    def __init__(
        self,
        frame: Frame,
        beliefs: AllChances,
        seat: Seat,
        members: Seats,
        class_points: Sequence[float],
        squad: Seats,
    ) -> None:
        spies = frame.terms.spies
        share = spies / max(0.05, spies - beliefs[seat][SPY])
        risks = {mate: min(0.98, beliefs[mate][SPY] * share) for mate in members if mate != seat}
        mates = {
            mate: loyal_points(beliefs[mate], class_points) * (1 - risk) - SPY_HARM * risk
            for mate, risk in risks.items()
        }
        best_values = sorted(mates.values(), reverse=True)[: len(squad)]
        self.is_in_squad = seat in squad
        self.risk = sum([risk for mate, risk in risks.items() if mate in squad])
        self.squad_value = sum([value for mate, value in mates.items() if mate in squad])
        self.weakest_value = best_values[-1]
        """Value of the weakest player in the best squad that does not include this member."""
        self.best_value = sum(best_values)
        self.value_of_others = self.best_value - self.weakest_value

    def shortfall(self, own_points: float) -> float:
        """Return how many points the squad falls short of the best one.

        `own_points` is the member's own value.
        """
        return (
            max(self.best_value, self.value_of_others + own_points)
            - self.squad_value
            - self.is_in_squad * own_points
        )
