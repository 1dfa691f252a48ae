"""What everybody knows of the teams (E24), and what one team knows of itself, in as few queries as
a page can spare.

The same answers as `selectors.sheets.roster_of` and `selectors.files.team_files`, which work for
many teams and for the rules.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from uuid import UUID

from django.db.models import Exists, F, FilteredRelation, OuterRef, Q, Subquery, Sum, Value

from campaign.league.models import Team, Week
from campaign.league.rules import tables
from campaign.ledger.models import Money, SkillPoint, Stock, Wound
from campaign.roster.models import Captivity, Character
from campaign.roster.rules.people import body
from core.web.prepared import PreparedInScope
from espionage.models import SealedSeat
from espionage.rules.files import PublicPerson, PublicTeam, TeamFile, make_character

from .files import packed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from django.db.models import QuerySet

    from campaign.league.models import Campaign
    from campaign.league.rules.house import HouseRules
    from espionage.rules.files import Roster

MONEY, STOCK, POINTS, LOST, LOST_BEFORE, BUILD_BEFORE = (
    "money",
    "stock",
    "points",
    "lost",
    "lost before",
    "build before",
)


@dataclass(frozen=True, slots=True)
class Face:
    """A team's emblem and name, for the pages."""

    pk: UUID
    name: str
    slug: str
    colour: str
    emblem: str


@dataclass(frozen=True, slots=True)
class Around:
    """A team among the others. `roster` is in the order given, its own team included; `faces` are
    by id as text.
    """

    file: TeamFile
    roster: Roster
    faces: Mapping[str, Face]

    @property
    def rivals(self) -> Roster:
        """The other teams."""
        return tuple(team for team in self.roster if team.id != self.file.id)


def around_week(team: Team, week: Week, house: HouseRules) -> Around:
    """The team's own file (without its garage, which order entry never asks for) and the public
    roster of the teams that play this week, in the order of their seats. Two queries.

    Who has left a roster is gone from it.
    """
    return _around(team, _SEATED.all(week=week.pk), house, books=True)


def around_club(team: Team, house: HouseRules, *, books: bool = True) -> Around:
    """The same among all the club's teams that play, by name. Without `books` the file has no more
    than names: no money, store, skills or wounds.
    """
    return _around(team, _PLAYING.all(club=team.campaign_id), house, books=books)


def _around(
    team: Team, rows: Sequence[dict[str, Any]], house: HouseRules, *, books: bool
) -> Around:
    sums = _sums(team, {row["id"] for row in rows}, books=books)
    faces = {
        str(row["id"]): Face(row["id"], row["name"], row["slug"], row["colour"], row["emblem"])
        for row in rows
    }
    return Around(
        file=_file(team, rows, sums, house),
        roster=tuple(_public_teams(rows, sums, house)),
        faces=faces,
    )


def has_a_seat(team: Team) -> bool:
    """Whether a week has ever opened with this team. One query."""
    return SealedSeat.objects.filter(team=team).exists()


def playing(campaign: Campaign) -> QuerySet[Team]:
    """The club's teams that are approved and still there, by name."""
    return _playing(campaign.pk).order_by("name", "id")


def _playing(club: UUID) -> QuerySet[Team]:
    return Team.objects.filter(campaign=club, left_at=None).exclude(approved_at=None)


# --- reading --------------------------------------------------------------------------------------


def _people(teams: QuerySet[Team], *order: str) -> QuerySet[Any, Any]:
    """One row a character with the team's, and one for a team without people; teams in this
    order.
    """
    held = Captivity.objects.filter(character=OuterRef("who"), freed_at=None)
    here = FilteredRelation("characters", condition=Q(characters__left_at=None))
    rows = (
        teams.annotate(here=here)
        .annotate(who=F("here__id"), called=F("here__name"), does=F("here__role"))
        .annotate(held=Exists(held))
    )
    ordered = rows.order_by(*order, "called", "who")
    return ordered.values("id", "name", "slug", "colour", "emblem", "who", "called", "does", "held")


_SEATED: Final = PreparedInScope(
    lambda week: _people(Team.objects.filter(seats__week=week), "seats__seat"), week=UUID
)
_PLAYING: Final = PreparedInScope(lambda club: _people(_playing(club), "name", "id"), club=UUID)


_Sum: TypeAlias = "QuerySet[Any, tuple[str, UUID, str, int]]"
"""Rows of book, owner, item and total."""
Sums = dict[str, dict[UUID, dict[str, int]]]
"""By book, owner and item."""


