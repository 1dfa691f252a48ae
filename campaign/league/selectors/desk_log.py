"""The desk log, as its readers may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q

from campaign.league.models import DeskAct
from campaign.league.policy import is_referee, may_run_desk

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from .viewer import Viewer


def acts(viewer: Viewer) -> QuerySet[DeskAct]:
    """The desk log as this viewer may read it, newest first: public acts, and those about the
    viewer's own teams.

    A GM who runs no team reads all of it; a GM who plays, besides, what they did themselves.
    """
    rows = (
        DeskAct.objects.filter(campaign=viewer.campaign)
        .select_related("actor", "week", "team")
        .order_by("-at", "-id")
    )
    if is_referee(viewer):
        return rows
    mine = Q(public=True) | Q(team__in=viewer.team_ids)
    return rows.filter(mine | Q(actor=viewer.user_id) if may_run_desk(viewer) else mine)
