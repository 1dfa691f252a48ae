"""Public knowledge about teams (E24), and a team's knowledge of itself.

These functions use few queries, so pages can call them. Their results are equal to the results of
`selectors.sheets.roster_of` and `selectors.files.team_files`, which the rules use for many teams.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import (
    Exists,
    F,
    FilteredRelation,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
)

from campaign.deals.selectors.deals import borrower_of
from campaign.house_rules.rules import tables
from campaign.house_rules.rules.house import HouseRules
from campaign.league.models import Campaign, Team, Week
from campaign.ledger.models import Entry, Money, SkillPoint, Stock, Wound
from campaign.roster.models import Captivity
from campaign.roster.rules.people import body
from espionage.models import SealedSeat
from espionage.rules.files import (
    PublicPerson,
    PublicTeam,
    Roster,
    TeamFile,
    lend_guards,
    make_character,
)

from .files import packed_store

MONEY, STOCK, POINTS, LOST = "money", "stock", "points", "lost"
OWN_LEDGERS: Final[Any] = ((MONEY, Money), (STOCK, Stock))
BEFORE_ALL_SETTLEMENTS: Final = datetime.fromtimestamp(0, UTC)


@dataclass(frozen=True, slots=True)
class Face:
    """A team's name and emblem, for pages."""

    pk: UUID
    name: str
    slug: str
    colour: str
    emblem: str


@dataclass(frozen=True, slots=True)
class ClubView:
    """A team's own file, and the public roster, which includes the team.

    `faces` maps team ids (as strings) to names and emblems.
    """

    file: TeamFile
    roster: Roster
    faces: Mapping[str, Face]

    @property
    def rivals(self) -> Roster:
        """The roster without the team itself."""
        return tuple(team for team in self.roster if team.id != self.file.id)


def view_for_week(team: Team, week: Week, rules: HouseRules) -> ClubView:
    """Return the team's file and the public roster of this week's teams. This runs two queries.

    Teams are in the order of seats. The file has no garage, because orders do not need it. People
    who have left are not included.
    """
    people = _people(Team.objects.filter(seats__week=week), week, team.campaign_id, "seats__seat")
    return _club_view(team, tuple(people), rules, books=True)


def view_for_club(
    team: Team, rules: HouseRules, week: Week | None = None, *, books: bool = True
) -> ClubView:
    """Return the file and the roster for all of the club's playing teams, sorted by name.

    The guards of this week's loans are in the file of their borrower (E56). If `books` is false,
    the file contains names, but no money, store, skills or wounds.
    """
    people = _people(_playing(team.campaign_id), week, team.campaign_id, "name", "id")
    return _club_view(team, tuple(people), rules, books=books)


def _club_view(
    team: Team, rows: Sequence[dict[str, Any]], rules: HouseRules, *, books: bool
) -> ClubView:
    totals = _read_totals(team, rows, books=books)
    faces = {
        str(row["id"]): Face(row["id"], row["name"], row["slug"], row["colour"], row["emblem"])
        for row in rows
    }
    return ClubView(
        file=_file(team, rows, totals, rules),
        roster=tuple(_public_teams(rows, totals, rules)),
        faces=faces,
    )


def has_a_seat(team: Team) -> bool:
    """Return whether the team has ever had a seat. This runs one query."""
    return SealedSeat.objects.filter(team=team).exists()


def playing_teams(campaign: Campaign) -> QuerySet[Team]:
    """Return the club's approved teams that have not left, sorted by name."""
    return _playing(campaign.pk).order_by("name", "id")


def _playing(club: UUID) -> QuerySet[Team]:
    return Team.objects.filter(campaign=club, left_at=None).exclude(approved_at=None)


# --- queries --------------------------------------------------------------------------------------


def _people(
    teams: QuerySet[Team], week: Week | None, club: UUID, *order: str
) -> QuerySet[Any, Any]:
    """Return a row for each character, and a row for each team that has no people.

    Each row includes the columns of the team, the club's last settlement, and the team that borrows
    the character in this week, if any.
    """
    borrower = borrower_of("who", [week.pk] if week else [])
    open_captivities = Captivity._base_manager.filter(character=OuterRef("who"), freed_at=None)
    current_characters = FilteredRelation("characters", condition=Q(characters__left_at=None))
    settled = Week._base_manager.filter(season__campaign=club, settled_at__isnull=False)
    settled_at = Subquery(settled.order_by("-settled_at").values("settled_at")[:1])
    rows = teams.annotate(
        here=current_characters, who=F("here__id"), called=F("here__name"), does=F("here__role")
    ).annotate(held=Exists(open_captivities), settled_at=settled_at, borrower=borrower)
    return rows.order_by(*order, "called", "who").values(
        "id", "name", "slug", "colour", "emblem", "who", "called", "does", "held", "settled_at",
        "borrower",
    )  # fmt: skip


