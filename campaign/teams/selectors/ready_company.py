"""Queries for what a team lacks to be complete, and suggestions for new teams."""

from __future__ import annotations

from typing import Final

from campaign.garage.models import Vehicle
from campaign.league.models import Campaign, Team
from campaign.league.selectors.house import rules_of
from campaign.ledger.services import treasury
from campaign.roster.models import Character
from campaign.roster.rules import people
from campaign.roster.selectors.roster import roster
from campaign.roster.services.roster import signed_this_season
from campaign.teams.rules import ready_company as rules
from campaign.teams.rules.acts import EMBLEMS, NewTeam
from campaign.teams.rules.ready_company import Company, Hand, TeamState
from campaign.teams.rules.ready_names import car_names, shuffle, team_name
from core.accounts.models import User
from core.web.pictures.badges import CHOICES

CAR_NAME_CANDIDATES: Final = 50
"""Number of candidate names that are compared with the club's cars. An old club can have thousands
of cars.
"""


def spare_colour(campaign: Campaign) -> str:
    """Return the first unused colour, or the first one if all are in use. This takes one query."""
    used = set(campaign.teams.filter(left_at=None).values_list("colour", flat=True))
    return next((paint for paint, _ in CHOICES if paint not in used), CHOICES[0][0])


def suggest_team(campaign: Campaign, user: User | None, number: int = 0) -> NewTeam:
    """Return a suggestion for a person's team. If `user` is None, the suggestion is for a bot's
    team.

    Each `number` gives a different name and emblem. A suggestion stays the same until a team uses
    it. This takes two queries.
    """
    seed = f"{campaign.pk}/{user.pk if user else 'bot'}"
    taken_names = campaign.teams.values_list("name", flat=True)
    emblems = shuffle(seed, [key for key in EMBLEMS if key != "plain"])
    return NewTeam(
        name=team_name(seed, number, taken_names),
        colour=spare_colour(campaign),
        emblem=emblems[number % len(emblems)],
    )


def company_for_new_team(campaign: Campaign) -> Company:
    """Return the company that a new team would get. The people have placeholder names."""
    house_rules = rules_of(campaign)
    return rules.plan_company(house_rules, TeamState(money=house_rules.starting_capital), seed="")


def missing_company(team: Team) -> Company:
    """Return what a team lacks to be complete, for its owners only.

    These are people up to the usual size of a roster, and cars if the team has none. This takes
    twelve queries.
    """
    alive = [sheet for sheet in roster(team) if sheet.body.health != "dead"]
    cars = Vehicle.objects.filter(team=team, gone_at=None).count()
    state = TeamState(
        money=0 if cars else treasury.spendable(team),
        roles=tuple(sheet.role for sheet in alive),
        hands=tuple(
            Hand(name=sheet.name, points=sheet.points)
            for sheet in alive
            if people.is_fit(sheet.body.dp)
        ),
        signed=signed_this_season(team),
        cars=cars,
    )
    characters = Character.objects.filter(team__campaign=team.campaign_id, left_at=None)
    driven = Vehicle.objects.filter(
        team__campaign=team.campaign_id,
        gone_at=None,
        name__in=car_names(str(team.pk), CAR_NAME_CANDIDATES, ()),
    )
    return rules.plan_company(
        rules_of(team.campaign),
        state,
        seed=str(team.pk),
        taken_names=characters.values_list("name", flat=True),
        taken_car_names=driven.values_list("name", flat=True).distinct(),
        club=str(team.campaign_id),
        position=_position(team),
        colour=team.colour,
    )


def _position(team: Team) -> int:
    """Return the number of other teams in the club that existed when this team was founded.

    This takes one query.
    """
    others = team.campaign.teams.exclude(pk=team.pk)
    return others.filter(founded_at__lte=team.founded_at).count()
