"""From nothing to a team that may play, in one transaction: founded, hired, built, crewed, armed,
put up for approval. Everything through the services that a player would use step by step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.garage.services import garage
from campaign.league.models import Campaign, Team
from campaign.ledger.services import stores
from campaign.roster.models import Character
from campaign.roster.services import roster
from campaign.teams.rules.acts import NewTeam
from campaign.teams.rules.ready_company import KIT
from campaign.teams.selectors.ready_company import lacking, suggested
from campaign.teams.services import bots, teams
from core.accounts.models import User
from core.web.locks import club, locked
from core.web.records import filled
from core.web.refusals import Refused, WrongTime
from core.web.text import normalize

if TYPE_CHECKING:
    from datetime import datetime

    from campaign.teams.rules.acts import ReadyCompany
    from campaign.teams.rules.ready_company import ReadyCar


def found(*, campaign: Campaign, owner: User, face: ReadyCompany, at: datetime) -> Team:
    """Found a team with people, cars and crews, and ask for its approval. What the face leaves out
    is drawn.

    Raises what founding raises, and Refused where the house rules or the starting capital allow no
    company.
    """
    with club(campaign.pk):
        drawn = suggested(campaign, owner)
        named = filled(
            NewTeam,
            face,
            name=normalize(face.name) or drawn.name,
            emblem=face.emblem or drawn.emblem,
        )
        team = teams.found(campaign=campaign, owner=owner, face=named, at=at)
        return complete(team=team, by=owner, at=at)


def found_for_bot(*, campaign: Campaign, temper: str, by: User, at: datetime) -> Team:
    """Found a ready company that a bot plays and nobody runs, and let the bot take its seat.

    Raises what founding raises, and BadForm for a bot that there is not.
    """
    with club(campaign.pk):
        team = teams.found(campaign=campaign, owner=None, face=suggested(campaign, None), at=at)
        team = complete(team=team, by=by, at=at)
        return bots.take_seat(team=team, temper=temper, by=by, at=at)


def complete(*, team: Team, by: User, at: datetime) -> Team:
    """Hire and build what the team lacks to be a ready company, and ask for its approval if nobody
    has yet.

    Raises Refused when nothing is missing or nothing can be had, WrongTime for a team that left.
    """
    with club(team.campaign_id):
        team = locked(team)
        if team.left_at:
            raise WrongTime(f"{team.name} has left the league.")
        company = lacking(team)
        if not company.people and not company.cars:
            raise Refused(
                "There is nothing to add. The team already has enough people and a vehicle, or "
                "the house rules and its money do not allow more.",
                code="nothing-to-add",
            )
        for new in company.people:
            roster.hire(team=team, new=new, by=by, at=at)
        for car in company.cars:
            _build(team, car, by, at)
        if company.kits:
            stores.buy(team=team, wanted=dict.fromkeys(KIT, company.kits), by=by, at=at)
        if team.approved_at is None and team.asked_at is None:
            return teams.ask_approval(team=team, at=at)
        return team


def _build(team: Team, car: ReadyCar, by: User, at: datetime) -> None:
    vehicle = garage.build(team=team, face=car.new, design=car.new.design, actor=by, now=at)
    aboard = Character.objects.filter(team=team, left_at=None, name__in=car.crew.values())
    ids = dict(aboard.values_list("name", "pk"))
    garage.assign_crew(vehicle=vehicle, crew={place: ids[name] for place, name in car.crew.items()})
