"""A team's recorded duels in the open season, for its page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple
from uuid import UUID

from campaign.duels.models import DuelResult
from campaign.league.models import Campaign, Duel, Team

from .duels import ResultPayload, VehicleFacts, payload_of, season_results, vehicle_facts

MAX_RESULTS: Final = 8
"""Maximum number of results that are listed."""


class TeamResult(NamedTuple):
    """A team's place and kills in a recorded duel."""

    duel: Duel
    place: int
    kills: int


@dataclass(frozen=True, slots=True)
class TeamSeason:
    """A team's duels in the open season.

    `results` lists the latest results, oldest first. `duels` and `won` are numbers of duels.
    `kills` maps duellists to their kills. `best_car` is the vehicle with the most kills.
    """

    results: tuple[TeamResult, ...]
    duels: int
    won: int
    kills: Mapping[UUID, int]
    vehicles: tuple[VehicleFacts, ...]
    best_car: VehicleFacts | None
    best_car_kills: int

    @property
    def total_kills(self) -> int:
        return sum(self.kills.values())


def team_season(campaign: Campaign, team: Team) -> TeamSeason:
    """Return a team's duels in the open season. This runs one query."""
    rows = season_results(campaign)
    key, results = str(team.pk), list[TeamResult]()
    kills, kills_by_car = Counter[UUID](), Counter[str]()
    for row in rows:
        payload = payload_of(row)
        people = [deeds for deeds in payload.record.form.people if deeds.team == key]
        for deeds in people:
            kills[UUID(deeds.character)] += deeds.kills
            if deeds.ride:
                kills_by_car[deeds.ride.vehicle] += deeds.kills - deeds.kills_on_foot
        results += _result(row, payload, key, sum(deeds.kills for deeds in people))
    vehicles = tuple(facts for facts in vehicle_facts(rows) if facts.team_id == team.pk)
    best_car = max(vehicles, key=lambda facts: kills_by_car[str(facts.id)], default=None)
    return TeamSeason(
        results=tuple(results[-MAX_RESULTS:]),
        duels=len(results),
        won=sum(result.place == 1 for result in results),
        kills=kills,
        vehicles=vehicles,
        best_car=best_car,
        best_car_kills=kills_by_car[str(best_car.id)] if best_car else 0,
    )


def _result(row: DuelResult, payload: ResultPayload, team: str, kills: int) -> list[TeamResult]:
    """Return the team's result in a list, or an empty list if it did not take part."""
    return [
        TeamResult(row.duel, payload.places.get(team, result.place), kills)
        for result in payload.record.form.teams
        if result.team == team and result.vehicles
    ]
