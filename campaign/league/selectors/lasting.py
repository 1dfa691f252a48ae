"""Queries for whether the names and starting points of a team can still change."""

from __future__ import annotations

from typing import Final

from campaign.league.models import DeskAct, Team
from core.web.ports import Port

has_seat: Final = Port[[Team], bool]("seats of teams in a week")
"""Return whether a week has opened with the team."""


def is_fixed(team: Team) -> bool:
    """Return whether the names and starting points of a team are fixed. This takes at most two
    queries.

    If a GM approved the team, they have been fixed since then. If the team was approved by the
    house rules, they are fixed once a week has opened with the team.
    """
    if team.approved_at is None:
        return False
    by_rule = DeskAct.objects.filter(team=team, kind="team-approved", actor=None)
    return not by_rule.exists() or has_seat(team)
