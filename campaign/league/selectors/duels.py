"""Queries for the duels of weeks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from campaign.league.models import Duel

from .seasons import season_number

if TYPE_CHECKING:
    from campaign.league.models import Campaign, Week

CHALLENGE_TEAMS: Final = ("challenge__challenger", "challenge__challenged")
"""Relations of a duel to the teams of its challenge, if it came from one (C57)."""


def weekly_duel(week: Week) -> Duel:
    """Return the weekly duel of a week. This takes one query, or none if the duels are
    prefetched.
    """
    return next(duel for duel in week.duels.all() if duel.is_weekly)


def find_duel(
    campaign: Campaign, number: int, event: int = 0, season: str | None = None
) -> Duel | None:
    """Return an event of a week, or the weekly duel (0), with its meet and challenge.

    The week is the one with this number in the newest season, or in the given season. This takes
    one query.
    """
    if season and not season.isdecimal():
        return None
    row = (
        Duel.objects.filter(
            week__season__campaign=campaign,
            week__season__number=season_number(campaign, season),
            week__number=number,
            number=event,
        )
        .select_related("week__season", "meet", *CHALLENGE_TEAMS)
        .first()
    )
    if row is not None:
        row.week.season.campaign = campaign
    return row
