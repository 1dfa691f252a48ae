"""Models for matches and for the tables at which people play them."""

from .daily import DailyDeal, DealtTable
from .match import Match, Move, Snapshot, Told
from .rating import OffLadders, PlayerRating, RatingChange
from .table import Chair, Table
from .talk import ChatLine, Holiday, PrivateMark, PrivateNote
from .tournament import Entrant, Pairing, Round, Tournament

__all__ = [
    "Chair", "ChatLine", "DailyDeal", "DealtTable", "Entrant", "Holiday", "Match", "Move",
    "OffLadders", "Pairing", "PlayerRating", "PrivateMark", "PrivateNote", "RatingChange",
    "Round", "Snapshot", "Table", "Told", "Tournament",
]  # fmt: skip
