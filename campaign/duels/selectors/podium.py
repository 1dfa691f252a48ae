"""Queries for the podiums of recorded duels (with cars) and seasons (with points)."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from campaign.duels.pictures.podium import Podium, Step, podium
from campaign.league.selectors.teams import teams_by_id
from core.web.pictures.words import counted

from .duels import payload_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.duels.models import DuelResult
    from campaign.league.models import Team

    from .standings import Table


def podium_of_duel(result: DuelResult, teams: Mapping[str, Team] | None = None) -> Podium | None:
    """Return the first three teams of a duel with their cars.

    This runs one query, or none if `teams` are given by id.
    """
    payload = payload_of(result)
    attending = [row for row in payload.record.form.teams if row.vehicles]
    if teams is None:
        teams_found = teams_by_id(UUID(row.team) for row in attending)
        teams = {str(pk): team for pk, team in teams_found.items()}
    cars: dict[str, list[str]] = {}
    for car, team in payload.drove.items():
        if car in payload.seen:
            cars.setdefault(team, []).append(payload.seen[car].name)
    steps = [
        _step(
            payload.places.get(row.team, row.place), teams[row.team], sorted(cars.get(row.team, ()))
        )
        for row in attending
        if row.team in teams
    ]
    return podium(sorted(steps, key=lambda step: (step.place, step.name)))


def podium_of_season(table: Table) -> Podium | None:
    """Return the first three teams of a table with their points, or None if no team has points."""
    return podium(
        [
            _step(row.place, row.team, [counted(row.points, "point")])
            for row in table.rows
            if row.points > 0
        ]
    )


def _step(place: int, team: Team, caption: list[str]) -> Step:
    return Step(
        place=place,
        name=team.name,
        colour=team.colour,
        emblem=team.emblem,
        slug=team.slug,
        captions=tuple(caption),
    )
