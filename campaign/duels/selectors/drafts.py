"""Queries for drafts of duel records, their signatures and disputes (C27).

Everything is public within the club from the time of the duel, except for the teams' private marks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import Exists, OuterRef, QuerySet

from campaign.duels.models import DuelDispute, DuelDraft, DuelResult, DuelSignature
from campaign.duels.rules.duel_record import DuelRecord, Marks
from campaign.league.models import Duel, Team, Week
from campaign.league.selectors import people

from .driven import is_driven_here
from .muster import muster

MAX_DISPUTES_SHOWN = 20
"""Maximum number of disputes shown for a duel. Only the newest are shown."""


def record_of_draft(draft: DuelDraft) -> DuelRecord:
    """Return the record in a draft, without the teams' private marks."""
    return msgspec.convert(draft.payload, DuelRecord)


def marks_of(signature: DuelSignature) -> Marks:
    """Return the private marks of a signature."""
    return msgspec.convert(signature.payload, Marks)


def newest_draft(duel: Duel) -> DuelDraft | None:
    """Return the newest draft, which is the only valid one. This runs one query."""
    rows = DuelDraft.objects.filter(duel=duel).select_related("team", "by")
    return rows.order_by("-number").first()


def draft_numbered(duel: Duel, number: int) -> DuelDraft | None:
    """Return the draft of a duel with this number. This runs one query."""
    rows = DuelDraft.objects.filter(duel=duel, number=number)
    return rows.select_related("team", "by").first()


def teams_at_start(duel: Duel) -> dict[UUID, Team]:
    """Return the teams with a vehicle at the start of the duel, by id. This runs five queries."""
    return {
        mustered.entry.team_id: mustered.entry.team
        for mustered in muster(duel)
        if mustered.is_at_start
    }


def teams_with_owner(teams: Iterable[UUID]) -> frozenset[UUID]:
    """Return which of these teams have an owner who can sign. This runs one query."""
    return frozenset(people.owners(teams))


@dataclass(frozen=True, slots=True)
class Drafts:
    """All drafts of a duel's record with their signatures, newest first.

    `unsigned` is the site's own draft, which needs no signature (C94).
    """

    rows: tuple[DuelSignature, ...]
    unsigned: DuelDraft | None = None

    @property
    def newest_draft(self) -> DuelDraft | None:
        """The newest draft."""
        return self.rows[0].draft if self.rows else self.unsigned

    @property
    def signed(self) -> tuple[DuelSignature, ...]:
        """The signatures of the newest draft, in order."""
        return tuple(reversed([row for row in self.rows if row.draft_id == self.rows[0].draft_id]))

    @property
    def older(self) -> tuple[DuelDraft, ...]:
        """The earlier drafts, newest first."""
        all_drafts = {row.draft_id: row.draft for row in self.rows}
        return tuple(all_drafts.values())[1:]

    def has_signed(self, team: UUID) -> bool:
        """Return whether a team has signed the newest draft."""
        return any(row.team_id == team for row in self.signed)

    def marks_of(self, team_ids: Collection[UUID]) -> Marks:
        """Return the private marks in the latest signatures of these teams."""
        latest_by_team = {
            row.team_id: row for row in reversed(self.rows) if row.team_id in team_ids
        }
        all_marks = [marks_of(row) for row in latest_by_team.values()]
        return Marks(
            vehicles=tuple(item for marks in all_marks for item in marks.vehicles),
            hurt=tuple(item for marks in all_marks for item in marks.hurt),
        )


def drafts(duel: Duel) -> Drafts:
    """Return the drafts of a duel.

    Each draft is signed at least by its author, except for the site's own draft. This runs one
    query, or two if the site drives the duel and nobody has signed.
    """
    rows = DuelSignature.objects.filter(draft__duel=duel)
    rows = rows.select_related("draft__team", "draft__by", "team", "by")
    signatures = tuple(rows.order_by("-draft__number", "-at", "-id"))
    return Drafts(
        signatures, newest_draft(duel) if is_driven_here(duel.week) and not signatures else None
    )


