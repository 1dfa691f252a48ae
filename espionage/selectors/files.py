"""Team files, which contain what the rules need to know about teams.

Files are read from the ledgers for many teams at a time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import F, QuerySet, TextField
from django.db.models.functions import Cast

from campaign.deals.selectors.deals import borrower_of, loans_in
from campaign.duels.models import DuelEntry
from campaign.garage.models import Vehicle
from campaign.garage.rules.vehicles import Crew, VehicleDesign, make_record
from campaign.garage.selectors.garage import usual_crews
from campaign.house_rules.rules.house import HouseRules
from campaign.league.models import Team, Week
from campaign.league.selectors.house import rules_in
from campaign.ledger.rules.gear import Packed
from campaign.ledger.selectors import balances
from campaign.roster.models import Captivity, Character
from espionage.rules.files import Character as Person
from espionage.rules.files import TeamFile, lend_guards, make_character
from espionage.rules.files import Vehicle as Parked


@dataclass(frozen=True)
class _Books:
    """The ledgers of a set of teams, by owner. Reading them takes a constant number of queries."""

    people: Mapping[UUID, Sequence[tuple[UUID, str, str, UUID, UUID | None]]]
    points: balances.Items
    lost: Mapping[UUID, int]
    captive: Collection[UUID]
    vehicles: Mapping[UUID, Sequence[tuple[UUID, str, str, str]]]
    damage: balances.Items
    crew: Mapping[UUID, Sequence[Crew]]
    entered: Collection[UUID]
    money: Mapping[UUID, int]
    stock: balances.Items


def team_files(week: Week, teams: Iterable[Team]) -> dict[UUID, TeamFile]:
    """Return the current files of the week's teams.

    This runs ten queries, whatever the number of teams.
    """
    return files_for({week: list(teams)})


def files_for(weeks: Mapping[Week, Sequence[Team]]) -> dict[UUID, TeamFile]:
    """Return the files of all these weeks' teams by team id. This runs ten queries in total.

    The house rules of each week apply.
    """
    teams = frozenset([team.pk for seated in weeks.values() for team in seated])
    books = _read(teams, frozenset([week.pk for week in weeks]))
    rules = {week: rules_in(week) for week in weeks}
    return {
        team.pk: _file(team, books, rules[week])
        for week, seated in weeks.items()
        for team in seated
    }


# --- queries --------------------------------------------------------------------------------------


def _read(teams: frozenset[UUID], weeks: frozenset[UUID]) -> _Books:
    people = _group_by_first(_people(teams, weeks))
    persons = frozenset([row[0] for rows in people.values() for row in rows])
    vehicles = _group_by_first(_garages(teams))
    cars = frozenset([row[0] for rows in vehicles.values() for row in rows])
    return _Books(
        people=people,
        points=balances.skill_points(persons),
        lost=balances.wounds(persons),
        captive=set(_open_captivities(persons)),
        vehicles=vehicles,
        damage=balances.damage(cars),
        crew=usual_crews(cars),
        entered=set(_entries(weeks)),
        money=balances.money(teams),
        stock=balances.stock(teams),
    )


def _people(teams: frozenset[UUID], weeks: frozenset[UUID]) -> QuerySet[Character, Any]:
    """Return a row for each person in each team's file, including borrowed guards (E56)."""
    present = Character.objects.filter(left_at=None).annotate(borrower=borrower_of("pk", weeks))
    lent = loans_in(weeks).filter(to__among=teams).values("character")
    members, guards = [
        rows.annotate(file=F(file)).values_list("file", "id", "name", "role", "team", "borrower")
        for rows, file in (
            (present.filter(team__among=teams), "team"),
            (present.filter(pk__in=lent), "borrower"),
        )
    ]
    return members.order_by().union(guards.order_by(), all=True).order_by("name", "id")


def _garages(teams: frozenset[UUID]) -> QuerySet[Vehicle, Any]:
    rows = Vehicle.objects.filter(team__among=teams, gone_at=None).order_by("name", "id")
    return rows.values_list("team", "id", "name", "colour", Cast("design", TextField()))


def _open_captivities(people: frozenset[UUID]) -> QuerySet[Captivity, UUID]:
    rows = Captivity.objects.filter(character__among=people, freed_at=None)
    return rows.values_list("character", flat=True)


def _entries(weeks: frozenset[UUID]) -> QuerySet[DuelEntry, UUID]:
    rows = DuelEntry.objects.filter(duel__among=weeks, withdrawn_at=None)
    return rows.values_list("vehicle", flat=True)


def _group_by_first(rows: Iterable[tuple[Any, ...]]) -> dict[UUID, list[Any]]:
    groups: dict[UUID, list[Any]] = defaultdict(list)
    for owner, *other_columns in rows:
        groups[owner].append(tuple(other_columns))
    return groups


# --- conversion -----------------------------------------------------------------------------------


def _file(team: Team, books: _Books, rules: HouseRules) -> TeamFile:
    return TeamFile(
        id=str(team.pk),
        name=team.name,
        money=books.money.get(team.pk, 0),
        stock=packed_store(books.stock.get(team.pk, {})),
        people=lend_guards(
            [
                (str(owner), _person((pk, name, role), books, rules), str(borrower or ""))
                for pk, name, role, owner, borrower in books.people.get(team.pk, ())
            ],
            str(team.pk),
        ),
        garage=tuple(_vehicle(row, books) for row in books.vehicles.get(team.pk, ())),
    )


def packed_store(pieces: Mapping[str, int]) -> tuple[Packed, ...]:
    """Return a team's store in the form that the rules use."""
    return tuple(
        Packed(gear=gear, count=count) for gear, count in sorted(pieces.items()) if count > 0
    )


def _person(row: tuple[UUID, str, str], books: _Books, rules: HouseRules) -> Person:
    pk = row[0]
    return make_character(
        row,
        books.points.get(pk, {}),
        books.lost.get(pk, 0),
        captured=pk in books.captive,
        house_rules=rules,
    )


def _vehicle(row: tuple[UUID, str, str, str], books: _Books) -> Parked:
    pk, name, colour, design = row
    record = make_record(
        _design(design), name, colour, books.damage.get(pk), books.crew.get(pk, ())
    )
    return Parked(id=str(pk), name=name, record=record, entered=pk in books.entered)


@lru_cache(maxsize=4096)
def _design(raw: str) -> VehicleDesign:
    return msgspec.json.decode(raw, type=VehicleDesign)
