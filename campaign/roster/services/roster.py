"""Services for hiring, editing and dismissing characters, and for assigning their general points
(E2).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID, uuid4

from django.db.models import Q
from msgspec.structs import asdict

from campaign.league.models import Season, Team, Week
from campaign.league.refusals import NotFit, RosterFull
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.lasting import is_fixed
from campaign.ledger.models import SkillPoint
from campaign.ledger.selectors import balances
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from campaign.roster.models import Character
from campaign.roster.rules import people, skills
from campaign.roster.rules.acts import CharacterFace, NewCharacter
from campaign.roster.selectors.roster import body_of
from core.accounts.models import User
from core.web.locks import club, locked
from core.web.records import filled, tidy
from core.web.refusals import AlreadyBooked, NameTaken, WrongTime, refuse_if
from core.web.text import is_taken

START_CAUSE = "hire"
"""Cause of a character's first points. If the points change before the approval, the difference is
booked.
"""


def hire(*, team: Team, new: NewCharacter, actor: User, now: datetime) -> Character:
    """Hire a character. The skill points must follow the house rules for new characters.

    Raise BadForm with one error per field. Raise NameTaken or RosterFull.
    """
    with club(team.campaign_id):
        team = locked(team)
        rules = rules_of(team.campaign)
        new = tidy(new)
        refuse_if(skills.check_start(new.points, rules))
        _refuse_taken_name(team, new.name)
        if full := people.check_roster(signed_this_season(team), rules=rules):
            raise RosterFull(full[0].sentence)
        face = filled(CharacterFace, new)
        character = Character.objects.create(team=team, hired_at=now, **asdict(face))
        posting.post(
            _points(
                character.pk,
                {key: spent for key, spent in new.points.items() if spent},
                START_CAUSE,
                actor.pk,
                now,
            )
        )
        return character


def signed_this_season(team: Team) -> int:
    """Return the number of characters that count towards the season's cap.

    These are all current characters of the team, and those dismissed after both the start of the
    season and the team's approval.
    """
    season = Season.objects.filter(campaign=team.campaign_id).order_by("-number").first()
    characters = Character.objects.filter(team=team)
    if season is None or team.approved_at is None:
        return characters.filter(left_at=None).count()
    return characters.filter(
        Q(left_at=None) | Q(left_at__gte=max(season.opened_at, team.approved_at))
    ).count()


def edit(
    *,
    character: Character,
    face: CharacterFace,
    actor: User,
    now: datetime,
    points: Mapping[str, int] | None = None,
) -> Character:
    """Change a character.

    Role and description can change at any time. Name and points can change until they are fixed
    (`is_fixed`). If points are given, the difference is booked. Raise WrongTime, BadForm or
    NameTaken.
    """
    with club(character.team.campaign_id):
        team, character = locked(character.team), locked(character)
        face = tidy(face)
        changes = face.name != character.name or points is not None
        if changes and is_fixed(team):
            raise WrongTime(
                "The roster is approved. Names and starting points can no longer be changed.",
                field="name",
            )
        if face.name != character.name:
            _refuse_taken_name(team, face.name)
        if points is not None:
            refuse_if(skills.check_start(points, rules_of(team.campaign)))
            posting.post(
                _points(
                    character.pk, _difference(character, points), f"edit:{uuid4()}", actor.pk, now
                )
            )
        names = CharacterFace.__struct_fields__
        for name in names:
            setattr(character, name, getattr(face, name))
        character.save(update_fields=names)
        return character


def _difference(character: Character, points: Mapping[str, int]) -> dict[str, int]:
    current = balances.skill_points([character.pk]).get(character.pk, {})
    changes = {key: points.get(key, 0) - current.get(key, 0) for key in sorted({*points, *current})}
    return {key: change for key, change in changes.items() if change}


def _points(
    character: UUID, points: Mapping[str, int], cause: str, user_id: UUID, now: datetime
) -> list[Line]:
    return [
        Line(Book.SKILL, character, key, amount, cause, now, booked_by=user_id)
        for key, amount in points.items()
    ]


def _refuse_taken_name(team: Team, name: str) -> None:
    names = Character.objects.filter(team=team, left_at=None).values_list("name", flat=True)
    if is_taken(name, names):
        raise NameTaken(
            f"{team.name} already has a character called {name}. Choose another name.", field="name"
        )


def release(*, character: Character, now: datetime) -> Character:
    """Dismiss a character permanently.

    Raise NotFit if the character is dead or is in the crew of an entered vehicle.
    """
    with club(character.team.campaign_id):
        locked(character.team)
        character = locked(character)
        if character.left_at:
            return character
        if body_of(character).health == "dead":
            raise NotFit(f"{character.name} is dead and cannot be removed from the roster.")
        if _is_entered(character):
            raise NotFit(f"{character.name} is entered for the duel. Change the entry first.")
        character.places.all().delete()
        character.left_at = now
        character.save(update_fields=["left_at"])
        return character


def _is_entered(character: Character) -> bool:
    """Return whether the character is in the crew of an entry for the current week."""
    entries = character.team.entries.filter(withdrawn_at=None)
    crews = entries.exclude(
        duel__week__status__in=[Week.Status.PLANNED, *Week.FINISHED]
    ).values_list("crew", flat=True)
    return any(str(character.pk) == seat["character"] for crew in crews for seat in crew)


def assign(
    *,
    character: Character,
    skill: str,
    amount: int,
    actor: User,
    now: datetime,
    key: UUID | None = None,
) -> None:
    """Assign general points to a skill, using two ledger rows with the same cause.

    If `key` is given, a repeated request is refused. Raise BadForm or AlreadyBooked. Raise NotFit
    if the character is dead.
    """
    with club(character.team.campaign_id):
        locked(character.team)
        character = locked(character)
        general = (
            balances.skill_points([character.pk]).get(character.pk, {}).get(SkillPoint.GENERAL, 0)
        )
        cause = f"assign:{key or uuid4()}"
        if SkillPoint.objects.filter(character=character, cause=cause).exists():
            raise AlreadyBooked("These points were already assigned.")
        refuse_if(skills.check_assign(skill, amount, general, rules_of(character.team.campaign)))
        if character.left_at or body_of(character).health == "dead":
            raise NotFit(f"{character.name} can no longer learn anything.")
        posting.post(
            _points(
                character.pk, {SkillPoint.GENERAL: -amount, skill: amount}, cause, actor.pk, now
            )
        )
