"""Duellists: the tables of a season and of all time, and each one's career."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta

from campaign.duels.rules.duel import Mark, State
from campaign.duels.selectors import careers
from campaign.duels.selectors.careers import Duellist, Ride
from campaign.league.api.permissions import ClubCall, club_door
from campaign.league.api.shapes import TeamRef, team_ref
from campaign.league.selectors import seasons
from core.web.api.operations import Record
from core.web.api.paging import Page, Paged, PageSize, paged
from core.web.api.shapes import Number
from core.web.not_found import or_404
from core.web.records import filled


class DuellistsQuery(Paged):
    """Of which season."""

    season: Annotated[Number | None, Meta(description="Season number. Defaults to all time.")] = (
        None
    )


class DuellistOut(Record):
    """Somebody who stood in recorded duels, and what came of these. Who has the same prestige
    shares a `place`; `prestige` is from duels alone, `mark` what the kills of the whole career
    make, `alive` as the club has been told.
    """

    place: int
    id: UUID
    name: str
    team: TeamRef
    duels: int
    won: int
    kills: int
    kills_on_foot: int
    kills_by_ram: int
    prestige: int
    knocked_out: int
    mark: Mark
    alive: bool


class Ridden(Record):
    """A vehicle of a career, by its name: in how many duels, and in how many at the wheel."""

    name: str
    duels: int
    drove: int


class CareerOut(DuellistOut):
    """A duellist of all time, with the vehicles ridden most."""

    vehicles: tuple[Ridden, ...]


class Learned(Record):
    """Points in a skill, or general ones."""

    skill: str
    points: int


class RideOut(Record):
    """One duel of a career. `seat` and `vehicle` are empty where the result does not say; `after`
    is the prestige from this and all earlier duels; `event` is the number of the event in its week,
    0 for the week's own duel.
    """

    season: int
    week: int
    team: TeamRef
    state: State
    kills: int
    kills_on_foot: int
    kills_by_ram: int
    seat: Literal["driver", "gunner", "passenger", ""]
    vehicle: str
    place: int
    prestige: int
    after: int
    event: int
    learned: tuple[Learned, ...]


@club_door()
def duellists(call: ClubCall, query: DuellistsQuery) -> Page[DuellistOut]:
    """The duellists of a season or of all time, by prestige from duels."""
    if query.season is not None:
        or_404(seasons.find_season(call.campaign, query.season))
    return paged(call, query, careers.Ranking(call.campaign, query.season), duellist_out)


def duellist_out(one: Duellist) -> DuellistOut:
    """A duellist in a table."""
    return filled(DuellistOut, one, team=team_ref(one.team))


@club_door()
def duellist(call: ClubCall, character: UUID) -> CareerOut:
    """A duellist's career; there is one as soon as somebody stood in a recorded duel."""
    one = or_404(careers.duellist(call.campaign, character))
    return filled(
        CareerOut,
        one,
        team=team_ref(one.team),
        vehicles=tuple(filled(Ridden, car) for car in careers.cars(call.campaign, character)),
    )


class RidesQuery(Paged):
    """Which page of a career: fewer than elsewhere, for each of them has lessons."""

    page_size: PageSize = 25


@club_door()
def rides(call: ClubCall, query: RidesQuery, character: UUID) -> Page[RideOut]:
    """The duels of a career, the latest first."""
    one = or_404(careers.duellist(call.campaign, character))
    return paged(call, query, careers.Book(call.campaign, one), _ride)


def _ride(ride: Ride) -> RideOut:
    learned = tuple(Learned(skill=key, points=points) for key, points in ride.learned.items())
    return filled(RideOut, ride, team=team_ref(ride.team), learned=learned)


class ChampionOut(Record):
    """Who led a closed season's table; more than one where teams were level, nobody without
    points.
    """

    season: int
    name: str
    teams: tuple[TeamRef, ...]
    points: int


class AceOut(Record):
    """A duellist with a mark, and the kills that made it."""

    id: UUID
    name: str
    team: TeamRef
    kills: int
    mark: Mark


class FallenOut(Record):
    """Somebody who died in a duel, and in which. A clone may drive again."""

    id: UUID
    name: str
    team: TeamRef
    season: int
    week: int


class HonoursOut(Record):
    """The roll of honour: the last five champions, and of aces and fallen twenty at most."""

    champions: tuple[ChampionOut, ...]
    aces: tuple[AceOut, ...]
    fallen: tuple[FallenOut, ...]


@club_door()
def honours(call: ClubCall) -> HonoursOut:
    """The roll of honour."""
    closed = seasons.closed_seasons(call.campaign)[:5]
    return HonoursOut(
        champions=tuple(
            ChampionOut(
                season=one.season.number,
                name=one.season.name,
                teams=tuple(team_ref(team) for team in one.teams),
                points=one.points,
            )
            for one in careers.champions(closed, call.campaign)
        ),
        aces=tuple(
            filled(AceOut, one, team=team_ref(one.team)) for one in careers.aces(call.campaign)
        ),
        fallen=tuple(
            filled(FallenOut, one, team=team_ref(one.team)) for one in careers.fallen(call.campaign)
        ),
    )
