"""Permissions in a club, as functions of a viewer.

A forbidden page gives a 404, like a page that does not exist.
"""

from __future__ import annotations

from uuid import UUID

from django.http import Http404

from campaign.league.models import Week
from campaign.league.selectors.viewer import Viewer

from .models import Membership, Team


def may_enter(viewer: Viewer) -> bool:
    """Return whether the viewer is a member, which means a GM, player or spectator."""
    return viewer.role is not None


def may_play(viewer: Viewer) -> bool:
    """Return whether the viewer can found a team. Players and GMs can."""
    return viewer.role in {Membership.Role.PLAYER, Membership.Role.GM}


def may_run_desk(viewer: Viewer) -> bool:
    """Return whether the viewer can use the GM's desk."""
    return viewer.runs_desk


def is_trying_out(viewer: Viewer) -> bool:
    """Return whether the viewer plays a try-out and can advance its weeks (C25)."""
    return viewer.campaign.tryout and may_run_desk(viewer)


def has_team(viewer: Viewer) -> bool:
    """Return whether the viewer runs at least one team of this campaign."""
    return bool(viewer.team_ids)


def is_referee(viewer: Viewer) -> bool:
    """Return whether the viewer is a GM without a team.

    A GM with a team sees no more than a player.
    """
    return viewer.is_referee


def owns(viewer: Viewer, team: Team | UUID) -> bool:
    """Return whether the viewer runs this team."""
    return (team.pk if isinstance(team, Team) else team) in viewer.team_ids


def may_command(viewer: Viewer, team: Team | UUID) -> bool:
    """Return whether the viewer can write this team's orders in the current week, decide and fight
    for the team.

    The team's owners can, and the team's deputy for that week (C24). A deputy has no other rights
    of an owner.
    """
    pk = team.pk if isinstance(team, Team) else team
    return owns(viewer, team) or (viewer.deputy is not None and viewer.deputy.team_id == pk)


def may_command_in(viewer: Viewer, team: Team | UUID, week: Week) -> bool:
    """Return whether the viewer can command the team in a given week.

    Owners can do so in any week, and a deputy only in the week of the appointment.
    """
    return owns(viewer, team) or (
        may_command(viewer, team) and viewer.deputy is not None and viewer.deputy.week_id == week.pk
    )


def may_read_books(viewer: Viewer, team: Team | UUID) -> bool:
    """Return whether the viewer can see a team's money, stock, skills, wounds and garage.

    The team's owners can see them, and so can a GM who runs no team. The books never include orders
    or their results.
    """
    return owns(viewer, team) or is_referee(viewer)


def require(allowed: bool) -> None:
    """Raise Http404 if `allowed` is false."""
    if not allowed:
        raise Http404
