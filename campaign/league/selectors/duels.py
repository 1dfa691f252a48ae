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
    campaign: Campaign, number: int, duel: int = 0, season: str | None = None
) -> Duel | None:
    """Return a duel of a week by the numbers of both, with the week's season and the duel's meet
    and challenge. The week is of the newest season, or of the season with this number. This takes
    one query.
    """
    if season and not season.isdecimal():
        return None
    row = (
        Duel.objects.filter(
            week__season__campaign=campaign,
            week__season__number=season_number(campaign, season),
            week__number=number,
            number=duel,
        )
        .select_related("week__season", "meet", *CHALLENGE_TEAMS)
        .first()
    )
    if row is not None:
        row.week.season.campaign = campaign
    return row
