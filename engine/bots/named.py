"""Bots by name: the general ones that play any game, and a game's own.

random         plays what the game proposes
search         thinks 200 playouts a move
search:400     thinks 400 playouts a move
search:400x30  each of at most 30 plies
search:0.5s    thinks half a second a move (needs a clock; not the same twice)
doctrine       or whatever the game calls its own
lurker:club    the game's bot of that temper at that level: newcomer, club or strong
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from .bot import Bot, RandomBot, Worth
from .search import ThinkingBot

if TYPE_CHECKING:
    from engine.game import AnyGame

    from .temper import Temper

GENERAL: Final = ("random", "search")
PLAYOUTS: Final = 200
DEPTH: Final = 40
"""Plies of a playout where the game says what an unfinished state is worth; without that, a playout
goes on to the end.
"""
ENDLESS: Final = 1_000_000
_SEARCH: Final = re.compile(
    r"search(?::(?:(?P<playouts>[1-9]\d{0,5})|(?P<seconds>\d{1,3}(?:\.\d{1,3})?)s)(?:x(?P<depth>[1-9]\d{0,4}))?)?"
)


class UnknownBot(LookupError):
    """No bot of that name plays this game. The message is a sentence for whoever asked."""


@dataclass(frozen=True)
class GameBots:
    """What a game brings for its bots, registered beside it: `registry.register(GAME,
    GameBots(own={"doctrine": Doctrine()}))`.

    `own` are bots that play this game only, by name. The searching bot asks `worth` what a state is
    worth to a seat, lets
    `policy` (cheap, better than chance) choose in its playouts in place of the game's proposals,
    and looks `depth` plies far.
    `sides` says of a dealt state which side, counted from 0, each seat wins with, where seats win
    together: simulations then give a
    side to one bot. `considered` is the same game with a shorter menu, of what is worth a thought:
    the searching bot looks at that.
    `tempers` are those that people play with, the first one by default.
    `curiosity` is how much it weighs the untried against the good, `trust` the head start of the
    policy's own choice, in playouts.
    """

    own: Mapping[str, Bot[Any, Any]] = field(default_factory=lambda: MappingProxyType({}))
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
        """All bots of the game, the general ones first."""
        return (*GENERAL, *self.own, *self.tempered)

    @property
    def tempered(self) -> dict[str, Bot[Any, Any]]:
        """The bots of all tempers by their full names."""
        return {name: bot for temper in self.tempers for name, bot in temper.bots.items()}


def named(
    name: str, game: AnyGame, bots: GameBots, clock: Callable[[], float] | None = None
) -> Bot[Any, Any]:
    """The bot of that name for this game. `clock` tells seconds, for bots that think so long.
    Raises UnknownBot.
    """
    if name in bots.own:
        return bots.own[name]
    if name in (tempered := bots.tempered):
        return tempered[name]
    if name == "random":
        return RandomBot(game)
    found = _SEARCH.fullmatch(name)
    if found is None:
        raise UnknownBot(
            f'No bot "{name}" plays {game.key}. Available bots: {", ".join(bots.names)}, '
            "search:400, search:400x30, search:0.5s."
        )
    playouts, seconds, depth = found["playouts"], float(found["seconds"] or 0), found["depth"]
    if found["seconds"] and (not seconds or clock is None):
        raise UnknownBot(f'"{name}" has no playouts. Add a number of playouts, as in search:400.')
    return ThinkingBot(
        bots.considered or game,
        bots.worth,
        playouts=int(playouts or (ENDLESS if seconds else PLAYOUTS)),
        depth=int(depth or bots.depth or (DEPTH if bots.worth else game.longest)),
        policy=bots.policy,
        seconds=seconds,
        clock=clock,
        curiosity=bots.curiosity,
        trust=bots.trust,
    )
