"""The week that orders are written for, and all that its form is made of. For the team's owners
only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from uuid import UUID

from campaign.league.models import Week
from campaign.league.selectors.house import rules_in
from core.web.prepared import PreparedInScope
from espionage.rules.orders import Sheet, usual_standing
from espionage.selectors import known, sheets
from espionage.selectors.public import Around, around_club, around_week

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from django.db.models import QuerySet

    from campaign.league.models import Campaign, Team
    from campaign.league.rules.house import HouseRules
    from espionage.models import OrderPlan
    from espionage.selectors.known import Targets
    from espionage.selectors.sheets import Start


@dataclass(frozen=True, slots=True)
class Writing:
    """A team writing its orders: the week, what was saved, what it knows of itself and of the
    others.
    """

    week: Week
    team: Team
    house: HouseRules
    start: Start
    around: Around
    targets: Targets
    plan: OrderPlan | None = None

    @property
    def planned(self) -> bool:
        """The week has not opened: what is written is kept as a plan (E45)."""
        return self.week.status == Week.Status.PLANNED

    @property
    def version(self) -> int:
        """The version that is written on, 0 for none."""
        if self.planned:
            return self.plan.version if self.plan else 0
        return self.start.version

    @property
    def seated(self) -> bool:
        """Whether the team plays this week."""
        return str(self.team.pk) in self.around.faces

    @property
    def state(self) -> str:
        """nothing, draft, final or passed (E15)."""
        return self.start.newest.state if self.start.newest else "nothing"

    @property
    def sheet(self) -> Sheet:
        """What the form starts from: the sheet that counts, or what was drafted before the week
        opened, or an empty one with the standing orders carried over. A first one asks the team to
        play its ambushes where the club plays them.
        """
        if self.start.newest is None and self.plan is not None:
            return sheets.read(self.plan)
        if self.start.written is None:
            return Sheet(standing=usual_standing(self.house))
        return self.start.sheet(self.week)

    @property
    def vehicle_names(self) -> Mapping[str, str]:
        """Rivals' vehicles by id, under the name they were last seen with."""
        return self.targets.names


def this_week(campaign: Campaign) -> Week | None:
    """The week under way, or the next one planned. One query."""
    return _of(campaign, _THIS.first(club=campaign.pk))


def coming_week(campaign: Campaign) -> Week | None:
    """The next week that has not opened, if one is planned. One query."""
    return _of(campaign, _COMING.first(club=campaign.pk))


def order_week(campaign: Campaign, now: datetime, *, coming: bool) -> Week | None:
    """The week whose orders are written: the one under way, or where it takes none any more and the
    `coming` one is asked for, that. One query or two.
    """
    week = this_week(campaign)
    if coming and week is not None and not takes_orders(week, now):
        return coming_week(campaign) or week
    return week


def week_numbered(campaign: Campaign, number: int, season: str = "") -> Week | None:
    """A week by its number, of the newest season unless another is named. One query."""
    if season.isdecimal() and len(season) < 5:
        rows = Week.objects.filter(season__campaign=campaign, season__number=int(season))
        return _of(campaign, _sealed(rows.filter(number=number)).first())
    return _of(campaign, _NUMBERED.first(club=campaign.pk, number=number))


def _open(club: UUID) -> QuerySet[Week]:
    """The weeks of the season that is played, in order."""
    return Week.objects.filter(season__campaign=club, season__closed_at=None).order_by("number")


def _sealed(rows: QuerySet[Week]) -> QuerySet[Week]:
    """Of these weeks the first, with its season, seal and match."""
    return rows.select_related("season", "seal__match")[:1]


def _numbered(club: UUID, number: int) -> QuerySet[Week]:
    rows = Week.objects.filter(season__campaign=club, number=number)
    return _sealed(rows.order_by("-season__number"))


_THIS: Final = PreparedInScope(
    lambda club: _sealed(_open(club).exclude(status__in=Week.FINISHED)), club=UUID
)
_COMING: Final = PreparedInScope(
    lambda club: _sealed(_open(club).filter(status=Week.Status.PLANNED)), club=UUID
)
_NUMBERED: Final = PreparedInScope(_numbered, club=UUID, number=int)


def _of(campaign: Campaign, week: Week | None) -> Week | None:
    if week is not None:
        week.season.campaign = campaign
    return week


def takes_orders(week: Week, now: datetime) -> bool:
    """Orders can be saved: the week is open and its deadline has not come."""
    return week.status == Week.Status.OPEN and now < week.due_at


def may_be_drafted(week: Week) -> bool:
    """Orders can be drafted: the week is planned and has not opened (E45)."""
    return week.status == Week.Status.PLANNED


def writing(week: Week, team: Team) -> Writing:
    """All that the order form is made of. Six queries, and one where nothing was sent yet."""
    house, start = rules_in(week), sheets.start(week, team)
    planned = may_be_drafted(week)
    return Writing(
        week,
        team,
        house,
        start,
        around_club(team, house) if planned else around_week(team, week, house),
        known.targets(team),
        None if start.newest else sheets.plan_of(week, team),
    )
