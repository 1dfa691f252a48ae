"""Matches, and the tables that people gather at to play them."""

from .daily import DailyDeal, DealtTable
from .match import Match, Move, Snapshot, Told
from .rating import PlayerRating, RatingChange
from .table import Chair, Table
from .talk import ChatLine, Holiday, PrivateMark, PrivateNote

__all__ = [
    "Chair",
    "ChatLine",
    "DailyDeal",
    "DealtTable",
    "Holiday",
    "Match",
    "Move",
    "PlayerRating",
    "PrivateMark",
    "PrivateNote",
    "RatingChange",
    "Snapshot",
    "Table",
    "Told",
]
