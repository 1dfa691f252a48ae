"""The deals that letters carry. The package that knows the deals registers its lookup."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final
from uuid import UUID

from campaign.league.models import Team
from core.web.ports import Port

deals_in_letters: Final = Port[[Team, Iterable[UUID]], Mapping[UUID, object]]("deals in letters")
"""Return the deals that letters carry as a team sees them, by letter."""
