"""Whether a roster is in order by the house rules: what a house that approves legal rosters asks
for, and what a GM is told of a rival's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.roster.rules import people, skills
from core.web.problems import Problem, plural
from engine.values import Value, changed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from campaign.league.rules.house import HouseRules


class Signed(Value):
    """Somebody on a roster: skill points, general ones apart, and whether they are fit for
    orders.
    """

    name: str
    points: Mapping[str, int]
    fit: bool


def roster_problems(
    roster: Sequence[Signed], signed: int, house: HouseRules
) -> tuple[Problem, ...]:
    """What is not in order; nothing for a legal roster. `signed` are the people who count against
    the season's cap. The sentences name people, never their skills; `field` is a person's name, or
    "".
    """
    return tuple(_problems(roster, signed, house))


def _problems(roster: Sequence[Signed], signed: int, house: HouseRules) -> Iterator[Problem]:
    if not roster:
        yield Problem(field="", code="empty-roster", sentence="The roster is empty.")
    elif not any(one.fit for one in roster):
        yield Problem(
            field="", code="nobody-fit", sentence="No one on the roster is fit for missions."
        )
    yield from people.check_roster(signed, adding=0, house=house)
    for one in roster:
        yield from (
            changed(found, field=one.name, sentence=f"{one.name}: {found.sentence}")
            for found in skills.check_start(one.points, house)
        )


class Review(Value):
    """What a GM who plays is told of a rival's roster that waits: how many people with how many
    points, and what is not in order, without names or skills.
    """

    people: int
    points: int
    in_order: bool
    problems: tuple[str, ...]


def review(roster: Sequence[Signed], problems: Sequence[Problem], house: HouseRules) -> Review:
    """The review of a roster with these problems."""
    whole = [found.sentence for found in problems if not found.field]
    codes = sorted({found.code for found in problems if found.field})
    return Review(
        people=len(roster),
        points=house.starting_points,
        in_order=not problems,
        problems=(*whole, *(_of_several(code, problems, house) for code in codes)),
    )


def _of_several(code: str, problems: Sequence[Problem], house: HouseRules) -> str:
    number = len({found.field for found in problems if found.field and found.code == code})
    amiss = {
        "points-total": f"whose points do not add up to {house.starting_points}",
        "too-few-skills": f"with fewer than {house.starting_skills} skills at base level",
        "too-much-in-one": "with too many points in one skill for a new character",
        "no-such-skill": "with an unknown skill",
        "negative": "with negative points in a skill",
    }
    return f"{plural(number, 'character')} {amiss.get(code, 'with an invalid start')}."
