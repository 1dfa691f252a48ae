"""Queries for heats and a final: the draw sheet, the teams of each heat, and the teams that advance
(C65 to C68).
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING
from uuid import UUID

from campaign.duels.models import DuelResult
from campaign.duels.rules import meets as rules
from campaign.duels.selectors.duels import has_begun, payload_of
from campaign.duels.selectors.muster import muster
from campaign.garage.models import Vehicle
from campaign.league.models import Duel, Team
from campaign.league.selectors.house import rules_in
from core.web.problems import money, plural

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from campaign.duels.selectors.duels import ResultPayload
    from campaign.league.models import Meet


def advancing_from_heat(payload: ResultPayload, meet: Meet) -> tuple[str, ...]:
    """Return the ids of the teams that advance to the final according to this record of a heat,
    best first. Teams that lost the car or its driver do not advance (C68).
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
    """Return the ids of the teams drawn into the heat with this number, counted from 1. Number 0
    stands for the teams that start in the final.
    """
    return tuple(row["team"] for row in meet.drawn if row["heat"] == heat)


def heats_of(meet: Meet) -> tuple[Duel, ...]:
    """Return the heats in order. Takes one query."""
    return tuple(Duel.objects.filter(meet=meet, kind=Duel.Kind.HEAT).order_by("number"))


def final_of(meet: Meet) -> Duel:
    """Return the final. Takes one query."""
    return Duel.objects.get(meet=meet, kind=Duel.Kind.FINAL)


def finalists(meet: Meet) -> frozenset[str]:
    """Return the ids of the teams with a place in the final according to the heats recorded so far.
    Takes two queries.
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
    """Return whether one of these teams can enter an event. Before a draw, or without one, all
    teams can. Afterwards, only teams drawn into the heat or with a place in the final can (C67).
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
    """A car on the draw sheet: its team, its name, its place, and whether it advances. The place is
    0 before the record is booked, or if the car did not drive. In the final, `advances` means that
    it won.
    """

    team: Team
    vehicle: str
    place: int
    advances: bool


@dataclass(frozen=True, slots=True)
class Heat:
    """A heat or the final on the draw sheet: the duel, its division in dollars (0 for a random
    draw), its cars, and whether it is recorded.
    """

    duel: Duel
    division: int
    lanes: tuple[Lane, ...]
    recorded: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """The draw sheet of a set of heats (C66): the method, the heats, the cars that start in the
    final without a heat, and the final. `seed` is "" until the draw.
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
    """Return the draw sheet of a heat or a final, or None for another duel. Before the draw it
    names no car. Until the time of the final, the sheet lists the teams that advance. As at every
    event, it becomes public only then whether they have entered (C52). Takes at most nine queries.
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
    """Return the method of making heats in a sentence (C66)."""
    limit_words = f", at most {plural(meet.most, 'car')} per heat" if meet.most else ""
    if meet.classes:
        classes = ", ".join(money(limit) for limit in meet.classes)
        return f"Divisions: cars of up to {classes}{limit_words}."
    return (
        f"Random draw: {plural(meet.heats, 'heat')}."
        if meet.heats
        else f"Random draw{limit_words}."
    )
