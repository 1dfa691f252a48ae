"""`python -m benchmarks.engine [module:NAME …]`: how fast the engine runs games, as plies a second
and as ratios in one run.

Bare: ask who acts, build the view, choose, apply. Gate: the same through `submit`, which judges the
move once more. Each figure is the best of several runs by processor time, taken in turns so that a
busy machine hurts all alike. The budgets are those of the design, made smaller on a machine slower
than the one they were set on (benchmarks/pace.py), but not by what else it had to do at the moment.
"""

from __future__ import annotations

import argparse
import random
import sys
from functools import partial
from importlib import import_module
from itertools import count
from time import process_time
from typing import TYPE_CHECKING, Any, Final

from engine.bots import ThinkingBot
from engine.codec import encode, fingerprint
from engine.dice import SeededDice, roll_key, seed_from
from engine.match import submit
from engine.tables import Table
from engine.values import HOST
from lab.simulation import simulate_one
from tests.games import ROLL_CALL, game_at

from .line import Line
from .pace import Pace, randint_cost

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import AnyGame
    from engine.values import Seat

RUNS: Final = 5
CHEAP: Final = 100_000
PLIES_A_SECOND: Final = {
    "renamed": 150_000,
    "lunacy": 50_000,
    "achtung": 50_000,
    "shambattle": 5_000,
    "ambush": 5_000,
}
BOT_MATCHES_A_MINUTE: Final = {"achtung": ("minigames.achtung.bots", 300)}
"""Where a game's own bots are, and how many whole matches of the first set-up they should play a
minute.
"""
TABLES: Final = {"renamed": (2, 8)}
"""Tables of so many seats are measured through the gate besides, against the same budget."""
VIEW_AND_HASH: Final = 2.0
"""A view and a state hash at every ply cost at most so many bare plies."""
PACE: Final = Pace(randint_cost)
"""This machine's, over all that is measured in one go."""

Ply = Any


def bare(game: AnyGame, state: Any, seat: Seat, chooser: SeededDice, dice: SeededDice) -> Any:
    move = game.propose(game.view(state, seat), chooser)
    return game.apply(state, seat, move, dice)[0]


def gate(game: AnyGame, state: Any, seat: Seat, chooser: SeededDice, dice: SeededDice) -> Any:
    move = game.propose(game.view(state, seat), chooser)
    return submit(game, state, seat=seat, move=move, dice=dice)[0]


def bare_view_and_hash(
    game: AnyGame, state: Any, seat: Seat, chooser: SeededDice, dice: SeededDice
) -> Any:
    state = bare(game, state, seat, chooser, dice)
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
    """Plies a second of random play, over whole matches of the set-up with most seats not beyond
    `seats`, or of the first.
    """
    small = [each for each in game.setups() if len(game.seats(each)) <= seats] or game.setups()[:1]
    setup = max(small, key=lambda each: len(game.seats(each)))
    played, number, began = 0, 0, process_time()
    while played < plies:
        seed = seed_from(f"bench {number}")
        chooser, state = SeededDice(seed, 0, "chooser"), game.start(setup, SeededDice(seed, 0))[0]
        number += 1
        while acting := game.to_act(state):
            played += 1
            state = ply(game, state, acting[0], chooser, SeededDice(seed, played))
    return played / (process_time() - began)


def best(measures: dict[str, Callable[[], float]], pace: Pace = PACE) -> dict[str, float]:
    """The highest of several runs of each, taken in turns, with a look at the machine between any
    two.
    """
    runs = [
        {name: _watched(measure, pace) for name, measure in measures.items()} for _ in range(RUNS)
    ]
    pace.look()
    return {name: max(run[name] for run in runs) for name in measures}


def _watched(measure: Callable[[], float], pace: Pace) -> float:
    pace.look()
    return measure()


def a_second(act: Callable[[], object], times: int = CHEAP) -> float:
    began = process_time()
    for _ in range(times):
        act()
    return times / (process_time() - began)


