"""The dossier: what we know of each rival, where from and how old it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign.pages.access import team_page
from campaign.pages.frame import at, at_team
from campaign.pictures.words import counted
from espionage.pictures.report import CONDITIONS, LEFT
from espionage.selectors.dossier import dossier as dossier_of

from .frame import show
from .vehicle_cards import card_of, outside

if TYPE_CHECKING:
    from campaign.models import Team
    from campaign.selectors.viewer import Viewer
    from espionage.pages.vehicle_cards import VehicleCard
    from espionage.selectors.dossier import Dossier, File, Met
    from espionage.selectors.known import Sighting

SOURCES = {"sheet": "Infiltration", "exterior": "Infiltration", "duel": "Duel, seen by everybody"}
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
    gone: bool
    anchor: str


@dataclass(frozen=True, slots=True)
class Folder:
    """One rival on the page."""

    file: File
    vehicles: tuple[Known, ...]
    met: tuple[Fact, ...]

    @property
    def fresh(self) -> tuple[Fact, ...]:
        """Learned in the newest week that has a report."""
        return tuple(fact for fact in (*[known.fact for known in self.vehicles], *self.met) if fact.fresh)


@require_safe
@team_page()
def dossier(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """A folder for each rival."""
    found = dossier_of(team, viewer.campaign)
    folders = [
        Folder(
            file=file, vehicles=tuple(_known(seen, found, team) for seen in file.vehicles), met=tuple(_met(met, found, team) for met in file.met)
        )
        for file in found.files
    ]  # fmt: skip
    fresh = [(folder.file.team.name, fact) for folder in folders for fact in folder.fresh]
    return show(
        request, viewer, team, "dossier", here="dossier", title="Dossier", folders=folders, fresh=fresh,
        anything=any(folder.vehicles or folder.met for folder in folders),
    )  # fmt: skip


def _known(seen: tuple[Sighting, ...], found: Dossier, team: Team) -> Known:
    """The card shows the fullest of what was seen, unless it is older than something else: then the newest says more."""
    newest = seen[0]
    best = next((one for one in seen if one.how == "sheet"), newest)
    return Known(
        name=newest.name, card=_card(best), fact=_fact(best, found, team), gone=newest.destroyed, anchor=f"vehicle-{newest.vehicle}",
        older=tuple(_fact(one, found, team) for one in seen if one is not best),
    )  # fmt: skip


def _card(one: Sighting) -> VehicleCard:
    if one.snapshot is not None:
        return card_of(one.snapshot)
    if one.exterior is not None:
        return outside(one.exterior, "Seen in a duel")
    raise ValueError("a sighting shows something")


def _fact(one: Sighting, found: Dossier, team: Team) -> Fact:
    text = f"{one.name}: {'destroyed in the duel' if one.destroyed else WORDS[one.how]}"
    page = at("duel", team.campaign, number=one.week) if one.how == "duel" else at_team("espionage:report", team, number=one.week)
    return _of_week(text, SOURCES[one.how], page, (one.season, one.week), found)


def _met(met: Met, found: Dossier, team: Team) -> Fact:
    over = met.over
    fared = LEFT[over.enemy_left] if over.enemy_left else CONDITIONS[over.enemy]
    text = f"{met.enemy} met our {met.mine} on foot: {fared} after {counted(over.turns, 'turn')}"
    return _of_week(text, "Ambush", at_team("espionage:report", team, number=met.week), (met.season, met.week), found)


def _of_week(text: str, source: str, page: str, when: tuple[int, int], found: Dossier) -> Fact:
    season, week = when
    url = page if season == found.now[0] else f"{page}?season={season}"
    return Fact(text, found.age(season, week), f"{source}, week {week}", url, fresh=when == found.reported)
