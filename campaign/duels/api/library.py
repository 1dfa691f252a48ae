"""The club's library of designs, and the publication of a vehicle's design (C61)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from campaign.duels.selectors import library as selector
from campaign.duels.selectors.library import LibraryDesign, Order
from campaign.garage.api.garage import find_vehicle
from campaign.garage.rules.acts import Publication
from campaign.garage.rules.vehicles import VehicleDesign
from campaign.garage.selectors.library import published_by
from campaign.garage.services import library as services
from campaign.league.api.permissions import ClubCall, TeamCall, club_door, team_door
from campaign.league.api.shapes import TeamRef, team_ref
from campaign.league.selectors.house import rules_of
from core.web.api.operations import Record
from core.web.api.paging import Page, Paged, PageSize, paged
from core.web.not_found import or_404
from core.web.records import filled


class DrivenOut(Record):
    """A crew member in a design's duels, with duels driven, the team's wins, and kills."""

    id: UUID
    name: str
    duels: int
    won: int
    kills: int


class DesignOut(Record):
    """A design in the library.

    `key` is the key of a stock vehicle, or an id. `team` is the team that published the design.
    `duels`, `won` and `crew` cover the vehicle's duels before the publication. `legal` says whether
    the design can be built and entered in this club.
    """

    key: str
    name: str
    blurb: str
    team: TeamRef | None
    published_at: datetime | None
    cost: int
    weight: int
    legal: bool
    faults: tuple[str, ...]
    duels: int
    won: int
    crew: tuple[DrivenOut, ...]
    design: VehicleDesign


class DesignsQuery(Paged):
    """Query parameters: filter and order of the designs."""

    find: Annotated[
        str, Meta(max_length=60, description="Search in the name, description, body and team.")
    ] = ""
    division: Annotated[int, Meta(ge=0, le=100_000_000, description="Maximum cost. 0 = any.")] = 0
    ordering: Order = "name"
    page_size: PageSize = 25


@club_door()
def designs(call: ClubCall, query: DesignsQuery) -> Page[DesignOut]:
    """List the designs in the club's library."""
    all_designs = selector.library(
        call.campaign, find=query.find, division=query.division, order=query.ordering
    )
    return paged(call, query, all_designs, lambda row: _out(call, row))


@club_door()
def design(call: ClubCall, design: str) -> DesignOut:
    """Get one design of the library."""
    return _out(call, or_404(selector.design_with_key(call.campaign, design)))


def _out(call: ClubCall, row: LibraryDesign) -> DesignOut:
    return filled(
        DesignOut,
        row,
        team=team_ref(row.team) if row.team else None,
        cost=row.totals.cost,
        weight=row.totals.weight,
        legal=row.can_enter(rules_of(call.campaign)),
        crew=tuple(filled(DrivenOut, person) for person in row.crew),
    )


@team_door()
def publish(call: TeamCall, body: Publication, vehicle: UUID) -> DesignOut:
    """Publish a vehicle's design in the club's library. Every member can see how it is built."""
    row = services.publish(vehicle=find_vehicle(call, vehicle), publication=body, now=call.now)
    return _out(call, or_404(selector.design_with_key(call.campaign, str(row.pk))))


@team_door()
def withdraw(call: TeamCall, vehicle: UUID) -> None:
    """Remove a vehicle's design from the library."""
    row = or_404(published_by(call.team, vehicle))
    services.withdraw(team=call.team, vehicle=row, now=call.now)
