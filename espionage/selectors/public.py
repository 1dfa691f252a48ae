"""Public knowledge about the teams (E24), and a team's knowledge of itself, in few queries for
pages.

The results equal those of `selectors.sheets.roster_of` and `selectors.files.team_files`, which the
rules use for many teams.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from uuid import UUID

from django.db.models import Exists, F, FilteredRelation, OuterRef, Q, Subquery, Sum, Value

from campaign.house_rules.rules import tables
from campaign.league.models import Team, Week
from campaign.ledger.models import Money, SkillPoint, Stock, Wound
from campaign.roster.models import Captivity, Character
from campaign.roster.rules.people import body
from core.web.prepared import PreparedInScope
from espionage.models import SealedSeat
from espionage.rules.files import PublicPerson, PublicTeam, TeamFile, make_character

from .files import packed_store

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from django.db.models import QuerySet

    from campaign.house_rules.rules.house import HouseRules
    from campaign.league.models import Campaign
    from espionage.rules.files import Roster

MONEY, STOCK, POINTS, LOST, LOST_AT_SETTLEMENT, BUILD_AT_SETTLEMENT = (
    "money",
    "stock",
    "points",
    "lost",
    "lost before",
    "build before",
)


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
    """A team's own file, and the public roster including its own team.

    `faces` maps team ids (as text) to names and emblems.
    """

    file: TeamFile
    roster: Roster
    faces: Mapping[str, Face]

    @property
    def rivals(self) -> Roster:
        """The roster without the team itself."""
        return tuple(team for team in self.roster if team.id != self.file.id)


def view_for_week(team: Team, week: Week, rules: HouseRules) -> ClubView:
    """Return the team's file and the public roster of this week's teams, in the order of seats.

    The file has no garage, because orders do not need it. People who have left are not included.
    This takes two queries.
    """
    return _club_view(team, _SEATED.all(week=week.pk), rules, books=True)


def view_for_club(team: Team, rules: HouseRules, *, books: bool = True) -> ClubView:
    """Return the file and the roster for all of the club's playing teams, by name.

    Without `books`, the file contains only names: no money, store, skills or wounds.
    """
    return _club_view(team, _PLAYING.all(club=team.campaign_id), rules, books=books)


def _club_view(
    team: Team, rows: Sequence[dict[str, Any]], rules: HouseRules, *, books: bool
) -> ClubView:
    totals_by_book = _read_totals(team, {row["id"] for row in rows}, books=books)
    faces = {
        str(row["id"]): Face(row["id"], row["name"], row["slug"], row["colour"], row["emblem"])
        for row in rows
    }
    return ClubView(
        file=_file(team, rows, totals_by_book, rules),
        roster=tuple(_public_teams(rows, totals_by_book, rules)),
        faces=faces,
    )


def has_a_seat(team: Team) -> bool:
    """Return whether the team has had a seat in any week. This takes one query."""
    return SealedSeat.objects.filter(team=team).exists()


def playing_teams(campaign: Campaign) -> QuerySet[Team]:
    """Return the club's approved teams that have not left, by name."""
    return _playing(campaign.pk).order_by("name", "id")


def _playing(club: UUID) -> QuerySet[Team]:
    return Team.objects.filter(campaign=club, left_at=None).exclude(approved_at=None)


# --- queries --------------------------------------------------------------------------------------


def _people(teams: QuerySet[Team], *order: str) -> QuerySet[Any, Any]:
    """Return a row for each character with team columns, and one for each team without people."""
    open_captivities = Captivity.objects.filter(character=OuterRef("who"), freed_at=None)
    current_characters = FilteredRelation("characters", condition=Q(characters__left_at=None))
    rows = (
        teams.annotate(here=current_characters)
        .annotate(who=F("here__id"), called=F("here__name"), does=F("here__role"))
        .annotate(held=Exists(open_captivities))
    )
    ordered = rows.order_by(*order, "called", "who")
    return ordered.values("id", "name", "slug", "colour", "emblem", "who", "called", "does", "held")


_SEATED: Final = PreparedInScope(
    lambda week: _people(Team.objects.filter(seats__week=week), "seats__seat"), week=UUID
)
_PLAYING: Final = PreparedInScope(lambda club: _people(_playing(club), "name", "id"), club=UUID)


_Sum: TypeAlias = "QuerySet[Any, tuple[str, UUID, str, int]]"
"""Rows of book, owner, item and total."""
BookTotals = dict[str, dict[UUID, dict[str, int]]]
"""Totals by book, owner and item."""


