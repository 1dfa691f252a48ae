"""Lookup of bots by name. General bots can play any game, and each game can have its own bots.

- `random` plays moves that the game proposes.
- `search` runs 200 playouts per move.
- `search:400` runs 400 playouts per move.
- `search:400x30` runs 400 playouts of at most 30 plies per move.
- `search:0.5s` searches for half a second per move. It needs a clock, and is not reproducible.
- `doctrine`, or any other name that a game chooses, is one of the game's own bots.
- `lurker:club` is the game's bot with this temper at a level: newcomer, club or strong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from engine.game import AnyGame

from .bot import Bot, RandomBot, Worth
from .search import ThinkingBot
from .temper import Temper

GENERAL: Final = ("random", "search")
PLAYOUTS: Final = 200
DEPTH: Final = 40
"""Maximum number of plies in a playout if the game can evaluate unfinished states. Otherwise,
playouts run to the end.
"""
ENDLESS: Final = 1_000_000
_SEARCH: Final = re.compile(
    r"search(?::(?:(?P<playouts>[1-9]\d{0,5})|(?P<seconds>\d{1,3}(?:\.\d{1,3})?)s)(?:x(?P<depth>[1-9]\d{0,4}))?)?"
)


class UnknownBot(LookupError):
    """No bot with this name can play the game. The message is a sentence for users."""


@dataclass(frozen=True)
class GameBots:
    """A game's bots. They are registered together with the game: `registry.register(GAME,
    GameBots(own_bots={"doctrine": Doctrine()}))`.

    `own_bots` maps names to bots that play only this game. `worth` evaluates a state for a seat.
    `policy` is a fast bot, better than random, that chooses the moves in playouts instead of the
    game's proposals. `depth` is the maximum number of plies in a playout.

    `sides` returns each seat's side, counted from 0, in games in which seats win together.
    Simulations then let one bot play each side. `considered` is the same game with a shorter menu,
    which has only moves worth considering.

    `tempers` lists the bots for matches with people, starting with the default. `curiosity` is the
    weight of untried moves relative to good moves. `trust` is the head start of the policy's
    choice, in playouts.
    """

    own_bots: Mapping[str, Bot[Any, Any]] = field(default_factory=lambda: MappingProxyType({}))
    worth: Worth[Any] | None = None
    policy: Bot[Any, Any] | None = None
    depth: int = 0
    sides: Callable[[Any], Sequence[int]] | None = None
    considered: AnyGame | None = None
    curiosity: float = 0.7
    trust: float = 0.0
    tempers: tuple[Temper, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all bots that can play the game, general bots first."""
        return (*GENERAL, *self.own_bots, *self.tempered)

    @property
    def tempered(self) -> dict[str, Bot[Any, Any]]:
        """The bots of all tempers, by their full names."""
        return {name: bot for temper in self.tempers for name, bot in temper.bots.items()}


def find_bot(
    name: str, game: AnyGame, bots: GameBots, clock: Callable[[], float] | None = None
) -> Bot[Any, Any]:
    """Return the bot with this name for this game, or raise `UnknownBot`.

    `clock` returns seconds. Bots with a time limit require it.
    """
    if name in bots.own_bots:
        return bots.own_bots[name]
    if name in (tempered := bots.tempered):
        return tempered[name]
    if name == "random":
        return RandomBot(game)
    match = _SEARCH.fullmatch(name)
    if match is None:
        raise UnknownBot(
            f'No bot "{name}" plays {game.key}. Available bots: {", ".join(bots.names)}, '
            "search:400, search:400x30, search:0.5s."
        )
    playouts, seconds, depth = match["playouts"], float(match["seconds"] or 0), match["depth"]
    if match["seconds"] and (not seconds or clock is None):
        raise UnknownBot(f'"{name}" has no playouts. Add a number of playouts, as in search:400.')
    return ThinkingBot(
        bots.considered or game,
        bots.worth,
        playouts=int(playouts or (ENDLESS if seconds else PLAYOUTS)),
        depth=int(depth or bots.depth or (DEPTH if bots.worth else game.max_plies)),
        policy=bots.policy,
        seconds=seconds,
        clock=clock,
        curiosity=bots.curiosity,
        trust=bots.trust,
    )
