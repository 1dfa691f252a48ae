"""A week's life as stages: which weeks wait for what, and what is done to them."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from campaign.duels.models import DuelResult
from campaign.league.models import Week
from espionage.models import AmbushFight, Charge, Seal

from .closing import close_weeks
from .detonating import detonate
from .due import Stage
from .holding import hold_weeks, put_off, to_hold, to_put_off
from .opening import open_weeks
from .resolving import go_on, resolve_weeks, start_drawn

Status = Week.Status


def _to_open(at: datetime) -> QuerySet[Week]:
    """Planned weeks whose time has come and before which nothing of the season is unfinished."""
    before = Week.objects.filter(season=OuterRef("season"), number__lt=OuterRef("number")).exclude(
        status__in=Week.OVER
    )
    return Week.objects.filter(
        status=Status.PLANNED, opens_at__lte=at, season__closed_at=None
    ).exclude(Exists(before))


def _to_resolve(at: datetime) -> QuerySet[Week]:
    return _not_held(Week.objects.filter(status=Status.OPEN, due_at__lte=at), at)


def _to_start(at: datetime) -> QuerySet[Week]:
    """Frozen weeks whose draw has come and that are not played yet."""
    drawn = Seal.objects.filter(week=OuterRef("pk")).exclude(setup="").exclude(draw="")
    return _not_held(Week.objects.filter(Exists(drawn), status=Status.PLAYING), at)


def _to_go_on(at: datetime) -> QuerySet[Week]:
    """Weeks in play whose moment of publication has come, whose time for decisions is up, or whose
    fight is over.
    """
    late = Seal.objects.filter(week=OuterRef("pk"), decide_by__lte=at)
    fought = AmbushFight.objects.filter(week=OuterRef("pk"), told_at=None, over_at__isnull=False)
    drawing = Seal.objects.filter(week=OuterRef("pk")).exclude(setup="")
    waiting = (
        Week.objects.filter(status=Status.PLAYING)
        .filter(Q(settle_at__lte=at) | Exists(late) | Exists(fought))
        .exclude(Exists(drawing))
    )
    return _not_held(waiting, at)


def _not_held(weeks: QuerySet[Week], at: datetime) -> QuerySet[Week]:
    """Without those that an outage holds and whose times are not moved yet: another worker is at
    it, or has failed at it.
    """
    return weeks.exclude(pk__in=to_hold(at).values("pk"))


def _to_detonate(at: datetime) -> QuerySet[Week]:
    """Settled weeks with a charge whose moment has come (E23): the duel began, or its first result
    is recorded.
    """
    waiting = Charge.objects.filter(week=OuterRef("pk"), fired_at=None, lost_at=None)
    results = DuelResult.objects.filter(week=OuterRef("pk"))
    began, over = (
        Exists(waiting.filter(due=Charge.Due.DUEL)),
        Exists(waiting.filter(due=Charge.Due.AFTER)),
    )
    return Week.objects.filter(status=Status.SETTLED).filter(
        Q(began, duel_at__lte=at) | Q(over, Exists(results))
    )


def _to_close(at: datetime) -> QuerySet[Week]:
    return Week.objects.filter(status=Status.SETTLED, closes_at__lte=at)


HOLD: Final = Stage("hold", to_hold, hold_weeks)
PUT_OFF: Final = Stage("put off", to_put_off, put_off)
OPEN: Final = Stage("open", _to_open, open_weeks)
RESOLVE: Final = Stage("resolve", _to_resolve, resolve_weeks)
START: Final = Stage("start", _to_start, start_drawn)
SETTLE: Final = Stage("settle", _to_go_on, go_on)
DETONATE: Final = Stage("detonate", _to_detonate, detonate)
CLOSE: Final = Stage("close", _to_close, close_weeks)
