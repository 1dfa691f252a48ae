"""Queries for duels that the site drives, their progress and results (C93, C101).

Everything except the teams' private marks is public within the club.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import chain
from typing import Any, Final, Literal, TypeAlias
from uuid import UUID

import msgspec
from django.db.models import F, QuerySet
from django_scopes import scopes_disabled

from campaign.duels.models import DrivenDuel, DuelResult
from campaign.duels.rules.duel_record import DuelRecord, Marks, marks_in
from campaign.house_rules.rules.house_record import DuelMode, Stands
from campaign.league.models import Campaign, Duel, Membership, TeamOwner, Week
from campaign.league.selectors.house import rules_in
from play.models import Chair, Table

Stage: TypeAlias = Literal["to-come", "due", "driving", "over", "nobody", "paper"]
"""Progress of a duel.

The stages are: before its time, lining up, driving, over, no car could drive, and taken out of the
arena by a GM.
"""

DOCTRINE_TAKEOVER: Final = timedelta(minutes=10)
"""Time before the end of the week at which doctrines take over from people (V6)."""
MODES_WITH_DRIVERS: Final[frozenset[DuelMode]] = frozenset({"live", "slow"})
"""Modes in which a team's people drive its cars (C99)."""


@dataclass(frozen=True, slots=True)
class DuelProgress:
    """The progress of a duel that the site drives, with its stage, table and mode.

    `teams` lists the teams that people drive, until the doctrines take over. `sides` lists the
    teams with cars in the arena. `stands` says who can watch.
    """

    stage: Stage
    table: UUID | None = None
    mode: DuelMode = "quick"
    teams: frozenset[UUID] = frozenset()
    sides: frozenset[UUID] = frozenset()
    stands: Stands = "club"

    def table_for(self, teams: Collection[UUID]) -> UUID | None:
        """Return the table that a member with these teams can watch, or None.

        During the duel, the house rules decide who can watch (C104). Afterwards, everyone can
        watch.
        """
        if self.stage == "driving":
            can_watch = self.stands != "teams" or not self.sides.isdisjoint(teams)
            return self.table if can_watch else None
        return self.table if self.stage == "over" else None

    @property
    def on_paper(self) -> bool:
        """True if the duel is recorded by hand.

        Either too few cars could drive, or a GM took the duel out of the arena.
        """
        return self.stage in {"nobody", "paper"}

    @property
    def by_people(self) -> bool:
        """True if people can drive cars. Doctrines drive the cars of the other teams (C99)."""
        return self.mode in MODES_WITH_DRIVERS

    def is_driven_by(self, teams: Collection[UUID]) -> bool:
        """Return whether people of one of these teams can drive now."""
        return not self.teams.isdisjoint(teams)


def is_driven_here(week: Week) -> bool:
    """Return whether the week's house rules say that the site drives its duels (C93, C101).

    This runs no query.
    """
    return rules_in(week).duel_mode != "recorded"


def driven_duel_of(duel: Duel) -> DrivenDuel | None:
    """Return the arena's row for this duel once the cars are lined up.

    This runs one query, or none if the site does not drive the duel.
    """
    if not is_driven_here(duel.week):
        return None
    return DrivenDuel.objects.filter(duel=duel).first()


def progress_of(duel: Duel, now: datetime) -> DuelProgress | None:
    """Return the progress of a duel.

    Return None if the site does not drive it, or if the event was called off or forfeited. This
    runs at most one query, plus one while people drive or while a challenge is not lined up.
    """
    if not is_driven_here(duel.week) or duel.called_off_at:
        return None
    row = driven_duel_of(duel)
    if row is None and duel.challenge_id and _is_recorded(duel):
        return None
    progress = _progress(duel, row, now)
    by_people = progress.by_people and progress.stage == "driving"
    return replace(progress, teams=_teams_driving(row)) if row and by_people else progress


def progress_of_events(
    week: Week, events: Collection[Duel], now: datetime
) -> dict[UUID, DuelProgress]:
    """Return the progress of a week's events by id, without `teams`.

    Events are left out if the site does not drive them or if they were called off or forfeited. The
    `events` must be annotated with `has_result`. This runs one query, or none if the site drives no
    events.
    """
    if not is_driven_here(week) or not events:
        return {}
    rows = {row.duel_id: row for row in DrivenDuel.objects.filter(duel__in=events)}
    return {
        event.pk: _progress(event, rows.get(event.pk), now)
        for event in events
        if not event.called_off_at
        and (event.pk in rows or not (event.challenge_id and event.has_result))  # type: ignore[attr-defined]
    }


def _progress(duel: Duel, row: DrivenDuel | None, now: datetime) -> DuelProgress:
    mode, stands = rules_in(duel.week).duel_mode, rules_in(duel.week).stands
    if row is None:
        return DuelProgress("to-come" if now < duel.start else "due", mode=mode, stands=stands)
    return DuelProgress(_stage(row), row.table_id, mode=mode, sides=sides_of(row), stands=stands)


def is_in_arena(event: Duel) -> bool:
    """Return whether the cars of an event are lined up. This runs one query.

    The entries of an event are final once the cars are lined up.
    """
    return DrivenDuel.objects.filter(duel=event, table__isnull=False).exists()


def _is_recorded(event: Duel) -> bool:
    """Return whether an event has a result.

    A result without a duel means that a team forfeited (C58).
    """
    return DuelResult.objects.filter(duel=event).exists()


def _teams_driving(row: DrivenDuel) -> frozenset[UUID]:
    chairs = Chair.objects.filter(table=row.table_id, party__isnull=False, bot="")
    return frozenset(party for party in chairs.values_list("party", flat=True) if party)


def sides_of(row: DrivenDuel) -> frozenset[UUID]:
    """Return the teams whose cars are in the arena. This runs no query."""
    return sides_in(row.lineup)


