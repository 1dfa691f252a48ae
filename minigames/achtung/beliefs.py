"""What a seat may believe of the others: for every player, how likely each class is, the Spy among them.

Everything is read from the view. Evidence, in this order: what the seat knows for sure and the pools; who nominated and voted
how; how matches ended, by how many points where totals are announced, and who was removed. Each is a likelihood by class; at
the end every player's chances are made to fit the number of Spies a team has.
"""

from __future__ import annotations

from functools import lru_cache
from math import erf, exp, sqrt
from typing import TYPE_CHECKING, Final

from engine.values import Seat

from .rules.classes import ALL_KINDS, LOYAL_KINDS, printed
from .rules.imagine import known_kinds
from .rules.options import pool_size
from .rules.values import Shoot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .rules.values import Kind, MatchKind, Removal, Result, Seats, Table, Team, View

SUPPORT: Final = 2.2
"""What a Medic or Sniper is worth in a squad, in points; a Spy costs as much."""
USUAL: Final = 2.2
"""Points a player of a well chosen squad usually brings."""
SPREAD: Final = 2.4
"""Standard deviation of a squad's points around what is expected of it."""
SPY: Final = ALL_KINDS.index("spy")
SNIPER: Final = ALL_KINDS.index("sniper")
BALANCING: Final = 4
"""Rounds in which the chances of a Spy are made to add up."""
SPY_SAYS_YES_IN: Final = 0.85
SPY_SAYS_YES_OUT: Final = 0.35
"""How likely a Spy is for a squad with himself, and for one without."""

Chances = list[float]
"""By class, in the order of ALL_KINDS."""


@lru_cache(maxsize=8)
def _values(match: MatchKind | None, complex_classes: bool) -> tuple[float, ...]:
    """What each class is worth to its squad; without a match, on average over them."""
    if match is None:
        return tuple([-SUPPORT if kind == "spy" else USUAL for kind in ALL_KINDS])
    worth = {"medic": SUPPORT, "sniper": SUPPORT, "spy": -SUPPORT}
    return tuple([worth.get(kind) or printed(kind, match, complex_classes=complex_classes) for kind in ALL_KINDS])


class Beliefs:
    """Chances by class of every player, as one seat sees them. `as_loyal`: a Spy's pretence of being this class."""

    def __init__(self, view: View, seat: Seat, as_loyal: Kind | None = None) -> None:
        self.table = view.table
        self.seat = seat
        self.known = known_kinds(view) if as_loyal is None else {seat: as_loyal}
        self.chances: list[Chances] = [self._prior(Seat(at)) for at in range(len(view.table.sides))]
        if view.team is not None and not view.table.opened:
            self._times_votes(view.team)
        for result in view.table.results:
            self._times_result(result)
        if view.own is not None and as_loyal is None:
            self._times_shots(view)
        self._balance()

    # --- what may be asked ---

    def spy(self, seat: Seat) -> float:
        """How likely this player is a Spy."""
        return self.chances[seat][SPY]

    def chance(self, seat: Seat, kind: Kind) -> float:
        """How likely this player is of this class."""
        return self.chances[seat][ALL_KINDS.index(kind)]

    def likeliest(self, seat: Seat) -> tuple[Kind, float]:
        """The likeliest class but Spy, and how likely it is."""
        best = max(range(SPY), key=self.chances[seat].__getitem__)
        return ALL_KINDS[best], self.chances[seat][best]

    def value(self, seat: Seat, match: MatchKind) -> float:
        """What this player would bring to a squad, in points, the risk of a Spy counted."""
        return _mean(self.chances[seat], _values(match, self.table.terms.complex_classes))

    def points(self, seat: Seat, match: MatchKind) -> float:
        """What this player adds himself, in points: nothing as Medic, Sniper or Spy."""
        complex_classes = self.table.terms.complex_classes
        chances = zip(self.chances[seat], ALL_KINDS, strict=True)
        return sum([chance * printed(kind, match, complex_classes=complex_classes) for chance, kind in chances])

    # --- evidence ---

    def _prior(self, seat: Seat) -> Chances:
        table = self.table
        if seat in self.known:
            return [float(kind == self.known[seat]) for kind in ALL_KINDS]
        side = table.sides[seat]
        if table.pools:
            copies = [float(table.pools[side].count(kind)) for kind in ALL_KINDS]
        else:
            copies = [pool_size(table.terms) / len(LOYAL_KINDS)] * len(LOYAL_KINDS) + [float(table.terms.spies)]
        for other, kind in self.known.items():
            at = ALL_KINDS.index(kind)
            if table.sides[other] == side:
                copies[at] = max(0.0, copies[at] - 1)
            elif kind != "spy" and not table.pools and table.terms.pool == "shared":
                copies[at] = max(1.0, copies[at])
        return copies

    def _times(self, seat: Seat, likelihoods: Sequence[float]) -> None:
        if seat not in self.known:
            self.chances[seat] = [chance * likely for chance, likely in zip(self.chances[seat], likelihoods, strict=True)]
            _normalize(self.chances[seat])

    def _times_votes(self, team: Team) -> None:
        for seat, likelihoods in _votes(team, self.table):
            self._times(seat, likelihoods)

    def _times_result(self, result: Result) -> None:
        """How likely the result is, for every class each player of the squads may have."""
        old = self.table.terms.new_classes
        values = _values(None if old else result.match, self.table.terms.complex_classes)
        for side, squad in enumerate(result.squads):
            means = {seat: _mean(_normalized(self.chances[seat]), values) for seat in squad}
            expected = sum(means.values())
            against = result.totals[1 - side] if result.totals else USUAL * len(squad)
            for seat in squad:
                rest = expected - means[seat]
                self._times(seat, [_likelihood(result, side, rest + value, against) for value in values])
            self._times_removals(result.removed, squad, result.squads[1 - side], side)

    def _times_removals(self, removed: tuple[Removal, ...], squad: Seats, enemies: Seats, side: int) -> None:
        for each in removed:
            if self.table.sides[each.seat] != side:
                continue
            if each.cause in ("burnt", "headshot"):
                self._weigh_spy(each.seat, 100.0)
                continue
            self._weigh_spy(each.seat, 0.02 if each.cause == "shot" else 0.3)
            if each.cause in ("backstab", None):
                for mate in squad:
                    if mate != each.seat:
                        self._weigh_spy(mate, 30.0 if each.cause else 1.8)
            if each.cause in ("shot", None) and not self.table.terms.new_classes:
                for enemy in enemies:
                    self._times(enemy, _only(SNIPER, 4.0 if each.cause else 1.5))

    def _times_shots(self, view: View) -> None:
        """Whom this seat shot in vain, where removals are announced, is likely a Spy."""
        if view.own is None or self.table.terms.announce_removals == "no":
            return
        for deed in view.own.deeds:
            gone = {each.seat for each in self.table.results[deed.round - 1].removed}
            if isinstance(deed.action, Shoot) and self.seat not in gone and deed.action.target not in gone and not view.own.sabotaged:
                self._weigh_spy(deed.action.target, 20.0)

    def _weigh_spy(self, seat: Seat, factor: float) -> None:
        self._times(seat, _only(SPY, factor))

    def _balance(self) -> None:
        """Make the chances of a Spy add up to the Spies a team has."""
        for side in (0, 1):
            seats = [seat for seat, each in enumerate(self.table.sides) if each == side and seat not in self.known]
            wanted = self.table.terms.spies - sum([self.table.sides[seat] == side and kind == "spy" for seat, kind in self.known.items()])
            for _ in range(BALANCING):
                total = sum([_normalize(self.chances[seat])[SPY] for seat in seats])
                for seat in seats if total else ():
                    self.chances[seat][SPY] *= wanted / total
            for seat in seats:
                _normalize(self.chances[seat])


