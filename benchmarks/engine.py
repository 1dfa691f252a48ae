"""Measure the speed of games: `python -m benchmarks.engine [module:NAME …]`.

Speed is measured in plies per second and as ratios. A "bare" ply finds the seat to act, builds the
view, and chooses and applies a move. A ply through the "gate" does the same with `submit`, which
checks the move again. Each figure is the best of several runs, by processor time. Measurements
alternate, so that other load on the machine affects all of them equally. Budgets are lower on a
machine that is slower than the original one (benchmarks/pace.py), but they do not depend on the
current load. Goals compare the cost of a ply with calls of `random.randint`, which are timed right
before each run.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from itertools import count
from time import perf_counter, process_time
from typing import Any, Final, NamedTuple

from engine.bots import ThinkingBot
from engine.codec import encode, fingerprint
from engine.dice import SeededDice, roll_key, seed_from
from engine.game import AnyGame
from engine.match import submit
from engine.tables import Table
from engine.values import HOST, Seat
from lab.simulation import simulate_one
from tests.games import ROLL_CALL, game_at

from .line import Line, in_words, progress, report
from .pace import RANDINT, Pace, randint_cost
from .samples import Middle, middle

RUNS: Final = 5
CHEAP: Final = 100_000
PLIES_A_SECOND: Final = {
    "renamed": 150_000,
    "lunacy": 50_000,
    "achtung": 50_000,
    "shambattle": 5_000,
    "ambush": 5_000,
}
GOALS: Final = {
    "renamed": 200_000,
    "lunacy": 80_000,
    "achtung": 120_000,
    "shambattle": 15_000,
    "ambush": 45_000,
}
"""Goals for plies per second through the gate, on a machine where a randint costs `RANDINT`."""
PLAYOUTS: Final = {"shambattle": 500}
"""Goals for playouts per second, on the machine on which the budgets were set."""
BOT_MATCHES_A_MINUTE: Final = {"achtung": ("minigames.achtung.bots", 300)}
"""The module with a game's own bot, and the budget of whole matches per minute, by game.

The first set-up is measured.
"""
TABLES: Final = {"renamed": (2, 8)}
"""Additional numbers of seats to measure through the gate, with the same budget."""
VIEW_AND_HASH: Final = 2.0
"""Maximum cost of a ply with a view and a state hash, as a multiple of a bare ply."""
PACE: Final = Pace(randint_cost)
"""Speed of this machine, shared by all measurements."""

Ply = Any


def bare_ply(game: AnyGame, state: Any, seat: Seat, chooser: SeededDice, dice: SeededDice) -> Any:
    move = game.propose(game.view(state, seat), chooser)
    return game.apply(state, seat, move, dice)[0]


def gate(game: AnyGame, state: Any, seat: Seat, chooser: SeededDice, dice: SeededDice) -> Any:
    move = game.propose(game.view(state, seat), chooser)
    return submit(game, state, seat=seat, move=move, dice=dice)[0]


def bare_view_and_hash(
    game: AnyGame, state: Any, seat: Seat, chooser: SeededDice, dice: SeededDice
) -> Any:
    state = bare_ply(game, state, seat, chooser, dice)
    encode(game.view(state, seat))
    fingerprint(state)
    return state


def gate_view_and_hash(
    game: AnyGame, state: Any, seat: Seat, chooser: SeededDice, dice: SeededDice
) -> Any:
    state = gate(game, state, seat, chooser, dice)
    encode(game.view(state, seat))
    fingerprint(state)
    return state


def matches(game: AnyGame, ply: Ply, plies: int, seats: int = 4) -> float:
    """Return the plies per second of random play in whole matches.

    The matches use the set-up with the most seats, but at most `seats`. If every set-up has more
    seats, they use the first set-up.
    """
    small = [setup for setup in game.setups() if len(game.seats(setup)) <= seats] or game.setups()[
        :1
    ]
    setup = max(small, key=lambda candidate: len(game.seats(candidate)))
    played, number, began = 0, 0, process_time()
    while played < plies:
        seed = seed_from(f"bench {number}")
        chooser, state = SeededDice(seed, 0, "chooser"), game.start(setup, SeededDice(seed, 0))[0]
        number += 1
        while acting := game.to_act(state):
            played += 1
            state = ply(game, state, acting[0], chooser, SeededDice(seed, played))
    return played / (process_time() - began)


class Run(NamedTuple):
    """A run: its rate per processor second, its clock seconds per processor second, and a cost.

    `randint` is the cost of a randint in µs, measured right before the run.
    """

    rate: float
    waiting: float
    randint: float


def in_rounds(measures: dict[str, Callable[[], float]], pace: Pace = PACE) -> dict[str, list[Run]]:
    """Run each measurement several times, in turn. Measure the machine's speed before each run."""
    runs: dict[str, list[Run]] = {name: [] for name in measures}
    for _ in range(RUNS):
        for name, measure in measures.items():
            randint, wall, processor = pace.look(), perf_counter(), process_time()
            rate = measure()
            processor, wall = process_time() - processor, perf_counter() - wall
            runs[name].append(Run(rate, wall / max(processor, 1e-9), randint))
    pace.look()
    return runs


