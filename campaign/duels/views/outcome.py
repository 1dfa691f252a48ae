"""What a duel came to, as pages lay it out: by place, by duellist, by vehicle."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

from campaign.duels.rules import duel as rules
from campaign.duels.selectors import duels
from campaign.duels.services.entries import event_rules
from campaign.league.selectors.teams import teams_by_id

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.duels.rules.duel_record import DuelRecord
    from campaign.league.models import Team, Week


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """One team's line in a recorded result."""

    team: Team
    placing: rules.Placing
    lost: int
    brought: int


@dataclass(frozen=True, slots=True)
class FateRow:
    """What became of a vehicle, in words, and for which team it drove."""

    name: str
    team: Team
    fate: str


@dataclass(frozen=True, slots=True)
class DeedRow:
    """How one duellist fared."""

    name: str
    team: Team
    deeds: rules.Deeds
    prestige: int
    learned: str


def outcome(
    record: DuelRecord,
    week: Week,
    cars: Mapping[str, tuple[str, str]],
    *,
    teams: Mapping[str, Team] | None = None,
    names: Mapping[str, str] | None = None,
    learned: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """What a record comes to, for `campaign/duels/outcome.html`. `cars` are the vehicles' names and
    their teams' ids. Two queries, unless the `teams` by id and the `names` of people are known.
    `learned` is what a recorded duel taught each duellist, in words; `fans` the house rules where
    fans paid (C60).
    """
    form = record.form
    house = event_rules(week)
    reckoned = rules.reckon(form, house)
    if teams is None:
        wanted = {row.team for row in form.teams} | {team for _, team in cars.values()}
        teams = {str(pk): team for pk, team in teams_by_id(UUID(team) for team in wanted).items()}
    if names is None:
        people = duels.names_of(UUID(row.character) for row in form.people)
        names = {str(pk): name for pk, name in people.items()}
    fleets = {row.team: row for row in form.teams}
    destroyed = Counter(
        cars[one.vehicle][1]
        for one in record.vehicles
        if one.fate == "destroyed" and one.vehicle in cars
    )
    prestige: dict[str, int] = {}
    for award in reckoned.awards:
        prestige[award.character] = prestige.get(award.character, 0) + award.points
    return {
        "reckoned": reckoned,
        "fans": house if any(row.fans for row in reckoned.placings) else None,
        "is_recorded": learned is not None,
        "taught": bool(learned),
        "places": [
            PlaceRow(
                teams[row.team], row, fleets[row.team].vehicles_lost, fleets[row.team].vehicles
            )
            for row in reckoned.placings
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
                cars[one.vehicle][0],
                teams[cars[one.vehicle][1]],
                _fate(one.fate, fleets.get(cars[one.vehicle][1]), destroyed),
            )
            for one in record.vehicles
            if one.vehicle in cars
        ],
    }


def _fate(fate: str, fleet: rules.TeamResult | None, destroyed: Counter[str]) -> str:
    """Return what became of a vehicle, in words.

    A record counts the vehicles of a team that were put out of action, the destroyed ones among
    them. Which of the others those are is known when it is all of them or none.
    """
    if fate == "destroyed":
        return "destroyed"
    if fleet is None:
        return "not destroyed"
    out = fleet.vehicles_lost - destroyed[fleet.team]
    if out <= 0:
        return "still running at the end"
    return "out of action" if fleet.vehicles_lost >= fleet.vehicles else "not destroyed"
