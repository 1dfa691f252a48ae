"""A manner of playing, and how a member of a team sees the choice of a squad in that manner.

All of it comes from what the whole team knows and heard and from the class that a member passes
for, whims too: so words keep to the squad they come with, and a Spy's are those of his cover.
"""

from __future__ import annotations

from functools import cached_property
from hashlib import sha256
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

from minigames.achtung.rules.values import View

from .beliefs import NO_EARS, Beliefs, Ears
from .remarks import Moment
from .signals import HURRY, KEEN, WARY

if TYPE_CHECKING:
    from engine.values import Seat
    from minigames.achtung.rules.values import Kind, Seats, Table, Team

GRAIN: Final = 255


class Manner(NamedTuple):
    """What makes a temper, and a level of it. Points are those that a squad is expected to
    bring.
    """

    stale: float
    """Points that the squad of the match before is worth less."""
    whim: float
    """Up to so many points a mate is liked or disliked for a match, for no reason."""
    wary: float = WARY
    """Points that a squad must be better for every Spy feared in it."""
    hurry: float = HURRY
    """Points by which a squad may fall short, for every one voted down before."""
    keen_once_in: int = 2
    """As a Spy, it gives in to its wish to be in once in so many times."""
    fear: float = 1.0
    """How much of a suspicion it feels."""
    ears: float = 0.6
    """How much a claim counts."""
    reads_votes: bool = True


class Mood(Moment):
    """The choice of a squad, in this manner and having heard this."""

    def __init__(
        self,
        table: Table,
        team: Team,
        seat: Seat,
        face: Kind,
        manner: Manner,
        ears: Ears = NO_EARS,
    ) -> None:
        self.face, self.manner = face, manner
        seen = View(seat=seat, table=table, team=team)
        super().__init__(
            table,
            team,
            seat,
            face,
            Beliefs(seen, seat, face, ears=ears, votes=manner.reads_votes),
        )
        for mate in team.members:
            if mate != seat:
                bold = (1 - manner.fear) * self.beliefs.harm(mate, self.match)
                self.worth[mate] += bold + manner.whim * self._liking(mate)
        side = table.sides[seat]
        self.last = table.results[-1].squads[side] if table.results else ()

    def _liking(self, mate: Seat) -> float:
        """From −1 to 1, for as long as a match lasts."""
        seed = (self.team.order, self.table.round, self.table.match, self.seat, mate)
        return sha256(repr(seed).encode()).digest()[0] * 2 / GRAIN - 1

    @cached_property
    def alone(self) -> Mood:
        """The same, if nobody had said anything."""
        return Mood(self.table, self.team, self.seat, self.face, self.manner)

    def value(self, squad: Seats, more: float = 0.0) -> float:
        """What the squad is worth, if the seat itself is worth so many points more."""
        return (
            sum([self.worth[mate] for mate in squad])
            + more * (self.seat in squad)
            - self.manner.stale * (squad == self.last)
        )

    def best(self, more: float = 0.0) -> Seats:
        """The squad that is worth most."""
        worth = self._worth(more)
        size = self.table.terms.squad
        likely = sorted(worth, key=lambda mate: -worth[mate])[: size + 1]
        return max(combinations(sorted(likely), size), key=lambda squad: self.value(squad, more))

    @cached_property
    def risk(self) -> float:
        """How many Spies are feared in the squad proposed; none before a match was played."""
        if not self.table.results:
            return 0.0
        return sum([self.beliefs.spy(mate) for mate in self.team.squad])

    def allows(self, more: float, keen: float) -> bool:
        """Whether the squad proposed comes near enough to the best one, to somebody who is worth so
        many points more than he shows and so keen on it.
        """
        patience = self.manner.hurry * self.team.voted
        allowed = keen + patience - self.manner.wary * self.manner.fear * self.risk
        return self.value(self.best(more), more) - self.value(self.team.squad, more) <= allowed

    # --- what anybody would do here, whatever he hides --------------------------------------------

    @cached_property
    def sure_in(self) -> frozenset[Seat]:
        return frozenset.intersection(*[frozenset(squad) for squad in self._squads])

    @cached_property
    def sure_out(self) -> frozenset[Seat]:
        return frozenset(self.team.members).difference(*self._squads)

    @cached_property
    def _squads(self) -> tuple[Seats, ...]:
        """The squads that the seat may nominate, sabotaged, keen or neither."""
        return tuple([self.best(more) for more in {self.dent, 0.0, self.dent + KEEN, KEEN}])
