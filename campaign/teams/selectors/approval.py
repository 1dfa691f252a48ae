"""Whether a team's roster is in order by the house rules: for its owners in full, for a GM who
plays without names and skills.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.league.selectors.house import rules_of
from campaign.roster.rules import people
from campaign.roster.selectors.roster import roster
from campaign.teams.rules import roster_check
from campaign.teams.rules.roster_check import Signed

if TYPE_CHECKING:
    from campaign.league.models import Team
    from campaign.teams.rules.roster_check import Review
    from core.web.problems import Problem


def problems_of(team: Team) -> tuple[Problem, ...]:
    """What is not in order on the roster of a team that is not approved yet. For its owners and for
    services. Four queries.
    """
    signed = _signed(team)
    return roster_check.roster_problems(signed, len(signed), rules_of(team.campaign))


def review_of(team: Team) -> Review:
    """The same for a GM who plays: numbers, no names, no skills. Four queries."""
    signed, house = _signed(team), rules_of(team.campaign)
    problems = roster_check.roster_problems(signed, len(signed), house)
    return roster_check.review(signed, problems, house)


def _signed(team: Team) -> tuple[Signed, ...]:
    return tuple(
        Signed(name=one.name, points=one.points, fit=people.conscious(one.body.dp))
        for one in roster(team)
    )
