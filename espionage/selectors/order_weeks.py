"""The week that orders are written for, and all that its form is made of. For the team's owners
only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from campaign.league.models import Week
from espionage.selectors import known, sheets
from espionage.selectors.files import house_of
from espionage.selectors.public import Around, around, seated

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from django.db.models import QuerySet

    from campaign.league.models import Campaign, Team
    from campaign.league.rules.house import HouseRules
    from espionage.rules.orders import Sheet
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
        """What the form starts from."""
        return self.start.sheet(self.week)

    @property
    def vehicle_names(self) -> Mapping[str, str]:
        """Rivals' vehicles by id, under the name they were last seen with."""
        return self.targets.names


def this_week(campaign: Campaign) -> Week | None:
    """The week under way, or the next one planned. One query."""
    rows = Week.objects.filter(season__campaign=campaign, season__closed_at=None).exclude(
        status__in=Week.OVER
    )
    return _of(campaign, rows.order_by("number"))


def week_numbered(campaign: Campaign, number: int, season: str = "") -> Week | None:
    """A week by its number, of the newest season unless another is named. One query."""
    rows = Week.objects.filter(season__campaign=campaign, number=number)
    rows = (
        rows.filter(season__number=int(season)) if season.isdecimal() and len(season) < 5 else rows
    )
    return _of(campaign, rows.order_by("-season__number"))


def _of(campaign: Campaign, rows: QuerySet[Week]) -> Week | None:
    """The first of these weeks, with its seal and match."""
    week = rows.select_related("season", "seal__match").first()
    if week is not None:
        week.season.campaign = campaign
    return week


def takes_orders(week: Week, now: datetime) -> bool:
    """Orders can be saved: the week is open and its deadline has not come."""
    return week.status == Week.Status.OPEN and now < week.due_at


def writing(week: Week, team: Team) -> Writing:
    """All that the order form is made of. Six queries."""
    house = house_of(week)
    return Writing(
        week,
        team,
        house,
        sheets.start(week, team),
        around(team, seated(week), house),
        known.targets(team),
    )