def _sums(team: Team, teams: Iterable[UUID], *, books: bool) -> Sums:
    """Everything that is added up, in one query: own money, stock, points and wounds; what all had
    lost at the last settlement.

    Of people who are gone nothing is asked, and a sum of nothing is no row.
    """
    asked, club = frozenset(teams), team.campaign_id
    rows = (
        _BOOKS.all(team=team.pk, club=club, teams=asked)
        if books
        else _LOST_BEFORE.all(club=club, teams=asked)
    )
    found: Sums = defaultdict(lambda: defaultdict(dict))
    for book, owner, item, total in rows:
        found[book][owner][item] = total
    return found


def _books(team: UUID, club: UUID, teams: frozenset[UUID]) -> _Sum:
    own = [
        _book(STOCK, Stock.objects.filter(team=team), "team_id"),
        _book(POINTS, SkillPoint.objects.filter(character__in=_here([team])), "character_id"),
        _book(LOST, Wound.objects.filter(character__in=_here([team])), "character_id"),
    ]
    money = _book(MONEY, Money.objects.filter(team=team), "team_id")
    return money.union(*own, *_before(club, teams), all=True)


def _lost_before(club: UUID, teams: frozenset[UUID]) -> _Sum:
    first, *others = _before(club, teams)
    return first.union(*others, all=True)


_BOOKS: Final = PreparedInScope(_books, team=UUID, club=UUID, teams=frozenset[UUID])
_LOST_BEFORE: Final = PreparedInScope(_lost_before, club=UUID, teams=frozenset[UUID])


def _book(name: str, rows: QuerySet, owner: str) -> _Sum:
    summed = rows.order_by().values(owner, "item").annotate(total=Sum("amount"), book=Value(name))
    return summed.exclude(total=0).values_list("book", owner, "item", "total")


def _here(teams: Iterable[UUID]) -> QuerySet:
    """The ids of who is on these rosters."""
    return Character.objects.filter(team__in=list(teams), left_at=None).order_by().values("pk")


def _before(club: UUID, teams: frozenset[UUID]) -> Iterator[_Sum]:
    """What made people dead or alive when the campaign's last week was settled; nothing of who was
    well.
    """
    settled = Week.objects.filter(season__campaign=club, settled_at__isnull=False).order_by(
        "-settled_at"
    )
    until = Subquery(settled.values("settled_at")[:1])
    lost = Wound.objects.filter(character__in=_here(teams), at__lte=until)
    yield _book(LOST_BEFORE, lost, "character_id")
    hurt = (
        lost.order_by()
        .values("character")
        .annotate(total=Sum("amount"))
        .exclude(total=0)
        .values("character")
    )
    build = SkillPoint.objects.filter(character__in=hurt, item=tables.BODYBUILDING, at__lte=until)
    yield _book(BUILD_BEFORE, build, "character_id")


# --- shaping --------------------------------------------------------------------------------------


def _file(team: Team, rows: Iterable[dict[str, Any]], sums: Sums, house: HouseRules) -> TeamFile:
    return TeamFile(
        id=str(team.pk),
        name=team.name,
        money=sum(sums[MONEY][team.pk].values()),
        stock=packed(sums[STOCK][team.pk]),
        people=tuple(
            make_character(
                (row["who"], row["called"], row["does"]),
                _points(sums, row["who"]),
                sum(sums[LOST][row["who"]].values()),
                captured=row["held"],
                house_rules=house,
            )
            for row in rows
            if row["id"] == team.pk and row["who"]
        ),
    )


def _points(sums: Sums, who: UUID) -> dict[str, int]:
    return {skill: total for skill, total in sums[POINTS][who].items() if total}


def _public_teams(
    rows: Iterable[dict[str, Any]], sums: Sums, house: HouseRules
) -> Iterator[PublicTeam]:
    people: dict[UUID, list[PublicPerson]] = {}
    names: dict[UUID, str] = {}
    for row in rows:
        names[row["id"]] = row["name"]
        people.setdefault(row["id"], [])
        if row["who"]:
            people[row["id"]].append(_public(row, sums, house))
    for pk, name in names.items():
        yield PublicTeam(id=str(pk), name=name, people=tuple(people[pk]))


def _public(row: dict[str, Any], sums: Sums, house: HouseRules) -> PublicPerson:
    who = row["who"]
    lost = sum(sums[LOST_BEFORE][who].values())
    dead = bool(lost) and body(sums[BUILD_BEFORE][who], lost, house).health == "dead"
    return PublicPerson(id=str(who), name=row["called"], role=row["does"], alive=not dead)
