"""Queries for the club's teams: a team by its slug, and lists of teams."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db.models import QuerySet

from campaign.league.models import Campaign, Team
from campaign.league.selectors.viewer import Viewer


def find_team(viewer: Viewer, slug: str) -> Team | None:
    """Return the club's team with this slug, even if the team has left, or None.

    This takes no query for teams that the viewer commands.
    """
    own_teams = (*viewer.teams, *([viewer.deputy.team] if viewer.deputy else []))
    own_team = next((team for team in own_teams if team.slug == slug), None)
    return own_team or _first(viewer.campaign, Team.objects.filter(slug=slug))


def find_present_team(campaign: Campaign, slug: str) -> Team | None:
    """Return the team with this slug if it has not left the club, or None. This takes one query."""
    return _first(campaign, Team.objects.filter(slug=slug, left_at=None))


def find_unapproved_team(campaign: Campaign, slug: str) -> Team | None:
    """Return the team with this slug if it awaits approval, or None. This takes one query."""
    rows = Team.objects.filter(slug=slug, approved_at=None, left_at=None, asked_at__isnull=False)
    return _first(campaign, rows)


def _first(campaign: Campaign, rows: QuerySet[Team]) -> Team | None:
    team = rows.filter(campaign=campaign).first()
    if team is not None:
        team.campaign = campaign
    return team


def all_teams(campaign: Campaign) -> QuerySet[Team]:
    """Select all current and former teams of the club, ordered by name."""
    return Team.objects.filter(campaign=campaign).order_by("name")


def present_teams(campaign: Campaign) -> QuerySet[Team]:
    """Select the teams that have not left the club."""
    return Team.objects.filter(campaign=campaign, left_at=None)


def approved_teams(campaign: Campaign) -> QuerySet[Team]:
    """Select the approved teams, ordered by name."""
    return present_teams(campaign).exclude(approved_at=None)


def teams_by_id(ids: Iterable[UUID]) -> dict[UUID, Team]:
    """Return the teams with these ids. This takes one query."""
    return Team.objects.filter(pk__in=list(ids)).in_bulk()
