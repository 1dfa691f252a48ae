"""A seat's beliefs: how likely each player is to have each class, including the Spy.

Beliefs are derived from the view, in the order of events. The evidence is certain knowledge and the
pools, nominations and votes (`signals`), and results with announced points and removals
(`evaluation`). After each piece of evidence, the chances are balanced to fit the composition of a
team (`probabilities`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from engine.values import Seat
from minigames.achtung.rules.classes import ALL_KINDS, printed_points
from minigames.achtung.rules.imagine import known_kinds
from minigames.achtung.rules.values import Kind, MatchKind, Result, Shoot, View, VoteRound

from .claims import Claim, after_claims
from .evaluation import after_match, class_values, loyal_points
from .probabilities import (
    SPY,
    AllChances,
    Frame,
    after_new_classes,
    balance,
    certain_chances,
    evidence_for,
    expected_value,
    initial_beliefs,
    weigh,
)
from .signals import member_likelihoods


class ClaimsHeard(NamedTuple):
    """The claims that teammates have made about each other, and the weight of these claims."""

    claims: tuple[Claim, ...] = ()
    weight: float = 0.0


NO_CLAIMS: Final = ClaimsHeard()
FAILED_SHOT_FACTOR: Final = 20.0
"""How many times more likely a player who survives a shot is to be a Spy."""


class Beliefs:
    """The chances of each class for every player, as seen from a seat.

    `as_loyal` is the class that a Spy claims to have. `claims_heard` contains the claims in the
    team's talk and their weight. If `reads_votes` is False, only results count as evidence.
    """

    def __init__(
        self,
        view: View,
        seat: Seat,
        as_loyal: Kind | None = None,
        *,
        claims_heard: ClaimsHeard = NO_CLAIMS,
        reads_votes: bool = True,
    ) -> None:
        table = self.table = view.table
        self.known = known_kinds(view) if as_loyal is None else {seat: as_loyal}
        frame = Frame(table.terms, table.sides, table.pools, tuple(sorted(self.known.items())))
        vote_rounds = (
            view.team.rounds if reads_votes and view.team is not None and not table.opened else ()
        )
        self.chances = [*_beliefs_after(frame, vote_rounds, table.results, table.match)]
        if view.own is not None and as_loyal is None and table.terms.announce_removals != "no":
            self.chances = [*balance(frame, self._chances_after_shots(view, seat))]
        if claims_heard.claims:
            self.chances = [
                *after_claims(
                    frame, tuple(self.chances), claims_heard.claims, claims_heard.weight, seat
                )
            ]
        for other, kind in self.known.items():
            self.chances[other] = certain_chances(kind)

    # --- queries ---

    def spy_risk(self, seat: Seat) -> float:
        """Return the chance that this player is a Spy."""
        return self.chances[seat][SPY]

    def chance(self, seat: Seat, kind: Kind) -> float:
        """Return the chance that this player has this class."""
        return self.chances[seat][ALL_KINDS.index(kind)]

    def value(self, seat: Seat, match: MatchKind) -> float:
        """Return the points that this player is expected to add to a squad.

        The value takes into account that the player may be a Spy.
        """
        return expected_value(
            self.chances[seat], class_values(match, self.table.terms.complex_classes)
        )

    def harm(self, seat: Seat, match: MatchKind) -> float:
        """Return the expected loss of points because of the risk that this player is a Spy."""
        points_by_class = class_values(match, self.table.terms.complex_classes)
        return self.spy_risk(seat) * (
            loyal_points(self.chances[seat], points_by_class) - points_by_class[SPY]
        )

    def points(self, seat: Seat, match: MatchKind) -> float:
        """Return the points that this player is expected to score directly.

        A Medic, Sniper or Spy scores no points.
        """
        complex_classes = self.table.terms.complex_classes
        return expected_value(
            self.chances[seat],
            [printed_points(kind, match, complex_classes=complex_classes) for kind in ALL_KINDS],
        )

    # --- evidence ---

    def _chances_after_shots(self, view: View, seat: Seat) -> AllChances:
        """Return the chances after this seat's own shots.

        If removals are announced, a target that has not been removed is likely to be a Spy.
        """
        chances = [*self.chances]
        for deed in view.own.deeds if view.own and not view.own.sabotaged else ():
            removed_seats = {removal.seat for removal in self.table.results[deed.round - 1].removed}
            if isinstance(deed.action, Shoot) and not {seat, deed.action.target} & removed_seats:
                chances[deed.action.target] = weigh(
                    chances[deed.action.target], evidence_for(SPY, FAILED_SHOT_FACTOR)
                )
        return tuple(chances)


@lru_cache(maxsize=2048)
def _beliefs_after(
    frame: Frame, votes: tuple[VoteRound, ...], results: tuple[Result, ...], match: MatchKind | None
) -> AllChances:
    """Return the beliefs after these votes of the team and these results.

    `match` is the match type to which the last votes belong.
    """
    if votes and match is not None and votes[-1].round > len(results):
        likelihoods, certain = (
            dict(_vote_likelihoods(_public_frame(frame), votes, results, match)),
            frame.certain,
        )
        beliefs_before = _beliefs_after(frame, votes[:-1], results, match)
        weighted = [
            weigh(row, likelihoods[Seat(seat)])
            if seat in likelihoods and seat not in certain
            else row
            for seat, row in enumerate(beliefs_before)
        ]
        return balance(frame, tuple(weighted), (frame.sides[votes[-1].captain],))
    if results:
        last_result = results[-1]
        beliefs = balance(
            frame,
            after_match(
                frame, _beliefs_after(frame, votes, results[:-1], last_result.match), last_result
            ),
        )
        return after_new_classes(frame, beliefs) if frame.terms.new_classes else beliefs
    return initial_beliefs(frame)


def _public_frame(frame: Frame) -> Frame:
    """Return the frame without the private knowledge of the seat."""
    return frame._replace(certain_classes=())


@lru_cache(maxsize=1024)
def _vote_likelihoods(
    frame: Frame, votes: tuple[VoteRound, ...], results: tuple[Result, ...], match: MatchKind
) -> tuple[tuple[Seat, tuple[float, ...]], ...]:
    """Return what the last of these votes reveals about each member, as likelihoods by class.

    The vote is judged by the team's knowledge before that vote.
    """
    vote = votes[-1]
    squads_voted_down = sum([vote_round.round == vote.round for vote_round in votes]) - 1
    return tuple(
        member_likelihoods(
            frame,
            _beliefs_after(frame, votes[:-1], results, match),
            vote,
            match,
            squads_voted_down,
            is_wary=bool(results),
        )
    )
