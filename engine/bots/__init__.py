"""Bots: they see a view, which is all that their seat may know, and answer with a move.

A game may bring its own, and what the general ones think better with: `GameBots`, registered beside
the game.
"""

from __future__ import annotations

from .bot import Bot, Heard, Listens, RandomBot, Remark, Talks, Worth, dice_for, share_of_win
from .named import GENERAL, GameBots, UnknownBot, named
from .search import ThinkingBot, Weighed
from .temper import LEVELS, Level, Slipping, Temper, searches

__all__ = [
    "GENERAL", "LEVELS", "Bot", "GameBots", "Heard", "Level", "Listens", "RandomBot", "Remark",
    "Slipping", "Talks", "Temper", "ThinkingBot", "UnknownBot", "Weighed", "Worth", "dice_for",
    "named", "searches", "share_of_win",
]  # fmt: skip