BookTotals = dict[str, dict[UUID, dict[str, int]]]
"""Totals by book, owner and item. Zeros are left out."""


class Totals(NamedTuple):
    """The team's own totals, and the totals that decided who was dead at the last settlement."""

    current: BookTotals
    at_settlement: BookTotals


def _read_totals(team: Team, rows: Sequence[dict[str, Any]], *, books: bool) -> Totals:
    """Return the totals of a team and of the people in `rows`. This runs one query.

    If `books` is false, the team's own totals are empty.
    """
    people = {row["who"] for row in rows if row["who"]}
    own_people = {row["who"] for row in _rows_in_file(team, rows)} & people if books else set()
    settled = Q(at__lte=next((row["settled_at"] for row in rows), None) or BEFORE_ALL_SETTLEMENTS)
    is_own, settled_people = Q(character__among=own_people), settled & Q(character__among=people)
    build = settled_people & Q(item=tables.BODYBUILDING)
    ledgers = [_ledger_totals(POINTS, SkillPoint, is_own | build, settled)]
    ledgers += [_ledger_totals(LOST, Wound, is_own | settled_people, settled)]
    if books:
        ledgers += [_ledger_totals(book, ledger, Q(team=team)) for book, ledger in OWN_LEDGERS]
    totals = Totals(defaultdict(lambda: defaultdict(dict)), defaultdict(lambda: defaultdict(dict)))
    first, *others = ledgers
    for book, owner, item, total, settled_total in first.union(*others, all=True):
        if total and owner in {*own_people, team.pk}:
            totals.current[book][owner][item] = total
        if settled_total and (book == LOST or item == tables.BODYBUILDING):
            totals.at_settlement[book][owner][item] = settled_total
    return totals


def _rows_in_file(team: Team, rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the rows of a team's own people, and of the guards lent to it."""
    return (row for row in rows if row["who"] and team.pk in {row["id"], row["borrower"]})


def _ledger_totals(
    book: str, ledger: type[Entry], owners: Q, settled: Q | None = None
) -> QuerySet[Any, tuple[str, UUID, str, int, int | None]]:
    """Return the total of each item now and at the last settlement.

    Rows contain the book, the owner, the item and the two totals.
    """
    owner = "character_id" if settled else "team_id"
    rows = ledger._base_manager.filter(owners)  # the owners are already in scope
    totals = rows.order_by().values(owner, "item").annotate(book=Value(book), total=Sum("amount"))
    settled_total = Sum("amount", filter=settled) if settled else Value(0)
    totals = totals.annotate(settled_total=settled_total)
    return totals.values_list("book", owner, "item", "total", "settled_total")


# --- conversion -----------------------------------------------------------------------------------


def _file(
    team: Team, rows: Iterable[dict[str, Any]], totals: Totals, rules: HouseRules
) -> TeamFile:
    return TeamFile(
        id=str(team.pk),
        name=team.name,
        money=sum(totals.current[MONEY][team.pk].values()),
        stock=packed_store(totals.current[STOCK][team.pk]),
        people=lend_guards(
            [
                (
                    str(row["id"]),
                    make_character(
                        (row["who"], row["called"], row["does"]),
                        totals.current[POINTS][row["who"]],
                        sum(totals.current[LOST][row["who"]].values()),
                        captured=row["held"],
                        house_rules=rules,
                    ),
                    str(row["borrower"] or ""),
                )
                for row in _rows_in_file(team, rows)
            ],
            str(team.pk),
        ),
    )


def _public_teams(
    rows: Iterable[dict[str, Any]], totals: Totals, rules: HouseRules
) -> Iterator[PublicTeam]:
    people: dict[UUID, list[PublicPerson]] = {}
    names: dict[UUID, str] = {}
    for row in rows:
        names[row["id"]] = row["name"]
        people.setdefault(row["id"], [])
        if row["who"]:
            people[row["id"]].append(_public_person(row, totals, rules))
    for pk, name in names.items():
        yield PublicTeam(id=str(pk), name=name, people=tuple(people[pk]))


def _public_person(row: dict[str, Any], totals: Totals, rules: HouseRules) -> PublicPerson:
    character = row["who"]
    hits = sum(totals.at_settlement[LOST][character].values())
    build = totals.at_settlement[POINTS][character]
    is_dead = bool(hits) and body(build, hits, rules).health == "dead"
    return PublicPerson(id=str(character), name=row["called"], role=row["does"], alive=not is_dead)