def best(measures: dict[str, Callable[[], float]], pace: Pace = PACE) -> dict[str, float]:
    """Return the highest result of each measurement."""
    return highest(in_rounds(measures, pace))


def highest(runs: dict[str, list[Run]]) -> dict[str, float]:
    """Return the highest rate of each measurement."""
    return {name: max(run.rate for run in game_runs) for name, game_runs in runs.items()}


def in_randints(runs: list[Run]) -> Middle:
    """Return the cost of a ply in randints, based on the randints timed right before each run."""
    return middle([1e6 / run.rate / run.randint for run in runs])


def a_second(act: Callable[[], object], times: int = CHEAP) -> float:
    began = process_time()
    for _ in range(times):
        act()
    return times / (process_time() - began)


def game_lines(game: AnyGame, plies: int, thoughts: int) -> list[Line]:
    """Return the figures of a game."""
    modes = {
        mode.__name__: mode for mode in (bare_ply, gate, bare_view_and_hash, gate_view_and_hash)
    }
    runs = in_rounds({name: partial(matches, game, ply, plies) for name, ply in modes.items()})
    rates, budget = highest(runs), PACE.budget(PLIES_A_SECOND.get(game.key, 0))
    hashed = middle(
        [
            bare_run.rate / hashed_run.rate
            for bare_run, hashed_run in zip(
                runs["bare_ply"], runs["bare_view_and_hash"], strict=True
            )
        ]
    )
    return [
        Line("machine", f"{PACE.speed:.2f} of the first"),
        _rate_line("bare plies", runs["bare_ply"]),
        _rate_line("through the gate", runs["gate"], budget),
        randint_line(game, runs["gate"]),
        Line("gate + view JSON + state hash", f"{rates['gate_view_and_hash']:,.0f} /s"),
        Line(
            "view JSON + state hash, in bare plies",
            f"{in_words(hashed)} x",
            f"at most {VIEW_AND_HASH}",
            hashed.median <= VIEW_AND_HASH,
            ratio=hashed,
        ),
        playout_line(game, thoughts),
        *[
            _rate_line(
                f"through the gate, {seats} seats",
                in_rounds({"": partial(matches, game, gate, plies, seats)})[""],
                budget,
            )
            for seats in TABLES.get(game.key, ())
        ],
        *bot_lines(game),
    ]


def _rate_line(title: str, runs: list[Run], budget: int = 0) -> Line:
    """Return the figure of the best run. The budget has already been adjusted to the machine."""
    rate = highest({"": runs})[""]
    return Line(
        title,
        f"{rate:,.0f} /s",
        f"at least {budget:,}" if budget else "",
        rate >= budget,
        ratio=middle([run.rate / budget for run in runs]) if budget else None,
        wall=middle([run.waiting / run.rate for run in runs]),
        processor=middle([1 / run.rate for run in runs]),
    )


def randint_line(game: AnyGame, runs: list[Run]) -> Line:
    """Return the cost of a ply through the gate, in randints."""
    cost, goal = in_randints(runs), GOALS.get(game.key, 0)
    max_cost = 1e6 / goal / RANDINT if goal else 0.0
    return Line(
        "a ply through the gate, in randints",
        f"{in_words(cost)} x",
        goal=_goal(f"at most {max_cost:.0f}, {goal:,} /s", max_cost / cost.median) if goal else "",
        reached=not goal or cost.median <= max_cost,
        ratio=cost,
    )


def _goal(goal_text: str, share: float) -> str:
    """Return a goal, and the share of it that has been reached."""
    return f"{goal_text} (now {share:.2f} of it)"


