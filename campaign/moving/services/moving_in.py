"""Services for importing a club's old records as one action of its GM (C90).

If any part fails, nothing is imported.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

import msgspec
from django.db.models import F
from django.utils.text import slugify

from campaign.garage.models import Vehicle
from campaign.league.models import Campaign, Season, Team, Week
from campaign.league.services import desk_log
from campaign.ledger.models import SkillPoint, Wound
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from campaign.moving.models import MoveIn
from campaign.moving.rules.arranging import Choices
from campaign.moving.rules.records import OldRecords
from campaign.moving.rules.workbook import in_words, read
from campaign.moving.selectors.workbooks import context_of, import_obstacle, move_of
from campaign.news.services import news
from campaign.roster.models import Character
from campaign.teams.rules.acts import NewTeam
from core.accounts.models import User
from core.web.locks import club, locked
from core.web.pictures.badges import CHOICES
from core.web.records import filled
from core.web.refusals import WrongTime, refuse_if
from core.web.sheets import Sheets
from core.web.text import free_slug

CAUSE = "moved-in"
"""Cause of all opening rows. It ensures that a ledger can be opened only once."""
ITEM = "moved_in"
OFFSET = 10_000
"""An offset greater than any week number. It avoids collisions while weeks are renumbered."""


class Opening(NamedTuple):
    """Values that all opening ledger rows have in common."""

    by: UUID
    at: datetime

    def line(
        self, book: Book, owner: UUID, item: str, amount: int, week: UUID | None = None
    ) -> Line:
        """Return an opening ledger row."""
        return Line(book, owner, item, amount, CAUSE, self.at, week=week, booked_by=self.by)


def move_in(
    *,
    campaign: Campaign,
    sheets: Sheets,
    actor: User,
    now: datetime,
    choices: Choices | None = None,
) -> MoveIn:
    """Import a workbook. `choices` are the GM's meanings of its sheets and columns.

    Teams, people and cars are created and can play, the opening ledger rows are booked, and the
    planned weeks are numbered. The import is logged as one action and published in the news.

    Raise WrongTime once a week has opened, after an earlier import, or if no weeks are planned.
    Raise BadForm with an error for each invalid cell. If an error is raised, nothing is written.
    """
    with club(campaign.pk):
        campaign = locked(campaign)
        season, first = _start(campaign)
        context = context_of(campaign)
        records, problems = read(sheets, context, choices)
        refuse_if(problems)
        assert records is not None  # noqa: S101 - without problems it was read
        teams = _create_teams(campaign, records, now)
        people = _create_people(records, teams, now)
        cars = _create_cars(records, teams, now)
        opening = Opening(actor.pk, now)
        posting.post(
            [
                *_team_lines(records, teams, context.house_rules.starting_capital, first, opening),
                *_person_lines(records, people, opening),
                *_car_lines(records, cars, opening),
            ]
        )
        _renumber(season, first.number, records.first_week)
        move = MoveIn.objects.create(
            campaign=campaign,
            by=actor,
            at=now,
            first_week=records.first_week,
            history=msgspec.to_builtins(records.history),
        )
        _announce(campaign, records, actor, now)
        return move


def _start(campaign: Campaign) -> tuple[Season, Week]:
    """Return the current season and its first week. Both are locked, so that no week can open."""
    weeks = list(
        Week.objects.select_for_update(no_key=True, of=("self",))
        .filter(season__campaign=campaign)
        .select_related("season")
        .order_by("season__number", "number")
    )
    if obstacle := import_obstacle(campaign, move_of(campaign)):
        raise WrongTime(obstacle)
    first = next(week for week in weeks if week.season.closed_at is None)
    return first.season, first


def _create_teams(campaign: Campaign, records: OldRecords, now: datetime) -> dict[str, Team]:
    """Create the teams, and return them by name. The import approves them (C91)."""
    existing = Team.objects.filter(campaign=campaign)
    taken_slugs = {"new", *existing.values_list("slug", flat=True)}
    used = {*existing.values_list("colour", flat=True), *(team.colour for team in records.teams)}
    spare = [paint for paint, _ in CHOICES if paint not in used] or [CHOICES[0][0]]
    rows = []
    for number, old in enumerate(records.teams):
        slug = free_slug(slugify(old.name)[:50] or "team", taken_slugs)
        taken_slugs.add(slug)
        fields = filled(NewTeam, old, colour=old.colour or spare[number % len(spare)])
        rows.append(
            Team(
                campaign=campaign,
                slug=slug,
                **msgspec.structs.asdict(fields),
                founded_at=now,
                approved_at=now,
            )
        )
    return {team.name: team for team in Team.objects.bulk_create(rows)}


def _create_people(
    records: OldRecords, teams: Mapping[str, Team], now: datetime
) -> list[Character]:
    return Character.objects.bulk_create(
        Character(
            team=teams[person.team],
            name=person.name,
            role=person.role,
            blurb=person.blurb,
            hired_at=now,
        )
        for person in records.people
    )


def _create_cars(records: OldRecords, teams: Mapping[str, Team], now: datetime) -> list[Vehicle]:
    return Vehicle.objects.bulk_create(
        Vehicle(
            team=teams[car.team],
            name=car.name,
            colour=car.colour,
            notes=car.notes,
            design=msgspec.to_builtins(car.design),
            built_at=now,
        )
        for car in records.cars
    )


def _team_lines(
    records: OldRecords, teams: Mapping[str, Team], capital: int, first: Week, opening: Opening
) -> Iterator[Line]:
    """Yield the ledger rows for money, stores and the season's standings (C92).

    They are booked in the season's first week.
    """
    for team in records.teams:
        money = capital if team.money is None else team.money
        if money:
            yield opening.line(Book.MONEY, teams[team.name].pk, ITEM, money)
    for item in records.gear:
        yield opening.line(Book.STOCK, teams[item.team].pk, item.key, item.pieces)
    for row in records.standings:
        if row.points:
            yield opening.line(Book.STANDING, teams[row.team].pk, ITEM, row.points, first.pk)


def _person_lines(records: OldRecords, people: list[Character], opening: Opening) -> Iterator[Line]:
    for old, row in zip(records.people, people, strict=True):
        for key, amount in old.points.items():
            item = SkillPoint.GENERAL if key == SkillPoint.GENERAL else key
            yield opening.line(Book.SKILL, row.pk, item, amount)
        if old.prestige:
            yield opening.line(Book.PRESTIGE, row.pk, ITEM, old.prestige)
        if old.wounds:
            yield opening.line(Book.WOUND, row.pk, Wound.DP, old.wounds)


def _car_lines(records: OldRecords, cars: list[Vehicle], opening: Opening) -> Iterator[Line]:
    for old, row in zip(records.cars, cars, strict=True):
        for part, lost in old.damage.items():
            yield opening.line(Book.DAMAGE, row.pk, part, lost)


def _renumber(season: Season, first: int, new_first: int) -> None:
    """Renumber the season's weeks so that the first one has the number `new_first`."""
    if first != new_first:
        season.weeks.update(number=F("number") + OFFSET)
        season.weeks.update(number=F("number") - OFFSET - first + new_first)


def _announce(campaign: Campaign, records: OldRecords, actor: User, now: datetime) -> None:
    desk_log.record(
        campaign_id=campaign.pk, actor=actor, kind=CAUSE, now=now, detail=records.counts()
    )
    text = (
        f"The old records of {campaign} were imported: {in_words(records)}. The first week "
        f"played here is week {records.first_week}."
    )
    news.publish([news.Item(campaign.pk, CAUSE, text[:500], CAUSE, now)])
