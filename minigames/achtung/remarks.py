"""What the doctrine bot says in its team's talk (A8): stock phrases with a nomination or a vote.

It speaks from what its whole team knows and from the class it passes for, which is a Spy's cover, and is handed nothing else: a Spy speaks and
keeps silent as an ordinary player of that class would. Words never gainsay the vote they come with, which a Spy who gives in to his wish to be
in would else betray: whoever's voice might turn on what he hides says nothing of the squad. Nobody names a class: the Spy listens.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.bots import Remark
from engine.values import Seat

from .beliefs import Beliefs
from .rules.values import MATCHES, View
from .rules.words import CHANNELS, MATCH_KINDS, number
from .voices import DENT, KEEN, allowed, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.dice import Dice

    from .rules.values import Kind, Table, Team

SPEAK: Final = 2
"""So many of a team speak at a vote, on average, if all have something to say."""
THINK: Final = 2
"""So many phrases that fit are chosen from."""
TIE: Final = 0.05
"""Points by which two players or squads must differ before one is clearly better: what a shot told a Sniper moves others by less."""
TRUSTED: Final = 0.6
DOUBTED: Final = 1.5
"""A mate is trusted who is no likelier a Spy than this share of what the deal made him, and doubted who is likelier than that one."""


class Moment:
    """A nomination or a vote as a member sees it who passes for this class."""

    def __init__(self, table: Table, team: Team, seat: Seat, face: Kind) -> None:
        self.table, self.team, self.seat = table, team, seat
        self.match = table.match or MATCHES[0]
        self.beliefs = Beliefs(View(seat=seat, table=table, team=team), seat, face)
        self.worth = {mate: self.beliefs.value(mate, self.match) for mate in team.members}
        self.worth[seat] = shown(self.worth[seat])
        self.dent = -DENT if self._may_be_sabotaged() else 0.0

    @property
    def nominates(self) -> bool:
        """Whether the seat is about to name the squad, and not to vote."""
        return self.team.stage == "nominate"

    # --- what anybody would say and do here, whatever he hides ----------------------------------------------------------

    @cached_property
    def sure_in(self) -> frozenset[Seat]:
        """Who is in the best squad, however much the seat makes of itself."""
        return self._clear(self.dent)[0] & self._clear(KEEN)[0]

    @cached_property
    def sure_out(self) -> frozenset[Seat]:
        """Who is not in it."""
        return self._clear(self.dent)[1] & self._clear(KEEN)[1]

    @property
    def is_weak(self) -> bool:
        """Whether the seat would do better to stay out."""
        return self.seat in self._clear(0.0)[1]

    @cached_property
    def verdict(self) -> bool | None:
        """The vote that this class gives whether it is sabotaged, sound or a keen Spy's cover; None if these differ, or before a vote."""
        if self.nominates or self.seat == self.team.captain:
            return None
        keen = KEEN * (self.seat in self.team.squad)
        margins = [self._allowed + push - self._short(more) for more, push in ((0.0, 0.0), (self.dent, 0.0), (0.0, keen))]
        toss_up = TIE if self.table.results else 0.0
        if min(margins) >= toss_up:
            return True
        return False if max(margins) < -toss_up else None

    def _may_be_sabotaged(self) -> bool:
        """Whether anybody in this seat may have been told of a sabotage that lasts: after a match in the squad (A6)."""
        side = self.table.sides[self.seat]
        return not self.table.terms.new_classes and any(self.seat in each.squads[side] for each in self.table.results)

    def _best(self, more: float) -> Sequence[Seat]:
        """The best squad, if the seat is worth so many points more."""
        worth = self._worth(more)
        return sorted(worth, key=lambda mate: -worth[mate])[: self.table.terms.squad]

    def _clear(self, more: float) -> tuple[frozenset[Seat], frozenset[Seat]]:
        """Who is in the best squad and who is not, those left out between whom it is a toss-up."""
        worth, inside = self._worth(more), self._best(more)
        least, most = worth[inside[-1]], max([worth[mate] for mate in worth if mate not in inside])
        clearly_in = [mate for mate in worth if worth[mate] > most + TIE]
        return frozenset(clearly_in), frozenset([mate for mate in worth if worth[mate] < least - TIE])

    def _short(self, more: float) -> float:
        """By how many points the squad falls short of the best one, if the seat is worth so many more."""
        worth = self._worth(more)
        return sum([worth[mate] for mate in self._best(more)]) - sum([worth[mate] for mate in self.team.squad])

    @property
    def _allowed(self) -> float:
        risk = sum([self.beliefs.spy(mate) for mate in self.team.squad]) if self.table.results else 0.0
        return allowed(self.team.voted, risk)

    def _worth(self, more: float) -> dict[Seat, float]:
        return self.worth | {self.seat: self.worth[self.seat] + more}

    # --- mates -----------------------------------------------------------------------------------------------------------

    def trusted(self, among: frozenset[Seat]) -> Seat | None:
        """The one of these who is least feared, if there is reason to."""
        return self._found(among, lambda risk: -risk, lambda risk: risk <= TRUSTED)

    def doubted(self, among: frozenset[Seat]) -> Seat | None:
        """The one of these who is feared most, if there is reason to."""
        return self._found(among, lambda risk: risk, lambda risk: risk >= DOUBTED)

    def _found(self, among: frozenset[Seat], key: Callable[[float], float], enough: Callable[[float], bool]) -> Seat | None:
        dealt = self.table.terms.spies / (len(self.team.members) - 1)
        risks = {mate: self.beliefs.spy(mate) / dealt for mate in sorted(among - {self.seat})}
        found = max(risks, key=lambda mate: key(risks[mate]), default=None)
        return found if found is not None and enough(risks[found]) else None

    def after(self) -> str:
        """How the last match ended for the team, at the first vote after it: "won", "lost", or "" at other moments and after a draw."""
        if self.nominates or self.team.voted or not self.table.results or self.table.results[-1].winner is None:
            return ""
        return "won" if self.table.results[-1].winner == self.table.sides[self.seat] else "lost"


