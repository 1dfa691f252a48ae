"""Matches, and the tables that people gather at to play them."""

from .match import Match, Move, Snapshot, Told
from .table import Chair, Table
from .talk import ChatLine, Holiday, PrivateNote

__all__ = [
    "Chair",
    "ChatLine",
    "Holiday",
    "Match",
    "Move",
    "PrivateNote",
    "Snapshot",
    "Table",
    "Told",
]
