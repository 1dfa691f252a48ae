"""The week for which orders are written, and the data for its form.

Use these functions only for the team's owners.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from campaign.house_rules.rules.house import HouseRules
from campaign.league.models import Campaign, Team, Week
from campaign.league.selectors.house import rules_in
from espionage.models import OrderPlan
from espionage.rules.orders import Sheet, usual_standing
from espionage.rules.sheet_odds import GuardRecord, SheetOdds
from espionage.selectors import rival_vehicles, sheets
from espionage.selectors.public import ClubView, view_for_club, view_for_week
from espionage.selectors.rival_vehicles import Targets
from espionage.selectors.sheet_chances import guard_records, sheet_chances
from espionage.selectors.sheets import FormBase


@dataclass(frozen=True, slots=True)
class OrderFormData:
    """The data for a team's order form: the week, saved orders, the team's file and knowledge.

    `garage` has the names of the team's own vehicles, by id.
    """

    week: Week
    team: Team
    rules: HouseRules
    base: FormBase
    club_view: ClubView
    targets: Targets
    garage: Mapping[str, str]
    plan: OrderPlan | None = None
    records: tuple[GuardRecord, ...] | None = None
    """The rivals' records from the team's reports, or None for a deputy (C24)."""

    @property
    def is_planned(self) -> bool:
        """True if the week has not opened yet, so that orders are saved as a plan (E45)."""
        return self.week.status == Week.Status.PLANNED

    @property
    def version(self) -> int:
        """The version on which the form is based, or 0 if there is none."""
        if self.is_planned:
            return self.plan.version if self.plan else 0
        return self.base.version

    @property
    def is_seated(self) -> bool:
        """True if the team plays this week."""
        return str(self.team.pk) in self.club_view.faces

    @property
    def state(self) -> str:
        """The state of the orders: nothing, draft, final or passed (E15)."""
        return self.base.current.state if self.base.current else "nothing"

    @property
    def sheet(self) -> Sheet:
        """The sheet that the form shows first.

        The form starts from the current sheet if there is one, then from the plan made before the
        week opened. Otherwise the sheet is empty except for the last standing orders. On a team's
        first sheet, people play the ambushes if the club allows it.
        """
        if self.base.current is None and self.plan is not None:
            return sheets.read_sheet(self.plan)
        if self.base.written is None:
            return Sheet(standing=usual_standing(self.rules))
        return self.base.sheet(self.week)

    def chances(self, sheet: Sheet) -> SheetOdds:
        """Return the chances of a sheet in this week."""
        view = self.club_view
        return sheet_chances(view.file, sheet, view.roster, self.rules, self.records or ())

    @property
    def vehicle_names(self) -> Mapping[str, str]:
        """The names of vehicles by id: rivals' as last known, and the team's own."""
        return {**self.targets.names, **self.garage}


def this_week(campaign: Campaign) -> Week | None:
    """Return the week in progress, or else the next planned week. This runs one query."""
    return _first(campaign, _open(campaign).exclude(status__in=Week.FINISHED))


def coming_week(campaign: Campaign) -> Week | None:
    """Return the next planned week. This runs one query."""
    return _first(campaign, _open(campaign).filter(status=Week.Status.PLANNED))


def order_week(campaign: Campaign, now: datetime, *, prefer_coming: bool) -> Week | None:
    """Return the week for which orders are written. This runs one or two queries.

    Orders are written for the week in progress. If that week accepts no orders and `prefer_coming`
    is true, they are written for the next week.
    """
    week = this_week(campaign)
    if prefer_coming and week is not None and not takes_orders(week, now):
        return coming_week(campaign) or week
    return week


def week_numbered(campaign: Campaign, number: int, season: str = "") -> Week | None:
    """Return the week with this number. This runs one query.

    By default, the newest season is searched.
    """
    rows = Week.objects.filter(season__campaign=campaign, number=number)
    if season.isdecimal() and len(season) < 5:
        rows = rows.filter(season__number=int(season))
    return _first(campaign, rows.order_by("-season__number"))


def _open(campaign: Campaign) -> QuerySet[Week]:
    """Return the weeks of the open season, in order."""
    return Week.objects.filter(season__campaign=campaign, season__closed_at=None).order_by("number")


def _first(campaign: Campaign, rows: QuerySet[Week]) -> Week | None:
    """Return the first of these weeks, loaded with its season, seal and match."""
    week = rows.select_related("season", "seal__match").first()
    if week is not None:
        week.season.campaign = campaign
    return week


def takes_orders(week: Week, now: datetime) -> bool:
    """Return whether orders can be saved: the week is open and its deadline has not passed."""
    return week.status == Week.Status.OPEN and now < week.due_at


def can_be_drafted(week: Week) -> bool:
    """Return whether the week is planned, so that orders can be drafted (E45)."""
    return week.status == Week.Status.PLANNED


def load_form_data(week: Week, team: Team, *, with_records: bool = False) -> OrderFormData:
    """Return the data for the order form.

    This runs seven queries, or eight if nothing is saved yet. Records, which are only for owners,
    take one more.
    """
    rules, base = rules_in(week), sheets.form_base(week, team)
    is_planned = can_be_drafted(week)
    return OrderFormData(
        week,
        team,
        rules,
        base,
        view_for_club(team, rules, week) if is_planned else view_for_week(team, week, rules),
        rival_vehicles.targets(team),
        rival_vehicles.own_names(team),
        None if base.current else sheets.plan_of(week, team),
        guard_records(week, team) if with_records else None,
    )
