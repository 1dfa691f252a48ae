"""Simulated matches between bots: playing a match, assigning seats, and tallying results.

Match n depends only on its number and the seed. Matches can therefore be played in any order by any
number of processes, and the tallies of all parts add up to the total.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import gcd, lcm, sqrt
from typing import Any, Final, NamedTuple

from engine.bots import Bot, dice_for
from engine.dice import SeededDice, seed_from
from engine.game import AnyGame, Outcome
from engine.match import submit
from engine.values import HOST, Seat, Value

Z: Final = 1.959964
"""Quantile of the standard normal distribution for a 95 % interval."""


class Endless(RuntimeError):
    """The match exceeded the game's maximum number of plies, which indicates a bug in the rules."""


class Result(Value):
    """The result of a match. `plies` includes the plies of HOST."""

    winners: tuple[Seat, ...]
    ending: str
    plies: int
    scores: tuple[int, ...] = ()


class Played(NamedTuple):
    """A finished match: the last state, the outcome, and the number of plies, including HOST's."""

    state: Any
    outcome: Outcome
    plies: int


def simulate_one(game: AnyGame, setup: Any, bots: Sequence[Bot[Any, Any]], seed: bytes) -> Result:
    """Play one match and return its result (see `play_out`)."""
    _, outcome, plies = play_out(game, setup, bots, seed)
    return Result(
        winners=outcome.winners, ending=outcome.ending, plies=plies, scores=outcome.scores
    )


def play_out(game: AnyGame, setup: Any, bots: Sequence[Bot[Any, Any]], seed: bytes) -> Played:
    """Play one match with `bots[seat]` in each seat. HOST plays the moves that the game proposes.

    A bot receives its seat's view and its own dice. Exceptions in a bot propagate to the caller,
    and an illegal move raises a Refusal.
    """
    state, _ = game.start(setup, SeededDice(seed, 0))
    ply = 0
    while (outcome := game.outcome(state)) is None:
        ply += 1
        if ply > game.max_plies:
            raise Endless(f"{game.key}: the match exceeds {game.max_plies} plies")
        seat = game.to_act(state)[0]
        view, chance = game.view(state, seat), dice_for(seed, seat, ply)
        move = game.propose(view, chance) if seat == HOST else bots[seat].choose(view, seat, chance)
        state, _ = submit(game, state, seat=seat, move=move, dice=SeededDice(seed, ply))
    return Played(state, outcome, ply)


# --- seating --------------------------------------------------------------------------------------


