"""Queries for the people of a team.

Viewers of the team's books see all details. Other members see names, roles, and whether people are
alive (E24).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Max, Sum, Value

from campaign.house_rules.rules.house import HouseRules
from campaign.league.models import Campaign, Team, Week
from campaign.league.selectors.house import rules_of
from campaign.ledger.models import Prestige, SkillPoint, Wound
from campaign.ledger.selectors import balances
from campaign.roster.models import Character
from campaign.roster.rules import skills
from campaign.roster.rules.people import Body, body
from campaign.roster.rules.skills import Skill


def load_character(team: Team, pk: UUID) -> Character | None:
    """Return one of the team's people, including people who were dismissed, or None."""
    character = Character.objects.filter(team=team, pk=pk).first()
    if character is not None:
        character.team = team
    return character


def body_of(character: Character) -> Body:
    """Return a character's current body. This takes two queries and loads the campaign's rules."""
    return bodies([character], rules_of(character.team.campaign))[character.pk]


def bodies(characters: Iterable[Character], rules: HouseRules) -> dict[UUID, Body]:
    """Return the current bodies of these characters. This takes two queries."""
    ids = [character.pk for character in characters]
    points, lost = balances.skill_points(ids), balances.wounds(ids)
    return {pk: body(points.get(pk, {}), lost.get(pk, 0), rules) for pk in ids}


@dataclass(frozen=True, slots=True)
class Sheet:
    """A character with all details. `general` is the number of unassigned points."""

    id: UUID
    name: str
    role: str
    blurb: str
    hired_at: datetime
    left_at: datetime | None
    body: Body
    skills: tuple[Skill, ...]
    points: Mapping[str, int]
    general: int
    prestige: int


def roster(team: Team, *, with_dismissed: bool = False) -> tuple[Sheet, ...]:
    """Return the team's characters with all details, ordered by name.

    If `with_dismissed` is true, dismissed characters are included. This is only for viewers of the
    team's books. It takes four queries.
    """
    rows = Character.objects.filter(team=team)
    return sheets(rows if with_dismissed else rows.filter(left_at=None), rules_of(team.campaign))


def sheets(characters: Iterable[Character], rules: HouseRules) -> tuple[Sheet, ...]:
    """Return these characters with all details."""
    rows = list(characters)
    ids = [row.pk for row in rows]
    points = balances.skill_points(ids)
    lost = balances.wounds(ids)
    prestige = balances.prestige(ids)
    return tuple(
        _sheet(row, points.get(row.pk, {}), lost.get(row.pk, 0), prestige.get(row.pk, 0), rules)
        for row in rows
    )


def _sheet(
    row: Character, points: Mapping[str, int], lost: int, prestige: int, rules: HouseRules
) -> Sheet:
    return Sheet(
        id=row.pk,
        name=row.name,
        role=row.role,
        blurb=row.blurb,
        hired_at=row.hired_at,
        left_at=row.left_at,
        body=body(points, lost, rules),
        skills=skills.skill_sheet(points, rules),
        points={key: amount for key, amount in points.items() if key != SkillPoint.GENERAL},
        general=points.get(SkillPoint.GENERAL, 0),
        prestige=prestige,
    )


def sheet_of(row: Character, rules: HouseRules) -> Sheet:
    """Return a character with all details. This takes one query."""
    ledgers = (SkillPoint, Wound, Prestige)
    totals = [
        model.objects.filter(character=row)
        .order_by()
        .values("item")
        .annotate(total=Sum("amount"), book=Value(model.__name__))
        .values_list("book", "item", "total")
        for model in ledgers
    ]
    amounts: dict[str, dict[str, int]] = {model.__name__: {} for model in ledgers}
    for book, item, total in totals[0].union(*totals[1:], all=True):
        amounts[book][item] = total
    points = {item: total for item, total in amounts["SkillPoint"].items() if total}
    return _sheet(
        row, points, sum(amounts["Wound"].values()), sum(amounts["Prestige"].values()), rules
    )


@dataclass(frozen=True, slots=True)
class PublicCharacter:
    """A character as seen by the whole club (E24)."""

    id: UUID
    name: str
    role: str
    alive: bool


def public_roster(
    team_ids: Iterable[UUID], campaign: Campaign
) -> dict[UUID, tuple[PublicCharacter, ...]]:
    """Return each team's characters by name, with their role and whether they lived at the last
    settlement (E24).

    Dismissed characters are left out. This takes four queries.
    """
    rows = list(
        Character.objects.filter(team__in=list(team_ids), left_at=None).order_by("name", "id")
    )
    dead = dead_at_settlement([row.pk for row in rows], campaign)
    characters: dict[UUID, list[PublicCharacter]] = {}
    for row in rows:
        characters.setdefault(row.team_id, []).append(
            PublicCharacter(id=row.pk, name=row.name, role=row.role, alive=row.pk not in dead)
        )
    return {team_id: tuple(people) for team_id, people in characters.items()}


def dead_at_settlement(character_ids: Iterable[UUID], campaign: Campaign) -> frozenset[UUID]:
    """Return the characters who were dead when the campaign's last week was settled.

    The ledgers determine who was dead at that time.
    """
    ids = list(character_ids)
    moment = last_settlement(campaign)
    if moment is None:
        return frozenset()
    rules = rules_of(campaign)
    lost = dict(
        Wound.objects.filter(character__in=ids, at__lte=moment)
        .order_by()
        .values_list("character_id")
        .annotate(total=Sum("amount"))
    )
    points: dict[UUID, dict[str, int]] = {}
    rows = (
        SkillPoint.objects.filter(character__in=list(lost), at__lte=moment)
        .order_by()
        .values_list("character_id", "item")
    )
    for character_id, item, total in rows.annotate(total=Sum("amount")):
        points.setdefault(character_id, {})[item] = total
    return frozenset(
        pk for pk, total in lost.items() if body(points.get(pk, {}), total, rules).health == "dead"
    )


def last_settlement(campaign: Campaign) -> datetime | None:
    """Return the time at which the campaign's last week was settled."""
    return Week.objects.filter(season__campaign=campaign).aggregate(last=Max("settled_at"))["last"]
