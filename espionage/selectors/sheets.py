"""A team's own orders, only for its owners and for processing at the deadline."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID

from django.db.models import OuterRef, Q, Subquery

from campaign.league.models import Team, Week
from campaign.roster.selectors.roster import PublicCharacter, public_roster
from core.web.prepared import Keys, PreparedInScope
from engine.codec import Reader
from espionage.models import OrderPlan, OrderSheet, SealedSeat
from espionage.rules.files import PublicPerson, PublicTeam, Roster
from espionage.rules.orders import NO_SHEET, Sheet

if TYPE_CHECKING:
    from django.db.models import QuerySet

READER: Final[Reader[Sheet]] = Reader(Sheet)


def newest_sheet(week: Week, team: Team) -> OrderSheet | None:
    """Return the current version of the team's orders."""
    return OrderSheet.objects.filter(week=week, team=team).order_by("-version").first()


def newest_sheets(weeks: Iterable[UUID]) -> dict[tuple[UUID, UUID], OrderSheet]:
    """Return the current versions of orders for these weeks, by week and team.

    This takes one query.
    """
    rows = _NEWEST_SHEETS.all(weeks=frozenset(weeks))
    return {(row.week_id, row.team_id): row for row in rows}


def _newest_sheets(weeks: frozenset[UUID]) -> QuerySet[OrderSheet]:
    same = OrderSheet.objects.filter(week=OuterRef("week"), team=OuterRef("team"))
    version = Subquery(same.order_by("-version").values("version")[:1])
    return OrderSheet.objects.filter(week__among=weeks, version=version)


_NEWEST_SHEETS: Final = PreparedInScope(_newest_sheets, weeks=Keys)


def last_sheets(seats: Sequence[SealedSeat]) -> list[tuple[SealedSeat, OrderSheet]]:
    """Return the last sheet that each of these teams wrote in an earlier week of the season.

    Passes are skipped, because they do not apply to later weeks. This takes two queries.
    """
    last = dict(_LAST.all(seats=frozenset([seat.pk for seat in seats])))
    rows = OrderSheet.objects.in_bulk(list(last.values()))
    return [(seat, rows[last[seat.pk]]) for seat in seats if seat.pk in last]


def _with_last(seats: frozenset[UUID]) -> QuerySet[SealedSeat, tuple[UUID, UUID]]:
    earlier = (
        OrderSheet.objects.filter(
            team=OuterRef("team"),
            week__season=OuterRef("week__season"),
            week__number__lt=OuterRef("week__number"),
        )
        .exclude(state__in=(OrderSheet.State.PASSED, OrderSheet.State.BOT))
        .order_by("-week__number", "-version")
    )
    rows = SealedSeat.objects.filter(pk__among=seats)
    rows = rows.annotate(last=Subquery(earlier.values("pk")[:1])).exclude(last=None)
    return rows.values_list("pk", "last")


_LAST: Final = PreparedInScope(_with_last, seats=Keys)


def plans_of_seats(seats: Sequence[SealedSeat]) -> dict[tuple[UUID, UUID], OrderPlan]:
    """Return the plans that these teams saved before their weeks opened, by week and team.

    This takes one query.
    """
    keys = {(seat.week_id, seat.team_id) for seat in seats}
    rows = _PLANS.all(weeks=frozenset([week for week, _ in keys]))
    return {key: row for row in rows if (key := (row.week_id, row.team_id)) in keys}


_PLANS: Final = PreparedInScope(
    lambda weeks: OrderPlan.objects.filter(week__among=weeks), weeks=Keys
)


def plan_of(week: Week, team: Team) -> OrderPlan | None:
    """Return the plan that the team saved before the week opened. Only for its owners.

    This takes one query.
    """
    return _PLAN.first(week=week.pk, team=team.pk)


def _plan(week: UUID, team: UUID) -> QuerySet[OrderPlan]:
    rows = OrderPlan.objects.filter(week=week, team=team).select_related("saved_by")
    return rows.order_by("pk")[:1]


_PLAN: Final = PreparedInScope(_plan, week=UUID, team=UUID)


