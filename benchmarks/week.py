"""Compare the cost of a week with the cost of its dice: `python -m benchmarks.week`.

The week has two teams and eight missions. The baseline rolls the dice of such a week, domain by
domain, and reads the tables. Both are measured alternately. Other load slows both, so compare the
ratio.
"""

from __future__ import annotations

import sys
from typing import Final

from campaign.house_rules.rules.house import HouseRules
from engine.dice import SeededDice, seed_from
from engine.values import HOST, Seat
from espionage.rules.decision_moves import simple_results
from espionage.rules.orders import MISSIONS
from espionage.rules.samples import random_setup
from espionage.rules.tables import COUNTERSPY, cell, row_of
from espionage.rules.values import Setup, State
from espionage.rules.week import WEEK

from .line import Line, duration, in_words, progress, report
from .samples import in_turns, middle, ratio

WEEKS: Final = 200
RUNS: Final = 9
TEAMS: Final = 2
MISSIONS_A_TEAM: Final = 4
MILLISECONDS: Final = 1.0
SEEDS: Final = tuple([seed_from(f"benchmark {number}") for number in range(WEEKS)])


def play(setup: Setup, seed: bytes) -> State:
    """Play a whole week. Ambushes are separate matches, which end at the turn limit."""
    state, _ = WEEK.start(setup, SeededDice(seed, 0))
    ply = 0
    while (ambush := state.hidden.ambush) is not None:
        ply += 1
        dice = SeededDice(seed, ply)
        state, _ = WEEK.apply(state, HOST, simple_results(ambush)[0], dice)
    return state


def roll_and_read_tables(seed: bytes) -> list[int]:
    """Roll as many dice and read as many tables as a week with two rolls per mission."""
    opened = [SeededDice(seed, 0, domain) for domain in (Seat(0), Seat(1))]
    fallen: list[int] = []
    for mission in range(TEAMS * MISSIONS_A_TEAM):
        cell(MISSIONS[mission % 3], row_of(sum(opened[mission % 2].roll(2))))
        COUNTERSPY.read(sum(opened[1 - mission % 2].roll(2)))
        fallen += SeededDice(seed, 0, ("harm", mission % 2, 1 - mission % 2, mission)).roll(5)
    return fallen


def main() -> int:
    """Print the cost of a week, relative to the cost of its dice and tables."""
    setup = random_setup(
        SeededDice(seed_from("benchmark"), 0), TEAMS, HouseRules(), missions=MISSIONS_A_TEAM
    )
    progress(f"{RUNS} rounds of {WEEKS} weeks")
    samples = in_turns(
        {
            "week": lambda: [play(setup, seed) for seed in SEEDS],
            "bare": lambda: [roll_and_read_tables(seed) for seed in SEEDS],
        },
        RUNS,
        warm=1,
    )
    week, yardstick = (samples[name].share(WEEKS) for name in ("week", "bare"))
    spent, times = middle(week.processor), ratio(week.processor, yardstick.processor)
    return report(
        "the pure week",
        [
            Line(
                f"a week of {TEAMS} teams, {TEAMS * MISSIONS_A_TEAM} missions",
                duration(spent),
                f"at most {MILLISECONDS:g} ms",
                spent.median * 1000 <= MILLISECONDS,
                wall=middle(week.wall),
                processor=spent,
            ),
            Line("in its bare dice and tables", f"{in_words(times)} x", ratio=times),
        ],
    )


if __name__ == "__main__":
    sys.exit(main())
