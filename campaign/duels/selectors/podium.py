"""Who stands on the podium: of a recorded duel with their cars, of a season with their points."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from campaign.duels.pictures.podium import Podium, Step, podium
from campaign.league.selectors.teams import teams_by_id
from core.web.pictures.words import counted

from .duels import recorded

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.duels.models import DuelResult
    from campaign.league.models import Team

    from .standings import Table


def podium_of_duel(result: DuelResult, teams: Mapping[str, Team] | None = None) -> Podium | None:
    """The first three that came, with their cars. One query, none where the teams are known by
    their ids.
    """
    payload = recorded(result)
    came = [row for row in payload.record.form.teams if row.vehicles]
    if teams is None:
        found = teams_by_id(UUID(row.team) for row in came)
        teams = {str(pk): team for pk, team in found.items()}
    cars: dict[str, list[str]] = {}
    for car, team in payload.drove.items():
        if car in payload.seen:
            cars.setdefault(team, []).append(payload.seen[car].name)
    steps = [
        _step(
            payload.places.get(row.team, row.place), teams[row.team], sorted(cars.get(row.team, ()))
        )
        for row in came
        if row.team in teams
    ]
    return podium(sorted(steps, key=lambda step: (step.place, step.name)))


def podium_of_season(table: Table) -> Podium | None:
    """The first three of a table, with their points; None while nobody has any."""
    return podium(
        [
            _step(row.place, row.team, [counted(row.points, "point")])
            for row in table.rows
            if row.points > 0
        ]
    )


def _step(place: int, team: Team, under: list[str]) -> Step:
    return Step(
        place=place,
        name=team.name,
        colour=team.colour,
        emblem=team.emblem,
        slug=team.slug,
        under=tuple(under),
    )
