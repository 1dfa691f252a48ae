"""Prefixes of a club's API addresses."""

from __future__ import annotations

from typing import Final

CLUB: Final = "campaigns/<slug:slug>/"
WEEK: Final = f"{CLUB}weeks/<int:number>/"
TEAM: Final = f"{CLUB}teams/<slug:team>/"
