"""Addresses of a club's pages as notices and news keep them: below the club's own, so that they
hold whatever it is called by then.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

from django.urls import reverse

if TYPE_CHECKING:
    from campaign.league.models import Team, Week

ANY_CLUB: Final = "club"
SEASON: Final = "?season="
"""What comes before a season's number in an address."""
ANY_TEAM: Final = "__team__"
"""What stands for a team's slug in an address that is remembered for all of them."""


def club_path(name: str, **named: Any) -> str:
    """The address of a page of any club, below the club's own: "weeks/3/duel/"."""
    return _path(name, tuple(named.items()))


def team_path(name: str, team: Team | str, **named: Any) -> str:
    """The address of a page of a team, or of the team of this slug, below the club's own."""
    slug = team if isinstance(team, str) else team.slug
    return _path(name, (("team", ANY_TEAM), *named.items())).replace(ANY_TEAM, slug)


def week_path(name: str, week: Week, *, team: Team | None = None, **named: Any) -> str:
    """Return the address of a page of a week, or of a team's in it, below the club's own.

    It names the season, so that it leads to the same week after the next season has opened.
    """
    named["number"] = week.number
    path = club_path(name, **named) if team is None else team_path(name, team, **named)
    return in_season(path, week)


def in_season(address: str, week: Week) -> str:
    """Return the address of a page of this week with the season named."""
    return f"{address}{SEASON}{week.season.number}"


@lru_cache(maxsize=1024)
def _path(name: str, named: tuple[tuple[str, Any], ...]) -> str:
    """Remembered, for the notices of all clubs lead to the same few pages."""
    return reverse(name, kwargs={"slug": ANY_CLUB, **dict(named)}).removeprefix(_above())


def about_week(week: Week, team: Team | None = None) -> dict[str, Any]:
    """What a notice of a week, or of a team's in it, tells tools that it is about."""
    found: dict[str, Any] = {"week": week.number, "season": week.season.number}
    if week.event is not None:
        found["event"] = week.event.number
    return found if team is None else {**found, "team": team.slug}


@cache
def _above() -> str:
    return reverse("club", kwargs={"slug": ANY_CLUB})
