"""Bots, which get a view of everything that their seat is allowed to know, and return a move.

A game can register its own bots, and settings for the general bots (`GameBots`).
"""

from __future__ import annotations

from .bot import Bot, Heard, Listens, RandomBot, Remark, Talks, Worth, dice_for, share_of_win
from .lookup import GENERAL, GameBots, UnknownBot, find_bot
from .search import ThinkingBot, Weighed
from .temper import LEVELS, Level, Slipping, Temper, searches

__all__ = [
    "GENERAL", "LEVELS", "Bot", "GameBots", "Heard", "Level", "Listens", "RandomBot", "Remark",
    "Slipping", "Talks", "Temper", "ThinkingBot", "UnknownBot", "Weighed", "Worth", "dice_for",
    "find_bot", "searches", "share_of_win",
]  # fmt: skip
