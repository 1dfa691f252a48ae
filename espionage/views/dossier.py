"""The dossier: what we know of each rival, where from and how old it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign.league.selectors.links import SEASON
from campaign.league.views.calendar import requested_season
from campaign.league.views.frame import club_url, team_url
from campaign.league.views.permissions import team_page
from campaign.voices.selectors.notes import notes_of
from campaign.voices.selectors.rights import writes_letters
from core.web.pictures.words import counted
from espionage.pictures.report import CONDITIONS, WAYS_OF_LEAVING
from espionage.selectors.dossier import dossier as dossier_of

from .frame import show
from .vehicle_cards import card_of, outside

if TYPE_CHECKING:
    from campaign.league.models import Team
    from campaign.league.selectors.viewer import Viewer
    from espionage.selectors.dossier import Dossier, File, Met
    from espionage.selectors.known import Sighting

    from .vehicle_cards import VehicleCard

SOURCES = {"sheet": "Infiltration", "exterior": "Infiltration", "duel": "Duel, seen by everyone"}
WORDS = {"sheet": "the whole sheet", "exterior": "seen from outside", "duel": "seen in the duel"}


@dataclass(frozen=True, slots=True)
class Fact:
    """Something known: the fields of the component."""

    text: str
    weeks: int
    source: str
    url: str
    fresh: bool


@dataclass(frozen=True, slots=True)
class Known:
    """A rival's vehicle: its newest and its best sighting, and the older ones as facts."""

    name: str
    card: VehicleCard
    fact: Fact
    older: tuple[Fact, ...]
    anchor: str


@dataclass(frozen=True, slots=True)
class Folder:
    """One rival on the page. Of what everybody saw destroyed there is a line and no picture."""

    file: File
    vehicles: tuple[Known, ...]
    wrecks: tuple[Fact, ...]
    met: tuple[Fact, ...]
    note: str

    @property
    def fresh(self) -> tuple[Fact, ...]:
        """Learned in the newest week that has a report."""
        return tuple(
            fact
            for fact in (*[known.fact for known in self.vehicles], *self.wrecks, *self.met)
            if fact.fresh
        )


@require_safe
@team_page()
def dossier(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """A folder for each rival, with what was learned in one season."""
    every, season = requested_season(request, viewer)
    found = dossier_of(team, season)
    facts = _Facts(found, team)
    notes = {str(about): row.text for about, row in notes_of(team).items()}
    folders = [
        Folder(
            file=file,
            note=notes.get(file.team.id, ""),
            vehicles=tuple(_known(seen, facts) for seen in file.vehicles if not seen[0].destroyed),
            wrecks=tuple(facts.of(seen[0]) for seen in file.vehicles if seen[0].destroyed),
            met=tuple(facts.met(met) for met in file.met),
        )
        for file in found.files
    ]
    fresh = [(folder.file.team.name, fact) for folder in folders for fact in folder.fresh]
    return show(
        request,
        viewer,
        team,
        "dossier",
        here="dossier",
        title="Dossier",
        folders=folders,
        fresh=fresh,
        anything=any(folder.vehicles or folder.wrecks or folder.met for folder in folders),
        seasons=every,
        season=season,
        newest=season == every[0],
        notes=writes_letters(viewer, team),
    )


@dataclass(frozen=True, slots=True)
class _Facts:
    """Makes facts of one dossier."""

    found: Dossier
    team: Team

    def of(self, one: Sighting) -> Fact:
        """A sighting."""
        text = f"{one.name}: {'destroyed in the duel' if one.destroyed else WORDS[one.how]}"
        page = (
            club_url("duel", self.team.campaign, number=one.week)
            if one.how == "duel"
            else self._report(one.week)
        )
        return self._of_week(text, SOURCES[one.how], page, one.week)

    def met(self, met: Met) -> Fact:
        """An ambush."""
        over = met.over
        fared = WAYS_OF_LEAVING[over.enemy_left] if over.enemy_left else CONDITIONS[over.enemy]
        text = (
            f"{met.enemy} met our {met.mine} on foot: {fared} after {counted(over.turns, 'turn')}"
        )
        return self._of_week(text, "Ambush", self._report(met.week), met.week)

    def _report(self, week: int) -> str:
        return team_url("espionage:report", self.team, number=week)

    def _of_week(self, text: str, source: str, page: str, week: int) -> Fact:
        url = f"{page}{SEASON}{self.found.season.number}"
        return Fact(
            text,
            self.found.age(week),
            f"{source}, week {week}",
            url,
            fresh=week == self.found.reported,
        )


def _known(seen: tuple[Sighting, ...], facts: _Facts) -> Known:
    """The card shows the fullest of what was seen, unless it is older than something else: then the
    newest says more.
    """
    newest = seen[0]
    best = next((one for one in seen if one.how == "sheet"), newest)
    return Known(
        name=newest.name,
        card=_card(best),
        fact=facts.of(best),
        anchor=f"vehicle-{newest.vehicle}",
        older=tuple(facts.of(one) for one in seen if one is not best),
    )


def _card(one: Sighting) -> VehicleCard:
    if one.snapshot is not None:
        return card_of(one.snapshot)
    if one.exterior is not None:
        return outside(one.exterior, "Seen in a duel")
    raise ValueError("a sighting shows something")
