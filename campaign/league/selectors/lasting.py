"""From when on names and starting points stay as they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from campaign.league.models import DeskAct
from core.web.ports import Port

if TYPE_CHECKING:
    from campaign.league.models import Team

Plays: TypeAlias = Callable[["Team"], bool]
_PLAYS: Final = Port[Plays]("whether a team has a seat in a week")
fill = _PLAYS.fill


def is_fixed(team: Team) -> bool:
    """Whether names and starting points stay: from a GM's approval on, for the GM approved what lay
    on the desk; of a roster that the house rule approved once a week has opened with it. Two
    queries at most.
    """
    if team.approved_at is None:
        return False
    by_rule = DeskAct.objects.filter(team=team, kind="team-approved", actor=None)
    return not by_rule.exists() or _PLAYS()(team)
