"""The people of a team: in full for those who may read its books, by name, role, alive or dead for
everybody else (E24).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Max, Sum, Value

from campaign.league.models import Campaign, Team, Week
from campaign.league.selectors.house import rules_of
from campaign.ledger.models import Prestige, SkillPoint, Wound
from campaign.ledger.selectors import balances
from campaign.roster.models import Character
from campaign.roster.rules import skills
from campaign.roster.rules.people import body

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime
    from uuid import UUID

    from campaign.league.rules.house import HouseRules
    from campaign.roster.rules.people import Body
    from campaign.roster.rules.skills import Skill


def character_of(team: Team, pk: UUID) -> Character | None:
    """One of the team's people, gone or not."""
    found = Character.objects.filter(team=team, pk=pk).first()
    if found is not None:
        found.team = team
    return found


def body_of(character: Character) -> Body:
    """How one character is now. Two queries and the campaign's rules."""
    return bodies([character], rules_of(character.team.campaign))[character.pk]


def bodies(characters: Iterable[Character], house: HouseRules) -> dict[UUID, Body]:
    """How these characters are now. Two queries."""
    ids = [character.pk for character in characters]
    points, lost = balances.skill_points(ids), balances.wounds(ids)
    return {pk: body(points.get(pk, {}), lost.get(pk, 0), house) for pk in ids}


@dataclass(frozen=True, slots=True)
class Sheet:
    """A character as its owners read it. `general` are points not yet assigned."""

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


def roster(team: Team, *, gone: bool = False) -> tuple[Sheet, ...]:
    """The team's characters in full, by name; with `gone`, those released too. For who may read the
    books. Four queries.
    """
    rows = Character.objects.filter(team=team)
    return sheets(rows if gone else rows.filter(left_at=None), rules_of(team.campaign))


def sheets(characters: Iterable[Character], house: HouseRules) -> tuple[Sheet, ...]:
    """These characters in full."""
    rows = list(characters)
    ids = [row.pk for row in rows]
    points, lost, prestige = (
        balances.skill_points(ids),
        balances.wounds(ids),
        balances.prestige(ids),
    )
    return tuple(
        _sheet(row, points.get(row.pk, {}), lost.get(row.pk, 0), prestige.get(row.pk, 0), house)
        for row in rows
    )


def _sheet(
    row: Character, points: Mapping[str, int], lost: int, prestige: int, house: HouseRules
) -> Sheet:
    return Sheet(
        id=row.pk,
        name=row.name,
        role=row.role,
        blurb=row.blurb,
        hired_at=row.hired_at,
        left_at=row.left_at,
        body=body(points, lost, house),
        skills=skills.sheet(points, house),
        points={key: held for key, held in points.items() if key != SkillPoint.GENERAL},
        general=points.get(SkillPoint.GENERAL, 0),
        prestige=prestige,
    )


def sheet_of(row: Character, house: HouseRules) -> Sheet:
    """One character in full. One query."""
    ledgers = (SkillPoint, Wound, Prestige)
    sums = [
        model.objects.filter(character=row)
        .order_by()
        .values("item")
        .annotate(total=Sum("amount"), book=Value(model.__name__))
        .values_list("book", "item", "total")
        for model in ledgers
    ]
    held: dict[str, dict[str, int]] = {model.__name__: {} for model in ledgers}
    for book, item, total in sums[0].union(*sums[1:], all=True):
        held[book][item] = total
    points = {item: total for item, total in held["SkillPoint"].items() if total}
    return _sheet(row, points, sum(held["Wound"].values()), sum(held["Prestige"].values()), house)


@dataclass(frozen=True, slots=True)
class PublicCharacter:
    """What everybody may know of a character (E24)."""

    id: UUID
    name: str
    role: str
    alive: bool


def public_roster(
    team_ids: Iterable[UUID], campaign: Campaign
) -> dict[UUID, tuple[PublicCharacter, ...]]:
    """Name, role, alive or dead at the last settlement, by team and name (E24). Who was released is
    gone. Four queries.
    """
    rows = list(
        Character.objects.filter(team__in=list(team_ids), left_at=None).order_by("name", "id")
    )
    dead = dead_at_settlement([row.pk for row in rows], campaign)
    found: dict[UUID, list[PublicCharacter]] = {}
    for row in rows:
        found.setdefault(row.team_id, []).append(
            PublicCharacter(id=row.pk, name=row.name, role=row.role, alive=row.pk not in dead)
        )
    return {team_id: tuple(people) for team_id, people in found.items()}


def dead_at_settlement(character_ids: Iterable[UUID], campaign: Campaign) -> frozenset[UUID]:
    """Those whom the ledgers knew as dead when the campaign's last week was settled."""
    ids = list(character_ids)
    moment = last_settlement(campaign)
    if moment is None:
        return frozenset()
    house = rules_of(campaign)
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
        pk for pk, total in lost.items() if body(points.get(pk, {}), total, house).health == "dead"
    )


def last_settlement(campaign: Campaign) -> datetime | None:
    """When the campaign's last week was settled."""
    return Week.objects.filter(season__campaign=campaign).aggregate(last=Max("settled_at"))["last"]
