"""`python -m tests.laws [module:NAME …]`: test the laws on games (all, if none is named) and print
the findings.
"""

from __future__ import annotations

import argparse
import sys

from engine.conformance import digest_of, survey
from tests.games import ROLL_CALL, game_at


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit code: 1 if a game breaks a law."""
    options = _options(arguments)
    games = [game_at(where) for where in options.games or ROLL_CALL]
    if options.digest:
        for game in games:
            print(
                digest_of(
                    game,
                    matches=options.matches,
                    seed=options.seed,
                    positions=options.positions,
                )
            )
        return 0
    reports = [
        survey(game, matches=options.matches, seed=options.seed, positions=options.positions)
        for game in games
    ]
    for report in reports:
        print(report)
    return int(any(report.breaches for report in reports))


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.laws", description=__doc__)
    parser.add_argument("games", nargs="*", help="module:NAME of a game")
    parser.add_argument("--matches", type=int, default=6)
    parser.add_argument("--seed", default="laws")
    parser.add_argument("--positions", type=int, default=30)
    parser.add_argument(
        "--digest", action="store_true", help="print only what law 3 compares between processes"
    )
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
