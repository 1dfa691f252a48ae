"""Duels and events that the site drives: which they are, how far they have come, and what they came
to (C93, C101). All of it is public in the club, but for what the record says of each team's own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias
from uuid import UUID

import msgspec
from django.db.models import F
from django_scopes import scopes_disabled

from campaign.duels.models import DrivenDuel, DuelResult
from campaign.duels.rules.duel_record import DuelRecord, Marks, marks_in
from campaign.league.models import Event, Membership, TeamOwner, Week
from campaign.league.selectors.house import rules_in
from play.models import Chair, Table

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from django.db.models import QuerySet

    from campaign.league.models import Campaign
    from campaign.league.rules.house_record import DuelMode, Stands

Stage: TypeAlias = Literal["to-come", "due", "driving", "over", "nobody", "paper"]
"""How far it has come: its hour is to come; it has come, and the cars are being lined up; they
drive; it is over; nobody could drive; a GM took it out of the arena.
"""

DOCTRINE_FINISHES: Final = timedelta(minutes=10)
"""So long before the week closes doctrine takes the wheels of a duel that people drive (V6)."""
BY_PEOPLE: Final[frozenset[DuelMode]] = frozenset({"live", "slow"})
"""The modes in which whoever runs a team drives its cars (C99)."""


@dataclass(frozen=True, slots=True)
class Driven:
    """How far a duel that the site drives has come, and its table; how it is driven, the teams
    whose people drive now, until doctrine takes their wheels, and those whose cars are in the
    arena; and who may watch it.
    """

    stage: Stage
    table: UUID | None = None
    mode: DuelMode = "quick"
    teams: frozenset[UUID] = frozenset()
    sides: frozenset[UUID] = frozenset()
    stands: Stands = "club"

    def table_for(self, teams: Collection[UUID]) -> UUID | None:
        """The table to watch, for a member of the club who runs these teams: while it is driven, if
        they may (C104), and afterwards.
        """
        if self.stage == "driving":
            may = self.stands != "teams" or not self.sides.isdisjoint(teams)
            return self.table if may else None
        return self.table if self.stage == "over" else None

    @property
    def on_paper(self) -> bool:
        """Whether it is recorded by hand after all."""
        return self.stage in {"nobody", "paper"}

    @property
    def by_people(self) -> bool:
        """Whether whoever runs a team drives its cars, and doctrine where they do not (C99)."""
        return self.mode in BY_PEOPLE

    def is_driven_by(self, teams: Collection[UUID]) -> bool:
        """Whether one of these teams has cars in the arena that its people may drive now."""
        return not self.teams.isdisjoint(teams)


def is_driven_here(week: Week) -> bool:
    """Whether the site drives the week's duel, or the event that it is looked at as, by the week's
    house rules (C93, C101). No query.
    """
    return rules_in(week).duel_mode != "recorded"


def row_of(week: Week) -> DrivenDuel | None:
    """The duel in the arena, once its cars are lined up. One query, none where the site does not
    drive it.
    """
    if not is_driven_here(week):
        return None
    return DrivenDuel.objects.filter(week=week, event=week.event).first()


def driven(week: Week, at: datetime) -> Driven | None:
    """How far the duel has come; None where the site does not drive it, and for an event that was
    called off or forfeited. One query at most, one more while people drive it, or while a challenge
    is not lined up.
    """
    if not is_driven_here(week) or (week.event and week.event.called_off_at):
        return None
    row = row_of(week)
    if row is None and week.event and week.event.challenge_id and _is_recorded(week.event):
        return None
    found = _told(week, row, at)
    by_people = found.by_people and found.stage == "driving"
    return replace(found, teams=_at_the_wheel(row)) if row and by_people else found


def driven_events(week: Week, events: Collection[Event], at: datetime) -> dict[UUID, Driven]:
    """How far these events of a week have come, by their ids, without whose people drive now: none
    that the site does not drive, that was called off, or that was forfeited. `events` say whether
    they are recorded (`has_result`). One query, none where the site drives none.
    """
    if not is_driven_here(week) or not events:
        return {}
    rows = {row.event_id: row for row in DrivenDuel.objects.filter(week=week).exclude(event=None)}
    return {
        event.pk: _told(week.on(event), rows.get(event.pk), at)
        for event in events
        if not event.called_off_at
        and (event.pk in rows or not (event.challenge_id and event.has_result))  # type: ignore[attr-defined]
    }


def _told(week: Week, row: DrivenDuel | None, at: datetime) -> Driven:
    mode, stands = rules_in(week).duel_mode, rules_in(week).stands
    if row is None:
        return Driven("to-come" if at < week.hour else "due", mode=mode, stands=stands)
    return Driven(_stage(row), row.table_id, mode=mode, sides=sides_of(row), stands=stands)


def in_arena(event: Event) -> bool:
    """Whether the cars of an event are lined up, or were: who stands there is settled. One
    query.
    """
    return DrivenDuel.objects.filter(event=event, table__isnull=False).exists()


def _is_recorded(event: Event) -> bool:
    """Whether it has a result without being driven: one of the two has forfeited it (C58)."""
    return DuelResult.objects.filter(event=event).exists()


def _at_the_wheel(row: DrivenDuel) -> frozenset[UUID]:
    """The teams whose people still drive."""
    chairs = Chair.objects.filter(table=row.table_id, party__isnull=False, bot="")
    return frozenset(party for party in chairs.values_list("party", flat=True) if party)


def sides_of(row: DrivenDuel) -> frozenset[UUID]:
    """The teams whose cars are in the arena. No query."""
    return sides_in(row.lineup)


def sides_in(lineup: Iterable[Mapping[str, Any]]) -> frozenset[UUID]:
    """The teams whose cars are in the arena, by what is kept of it."""
    return frozenset(UUID(side["team"]) for side in lineup)


class DuelAudiences:
    """Who watches the duels that the site drives, where that is not everybody (C104): members of
    the club; while it is driven, where the house rules say so, whoever runs a team that drives.
    """

    def admitted(self, asked: Mapping[UUID, Collection[UUID]]) -> Mapping[UUID, set[UUID]]:
        with scopes_disabled():
            rows = tuple(
                DrivenDuel.objects.filter(table__among=frozenset(asked)).select_related(
                    "week__season"
                )
            )
            shut = {row.pk: sides_of(row) for row in rows if _only_teams(row)}
            clubs = {row.pk: {row.week.season.campaign_id} for row in rows if row.pk not in shut}
            people = frozenset(chain.from_iterable(asked.values()))
            own = _pairs(TeamOwner.objects.filter(until=None), "team", shut, people)
            own |= _pairs(Membership.objects.filter(left_at=None), "campaign", clubs, people)
        circles = shut | clubs
        return {
            row.table_id: {
                who
                for who in asked[row.table_id]
                if any((who, each) in own for each in circles[row.pk])
            }
            for row in rows
            if row.table_id
        }


def _only_teams(row: DrivenDuel) -> bool:
    """Whether nobody but those who drive may watch now."""
    return rules_in(row.week).stands == "teams" and _stage(row) == "driving"


def _pairs(
    rows: QuerySet[Any],
    place: str,
    circles: Mapping[UUID, Collection[UUID]],
    people: frozenset[UUID],
) -> set[tuple[UUID, UUID]]:
    """Who of these people belongs where, of the clubs or teams in these circles. One query, none
    without circles.
    """
    among = frozenset(chain.from_iterable(circles.values()))
    found = rows.filter(**{f"{place}__among": among, "user__among": people})
    return set(found.values_list("user_id", f"{place}_id"))


def wheel_until(week: Week) -> datetime:
    """Until when people may drive the week's duel and its events: then doctrine drives the rest
    (V6).
    """
    return week.closes_at - DOCTRINE_FINISHES


def _stage(row: DrivenDuel) -> Stage:
    if row.paper_at is not None:
        return "paper"
    if row.table_id is None:
        return "nobody"
    return "driving" if row.over_at is None else "over"


def by_hand(week: Week, row: DrivenDuel | None) -> bool:
    """Whether the duel's record is written by hand: the site does not drive it, nobody could drive,
    or a GM took it out of the arena.
    """
    if not is_driven_here(week):
        return True
    return row is not None and (row.paper_at is not None or row.table_id is None)


def tables_of_events(week: Week, teams: Collection[UUID]) -> dict[UUID, UUID]:
    """At which tables the week's events are driven, or were, by the events' ids, as far as a member
    who runs these teams may watch there (C104). One query, none where the site drives none.
    """
    if not is_driven_here(week):
        return {}
    rows = DrivenDuel.objects.filter(week=week, paper_at=None, table__isnull=False)
    rows = rows.filter(event__isnull=False, event__called_off_at=None)
    shut = rules_in(week).stands == "teams"
    return {
        row.event_id: row.table_id
        for row in rows
        if row.event_id
        and row.table_id
        and (not shut or row.over_at is not None or not sides_of(row).isdisjoint(teams))
    }


def may_watch(week: Week, table: UUID, teams: Collection[UUID]) -> bool:
    """Whether a member who runs these teams may watch what is driven at a table of this week now
    (C104). One query where only those who drive may, else none.
    """
    if rules_in(week).stands != "teams":
        return True
    row = DrivenDuel.objects.filter(week=week, table=table).first() if teams else None
    return row is not None and not sides_of(row).isdisjoint(teams)


@dataclass(frozen=True, slots=True)
class Open:
    """A duel of the site that anybody may watch, signed in or not (C104): whether it is driven now
    or over, what it is called, in which week, and at which table.
    """

    stage: Literal["driving", "over"]
    name: str
    week: Week
    table: UUID


def open_to_anybody(campaign: Campaign, most: int) -> tuple[Open, ...]:
    """The duels and events of a club that anybody may watch (C104): those under way, then those
    that were over last, so many at most. The table itself says who may, by the rule of its week.
    One query.
    """
    rows = DrivenDuel.objects.filter(
        week__season__campaign=campaign,
        table__watchers=Table.Watchers.ANYBODY,
        paper_at=None,
        event__called_off_at=None,
    )
    rows = rows.select_related("week__season", "event", "table")
    rows = rows.order_by(F("over_at").desc(nulls_first=True), "-frozen_at", "id")
    return tuple(
        Open("driving" if row.over_at is None else "over", row.duel.title, row.week, row.table_id)
        for row in rows[:most]
        if row.table_id
    )


def record_of(row: DrivenDuel) -> DuelRecord:
    """What it came to, with everybody's marks: for who books it, and for nobody's eyes."""
    return msgspec.convert(row.record, DuelRecord)


def marks_of(week: Week) -> Marks:
    """What every team lost in the arena. One query."""
    row = row_of(week)
    return marks_in(record_of(row)) if row is not None and row.record else Marks()
