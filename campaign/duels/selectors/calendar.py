"""Queries for a season's duels, including whether each was entered, driven and recorded."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from campaign.duels.selectors.driven import driven_duel_of, is_recorded_by_hand
from campaign.duels.selectors.duels import has_begun
from campaign.duels.selectors.events import annotate_states
from campaign.duels.selectors.muster import has_starters
from campaign.league.models import Duel, Season, Week
from campaign.league.selectors.house import rules_in
from campaign.league.selectors.viewer import Viewer

DRIVEN: Final = (Week.Status.SETTLED, Week.Status.CLOSED)


def current_season(viewer: Viewer) -> Season | None:
    """Return the latest season, open or closed, or None if there is none."""
    season = Season.objects.filter(campaign=viewer.campaign).order_by("-number").first()
    if season:
        season.campaign = viewer.campaign
    return season


def season_duels(season: Season) -> tuple[Duel, ...]:
    """Return the duels of a season with their states. This runs one query.

    Weekly duels come first, in order, then events by time.
    """
    duels = tuple(annotate_states(Duel.objects.filter(week__season=season)))
    for duel in duels:
        duel.week.season = season
    return duels


def needs_gm(duel: Duel, now: datetime) -> bool:
    """Return whether the GM has to record a duel.

    The GM has to record a duel that the teams did not record in time, or may not record (C27).
    Disputes are a separate task, and the site records the duels that it drives (C94).
    """
    if duel.drafted or duel.disputed:  # type: ignore[attr-defined]
        return False
    hours = rules_in(duel.week).duel_sign_hours
    is_late = now >= duel.start + timedelta(hours=hours) and needs_result(duel, now)
    return is_late and is_recorded_by_hand(duel, driven_duel_of(duel))


def needs_result(duel: Duel, now: datetime) -> bool:
    """Return whether the duel has been driven but not recorded.

    The cars at the start are unknown until the duel begins.
    """
    return has_begun(duel, now) and duel.has_entries and not duel.has_result and has_starters(duel)  # type: ignore[attr-defined]


def unrecorded_duels(season: Season, now: datetime) -> tuple[Duel, ...]:
    """Return the season's duels that were driven but have no result.

    Weekly duels come first, in order, then events by time.
    """
    return tuple(duel for duel in season_duels(season) if needs_result(duel, now))
