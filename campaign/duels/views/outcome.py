"""A duel's outcome for pages, by place, by duellist and by vehicle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from campaign.duels.rules import duel as rules
from campaign.duels.rules.crowd import applause
from campaign.duels.rules.duel_record import DuelRecord
from campaign.duels.selectors import duels
from campaign.duels.services.entries import duel_rules
from campaign.garage.rules.record import Exterior
from campaign.league.models import Duel, Team
from campaign.league.selectors.teams import teams_by_id


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A team's row in a recorded result."""

    team: Team
    placing: rules.Placing
    lost: int
    vehicles: int


@dataclass(frozen=True, slots=True)
class FateRow:
    """A vehicle's fate in words, the team that drove it, and its appearance if it is public."""

    name: str
    team: Team
    fate: str
    exterior: Exterior | None


@dataclass(frozen=True, slots=True)
class DeedRow:
    """A duellist's row in a recorded result."""

    name: str
    team: Team
    deeds: rules.Deeds
    prestige: int
    learned: str


def outcome(
    record: DuelRecord,
    duel: Duel,
    cars: Mapping[str, tuple[str, str]],
    *,
    teams: Mapping[str, Team] | None = None,
    names: Mapping[str, str] | None = None,
    learned: Mapping[str, str] | None = None,
    seen: Mapping[str, Exterior] | None = None,
    salvage: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """Return the context of `campaign/duels/outcome.html` for a record.

    `cars` maps vehicles to their names and the ids of their teams. `learned` describes each
    duellist's lessons. `seen` contains the appearance of the vehicles. `salvage` has the income
    from wrecks of the teams whose books the viewer can see. `teams` (by id) and `names` (of people)
    save the two queries that load them. In the context, `fans` contains the house rules if fans
    paid (C60).
    """
    form = record.form
    house_rules = duel_rules(duel)
    evaluation = rules.evaluate(form, house_rules)
    if teams is None:
        team_ids = {row.team for row in form.teams} | {team for _, team in cars.values()}
        teams = {str(pk): team for pk, team in teams_by_id(UUID(team) for team in team_ids).items()}
    if names is None:
        people = duels.names_of(UUID(row.character) for row in form.people)
        names = {str(pk): name for pk, name in people.items()}
    fleets = {row.team: row for row in form.teams}
    destroyed = Counter(
        cars[vehicle_fate.vehicle][1]
        for vehicle_fate in record.vehicles
        if vehicle_fate.fate == "destroyed" and vehicle_fate.vehicle in cars
    )
    prestige: dict[str, int] = {}
    for award in evaluation.awards:
        prestige[award.character] = prestige.get(award.character, 0) + award.points
    return {
        "reckoned": evaluation,
        "crowd": applause(
            [teams[row.team].name for row in evaluation.placings],
            [row.place for row in evaluation.placings],
            [row.kills for row in evaluation.placings],
        ),
        "fans": house_rules if any(row.fans for row in evaluation.placings) else None,
        "salvage": [(teams[team], dollars) for team, dollars in (salvage or {}).items()],
        "is_recorded": learned is not None,
        "taught": bool(learned),
        "places": [
            PlaceRow(
                teams[row.team], row, fleets[row.team].vehicles_lost, fleets[row.team].vehicles
            )
            for row in evaluation.placings
        ],
        "deeds": [
            DeedRow(
                names.get(row.character, ""),
                teams[row.team],
                row,
                prestige.get(row.character, 0),
                (learned or {}).get(row.character, ""),
            )
            for row in form.people
        ],
        "fates": [
            FateRow(
                cars[vehicle_fate.vehicle][0],
                teams[cars[vehicle_fate.vehicle][1]],
                _fate_in_words(
                    vehicle_fate.fate, fleets.get(cars[vehicle_fate.vehicle][1]), destroyed
                ),
                (seen or {}).get(vehicle_fate.vehicle),
            )
            for vehicle_fate in record.vehicles
            if vehicle_fate.vehicle in cars
        ],
    }


def _fate_in_words(fate_key: str, fleet: rules.TeamResult | None, destroyed: Counter[str]) -> str:
    """Describe the fate of a vehicle.

    A record has only the number of a team's vehicles that were put out of action, including
    destroyed vehicles. The individual vehicles are known only if the number is 0 or includes all
    vehicles.
    """
    if fate_key == "destroyed":
        return "destroyed"
    if fleet is None:
        return "not destroyed"
    others_out = fleet.vehicles_lost - destroyed[fleet.team]
    if others_out <= 0:
        return "still running at the end"
    return "out of action" if fleet.vehicles_lost >= fleet.vehicles else "not destroyed"
