"""A team's knowledge about its rivals. Each fact has a source and a week."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal
from uuid import UUID

from campaign.calendar.api.weeks import SeasonQuery
from campaign.garage.rules.record import Exterior
from campaign.league.api.permissions import TeamCall, team_door
from campaign.league.api.shapes import TeamRef
from campaign.league.selectors import seasons
from core.web.api.operations import Record
from core.web.not_found import or_404
from core.web.records import filled
from espionage.rules.files import PublicPerson
from espionage.rules.orders import MISSIONS, Mission
from espionage.rules.report import Snapshot
from espionage.rules.values import AmbushOver
from espionage.selectors.dossier import Dossier, Meeting, RivalFile, dossier
from espionage.selectors.rival_vehicles import Sighting


class SightingOut(Record):
    """One sighting of a vehicle.

    A sighting by an infiltrator has a `snapshot`, and a sighting at a duel has an `exterior`. `age`
    is in weeks.
    """

    week: int
    season: int
    age: int
    how: Literal["sheet", "exterior", "duel"]
    name: str
    destroyed: bool
    snapshot: Snapshot | None
    exterior: Exterior | None


class KnownVehicle(Record):
    """A rival's vehicle with its sightings, newest first."""

    id: UUID
    name: str
    sightings: tuple[SightingOut, ...]


class MetOut(Record):
    """An ambush: the enemy, your character (`mine`), and the ending as your side saw it."""

    week: int
    season: int
    age: int
    enemy: str
    mine: str
    over: AmbushOver


class AttackOut(Record):
    """A kind of mission, the number of this rival's missions against you, and of harmful ones."""

    mission: Mission
    count: int
    harmful: int


class Folder(Record):
    """Everything known about one rival.

    `missions` counts your missions against this rival, and `stopped` those that it stopped.
    """

    team: TeamRef
    people: tuple[PublicPerson, ...]
    vehicles: tuple[KnownVehicle, ...]
    met: tuple[MetOut, ...]
    missions: int
    stopped: int
    attacks: tuple[AttackOut, ...]


class DossierOut(Record):
    """All rivals, sorted by name, and what your team has learned about them this season."""

    season: int
    rivals: tuple[Folder, ...]


@team_door()
def show(call: TeamCall, query: SeasonQuery) -> DossierOut:
    """Return your team's dossier for a season."""
    season = or_404(
        seasons.pick_season(
            seasons.seasons(call.campaign), None if query.season is None else str(query.season)
        )
    )
    team_dossier = dossier(call.team, season)
    return DossierOut(
        season=season.number,
        rivals=tuple(_folder(file, team_dossier) for file in team_dossier.files),
    )


def _folder(file: RivalFile, team_dossier: Dossier) -> Folder:
    return Folder(
        team=TeamRef(slug=file.face.slug, name=file.face.name),
        people=file.team.people,
        vehicles=tuple(_vehicle(sightings, team_dossier) for sightings in file.vehicles),
        met=tuple(_meeting_out(meeting, team_dossier) for meeting in file.meetings),
        missions=file.record.missions,
        stopped=file.record.stopped,
        attacks=tuple(_attacks_out(file)),
    )


def _attacks_out(file: RivalFile) -> Iterator[AttackOut]:
    for mission in MISSIONS:
        attacks = [attack for attack in file.attacks if attack.mission == mission]
        if attacks:
            harmful = sum(attack.harmful for attack in attacks)
            yield AttackOut(mission=mission, count=len(attacks), harmful=harmful)


def _vehicle(sightings: tuple[Sighting, ...], team_dossier: Dossier) -> KnownVehicle:
    return KnownVehicle(
        id=sightings[0].vehicle,
        name=sightings[0].name,
        sightings=tuple(_sighting(sighting, team_dossier) for sighting in sightings),
    )


def _sighting(sighting: Sighting, team_dossier: Dossier) -> SightingOut:
    return filled(SightingOut, sighting, age=team_dossier.age(sighting.week), how=sighting.kind)


def _meeting_out(meeting: Meeting, team_dossier: Dossier) -> MetOut:
    return filled(
        MetOut,
        meeting,
        age=team_dossier.age(meeting.week),
        enemy=meeting.enemy_name,
        mine=meeting.own_name,
        over=meeting.end,
    )
