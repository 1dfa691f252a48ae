"""Services for founding a team that can play immediately, in one transaction.

They use the same services as a player who takes each step by hand.
"""

from __future__ import annotations

from datetime import datetime

from campaign.garage.services import garage
from campaign.league.models import Campaign, Team
from campaign.ledger.services import stores
from campaign.roster.models import Character
from campaign.roster.services import roster
from campaign.teams.rules.acts import NewTeam, ReadyCompany
from campaign.teams.rules.ready_company import KIT, ReadyCar
from campaign.teams.selectors.ready_company import missing_company, suggest_team
from campaign.teams.services import bots, teams
from core.accounts.models import User
from core.web.locks import club, locked
from core.web.records import filled
from core.web.refusals import Refused, WrongTime
from core.web.text import normalize


def found_ready(*, campaign: Campaign, owner: User, face: ReadyCompany, now: datetime) -> Team:
    """Found a team with people, cars and crews, and ask for its approval.

    If a value is omitted, a suggestion is used. Raise the errors of `teams.found_team`. Raise
    Refused if the house rules or the starting capital do not allow a company.
    """
    with club(campaign.pk):
        suggestion = suggest_team(campaign, owner)
        complete_face = filled(
            NewTeam,
            face,
            name=normalize(face.name) or suggestion.name,
            emblem=face.emblem or suggestion.emblem,
        )
        team = teams.found_team(campaign=campaign, owner=owner, face=complete_face, now=now)
        return complete(team=team, actor=owner, now=now)


def found_for_bot(*, campaign: Campaign, temper: str, actor: User, now: datetime) -> Team:
    """Create a ready-made team without owners, and let a bot run it.

    Raise the errors of `teams.found_team`. Raise BadForm for an unknown bot.
    """
    with club(campaign.pk):
        team = teams.found_team(
            campaign=campaign, owner=None, face=suggest_team(campaign, None), now=now
        )
        team = complete(team=team, actor=actor, now=now)
        return bots.found_seat(team=team, temper=temper, actor=actor, now=now)


def complete(*, team: Team, actor: User, now: datetime) -> Team:
    """Hire and build what the team lacks to be complete.

    If no one has asked for approval yet, this also asks for approval. Raise Refused if nothing is
    missing, or if nothing is possible. Raise WrongTime if the team has left.
    """
    with club(team.campaign_id):
        team = locked(team)
        if team.left_at:
            raise WrongTime(f"{team.name} has left the league.")
        company = missing_company(team)
        if not company.people and not company.cars:
            raise Refused(
                "There is nothing to add. The team already has enough people and a vehicle, or "
                "the house rules and its money do not allow more.",
                code="nothing-to-add",
            )
        for new in company.people:
            roster.hire(team=team, new=new, actor=actor, now=now)
        for car in company.cars:
            _build(team, car, actor, now)
        if company.kits:
            stores.buy(team=team, counts=dict.fromkeys(KIT, company.kits), actor=actor, now=now)
        if team.approved_at is None and team.asked_at is None:
            return teams.ask_approval(team=team, now=now)
        return team


def _build(team: Team, car: ReadyCar, actor: User, now: datetime) -> None:
    vehicle = garage.build(team=team, face=car.new, design=car.new.design, actor=actor, now=now)
    aboard = Character.objects.filter(team=team, left_at=None, name__in=car.crew.values())
    ids = dict(aboard.values_list("name", "pk"))
    garage.assign_crew(vehicle=vehicle, crew={place: ids[name] for place, name in car.crew.items()})
