"""Services for the club's library of published designs (C61)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from campaign.garage.models import PublishedDesign, Vehicle
from campaign.garage.rules.acts import Publication, VehicleFace
from campaign.garage.rules.vehicles import VehicleDesign
from campaign.league.models import Team
from core.accounts.models import User
from core.web.locks import club
from core.web.records import filled, tidy
from core.web.refusals import bad_field
from core.web.text import is_taken

from .garage import build, check_in_garage, lock_with_team


def publish(*, vehicle: Vehicle, publication: Publication, now: datetime) -> PublishedDesign:
    """Publish a vehicle's current design in the club's library (C61).

    Any earlier publication of the vehicle is replaced. Raise BadForm if the vehicle is gone, or if
    the name is taken.
    """
    with club(vehicle.team.campaign_id):
        team, vehicle = lock_with_team(vehicle)
        check_in_garage(vehicle)
        publication = tidy(filled(Publication, publication))
        published = PublishedDesign.objects.filter(campaign=team.campaign_id, withdrawn_at=None)
        others = published.exclude(vehicle=vehicle, team=team)
        if is_taken(publication.name, others.values_list("name", flat=True)):
            sentence = (
                f"The library already has a design called {publication.name}. Choose another name."
            )
            raise bad_field("name", "name-taken", sentence)
        published.filter(vehicle=vehicle, team=team).update(withdrawn_at=now)
        return PublishedDesign.objects.create(
            campaign_id=team.campaign_id,
            team=team,
            vehicle=vehicle,
            name=publication.name,
            blurb=publication.blurb,
            design=vehicle.design,
            published_at=now,
        )


def build_and_publish(
    *,
    team: Team,
    face: VehicleFace,
    design: VehicleDesign | Mapping[str, Any],
    actor: User,
    now: datetime,
) -> Vehicle:
    """Build a vehicle, pay for it, and publish its design under the vehicle's name, in one
    transaction.

    Raise the errors of `build` and `publish`.
    """
    with club(team.campaign_id):
        vehicle = build(team=team, face=face, design=design, actor=actor, now=now)
        publish(vehicle=vehicle, publication=Publication(name=vehicle.name), now=now)
        return vehicle


def withdraw(*, team: Team, vehicle: Vehicle, now: datetime) -> None:
    """Remove this team's publication of a vehicle from the library, even if the team no longer owns
    the vehicle.

    If there is no publication, do nothing.
    """
    with club(team.campaign_id):
        PublishedDesign.objects.filter(vehicle=vehicle, team=team, withdrawn_at=None).update(
            withdrawn_at=now
        )
