"""Operations on duellists: rankings by season and of all time, and each duellist's career."""

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
from campaign.roster.rules.decorations import Decoration, Service, list_decorations
from campaign.roster.selectors.service import service_of
from core.web.api.operations import Record
from core.web.api.paging import Page, Paged, PageSize, paged
from core.web.api.shapes import Number
from core.web.not_found import or_404
from core.web.records import filled


class DuellistsQuery(Paged):
    """Query parameters: the season and the page."""

    season: Annotated[Number | None, Meta(description="Season number. Defaults to all time.")] = (
        None
    )


class DuellistOut(Record):
    """A duellist with the results of recorded duels.

    Duellists with the same prestige share a `place`. `prestige` counts only prestige from duels.
    `mark` depends on the kills of the whole career. `alive` is the state published in the club.
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
    """A vehicle in a career, by name.

    It comes with the number of duels in which the duellist was aboard, and the number in which the
    duellist drove.
    """

    name: str
    duels: int
    drove: int


class CareerOut(DuellistOut):
    """A duellist's whole career, with the most used vehicles and the decorations (C111).

    `service` counts missions and ambushes in closed seasons.
    """

    vehicles: tuple[Ridden, ...]
    service: Service
    decorations: tuple[Decoration, ...]


class Learned(Record):
    """Points gained in a skill, or general points."""

    skill: str
    points: int


class RideOut(Record):
    """One duel of a career.

    `seat` and `vehicle` are empty if the result does not include them. `after` is the prestige from
    this duel and all earlier duels. `event` is the number of the event in its week, or 0 for the
    weekly duel.
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
    """List the duellists of a season or of all time, ranked by prestige from duels."""
    if query.season is not None:
        or_404(seasons.find_season(call.campaign, query.season))
    return paged(call, query, careers.Ranking(call.campaign, query.season), duellist_out)


def duellist_out(row: Duellist) -> DuellistOut:
    """Return a row of the ranking."""
    return filled(DuellistOut, row, team=team_ref(row.team))


@club_door()
def duellist(call: ClubCall, character: UUID) -> CareerOut:
    """Get a duellist's career. A career exists after the first recorded duel."""
    row = or_404(careers.duellist(call.campaign, character))
    served = service_of([character], own=False).get(character, Service())
    return filled(
        CareerOut,
        row,
        service=served,
        decorations=tuple(list_decorations(served, row.mark)),
        team=team_ref(row.team),
        vehicles=tuple(filled(Ridden, car) for car in careers.cars(call.campaign, character)),
    )


class RidesQuery(Paged):
    """Query parameters: the page of a career.

    Pages are shorter than elsewhere because each duel includes lessons.
    """

    page_size: PageSize = 25


@club_door()
def rides(call: ClubCall, query: RidesQuery, character: UUID) -> Page[RideOut]:
    """List the duels of a career, latest first."""
    row = or_404(careers.duellist(call.campaign, character))
    return paged(call, query, careers.CareerRides(call.campaign, row), _ride)


def _ride(ride: Ride) -> RideOut:
    learned = tuple(Learned(skill=key, points=points) for key, points in ride.learned.items())
    return filled(RideOut, ride, team=team_ref(ride.team), learned=learned)


class ChampionOut(Record):
    """The winners of a closed season.

    A tie results in several winners. If no team has points, there are no winners.
    """

    season: int
    name: str
    teams: tuple[TeamRef, ...]
    points: int


class AceOut(Record):
    """A duellist with a mark, and how many kills the duellist has."""

    id: UUID
    name: str
    team: TeamRef
    kills: int
    mark: Mark


class FallenOut(Record):
    """A character who died in a duel, and the week of that duel. A clone can drive again."""

    id: UUID
    name: str
    team: TeamRef
    season: int
    week: int


class HonoursOut(Record):
    """The hall of fame.

    It lists the last five champions, and at most twenty aces and twenty fallen duellists.
    """

    champions: tuple[ChampionOut, ...]
    aces: tuple[AceOut, ...]
    fallen: tuple[FallenOut, ...]


@club_door()
def honours(call: ClubCall) -> HonoursOut:
    """Get the hall of fame."""
    closed = seasons.closed_seasons(call.campaign)[:5]
    return HonoursOut(
        champions=tuple(
            ChampionOut(
                season=row.season.number,
                name=row.season.name,
                teams=tuple(team_ref(team) for team in row.teams),
                points=row.points,
            )
            for row in careers.champions(closed, call.campaign)
        ),
        aces=tuple(
            filled(AceOut, row, team=team_ref(row.team)) for row in careers.aces(call.campaign)
        ),
        fallen=tuple(
            filled(FallenOut, row, team=team_ref(row.team)) for row in careers.fallen(call.campaign)
        ),
    )
