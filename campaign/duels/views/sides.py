"""The teams at the start of a duel, for the forms that edit its record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from uuid import UUID

from campaign.duels.forms.results import Car, Rider, Side
from campaign.duels.rules.duel_record import DuelRecord
from campaign.duels.selectors.duels import EntryView
from campaign.garage.selectors.garage import design_of, vehicles_by_id
from campaign.garage.views.words import part_names
from campaign.league.models import Team


def sides(
    lineup: Iterable[EntryView],
    record: DuelRecord | None,
    *,
    may_read: Callable[[UUID], bool],
    fallback_parts: Mapping[str, str] | None,
    additional_teams: Iterable[Team] = (),
) -> tuple[Side, ...]:
    """Return every team at the start with its cars and people. This runs one query.

    Damage can be entered for every part of a team's cars if the writer can read the team's books
    (`may_read`). For other teams, damage can be entered for the parts in `fallback_parts`, or not
    at all if that is None. Teams in `additional_teams` that were not at the start have no cars. An
    example is the absent team of a challenge (C59).
    """
    entries_by_team: dict[UUID, list[EntryView]] = {}
    for entry in lineup:
        entries_by_team.setdefault(entry.team_id, []).append(entry)
    readable = [
        entry.vehicle_id
        for team, rows in entries_by_team.items()
        if may_read(team)
        for entry in rows
    ]
    sheets = {car.pk: part_names(design_of(car)) for car in vehicles_by_id(readable)}
    recorded_parts = (
        {
            vehicle_fate.vehicle: {wear.part: wear.part for wear in vehicle_fate.damage}
            for vehicle_fate in record.vehicles
        }
        if record
        else {}
    )

    def parts(entry: EntryView) -> Mapping[str, str]:
        part_labels = sheets.get(entry.vehicle_id, fallback_parts)
        if part_labels is None:
            return {}
        return {**recorded_parts.get(str(entry.vehicle_id), {}), **part_labels}

    starting_sides = tuple(
        Side(
            id=str(pk),
            name=rows[0].team.name,
            cars=tuple(_car(row, parts(row)) for row in rows),
            marks=fallback_parts is not None or may_read(pk),
        )
        for pk, rows in entries_by_team.items()
    )
    absent_sides = (
        Side(id=str(team.pk), name=team.name, cars=(), marks=False)
        for team in additional_teams
        if team.pk not in entries_by_team
    )
    return (*starting_sides, *absent_sides)


def _car(entry: EntryView, parts: Mapping[str, str]) -> Car:
    riders = tuple(
        Rider(id=str(pk), name=name, place=place.partition(":")[0])
        for place, pk, name in entry.crew
    )
    return Car(id=str(entry.vehicle_id), name=entry.vehicle, riders=riders, parts=parts)
