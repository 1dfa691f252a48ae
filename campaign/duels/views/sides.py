"""Who was at the start of a duel, as the forms of its record lay it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.duels.forms.results import Car, Rider, Side
from campaign.garage.selectors.garage import design_of, vehicles_by_id
from campaign.garage.views.words import part_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from uuid import UUID

    from campaign.duels.rules.duel_record import DuelRecord
    from campaign.duels.selectors.duels import EntryView
    from campaign.league.models import Team


def sides(
    lineup: Iterable[EntryView],
    before: DuelRecord | None,
    *,
    reads: Callable[[UUID], bool],
    unread: Mapping[str, str] | None,
    besides: Iterable[Team] = (),
) -> tuple[Side, ...]:
    """Every team at the start with its cars and people. Damage is asked part by part for the cars
    of teams whose sheets the writer `reads`; for others for the parts in `unread`, or not at all
    (None). Of teams `besides` those that are not at the start have no cars: the two of a challenge
    (C59). One query.
    """
    found: dict[UUID, list[EntryView]] = {}
    for entry in lineup:
        found.setdefault(entry.team_id, []).append(entry)
    readable = [entry.vehicle_id for team, rows in found.items() if reads(team) for entry in rows]
    sheets = {car.pk: part_names(design_of(car)) for car in vehicles_by_id(readable)}
    written = (
        {fate.vehicle: {wear.part: wear.part for wear in fate.damage} for fate in before.vehicles}
        if before
        else {}
    )

    def parts(entry: EntryView) -> Mapping[str, str]:
        known = sheets.get(entry.vehicle_id, unread)
        return {} if known is None else {**written.get(str(entry.vehicle_id), {}), **known}

    there = tuple(
        Side(
            id=str(pk),
            name=rows[0].team.name,
            cars=tuple(_car(row, parts(row)) for row in rows),
            marks=unread is not None or reads(pk),
        )
        for pk, rows in found.items()
    )
    away = (
        Side(id=str(team.pk), name=team.name, cars=(), marks=False)
        for team in besides
        if team.pk not in found
    )
    return (*there, *away)


def _car(entry: EntryView, parts: Mapping[str, str]) -> Car:
    riders = tuple(
        Rider(id=str(pk), name=name, place=place.partition(":")[0])
        for place, pk, name in entry.crew
    )
    return Car(id=str(entry.vehicle_id), name=entry.vehicle, riders=riders, parts=parts)
