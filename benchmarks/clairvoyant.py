"""Measure an all-knowing bot's win rate: `python -m benchmarks.clairvoyant [--against NAME]`.

The site has no such bot. The benchmark shows how much luck matters in an ambush. The clairvoyant
knows the whole state, which includes the rival's sealed plan, and it knows the rival's bot. Future
dice are unknown. The clairvoyant considers every placement and plan that the site's bots consider,
plays the duel to the end with each of them, and plays up to ninety samples with the best. Then it
makes the move that won most often. Seats and set-ups rotate. The option `--matches N` sets the
number of matches.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Any, Final

import django

from engine import registry
from engine.bots import Bot, dice_for, share_of_win
from engine.dice import Dice, Domain, KeyedDice, SeededDice, seed_from
from engine.game import AnyGame
from engine.match import submit
from engine.values import HOST, Seat
from lab.simulation import wilson

from .line import Line

ROUNDS: Final = (6, 12, 24, 48)
"""Number of playouts per candidate in each round. After a round, the best third remains."""
MIN_CANDIDATES: Final = 2
PROPOSALS: Final = 6
"""Number of candidates proposed by the game."""
MAX_LISTED: Final = 80
"""Maximum number of candidates taken from the list of legal moves."""
MATCHES: Final = 100


class SingleStream(KeyedDice):
    """Dice with a single stream for all domains, which is independent of the match's dice."""

    __slots__ = ()

    def in_domain(self, domain: Domain) -> SingleStream:
        return self


class Clairvoyant:
    """A bot that sees the whole state and knows the rival's bot.

    `considered_bots` lists the site's bots. The clairvoyant considers their moves, and they play
    its side in playouts.
    """

    def __init__(
        self,
        game: AnyGame,
        considered: AnyGame,
        considered_bots: Sequence[Bot[Any, Any]],
        rival: Bot[Any, Any],
    ) -> None:
        self.game, self.considered, self.considered_bots, self.rival = (
            game,
            considered,
            considered_bots,
            rival,
        )
        self.share = share_of_win(game)

    def choose(self, state: Any, seat: Seat, dice: Dice) -> Any:
        """Return the move that won most often in playouts."""
        imagined_dice = SingleStream(bytes([face - 1 for face in dice.roll(32, 256)]))
        moves = self._candidates(state, seat, imagined_dice)
        won = dict.fromkeys(moves, 0.0)
        for times in ROUNDS:
            for move in moves:
                won[move] += sum(
                    self._to_the_end(
                        state,
                        seat,
                        move,
                        self.considered_bots[sample % len(self.considered_bots)],
                        imagined_dice,
                    )
                    for sample in range(times)
                )
            moves = sorted(moves, key=lambda move: -won[move])[
                : max(MIN_CANDIDATES, len(moves) // 3)
            ]
        return moves[0]

    def _candidates(self, state: Any, seat: Seat, dice: Dice) -> list[Any]:
        view = self.game.view(state, seat)
        proposals = [bot.choose(view, seat, dice) for bot in self.considered_bots]
        all_moves = [*self.considered.legal_moves(view), *self.game.legal_moves(view)]
        listed_moves = (
            all_moves
            if len(all_moves) <= MAX_LISTED
            else [dice.pick(all_moves) for _ in range(MAX_LISTED)]
        )
        return list(
            dict.fromkeys(
                [
                    *proposals,
                    *listed_moves,
                    *[self.game.propose(view, dice) for _ in range(PROPOSALS)],
                ]
            )
        )

    def _to_the_end(
        self, state: Any, seat: Seat, move: Any, own_bot: Bot[Any, Any], dice: Dice
    ) -> float:
        state, _ = self.game.apply(state, seat, move, dice)
        while acting := self.game.to_act(state):
            mover = acting[0]
            view = self.game.view(state, mover)
            bot = own_bot if mover == seat else self.rival
            state, _ = self.game.apply(
                state,
                mover,
                self.game.propose(view, dice) if mover == HOST else bot.choose(view, mover, dice),
                dice,
            )
        return self.share(state, seat)


def duel(game: AnyGame, seer: Clairvoyant, number: int) -> float:
    """Play one match. Return 1 if the clairvoyant wins, 0.5 for a draw, and 0 otherwise."""
    setups, seed = game.setups(), seed_from(f"clairvoyant/{number}")
    own_seat = number % 2
    state, ply = game.start(setups[number // 2 % len(setups)], SeededDice(seed, 0))[0], 0
    while acting := game.to_act(state):
        ply += 1
        seat, view = acting[0], game.view(state, acting[0])
        dice = dice_for(seed, seat, ply)
        if seat == own_seat:
            move = seer.choose(state, seat, dice)
        else:
            move = game.propose(view, dice) if seat == HOST else seer.rival.choose(view, seat, dice)
        state, _ = submit(game, state, seat=seat, move=move, dice=SeededDice(seed, ply))
    return seer.share(state, own_seat)  # type: ignore[arg-type]


def main(arguments: list[str] | None = None) -> int:
    """Print how often the clairvoyant won, drew and lost."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.clairvoyant", description=__doc__)
    parser.add_argument("--against", default="random", help="the rival's bot")
    parser.add_argument("--matches", type=int, default=MATCHES)
    options = parser.parse_args(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from ambush.rules.game import AMBUSH
    from ambush.thinking import SEARCH_GAME

    own_bots = registry.bots_of(AMBUSH).own_bots
    seer = Clairvoyant(
        AMBUSH, SEARCH_GAME, list(own_bots.values()), registry.bot(AMBUSH, options.against)
    )
    shares = [duel(AMBUSH, seer, number) for number in range(options.matches)]
    low, high = wilson(sum(shares), len(shares))
    rate = sum(shares) / len(shares)
    print(f"An ambush against {options.against}, with all information")
    print(
        Line("won, shared, lost", f"{shares.count(1.0)}, {shares.count(0.5)}, {shares.count(0.0)}")
    )
    print(Line("rate of wins", f"{rate:.0%} ({low:.0%} to {high:.0%})"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