def _only(at: int, factor: float) -> list[float]:
    likelihoods = [1.0] * len(ALL_KINDS)
    likelihoods[at] = factor
    return likelihoods


def _normalize(chances: Chances) -> Chances:
    total = sum(chances)
    if total > 0:
        chances[:] = [chance / total for chance in chances]
    else:
        chances[:] = [1 / len(chances)] * len(chances)
    return chances


def _normalized(chances: Chances) -> Chances:
    return _normalize([*chances])


def _mean(chances: Sequence[float], values: Sequence[float]) -> float:
    return sum([chance * value for chance, value in zip(chances, values, strict=True)])


def _likelihood(result: Result, side: int, expected: float, against: float) -> float:
    """How likely a squad from which so many points are expected comes out like this."""
    if result.totals:
        return 0.02 + exp(-(((max(0.0, expected) - result.totals[side]) / SPREAD) ** 2) / 2)
    wins = 0.5 + 0.5 * erf((expected - against) / (SPREAD * sqrt(2)) / sqrt(2))
    if result.winner is None:
        return 0.2 + wins * (1 - wins)
    return wins if result.winner == side else 1 - wins


@lru_cache(maxsize=4096)
def _votes(team: Team, table: Table) -> tuple[tuple[Seat, tuple[float, ...]], ...]:
    """What the nominations and votes of a team say of each of its players: those who are strong in a match want to be in it."""
    matches = {result.round: result.match for result in table.results}
    weights = {seat: [1.0] * len(ALL_KINDS) for seat in team.members}
    for vote in team.rounds:
        match = matches.get(vote.round, table.match)
        if match is None or (table.terms.new_classes and vote.round != table.round):
            continue
        values = _values(match, table.terms.complex_classes)
        _multiply(weights[vote.captain], _wants(values, inside=vote.captain in vote.squad, yes=True, eager=1.5))
        for seat, voice in zip(team.members, vote.votes, strict=False):
            _multiply(weights[seat], _wants(values, inside=seat in vote.squad, yes=voice == "y", eager=1.0))
    return tuple([(seat, tuple(weights[seat])) for seat in team.members])


def _multiply(weights: list[float], likelihoods: Sequence[float]) -> None:
    weights[:] = [weight * likely for weight, likely in zip(weights, likelihoods, strict=True)]


def _wants(values: Sequence[float], *, inside: bool, yes: bool, eager: float) -> list[float]:
    """How likely each class says this of a squad with or without itself. A Spy is keen to be in."""
    chances = [1 / (1 + exp(-eager * (value - 2 if inside else 2 - value))) for value in values]
    chances[SPY] = SPY_SAYS_YES_IN if inside else SPY_SAYS_YES_OUT
    return chances if yes else [1 - chance for chance in chances]
