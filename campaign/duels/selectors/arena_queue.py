"""What waits for the arena: which heats are to be drawn, which events the site has to drive now,
which it has still to drive or to book, and which duels are over and not written down (C66, C93,
C101 to C103). For the week's jobs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Exists, F, JSONField, Max, OuterRef, Q, Subquery, UUIDField

from campaign.duels.models import DrivenDuel, DuelDispute, DuelDraft, DuelEntry, DuelResult
from campaign.league.models import Event, Meet, Week
from campaign.league.rules.house_record import ON_THE_SITE
from play.models import Table

from .drafts import same_duel
from .driven import DOCTRINE_FINISHES
from .events import RUNNING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime
    from uuid import UUID

    from django.db.models import QuerySet

Status = Week.Status


def meets_to_draw(at: datetime) -> QuerySet[Meet]:
    """Sets of heats whose entries have closed and that are not drawn, of weeks under way, unless
    the final is called off (C65, C66).
    """
    made = Event.objects.filter(meet=OuterRef("pk"), kind=Event.Kind.FINAL, called_off_at=None)
    rows = Meet.objects.filter(drawn_at=None, closes_at__lte=at, week__status__in=RUNNING)
    return rows.filter(Exists(made))


def lacks_a_draw(week: Week, at: datetime) -> bool:
    """Whether entries of heats of this week have closed, and they are not drawn. One query."""
    return meets_to_draw(at).filter(week=week).exists()


def events_to_drive(at: datetime) -> QuerySet[Event]:
    """Events whose hour has come and that neither stand in the arena nor are recorded: what begins
    after the reports waits for them (C52), a final for its heats (C103).
    """
    began = Q(week__status=Status.SETTLED) | Q(
        week__status__in=(Status.OPEN, Status.PLAYING), starts_at__lt=F("week__settle_at")
    )
    rows = _driven_here().filter(began, starts_at__lte=at)
    return rows.filter(~Exists(_in_arena()), ~Exists(_recorded()), ~_held(at))


def entered_and_unfinished(weeks: Iterable[UUID], teams: Iterable[UUID]) -> QuerySet[Event]:
    """The events of these weeks for which these teams are entered and that the site drives or is to
    drive, each with the table where it is driven now and who is in the arena there (`driving` and
    `lineup`, None before), and whether it is a final that lacks a heat (`lacking`). For who runs
    the teams, in weeks whose house rules have the site drive.
    """
    outer = OuterRef("pk")
    own = DuelEntry.objects.filter(event=outer, team__in=list(teams), withdrawn_at=None)
    playing = _in_arena().filter(paper_at=None, table__status=Table.Status.PLAYING)
    table = Subquery(playing.values("table")[:1], output_field=UUIDField())  # on SQLite, too
    rows = Event.objects.filter(Exists(own), week__in=list(weeks), called_off_at=None)
    rows = rows.filter(Exists(playing) | ~Exists(_in_arena()), ~Exists(_recorded()))
    lineup = Subquery(playing.values("lineup")[:1], output_field=JSONField())
    lacking = Exists(finals_that_lack_a_heat())
    found = rows.annotate(driving=table, lineup=lineup, lacking=lacking)
    return found.select_related("meet")


def finals_to_come() -> QuerySet[Event]:
    """The finals that the site drives and that are not lined up: they may wait for their heats
    beyond their hour (C103).
    """
    finals = _driven_here().filter(kind=Event.Kind.FINAL)
    return finals.filter(~Exists(_in_arena()), ~Exists(_recorded()))


def _held(at: datetime) -> Q:
    """The finals that wait for their heats: until the draw, and until each is recorded or called
    off. From ten minutes before the week closes on they wait only for heats that the site has still
    to drive, or to book where nobody disputes it (C103).
    """
    unrecorded = Exists(_unrecorded().filter(meet=OuterRef("meet")))
    unfinished = Exists(events_that_wait().filter(meet=OuterRef("meet"), kind=Event.Kind.HEAT))
    early = Q(week__closes_at__gt=at + DOCTRINE_FINISHES)
    return Q(kind=Event.Kind.FINAL) & (
        Q(meet__drawn_at=None) | Q(unrecorded) & early | Q(unfinished)
    )


def events_that_wait() -> QuerySet[Event]:
    """Events that the site has still to drive, or to book where nobody disputes it (C96)."""
    drives = _in_arena().filter(paper_at=None, table__isnull=False)
    disputed = DuelDispute.objects.filter(event=OuterRef("pk"), settled_at=None)
    waits = ~Q(Exists(_in_arena())) | Q(Exists(drives)) & ~Q(Exists(disputed))
    return _driven_here().filter(waits, ~Exists(_recorded()))


def unwritten(at: datetime) -> QuerySet[DrivenDuel]:
    """Duels and events that were driven to their end, and whose record nobody has written."""
    own = Q(event=None, week__status=Status.SETTLED)
    of_event = Q(event__called_off_at=None, event__starts_at__lte=at, week__status__in=RUNNING)
    rows = DrivenDuel.objects.filter(own | of_event, over_at__isnull=False)
    drafted, booked = same_duel(DuelDraft.objects.all()), same_duel(DuelResult.objects.all())
    return rows.exclude(Exists(drafted)).exclude(Exists(booked))


def lacks_a_heat(final: Event) -> bool:
    """Whether one of a final's heats is neither recorded nor called off. One query."""
    return _unrecorded().filter(meet=final.meet_id).exists()


def finals_that_lack_a_heat() -> QuerySet[Event]:
    """The event of the query around it, where it is a final with such a heat."""
    lacks = Exists(_unrecorded().filter(meet=OuterRef("meet")))
    return Event.objects.filter(lacks, pk=OuterRef("pk"), kind=Event.Kind.FINAL)


def _unrecorded() -> QuerySet[Event]:
    """Heats that are neither recorded nor called off."""
    heats = Event.objects.filter(kind=Event.Kind.HEAT, called_off_at=None)
    return heats.filter(~Exists(_recorded()))


def last_heat(final: Event) -> datetime | None:
    """When the last heat of a final was recorded or called off. Two queries."""
    heats = Event.objects.filter(meet=final.meet_id, kind=Event.Kind.HEAT)
    first = DuelResult.objects.filter(event__in=heats, revision=1)
    moments = (
        first.aggregate(last=Max("recorded_at"))["last"],
        heats.aggregate(last=Max("called_off_at"))["last"],
    )
    return max((one for one in moments if one), default=None)


def as_duels(weeks: Sequence[Week], events: QuerySet[Event]) -> list[Week]:
    """These weeks, looked at as each of these events that is one of theirs, by their hour."""
    by_id = {week.pk: week for week in weeks}
    rows = events.filter(week__in=by_id).select_related("meet", "challenge")
    return [by_id[row.week_id].on(row) for row in rows.order_by("starts_at", "number")]


def _driven_here() -> QuerySet[Event]:
    return Event.objects.filter(week__rules__duel_mode__in=ON_THE_SITE, called_off_at=None)


def _in_arena() -> QuerySet[DrivenDuel]:
    return DrivenDuel.objects.filter(event=OuterRef("pk"))


def _recorded() -> QuerySet[DuelResult]:
    return DuelResult.objects.filter(event=OuterRef("pk"))
