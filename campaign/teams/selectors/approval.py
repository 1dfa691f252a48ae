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
    from collections.abc import Sequence

    from campaign.league.models import Team
    from campaign.league.rules.house import HouseRules
    from campaign.roster.selectors.roster import Sheet
    from campaign.teams.rules.roster_check import Review
    from core.web.problems import Problem


def problems_of(team: Team) -> tuple[Problem, ...]:
    """What is not in order on the roster of a team that is not approved yet. For its owners and for
    services. Four queries.
    """
    return problems_in(roster(team), rules_of(team.campaign))


def problems_in(sheets: Sequence[Sheet], house: HouseRules) -> tuple[Problem, ...]:
    """The same of a roster that was read already."""
    return roster_check.roster_problems(_signed(sheets), len(sheets), house)


def review_of(team: Team) -> Review:
    """How a roster stands, for a GM who plays: numbers, no names, no skills. Four queries."""
    return review_in(roster(team), rules_of(team.campaign))


def review_in(sheets: Sequence[Sheet], house: HouseRules) -> Review:
    """The same of a roster that was read already."""
    return roster_check.review(_signed(sheets), problems_in(sheets, house), house)


def _signed(sheets: Sequence[Sheet]) -> tuple[Signed, ...]:
    return tuple(
        Signed(name=one.name, points=one.points, fit=people.conscious(one.body.dp))
        for one in sheets
    )
