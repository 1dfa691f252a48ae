"""The preview of a workbook before its import (C89).

The preview shows people's skills as levels, and lists points that have no effect.
"""

from __future__ import annotations

from collections.abc import Mapping

from campaign.house_rules.rules.house import HouseRules
from campaign.roster.rules import skills
from core.web.pictures.words import signed

from .records import OldRecords


def skills_in_words(points: Mapping[str, int], house_rules: HouseRules) -> str:
    """Return a person's skill levels from base level on, such as "Driver +2, Gunner base"."""
    return ", ".join(
        f"{skill.title} {signed(skill.level) if skill.level else 'base'}"
        for skill in skills.skill_sheet(points, house_rules)
        if skills.is_trained(skill.level)
    )


def below_base(records: OldRecords, house_rules: HouseRules) -> tuple[str, ...]:
    """Return the skills that have no effect, because they have fewer points than base level needs.

    In most cases, someone wrote a level without its sign.
    """
    return tuple(
        f"{person.name}: {skill.title} {skill.points}, base level takes {skill.next_at}"
        for person in records.people
        for skill in skills.skill_sheet(person.points, house_rules)
        if not skills.is_trained(skill.level)
    )
