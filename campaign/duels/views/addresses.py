"""Breadcrumbs of pages below a duel."""

from __future__ import annotations

from campaign.league.models import Duel
from campaign.league.selectors.links import in_season
from campaign.league.views.frame import club_url, duel_url, week_url


def trail(duel: Duel, *further: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the breadcrumbs for pages below a duel."""
    week = duel.week
    return (
        ("Weeks", in_season(club_url("weeks", week.season.campaign), week)),
        (f"Week {week.number}", week_url("week", week)),
        ("Duel" if duel.is_weekly else duel.name, duel_url("duel", duel)),
        *further,
    )
