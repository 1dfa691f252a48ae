"""Services that write matches and tables. No other code writes to these models."""

from .matches import (
    insert_rows,
    lock_matches,
    open_match,
    rewrite_caches,
    save_new,
    save_played,
    stored_moves,
    submit_move,
)

__all__ = [
    "insert_rows", "lock_matches", "open_match", "rewrite_caches", "save_new", "save_played",
    "stored_moves", "submit_move",
]  # fmt: skip
