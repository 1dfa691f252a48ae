"""The club's teams, by the slug of their address, and those that a list or a choice is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.league.models import Team

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from django.db.models import QuerySet

    from campaign.league.models import Campaign
    from campaign.league.selectors.viewer import Viewer


def team_of(viewer: Viewer, slug: str) -> Team | None:
    """The club's team of this slug, gone or not. No query for those the viewer gives orders for."""
    known = (*viewer.teams, *([viewer.deputy.team] if viewer.deputy else []))
    own = next((team for team in known if team.slug == slug), None)
    return own or _first(viewer.campaign, Team.objects.filter(slug=slug))


def present_team(campaign: Campaign, slug: str) -> Team | None:
    """A team of this slug that has not left the club. One query."""
    return _first(campaign, Team.objects.filter(slug=slug, left_at=None))


def asking_team(campaign: Campaign, slug: str) -> Team | None:
    """A team that asks for approval: the only time at which its roster lies on the desk. One
    query.
    """
    rows = Team.objects.filter(slug=slug, approved_at=None, left_at=None, asked_at__isnull=False)
    return _first(campaign, rows)


def _first(campaign: Campaign, rows: QuerySet[Team]) -> Team | None:
    found = rows.filter(campaign=campaign).first()
    if found is not None:
        found.campaign = campaign
    return found


def every_team(campaign: Campaign) -> QuerySet[Team]:
    """All teams that the club has or had, by name."""
    return Team.objects.filter(campaign=campaign).order_by("name")


def present_teams(campaign: Campaign) -> QuerySet[Team]:
    """The teams that have not left the club."""
    return Team.objects.filter(campaign=campaign, left_at=None)


def approved_teams(campaign: Campaign) -> QuerySet[Team]:
    """The teams that play."""
    return present_teams(campaign).exclude(approved_at=None)


def teams_by_id(ids: Iterable[UUID]) -> dict[UUID, Team]:
    """These teams. One query."""
    return Team.objects.filter(pk__in=list(ids)).in_bulk()