def playout_line(game: AnyGame, number: int) -> Line:
    """Return the thinking bot's playouts per second, with a goal adjusted to the machine."""
    runs = in_rounds({"": lambda: playouts(game, number)})[""]
    rate, goal = highest({"": runs})[""], PACE.budget(PLAYOUTS.get(game.key, 0))
    return Line(
        "playouts of depth 40",
        f"{rate:,.0f} /s",
        goal=_goal(f"at least {goal:,}", rate / goal) if goal else "",
        reached=rate >= goal,
        ratio=middle([run.rate / goal for run in runs]) if goal else None,
    )


def bot_lines(game: AnyGame) -> list[Line]:
    """Return the whole matches per minute of the game's own bots, if there is a budget."""
    if game.key not in BOT_MATCHES_A_MINUTE:
        return []
    module, budget_per_minute = BOT_MATCHES_A_MINUTE[game.key]
    (bot,), setup = import_module(module).BOTS.own.values(), game.setups()[0]
    bots, number = [bot] * len(game.seats(setup)), count()
    rate = 60 * a_second(
        lambda: simulate_one(game, setup, bots, seed_from(f"whole match {next(number)}")), 20
    )
    budget = PACE.budget(budget_per_minute)
    return [
        Line(
            f"whole matches of {len(bots)} bots",
            f"{rate:,.0f} /min",
            f"at least {budget:,}",
            rate >= budget,
            ratio=middle([rate / budget]),
        )
    ]


def playouts(game: AnyGame, number: int) -> float:
    """Return the thinking bot's playouts per second at the start of a match.

    Return 0 if no set-up of the game begins with a player's move.
    """
    starts = [game.start(setup, SeededDice(seed_from("think"), 0))[0] for setup in game.setups()]
    state = next(
        (state for state in starts if any(seat != HOST for seat in game.to_act(state))), None
    )
    if state is None:
        return 0.0
    seat = game.to_act(state)[0]
    bot, view, began = (
        ThinkingBot(game, playouts=number, depth=40),
        game.view(state, seat),
        process_time(),
    )
    number_of_playouts = sum(
        weight.playouts for weight in bot.weigh(view, seat, SeededDice(seed_from("think"), 1))
    )
    return number_of_playouts / (process_time() - began)


def small_lines() -> list[Line]:
    """Return the cost of small functions, minus the cost of an empty call."""
    seed, numbers = seed_from("small"), random.Random(1)
    dice, shuffled = SeededDice(seed, 1), tuple(range(112))
    table = Table({"2 or less": "a", "3-6": "b", "7-11": "c", "12+": "d"}, source="benchmark")
    rates = best(
        {
            "": lambda: a_second(lambda: None),
            "die(6)": lambda: a_second(lambda: dice.die(6)),
            "random.randint(1, 6)": lambda: a_second(lambda: numbers.randint(1, 6)),
            "table read": lambda: a_second(lambda: table.read(9)),
            "dice of a ply, not thrown": lambda: a_second(lambda: SeededDice(seed, 1)),
            "key of a domain and ply": lambda: a_second(
                lambda: roll_key(seed, "public", 1), CHEAP // 5
            ),
            "shuffle of 112 cards": lambda: a_second(lambda: dice.shuffle(shuffled), CHEAP // 50),
        }
    )
    empty = 1 / rates.pop("")
    costs = {name: (1 / rate - empty) * 1e6 for name, rate in rates.items()}
    ratio = costs["die(6)"] / costs["random.randint(1, 6)"]
    return [
        *(Line(name, f"{cost:.3f} µs") for name, cost in costs.items()),
        Line("die in randints", f"{ratio:.2f} x", "at most 1.0", ratio <= 1, ratio=middle([ratio])),
    ]


def main(arguments: list[str] | None = None) -> int:
    """Print all figures. Return 1 if a budget is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.engine", description=__doc__)
    parser.add_argument("games", nargs="*", default=ROLL_CALL, help="module:NAME of a game")
    parser.add_argument("--plies", type=int, default=20_000, help="plies a run")
    parser.add_argument("--playouts", type=int, default=200, help="playouts a run")
    options = parser.parse_args(arguments)
    failed = 0
    measures: dict[str, Callable[[], list[Line]]] = {"parts": small_lines}
    measures |= {
        game.key: partial(game_lines, game, options.plies, options.playouts)
        for game in map(game_at, options.games)
    }
    for title, measure in measures.items():
        progress(title)
        failed |= report(title, measure())
    return failed


if __name__ == "__main__":
    sys.exit(main())
