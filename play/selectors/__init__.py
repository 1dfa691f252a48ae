"""The only way what is stored reaches a reader. Everything here answers for one seat, or for
nobody's (a spectator).
"""

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
