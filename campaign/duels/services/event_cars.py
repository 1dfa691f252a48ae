"""Services for cars that events lend (C137) or give as prizes (C138)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from uuid import UUID

import msgspec

from campaign.duels.rules.event_cars import CARS
from campaign.garage.models import Vehicle
from campaign.garage.services.garage import remove_from_garage
from campaign.league.models import Duel, Team
from core.web.refusals import bad_field
from core.web.text import is_taken


def lend(duel: Duel, now: datetime) -> None:
    """Put a lent car into the garage of each team in the league."""
    teams = Team.objects.filter(
        campaign=duel.week.season.campaign_id, left_at=None, approved_at__isnull=False
    )
    notes = f"Lent for {duel.name}. It is yours if it survives."
    _deliver(duel, duel.lent, "Lent", notes, [team.pk for team in teams], now)


def award(duel: Duel, places: Mapping[str, int], earlier: Mapping[str, int], now: datetime) -> None:
    """Give the prize car to the teams in first place.

    After a correction, a team that is no longer in first place returns the car if it still has it.
    `places` are the places by team id, and `earlier` those of the result before the correction.
    """
    winners, former = _winners(places), _winners(earlier)
    for car in Vehicle.objects.filter(event=duel, gone_at=None, team__in=former - winners):
        remove_from_garage(car, Vehicle.Gone.RETURNED, now)
    _deliver(duel, duel.prize, "Prize", f"Prize of {duel.name}.", winners - former, now)


def _winners(places: Mapping[str, int]) -> set[UUID]:
    return {UUID(team) for team, place in places.items() if place == 1}


def _deliver(
    duel: Duel, key: str, word: str, notes: str, teams: Collection[UUID], now: datetime
) -> None:
    car = CARS[key]
    names: dict[UUID, list[str]] = {team: [] for team in teams}
    standing = Vehicle.objects.filter(team__in=teams, gone_at=None)
    for team, name in standing.values_list("team", "name"):
        names[team].append(name)
    Vehicle.objects.bulk_create(
        Vehicle(
            team_id=team,
            name=_free_name(f"{word} {car.name}", taken),
            colour="white",
            design=msgspec.to_builtins(car.design),
            notes=notes,
            built_at=now,
            event=duel,
        )
        for team, taken in names.items()
    )


def _free_name(name: str, taken: Collection[str]) -> str:
    choices = (name, *(f"{name} {number}" for number in range(2, len(taken) + 3)))
    return next(choice for choice in choices if not is_taken(choice, taken))


def take_back(duel: Duel, now: datetime, kept: Collection[UUID] = ()) -> None:
    """Remove the lent cars of a duel from the garages, except the cars that are `kept`."""
    for car in Vehicle.objects.filter(event=duel, gone_at=None).exclude(pk__in=kept):
        remove_from_garage(car, Vehicle.Gone.RETURNED, now)


def check_car(duel: Duel, vehicle: Vehicle) -> None:
    """Raise BadForm unless a vehicle can enter a duel.

    Until their amateur night is recorded, lent cars take part only in it, and only they do.
    """
    if duel.lent and vehicle.event_id != duel.pk:
        raise bad_field("vehicle", "own-car", "Only the lent cars take part in an amateur night.")
    if vehicle.is_lent and vehicle.event_id != duel.pk:
        raise bad_field("vehicle", "lent", f"{vehicle.name} is lent for {vehicle.event}.")
