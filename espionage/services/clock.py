"""The clock that deadlines go by."""

from __future__ import annotations

from campaign.services.clock import now, set_to

__all__ = ["now", "set_to"]
