"""Queries for whether the names and starting points of a team can still change."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from campaign.league.models import DeskAct
from core.web.ports import Port

if TYPE_CHECKING:
    from campaign.league.models import Team

Plays: TypeAlias = Callable[["Team"], bool]
_PLAYS: Final = Port[Plays]("seats of teams in a week")
fill = _PLAYS.fill


def is_fixed(team: Team) -> bool:
    """Return whether the names and starting points of a team are fixed. This takes at most two
    queries.

    If a GM approved the team, they have been fixed since then. If the team was approved by the
    house rules, they are fixed once a week has opened with the team.
    """
    if team.approved_at is None:
        return False
    by_rule = DeskAct.objects.filter(team=team, kind="team-approved", actor=None)
    return not by_rule.exists() or _PLAYS()(team)