# --- the phrases -------------------------------------------------------------------------------------------------------


def _wants_in(at: Moment) -> Seat | None:
    outside = at.nominates or (at.verdict is False and at.seat not in at.team.squad)
    return at.seat if outside and at.seat in at.sure_in else None


def _sits_out(at: Moment) -> Seat | None:
    if at.nominates:
        return at.seat if at.seat in at.sure_out else None
    voted_in = at.verdict and at.seat in at.team.squad
    return at.seat if at.verdict is not None and at.is_weak and not voted_in else None


def _trusts(at: Moment) -> Seat | None:
    if at.nominates:
        return at.trusted(at.sure_in)
    return at.trusted(frozenset(at.team.squad)) if at.verdict else None


def _doubts(at: Moment) -> Seat | None:
    if at.nominates:
        return at.doubted(at.sure_out)
    return at.doubted(frozenset(at.team.squad)) if at.verdict is False else None


def _likes_the_squad(at: Moment) -> Seat | None:
    return at.team.captain if at.verdict else None


def _wants_another_squad(at: Moment) -> Seat | None:
    return at.team.captain if at.verdict is False else None


def _thanks(at: Moment) -> Seat | None:
    return at.seat if at.after() == "won" else None


def _complains(at: Moment) -> Seat | None:
    return at.seat if at.after() == "lost" else None


class Phrase(NamedTuple):
    """Words, and when they fit: then `of` names the player they are about."""

    words: str
    of: Callable[[Moment], Seat | None]


PHRASES: Final = (
    Phrase("Rather without me: others are better in {match}.", _sits_out),
    Phrase("Well played, all of you.", _thanks),
    Phrase("That went badly. Look who was in the squad.", _complains),
    Phrase("I do not trust {player}.", _doubts),
    Phrase("I trust {player}.", _trusts),
    Phrase("I want in: I can do something for us in {match}.", _wants_in),
    Phrase("We can do better than that, {player}.", _wants_another_squad),
    Phrase("A good squad, {player}.", _likes_the_squad),
)
"""The particular before the general: of those that fit, the first ones are thought of."""


def remark(table: Table, team: Team, seat: Seat, face: Kind, dice: Dice) -> Remark | None:
    """What a member of this team says who passes for this class and is to nominate or to vote; None for nothing."""
    if table.phase != "squads" or dice.die(len(team.members)) > SPEAK:
        return None
    at = Moment(table, team, seat, face)
    fitting = [(phrase, player) for phrase in PHRASES if (player := phrase.of(at)) is not None]
    if not fitting:
        return None
    phrase, player = dice.pick(fitting[:THINK])
    said = phrase.words.format(match=MATCH_KINDS[at.match], player=number(player))
    return Remark(channel=CHANNELS[table.sides[seat]], phrase=said)
