"""API operations that return catalogues.

Skills, gear and character starts follow a club's house rules. Vehicle parts are the same for the
whole site.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from campaign.garage.rules import catalogue
from campaign.garage.rules.parts import (
    Accessory,
    ArmourType,
    Body,
    Chassis,
    ClubParts,
    Plant,
    Suspension,
    Tyre,
    VehicleWeapon,
)
from campaign.garage.rules.stock import STOCK, StockVehicle
from campaign.garage.selectors.club_parts import parts_of
from campaign.garage.services import club_parts as services
from campaign.house_rules.rules.tables import AwardRow, BuildRow, LessonRow, SkillRow
from campaign.league.api.permissions import ClubCall, club_door, desk_door
from campaign.league.selectors.house import rules_of
from campaign.ledger.rules import gear
from campaign.ledger.rules.gear_values import Gear
from campaign.roster.rules.archetypes import Archetype, archetypes_for
from core.web.api.operations import Body as RequestBody
from core.web.api.operations import Call, Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.permissions import person_door
from core.web.records import filled


class SkillsOut(Record):
    """Skill costs, bodybuilding, prestige awards, duel lessons, and starts for characters."""

    skills: tuple[SkillRow, ...]
    cap: int
    builds: tuple[BuildRow, ...]
    prestige: tuple[AwardRow, ...]
    duel_lessons: tuple[LessonRow, ...]
    starting_points: int
    starting_skills: int
    starting_skill_most: int


@club_door()
def skills(call: ClubCall) -> SkillsOut:
    """Return the club's skills."""
    house_rules = rules_of(call.campaign)
    return filled(SkillsOut, house_rules, skills=house_rules.skill_costs, cap=house_rules.skill_cap)


@club_door()
def starts(call: ClubCall, query: Paged) -> Page[Archetype]:
    """List ready-made starts for new characters that follow the club's house rules."""
    return paged(call, query, archetypes_for(rules_of(call.campaign)), lambda start: start)


class Ware(Record):
    """Personal gear with its price in this club. `on_sale` says whether it can be bought."""

    gear: Gear
    price: int
    on_sale: bool


class GearQuery(Paged):
    """Filters for personal gear, as query parameters."""

    kind: (
        Literal["pistol", "gun", "knife", "heavy", "grenade", "clip", "armour", "explosive", "aid"]
        | None
    ) = None
    on_sale: bool | None = None


@club_door()
def gear_list(call: ClubCall, query: GearQuery) -> Page[Ware]:
    """List personal gear in the catalogue's order."""
    house_rules = rules_of(call.campaign)
    sold = {item.key for item in gear.on_sale(house_rules)}
    wares = [
        Ware(gear=item, price=gear.price(item, house_rules), on_sale=item.key in sold)
        for item in gear.CATALOGUE
    ]
    matching = [
        ware
        for ware in wares
        if query.kind in {None, ware.gear.kind} and query.on_sale in {None, ware.on_sale}
    ]
    return paged(call, query, matching, lambda ware: ware)


class ArmourKind(Record):
    """A type of armour. Cost and weight per point are relative to plain plastic."""

    key: str
    name: str
    cost: float
    weight: float
    spaces_percent: int
    to_hit: int
    metal: bool
    reflective: bool
    fireproof: bool
    radarproof: bool


class Parts(Record):
    """All vehicle parts. Weights are in pounds and prices in dollars."""

    bodies: tuple[Body, ...]
    chassis: tuple[Chassis, ...]
    suspensions: tuple[Suspension, ...]
    tyres: tuple[Tyre, ...]
    plants: tuple[Plant, ...]
    armour: tuple[ArmourKind, ...]
    weapons: tuple[VehicleWeapon, ...]
    accessories: tuple[Accessory, ...]


@person_door()
def parts(call: Call) -> Parts:
    """Return the vehicle catalogue."""
    return Parts(
        bodies=tuple(catalogue.BODIES.values()),
        chassis=tuple(catalogue.CHASSIS.values()),
        suspensions=tuple(catalogue.SUSPENSIONS.values()),
        tyres=tuple(catalogue.TYRES.values()),
        plants=tuple(catalogue.PLANTS.values()),
        weapons=tuple(catalogue.WEAPONS.values()),
        accessories=tuple(catalogue.ACCESSORIES.values()),
        armour=tuple(_armour_kind(armour) for armour in catalogue.ARMOURS.values()),
    )


def _armour_kind(armour: ArmourType) -> ArmourKind:
    return filled(
        ArmourKind, armour, cost=armour.cost_percent / 100, weight=armour.weight_percent / 100
    )


@club_door()
def club_parts(call: ClubCall) -> ClubParts:
    """Return the club's own parts, which are available in addition to the catalogue.

    Omitted fields have their default values. Existing vehicles keep `retired` parts.
    """
    return parts_of(call.campaign.pk)


class PartsBody(RequestBody):
    """A request to replace the whole list of parts, with the reason for the change."""

    parts: ClubParts
    reason: Annotated[str, Meta(max_length=500)] = ""


@desk_door()
def replace_parts(call: ClubCall, body: PartsBody) -> ClubParts:
    """Replace the club's whole list of parts. All members of the club can see the changes."""
    return services.replace(
        campaign=call.campaign,
        parts=body.parts,
        actor=call.user,
        now=call.now,
        reason=body.reason,
    )


class PublishedListBody(RequestBody):
    """A request to install the published list. `leave_out` names groups of parts."""

    leave_out: Annotated[
        tuple[Literal["gas", "trikes", "race", "ammunition", "paper"], ...], Meta(max_length=5)
    ] = ()
    reason: Annotated[str, Meta(max_length=500)] = ""


@desk_door()
def install_published(call: ClubCall, body: PublishedListBody) -> ClubParts:
    """Add the parts of the published list to the club's list, and return the club's list.

    Parts that the club already has keep their numbers. All members of the club can see the changes.
    """
    return services.install_published(
        campaign=call.campaign,
        leave_out=frozenset(body.leave_out),
        actor=call.user,
        now=call.now,
        reason=body.reason,
    )


@person_door()
def stock_vehicles(call: Call, query: Paged) -> Page[StockVehicle]:
    """List stock vehicles, which can be bought unchanged or modified."""
    return paged(call, query, STOCK, lambda vehicle: vehicle)