@dataclass(frozen=True, slots=True)
class UnbookedRecord:
    """The record of a duel before it is booked.

    `waited_for` lists the teams with an owner that have not signed the newest draft.
    """

    teams: tuple[Team, ...]
    drafts: Drafts
    waited_for: tuple[Team, ...]
    disputes: tuple[DuelDispute, ...]

    @property
    def draft(self) -> DuelDraft | None:
        """The newest draft."""
        return self.drafts.newest_draft

    @property
    def settled(self) -> tuple[DuelDispute, ...]:
        """The disputes that were settled."""
        return tuple(dispute for dispute in self.disputes if dispute.settled_at is not None)

    @property
    def disputed(self) -> tuple[DuelDispute, ...]:
        """The open disputes, which block the booking."""
        return tuple(dispute for dispute in self.disputes if dispute.settled_at is None)


def unbooked_record(duel: Duel, teams: Iterable[Team]) -> UnbookedRecord:
    """Return the record of a duel. `teams` are the teams at the start. This runs three queries."""
    all_drafts = drafts(duel)
    sorted_teams = tuple(sorted(teams, key=lambda team: team.name))
    can_sign = (
        teams_with_owner([team.pk for team in sorted_teams])
        if all_drafts.newest_draft
        else frozenset()
    )
    disputes = DuelDispute.objects.filter(duel=duel)
    disputes = disputes.select_related("team", "by")
    return UnbookedRecord(
        teams=sorted_teams,
        drafts=all_drafts,
        waited_for=tuple(
            team
            for team in sorted_teams
            if team.pk in can_sign and not all_drafts.has_signed(team.pk)
        ),
        disputes=tuple(reversed(disputes.order_by("-at", "-id")[:MAX_DISPUTES_SHOWN])),
    )


def is_disputed(duel: Duel) -> bool:
    """Return whether the duel has an open dispute. This runs one query."""
    return DuelDispute.objects.filter(duel=duel, settled_at=None).exists()


def same_duel(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Return only the rows for the outer query's duel."""
    return rows.filter(duel=OuterRef("duel"))


def unsigned_drafts(team: Team, duel: Duel) -> QuerySet[DuelDraft]:
    """Return the newest draft of a duel unless it is booked or the team has signed it."""
    return unsigned_of(team.pk, DuelDraft.objects.filter(duel=duel))


def unsigned_of(team: UUID, drafts: QuerySet[DuelDraft]) -> QuerySet[DuelDraft]:
    """Return the newest of these drafts unless it is booked or signed by the team."""
    rows = drafts.filter(result=None)
    newer = same_duel(DuelDraft.objects.filter(number__gt=OuterRef("number")))
    own_signature = DuelSignature.objects.filter(draft=OuterRef("pk"), team=team)
    return rows.exclude(Exists(newer)).exclude(Exists(own_signature))


def drafts_to_book(now: datetime) -> tuple[DuelDraft, ...]:
    """Return the undisputed drafts whose time limit has passed. This runs one query.

    These drafts are booked unchanged.
    """
    rows = DuelDraft.objects.filter(result=None, books_at__lte=now)
    newer = same_duel(DuelDraft.objects.filter(number__gt=OuterRef("number")))
    disputes = same_duel(DuelDispute.objects.filter(settled_at=None))
    booked = same_duel(DuelResult.objects.all())
    rows = rows.exclude(Exists(newer)).exclude(Exists(disputes)).exclude(Exists(booked))
    rows = rows.filter(duel__week__season__closed_at=None, duel__called_off_at=None)
    rows = rows.exclude(duel__week__status=Week.Status.VOID)
    return tuple(
        rows.select_related(
            "duel__week__season__campaign", "duel__meet", "duel__challenge"
        ).order_by("books_at", "id")
    )
