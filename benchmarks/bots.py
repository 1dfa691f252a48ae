"""Measure bot speed and search strength: `python -m benchmarks.bots [GAME …] [--matches N]`.

Plies per second are measured with random bots in `simulate_one`, and include views, choices, checks
and rules. Playouts per second are measured for the search with the game's own equipment, at
positions of random matches. Strength is the first bot's win rate with a 95 % interval, in which a
shared win counts as a fraction. Seats and set-ups rotate unless a trial specifies them. For a game
without winners, strength is not measured. The results are in docs/lab/bots.md.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator
from time import process_time
from typing import Any, Final, NamedTuple

import django

from engine import registry
from engine.bots import ThinkingBot, dice_for
from engine.dice import SeededDice, seed_from
from engine.game import AnyGame
from engine.values import HOST, Seat
from lab.simulation import Plan, Tally, merged, play_match
from tests.games import all_games

from .line import Line, progress, report

SEARCH: Final = "search:200"
MIN_RATES: Final = {"random": 0.95, "doctrine": 0.60}
"""Win rates that the search should reach against these bots in the site's games.

The goal is missed only if the whole interval is below the rate, because a few matches are not
significant.
"""


class Trial(NamedTuple):
    """Bots that play each other, and the win rate that the first bot should reach.

    `setup` is counted from 1; 0 means all set-ups. `seat` is the first bot's seat; -1 means all
    seats.
    """

    bots: tuple[str, ...]
    min_rate: float = 0.0
    setup: int = 0
    seat: int = -1

    @property
    def description(self) -> str:
        rivals = [
            f"{count} {name}" if count > 1 else name
            for name, count in Counter(self.bots[1:]).items()
        ]
        conditions = [f"set-up {self.setup}"] * bool(self.setup) + [f"seat {self.seat}"] * (
            self.seat >= 0
        )
        return f"{self.bots[0]} against {' and '.join(rivals)}" + (
            f" ({', '.join(conditions)})" if conditions else ""
        )


TRIALS: Final = {
    "ambush": (  # a game of luck that no bot wins reliably: docs/lab/bots.md
        Trial((SEARCH, "random"), 0.60),
        *[
            Trial((SEARCH, own), 0.50)
            for own in ("doctrine", "aggressive", "cautious", "flee_first")
        ],
    ),
    "lunacy": (Trial((SEARCH, "random"), 0.95), Trial(("search:400", "doctrine"), 0.60)),
    "renamed": (
        Trial((SEARCH, "random"), 0.90, setup=1),
        Trial((SEARCH, "random", "random", "random"), 0.45, setup=3),
        Trial((SEARCH, "doctrine"), 0.60, setup=1),
    ),
    "shambattle": tuple(
        Trial(("doctrine", "random"), 0.95, setup=setup, seat=seat)
        for setup in (1, 2)
        for seat in (0, 1)
    ),
    "autoduel": (Trial(("doctrine", "random"), 0.80),),  # a search would take minutes per plan
}
"""Trials by game. In other games, the search plays against random bots and the game's own bots."""
SECONDS: Final = 2.0
"""Seconds spent measuring a game's plies, and again its playouts."""


def tournament(game: AnyGame, names: tuple[str, ...], numbers: range, setup: int = 0) -> Tally:
    """Return the tally of the matches with these numbers. Setup 0 means all set-ups."""
    bots = [registry.bot(game, name) for name in names]
    setups = game.setups()[setup - 1 : setup] if setup else game.setups()
    plan = Plan(game, setups, len(bots), "benchmark", registry.bots_of(game).sides)
    return merged(play_match(plan, number, bots) for number in numbers)


def plies(game: AnyGame) -> float:
    """Return the plies per second of random bots."""
    began, played, number, setups = process_time(), 0, 0, len(game.setups())
    while process_time() < began + SECONDS:
        played += tournament(game, ("random",), range(number, number + setups)).plies
        number += setups
    return played / (process_time() - began)


def positions(game: AnyGame, setup: Any, seed: bytes) -> Iterator[tuple[Any, Seat, int]]:
    """Yield the positions of a random match in which a seat must choose, as view, seat and ply."""
    state, ply = game.start(setup, SeededDice(seed, 0))[0], 0
    while acting := game.to_act(state):
        ply += 1
        view, seat = game.view(state, acting[0]), acting[0]
        if seat != HOST:
            yield view, seat, ply
        state = game.apply(
            state, seat, game.propose(view, dice_for(seed, seat, ply)), SeededDice(seed, ply)
        )[0]


def playouts(game: AnyGame) -> float:
    """Return the search's playouts per second at every third position of random matches."""
    bot, number_of_playouts, spent, number = registry.bot(game, SEARCH), 0, 0.0, 0
    assert isinstance(bot, ThinkingBot)
    setups = game.setups()
    while spent < SECONDS and number < 100 * len(setups):
        seed = seed_from(f"playouts {number}")
        for view, seat, ply in [*positions(game, setups[number % len(setups)], seed)][::3]:
            began = process_time()
            number_of_playouts += sum(
                weight.playouts for weight in bot.weigh(view, seat, dice_for(seed, seat, ply))
            )
            spent += process_time() - began
            if spent >= SECONDS:
                break
        number += 1
    return number_of_playouts / spent if spent else 0.0


def trials(game: AnyGame) -> tuple[Trial, ...]:
    """Return the game's trials."""
    if game.key in TRIALS:
        return TRIALS[game.key]
    is_of_site = game in registry.all_games()
    return tuple(
        Trial((SEARCH, rival), MIN_RATES.get(rival, 0.0) * is_of_site)
        for rival in ("random", *registry.bots_of(game).own_bots)
    )


def strength(game: AnyGame, trial: Trial, matches: int) -> Line:
    """Return the first bot's win rate in a trial.

    In a trial with two bots and a single set-up, the bots swap seats after every match.
    """
    numbers = range(trial.seat, trial.seat + 2 * matches, 2) if trial.seat >= 0 else range(matches)
    standing = tournament(game, trial.bots, numbers, trial.setup).standing(0)
    shared = f", {standing.shared} shared" if standing.shared else ""
    interval = f"{standing.low:.0%} to {standing.high:.0%}"
    figure = f"{standing.rate:.1%} of {standing.matches} ({interval}{shared})"
    return Line(
        trial.description,
        figure,
        f"at least {trial.min_rate:.0%}" if trial.min_rate else "",
        standing.high >= trial.min_rate,
        counted=True,
    )


def game_lines(game: AnyGame, matches: int) -> list[Line]:
    """Return the figures of a game."""
    lines = [
        Line("plies of random bots", f"{plies(game):,.0f} /s"),
        Line(f"playouts of {SEARCH}", f"{playouts(game):,.0f} /s"),
    ]
    trial_run = tournament(game, ("random",), range(len(game.setups())))
    if matches and trial_run.undecided < trial_run.matches:
        lines += [strength(game, trial, matches) for trial in trials(game)]
    return lines


def main() -> int:
    """Print all figures. Return 1 if a bot wins less often than required."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bots", description=__doc__)
    parser.add_argument("games", nargs="*", help="keys of games; all unless given")
    parser.add_argument(
        "--matches", type=int, default=40, help="matches a trial; 0 leaves strength out"
    )
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()  # the apps register their games' bots
    failed = 0
    for game in all_games():
        if options.games and game.key not in options.games:
            continue
        progress(game.key)
        failed |= report(f"bots: {game.key}", game_lines(game, options.matches))
    return failed


if __name__ == "__main__":
    sys.exit(main())
