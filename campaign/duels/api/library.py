"""The club's library of designs, and a vehicle's design put into it (C61)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from campaign.duels.selectors import library as selector
from campaign.duels.selectors.library import Order, Shelved
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
    """Somebody who rode in a design's duels: in how many, how many were won, their kills."""

    id: UUID
    name: str
    duels: int
    won: int
    kills: int


class DesignOut(Record):
    """A design of the library. `key` is a stock vehicle's or an id; `team` published it. `duels`,
    `won` and `crew` are of its vehicle until then; `legal`: it may be built and entered here.
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
    """Which designs, and in which order."""

    find: Annotated[
        str, Meta(max_length=60, description="Search in the name, description, body and team.")
    ] = ""
    division: Annotated[int, Meta(ge=0, le=100_000_000, description="Maximum cost. 0 = any.")] = 0
    ordering: Order = "name"
    page_size: PageSize = 25


@club_door()
def designs(call: ClubCall, query: DesignsQuery) -> Page[DesignOut]:
    """The club's library of designs."""
    found = selector.library(
        call.campaign, find=query.find, division=query.division, order=query.ordering
    )
    return paged(call, query, found, lambda one: _out(call, one))


@club_door()
def design(call: ClubCall, design: str) -> DesignOut:
    """One design of the library."""
    return _out(call, or_404(selector.design_called(call.campaign, design)))


def _out(call: ClubCall, one: Shelved) -> DesignOut:
    return filled(
        DesignOut,
        one,
        team=team_ref(one.team) if one.team else None,
        cost=one.totals.cost,
        weight=one.totals.weight,
        legal=one.may_enter(rules_of(call.campaign)),
        crew=tuple(filled(DrivenOut, each) for each in one.crew),
    )


@team_door()
def publish(call: TeamCall, body: Publication, vehicle: UUID) -> DesignOut:
    """Put a vehicle's design into the club's library: everybody reads how it is built."""
    row = services.publish(vehicle=find_vehicle(call, vehicle), publication=body, now=call.now)
    return _out(call, or_404(selector.design_called(call.campaign, str(row.pk))))


@team_door()
def withdraw(call: TeamCall, vehicle: UUID) -> None:
    """Take a vehicle's design out of the library."""
    row = or_404(published_by(call.team, vehicle))
    services.withdraw(team=call.team, vehicle=row, now=call.now)
