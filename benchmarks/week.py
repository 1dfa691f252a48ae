"""`python -m benchmarks.week`: the pure week, two teams and eight missions by standing orders,
against its bare dice and tables.

The yardstick is measured in the same run: throwing the dice that such a week throws, domain by
domain, and reading the tables. A busy machine slows both alike, so compare the ratio; the
milliseconds are this machine's, best of several runs.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Final

from campaign.league.rules.house import HouseRules
from engine.dice import SeededDice, seed_from
from engine.values import HOST, Seat
from espionage.rules.decision_moves import plain_results
from espionage.rules.orders import MISSIONS
from espionage.rules.samples import some_setup
from espionage.rules.tables import COUNTERSPY, cell, row_of
from espionage.rules.values import Setup, State
from espionage.rules.week import WEEK

from .line import Line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

WEEKS: Final = 200
RUNS: Final = 5
TEAMS: Final = 2
MISSIONS_A_TEAM: Final = 4
MILLISECONDS: Final = 1.0
SEEDS: Final = tuple([seed_from(f"benchmark {number}") for number in range(WEEKS)])


def play(setup: Setup, seed: bytes) -> State:
    """A whole week; its ambushes, which are matches of their own, end at the turn limit."""
    state, _ = WEEK.start(setup, SeededDice(seed, 0))
    ply = 0
    while (ambush := state.hidden.ambush) is not None:
        ply += 1
        dice = SeededDice(seed, ply)
        state, _ = WEEK.apply(state, HOST, plain_results(ambush)[0], dice)
    return state


def bare(seed: bytes) -> None:
    """The same number of rolls and table reads, and nothing else: a spy's and a counterspy's roll
    for each mission.
    """
    opened = [SeededDice(seed, 0, domain) for domain in (Seat(0), Seat(1))]
    for mission in range(TEAMS * MISSIONS_A_TEAM):
        cell(MISSIONS[mission % 3], row_of(sum(opened[mission % 2].roll(2))))
        COUNTERSPY.read(sum(opened[1 - mission % 2].roll(2)))
        SeededDice(seed, 0, ("harm", mission % 2, 1 - mission % 2, mission)).roll(5)


def best(act: Callable[[bytes], object], seeds: Sequence[bytes]) -> float:
    """Seconds of processor time for one call, best of the runs."""
    times = []
    for _ in range(RUNS):
        began = time.process_time()
        for seed in seeds:
            act(seed)
        times.append((time.process_time() - began) / len(seeds))
    return min(times)


def main() -> int:
    """Print milliseconds, and how many times the bare dice and tables a week costs; the answer is 1
    if the budget is missed.
    """
    setup = some_setup(
        SeededDice(seed_from("benchmark"), 0), TEAMS, HouseRules(), missions=MISSIONS_A_TEAM
    )
    week = best(lambda seed: play(setup, seed), SEEDS) * 1000
    yardstick = best(bare, SEEDS) * 1000
    line = Line(
        f"a week of {TEAMS} teams, {TEAMS * MISSIONS_A_TEAM} missions",
        f"{week:.2f} ms",
        f"at most {MILLISECONDS:g} ms",
        week <= MILLISECONDS,
    )
    print(
        "the pure week",
        line,
        Line("in its bare dice and tables", f"{week / yardstick:.1f} x"),
        sep="\n",
    )
    return int(not line.kept)


if __name__ == "__main__":
    sys.exit(main())
