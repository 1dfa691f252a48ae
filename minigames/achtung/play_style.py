"""Styles of play, and how a member with a given style judges squads.

All judgements, including whims, depend only on what the whole team knows and on the class that the
member claims to have. A member's remarks therefore agree with its choice of squad, and a Spy speaks
like the class that it claims to have.
"""

from __future__ import annotations

from functools import cached_property
from hashlib import sha256
from itertools import combinations
from typing import Final, NamedTuple

from engine.values import Seat
from minigames.achtung.rules.values import Kind, Seats, Table, Team, View

from .beliefs import NO_CLAIMS, Beliefs, ClaimsHeard
from .remarks import Nomination
from .signals import IMPATIENCE, KEENNESS, WARINESS

MAX_BYTE: Final = 255


class PlayStyle(NamedTuple):
    """The parameters of a temper at a level. Points refer to a squad's expected points."""

    repeat_penalty: float
    """Points that are deducted if a squad is the same as in the previous match."""
    max_whim: float
    """Maximum points by which a teammate is liked or disliked at random during a match."""
    wariness: float = WARINESS
    """Extra points that a squad needs for each feared Spy in it."""
    impatience: float = IMPATIENCE
    """Points by which a squad can fall short, for each squad that has already been voted down."""
    keen_once_in: int = 2
    """A Spy of this temper acts on its wish to be in the squad one time in this many."""
    suspicion: float = 1.0
    """Strength of the temper's suspicions. At 1, the risk of a Spy counts fully."""
    claim_weight: float = 0.6
    """Weight of claims made by teammates."""
    reads_votes: bool = True


class SquadChoice(Nomination):
    """A squad choice by a member who has this style of play and has heard these claims."""

    def __init__(
        self,
        table: Table,
        team: Team,
        seat: Seat,
        apparent_class: Kind,
        play_style: PlayStyle,
        claims_heard: ClaimsHeard = NO_CLAIMS,
    ) -> None:
        self.apparent_class, self.play_style = apparent_class, play_style
        team_view = View(seat=seat, table=table, team=team)
        super().__init__(
            table,
            team,
            seat,
            apparent_class,
            Beliefs(
                team_view,
                seat,
                apparent_class,
                claims_heard=claims_heard,
                reads_votes=play_style.reads_votes,
            ),
        )
        for mate in team.members:
            if mate != seat:
                boldness = (1 - play_style.suspicion) * self.beliefs.harm(mate, self.match)
                self.values[mate] += boldness + play_style.max_whim * self._liking(mate)
        side = table.sides[seat]
        self.last_squad = table.results[-1].squads[side] if table.results else ()

    def _liking(self, mate: Seat) -> float:
        """Return how much the member likes a teammate, from −1 to 1.

        The result does not change during a match.
        """
        seed = (self.team.order, self.table.round, self.table.match, self.seat, mate)
        return sha256(repr(seed).encode()).digest()[0] * 2 / MAX_BYTE - 1

    @cached_property
    def without_claims(self) -> SquadChoice:
        """The same choice if no claims had been made."""
        return SquadChoice(self.table, self.team, self.seat, self.apparent_class, self.play_style)

    def value(self, squad: Seats, hidden_points: float = 0.0) -> float:
        """Return the value of a squad. `hidden_points` are added if the member is in the squad."""
        return (
            sum([self.values[mate] for mate in squad])
            + hidden_points * (self.seat in squad)
            - self.play_style.repeat_penalty * (squad == self.last_squad)
        )

    def best_squad(self, hidden_points: float = 0.0) -> Seats:
        """Return the squad that has the highest value."""
        values = self._values_with(hidden_points)
        size = self.table.terms.squad
        likely = sorted(values, key=lambda mate: -values[mate])[: size + 1]
        return max(
            combinations(sorted(likely), size), key=lambda squad: self.value(squad, hidden_points)
        )

    @cached_property
    def risk(self) -> float:
        """Return the expected number of Spies in the proposed squad.

        Before the first match, it is 0.
        """
        if not self.table.results:
            return 0.0
        return sum([self.beliefs.spy_risk(mate) for mate in self.team.squad])

    def allows(self, hidden_points: float, keenness: float) -> bool:
        """Return whether the proposed squad is nearly as good as the best one.

        `hidden_points` is the number of points that the member hides. `keenness` is the number of
        points that the member gives for being in the squad.
        """
        allowance = self.play_style.impatience * self.team.voted
        allowed = (
            keenness + allowance - self.play_style.wariness * self.play_style.suspicion * self.risk
        )
        return (
            self.value(self.best_squad(hidden_points), hidden_points)
            - self.value(self.team.squad, hidden_points)
            <= allowed
        )

    # --- choices that do not depend on what the member hides --------------------------------------

    @cached_property
    def surely_in(self) -> frozenset[Seat]:
        return frozenset.intersection(*[frozenset(squad) for squad in self._squads])

    @cached_property
    def surely_out(self) -> frozenset[Seat]:
        return frozenset(self.team.members).difference(*self._squads)

    @cached_property
    def _squads(self) -> tuple[Seats, ...]:
        """The squads that the seat might nominate if it is sabotaged, keen, both, or neither."""
        return tuple(
            [
                self.best_squad(hidden_points)
                for hidden_points in {
                    self.sabotage_penalty,
                    0.0,
                    self.sabotage_penalty + KEENNESS,
                    KEENNESS,
                }
            ]
        )
