"""Queries for stored matches, each from the perspective of one seat or of a spectator."""

from .matches import (
    audience_events_by_ply,
    current_match,
    events_in,
    events_of_type,
    heard_by_seats,
    heard_events,
    last_state,
    match_view,
)

__all__ = [
    "audience_events_by_ply", "current_match", "events_in", "events_of_type", "heard_by_seats",
    "heard_events", "last_state", "match_view",
]  # fmt: skip
