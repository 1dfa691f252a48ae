"""The only way what is stored reaches a reader. Everything here answers for one seat, or for nobody's (a spectator)."""

from .matches import current, heard, heard_by_all, heard_in, last_state, tellings, view

__all__ = ["current", "heard", "heard_by_all", "heard_in", "last_state", "tellings", "view"]
