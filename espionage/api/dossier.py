"""What my team knows of the others, each fact with its source and its week."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from campaign.garage.rules.record import Exterior
from campaign.league.api.permissions import TeamCall, team_door
from campaign.league.api.shapes import TeamRef
from campaign.league.api.weeks import SeasonQuery
from campaign.league.selectors import seasons
from core.web.api.operations import Record
from core.web.not_found import or_404
from core.web.records import filled
from espionage.rules.files import PublicPerson
from espionage.rules.report import Snapshot
from espionage.rules.values import AmbushOver
from espionage.selectors.dossier import Dossier, File, Met, dossier
from espionage.selectors.known import Sighting


class SightingOut(Record):
    """A vehicle as it was seen once: by an infiltrator (`snapshot`), or by everybody in a duel
    (`exterior`). `age` is in weeks.
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
    """A rival's vehicle, its sightings newest first."""

    id: UUID
    name: str
    sightings: tuple[SightingOut, ...]


class MetOut(Record):
    """An ambush: who of theirs met whom of ours, and how it came out as far as was seen."""

    week: int
    season: int
    age: int
    enemy: str
    mine: str
    over: AmbushOver


class Folder(Record):
    """One rival."""

    team: TeamRef
    people: tuple[PublicPerson, ...]
    vehicles: tuple[KnownVehicle, ...]
    met: tuple[MetOut, ...]


class DossierOut(Record):
    """All rivals by name, with what was learned of them in this season."""

    season: int
    rivals: tuple[Folder, ...]


@team_door()
def show(call: TeamCall, query: SeasonQuery) -> DossierOut:
    """My team's dossier of a season."""
    season = or_404(
        seasons.pick_season(
            seasons.seasons(call.campaign), None if query.season is None else str(query.season)
        )
    )
    found = dossier(call.team, season)
    return DossierOut(
        season=season.number, rivals=tuple(_folder(file, found) for file in found.files)
    )


def _folder(file: File, found: Dossier) -> Folder:
    return Folder(
        team=TeamRef(slug=file.face.slug, name=file.face.name),
        people=file.team.people,
        vehicles=tuple(_vehicle(seen, found) for seen in file.vehicles),
        met=tuple(_met(met, found) for met in file.met),
    )


def _vehicle(seen: tuple[Sighting, ...], found: Dossier) -> KnownVehicle:
    return KnownVehicle(
        id=seen[0].vehicle,
        name=seen[0].name,
        sightings=tuple(_sighting(one, found) for one in seen),
    )


def _sighting(one: Sighting, found: Dossier) -> SightingOut:
    return filled(SightingOut, one, age=found.age(one.week))


def _met(met: Met, found: Dossier) -> MetOut:
    return filled(MetOut, met, age=found.age(met.week))
