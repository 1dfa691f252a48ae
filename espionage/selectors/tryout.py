"""A person's progress in a try-out (C25)."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias
from uuid import UUID

from django_scopes import scopes_disabled

from campaign.duels.selectors.driven import driven_duel_of
from campaign.league.models import Campaign, Membership, Team, Week
from campaign.league.selectors.duels import weekly_duel
from campaign.league.selectors.seasons import newest_week
from campaign.league.selectors.viewer import Viewer
from core.accounts.models import User
from espionage.models import AmbushFight, OrderSheet

Part: TypeAlias = Literal[
    "orders", "fight", "playing", "report", "driving", "driven", "result", "over"
]
"""The current part of a try-out.

`playing` means that the week is being processed without the person. `report` means that the duel is
still pending, `driving` that it is in progress, `driven` that its result is not recorded yet, and
`result` that it has taken place. `over` means that nothing is in progress.
"""


class Progress(NamedTuple):
    """The current part of a try-out, with its week and team.

    `sealed` says whether the person has sealed the sheet or passed. `table` is the table of a duel
    that is in progress.
    """

    part: Part
    team: Team
    week: Week | None = None
    sealed: bool = False
    table: UUID | None = None


def tryout_of(person: User) -> Campaign | None:
    """Return the person's own try-out, if there is one that is not archived."""
    with scopes_disabled():
        rows = Membership.objects.filter(
            user=person, left_at=None, campaign__tryout=True, campaign__archived_at=None
        )
        row = rows.select_related("campaign").order_by("-joined_at").first()
        return row.campaign if row else None


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
            return _duel_progress(team, week)
    return Progress("over", team, week)


def _duel_progress(team: Team, week: Week) -> Progress:
    duel = weekly_duel(week)
    if duel.results.exists():
        return Progress("result", team, week)
    row = driven_duel_of(duel)
    if row is None:
        return Progress("report", team, week)
    if row.paper_at or row.table_id is None:  # no result is coming
        return Progress("result", team, week)
    if row.over_at:
        return Progress("driven", team, week)
    return Progress("driving", team, week, table=row.table_id)
