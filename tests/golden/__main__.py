"""`python -m tests.golden [--write] [game …]`: replay the golden playthroughs; with `--write`,
record what is missing or changed.

Ends with 1 if a golden comes out differently, or a game has none.
"""

from __future__ import annotations

import argparse
import sys

from tests.games import all_games
from tests.golden import complaints, goldens_of, outdated, store


def main(arguments: list[str] | None = None) -> int:
    """Run the command; the answer is the exit code."""
    options = _options(arguments)
    games = [game for game in all_games() if not options.games or game.key in options.games]
    if options.write:
        for golden in [golden for game in games for golden in outdated(game)]:
            print(f"recorded {store(golden).name}")
    found = [complaint for game in games for complaint in complaints(game)]
    for complaint in found:
        print(complaint)
    print(
        f"{len(games)} games, {sum(len(goldens_of(game)) for game in games)} goldens, "
        f"{len(found)} complaints"
    )
    return int(bool(found))


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    parser.add_argument("games", nargs="*", help="keys of games; all, if none is named")
    parser.add_argument("--write", action="store_true", help="record what is missing or changed")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
