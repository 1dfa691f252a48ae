"""The club's library of published designs (C61)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaign.garage.models import PublishedDesign, Vehicle
from campaign.garage.rules.acts import Publication
from campaign.league.models import Team
from core.web.locks import club
from core.web.problems import Problem
from core.web.records import filled, tidy
from core.web.refusals import BadForm
from core.web.text import is_taken

from .garage import build, own, standing

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from campaign.garage.rules.acts import VehicleFace
    from campaign.garage.rules.vehicles import VehicleDesign
    from core.accounts.models import User


def publish(*, vehicle: Vehicle, said: Publication, at: datetime) -> PublishedDesign:
    """Publish a vehicle's current design in the club's library.

    It replaces the vehicle's earlier publication (C61). Raise BadForm if the vehicle is gone, or if
    the name is taken.
    """
    with club(vehicle.team.campaign_id):
        team, vehicle = own(vehicle)
        standing(vehicle)
        said = tidy(filled(Publication, said))
        there = PublishedDesign.objects.filter(campaign=team.campaign_id, withdrawn_at=None)
        others = there.exclude(vehicle=vehicle, team=team)
        if is_taken(said.name, others.values_list("name", flat=True)):
            sentence = f"The library already has a design called {said.name}. Choose another name."
            raise BadForm([Problem(field="name", code="name-taken", sentence=sentence)])
        there.filter(vehicle=vehicle, team=team).update(withdrawn_at=at)
        return PublishedDesign.objects.create(
            campaign_id=team.campaign_id,
            team=team,
            vehicle=vehicle,
            name=said.name,
            blurb=said.blurb,
            design=vehicle.design,
            published_at=at,
        )


def build_and_publish(
    *,
    team: Team,
    face: VehicleFace,
    design: VehicleDesign | Mapping[str, Any],
    by: User,
    at: datetime,
) -> Vehicle:
    """Build a vehicle, pay for it, and publish its design under its name, in one transaction.

    Raise the errors of building and of publishing.
    """
    with club(team.campaign_id):
        row = build(team=team, face=face, design=design, by=by, at=at)
        publish(vehicle=row, said=Publication(name=row.name), at=at)
        return row


def withdraw(*, team: Team, vehicle: Vehicle, at: datetime) -> None:
    """Remove this team's publication of a vehicle from the library, regardless of its current
    owner.

    Do nothing if there is no publication.
    """
    with club(team.campaign_id):
        PublishedDesign.objects.filter(vehicle=vehicle, team=team, withdrawn_at=None).update(
            withdrawn_at=at
        )
