"""Queries for the errors in unapproved rosters.

Owners see all details. A GM with a team sees no names or skills.
"""

from __future__ import annotations

from collections.abc import Sequence

from campaign.house_rules.rules.house import HouseRules
from campaign.league.models import Team
from campaign.league.selectors.house import rules_of
from campaign.roster.rules import people
from campaign.roster.selectors.roster import Sheet, roster
from campaign.teams.rules import roster_check
from campaign.teams.rules.roster_check import Review, Signed
from core.web.problems import Problem


def problems_of(team: Team) -> tuple[Problem, ...]:
    """Return the errors in a team's roster, for its owners and for services.

    This takes four queries.
    """
    return problems_in(roster(team), rules_of(team.campaign))


def problems_in(sheets: Sequence[Sheet], rules: HouseRules) -> tuple[Problem, ...]:
    """Return the errors in a roster that has already been loaded."""
    return roster_check.roster_problems(_signed(sheets), len(sheets), rules)


def review_of(team: Team) -> Review:
    """Return the review of a roster for a GM with a team. It contains no names or skills.

    This takes four queries.
    """
    return review_in(roster(team), rules_of(team.campaign))


def review_in(sheets: Sequence[Sheet], rules: HouseRules) -> Review:
    """Return the review of a roster that has already been loaded."""
    return roster_check.review(_signed(sheets), problems_in(sheets, rules), rules)


def _signed(sheets: Sequence[Sheet]) -> tuple[Signed, ...]:
    return tuple(
        Signed(name=sheet.name, points=sheet.points, fit=people.is_fit(sheet.body.dp))
        for sheet in sheets
    )
