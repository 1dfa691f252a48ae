"""Addresses of a club's pages, relative to the club's own address.

Notices and news store these addresses, which stay valid when the club's address changes.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, Final

from django.urls import reverse

from campaign.league.models import Duel, Team, Week

PLACEHOLDER_CLUB: Final = "club"
SEASON: Final = "?season="
"""Text that precedes the season's number in an address."""
PLACEHOLDER_TEAM: Final = "__team__"
"""Placeholder for a team's slug in cached addresses."""


def club_path(name: str, **kwargs: Any) -> str:
    """Return the relative address of a club's page, such as "weeks/3/duels/0/"."""
    return _path(name, tuple(kwargs.items()))


def team_path(name: str, team: Team | str, **kwargs: Any) -> str:
    """Return the relative address of a team's page. `team` can be a team or its slug."""
    slug = team if isinstance(team, str) else team.slug
    return _path(name, (("team", PLACEHOLDER_TEAM), *kwargs.items())).replace(
        PLACEHOLDER_TEAM, slug
    )


def week_path(name: str, week: Week, *, team: Team | None = None, **kwargs: Any) -> str:
    """Return the relative address of a page about a week, or of a team's page about that week.

    The address includes the season. It therefore leads to the same week after the next season has
    opened.
    """
    kwargs["number"] = week.number
    path = club_path(name, **kwargs) if team is None else team_path(name, team, **kwargs)
    return in_season(path, week)


def in_season(address: str, week: Week) -> str:
    """Return the address of a page about this week, with the season added."""
    return f"{address}{SEASON}{week.season.number}"


@lru_cache(maxsize=1024)
def _path(name: str, kwargs: tuple[tuple[str, Any], ...]) -> str:
    """Return a relative address. Results are cached, because notices in all clubs lead to the same
    few pages.
    """
    return reverse(name, kwargs={"slug": PLACEHOLDER_CLUB, **dict(kwargs)}).removeprefix(
        _club_prefix()
    )


def week_subject(week: Week, team: Team | None = None) -> dict[str, Any]:
    """Return the subject of a notice about a week, or about a team in that week, for programs."""
    subject = {"week": week.number, "season": week.season.number}
    return subject if team is None else {**subject, "team": team.slug}


def duel_subject(duel: Duel, team: Team | None = None) -> dict[str, Any]:
    """Return the subject of a notice about a duel, or about a team in that duel, for programs."""
    subject = week_subject(duel.week, team)
    return subject if duel.is_weekly else {**subject, "event": duel.number}


def duel_path(name: str, duel: Duel) -> str:
    """Return the relative address of a page about a duel."""
    return week_path(name, duel.week, duel=duel.number)


@cache
def _club_prefix() -> str:
    return reverse("club", kwargs={"slug": PLACEHOLDER_CLUB})
