"""The weeks that are due for each stage, and how long they have been waiting."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import (
    Case,
    Count,
    DateTimeField,
    Exists,
    ExpressionWrapper,
    F,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce, Greatest, Least

from campaign.duels.models import DrivenDuel, DuelDispute, DuelResult
from campaign.duels.selectors.arena_queue import (
    driven_without_record,
    events_to_drive,
    final_with_unrecorded_heat,
    meets_to_draw,
    pending_events,
)
from campaign.duels.selectors.driven import DOCTRINE_TAKEOVER
from campaign.house_rules.rules.house_record import ON_THE_SITE
from campaign.league.models import Season, Week
from espionage.models import AmbushFight, Charge, Seal
from play.models import Chair, Table

Status = Week.Status


class WeekBacklog(NamedTuple):
    """The weeks that are waiting for a stage, without parked weeks.

    `overdue` is the number of weeks that have waited too long. `oldest` is the time since which the
    oldest week has been waiting, or None.
    """

    stage: str
    number: int
    overdue: int
    oldest: datetime | None


def to_open(now: datetime) -> QuerySet[Week]:
    """Return planned weeks that are due, and whose season has no earlier unfinished week."""
    unfinished = Week.objects.filter(
        season=OuterRef("season"), number__lt=OuterRef("number")
    ).exclude(status__in=Week.FINISHED)
    season = Season.objects.filter(pk=OuterRef("season"), closed_at=None)
    return Week.objects.filter(
        Exists(season), ~Exists(unfinished), status=Status.PLANNED, opens_at__lte=now
    )


def to_resolve(now: datetime) -> QuerySet[Week]:
    """Return weeks whose deadline has passed."""
    return Week.objects.filter(status=Status.OPEN, due_at__lte=now)


def to_draw(now: datetime) -> QuerySet[Week]:
    """Return frozen weeks whose draw is available but has not been made."""
    undrawn = Seal.objects.filter(week=OuterRef("pk"), draw="", draw_at__lte=now).exclude(setup="")
    return Week.objects.filter(Exists(undrawn), status=Status.PLAYING)


def to_start(now: datetime) -> QuerySet[Week]:
    """Return frozen weeks whose draw has been made but whose game has not been played."""
    drawn_seals = Seal.objects.filter(week=OuterRef("pk")).exclude(setup="").exclude(draw="")
    return Week.objects.filter(Exists(drawn_seals), status=Status.PLAYING)


def to_go_on(now: datetime) -> QuerySet[Week]:
    """Return weeks that are being played and can continue.

    A week can continue if its publication is due, its decisions have timed out, or a fight has
    ended. An evening can continue as soon as its game is over.
    """
    playing = Week.objects.filter(status=Status.PLAYING)
    timed_out = Seal.objects.filter(week=OuterRef("pk"), decide_by__lte=now)
    waiting = Seal.objects.filter(week=OuterRef("pk")).exclude(setup="")
    over = Seal.objects.filter(week=OuterRef("pk"), match__ended_at__isnull=False)
    conditions = (
        Q(settle_at__lte=now),
        Q(Exists(timed_out)),
        Q(Exists(_finished_fights())),
        Q(Exists(over), evening=True),
    )
    return matching_any(playing, *conditions).exclude(Exists(waiting))


def to_detonate(now: datetime) -> QuerySet[Week]:
    """Return settled weeks with a charge that is due to explode (E23).

    A charge is due if the duel has begun, or if the duel's first result is recorded.
    """
    recorded = Exists(DuelResult.objects.filter(duel=OuterRef("week")))
    charges = Charge.objects.filter(
        Q(due=Charge.Due.DUEL, week__duel_at__lte=now) | Q(recorded, due=Charge.Due.AFTER),
        fired_at=None,
        lost_at=None,
    )
    return Week.objects.filter(status=Status.SETTLED, pk__in=charges.values("week"))


def to_draw_heats(now: datetime) -> QuerySet[Week]:
    """Return weeks in progress that have undrawn heats whose entries have closed (C66)."""
    return Week.objects.filter(Exists(meets_to_draw(now).filter(week=OuterRef("pk"))))


def to_drive(now: datetime) -> QuerySet[Week]:
    """Return weeks with a duel or event that the site must start to drive now (C93, C101)."""
    events = Q(Exists(events_to_drive(now).filter(week=OuterRef("pk"))))
    return matching_any(on_the_site(), _own_due(now), events)


def own_to_drive(now: datetime) -> QuerySet[Week]:
    """Return settled weeks whose weekly duel is due on the site (C93).

    Weeks with pending charges are left out.
    """
    return Week.objects.filter(_own_due(now))


def _own_due(now: datetime) -> Q:
    no_charge = ~Q(Exists(_waiting(Charge.Due.DUEL)))
    return _undriven() & Q(status=Status.SETTLED, duel_at__lte=now) & no_charge


def to_hand_over(now: datetime) -> QuerySet[Week]:
    """Return settled weeks that close soon while people still drive a duel or event (V6)."""
    seats = Chair.objects.filter(
        table__driven__duel__week=OuterRef("pk"),
        table__status=Table.Status.PLAYING,
        party__isnull=False,
        bot="",
    )
    return Week.objects.filter(
        Exists(seats), status=Status.SETTLED, closes_at__lte=now + DOCTRINE_TAKEOVER
    )


def to_write_down(now: datetime) -> QuerySet[Week]:
    """Return weeks with a duel that was driven to its end but has no record.

    Only weeks whose duels are driven by the site can have such a duel.
    """
    return on_the_site().filter(Exists(_unwritten(now)))


def to_close(now: datetime) -> QuerySet[Week]:
    """Return settled weeks that are due to close.

    Weeks that wait for a duel or an event are left out (C96).
    """
    weeks = Week.objects.filter(status=Status.SETTLED, closes_at__lte=now)
    waits = waiting_for_their_duel().filter(closes_at__lte=now)
    return weeks.exclude(pk__in=waits.values("pk"))


def waiting_for_their_duel() -> QuerySet[Week]:
    """Return settled weeks with a duel or event that the site has yet to drive or book.

    The site books only undisputed results. Until then, these weeks cannot close (C96, C101).
    """
    disputed = DuelDispute.objects.filter(duel=OuterRef("pk"), settled_at=None)
    unbooked = Q(Exists(_driven().filter(paper_at=None, table__isnull=False)))
    own_duel_condition = _undriven() | unbooked & ~Q(Exists(disputed)) & ~Q(Exists(_results()))
    events = Q(Exists(pending_events().filter(week=OuterRef("pk"))))
    return Week.objects.filter(own_duel_condition | events, status=Status.SETTLED)


def matching_any(rows: QuerySet[Week], *conditions: Q) -> QuerySet[Week]:
    """Return the rows that meet at least one of these conditions.

    The database finds the rows for each condition with its own index. If the conditions were joined
    with OR, the database would read every week. The conditions are repeated in the outer query.
    When a week is locked, they are therefore checked again for the row, which another worker may
    have changed.
    """
    first, *others = (rows.filter(condition).order_by().values("pk") for condition in conditions)
    ids = first.union(*others, all=True)
    return rows.filter(reduce(or_, conditions), pk__in=ids)


def on_the_site() -> QuerySet[Week]:
    """Return weeks in progress whose duels the site drives (index `weeks_of_the_arena`)."""
    return Week.objects.filter(status__in=Week.RUNNING, rules__duel_mode__in=ON_THE_SITE)


def _finished_fights() -> QuerySet[AmbushFight]:
    return AmbushFight.objects.filter(week=OuterRef("pk"), told_at=None, over_at__isnull=False)


def _waiting(due: str) -> QuerySet[Charge]:
    return Charge.objects.filter(week=OuterRef("pk"), fired_at=None, lost_at=None, due=due)


def _results() -> QuerySet[DuelResult]:
    return DuelResult.objects.filter(duel=OuterRef("pk"))


def _undriven() -> Q:
    """Return a condition for weeks whose duel must be driven on the site and has not started."""
    unbooked = ~Q(Exists(_driven())) & ~Q(Exists(_results()))
    return Q(rules__duel_mode__in=ON_THE_SITE) & unbooked


def _driven() -> QuerySet[DrivenDuel]:
    return DrivenDuel.objects.filter(duel=OuterRef("pk"))


def _unwritten(now: datetime) -> QuerySet[DrivenDuel]:
    return driven_without_record(now).filter(duel__week=OuterRef("pk"))


# --- backlog --------------------------------------------------------------------------------------


def backlog(now: datetime, *, late: timedelta) -> tuple[WeekBacklog, ...]:
    """Return the weeks of all clubs that are waiting for each stage. This runs one query.

    A week that has waited longer than `late` is overdue. Call this with scopes disabled.
    """
    first, *others = (
        weeks.filter(parked_at=None)
        .order_by()
        .values(stage=Value(stage))
        .annotate(
            number=Count("pk"),
            overdue=Count("pk", filter=Q(since__lt=now - late)),
            oldest=Min("since"),
        )
        for stage, weeks in _due_since(now).items()
    )
    return tuple(WeekBacklog(**row) for row in first.union(*others, all=True))


def _due_since(now: datetime) -> dict[str, QuerySet[Week]]:
    """Return the due weeks of each stage (`espionage.services.stages`), annotated with `since`."""
    fought = Subquery(_finished_fights().order_by("over_at").values("over_at")[:1])
    result = Subquery(_results().order_by("recorded_at").values("recorded_at")[:1])
    meets = meets_to_draw(now).filter(week=OuterRef("pk")).order_by("closes_at")
    began = Q(Exists(_waiting(Charge.Due.DUEL)), duel_at__lte=now)
    return {
        "open": to_open(now).annotate(since=F("opens_at")),
        "resolve": to_resolve(now).annotate(since=F("due_at")),
        "draw": to_draw(now).annotate(since=F("seal__draw_at")),
        "start": to_start(now).annotate(since=F("seal__draw_at")),
        "settle": to_go_on(now).annotate(
            since=Least(
                "settle_at",
                Coalesce("seal__decide_by", "settle_at"),
                Coalesce(fought, "settle_at"),
            )
        ),
        "detonate": to_detonate(now).annotate(
            since=Case(When(began, then="duel_at"), default=result)
        ),
        "draw heats": to_draw_heats(now).annotate(since=Subquery(meets.values("closes_at")[:1])),
        "drive": to_drive(now).annotate(
            since=Coalesce(
                Case(When(_own_due(now), then="duel_at")), Subquery(_events_due_since(now))
            )
        ),
        "hand over": to_hand_over(now).annotate(
            since=ExpressionWrapper(F("closes_at") - DOCTRINE_TAKEOVER, DateTimeField())
        ),
        "write": to_write_down(now).annotate(
            since=Subquery(_unwritten(now).order_by("over_at").values("over_at")[:1])
        ),
        "close": to_close(now).annotate(since=F("closes_at")),
    }


def _events_due_since(now: datetime) -> QuerySet[Any, Any]:
    """Return the time since which the first of a week's events has been waiting to be driven.

    An event normally waits from its start. A final waits from the record of its last heat, or from
    the end of the wait for a missing heat (C103).
    """
    heats = DuelResult.objects.filter(duel__meet=OuterRef("meet"), revision=1)
    last_record = Subquery(heats.order_by("-recorded_at").values("recorded_at")[:1])
    events = events_to_drive(now).filter(week=OuterRef("pk"))
    end_of_wait = ExpressionWrapper(F("week__closes_at") - DOCTRINE_TAKEOVER, DateTimeField())
    lacking = Case(
        When(Exists(final_with_unrecorded_heat()), then=end_of_wait), default=F("starts_at")
    )
    began_at = Greatest("starts_at", Coalesce(last_record, "starts_at"), lacking)
    return events.annotate(began=began_at).order_by("began").values("began")[:1]


def parked_weeks() -> tuple[tuple[UUID, datetime], ...]:
    """Return the parked weeks of all clubs and when they were parked, oldest first.

    This runs one query. Call this with scopes disabled.
    """
    rows = Week.objects.filter(parked_at__isnull=False).order_by("parked_at", "pk")
    return tuple(
        (week, parked_at) for week, parked_at in rows.values_list("pk", "parked_at") if parked_at
    )
