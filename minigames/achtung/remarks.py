"""What the doctrine bot says in its team's talk (A8): stock phrases with a nomination, which the
whole team hears at once (A2).

It says nothing with a vote or an action: that it has answered, and how, is nobody's to know before
all have (A2, A21). It speaks from what its whole team knows and from the class it passes for, which
is a Spy's cover, and is handed nothing else: a Spy speaks and keeps silent as an ordinary player of
that class would. Words never gainsay the squad they come with. Nobody names a class: the Spy
listens.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.bots import Remark
from engine.values import Seat
from minigames.achtung.rules.values import MATCHES, View
from minigames.achtung.rules.words import CHANNELS, MATCH_KINDS, number

from .beliefs import Beliefs
from .claims import DOUBT, TRUST
from .signals import DENT, KEEN, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.dice import Dice
    from minigames.achtung.rules.values import Kind, Table, Team

THINK: Final = 2
"""So many phrases that fit are chosen from."""
TIE: Final = 0.05
"""Points by which two players or squads must differ before one is clearly better: what a shot told
a Sniper moves others by less.
"""
TRUSTED: Final = 0.6
DOUBTED: Final = 1.5
"""A mate is trusted who is no likelier a Spy than this share of what the deal made him, and doubted
who is likelier than that one.
"""


class Moment:
    """A nomination as the member sees it who is to make it and passes for this class. `beliefs` are
    doctrine's unless others are given.
    """

    def __init__(
        self, table: Table, team: Team, seat: Seat, face: Kind, beliefs: Beliefs | None = None
    ) -> None:
        self.table, self.team, self.seat = table, team, seat
        self.match = table.match or MATCHES[0]
        self.beliefs = beliefs or Beliefs(View(seat=seat, table=table, team=team), seat, face)
        self.worth = {mate: self.beliefs.value(mate, self.match) for mate in team.members}
        self.worth[seat] = shown(self.worth[seat])
        self.dent = -DENT if self.may_be_sabotaged() else 0.0

    # --- what anybody would say and do here, whatever he hides ------------------------------------

    @cached_property
    def sure_in(self) -> frozenset[Seat]:
        """Who is in the best squad, however much the seat makes of itself."""
        return self._clear(self.dent)[0] & self._clear(KEEN)[0]

    @cached_property
    def sure_out(self) -> frozenset[Seat]:
        """Who is not in it."""
        return self._clear(self.dent)[1] & self._clear(KEEN)[1]

    def may_be_sabotaged(self) -> bool:
        """Whether anybody in this seat may have been told of a sabotage that lasts: after a match
        in the squad (A6).
        """
        side = self.table.sides[self.seat]
        return not self.table.terms.new_classes and any(
            self.seat in each.squads[side] for each in self.table.results
        )

    def _best(self, more: float) -> Sequence[Seat]:
        """The best squad, if the seat is worth so many points more."""
        worth = self._worth(more)
        return sorted(worth, key=lambda mate: -worth[mate])[: self.table.terms.squad]

    def _clear(self, more: float) -> tuple[frozenset[Seat], frozenset[Seat]]:
        """Who is in the best squad and who is not, those left out between whom it is a toss-up."""
        worth, inside = self._worth(more), self._best(more)
        least, most = worth[inside[-1]], max([worth[mate] for mate in worth if mate not in inside])
        clearly_in = [mate for mate in worth if worth[mate] > most + TIE]
        return frozenset(clearly_in), frozenset(
            [mate for mate in worth if worth[mate] < least - TIE]
        )

    def _worth(self, more: float) -> dict[Seat, float]:
        return self.worth | {self.seat: self.worth[self.seat] + more}

    # --- mates ------------------------------------------------------------------------------------

    def trusted(self, among: frozenset[Seat]) -> Seat | None:
        """The one of these who is least feared, if there is reason to."""
        return self._found(among, lambda risk: -risk, lambda risk: risk <= TRUSTED)

    def doubted(self, among: frozenset[Seat]) -> Seat | None:
        """The one of these who is feared most, if there is reason to."""
        return self._found(among, lambda risk: risk, lambda risk: risk >= DOUBTED)

    def _found(
        self, among: frozenset[Seat], key: Callable[[float], float], enough: Callable[[float], bool]
    ) -> Seat | None:
        dealt = self.table.terms.spies / (len(self.team.members) - 1)
        risks = {mate: self.beliefs.spy(mate) / dealt for mate in sorted(among - {self.seat})}
        found = max(risks, key=lambda mate: key(risks[mate]), default=None)
        return found if found is not None and enough(risks[found]) else None

    def after(self) -> str:
        """How the last match ended for the team, at the first nomination after it: "won", "lost",
        or "" later and after a draw.
        """
        if self.team.voted or not self.table.results or self.table.results[-1].winner is None:
            return ""
        return "won" if self.table.results[-1].winner == self.table.sides[self.seat] else "lost"


# --- the phrases ----------------------------------------------------------------------------------


def _wants_in(at: Moment) -> Seat | None:
    return at.seat if at.seat in at.sure_in else None


def _trusts(at: Moment) -> Seat | None:
    return at.trusted(at.sure_in)


def _doubts(at: Moment) -> Seat | None:
    return at.doubted(at.sure_out)


def _thanks(at: Moment) -> Seat | None:
    return at.seat if at.after() == "won" else None


def _complains(at: Moment) -> Seat | None:
    return at.seat if at.after() == "lost" else None


class Phrase(NamedTuple):
    """Words, and when they fit: then `of` names the player they are about."""

    words: str
    of: Callable[[Moment], Seat | None]

    def said(self, at: Moment, player: Seat) -> str:
        """The words, of this player."""
        return self.words.format(match=MATCH_KINDS[at.match], player=number(player))


PHRASES: Final = (
    Phrase("Well played, all of you.", _thanks),
    Phrase("That went badly. Look who was in the squad.", _complains),
    Phrase(DOUBT, _doubts),
    Phrase(TRUST, _trusts),
    Phrase("I want in: I can do something for us in {match}.", _wants_in),
)
"""The particular before the general: of those that fit, the first ones are thought of."""


def remark(table: Table, team: Team, seat: Seat, face: Kind, dice: Dice) -> Remark | None:
    """What the member of this team says who passes for this class and is to nominate; None for
    nothing.
    """
    if table.phase != "squads" or team.stage != "nominate" or seat != team.captain:
        return None
    at = Moment(table, team, seat, face)
    fitting = [(phrase, player) for phrase in PHRASES if (player := phrase.of(at)) is not None]
    if not fitting:
        return None
    phrase, player = dice.pick(fitting[:THINK])
    return Remark(channel=CHANNELS[table.sides[seat]], phrase=phrase.said(at, player))
