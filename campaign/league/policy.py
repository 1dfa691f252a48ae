"""Who may do and read what, as small questions to a viewer. Unknown and forbidden are the same
answer: not found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404

from .models import Membership, Team

if TYPE_CHECKING:
    from uuid import UUID

    from campaign.league.models import Week
    from campaign.league.selectors.viewer import Viewer


def may_enter(viewer: Viewer) -> bool:
    """Members only: GMs, players, spectators."""
    return viewer.role is not None


def may_play(viewer: Viewer) -> bool:
    """May found a team: players and GMs."""
    return viewer.role in {Membership.Role.PLAYER, Membership.Role.GM}


def may_run_desk(viewer: Viewer) -> bool:
    """The GM's desk."""
    return viewer.role == Membership.Role.GM


def tries_out(viewer: Viewer) -> bool:
    """Tries the game out alone in this campaign, and says when what comes next is to come (C25)."""
    return viewer.campaign.tryout and may_run_desk(viewer)


def plays(viewer: Viewer) -> bool:
    """Runs at least one team of this campaign."""
    return bool(viewer.team_ids)


def referees(viewer: Viewer) -> bool:
    """A GM without a team. A GM who plays gets no more to read than any player."""
    return may_run_desk(viewer) and not plays(viewer)


def owns(viewer: Viewer, team: Team | UUID) -> bool:
    """Runs this team."""
    return (team.pk if isinstance(team, Team) else team) in viewer.team_ids


def may_command(viewer: Viewer, team: Team | UUID) -> bool:
    """Writes this team's orders of the week under way, decides and fights for it: its owners, and
    its deputy of that week (C24). A deputy has no other right that an owner has.
    """
    pk = team.pk if isinstance(team, Team) else team
    return owns(viewer, team) or (viewer.deputy is not None and viewer.deputy.team_id == pk)


def may_command_in(viewer: Viewer, team: Team | UUID, week: Week) -> bool:
    """The same for one week: any week for its owners, their own alone for a deputy."""
    return owns(viewer, team) or (
        may_command(viewer, team) and viewer.deputy is not None and viewer.deputy.week_id == week.pk
    )


def may_read_books(viewer: Viewer, team: Team | UUID) -> bool:
    """Money, stock, skills, wounds, garage of a team: its owners, and a GM who runs no team. Never
    orders or what they led to.
    """
    return owns(viewer, team) or referees(viewer)


def insist(allowed: bool) -> None:
    """Go on if allowed, else answer as if there were nothing (Http404)."""
    if not allowed:
        raise Http404
