"""Rules for skills: levels, costs, and limits for new characters (E2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from campaign.house_rules.rules.house import DEFAULT, HouseRules, build_at
from campaign.house_rules.rules.tables import BODYBUILDING, GENERAL, BuildRow, SkillRow
from core.web.problems import Problem, plural
from engine.values import Value

UNSKILLED: Final = -4  # the modifier for a skill below base level (E1)


class Skill(Value):
    """A character's skill.

    Level −4 means below base. `next_at` is the number of points that the next level requires, or 0
    at the cap.
    """

    key: str
    title: str
    points: int
    level: int
    next_at: int


def find_row(key: str, rules: HouseRules = DEFAULT) -> SkillRow | None:
    """Return the skill's row in the campaign's table, or None if the skill is unknown."""
    return next((row for row in rules.skill_costs if row.key == key), None)


def level(points: int, key: str, rules: HouseRules = DEFAULT) -> int:
    """Return the level that `points` give in the skill `key` (E1, E2).

    The level is −4 below base, 0 at base, and then +1 up to the cap. A skill that is not in the
    campaign's table is below base.
    """
    skill_row = find_row(key, rules)
    return UNSKILLED if skill_row is None else level_at(points, skill_row.points, rules.skill_cap)


def level_at(points: int, cost: int, cap: int) -> int:
    """Return the level that `points` give if each level costs `cost` points."""
    return UNSKILLED if points < cost else min(points // cost - 1, cap)


def is_trained(level: int) -> bool:
    """Return whether a level is at base or above."""
    return level >= 0


def skill_sheet(points: Mapping[str, int], rules: HouseRules = DEFAULT) -> tuple[Skill, ...]:
    """Return all skills in which a character has points, in the table's order."""
    return tuple(
        _skill(row, points[row.key], rules.skill_cap)
        for row in rules.skill_costs
        if points.get(row.key, 0) > 0
    )


def _skill(skill_row: SkillRow, points: int, cap: int) -> Skill:
    current_level = level_at(points, skill_row.points, cap)
    next_at = 0 if current_level >= cap else (max(current_level, -1) + 2) * skill_row.points
    return Skill(
        key=skill_row.key,
        title=skill_row.title,
        points=points,
        level=current_level,
        next_at=next_at,
    )


def build(points: Mapping[str, int], rules: HouseRules = DEFAULT) -> BuildRow:
    """Return the load and the DP that result from bodybuilding (E2)."""
    return build_at(level(points.get(BODYBUILDING, 0), BODYBUILDING, rules), rules)


def check_start(points: Mapping[str, int], rules: HouseRules = DEFAULT) -> tuple[Problem, ...]:
    """Return the errors in the points of a new character.

    `field` is the key of a skill, or "" for an error that concerns the whole character.
    """
    problems = [
        problem for key, spent in points.items() for problem in _check_skill(key, spent, rules)
    ]
    total, required = sum(points.values()), rules.starting_points
    if total != required:
        problems.append(
            Problem(
                "",
                "points-total",
                f"Assign exactly {required} skill points. You have assigned {total}.",
            )
        )
    trained_skills = sum(is_trained(level(spent, key, rules)) for key, spent in points.items())
    if trained_skills < rules.starting_skills:
        problems.append(
            Problem(
                "",
                "too-few-skills",
                (
                    f"A new character needs {plural(rules.starting_skills, 'skill')} at "
                    f"base level or better. This one has {trained_skills}."
                ),
            )
        )
    return tuple(problems)


def _check_skill(key: str, spent: int, rules: HouseRules) -> tuple[Problem, ...]:
    row = find_row(key, rules)
    if row is None:
        return (Problem(key, "no-such-skill", f"Unknown skill “{key}”."),)
    if spent < 0:
        return (Problem(key, "negative", f"{row.title}: points cannot be negative."),)
    max_points = max_start_points(row, rules)
    if max_points and spent > max_points:
        scope = "this skill" if row.start_most else "one skill"
        sentence = f"{row.title}: a new character can have at most {max_points} points in {scope}."
        return (Problem(key, "too-much-in-one", sentence),)
    return ()


def max_start_points(row: SkillRow, rules: HouseRules = DEFAULT) -> int:
    """Return the maximum number of points that a new character can have in this skill (E2).

    Return 0 if there is no limit.
    """
    limits = [limit for limit in (row.start_most, rules.starting_skill_most) if limit]
    return min(limits, default=0)


def check_assign(
    key: str, amount: int, general: int, rules: HouseRules = DEFAULT
) -> tuple[Problem, ...]:
    """Return the errors in assigning `amount` of the `general` points to the skill `key` (E2)."""
    if key == GENERAL or find_row(key, rules) is None:
        return (Problem("skill", "no-such-skill", f"Unknown skill “{key}”."),)
    if amount < 1:
        return (Problem("amount", "nothing", "Assign at least one point."),)
    if amount > general:
        return (
            Problem(
                "amount", "too-many", f"You can assign only {plural(general, 'general point')}."
            ),
        )
    return ()
