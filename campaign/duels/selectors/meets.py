"""Queries for the draw sheet, the teams in each heat, and the teams that advance (C65 to C68)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from uuid import UUID

from campaign.duels.models import DuelResult
from campaign.duels.rules import meets as rules
from campaign.duels.selectors.duels import ResultPayload, has_begun, payload_of
from campaign.duels.selectors.muster import muster
from campaign.garage.models import Vehicle
from campaign.league.models import Duel, Meet, Team
from campaign.league.selectors.house import rules_in
from core.web.problems import money, plural


def advancing_from_heat(payload: ResultPayload, meet: Meet) -> tuple[str, ...]:
    """Return the ids of the teams that advance to the final from this heat, best first.

    Teams that lost their car or its driver do not advance (C68).
    """
    out = {
        payload.drove[vehicle_fate.vehicle]
        for vehicle_fate in payload.record.vehicles
        if vehicle_fate.fate == "destroyed"
    }
    if rules_in(meet.week).death:
        out |= {
            deeds.team
            for deeds in payload.record.form.people
            if deeds.state == "dead" and deeds.ride and deeds.ride.place == "driver"
        }
    return rules.advancing_teams(payload.places, meet.go_on, out)


def teams_of_heat(meet: Meet, heat: int) -> tuple[str, ...]:
    """Return the ids of the teams drawn into a heat.

    Heats are numbered from 1. Number 0 stands for the teams that start in the final.
    """
    return tuple(row["team"] for row in meet.drawn if row["heat"] == heat)


def heats_of(meet: Meet) -> tuple[Duel, ...]:
    """Return the heats in order. This runs one query."""
    return tuple(Duel.objects.filter(meet=meet, kind=Duel.Kind.HEAT).order_by("number"))


def final_of(meet: Meet) -> Duel:
    """Return the final. This runs one query."""
    return Duel.objects.get(meet=meet, kind=Duel.Kind.FINAL)


def finalists(meet: Meet) -> frozenset[str]:
    """Return the ids of the teams with a place in the final. This runs two queries.

    Only heats that are already recorded count.
    """
    heats = heats_of(meet)
    results_by_heat = _results(meet)
    team_ids = set(teams_of_heat(meet, 0))
    for number, heat in enumerate(heats, 1):
        if heat.called_off_at:
            team_ids.update(teams_of_heat(meet, number))
        elif heat.pk in results_by_heat:
            team_ids.update(advancing_from_heat(results_by_heat[heat.pk], meet))
    return frozenset(team_ids)


def _results(meet: Meet) -> dict[UUID, ResultPayload]:
    rows = DuelResult.objects.filter(duel__meet=meet).order_by("revision")
    return {row.duel_id: payload_of(row) for row in rows}


def has_place(event: Duel, teams: Collection[UUID]) -> bool:
    """Return whether one of these teams can enter an event (C67).

    Before the draw, and if there is no draw, all teams can enter. Afterwards, only teams drawn into
    the heat or with a place in the final can enter.
    """
    meet = event.meet
    if meet is None or meet.drawn_at is None:
        return True
    team_ids = {str(pk) for pk in teams}
    if event.kind == Duel.Kind.FINAL:
        return not team_ids.isdisjoint(finalists(meet))
    return not team_ids.isdisjoint(teams_of_heat(meet, 1 + heats_of(meet).index(event)))


# --- the draw sheet -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lane:
    """A car on the draw sheet.

    `place` is 0 before the record is booked, or if the car did not drive. In the final, `advances`
    means that the car won.
    """

    team: Team
    vehicle: str
    place: int
    advances: bool


@dataclass(frozen=True, slots=True)
class Heat:
    """A heat or the final on the draw sheet.

    `division` is the cost limit in dollars, or 0 for a random draw.
    """

    duel: Duel
    division: int
    lanes: tuple[Lane, ...]
    recorded: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """The draw sheet of a set of heats (C66).

    `straight` lists the cars that start in the final without a heat. `seed` is "" until the draw.
    """

    method: str
    go_on: int
    closes_at: datetime
    drawn_at: datetime | None
    seed_hash: str
    seed: str
    heats: tuple[Heat, ...]
    straight: tuple[Lane, ...]
    final: Heat


def sheet(duel: Duel, now: datetime) -> Sheet | None:
    """Return the draw sheet of a heat or a final, or None for any other duel.

    Before the draw, the sheet lists no cars. Until the final starts, it lists the teams that
    advance, but not whether they have entered. As for every event, entries become public at the
    start (C52). This runs at most nine queries.
    """
    meet = duel.meet
    if meet is None:
        return None
    meet.week = duel.week
    events = list(Duel.objects.filter(meet=meet).order_by("number"))
    for event in events:
        event.meet, event.week = meet, duel.week
    results_by_event = _results(meet)
    teams = {
        str(team.pk): team for team in Team.objects.filter(campaign=duel.week.season.campaign_id)
    }
    cars = dict(
        Vehicle.objects.filter(pk__in=[row["vehicle"] for row in meet.drawn]).values_list(
            "pk", "name"
        )
    )
    final = next(event for event in events if event.kind == Duel.Kind.FINAL)
    car_names = {row["team"]: cars[UUID(row["vehicle"])] for row in meet.drawn}

    def lanes(event: Duel, team_ids: tuple[str, ...]) -> tuple[Lane, ...]:
        result = results_by_event.get(event.pk)
        advancing = _advancing(event, team_ids, result, meet)
        places = result.places if result else {}
        order = sorted(team_ids, key=lambda team: (places.get(team, 99), teams[team].name))
        return tuple(
            Lane(teams[team], car_names[team], places.get(team, 0), team in advancing)
            for team in order
        )

    heats: list[Heat] = []
    for event in events:
        if event.kind != Duel.Kind.HEAT:
            continue
        rows = [row for row in meet.drawn if row["heat"] == 1 + len(heats)]
        division = meet.classes[rows[0]["division"]] if meet.classes else 0
        heat_lanes = lanes(event, tuple(row["team"] for row in rows))
        heats.append(Heat(event, division, heat_lanes, event.pk in results_by_event))
    straight = lanes(final, teams_of_heat(meet, 0))
    if not has_begun(final, now):
        final_teams = tuple(finalists(meet))
    else:
        starters = {str(row.entry.team_id): row for row in muster(final) if row.is_at_start}
        car_names |= {team: row.entry.vehicle.name for team, row in starters.items()}
        final_teams = tuple(starters)
    return Sheet(
        method=method_of(meet),
        go_on=meet.go_on,
        closes_at=meet.closes_at,
        drawn_at=meet.drawn_at,
        seed_hash=sha256(bytes(meet.seed)).hexdigest(),
        seed=bytes(meet.seed).hex() if meet.drawn_at else "",
        heats=tuple(heats),
        straight=straight,
        final=Heat(final, 0, lanes(final, final_teams), final.pk in results_by_event),
    )


def _advancing(
    event: Duel, all_teams: tuple[str, ...], result: ResultPayload | None, meet: Meet
) -> Collection[str]:
    if event.kind == Duel.Kind.FINAL:
        return {team for team, place in result.places.items() if place == 1} if result else ()
    if event.called_off_at:
        return all_teams
    return advancing_from_heat(result, meet) if result else ()


def method_of(meet: Meet) -> str:
    """Describe in a sentence how the heats are made (C66)."""
    limit_words = f", at most {plural(meet.most, 'car')} per heat" if meet.most else ""
    if meet.classes:
        classes = ", ".join(money(limit) for limit in meet.classes)
        return f"Divisions: cars of up to {classes}{limit_words}."
    if meet.heats:
        return f"Random draw: {plural(meet.heats, 'heat')}."
    return f"Random draw{limit_words}."
