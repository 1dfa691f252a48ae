"""A team's own orders, for its owners and for the deadline; nobody else reads them."""

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


def newest(week: Week, team: Team) -> OrderSheet | None:
    """The version that counts now."""
    return OrderSheet.objects.filter(week=week, team=team).order_by("-version").first()


def newest_of(weeks: Iterable[UUID]) -> dict[tuple[UUID, UUID], OrderSheet]:
    """The versions that count in these weeks, by week and team. One query."""
    rows = _NEWEST.all(weeks=frozenset(weeks))
    return {(row.week_id, row.team_id): row for row in rows}


def _newest(weeks: frozenset[UUID]) -> QuerySet[OrderSheet]:
    same = OrderSheet.objects.filter(week=OuterRef("week"), team=OuterRef("team"))
    version = Subquery(same.order_by("-version").values("version")[:1])
    return OrderSheet.objects.filter(week__among=weeks, version=version)


_NEWEST: Final = PreparedInScope(_newest, weeks=Keys)


def last_of(seats: Sequence[SealedSeat]) -> list[tuple[SealedSeat, OrderSheet]]:
    """The last sheet that each of these teams wrote in an earlier week of the season, where there
    is one; to pass on purpose says nothing of later weeks. Two queries.
    """
    last = dict(_LAST.all(seats=frozenset([seat.pk for seat in seats])))
    rows = OrderSheet.objects.in_bulk(list(last.values()))
    return [(seat, rows[last[seat.pk]]) for seat in seats if seat.pk in last]


def _with_last(seats: frozenset[UUID]) -> QuerySet[SealedSeat, tuple[UUID, UUID]]:
    before = (
        OrderSheet.objects.filter(
            team=OuterRef("team"),
            week__season=OuterRef("week__season"),
            week__number__lt=OuterRef("week__number"),
        )
        .exclude(state__in=(OrderSheet.State.PASSED, OrderSheet.State.BOT))
        .order_by("-week__number", "-version")
    )
    rows = SealedSeat.objects.filter(pk__among=seats)
    rows = rows.annotate(last=Subquery(before.values("pk")[:1])).exclude(last=None)
    return rows.values_list("pk", "last")


_LAST: Final = PreparedInScope(_with_last, seats=Keys)


def plans_of(seats: Sequence[SealedSeat]) -> dict[tuple[UUID, UUID], OrderPlan]:
    """What these seats' teams drafted before their weeks opened, by week and team. One query."""
    keys = {(seat.week_id, seat.team_id) for seat in seats}
    rows = _PLANS.all(weeks=frozenset([week for week, _ in keys]))
    return {key: row for row in rows if (key := (row.week_id, row.team_id)) in keys}


_PLANS: Final = PreparedInScope(
    lambda weeks: OrderPlan.objects.filter(week__among=weeks), weeks=Keys
)


def plan_of(week: Week, team: Team) -> OrderPlan | None:
    """What the team drafted before the week opened; for its owners only. One query."""
    return _PLAN.first(week=week.pk, team=team.pk)


def _plan(week: UUID, team: UUID) -> QuerySet[OrderPlan]:
    rows = OrderPlan.objects.filter(week=week, team=team).select_related("saved_by")
    return rows.order_by("pk")[:1]


_PLAN: Final = PreparedInScope(_plan, week=UUID, team=UUID)


def read(row: OrderSheet | OrderPlan | None) -> Sheet:
    """The orders on a stored sheet; none for a team that sent nothing."""
    return READER.decode(row.payload) if row else NO_SHEET


class Start(NamedTuple):
    """What the form of a week starts from: the version that counts now, if any, the last version
    that had orders to give, and the last one of an earlier week.
    """

    newest: OrderSheet | None
    written: OrderSheet | None
    earlier: OrderSheet | None

    @property
    def version(self) -> int:
        """The version that counts, 0 for none."""
        return self.newest.version if self.newest else 0

    def sheet(self, week: Week) -> Sheet:
        """The sheet to write on: this week's last one, or an empty one with the standing orders
        carried over.

        To pass on purpose says nothing of standing orders, so it is looked through.
        """
        last = read(self.written)
        same = self.written is not None and self.written.week_id == week.pk
        return last if same else Sheet(standing=last.standing)


def start(week: Week, team: Team) -> Start:
    """Where the form of this week begins. What a bot wrote in an earlier week is looked through,
    like a pass: it says nothing of what the team wants (E44). One query.
    """
    found = _START.all(team=team.pk, season=week.season_id, week=week.pk)
    newest = found[0] if found and found[0].week_id == week.pk else None
    silent = {OrderSheet.State.PASSED, OrderSheet.State.BOT}
    had_orders = [
        row
        for row in found
        if row.state not in silent or (row.state == OrderSheet.State.BOT and row.week_id == week.pk)
    ]
    before = [row for row in had_orders if row.week_id != week.pk]
    return Start(newest, next(iter(had_orders), None), next(iter(before), None))


def _starting(team: UUID, season: UUID, week: UUID) -> QuerySet[OrderSheet]:
    """What `start` is made of: the newest sheet up to this week of the season, the newest with
    orders to give, and the newest such of an earlier week.
    """
    number = Subquery(Week.objects.filter(pk=week).values("number"))
    rows = OrderSheet.objects.filter(team=team, week__season=season, week__number__lte=number)
    ordered = rows.order_by("-week__number", "-version").values("pk")
    written = ordered.exclude(state=OrderSheet.State.PASSED).exclude(
        state=OrderSheet.State.BOT, week__number__lt=number
    )
    earlier = written.filter(week__number__lt=number)
    asked = (Q(pk=Subquery(one[:1])) for one in (ordered, written, earlier))
    wanted = rows.filter(reduce(or_, asked)).select_related("saved_by", "week")
    return wanted.order_by("-week__number", "-version")


_START: Final = PreparedInScope(_starting, team=UUID, season=UUID, week=UUID)


def history(week: Week, team: Team) -> tuple[OrderSheet, ...]:
    """All versions of a team's orders, the newest first; for its owners only. One query."""
    return tuple(
        OrderSheet.objects.filter(week=week, team=team)
        .select_related("saved_by")
        .order_by("-version")
    )


def version(week: Week, team: Team, number: int) -> OrderSheet | None:
    """One version of a team's orders; for its owners only."""
    return (
        OrderSheet.objects.filter(week=week, team=team, version=number)
        .select_related("saved_by")
        .first()
    )


def roster_of(week: Week) -> Roster:
    """What everybody knows of the teams that play this week (E24), in the order of their seats."""
    seats = SealedSeat.objects.filter(week=week).select_related("team").order_by("seat")
    return roster_among(week, [seat.team for seat in seats])


def roster_among(week: Week, teams: Sequence[Team]) -> Roster:
    """What everybody knows of these teams of the week's club (E24), in their order."""
    people = public_roster([team.pk for team in teams], week.season.campaign)
    return tuple(
        PublicTeam(id=str(team.pk), name=team.name, people=_people(people.get(team.pk, ())))
        for team in teams
    )


def _people(rows: Iterable[PublicCharacter]) -> tuple[PublicPerson, ...]:
    return tuple(
        PublicPerson(id=str(row.id), name=row.name, role=row.role, alive=row.alive) for row in rows
    )
