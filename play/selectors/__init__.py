"""The only way what is stored reaches a reader. Everything here answers for one seat, or for nobody's (a spectator)."""

from .matches import heard, heard_by_all, heard_in, last_state, tellings, view

__all__ = ["heard", "heard_by_all", "heard_in", "last_state", "tellings", "view"]
