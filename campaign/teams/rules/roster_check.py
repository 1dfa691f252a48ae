"""Checks of a roster against the house rules.

They are used for automatic approval, and for a GM's review of a rival's roster.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from campaign.house_rules.rules.house import HouseRules
from campaign.roster.rules import people, skills
from core.web.problems import Problem, plural
from engine.values import Value, changed


class Signed(Value):
    """A person on a roster, with skill points other than general points.

    The record also says whether the person is fit for orders.
    """

    name: str
    points: Mapping[str, int]
    fit: bool


def roster_problems(
    roster: Sequence[Signed], signed: int, rules: HouseRules
) -> tuple[Problem, ...]:
    """Return the errors in a roster. A legal roster has none.

    `signed` is the number of people who count towards the season's cap. The messages contain names,
    but no skills. `field` is a person's name, or "".
    """
    return tuple(_problems(roster, signed, rules))


def _problems(roster: Sequence[Signed], signed: int, rules: HouseRules) -> Iterator[Problem]:
    if not roster:
        yield Problem("", "empty-roster", "The roster is empty.")
    elif not any(member.fit for member in roster):
        yield Problem("", "nobody-fit", "No one on the roster is fit for missions.")
    yield from people.check_roster(signed, adding=0, rules=rules)
    for member in roster:
        yield from (
            changed(problem, field=member.name, sentence=f"{member.name}: {problem.sentence}")
            for problem in skills.check_start(member.points, rules)
        )


class Review(Value):
    """The review of a rival's roster for a GM with a team.

    It contains numbers and errors, but no names or skills.
    """

    people: int
    points: int
    in_order: bool
    problems: tuple[str, ...]


def review(roster: Sequence[Signed], problems: Sequence[Problem], rules: HouseRules) -> Review:
    """Return the review of a roster that has these errors."""
    general = [problem.sentence for problem in problems if not problem.field]
    codes = sorted({problem.code for problem in problems if problem.field})
    return Review(
        people=len(roster),
        points=rules.starting_points,
        in_order=not problems,
        problems=(*general, *(_summary(code, problems, rules) for code in codes)),
    )


def _summary(code: str, problems: Sequence[Problem], rules: HouseRules) -> str:
    number = len({problem.field for problem in problems if problem.field and problem.code == code})
    amiss = {
        "points-total": f"whose points do not add up to {rules.starting_points}",
        "too-few-skills": f"with fewer than {rules.starting_skills} skills at base level",
        "too-much-in-one": "with too many points in one skill for a new character",
        "no-such-skill": "with an unknown skill",
        "negative": "with negative points in a skill",
    }
    return f"{plural(number, 'character')} {amiss.get(code, 'with an invalid start')}."