def read_sheet(row: OrderSheet | OrderPlan | None) -> Sheet:
    """Return the orders on a stored sheet, or empty orders if there is none."""
    return READER.decode(row.payload) if row else NO_SHEET


class FormBase(NamedTuple):
    """The sheets that a week's form is based on.

    They are the current version, the last version with orders, and the last sheet of an earlier
    week.
    """

    current: OrderSheet | None
    written: OrderSheet | None
    earlier: OrderSheet | None

    @property
    def version(self) -> int:
        """The current version, or 0 if there is none."""
        return self.current.version if self.current else 0

    def sheet(self, week: Week) -> Sheet:
        """Return this week's last sheet, or an empty one with the last standing orders.

        Passes are skipped, because they do not contain standing orders.
        """
        last = read_sheet(self.written)
        is_current = self.written is not None and self.written.week_id == week.pk
        return last if is_current else Sheet(standing=last.standing)


def form_base(week: Week, team: Team) -> FormBase:
    """Return the sheets that this week's form is based on. This takes one query.

    Passes, and sheets that a bot wrote in an earlier week, are skipped, because they do not show
    the team's intentions (E44).
    """
    rows = _START.all(team=team.pk, season=week.season_id, week=week.pk)
    current_sheet = rows[0] if rows and rows[0].week_id == week.pk else None
    silent = {OrderSheet.State.PASSED, OrderSheet.State.BOT}
    had_orders = [
        row
        for row in rows
        if row.state not in silent or (row.state == OrderSheet.State.BOT and row.week_id == week.pk)
    ]
    of_earlier_weeks = [row for row in had_orders if row.week_id != week.pk]
    return FormBase(current_sheet, next(iter(had_orders), None), next(iter(of_earlier_weeks), None))


def _starting(team: UUID, season: UUID, week: UUID) -> QuerySet[OrderSheet]:
    """Return the rows for `form_base`.

    They are the newest sheet up to this week of the season, the newest one with orders, and the
    newest one with orders from an earlier week.
    """
    number = Subquery(Week.objects.filter(pk=week).values("number"))
    rows = OrderSheet.objects.filter(team=team, week__season=season, week__number__lte=number)
    ordered = rows.order_by("-week__number", "-version").values("pk")
    written = ordered.exclude(state=OrderSheet.State.PASSED).exclude(
        state=OrderSheet.State.BOT, week__number__lt=number
    )
    earlier = written.filter(week__number__lt=number)
    conditions = (Q(pk=Subquery(query[:1])) for query in (ordered, written, earlier))
    sheets = rows.filter(reduce(or_, conditions)).select_related("saved_by", "week")
    return sheets.order_by("-week__number", "-version")


_START: Final = PreparedInScope(_starting, team=UUID, season=UUID, week=UUID)


def history(week: Week, team: Team) -> tuple[OrderSheet, ...]:
    """Return all versions of a team's orders, newest first. Only for its owners.

    This takes one query.
    """
    return tuple(
        OrderSheet.objects.filter(week=week, team=team)
        .select_related("saved_by")
        .order_by("-version")
    )


def sheet_version(week: Week, team: Team, number: int) -> OrderSheet | None:
    """Return one version of a team's orders. Only for its owners."""
    return (
        OrderSheet.objects.filter(week=week, team=team, version=number)
        .select_related("saved_by")
        .first()
    )


def roster_of(week: Week) -> Roster:
    """Return the public facts about this week's teams (E24), in the order of their seats."""
    seats = SealedSeat.objects.filter(week=week).select_related("team").order_by("seat")
    return roster_among(week, [seat.team for seat in seats])


def roster_among(week: Week, teams: Sequence[Team]) -> Roster:
    """Return the public facts about these teams of the week's club (E24), in the given order."""
    people = public_roster([team.pk for team in teams], week.season.campaign)
    return tuple(
        PublicTeam(id=str(team.pk), name=team.name, people=_people(people.get(team.pk, ())))
        for team in teams
    )


def _people(rows: Iterable[PublicCharacter]) -> tuple[PublicPerson, ...]:
    return tuple(
        PublicPerson(id=str(row.id), name=row.name, role=row.role, alive=row.alive) for row in rows
    )