def seatings(bots: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """Return one round of matches, as the bot in each seat or side of each match.

    In a round, every bot has every seat equally often, so no seat favours a bot. If there are fewer
    bots than seats, some bots take several seats. If there are more bots than seats, all of them
    play. In two-seat games, each pair of bots meets in both seat orders.
    """
    strides = [
        stride for stride in range(1, bots) if bots // gcd(stride, bots) >= min(bots, seats)
    ] or [1]
    return tuple(
        tuple([(first + seat * stride) % bots for seat in range(seats)])
        for stride in strides
        for first in range(bots)
    )


class Fixture(NamedTuple):
    """A match to play: the set-up, the bot in each seat, and the seed of the dice."""

    setup: Any
    seating: tuple[int, ...]
    seed: bytes


@dataclass(frozen=True)
class Plan:
    """All matches of a simulation, by number.

    Consecutive matches go through the set-ups first, then through the seatings. If seats win
    together, `sides` returns the side of each seat in an initial state, and one bot plays all seats
    of a side.
    """

    game: AnyGame
    setups: Sequence[Any]
    bots: int
    seed: str
    sides: Callable[[Any], Sequence[int]] | None = None

    def fixture(self, number: int) -> Fixture:
        """Return match `number`, counted from 0."""
        setup, seed = (
            self.setups[number % len(self.setups)],
            seed_from(f"{self.seed}/{self.game.key}/{number}"),
        )
        sides = self._sides(setup, seed)
        rounds = seatings(self.bots, max(sides) + 1)
        seating = rounds[number // len(self.setups) % len(rounds)]
        return Fixture(setup, tuple([seating[side] for side in sides]), seed)

    @property
    def full_round(self) -> int:
        """Number of matches in which every bot has every seat in every set-up equally often."""
        tables = [max(self._sides(setup, seed_from(self.seed))) + 1 for setup in self.setups]
        return lcm(*[len(seatings(self.bots, sides)) for sides in tables]) * len(self.setups)

    def _sides(self, setup: Any, seed: bytes) -> Sequence[int]:
        """Return the side of each seat, counted from 0."""
        if self.sides is None:
            return range(len(self.game.seats(setup)))
        return self.sides(self.game.start(setup, SeededDice(seed, 0))[0])


def play_match(plan: Plan, number: int, bots: Sequence[Bot[Any, Any]]) -> Tally:
    """Play match `number` of the plan with these bots, and return its tally."""
    fixture = plan.fixture(number)
    result = simulate_one(
        plan.game, fixture.setup, [bots[index] for index in fixture.seating], fixture.seed
    )
    return tally_of(result, fixture.seating)


# --- tallies --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tally:
    """The results of some matches, as integers. Tallies can be summed in any order."""

    matches: int = 0
    played: Counter[int] = field(default_factory=Counter)
    """Matches by bot. A match counts once, even if the bot has several seats."""
    won: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    """Wins by bot, number of the bot's winning seats, and total number of winning seats.

    For example, `(0, 2, 2)` is a win that bot 0 does not share.
    """
    undecided: int = 0
    """Matches without a winner."""
    seats: Counter[int] = field(default_factory=Counter)
    """Wins by seat. A shared win counts for each winning seat."""
    lengths: Counter[int] = field(default_factory=Counter)
    """Matches by number of plies."""
    endings: Counter[str] = field(default_factory=Counter)

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            matches=self.matches + other.matches,
            played=self.played + other.played,
            won=self.won + other.won,
            undecided=self.undecided + other.undecided,
            seats=self.seats + other.seats,
            lengths=self.lengths + other.lengths,
            endings=self.endings + other.endings,
        )

    @property
    def plies(self) -> int:
        return sum([plies * times for plies, times in self.lengths.items()])

    def wins(self, bot: int) -> float:
        """Return the bot's number of wins.

        A shared win counts as the bot's share of the winning seats.
        """
        return sum(
            times * own_seats / winning_seats
            for (winner, own_seats, winning_seats), times in sorted(self.won.items())
            if winner == bot
        )

    def standing(self, bot: int) -> Standing:
        """Return the results of a bot."""
        played, wins = self.played[bot], self.wins(bot)
        sole = sum(
            times
            for (winner, own_seats, winning_seats), times in self.won.items()
            if winner == bot and own_seats == winning_seats
        )
        shared = sum(
            times
            for (winner, own_seats, winning_seats), times in self.won.items()
            if winner == bot and own_seats < winning_seats
        )
        low, high = wilson(wins, played)
        return Standing(played, sole, shared, wins / played if played else 0.0, low, high)

    def length(self) -> Length:
        """Return statistics on match lengths."""
        if not self.lengths:
            return Length(0, 0, 0)
        ordered = sorted(self.lengths.items())
        return Length(_nth(ordered, (self.matches - 1) // 2), ordered[0][0], ordered[-1][0])


class Standing(NamedTuple):
    """A bot's matches, sole wins and shared wins, and its win rate with a 95 % interval.

    In the rate, a shared win counts as a fraction of a win.
    """

    matches: int
    won: int
    shared: int
    rate: float
    low: float
    high: float


class Length(NamedTuple):
    """Match lengths in plies.

    If the number of matches is even, the median is the shorter middle length.
    """

    median: int
    shortest: int
    longest: int


def tally_of(result: Result, seating: tuple[int, ...]) -> Tally:
    """Return the tally of one match. A bot with several winning seats has one win."""
    winners = Counter([seating[seat] for seat in result.winners])
    return Tally(
        matches=1,
        played=Counter(set(seating)),
        won=Counter(
            {(bot, own_seats, len(result.winners)): 1 for bot, own_seats in winners.items()}
        ),
        undecided=int(not winners),
        seats=Counter(map(int, result.winners)),
        lengths=Counter({result.plies: 1}),
        endings=Counter({result.ending: 1}),
    )


def merged(tallies: Iterable[Tally]) -> Tally:
    """Return the sum of the tallies."""
    return sum(tallies, Tally())


def wilson(wins: float, matches: float) -> tuple[float, float]:
    """Return Wilson's 95 % interval for a rate (1927). The bounds are always from 0 to 1.

    `wins` can contain fractions, because a shared win counts as a fraction of a win.
    """
    if not matches:
        return 0.0, 1.0
    rate, spread = wins / matches, Z * Z / matches
    middle, half = rate + spread / 2, Z * sqrt(rate * (1 - rate) / matches + spread / (4 * matches))
    return max(0.0, (middle - half) / (1 + spread)), min(1.0, (middle + half) / (1 + spread))


def _nth(ordered: Sequence[tuple[int, int]], index: int) -> int:
    """Return the length at an index, counted from 0.

    `ordered` contains pairs of a length and its number of matches, sorted by length.
    """
    for length, times in ordered:
        if index < times:
            return length
        index -= times
    raise IndexError(index)
