"""Queries that show stored matches to readers, each for one seat or for a spectator."""

from .matches import current, heard, heard_by_all, last_state, tellings, told_in, told_of, view

__all__ = [
    "current",
    "heard",
    "heard_by_all",
    "last_state",
    "tellings",
    "told_in",
    "told_of",
    "view",
]
