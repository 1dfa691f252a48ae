"""Bots for matches with people. Each bot has a temper (its style) and a level (its strength).

`lurker:club` is the bot of the temper "lurker" at the level "club".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, Literal, NamedTuple

from engine.dice import Dice
from engine.game import MoveT, ViewT
from engine.values import Seat

from .bot import Bot, Heard, Listens, Remark, Talks

Level = Literal["newcomer", "club", "strong"]
LEVELS: Final[tuple[Level, ...]] = ("newcomer", "club", "strong")
"""Levels from the weakest to the strongest."""


class Temper(NamedTuple):
    """A style of play.

    `description` is shown to players after the temper's name, in a few words such as "hides, and
    traps where it hid". `names` lists names for bots of this temper. There is at least one name for
    each seat at the game's largest table. No other temper has the same names, so a name identifies
    a temper.
    """

    key: str
    description: str
    names: tuple[str, ...]
    newcomer: Bot[Any, Any]
    club: Bot[Any, Any]
    strong: Bot[Any, Any]

    def bot_at(self, level: Level) -> Bot[Any, Any]:
        """Return the bot with this temper at this level."""
        bots = {"newcomer": self.newcomer, "club": self.club, "strong": self.strong}
        return bots[level]

    @property
    def bots(self) -> dict[str, Bot[Any, Any]]:
        """The bots with this temper by their full names, weakest first."""
        return {f"{self.key}:{level}": self.bot_at(level) for level in LEVELS}


class Slipping(Generic[ViewT, MoveT]):
    """A bot that makes errors. On average, one choice in `one_in` comes from `err`, such as the
    game's `propose`.
    """

    def __init__(
        self, bot: Bot[ViewT, MoveT], err: Callable[[ViewT, Dice], MoveT], *, one_in: int
    ) -> None:
        self.bot, self.err, self.one_in = bot, err, one_in

    @property
    def searches(self) -> bool:
        return searches(self.bot)

    def choose(self, view: ViewT, seat: Seat, dice: Dice) -> MoveT:
        """Return the bot's choice or, occasionally, an error."""
        slips = dice.roll(1, self.one_in)[0] == 1
        return self.err(view, dice) if slips else self.bot.choose(view, seat, dice)

    def remark(self, view: ViewT, seat: Seat, dice: Dice) -> Remark | None:
        """Return the bot's remark, if it talks."""
        return self.bot.remark(view, seat, dice) if isinstance(self.bot, Talks) else None

    def having_heard(self, heard_lines: tuple[Heard, ...]) -> Slipping[ViewT, MoveT]:
        """Return a copy whose bot has received these chat lines, if the bot reads chat."""
        if not isinstance(self.bot, Listens):
            return self
        return Slipping(self.bot.having_heard(heard_lines), self.err, one_in=self.one_in)

    def answer(self, view: ViewT, seat: Seat, dice: Dice) -> Remark | None:
        """Return the bot's reply, if it listens."""
        return self.bot.answer(view, seat, dice) if isinstance(self.bot, Listens) else None


def searches(bot: Bot[Any, Any]) -> bool:
    """Return whether the time that the bot takes to think could reveal its secrets."""
    return bool(getattr(bot, "searches", False))
