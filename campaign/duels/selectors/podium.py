"""Queries for the podiums of recorded duels (with cars) and seasons (with points)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from uuid import UUID

from campaign.duels.pictures.podium import Podium, Step, podium
from campaign.garage.rules.record import Exterior
from campaign.league.models import Team
from campaign.league.selectors.teams import teams_by_id
from core.web.addresses import address
from core.web.pictures.words import counted
from core.web.portrait_codes import portrait_code

from .duels import ResultPayload
from .standings import Table


def podium_of_duel(payload: ResultPayload, names: Mapping[str, str]) -> Podium | None:
    """Return the first teams of a recorded duel with their cars and drivers. This runs one query.

    `names` maps duellists to their names.
    """
    attending = [row for row in payload.record.form.teams if row.vehicles]
    teams_found = teams_by_id(UUID(row.team) for row in attending)
    teams = {str(pk): team for pk, team in teams_found.items()}
    cars, faces = _cars_by_team(payload), _faces_by_team(payload, names)
    steps = [
        _step(
            payload.places.get(row.team, row.place),
            teams[row.team],
            [car.name for car in cars.get(row.team, ())],
            cars.get(row.team, ()),
            faces.get(row.team, ()),
        )
        for row in attending
        if row.team in teams
    ]
    return podium(sorted(steps, key=lambda step: (step.place, step.name)))


def _cars_by_team(payload: ResultPayload) -> dict[str, list[Exterior]]:
    """Return the appearance of each team's cars, sorted by name."""
    cars: dict[str, list[Exterior]] = defaultdict(list)
    for car, team in payload.drove.items():
        if car in payload.seen:
            cars[team].append(payload.seen[car])
    return {team: sorted(row, key=lambda car: car.name) for team, row in cars.items()}


def _faces_by_team(payload: ResultPayload, names: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the URLs of the portraits of each team's drivers, sorted by name."""
    drivers: dict[str, list[str]] = defaultdict(list)
    for deeds in payload.record.form.people:
        name = names.get(deeds.character)
        if name and deeds.ride and deeds.ride.place == "driver":
            drivers[deeds.team].append(name)
    return {
        team: [address("portrait", portrait_code(name)) for name in sorted(row)]
        for team, row in drivers.items()
    }


def podium_of_season(table: Table) -> Podium | None:
    """Return the first four teams of a table with their points, or None if no team has points."""
    return podium(
        [
            _step(row.place, row.team, [counted(row.points, "point")])
            for row in table.rows
            if row.points > 0
        ]
    )


def _step(
    place: int,
    team: Team,
    captions: Iterable[str],
    cars: Iterable[Exterior] = (),
    faces: Iterable[str] = (),
) -> Step:
    return Step(
        place=place,
        name=team.name,
        colour=team.colour,
        emblem=team.emblem,
        slug=team.slug,
        captions=tuple(captions),
        cars=tuple(cars),
        faces=tuple(faces),
    )
