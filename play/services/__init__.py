"""The only writers of matches and tables."""

from .matches import (
    insert_rows,
    locked,
    open_match,
    rewrite_caches,
    save_new,
    save_played,
    stored_moves,
    submit_move,
)

__all__ = [
    "insert_rows",
    "locked",
    "open_match",
    "rewrite_caches",
    "save_new",
    "save_played",
    "stored_moves",
    "submit_move",
]
