"""The dossier: what a team knows about each rival, with the source and age of each fact."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign.calendar.views.calendar import requested_season
from campaign.duels.selectors.careers import SharedDuels
from campaign.league.models import WEEKLY_NUMBER, Team
from campaign.league.selectors.links import SEASON
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import club_url, team_url
from campaign.league.views.permissions import team_page
from campaign.voices.selectors.notes import notes_of
from campaign.voices.selectors.rights import can_write_letters
from core.web.not_found import or_404
from core.web.pictures.words import counted
from espionage.pictures.report import CONDITIONS, WAYS_OF_LEAVING
from espionage.pictures.rival import RivalPicture, rival_picture
from espionage.selectors.dossier import Dossier, Meeting, RivalFile
from espionage.selectors.dossier import dossier as dossier_of
from espionage.selectors.rival_vehicles import Sighting

from .frame import show
from .vehicle_cards import VehicleCard, card_of, exterior_card

DUELS_PER_PAGE: Final = 20
SOURCE_OF_KIND = {
    "sheet": "Infiltration",
    "exterior": "Infiltration",
    "duel": "Duel, seen by everyone",
}
KIND_WORDS = {
    "sheet": "the whole sheet",
    "exterior": "seen from outside",
    "duel": "seen in the duel",
}


@dataclass(frozen=True, slots=True)
class Fact:
    """A known fact, in the form that the template component needs."""

    text: str
    weeks: int
    source: str
    url: str
    is_fresh: bool


@dataclass(frozen=True, slots=True)
class VehicleHistory:
    """A rival's vehicle: its most complete sighting as a card, and other sightings as facts."""

    name: str
    card: VehicleCard
    fact: Fact
    older: tuple[Fact, ...]
    anchor: str


@dataclass(frozen=True, slots=True)
class Folder:
    """A rival on the page. Publicly destroyed vehicles have a line but no picture."""

    file: RivalFile
    vehicles: tuple[VehicleHistory, ...]
    wrecks: tuple[Fact, ...]
    ambushes: tuple[Fact, ...]
    note: str
    picture: RivalPicture

    @property
    def fresh_facts(self) -> tuple[Fact, ...]:
        """Facts from the newest week with a report."""
        return tuple(
            fact
            for fact in (*[vehicle.fact for vehicle in self.vehicles], *self.wrecks, *self.ambushes)
            if fact.is_fresh
        )


@require_safe
@team_page()
def dossier(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Show a folder for each rival with the facts learned in one season."""
    all_seasons, season = requested_season(request, viewer.campaign)
    team_dossier = dossier_of(team, season)
    facts = _Facts(team_dossier, team)
    notes = {str(rival): row.text for rival, row in notes_of(team).items()}
    folders = [
        Folder(
            file=file,
            note=notes.get(file.team.id, ""),
            picture=rival_picture(file.team, file.guards, file.spies, file.record, file.attacks),
            vehicles=tuple(
                _vehicle_history(sightings, facts)
                for sightings in file.vehicles
                if not sightings[0].destroyed
            ),
            wrecks=tuple(
                facts.from_sighting(sightings[0])
                for sightings in file.vehicles
                if sightings[0].destroyed
            ),
            ambushes=tuple(facts.from_meeting(meeting) for meeting in file.meetings),
        )
        for file in team_dossier.files
    ]
    fresh_facts = [
        (folder.file.team.name, fact) for folder in folders for fact in folder.fresh_facts
    ]
    return show(
        request,
        viewer,
        team,
        "dossier",
        here="dossier",
        title="Dossier",
        folders=folders,
        fresh=fresh_facts,
        anything=any(folder.vehicles or folder.wrecks or folder.ambushes for folder in folders),
        seasons=all_seasons,
        season=season,
        newest=season == all_seasons[0],
        notes=can_write_letters(viewer, team),
    )


@require_safe
@team_page()
def rivalry(request: HttpRequest, viewer: Viewer, team: Team, rival: str) -> HttpResponse:
    """Show the history of the team and a rival: duels of all seasons, and what the team knows of
    the missions and ambushes between them in one season.
    """
    all_seasons, season = requested_season(request, viewer.campaign)
    team_dossier = dossier_of(team, season)
    files = [file for file in team_dossier.files if file.face.slug == rival]
    file = or_404(files[0] if files else None)
    duels = SharedDuels(viewer.campaign, team.pk, UUID(file.team.id))
    facts = _Facts(team_dossier, team)
    return show(
        request,
        viewer,
        team,
        "rivalry",
        here="dossier",
        title=f"Rivalry with {file.team.name}",
        crumbs=(("Dossier", team_url("espionage:dossier", team)),),
        file=file,
        picture=rival_picture(file.team, file.guards, file.spies, file.record, file.attacks),
        totals=duels.totals,
        page=Paginator(duels, DUELS_PER_PAGE).get_page(request.GET.get("page")),
        ambushes=[facts.from_meeting(meeting) for meeting in file.meetings],
        seasons=all_seasons,
        season=season,
    )


@dataclass(frozen=True, slots=True)
class _Facts:
    """Creates the facts of one dossier."""

    dossier: Dossier
    team: Team

    def from_sighting(self, sighting: Sighting) -> Fact:
        """Return the fact for a sighting."""
        kind_text = "destroyed in the duel" if sighting.destroyed else KIND_WORDS[sighting.kind]
        text = f"{sighting.name}: {kind_text}"
        page = (
            club_url("duel", self.team.campaign, number=sighting.week, duel=WEEKLY_NUMBER)
            if sighting.kind == "duel"
            else self._report(sighting.week)
        )
        return self._of_week(text, SOURCE_OF_KIND[sighting.kind], page, sighting.week)

    def from_meeting(self, meeting: Meeting) -> Fact:
        """Return the fact for an ambush."""
        end = meeting.end
        outcome = WAYS_OF_LEAVING[end.enemy_left] if end.enemy_left else CONDITIONS[end.enemy]
        text = (
            f"{meeting.enemy_name} met our {meeting.own_name} on foot: {outcome} after "
            f"{counted(end.turns, 'turn')}"
        )
        return self._of_week(text, "Ambush", self._report(meeting.week), meeting.week)

    def _report(self, week: int) -> str:
        return team_url("espionage:report", self.team, number=week)

    def _of_week(self, text: str, source: str, page: str, week: int) -> Fact:
        url = f"{page}{SEASON}{self.dossier.season.number}"
        return Fact(
            text,
            self.dossier.age(week),
            f"{source}, week {week}",
            url,
            is_fresh=week == self.dossier.reported,
        )


def _vehicle_history(sightings: tuple[Sighting, ...], facts: _Facts) -> VehicleHistory:
    """Return a vehicle with a card of the newest complete record sheet or the newest sighting."""
    latest_sighting = sightings[0]
    best = next((sighting for sighting in sightings if sighting.kind == "sheet"), latest_sighting)
    return VehicleHistory(
        name=latest_sighting.name,
        card=_card(best),
        fact=facts.from_sighting(best),
        anchor=f"vehicle-{latest_sighting.vehicle}",
        older=tuple(
            facts.from_sighting(sighting) for sighting in sightings if sighting is not best
        ),
    )


def _card(sighting: Sighting) -> VehicleCard:
    if sighting.snapshot is not None:
        return card_of(sighting.snapshot)
    if sighting.exterior is not None:
        return exterior_card(sighting.exterior, "Seen in a duel")
    raise ValueError("a sighting shows something")
