"""Weeks that wait for the house: which of them each stage has to take on now, and since when."""

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
from campaign.duels.selectors.events import RUNNING
from campaign.league.models import Season, Week
from campaign.league.rules.house_record import ON_THE_SITE
from core.web.row_by_row import there_is, there_is_none
from espionage.models import AmbushFight, Charge, Seal
from play.models import Chair, Table

Status = Week.Status


class WeekBacklog(NamedTuple):
    """The weeks that wait for one stage, parked ones left out: how many, how many of them for too
    long, and since when the oldest (None: none waits).
    """

    stage: str
    number: int
    overdue: int
    oldest: datetime | None


def to_open(at: datetime) -> QuerySet[Week]:
    """Planned weeks whose time has come and before which nothing of the season is unfinished."""
    before = Week.objects.filter(season=OuterRef("season"), number__lt=OuterRef("number")).exclude(
        status__in=Week.FINISHED
    )
    season = Season.objects.filter(pk=OuterRef("season"), closed_at=None)
    return Week.objects.filter(
        there_is(season), there_is_none(before), status=Status.PLANNED, opens_at__lte=at
    )


def to_resolve(at: datetime) -> QuerySet[Week]:
    """Weeks whose deadline has passed."""
    return Week.objects.filter(status=Status.OPEN, due_at__lte=at)


def to_draw(at: datetime) -> QuerySet[Week]:
    """Frozen weeks whose draw can be had and is not there."""
    undrawn = Seal.objects.filter(week=OuterRef("pk"), draw="", draw_at__lte=at).exclude(setup="")
    return Week.objects.filter(Exists(undrawn), status=Status.PLAYING)


def to_start(at: datetime) -> QuerySet[Week]:
    """Frozen weeks whose draw has come and that are not played yet."""
    drawn = Seal.objects.filter(week=OuterRef("pk")).exclude(setup="").exclude(draw="")
    return Week.objects.filter(Exists(drawn), status=Status.PLAYING)


def to_go_on(at: datetime) -> QuerySet[Week]:
    """Weeks in play whose moment of publication has come, whose time for decisions is up, or whose
    fight is over.
    """
    playing = Week.objects.filter(status=Status.PLAYING)
    late = Seal.objects.filter(week=OuterRef("pk"), decide_by__lte=at)
    waiting = Seal.objects.filter(week=OuterRef("pk")).exclude(setup="")
    over = (Q(settle_at__lte=at), Q(Exists(late)), Q(Exists(_fought())))
    return any_of(playing, *over).exclude(Exists(waiting))


def to_detonate(at: datetime) -> QuerySet[Week]:
    """Settled weeks with a charge whose moment has come (E23): the duel began, or its first result
    is recorded.
    """
    recorded = Exists(DuelResult.objects.filter(week=OuterRef("week"), event=None))
    charges = Charge.objects.filter(
        Q(due=Charge.Due.DUEL, week__duel_at__lte=at) | Q(recorded, due=Charge.Due.AFTER),
        fired_at=None,
        lost_at=None,
    )
    return Week.objects.filter(status=Status.SETTLED, pk__in=charges.values("week"))


def to_draw_heats(at: datetime) -> QuerySet[Week]:
    """Weeks under way with heats whose entries have closed and that are not drawn (C66)."""
    return Week.objects.filter(Exists(meets_to_draw(at).filter(week=OuterRef("pk"))))


def to_drive(at: datetime) -> QuerySet[Week]:
    """Weeks with a duel of their own or an event that the site drives now (C93, C101)."""
    events = there_is(events_to_drive(at).filter(week=OuterRef("pk")))
    return any_of(on_the_site(), _own_due(at), events)


def own_to_drive(at: datetime) -> QuerySet[Week]:
    """Settled weeks whose own duel the site drives, whose hour has come, and in which no charge of
    its first phase still waits (C93).
    """
    return Week.objects.filter(_own_due(at))


def _own_due(at: datetime) -> Q:
    calm = there_is_none(_waiting(Charge.Due.DUEL))
    return _undriven() & Q(status=Status.SETTLED, duel_at__lte=at) & calm


def to_hand_over(at: datetime) -> QuerySet[Week]:
    """Settled weeks that close soon and whose duel, or event, people still drive (V6)."""
    seats = Chair.objects.filter(
        table__driven__week=OuterRef("pk"),
        table__status=Table.Status.PLAYING,
        party__isnull=False,
        bot="",
    )
    return Week.objects.filter(
        there_is(seats), status=Status.SETTLED, closes_at__lte=at + DOCTRINE_TAKEOVER
    )


def to_write_down(at: datetime) -> QuerySet[Week]:
    """Weeks of which a duel was driven to its end, and whose record nobody has written. None but
    those whose duels the site drives has such a duel.
    """
    return on_the_site().filter(there_is(_unwritten(at)))


def to_close(at: datetime) -> QuerySet[Week]:
    """Settled weeks whose time is over, but for those that wait for a duel or an event (C96)."""
    weeks = Week.objects.filter(status=Status.SETTLED, closes_at__lte=at)
    waits = waiting_for_their_duel().filter(closes_at__lte=at)
    return weeks.exclude(pk__in=waits.values("pk"))


def waiting_for_their_duel() -> QuerySet[Week]:
    """Settled weeks with a duel or an event that the site has still to drive, or to book where
    nobody disputes it: none of them closes before (C96, C101).
    """
    disputed = DuelDispute.objects.filter(week=OuterRef("pk"), event=None, settled_at=None)
    unbooked = Q(Exists(_driven().filter(paper_at=None, table__isnull=False)))
    own = _undriven() | unbooked & ~Q(Exists(disputed)) & ~Q(Exists(_results()))
    events = Q(Exists(pending_events().filter(week=OuterRef("pk"))))
    return Week.objects.filter(own | events, status=Status.SETTLED)


