"""Votes of a club's teams on pausing, on resuming, and on teams without an active player."""
