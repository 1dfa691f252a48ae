"""Moving in: a club's old records, whole or not at all, as one act of its GM (C90)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec
from django.db.models import F
from django.utils.text import slugify

from campaign.garage.models import Vehicle
from campaign.league.models import Campaign, Season, Team, Week
from campaign.league.services import desk_log, news
from campaign.ledger.models import SkillPoint, Wound
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from campaign.moving.models import MoveIn
from campaign.moving.rules.workbook import in_words, read
from campaign.moving.selectors.workbooks import closed_by, known_of, move_of
from campaign.roster.models import Character
from campaign.teams.rules.acts import NewTeam
from core.accounts.models import User
from core.web.locks import club, locked
from core.web.pictures.badges import CHOICES
from core.web.records import filled
from core.web.refusals import WrongTime, refuse_if

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime
    from uuid import UUID

    from campaign.moving.rules.records import OldRecords
    from core.web.sheets import Sheets

CAUSE = "moved-in"
"""The cause of every opening row: a ledger can be opened once."""
ITEM = "moved_in"
FAR = 10_000
"""No week has so high a number: on the way to their new ones, weeks must not meet."""


class Opening(NamedTuple):
    """What opening rows have in common."""

    by: UUID
    at: datetime

    def line(
        self, book: Book, owner: UUID, item: str, amount: int, week: UUID | None = None
    ) -> Line:
        """One opening row."""
        return Line(book, owner, item, amount, CAUSE, self.at, week=week, by=self.by)


def move_in(*, campaign: Campaign, sheets: Sheets, actor: User, at: datetime) -> MoveIn:
    """Take over a workbook: teams, people and cars are there and may play, the ledgers are opened,
    the planned weeks get their numbers. Logged as one act, and told in the news.

    Raises WrongTime once a week has opened, after an earlier move and without planned weeks;
    BadForm with a problem for each cell at fault. Nothing is written then.
    """
    with club(campaign.pk):
        campaign = locked(campaign)
        season, first = _start(campaign)
        known = known_of(campaign)
        records, problems = read(sheets, known)
        refuse_if(problems)
        assert records is not None  # noqa: S101 - without problems it was read
        teams = _found(campaign, records, at)
        people = _hire(records, teams, at)
        cars = _park(records, teams, at)
        opening = Opening(actor.pk, at)
        posting.post(
            [
                *_of_teams(records, teams, known.house.starting_capital, first, opening),
                *_of_people(records, people, opening),
                *_of_cars(records, cars, opening),
            ]
        )
        _renumber(season, first.number, records.first_week)
        move = MoveIn.objects.create(
            campaign=campaign,
            by=actor,
            at=at,
            first_week=records.first_week,
            history=msgspec.to_builtins(records.history),
        )
        _tell(campaign, records, actor, at)
        return move


def _start(campaign: Campaign) -> tuple[Season, Week]:
    """The season under way and its first week, none of which opens meanwhile."""
    weeks = list(
        Week.objects.select_for_update(no_key=True, of=("self",))
        .filter(season__campaign=campaign)
        .select_related("season")
        .order_by("season__number", "number")
    )
    if why := closed_by(campaign, move_of(campaign)):
        raise WrongTime(why)
    first = next(week for week in weeks if week.season.closed_at is None)
    return first.season, first


def _found(campaign: Campaign, records: OldRecords, at: datetime) -> dict[str, Team]:
    """The teams by name, approved with the act (C91)."""
    there = Team.objects.filter(campaign=campaign)
    taken = {"new", *there.values_list("slug", flat=True)}
    used = {*there.values_list("colour", flat=True), *(team.colour for team in records.teams)}
    spare = [paint for paint, _ in CHOICES if paint not in used] or [CHOICES[0][0]]
    rows = []
    for number, old in enumerate(records.teams):
        slug = _slug(old.name, taken)
        taken.add(slug)
        face = filled(NewTeam, old, colour=old.colour or spare[number % len(spare)])
        rows.append(
            Team(
                campaign=campaign,
                slug=slug,
                **msgspec.structs.asdict(face),
                founded_at=at,
                approved_at=at,
            )
        )
    return {team.name: team for team in Team.objects.bulk_create(rows)}


def _slug(name: str, taken: set[str]) -> str:
    wanted = slugify(name)[:50] or "team"
    numbered = (f"{wanted}-{number}" for number in range(2, len(taken) + 3))
    return next(slug for slug in (wanted, *numbered) if slug not in taken)


def _hire(records: OldRecords, teams: Mapping[str, Team], at: datetime) -> list[Character]:
    return Character.objects.bulk_create(
        Character(team=teams[one.team], name=one.name, role=one.role, blurb=one.blurb, hired_at=at)
        for one in records.people
    )


def _park(records: OldRecords, teams: Mapping[str, Team], at: datetime) -> list[Vehicle]:
    return Vehicle.objects.bulk_create(
        Vehicle(
            team=teams[one.team],
            name=one.name,
            colour=one.colour,
            notes=one.notes,
            design=msgspec.to_builtins(one.design),
            built_at=at,
        )
        for one in records.cars
    )


def _of_teams(
    records: OldRecords, teams: Mapping[str, Team], capital: int, first: Week, opening: Opening
) -> Iterator[Line]:
    """Money, stores, and the season's table, which goes with its first week (C92)."""
    for team in records.teams:
        money = capital if team.money is None else team.money
        if money:
            yield opening.line(Book.MONEY, teams[team.name].pk, ITEM, money)
    for one in records.gear:
        yield opening.line(Book.STOCK, teams[one.team].pk, one.key, one.pieces)
    for row in records.standings:
        if row.points:
            yield opening.line(Book.STANDING, teams[row.team].pk, ITEM, row.points, first.pk)


def _of_people(records: OldRecords, people: list[Character], opening: Opening) -> Iterator[Line]:
    for old, row in zip(records.people, people, strict=True):
        for key, held in old.points.items():
            item = SkillPoint.GENERAL if key == SkillPoint.GENERAL else key
            yield opening.line(Book.SKILL, row.pk, item, held)
        if old.prestige:
            yield opening.line(Book.PRESTIGE, row.pk, ITEM, old.prestige)
        if old.wounds:
            yield opening.line(Book.WOUND, row.pk, Wound.DP, old.wounds)


def _of_cars(records: OldRecords, cars: list[Vehicle], opening: Opening) -> Iterator[Line]:
    for old, row in zip(records.cars, cars, strict=True):
        for part, lost in old.damage.items():
            yield opening.line(Book.DAMAGE, row.pk, part, lost)


def _renumber(season: Season, first: int, wanted: int) -> None:
    """Give the season's weeks their numbers: the first is `wanted`."""
    if first != wanted:
        season.weeks.update(number=F("number") + FAR)
        season.weeks.update(number=F("number") - FAR - first + wanted)


def _tell(campaign: Campaign, records: OldRecords, actor: User, at: datetime) -> None:
    desk_log.record(
        campaign_id=campaign.pk, actor=actor, kind=CAUSE, now=at, detail=records.counts()
    )
    text = (
        f"The old records of {campaign} were imported: {in_words(records)}. The first week "
        f"played here is week {records.first_week}."
    )
    news.publish([news.Item(campaign.pk, CAUSE, text[:500], CAUSE, at)])