def _read_totals(team: Team, teams: Iterable[UUID], *, books: bool) -> BookTotals:
    """Return all totals in one query: own money, stock, points and wounds, and everyone's earlier
    wounds.

    People who have left are not included. There is no row for a total of zero.
    """
    team_ids, club = frozenset(teams), team.campaign_id
    rows = (
        _BOOKS.all(team=team.pk, club=club, teams=team_ids)
        if books
        else _LOST_BEFORE.all(club=club, teams=team_ids)
    )
    totals_by_book: BookTotals = defaultdict(lambda: defaultdict(dict))
    for book, owner, item, total in rows:
        totals_by_book[book][owner][item] = total
    return totals_by_book


def _books(team: UUID, club: UUID, teams: frozenset[UUID]) -> _Sum:
    own_books = [
        _book(STOCK, Stock.objects.filter(team=team), "team_id"),
        _book(POINTS, SkillPoint.objects.filter(character__in=_people_of([team])), "character_id"),
        _book(LOST, Wound.objects.filter(character__in=_people_of([team])), "character_id"),
    ]
    money = _book(MONEY, Money.objects.filter(team=team), "team_id")
    return money.union(*own_books, *_totals_at_settlement(club, teams), all=True)


def _lost_before(club: UUID, teams: frozenset[UUID]) -> _Sum:
    first, *others = _totals_at_settlement(club, teams)
    return first.union(*others, all=True)


_BOOKS: Final = PreparedInScope(_books, team=UUID, club=UUID, teams=frozenset[UUID])
_LOST_BEFORE: Final = PreparedInScope(_lost_before, club=UUID, teams=frozenset[UUID])


def _book(name: str, rows: QuerySet, owner: str) -> _Sum:
    summed = rows.order_by().values(owner, "item").annotate(total=Sum("amount"), book=Value(name))
    return summed.exclude(total=0).values_list("book", owner, "item", "total")


def _people_of(teams: Iterable[UUID]) -> QuerySet:
    """Return the ids of the people on these rosters."""
    return Character.objects.filter(team__in=list(teams), left_at=None).order_by().values("pk")


def _totals_at_settlement(club: UUID, teams: frozenset[UUID]) -> Iterator[_Sum]:
    """Yield the totals that decided who was dead at the last settlement.

    Unhurt people have no total.
    """
    settled = Week.objects.filter(season__campaign=club, settled_at__isnull=False).order_by(
        "-settled_at"
    )
    settled_at = Subquery(settled.values("settled_at")[:1])
    wounds = Wound.objects.filter(character__in=_people_of(teams), at__lte=settled_at)
    yield _book(LOST_AT_SETTLEMENT, wounds, "character_id")
    wounded_ids = (
        wounds.order_by()
        .values("character")
        .annotate(total=Sum("amount"))
        .exclude(total=0)
        .values("character")
    )
    build = SkillPoint.objects.filter(
        character__in=wounded_ids, item=tables.BODYBUILDING, at__lte=settled_at
    )
    yield _book(BUILD_AT_SETTLEMENT, build, "character_id")


# --- conversion -----------------------------------------------------------------------------------


def _file(
    team: Team, rows: Iterable[dict[str, Any]], totals_by_book: BookTotals, rules: HouseRules
) -> TeamFile:
    return TeamFile(
        id=str(team.pk),
        name=team.name,
        money=sum(totals_by_book[MONEY][team.pk].values()),
        stock=packed_store(totals_by_book[STOCK][team.pk]),
        people=tuple(
            make_character(
                (row["who"], row["called"], row["does"]),
                _points(totals_by_book, row["who"]),
                sum(totals_by_book[LOST][row["who"]].values()),
                captured=row["held"],
                house_rules=rules,
            )
            for row in rows
            if row["id"] == team.pk and row["who"]
        ),
    )


def _points(totals_by_book: BookTotals, character: UUID) -> dict[str, int]:
    return {skill: total for skill, total in totals_by_book[POINTS][character].items() if total}


def _public_teams(
    rows: Iterable[dict[str, Any]], totals_by_book: BookTotals, rules: HouseRules
) -> Iterator[PublicTeam]:
    people: dict[UUID, list[PublicPerson]] = {}
    names: dict[UUID, str] = {}
    for row in rows:
        names[row["id"]] = row["name"]
        people.setdefault(row["id"], [])
        if row["who"]:
            people[row["id"]].append(_public_person(row, totals_by_book, rules))
    for pk, name in names.items():
        yield PublicTeam(id=str(pk), name=name, people=tuple(people[pk]))


def _public_person(
    row: dict[str, Any], totals_by_book: BookTotals, rules: HouseRules
) -> PublicPerson:
    character = row["who"]
    hits = sum(totals_by_book[LOST_AT_SETTLEMENT][character].values())
    is_dead = (
        bool(hits)
        and body(totals_by_book[BUILD_AT_SETTLEMENT][character], hits, rules).health == "dead"
    )
    return PublicPerson(id=str(character), name=row["called"], role=row["does"], alive=not is_dead)
