"""Values that a GM can see and correct. A GM who also plays sees only public facts about rivals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from campaign.duels.models import DuelResult
from campaign.duels.selectors.duels import VehicleFacts, public_vehicles
from campaign.garage.models import Vehicle
from campaign.garage.rules.catalogue import BODIES
from campaign.garage.rules.parts import LOCATIONS
from campaign.garage.selectors.club_parts import parts_of
from campaign.league.models import Team
from campaign.league.policy import may_read_books
from campaign.league.selectors.viewer import Viewer
from campaign.roster.models import Character

FACINGS: Final = {
    f"armour:{side}": f"{'underbody' if side == 'under' else side} armour" for side in LOCATIONS
}


@dataclass(frozen=True, slots=True)
class Target:
    """A character or vehicle that can be corrected."""

    id: UUID
    name: str


def people(team: Team) -> tuple[Target, ...]:
    """Return the characters of a team. Their names are public (E24)."""
    return tuple(
        Target(pk, name)
        for pk, name in Character.objects.filter(team=team, left_at=None)
        .order_by("name")
        .values_list("pk", "name")
    )


def vehicles(viewer: Viewer, team: Team) -> tuple[Target, ...]:
    """Return the vehicles of a team.

    A GM who also plays gets a rival's vehicles as seen in duels (E24). Only the traders know the
    current owners of sold vehicles (C20).
    """
    if may_read_books(viewer, team):
        rows = Vehicle.objects.filter(team=team, gone_at=None).order_by("name")
        return tuple(Target(pk, name) for pk, name in rows.values_list("pk", "name"))
    return tuple(
        Target(facts.id, facts.exterior.name)
        for facts in _vehicles_seen(viewer)
        if facts.team_id == team.pk and not facts.destroyed
    )


def _vehicles_seen(viewer: Viewer) -> tuple[VehicleFacts, ...]:
    weeks = (
        DuelResult.objects.filter(duel__week__season__campaign=viewer.campaign)
        .order_by()
        .values_list("duel__week", flat=True)
        .distinct()
    )
    return public_vehicles(weeks)


def visible_parts(viewer: Viewer, vehicle: Vehicle) -> dict[str, str]:
    """Return the parts of a rival's vehicle that are publicly known.

    These are the six facings, the tyres, the power plant, and the weapons that are visible from
    outside.
    """
    facts = next(
        (candidate for candidate in _vehicles_seen(viewer) if candidate.id == vehicle.pk), None
    )
    if facts is None:
        return {}
    exterior = facts.exterior
    bodies = (*BODIES.values(), *parts_of(viewer.campaign.pk).bodies)
    wheels = next((body.wheels for body in bodies if body.name == exterior.body), 4)
    tyres = (
        ("front", "back")
        if wheels == 2
        else ("front_left", "front_right", "back_left", "back_right")
    )
    weapons = {
        f"weapon:{number}": f"weapon {number}: {weapon.look}, {weapon.facing}"
        for number, weapon in enumerate(exterior.weapons, 1)
    }
    return {
        **FACINGS,
        **{f"tyre:{wheel}": f"{wheel.replace('_', ' ')} tyre" for wheel in tyres},
        **weapons,
        "plant": "power plant",
    }


def character(team: Team, pk: UUID) -> Character | None:
    """Return one of the team's characters that can be corrected, or None."""
    if pk not in {target.id for target in people(team)}:
        return None
    return Character.objects.select_related("team__campaign").get(pk=pk)


def vehicle(viewer: Viewer, team: Team, pk: UUID) -> Vehicle | None:
    """Return a vehicle of the team that the viewer knows and can correct, or None."""
    if pk not in {target.id for target in vehicles(viewer, team)}:
        return None
    return Vehicle.objects.select_related("team__campaign").get(pk=pk)
