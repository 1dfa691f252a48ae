"""A person's progress in a try-out (C25)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from django_scopes import scopes_disabled

from campaign.league.models import Campaign, Membership, Week
from campaign.league.selectors.duels import weekly_duel
from espionage.models import AmbushFight, OrderSheet

if TYPE_CHECKING:
    from campaign.league.models import Team
    from campaign.league.selectors.viewer import Viewer
    from core.accounts.models import User

Part: TypeAlias = Literal["orders", "fight", "playing", "report", "result", "over"]
"""The current part of a try-out.

`playing` means that the week is being processed without the person. `report` means that the duel is
still pending, and `result` that it has taken place. `over` means that nothing is in progress.
"""


class Progress(NamedTuple):
    """The current part of a try-out, with its week and team.

    `sealed` says whether the person has sealed the sheet or passed.
    """

    part: Part
    team: Team
    week: Week | None = None
    sealed: bool = False


def tryout_of(person: User) -> Campaign | None:
    """Return the person's own try-out, if there is one that is not archived."""
    with scopes_disabled():
        rows = Membership.objects.filter(
            user=person, left_at=None, campaign__tryout=True, campaign__archived_at=None
        )
        row = rows.select_related("campaign").order_by("-joined_at").first()
        return row.campaign if row else None


def newest_week(campaign: Campaign) -> Week | None:
    """Return the newest week of the club's newest season. This runs one query."""
    rows = Week.objects.filter(season__campaign=campaign).select_related("season__campaign")
    return rows.order_by("-season__number", "-number").first()


def progress(viewer: Viewer) -> Progress | None:
    """Return the person's progress, or None if the person has no team. This runs two queries."""
    if not viewer.teams:
        return None
    team, week = viewer.teams[0], newest_week(viewer.campaign)
    if week is None:
        return Progress("over", team)
    match week.status:
        case Week.Status.OPEN:
            sheets = OrderSheet.objects.filter(week=week, team=team).order_by("-version")
            state = sheets.values_list("state", flat=True).first()
            sealed = state in {OrderSheet.State.FINAL, OrderSheet.State.PASSED}
            return Progress("orders", team, week, sealed)
        case Week.Status.PLAYING:
            fights = AmbushFight.objects.filter(week=week, over_at=None)
            return Progress("fight" if fights.exists() else "playing", team, week)
        case Week.Status.SETTLED | Week.Status.CLOSED:
            has_result = weekly_duel(week).results.exists()
            return Progress("result" if has_result else "report", team, week)
    return Progress("over", team, week)