def game_lines(game: AnyGame, plies: int) -> list[Line]:
    """The figures of one game."""
    modes = {each.__name__: each for each in (bare, gate, bare_view_and_hash, gate_view_and_hash)}
    rates = best({name: lambda ply=ply: matches(game, ply, plies) for name, ply in modes.items()})  # type: ignore[misc]
    budget, ratio = (
        PACE.budget(PLIES_A_SECOND.get(game.key, 0)),
        rates["bare"] / rates["bare_view_and_hash"],
    )
    return [
        Line("machine", f"{PACE.speed:.2f} of the first"),
        Line("bare plies", f"{rates['bare']:,.0f} /s"),
        Line(
            "through the gate",
            f"{rates['gate']:,.0f} /s",
            f"at least {budget:,}" if budget else "",
            rates["gate"] >= budget,
        ),
        Line("gate + view JSON + state hash", f"{rates['gate_view_and_hash']:,.0f} /s"),
        Line(
            "view JSON + state hash, in bare plies",
            f"{ratio:.2f} x",
            f"at most {VIEW_AND_HASH}",
            ratio <= VIEW_AND_HASH,
        ),
        Line("playouts of depth 40", f"{best({'': lambda: playouts(game)})['']:,.0f} /s"),
        *[table_line(game, plies, seats, budget) for seats in TABLES.get(game.key, ())],
        *bot_lines(game),
    ]


def table_line(game: AnyGame, plies: int, seats: int, budget: int) -> Line:
    """The gate at a table of so many seats."""
    rate = best({"": lambda: matches(game, gate, plies, seats)})[""]
    return Line(
        f"through the gate, {seats} seats",
        f"{rate:,.0f} /s",
        f"at least {budget:,}" if budget else "",
        rate >= budget,
    )


def bot_lines(game: AnyGame) -> list[Line]:
    """How many whole matches the game's own bots play a minute, where that has a budget."""
    if game.key not in BOT_MATCHES_A_MINUTE:
        return []
    module, wanted = BOT_MATCHES_A_MINUTE[game.key]
    (bot,), setup = import_module(module).BOTS.own.values(), game.setups()[0]
    bots, number = [bot] * len(game.seats(setup)), count()
    rate = 60 * a_second(
        lambda: simulate_one(game, setup, bots, seed_from(f"whole match {next(number)}")), 20
    )
    budget = PACE.budget(wanted)
    return [
        Line(
            f"whole matches of {len(bots)} bots",
            f"{rate:,.0f} /min",
            f"at least {budget:,}",
            rate >= budget,
        )
    ]


def playouts(game: AnyGame, number: int = 200) -> float:
    """Playouts a second of the thinking bot at the start of a match; 0 for a game in which nobody
    is ever asked first.
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
    made = sum(each.playouts for each in bot.weigh(view, seat, SeededDice(seed_from("think"), 1)))
    return made / (process_time() - began)


def small_lines() -> list[Line]:
    """The figures of the small parts, and what an empty call costs, which is taken off."""
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
        Line("die in randints", f"{ratio:.2f} x", "at most 1.0", ratio <= 1),
    ]


def main(arguments: list[str] | None = None) -> int:
    """Print all figures; the answer is 1 if a budget is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.engine", description=__doc__)
    parser.add_argument("games", nargs="*", default=ROLL_CALL, help="module:NAME of a game")
    parser.add_argument("--plies", type=int, default=20_000, help="plies a run")
    options = parser.parse_args(arguments)
    kept = True
    measures: dict[str, Callable[[], list[Line]]] = {"parts": small_lines}
    measures |= {
        game.key: partial(game_lines, game, options.plies) for game in map(game_at, options.games)
    }
    for title, measure in measures.items():
        lines = measure()
        print("\n".join([title, *map(str, lines)]), flush=True)
        kept = kept and all(line.kept for line in lines)
    return int(not kept)


if __name__ == "__main__":
    sys.exit(main())
