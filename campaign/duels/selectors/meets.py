"""Heats and a final: the draw sheet, who has a place where, and who goes on (C65 to C68)."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING
from uuid import UUID

from campaign.duels.models import DuelResult
from campaign.duels.rules import meets as rules
from campaign.duels.selectors.duels import began, recorded
from campaign.duels.selectors.muster import muster
from campaign.garage.models import Vehicle
from campaign.league.models import Event, Team
from campaign.league.selectors.house import rules_in
from core.web.problems import money, plural

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from campaign.duels.selectors.duels import Recorded
    from campaign.league.models import Meet, Week


def goes_on(found: Recorded, meet: Meet) -> tuple[str, ...]:
    """The ids of the teams that go on to the final by this record of a heat, best first: who has
    lost the car, or whose driver is dead, gives way (C68).
    """
    out = {found.drove[fate.vehicle] for fate in found.record.vehicles if fate.fate == "destroyed"}
    if rules_in(meet.week).death:
        out |= {
            deeds.team
            for deeds in found.record.form.people
            if deeds.state == "dead" and deeds.ride and deeds.ride.place == "driver"
        }
    return rules.going_on(found.places, meet.go_on, out)


def drawn_into(meet: Meet, heat: int) -> tuple[str, ...]:
    """The ids of the teams that were drawn into a heat, by its number from 1; those that start in
    the final for 0.
    """
    return tuple(one["team"] for one in meet.drawn if one["heat"] == heat)


def heats_of(meet: Meet) -> tuple[Event, ...]:
    """The heats in their order. One query."""
    return tuple(Event.objects.filter(meet=meet, kind=Event.Kind.HEAT).order_by("number"))


def final_of(meet: Meet) -> Event:
    """The final. One query."""
    return Event.objects.get(meet=meet, kind=Event.Kind.FINAL)


def finalists(meet: Meet) -> frozenset[str]:
    """The ids of the teams that have a place in the final, as the heats are recorded by now: who
    started there, and who went on. Two queries.
    """
    heats = heats_of(meet)
    latest = _results(meet)
    found = set(drawn_into(meet, 0))
    for number, heat in enumerate(heats, 1):
        if heat.called_off_at:
            found.update(drawn_into(meet, number))
        elif heat.pk in latest:
            found.update(goes_on(latest[heat.pk], meet))
    return frozenset(found)


def _results(meet: Meet) -> dict[UUID, Recorded]:
    rows = DuelResult.objects.filter(event__meet=meet).order_by("revision")
    return {row.event_id: recorded(row) for row in rows if row.event_id}


def has_place(event: Event, teams: Collection[UUID]) -> bool:
    """Whether one of these teams may be entered for an event: all before a draw, and where there is
    none; then who was drawn into the heat, or has a place in the final (C67).
    """
    meet = event.meet
    if meet is None or meet.drawn_at is None:
        return True
    asked = {str(pk) for pk in teams}
    if event.kind == Event.Kind.FINAL:
        return not asked.isdisjoint(finalists(meet))
    return not asked.isdisjoint(drawn_into(meet, 1 + heats_of(meet).index(event)))


# --- the draw sheet -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lane:
    """A car on the draw sheet: its team, its name, its place once the record is booked (0 before
    that, and for who did not drive), and whether it goes on; in the final, whether it won.
    """

    team: Team
    vehicle: str
    place: int
    on: bool


@dataclass(frozen=True, slots=True)
class Heat:
    """A heat, or the final, on the draw sheet: its week looked at as it, its division in dollars (0
    by lot), its cars, and whether it is recorded.
    """

    week: Week
    division: int
    lanes: tuple[Lane, ...]
    recorded: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """The draw sheet of a set of heats (C66): how the heats are made, and the heats, the cars that
    start in the final without one, and the final. `seed` is told with the draw.
    """

    how: str
    go_on: int
    closes_at: datetime
    drawn_at: datetime | None
    seed_hash: str
    seed: str
    heats: tuple[Heat, ...]
    straight: tuple[Lane, ...]
    final: Heat


def sheet(week: Week, now: datetime) -> Sheet | None:
    """The draw sheet that a heat or a final belongs to; None for another duel. Before the draw it
    names no car. Until its hour the final has who goes on by the heats' records, and who of them is
    entered shows as at every event (C52). Nine queries at most.
    """
    meet = week.event.meet if week.event else None
    if meet is None:
        return None
    meet.week = week
    events = list(Event.objects.filter(meet=meet).order_by("number"))
    for event in events:
        event.meet = meet
    latest = _results(meet)
    teams = {str(team.pk): team for team in Team.objects.filter(campaign=week.season.campaign_id)}
    cars = dict(
        Vehicle.objects.filter(pk__in=[one["vehicle"] for one in meet.drawn]).values_list(
            "pk", "name"
        )
    )
    final = next(event for event in events if event.kind == Event.Kind.FINAL)
    named = {one["team"]: cars[UUID(one["vehicle"])] for one in meet.drawn}

    def lanes(event: Event, every: tuple[str, ...]) -> tuple[Lane, ...]:
        result = latest.get(event.pk)
        on = _on(event, every, result, meet)
        places = result.places if result else {}
        order = sorted(every, key=lambda team: (places.get(team, 99), teams[team].name))
        return tuple(
            Lane(teams[team], named[team], places.get(team, 0), team in on) for team in order
        )

    heats: list[Heat] = []
    for event in events:
        if event.kind != Event.Kind.HEAT:
            continue
        rows = [one for one in meet.drawn if one["heat"] == 1 + len(heats)]
        division = meet.classes[rows[0]["division"]] if meet.classes else 0
        found = lanes(event, tuple(one["team"] for one in rows))
        heats.append(Heat(week.on(event), division, found, event.pk in latest))
    straight = lanes(final, drawn_into(meet, 0))
    if not began(week.on(final), now):
        there = tuple(finalists(meet))
    else:
        start = {str(one.entry.team_id): one for one in muster(week.on(final)) if one.there}
        named |= {team: one.entry.vehicle.name for team, one in start.items()}
        there = tuple(start)
    return Sheet(
        how=how(meet),
        go_on=meet.go_on,
        closes_at=meet.closes_at,
        drawn_at=meet.drawn_at,
        seed_hash=sha256(bytes(meet.seed)).hexdigest(),
        seed=bytes(meet.seed).hex() if meet.drawn_at else "",
        heats=tuple(heats),
        straight=straight,
        final=Heat(week.on(final), 0, lanes(final, there), final.pk in latest),
    )


def _on(
    event: Event, every: tuple[str, ...], result: Recorded | None, meet: Meet
) -> Collection[str]:
    if event.kind == Event.Kind.FINAL:
        return {team for team, place in result.places.items() if place == 1} if result else ()
    if event.called_off_at:
        return every
    return goes_on(result, meet) if result else ()


def how(meet: Meet) -> str:
    """How the heats are made, in a sentence (C66)."""
    most = f", at most {plural(meet.most, 'car')} per heat" if meet.most else ""
    if meet.classes:
        classes = ", ".join(money(one) for one in meet.classes)
        return f"Divisions: cars of up to {classes}{most}."
    return f"Random draw: {plural(meet.heats, 'heat')}." if meet.heats else f"Random draw{most}."