def sides_in(lineup: Iterable[Mapping[str, Any]]) -> frozenset[UUID]:
    """Return the teams whose cars are in a stored line-up."""
    return frozenset(UUID(side["team"]) for side in lineup)


def find_admitted(
    users_by_table: Mapping[UUID, Collection[UUID]],
) -> Mapping[UUID, set[UUID]]:
    """Return, for each table, which of these users can watch its duel now (C104).

    By default, all members of the club can watch a duel. Under the house rule `stands`, only the
    owners of the participating teams can watch a duel while it is driven.
    """
    with scopes_disabled():
        rows = tuple(
            DrivenDuel.objects.filter(table__among=frozenset(users_by_table)).select_related(
                "duel__week__season"
            )
        )
        teams_by_duel = {row.pk: sides_of(row) for row in rows if _is_for_teams_only(row)}
        clubs_by_duel = {
            row.pk: {row.duel.week.season.campaign_id}
            for row in rows
            if row.pk not in teams_by_duel
        }
        people = frozenset(chain.from_iterable(users_by_table.values()))
        memberships = _pairs(TeamOwner.objects.filter(until=None), "team", teams_by_duel, people)
        memberships |= _pairs(
            Membership.objects.filter(left_at=None), "campaign", clubs_by_duel, people
        )
    circles = teams_by_duel | clubs_by_duel
    return {
        row.table_id: {
            person
            for person in users_by_table[row.table_id]
            if any((person, circle) in memberships for circle in circles[row.pk])
        }
        for row in rows
        if row.table_id
    }


def _is_for_teams_only(row: DrivenDuel) -> bool:
    """Return whether only the owners of the teams in the arena can watch now."""
    return rules_in(row.duel.week).stands == "teams" and _stage(row) == "driving"


def _pairs(
    rows: QuerySet[Any],
    place: str,
    circles: Mapping[UUID, Collection[UUID]],
    people: frozenset[UUID],
) -> set[tuple[UUID, UUID]]:
    """Return pairs of a person and a club or team in `circles` to which the person belongs.

    Only the given people are considered. This runs one query, or none if `circles` is empty.
    """
    circle_ids = frozenset(chain.from_iterable(circles.values()))
    members = rows.filter(**{f"{place}__among": circle_ids, "user__among": people})
    return set(members.values_list("user_id", f"{place}_id"))


def people_drive_until(week: Week) -> datetime:
    """Return the time until which people can drive the duels of a week.

    After that, doctrines drive (V6).
    """
    return week.closes_at - DOCTRINE_TAKEOVER


def _stage(row: DrivenDuel) -> Stage:
    if row.paper_at is not None:
        return "paper"
    if row.table_id is None:
        return "nobody"
    return "driving" if row.over_at is None else "over"


def is_recorded_by_hand(duel: Duel, row: DrivenDuel | None) -> bool:
    """Return whether the duel is recorded by hand.

    A duel is recorded by hand if the site does not drive it, if no car could drive, or if a GM took
    it out of the arena.
    """
    if not is_driven_here(duel.week):
        return True
    return row is not None and (row.paper_at is not None or row.table_id is None)


def tables_of_events(week: Week, teams: Collection[UUID]) -> dict[UUID, UUID]:
    """Return the tables of the week's events that a member with these teams can watch (C104).

    Keys are event ids. This runs one query, or none if the site drives no events.
    """
    if not is_driven_here(week):
        return {}
    rows = DrivenDuel.objects.filter(duel__week=week, duel__called_off_at=None)
    rows = rows.exclude(duel__kind=Duel.Kind.WEEKLY).filter(paper_at=None)
    teams_only = rules_in(week).stands == "teams"
    return {
        row.duel_id: row.table_id
        for row in rows
        if row.table_id
        and (not teams_only or row.over_at is not None or not sides_of(row).isdisjoint(teams))
    }


def may_watch(week: Week, table: UUID, teams: Collection[UUID]) -> bool:
    """Return whether a member with these teams can now watch the duel at a table (C104).

    This runs one query if only the teams in the arena can watch, and no query otherwise.
    """
    if rules_in(week).stands != "teams":
        return True
    row = DrivenDuel.objects.filter(duel__week=week, table=table).first() if teams else None
    return row is not None and not sides_of(row).isdisjoint(teams)


@dataclass(frozen=True, slots=True)
class PublicDuel:
    """A duel on the site that anyone can watch without signing in (C104)."""

    stage: Literal["driving", "over"]
    duel: Duel
    table: UUID


def public_duels(campaign: Campaign, limit: int) -> tuple[PublicDuel, ...]:
    """Return a club's duels that anyone can watch, current duels first (C104). This runs one query.

    Each table has a setting for its audience, taken from the rules of its week.
    """
    rows = DrivenDuel.objects.filter(
        duel__week__season__campaign=campaign,
        table__watchers=Table.Watchers.ANYBODY,
        paper_at=None,
        duel__called_off_at=None,
    )
    rows = rows.select_related("duel__week__season", "table")
    rows = rows.order_by(F("over_at").desc(nulls_first=True), "-frozen_at", "id")
    return tuple(
        PublicDuel("driving" if row.over_at is None else "over", row.duel, row.table_id)
        for row in rows[:limit]
        if row.table_id
    )


def record_of(row: DrivenDuel) -> DuelRecord:
    """Return the result of a driven duel with all marks. Use this only to book the result."""
    return msgspec.convert(row.record, DuelRecord)


def marks_of(duel: Duel) -> Marks:
    """Return the losses of all teams in the arena. This runs one query."""
    row = driven_duel_of(duel)
    return marks_in(record_of(row)) if row is not None and row.record else Marks()
