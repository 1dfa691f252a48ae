"""What a seat may believe of the others: for every player, how likely each class is, the Spy among
them.

Everything is read from the view, in the order in which it happened: what the seat knows for sure
and the pools; who nominated and voted how (`voices`); how matches ended, by how many points where
totals are announced, and who was removed (`worths`). After every piece the chances are made to fit
what a team is made of (`chances`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.values import Seat
from minigames.achtung.rules.classes import ALL_KINDS, printed
from minigames.achtung.rules.imagine import known_kinds
from minigames.achtung.rules.values import Shoot

from .claims import after_claims
from .evaluation import after_match, if_loyal, values
from .probabilities import SPY, Frame, balanced, beforehand, dealt_anew, mean, only, sure, weighed
from .signals import heard

if TYPE_CHECKING:
    from minigames.achtung.rules.values import Kind, MatchKind, Result, View, VoteRound

    from .claims import Claim
    from .probabilities import Everybody


class Ears(NamedTuple):
    """What mates claimed of one another, and how much a word counts."""

    claims: tuple[Claim, ...] = ()
    weight: float = 0.0


NO_EARS: Final = Ears()
IN_VAIN: Final = 20.0
"""How much likelier somebody is a Spy whom a shot did not remove."""


class Beliefs:
    """Chances by class of every player, as one seat sees them. `as_loyal`: a Spy's pretence of
    being this class. `ears` is what was claimed in the team's talk, and how much that counts; who
    reads no `votes` goes by results alone.
    """

    def __init__(
        self,
        view: View,
        seat: Seat,
        as_loyal: Kind | None = None,
        *,
        ears: Ears = NO_EARS,
        votes: bool = True,
    ) -> None:
        table = self.table = view.table
        self.known = known_kinds(view) if as_loyal is None else {seat: as_loyal}
        frame = Frame(table.terms, table.sides, table.pools, tuple(sorted(self.known.items())))
        seen = view.team.rounds if votes and view.team is not None and not table.opened else ()
        self.chances = [*_after(frame, seen, table.results, table.match)]
        if view.own is not None and as_loyal is None and table.terms.announce_removals != "no":
            self.chances = [*balanced(frame, self._after_shots(view, seat))]
        if ears.claims:
            self.chances = [
                *after_claims(frame, tuple(self.chances), ears.claims, ears.weight, seat)
            ]
        for other, kind in self.known.items():
            self.chances[other] = sure(kind)

    # --- what may be asked ---

    def spy(self, seat: Seat) -> float:
        """How likely this player is a Spy."""
        return self.chances[seat][SPY]

    def chance(self, seat: Seat, kind: Kind) -> float:
        """How likely this player is of this class."""
        return self.chances[seat][ALL_KINDS.index(kind)]

    def value(self, seat: Seat, match: MatchKind) -> float:
        """What this player would bring to a squad, in points, the risk of a Spy counted."""
        return mean(self.chances[seat], values(match, self.table.terms.complex_classes))

    def harm(self, seat: Seat, match: MatchKind) -> float:
        """How many points this player is worth less for what may be feared of them."""
        worth = values(match, self.table.terms.complex_classes)
        return self.spy(seat) * (if_loyal(self.chances[seat], worth) - worth[SPY])

    def points(self, seat: Seat, match: MatchKind) -> float:
        """What this player adds himself, in points: nothing as Medic, Sniper or Spy."""
        complex_classes = self.table.terms.complex_classes
        return mean(
            self.chances[seat],
            [printed(kind, match, complex_classes=complex_classes) for kind in ALL_KINDS],
        )

    # --- evidence ---

    def _after_shots(self, view: View, seat: Seat) -> Everybody:
        """Whom this seat shot in vain, where removals are announced, is likely a Spy."""
        chances = [*self.chances]
        for deed in view.own.deeds if view.own and not view.own.sabotaged else ():
            gone = {each.seat for each in self.table.results[deed.round - 1].removed}
            if isinstance(deed.action, Shoot) and not {seat, deed.action.target} & gone:
                chances[deed.action.target] = weighed(
                    chances[deed.action.target], only(SPY, IN_VAIN)
                )
        return tuple(chances)


@lru_cache(maxsize=2048)
def _after(
    frame: Frame, votes: tuple[VoteRound, ...], results: tuple[Result, ...], match: MatchKind | None
) -> Everybody:
    """What is believed after these votes of the team and these results. `match` is the type of the
    match that votes were last held for.
    """
    if votes and match is not None and votes[-1].round > len(results):
        said, certain = dict(_said(_public(frame), votes, results, match)), frame.certain
        before = _after(frame, votes[:-1], results, match)
        weighted = [
            weighed(each, said[Seat(seat)]) if seat in said and seat not in certain else each
            for seat, each in enumerate(before)
        ]
        return balanced(frame, tuple(weighted), (frame.sides[votes[-1].captain],))
    if results:
        last = results[-1]
        after = balanced(
            frame, after_match(frame, _after(frame, votes, results[:-1], last.match), last)
        )
        return dealt_anew(frame, after) if frame.terms.new_classes else after
    return beforehand(frame)


def _public(frame: Frame) -> Frame:
    """What everybody knows for sure: nothing."""
    return frame._replace(known=())


@lru_cache(maxsize=1024)
def _said(
    frame: Frame, votes: tuple[VoteRound, ...], results: tuple[Result, ...], match: MatchKind
) -> tuple[tuple[Seat, tuple[float, ...]], ...]:
    """What the last of these votes says of every member, to somebody who knew what the team knew
    before it.
    """
    vote = votes[-1]
    voted = sum([each.round == vote.round for each in votes]) - 1
    return tuple(
        heard(
            frame, _after(frame, votes[:-1], results, match), vote, match, voted, wary=bool(results)
        )
    )
