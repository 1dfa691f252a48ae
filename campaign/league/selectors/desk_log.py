"""Queries for the entries of the desk log that a viewer can see."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from campaign.league.models import DeskAct

from .viewer import Viewer


def acts(viewer: Viewer) -> QuerySet[DeskAct]:
    """Select the entries of the desk log that the viewer can see, newest first.

    These are public actions and actions that concern the viewer's own teams. A GM without a team
    sees all actions. A GM with a team also sees the actions that they performed.
    """
    rows = (
        DeskAct.objects.filter(campaign=viewer.campaign)
        .select_related("actor", "week", "team")
        .order_by("-at", "-id")
    )
    if viewer.is_referee:
        return rows
    visible = Q(public=True) | Q(team__in=viewer.team_ids)
    return rows.filter(visible | Q(actor=viewer.user_id) if viewer.runs_desk else visible)
