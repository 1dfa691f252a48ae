"""Matches between bots of two tempers or levels, for a game's lab."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

from engine.bots import Bot, GameBots, Level, find_bot
from engine.dice import Dice, SeededDice, seed_from
from engine.game import AnyGame, Outcome
from engine.values import Seat, Value

from .simulation import play_out


class Meeting(Value):
    """Two bots that meet in a set-up, in alternate seats or, if `seated` is set, in fixed seats."""

    setup: Any
    bots: tuple[str, ...]
    seated: bool = False


def pairings(setup: Any, keys: Sequence[str], higher: Level, lower: Level) -> dict[str, Meeting]:
    """Return the meetings of these tempers in a set-up, by row name of a chart.

    If the levels differ, each temper plays at the `higher` level against itself at the `lower`
    level. If both levels are the same, each temper plays every other temper.
    """
    if higher == lower:
        return {
            f"{first.capitalize()} against {second}": Meeting(
                setup=setup, bots=(f"{first}:{higher}", f"{second}:{higher}")
            )
            for first, second in combinations(keys, 2)
        }
    return {
        key.capitalize(): Meeting(setup=setup, bots=(f"{key}:{higher}", f"{key}:{lower}"))
        for key in keys
    }


class Choice(NamedTuple):
    """A bot's view and the move it chose."""

    view: Any
    move: Any


class FinishedMeeting(NamedTuple):
    """A finished meeting: the bot in each seat, the outcome, and each seat's choices in order."""

    bots: tuple[str, ...]
    outcome: Outcome
    choices: tuple[Sequence[Choice], ...]

    def share(self, bot: str) -> int:
        """Return this bot's share of the win, in halves. A shared win counts as one half."""
        won = [self.bots[seat] == bot for seat in self.outcome.winners]
        return 2 if won and all(won) else int(any(won))


class Watched:
    """A bot that records its views and choices."""

    def __init__(self, bot: Bot[Any, Any]) -> None:
        self.bot = bot
        self.choices: list[Choice] = []

    def choose(self, view: Any, seat: Seat, dice: Dice) -> Any:
        """Return the bot's choice and record it."""
        move = self.bot.choose(view, seat, dice)
        self.choices.append(Choice(view, move))
        return move


def play_meeting(game: AnyGame, bots: GameBots, meeting: Meeting, seed: str) -> FinishedMeeting:
    """Play a meeting. The seed phrase determines the seating and every random event."""
    key = seed_from(f"meeting {game.key} {seed}")
    first = 0 if meeting.seated else SeededDice(key, 0, "seats").die(2)
    seats = game.seats(meeting.setup)
    sitting = tuple([meeting.bots[(seat + first) % len(meeting.bots)] for seat in seats])
    recorders = [Watched(find_bot(name, game, bots)) for name in sitting]
    played = play_out(game, meeting.setup, recorders, key)
    return FinishedMeeting(
        sitting, played.outcome, tuple([recorder.choices for recorder in recorders])
    )
