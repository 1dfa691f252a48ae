"""Queries for the duels of weeks."""

from __future__ import annotations

from typing import Final

from campaign.league.models import Campaign, Duel, Week

from .seasons import chosen_season

CHALLENGE_TEAMS: Final = ("challenge__challenger", "challenge__challenged")
"""Relations from a duel to the teams of its challenge, for duels that were proposed by a challenge
(C57).
"""


def weekly_duel(week: Week) -> Duel:
    """Return the weekly duel of a week. This takes one query, or none if duels were prefetched."""
    return next(duel for duel in week.duels.all() if duel.is_weekly)


def find_duel(
    campaign: Campaign, week: int, number: int, season: int | str | None = None
) -> Duel | None:
    """Return the duel with this number in a week, with its meet and challenge.

    If `season` is omitted, the week is in the newest season. This takes one query.
    """
    rows = Duel.objects.filter(
        week__season__in=chosen_season(campaign, season), week__number=week, number=number
    )
    row = rows.select_related("week__season", "meet", *CHALLENGE_TEAMS).first()
    if row is not None:
        row.week.season.campaign = campaign
    return row
