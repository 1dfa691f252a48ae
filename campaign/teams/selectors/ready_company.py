"""What a team lacks to be a ready company, and a name for one that is not founded yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from campaign.garage.models import Vehicle
from campaign.league.selectors.house import rules_of
from campaign.ledger.services import treasury
from campaign.roster.models import Character
from campaign.roster.rules import people
from campaign.roster.selectors.roster import roster
from campaign.roster.services.roster import signed_this_season
from campaign.teams.rules import ready_company as rules
from campaign.teams.rules.acts import EMBLEMS, NewTeam
from campaign.teams.rules.ready_company import Company, Hand, There
from campaign.teams.rules.ready_names import car_names, ranked, team_name
from core.web.pictures.badges import CHOICES

if TYPE_CHECKING:
    from campaign.league.models import Campaign, Team
    from core.accounts.models import User


CAR_NAME_CANDIDATES: Final = 50
"""How many names are looked up among the club's cars: an old club has thousands of cars."""


def spare_colour(campaign: Campaign) -> str:
    """The first paint that no team has, or the first of all. One query."""
    used = set(campaign.teams.filter(left_at=None).values_list("colour", flat=True))
    return next((paint for paint, _ in CHOICES if paint not in used), CHOICES[0][0])


def suggested(campaign: Campaign, user: User | None, number: int = 0) -> NewTeam:
    """A face for this person's team, or a bot's; a higher number gives another name and emblem. The
    same as long as no team takes them. Two queries.
    """
    seed = f"{campaign.pk}/{user.pk if user else 'bot'}"
    taken = campaign.teams.values_list("name", flat=True)
    emblems = ranked(seed, [key for key in EMBLEMS if key != "plain"])
    return NewTeam(
        name=team_name(seed, number, taken),
        colour=spare_colour(campaign),
        emblem=emblems[number % len(emblems)],
    )


def for_new_team(campaign: Campaign) -> Company:
    """What a team that is founded now would get, its people under names that they will not have."""
    house = rules_of(campaign)
    return rules.ready_company(house, There(money=house.starting_capital), seed="")


def lacking(team: Team) -> Company:
    """What is missing: people up to the house's usual roster, cars where there is none. For its
    owners. Twelve queries.
    """
    alive = [one for one in roster(team) if one.body.health != "dead"]
    cars = Vehicle.objects.filter(team=team, gone_at=None).count()
    there = There(
        money=0 if cars else treasury.spendable(team),
        roles=tuple(one.role for one in alive),
        hands=tuple(
            Hand(name=one.name, points=one.points) for one in alive if people.conscious(one.body.dp)
        ),
        signed=signed_this_season(team),
        cars=cars,
    )
    taken = Character.objects.filter(team__campaign=team.campaign_id, left_at=None)
    driven = Vehicle.objects.filter(
        team__campaign=team.campaign_id,
        gone_at=None,
        name__in=car_names(str(team.pk), CAR_NAME_CANDIDATES, ()),
    )
    return rules.ready_company(
        rules_of(team.campaign),
        there,
        seed=str(team.pk),
        taken=taken.values_list("name", flat=True),
        taken_cars=driven.values_list("name", flat=True).distinct(),
        club=str(team.campaign_id),
        position=_position(team),
        colour=team.colour,
    )


def _position(team: Team) -> int:
    """How many of the club's other teams were there when this one was founded. One query."""
    others = team.campaign.teams.exclude(pk=team.pk)
    return others.filter(founded_at__lte=team.founded_at).count()
