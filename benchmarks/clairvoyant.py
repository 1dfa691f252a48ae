"""`python -m benchmarks.clairvoyant [--against NAME] [--matches N]`: how often the ambush could be
won by somebody who sees everything.

No bot of ours plays like this: it is a yardstick for what luck leaves to anybody. The clairvoyant
knows the whole state, the rival's sealed plan too, and by which bot the rival plays; only the dice
to come it does not know. It weighs every placing and plan that any of our bots would think of by
playing the duel to its end, the best ones a hundred times, and plays what won most often. Seats go
round, and set-ups.
"""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING, Any, Final

import django

from engine import registry
from engine.bots import dice_for, share_of_win
from engine.dice import KeyedDice, SeededDice, seed_from
from engine.match import submit
from engine.values import HOST
from lab.simulation import wilson

from .line import Line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.bots import Bot
    from engine.dice import Dice, Domain
    from engine.game import AnyGame
    from engine.values import Seat

ROUNDS: Final = (6, 12, 24, 48)
"""So often each candidate is tried; after each round the best third goes on."""
FEWEST: Final = 2
PROPOSALS: Final = 6
"""So many of the game's proposals are candidates too."""
MOST: Final = 80
"""And so many of those it lists, where it lists more: the placings."""
MATCHES: Final = 100


class Thrown(KeyedDice):
    """All domains from one stream: what falls in the clairvoyant's thoughts is not what will
    fall.
    """

    __slots__ = ()

    def of(self, domain: Domain) -> Thrown:
        return self


class Clairvoyant:
    """Sees the state and knows the rival's bot; `ways` are the bots whose moves it considers, and
    by which it plays on in its thoughts.
    """

    def __init__(
        self,
        game: AnyGame,
        considered: AnyGame,
        ways: Sequence[Bot[Any, Any]],
        rival: Bot[Any, Any],
    ) -> None:
        self.game, self.considered, self.ways, self.rival = game, considered, ways, rival
        self.share = share_of_win(game)

    def choose(self, state: Any, seat: Seat, dice: Dice) -> Any:
        """The move that won most often when everything was tried."""
        thrown = Thrown(bytes([face - 1 for face in dice.roll(32, 256)]))
        moves = self._candidates(state, seat, thrown)
        won = dict.fromkeys(moves, 0.0)
        for times in ROUNDS:
            for move in moves:
                won[move] += sum(
                    self._to_the_end(state, seat, move, self.ways[each % len(self.ways)], thrown)
                    for each in range(times)
                )
            moves = sorted(moves, key=lambda move: -won[move])[: max(FEWEST, len(moves) // 3)]
        return moves[0]

    def _candidates(self, state: Any, seat: Seat, dice: Dice) -> list[Any]:
        view = self.game.view(state, seat)
        thought_of = [way.choose(view, seat, dice) for way in self.ways]
        listed = [*self.considered.legal_moves(view), *self.game.legal_moves(view)]
        some = listed if len(listed) <= MOST else [dice.pick(listed) for _ in range(MOST)]
        return list(
            dict.fromkeys(
                [*thought_of, *some, *[self.game.propose(view, dice) for _ in range(PROPOSALS)]]
            )
        )

    def _to_the_end(
        self, state: Any, seat: Seat, move: Any, way: Bot[Any, Any], dice: Dice
    ) -> float:
        state, _ = self.game.apply(state, seat, move, dice)
        while acting := self.game.to_act(state):
            mover = acting[0]
            view = self.game.view(state, mover)
            bot = way if mover == seat else self.rival
            state, _ = self.game.apply(
                state,
                mover,
                self.game.propose(view, dice) if mover == HOST else bot.choose(view, mover, dice),
                dice,
            )
        return self.share(state, seat)


def duel(game: AnyGame, seer: Clairvoyant, number: int) -> float:
    """One match: 1 if the clairvoyant won, a half if both did or nobody, else 0."""
    setups, seed = game.setups(), seed_from(f"clairvoyant/{number}")
    mine = number % 2
    state, ply = game.start(setups[number // 2 % len(setups)], SeededDice(seed, 0))[0], 0
    while acting := game.to_act(state):
        ply += 1
        seat, view = acting[0], game.view(state, acting[0])
        dice = dice_for(seed, seat, ply)
        if seat == mine:
            move = seer.choose(state, seat, dice)
        else:
            move = game.propose(view, dice) if seat == HOST else seer.rival.choose(view, seat, dice)
        state, _ = submit(game, state, seat=seat, move=move, dice=SeededDice(seed, ply))
    return seer.share(state, mine)  # type: ignore[arg-type]


def main(arguments: list[str] | None = None) -> int:
    """Print how often it won, shared and lost."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.clairvoyant", description=__doc__)
    parser.add_argument("--against", default="random", help="the rival's bot")
    parser.add_argument("--matches", type=int, default=MATCHES)
    options = parser.parse_args(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from espionage.rules.ambush.game import AMBUSH
    from espionage.rules.ambush.thinking import SEARCH_GAME

    own = registry.bots_of(AMBUSH).own
    seer = Clairvoyant(
        AMBUSH, SEARCH_GAME, list(own.values()), registry.bot(AMBUSH, options.against)
    )
    shares = [duel(AMBUSH, seer, number) for number in range(options.matches)]
    low, high = wilson(sum(shares), len(shares))
    rate = sum(shares) / len(shares)
    print(f"An ambush against {options.against}, by somebody who sees everything")
    print(
        Line("won, shared, lost", f"{shares.count(1.0)}, {shares.count(0.5)}, {shares.count(0.0)}")
    )
    print(Line("rate of wins", f"{rate:.0%} ({low:.0%} to {high:.0%})"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
