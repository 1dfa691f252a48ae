"""Forms for hiring people and assigning their points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms

from campaign.house_rules.rules.house import HouseRules
from campaign.roster.rules import skills
from campaign.roster.rules.acts import CharacterFace, Learning, NewCharacter
from campaign.roster.rules.archetypes import Archetype
from campaign.roster.rules.skills import Skill
from core.web.forms.records import RecordForm
from core.web.pictures.words import signed

PREFIX = "skill_"


@dataclass(frozen=True, slots=True)
class SkillField:
    """A form field for a skill.

    It has the bound field, the cost per level, and the level that the entered points give.
    """

    field: forms.BoundField
    cost: int
    level: str


class FaceForm(RecordForm[CharacterFace]):
    """Form for a character's name, role and description.

    The name cannot change after the roster has been approved.
    """

    asks = CharacterFace

    def __init__(self, *args: Any, approved: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if approved:
            self.fields["name"].disabled = True
            self.fields[
                "name"
            ].help_text = "The roster is approved. Names can no longer be changed."


class PointsForm(RecordForm[NewCharacter]):
    """Form for the description and points of a character who is new or on an unapproved roster."""

    asks = NewCharacter

    def __init__(self, *args: Any, house_rules: HouseRules, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.house_rules = house_rules
        for row in house_rules.skill_costs:
            max_points = skills.max_start_points(row, house_rules) or house_rules.starting_points
            self.fields[PREFIX + row.key] = forms.IntegerField(
                label=row.title,
                required=False,
                min_value=0,
                max_value=max_points,
                widget=forms.NumberInput(
                    attrs={"data-cost": row.points, "inputmode": "numeric", "placeholder": "0"}
                ),
            )

    def values_by_name(self) -> dict[str, Any]:
        return {**super().values_by_name(), "points": self.points}

    @staticmethod
    def start(archetype: Archetype) -> dict[str, Any]:
        """Return the initial values for a character based on an archetype."""
        return {
            "role": archetype.role,
            **{PREFIX + share.skill: share.points for share in archetype.shares},
        }

    @property
    def points(self) -> dict[str, int]:
        """Return the entered points by skill."""
        return {
            row.key: self.cleaned_data[PREFIX + row.key]
            for row in self.house_rules.skill_costs
            if self.cleaned_data.get(PREFIX + row.key)
        }

    def place_of(self, field: str) -> str:
        return PREFIX + field if PREFIX + field in self.fields else super().place_of(field)

    def typed(self, key: str) -> int:
        """Return the current number in a skill's field, or 0 if there is no number."""
        text = str(self[PREFIX + key].value() or "")
        return int(text) if text.isdecimal() and len(text) < 6 else 0

    def total(self) -> int:
        """Return the sum of the points in all fields."""
        return sum(self.typed(row.key) for row in self.house_rules.skill_costs)

    def trained(self) -> int:
        """Return the number of skills at base level or above."""
        return sum(
            skills.is_trained(skills.level(self.typed(row.key), row.key, self.house_rules))
            for row in self.house_rules.skill_costs
        )

    def groups(self) -> list[tuple[str, list[SkillField]]]:
        """Return the skills grouped by cost per level, most expensive first."""
        costs = sorted({row.points for row in self.house_rules.skill_costs}, reverse=True)
        return [
            (
                f"{cost} points per level",
                [
                    self._skill(row.key, cost)
                    for row in self.house_rules.skill_costs
                    if row.points == cost
                ],
            )
            for cost in costs
        ]

    def _skill(self, key: str, cost: int) -> SkillField:
        return SkillField(
            self[PREFIX + key],
            cost,
            level_word(skills.level(self.typed(key), key, self.house_rules)),
        )

    def general_fields(self) -> list[forms.BoundField]:
        """Return the fields that do not belong to skills."""
        return [self[option.name] for option in self.record_options]


def level_word(level: int) -> str:
    """Return a level as players write it, or "" below base level."""
    return "" if level < 0 else "base" if level == 0 else signed(level)


class AssignForm(RecordForm[Learning]):
    """Form for assigning general points to a skill."""

    asks = Learning

    def __init__(
        self, *args: Any, house_rules: HouseRules, known_skills: Sequence[Skill] = (), **kwargs: Any
    ) -> None:
        skills_by_key = {skill.key: skill for skill in known_skills}
        skills_of_house = [
            (row.key, _skill_label(row.title, skills_by_key.get(row.key)))
            for row in house_rules.skill_costs
        ]
        offered = {"skill": [("", "Choose a skill"), *skills_of_house]}
        super().__init__(*args, choices=offered, **kwargs)


def _skill_label(title: str, skill: Skill | None) -> str:
    if skill is None:
        return title
    level = level_word(skill.level) or "below base"
    return (
        f"{title} ({level}, {skill.points}{f' of {skill.next_at}' if skill.next_at else ''} points)"
    )
