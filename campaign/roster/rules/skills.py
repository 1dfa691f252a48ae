"""Skills: levels from points, what levels cost, and what a new character may be (E2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from campaign.league.rules.house import DEFAULT, HouseRules, build_at
from campaign.league.rules.tables import BODYBUILDING, GENERAL, BuildRow, SkillRow
from core.web.problems import Problem, plural
from engine.values import Value

if TYPE_CHECKING:
    from collections.abc import Mapping

UNSKILLED: Final = -4  # the modifier of a skill below base level (E1)


class Skill(Value):
    """One skill of a character as a sheet shows it. `level` is −4 below base; `next_at` are the
    points of the next level, 0 at the cap.
    """

    key: str
    title: str
    points: int
    level: int
    next_at: int


def row(key: str, house: HouseRules = DEFAULT) -> SkillRow | None:
    """The skill's row in the campaign's table, None for a skill the campaign does not have."""
    return next((found for found in house.skill_costs if found.key == key), None)


def level(points: int, key: str, house: HouseRules = DEFAULT) -> int:
    """The level that `points` in skill `key` give: −4 below base, 0 at base, +1 … up to the cap
    (E1, E2).

    A skill that is not in the campaign's table is below base, whatever its points.
    """
    found = row(key, house)
    return UNSKILLED if found is None else level_at(points, found.points, house.skill_cap)


def level_at(points: int, cost: int, cap: int) -> int:
    """The level of `points` at `cost` points a level."""
    return UNSKILLED if points < cost else min(points // cost - 1, cap)


def trained(level: int) -> bool:
    """At base level or better."""
    return level >= 0


def sheet(points: Mapping[str, int], house: HouseRules = DEFAULT) -> tuple[Skill, ...]:
    """All skills with any points, in the table's order."""
    return tuple(
        _skill(found, points[found.key], house.skill_cap)
        for found in house.skill_costs
        if points.get(found.key, 0) > 0
    )


def _skill(found: SkillRow, points: int, cap: int) -> Skill:
    now = level_at(points, found.points, cap)
    next_at = 0 if now >= cap else (max(now, -1) + 2) * found.points
    return Skill(key=found.key, title=found.title, points=points, level=now, next_at=next_at)


def build(points: Mapping[str, int], house: HouseRules = DEFAULT) -> BuildRow:
    """Load and DP by bodybuilding (E2)."""
    return build_at(level(points.get(BODYBUILDING, 0), BODYBUILDING, house), house)


def check_start(points: Mapping[str, int], house: HouseRules = DEFAULT) -> tuple[Problem, ...]:
    """Whether these points make a legal new character; `field` is the skill's key, or "" for the
    whole.
    """
    found = [problem for key, spent in points.items() for problem in _check_one(key, spent, house)]
    total, wanted = sum(points.values()), house.starting_points
    if total != wanted:
        found.append(
            Problem(
                field="",
                code="points-total",
                sentence=f"Assign exactly {wanted} skill points. You have assigned {total}.",
            )
        )
    skills = sum(trained(level(spent, key, house)) for key, spent in points.items())
    if skills < house.starting_skills:
        found.append(
            Problem(
                field="",
                code="too-few-skills",
                sentence=(
                    f"A new character needs {plural(house.starting_skills, 'skill')} at "
                    f"base level or better. This one has {skills}."
                ),
            )
        )
    return tuple(found)


def _check_one(key: str, spent: int, house: HouseRules) -> tuple[Problem, ...]:
    found = row(key, house)
    if found is None:
        return (
            Problem(
                field=key,
                code="no-such-skill",
                sentence=f"Unknown skill “{key}”.",
            ),
        )
    if spent < 0:
        return (
            Problem(
                field=key, code="negative", sentence=f"{found.title}: points cannot be negative."
            ),
        )
    most = start_most(found, house)
    if most and spent > most:
        where = "this skill" if found.start_most else "one skill"
        sentence = f"{found.title}: a new character can have at most {most} points in {where}."
        return (Problem(field=key, code="too-much-in-one", sentence=sentence),)
    return ()


def start_most(found: SkillRow, house: HouseRules = DEFAULT) -> int:
    """The most points that a new character may have in this skill (E2); 0 is no limit."""
    limits = [most for most in (found.start_most, house.starting_skill_most) if most]
    return min(limits, default=0)


def check_assign(
    key: str, amount: int, held: int, house: HouseRules = DEFAULT
) -> tuple[Problem, ...]:
    """Whether `amount` of the `held` general points may go to skill `key` (E2)."""
    if key == GENERAL or row(key, house) is None:
        return (
            Problem(
                field="skill",
                code="no-such-skill",
                sentence=f"Unknown skill “{key}”.",
            ),
        )
    if amount < 1:
        return (Problem(field="amount", code="nothing", sentence="Assign at least one point."),)
    if amount > held:
        return (
            Problem(
                field="amount",
                code="too-many",
                sentence=f"You can assign only {plural(held, 'general point')}.",
            ),
        )
    return ()
