"""Query for the current quarantine."""

from __future__ import annotations

from core.uptime.models import Quarantine


def current() -> Quarantine | None:
    """Return the current quarantine, or None. This takes one query."""
    return Quarantine.objects.filter(is_open=True).first()
