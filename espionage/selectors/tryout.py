"""How far somebody has come who tries the game out alone (C25)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from django_scopes import scopes_disabled

from campaign.league.models import Campaign, Membership, Week
from espionage.models import AmbushFight, OrderSheet

if TYPE_CHECKING:
    from campaign.league.models import Team
    from campaign.league.selectors.viewer import Viewer
    from core.accounts.models import User

Part: TypeAlias = Literal["orders", "fight", "playing", "report", "result", "over"]
"""What is on: orders are written; an ambush is fought; the week is played and nothing waits for the
person; the report is out and the duel to come; the duel is over; nothing is on.
"""


class Progress(NamedTuple):
    """The part of a try-out that is on, of which week, for which team. `sealed` says that the
    person has sealed their sheet, or passed.
    """

    part: Part
    team: Team
    week: Week | None = None
    sealed: bool = False


def tryout_of(person: User) -> Campaign | None:
    """The person's own try-out, if they have one that is not put away."""
    with scopes_disabled():
        rows = Membership.objects.filter(
            user=person, left_at=None, campaign__tryout=True, campaign__archived_at=None
        )
        row = rows.select_related("campaign").order_by("-joined_at").first()
        return row.campaign if row else None


def week_of(campaign: Campaign) -> Week | None:
    """The newest week of the club's newest season. One query."""
    rows = Week.objects.filter(season__campaign=campaign).select_related("season__campaign")
    return rows.order_by("-season__number", "-number").first()


def progress(viewer: Viewer) -> Progress | None:
    """How far the person has come; None without a team. Two queries."""
    if not viewer.teams:
        return None
    team, week = viewer.teams[0], week_of(viewer.campaign)
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
            done = week.results.filter(event=None).exists()
            return Progress("result" if done else "report", team, week)
    return Progress("over", team, week)
