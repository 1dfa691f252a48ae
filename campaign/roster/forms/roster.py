"""Hiring people and assigning their points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django import forms

from campaign.roster.rules import skills
from campaign.roster.rules.acts import CharacterFace, Learning, NewCharacter
from core.web.forms.records import RecordForm
from core.web.pictures.words import signed
from core.web.records import fields_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.league.rules.house import HouseRules
    from campaign.roster.rules.archetypes import Archetype
    from campaign.roster.rules.skills import Skill

PREFIX = "skill_"


@dataclass(frozen=True, slots=True)
class SkillField:
    """One skill's field: its bound field, what a level costs, what the points come to."""

    field: forms.BoundField
    cost: int
    level: str


class FaceForm(RecordForm[CharacterFace]):
    """Name, role and a line about somebody. Of an approved roster the name stays."""

    asks = CharacterFace

    def __init__(self, *args: Any, approved: bool = False, **named: Any) -> None:
        super().__init__(*args, **named)
        if approved:
            self.fields["name"].disabled = True
            self.fields[
                "name"
            ].help_text = "The roster is approved. Names can no longer be changed."


class PointsForm(RecordForm[NewCharacter]):
    """A new character, or one of a roster that is not approved yet: face and points."""

    asks = NewCharacter

    def __init__(self, *args: Any, house: HouseRules, **named: Any) -> None:
        super().__init__(*args, **named)
        self.house = house
        for row in house.skill_costs:
            most = skills.start_most(row, house) or house.starting_points
            self.fields[PREFIX + row.key] = forms.IntegerField(
                label=row.title,
                required=False,
                min_value=0,
                max_value=most,
                widget=forms.NumberInput(
                    attrs={"data-cost": row.points, "inputmode": "numeric", "placeholder": "0"}
                ),
            )

    def values_by_name(self) -> dict[str, Any]:
        return {**super().values_by_name(), "points": self.points}

    @staticmethod
    def start(found: Archetype) -> dict[str, Any]:
        """What the form starts from."""
        return {
            "role": found.role,
            **{PREFIX + share.skill: share.points for share in found.shares},
        }

    @property
    def points(self) -> dict[str, int]:
        """Skill → points, of what was typed."""
        return {
            row.key: self.cleaned_data[PREFIX + row.key]
            for row in self.house.skill_costs
            if self.cleaned_data.get(PREFIX + row.key)
        }

    def place_of(self, field: str) -> str:
        return PREFIX + field if PREFIX + field in self.fields else super().place_of(field)

    def typed(self, key: str) -> int:
        """The points in a skill's field as it stands; 0 for what is no number."""
        said = str(self[PREFIX + key].value() or "")
        return int(said) if said.isdecimal() and len(said) < 6 else 0

    def total(self) -> int:
        """What the fields add up to."""
        return sum(self.typed(row.key) for row in self.house.skill_costs)

    def trained(self) -> int:
        """How many skills are at base level or better."""
        return sum(
            skills.trained(skills.level(self.typed(row.key), row.key, self.house))
            for row in self.house.skill_costs
        )

    def groups(self) -> list[tuple[str, list[SkillField]]]:
        """The skills by what a level costs, dear ones first."""
        costs = sorted({row.points for row in self.house.skill_costs}, reverse=True)
        return [
            (
                f"{cost} points per level",
                [
                    self._skill(row.key, cost)
                    for row in self.house.skill_costs
                    if row.points == cost
                ],
            )
            for cost in costs
        ]

    def _skill(self, key: str, cost: int) -> SkillField:
        return SkillField(
            self[PREFIX + key], cost, level_word(skills.level(self.typed(key), key, self.house))
        )

    def general_fields(self) -> list[forms.BoundField]:
        """The fields that are no skills."""
        return [self[field.name] for field in fields_of(self.asks)]


def level_word(level: int) -> str:
    """A level as players write it; nothing below base."""
    return "" if level < 0 else "base" if level == 0 else signed(level)


class AssignForm(RecordForm[Learning]):
    """General points to a skill."""

    asks = Learning

    def __init__(
        self, *args: Any, house: HouseRules, held: Sequence[Skill] = (), **named: Any
    ) -> None:
        have = {skill.key: skill for skill in held}
        skills_of_house = [
            (row.key, _skill_words(row.title, have.get(row.key))) for row in house.skill_costs
        ]
        offered = {"skill": [("", "Choose a skill"), *skills_of_house]}
        super().__init__(*args, choices=offered, **named)


def _skill_words(title: str, held: Skill | None) -> str:
    if held is None:
        return title
    level = level_word(held.level) or "below base"
    return f"{title} ({level}, {held.points}{f' of {held.next_at}' if held.next_at else ''} points)"