def any_of(rows: QuerySet[Week], *whys: Q) -> QuerySet[Week]:
    """Those of the rows for which any of these is so. The database finds the rows of each from the
    index that is made for it; of one condition with "or" in it, it reads every week.

    Then it is said once more of the whole: whoever locks the weeks asks it again of a row that
    another worker has changed meanwhile.
    """
    first, *others = (rows.filter(why).order_by().values("pk") for why in whys)
    found = first.union(*others, all=True)
    return rows.filter(reduce(or_, whys), pk__in=found)


def on_the_site() -> QuerySet[Week]:
    """Weeks under way whose duel and events the site drives (index `weeks_of_the_arena`)."""
    return Week.objects.filter(status__in=RUNNING, rules__duel_mode__in=ON_THE_SITE)


def _fought() -> QuerySet[AmbushFight]:
    return AmbushFight.objects.filter(week=OuterRef("pk"), told_at=None, over_at__isnull=False)


def _waiting(due: str) -> QuerySet[Charge]:
    return Charge.objects.filter(week=OuterRef("pk"), fired_at=None, lost_at=None, due=due)


def _results() -> QuerySet[DuelResult]:
    return DuelResult.objects.filter(week=OuterRef("pk"), event=None)


def _undriven() -> Q:
    """Weeks whose duel is to be driven on the site and does not stand in the arena yet."""
    unbooked = there_is_none(_driven()) & there_is_none(_results())
    return Q(rules__duel_mode__in=ON_THE_SITE) & unbooked


def _driven() -> QuerySet[DrivenDuel]:
    return DrivenDuel.objects.filter(week=OuterRef("pk"), event=None)


def _unwritten(at: datetime) -> QuerySet[DrivenDuel]:
    return driven_without_record(at).filter(week=OuterRef("pk"))


# --- how many, and since when ---------------------------------------------------------------------


def backlog(at: datetime, *, late: timedelta) -> tuple[WeekBacklog, ...]:
    """The weeks of all clubs that wait for each stage at this moment. `late` is how long is too
    long. One query.

    Call it with scopes disabled.
    """
    first, *others = (
        weeks.filter(parked_at=None)
        .order_by()
        .values(stage=Value(stage))
        .annotate(
            number=Count("pk"),
            overdue=Count("pk", filter=Q(since__lt=at - late)),
            oldest=Min("since"),
        )
        for stage, weeks in _due_since(at).items()
    )
    return tuple(WeekBacklog(**row) for row in first.union(*others, all=True))


def _due_since(at: datetime) -> dict[str, QuerySet[Week]]:
    """What each stage (`espionage.services.stages`) has to take on, each week with `since`: from
    when on it waits.
    """
    fought = Subquery(_fought().order_by("over_at").values("over_at")[:1])
    result = Subquery(_results().order_by("recorded_at").values("recorded_at")[:1])
    meets = meets_to_draw(at).filter(week=OuterRef("pk")).order_by("closes_at")
    began = Q(Exists(_waiting(Charge.Due.DUEL)), duel_at__lte=at)
    return {
        "open": to_open(at).annotate(since=F("opens_at")),
        "resolve": to_resolve(at).annotate(since=F("due_at")),
        "draw": to_draw(at).annotate(since=F("seal__draw_at")),
        "start": to_start(at).annotate(since=F("seal__draw_at")),
        "settle": to_go_on(at).annotate(
            since=Least(
                "settle_at",
                Coalesce("seal__decide_by", "settle_at"),
                Coalesce(fought, "settle_at"),
            )
        ),
        "detonate": to_detonate(at).annotate(
            since=Case(When(began, then="duel_at"), default=result)
        ),
        "draw heats": to_draw_heats(at).annotate(since=Subquery(meets.values("closes_at")[:1])),
        "drive": to_drive(at).annotate(
            since=Coalesce(
                Case(When(_own_due(at), then="duel_at")), Subquery(_since_they_began(at))
            )
        ),
        "hand over": to_hand_over(at).annotate(
            since=ExpressionWrapper(F("closes_at") - DOCTRINE_TAKEOVER, DateTimeField())
        ),
        "write": to_write_down(at).annotate(
            since=Subquery(_unwritten(at).order_by("over_at").values("over_at")[:1])
        ),
        "close": to_close(at).annotate(since=F("closes_at")),
    }


def _since_they_began(at: datetime) -> QuerySet[Any, Any]:
    """Since when the first of a week's events waits to be driven: its hour, or a final's heats'
    last record, or, where one of them is not recorded, the end of the wait for it (C103).
    """
    heats = DuelResult.objects.filter(event__meet=OuterRef("meet"), revision=1)
    last = Subquery(heats.order_by("-recorded_at").values("recorded_at")[:1])
    events = events_to_drive(at).filter(week=OuterRef("pk"))
    waited = ExpressionWrapper(F("week__closes_at") - DOCTRINE_TAKEOVER, DateTimeField())
    lacking = Case(When(Exists(final_with_unrecorded_heat()), then=waited), default=F("starts_at"))
    began = Greatest("starts_at", Coalesce(last, "starts_at"), lacking)
    return events.annotate(began=began).order_by("began").values("began")[:1]


def parked() -> tuple[tuple[UUID, datetime], ...]:
    """The parked weeks of all clubs, each with since when it is; the oldest first. One query.

    Call it with scopes disabled.
    """
    rows = Week.objects.filter(parked_at__isnull=False).order_by("parked_at", "pk")
    return tuple((week, at) for week, at in rows.values_list("pk", "parked_at") if at)
