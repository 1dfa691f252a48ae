"""A team's own orders. Use these functions only for the team's owners and at the deadline."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import OuterRef, Q, QuerySet, Subquery

from campaign.league.models import Team, Week
from campaign.roster.selectors.roster import PublicCharacter, public_roster
from engine.codec import Reader
from espionage.models import OrderPlan, OrderSheet, SealedSeat
from espionage.rules.files import PublicPerson, PublicTeam, Roster
from espionage.rules.orders import NO_SHEET, Sheet

READER: Final[Reader[Sheet]] = Reader(Sheet)


def newest_sheet(week: Week, team: Team) -> OrderSheet | None:
    """Return the current version of the team's orders."""
    return OrderSheet.objects.filter(week=week, team=team).order_by("-version").first()


def newest_sheets(weeks: Iterable[UUID]) -> dict[tuple[UUID, UUID], OrderSheet]:
    """Return the current versions of orders for these weeks, by week and team.

    This runs one query.
    """
    same = OrderSheet.objects.filter(week=OuterRef("week"), team=OuterRef("team"))
    version = Subquery(same.order_by("-version").values("version")[:1])
    rows = OrderSheet.objects.filter(week__among=frozenset(weeks), version=version)
    return {(row.week_id, row.team_id): row for row in rows}


def last_sheets(seats: Sequence[SealedSeat]) -> list[tuple[SealedSeat, OrderSheet]]:
    """Return the last sheet that each of these teams wrote in an earlier week of the season.

    Passes are skipped, because they do not apply to later weeks. This runs two queries.
    """
    last = dict(_with_last([seat.pk for seat in seats]))
    rows = OrderSheet.objects.in_bulk(list(last.values()))
    return [(seat, rows[last[seat.pk]]) for seat in seats if seat.pk in last]


def _with_last(seats: Collection[UUID]) -> QuerySet[SealedSeat, tuple[UUID, UUID]]:
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


def plans_of_seats(seats: Sequence[SealedSeat]) -> dict[tuple[UUID, UUID], OrderPlan]:
    """Return the plans that these teams saved before their weeks opened, by week and team.

    This runs one query.
    """
    keys = {(seat.week_id, seat.team_id) for seat in seats}
    rows = OrderPlan.objects.filter(week__among={week for week, _ in keys})
    return {key: row for row in rows if (key := (row.week_id, row.team_id)) in keys}


def plan_of(week: Week, team: Team) -> OrderPlan | None:
    """Return the plan that the team saved before the week opened. This runs one query.

    Use this only for the team's owners.
    """
    rows = OrderPlan.objects.filter(week=week, team=team).select_related("saved_by")
    return rows.order_by("pk").first()


def read_sheet(row: OrderSheet | OrderPlan | None) -> Sheet:
    """Return the orders on a stored sheet, or empty orders if there is none."""
    return READER.decode(row.payload) if row else NO_SHEET


def can_lend(week: Week, lender: Team, borrower: Team, character: UUID) -> bool:
    """Return whether both teams play in this week, and the lender has not ordered the character."""
    seats = SealedSeat.objects.filter(week=week, team__in=[lender, borrower])
    orders = read_sheet(newest_sheet(week, lender)).orders
    return len(seats) == len({lender, borrower}) and all(
        order.spy != str(character) for order in orders
    )


class FormBase(NamedTuple):
    """The sheets on which a week's form is based.

    `current` is the current version, `written` the last version with orders, and `earlier` the last
    sheet of an earlier week.
    """

    current: OrderSheet | None
    written: OrderSheet | None
    earlier: OrderSheet | None

    @property
    def version(self) -> int:
        """The current version number, or 0 if there is none."""
        return self.current.version if self.current else 0

    def sheet(self, week: Week) -> Sheet:
        """Return this week's last sheet, or an empty sheet with the last standing orders.

        Passes are skipped, because they do not contain standing orders.
        """
        last = read_sheet(self.written)
        is_current = self.written is not None and self.written.week_id == week.pk
        return last if is_current else Sheet(standing=last.standing)


def form_base(week: Week, team: Team) -> FormBase:
    """Return the sheets on which this week's form is based. This runs one query.

    Passes, and sheets that a bot wrote in an earlier week, are skipped, because they do not show
    the team's intentions (E44).
    """
    rows = OrderSheet.objects.filter(team=team)
    earlier = rows.filter(week__season=week.season_id, week__number__lt=week.number)
    written = earlier.exclude(state__in=(OrderSheet.State.PASSED, OrderSheet.State.BOT))
    last_written = Subquery(written.order_by("-week__number", "-version").values("pk")[:1])
    sheets = rows.filter(Q(week=week) | Q(pk=last_written)).select_related("saved_by", "week")
    of_week, of_earlier_week = [], None
    for row in sheets.order_by("-version"):
        if row.week_id == week.pk:
            of_week.append(row)
        else:
            of_earlier_week = row
    had_orders = (row for row in of_week if row.state != OrderSheet.State.PASSED)
    return FormBase(next(iter(of_week), None), next(had_orders, of_earlier_week), of_earlier_week)


def history(week: Week, team: Team) -> tuple[OrderSheet, ...]:
    """Return all versions of a team's orders, newest first. This runs one query.

    Use this only for the team's owners.
    """
    return tuple(
        OrderSheet.objects.filter(week=week, team=team)
        .select_related("saved_by")
        .order_by("-version")
    )


def sheet_version(week: Week, team: Team, number: int) -> OrderSheet | None:
    """Return one version of a team's orders. Use this only for the team's owners."""
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
