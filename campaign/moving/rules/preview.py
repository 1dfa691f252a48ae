"""What a GM sees of a workbook before the club moves in: who would be there, with their skills as
levels, and points that come to nothing (C89).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.roster.rules import skills
from core.web.pictures.words import signed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.league.rules.house import HouseRules

    from .records import OldRecords


def skills_in_words(points: Mapping[str, int], house: HouseRules) -> str:
    """Somebody's skills from base level on, as levels: "Driver +2, Gunner base"."""
    return ", ".join(
        f"{one.title} {signed(one.level) if one.level else 'base'}"
        for one in skills.sheet(points, house)
        if skills.trained(one.level)
    )


def below_base(records: OldRecords, house: HouseRules) -> tuple[str, ...]:
    """Whose points in which skill are fewer than base level takes, so that they do nothing: as a
    rule levels that were written without their sign.
    """
    return tuple(
        f"{person.name}: {one.title} {one.points}, base level takes {one.next_at}"
        for person in records.people
        for one in skills.sheet(person.points, house)
        if not skills.trained(one.level)
    )
