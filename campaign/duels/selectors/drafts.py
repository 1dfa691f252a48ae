"""What a duel's own people write down of it, and who has signed or disputes it (C27): public in the
club from the duel's hour on, but for what each team marks of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
from django.db.models import Exists, OuterRef
from django.db.models.functions import Coalesce

from campaign.duels.models import DuelDispute, DuelDraft, DuelResult, DuelSignature
from campaign.duels.rules.duel_record import DuelRecord, Marks
from campaign.league.models import Week
from campaign.league.selectors import people

from .driven import is_driven_here
from .muster import muster

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from datetime import datetime
    from uuid import UUID

    from django.db.models import QuerySet

    from campaign.league.models import Team

SHOWN = 20
"""So many disputes of a duel are shown, the newest ones."""


def written(draft: DuelDraft) -> DuelRecord:
    """A draft as a record, without any team's own marks."""
    return msgspec.convert(draft.payload, DuelRecord)


def marks_of(signature: DuelSignature) -> Marks:
    """What a team marked of its own when it signed."""
    return msgspec.convert(signature.payload, Marks)


def newest(week: Week) -> DuelDraft | None:
    """The draft that counts. One query."""
    rows = DuelDraft.objects.filter(week=week, event=week.event).select_related("team", "by")
    return rows.order_by("-number").first()


def draft_numbered(week: Week, number: int) -> DuelDraft | None:
    """One of a duel's drafts. One query."""
    rows = DuelDraft.objects.filter(week=week, event=week.event, number=number)
    return rows.select_related("team", "by").first()


def at_start(week: Week) -> dict[UUID, Team]:
    """The teams that have a vehicle at the start of the week's duel, by id. Five queries."""
    return {one.entry.team_id: one.entry.team for one in muster(week) if one.there}


def to_sign(teams: Iterable[UUID]) -> frozenset[UUID]:
    """Those of these teams for whom somebody can sign. One query."""
    return frozenset(people.owners(teams))


@dataclass(frozen=True, slots=True)
class Drafts:
    """Every draft of a duel's record with its signatures, the newest first; `unsigned` is the
    house's own, which needs none (C94).
    """

    rows: tuple[DuelSignature, ...]
    unsigned: DuelDraft | None = None

    @property
    def newest(self) -> DuelDraft | None:
        """The draft that counts."""
        return self.rows[0].draft if self.rows else self.unsigned

    @property
    def signed(self) -> tuple[DuelSignature, ...]:
        """Who has signed the draft that counts, in order."""
        return tuple(reversed([row for row in self.rows if row.draft_id == self.rows[0].draft_id]))

    @property
    def older(self) -> tuple[DuelDraft, ...]:
        """The drafts before it, the newest first."""
        every = {row.draft_id: row.draft for row in self.rows}
        return tuple(every.values())[1:]

    def has_signed(self, team: UUID) -> bool:
        """Whether a team has signed the draft that counts."""
        return any(row.team_id == team for row in self.signed)

    def marks_of(self, team_ids: Collection[UUID]) -> Marks:
        """What these teams marked of their own when they last signed a draft."""
        last = {row.team_id: row for row in reversed(self.rows) if row.team_id in team_ids}
        every = [marks_of(row) for row in last.values()]
        return Marks(
            vehicles=tuple(one for marks in every for one in marks.vehicles),
            hurt=tuple(one for marks in every for one in marks.hurt),
        )


def drafts(week: Week) -> Drafts:
    """The drafts of a week's duel: each bears at least its writer's signature, but for the house's.
    One query, two where the site drives the duel and nobody has signed.
    """
    rows = DuelSignature.objects.filter(draft__week=week, draft__event=week.event)
    rows = rows.select_related("draft__team", "draft__by", "team", "by")
    found = tuple(rows.order_by("-draft__number", "-at", "-id"))
    return Drafts(found, newest(week) if is_driven_here(week) and not found else None)


@dataclass(frozen=True, slots=True)
class Paper:
    """The record of a duel before it is booked. `waited_for` are the teams that have not signed the
    newest draft and that somebody runs.
    """

    teams: tuple[Team, ...]
    drafts: Drafts
    waited_for: tuple[Team, ...]
    disputes: tuple[DuelDispute, ...]

    @property
    def draft(self) -> DuelDraft | None:
        """The draft that counts."""
        return self.drafts.newest

    @property
    def settled(self) -> tuple[DuelDispute, ...]:
        """The disputes that are over."""
        return tuple(one for one in self.disputes if one.settled_at is not None)

    @property
    def disputed(self) -> tuple[DuelDispute, ...]:
        """The disputes that are not settled: while there is one, nothing is booked."""
        return tuple(one for one in self.disputes if one.settled_at is None)


def paper(week: Week, teams: Iterable[Team]) -> Paper:
    """The record of a week's duel at whose start these teams are. Three queries."""
    found = drafts(week)
    there = tuple(sorted(teams, key=lambda team: team.name))
    can = to_sign([team.pk for team in there]) if found.newest else frozenset()
    disputes = DuelDispute.objects.filter(week=week, event=week.event)
    disputes = disputes.select_related("team", "by")
    return Paper(
        teams=there,
        drafts=found,
        waited_for=tuple(
            team for team in there if team.pk in can and not found.has_signed(team.pk)
        ),
        disputes=tuple(reversed(disputes.order_by("-at", "-id")[:SHOWN])),
    )


def is_disputed(week: Week) -> bool:
    """Whether there is an open dispute over its duel, or the event. One query."""
    return DuelDispute.objects.filter(week=week, event=week.event, settled_at=None).exists()


def same_duel(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Those of the rows that belong to the same duel or event as the row outside: the week says
    where the database finds them.
    """
    outside = Coalesce(OuterRef("event_id"), OuterRef("week_id"))
    known = rows.alias(duel_id=Coalesce("event_id", "week_id"))
    return known.filter(duel_id=outside, week=OuterRef("week_id"))


def unsigned_drafts(team: Team, week: Week) -> QuerySet[DuelDraft]:
    """The draft that counts of a week's duel, while it is not booked and the team has not signed
    it.
    """
    return unsigned_of(team.pk, DuelDraft.objects.filter(week=week, event=week.event))


def unsigned_of(team: UUID, drafts: QuerySet[DuelDraft]) -> QuerySet[DuelDraft]:
    """Those of these drafts that count, are not booked, and that the team has not signed."""
    rows = drafts.filter(result=None)
    newer = same_duel(DuelDraft.objects.filter(number__gt=OuterRef("number")))
    mine = DuelSignature.objects.filter(draft=OuterRef("pk"), team=team)
    return rows.exclude(Exists(newer)).exclude(Exists(mine))


def due(at: datetime) -> tuple[DuelDraft, ...]:
    """The drafts that nobody has signed or disputed for so long that they are booked as they stand.
    One query.
    """
    rows = DuelDraft.objects.filter(result=None, books_at__lte=at)
    newer = same_duel(DuelDraft.objects.filter(number__gt=OuterRef("number")))
    disputes = same_duel(DuelDispute.objects.filter(settled_at=None))
    booked = same_duel(DuelResult.objects.all())
    rows = rows.exclude(Exists(newer)).exclude(Exists(disputes)).exclude(Exists(booked))
    rows = rows.filter(week__season__closed_at=None, event__called_off_at=None)
    rows = rows.exclude(week__status=Week.Status.VOID)
    return tuple(rows.select_related("week__season__campaign", "event").order_by("books_at", "id"))
