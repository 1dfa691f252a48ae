"""Reactions of the crowd to what everyone in the arena can see (V182)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from autoduel.rules.events import Exploded, Fired, LapDone, LostControl, Out, Over, Ram, RunDown
from autoduel.rules.values import NOBODY, Event, Table
from campaign.duels.rules.crowd import applause

HARD_HIT: Final = 4
"""Damage points of a hit from which the crowd reacts."""
HARD_RAM: Final = 15
"""Speed of a collision, in mph, from which the crowd reacts."""
GIVES_UP: Final = ("yielded", "left")


def crowd_line(table: Table, events: Iterable[Event]) -> str:
    """Return the crowd's reaction to the most exciting of a phase's events, or "".

    Secret events have no reaction.
    """
    reactions = [reaction for event in events if (reaction := _reaction(table, event)) is not None]
    return max(reactions, key=lambda row: row[0])[1] if reactions else ""


def _reaction(table: Table, event: Event) -> tuple[int, str] | None:
    """Return an event's excitement and the crowd's reaction, or None if it does not react."""
    match event:
        case Exploded(car=car):
            return 9, f"The crowd is on its feet: {table.cars[car].name} blows up!"
        case Out(car=car) if event.why in GIVES_UP:
            return 5, f"The crowd whistles at {table.cars[car].name}."
        case Out(car=car, killer=killer) if killer != NOBODY:
            return 8, f"{_fans(table, killer)} are on their feet: {table.cars[car].name} is out!"
        case Out(car=car):
            return 7, f"The crowd roars: {table.cars[car].name} is out!"
        case RunDown():
            return 6, "The crowd falls silent."
        case Ram(speed=speed) if speed >= HARD_RAM:
            return 4, "The crowd groans at the crash."
        case LostControl(car=car):
            return 3, f"The crowd gasps as {table.cars[car].name} loses control."
        case Fired(car=car, hit=True, points=points) if points >= HARD_HIT:
            return 2, f"{_fans(table, car)} cheer the hit."
        case LapDone(car=car):
            return 1, f"{_fans(table, car)} wave as {table.cars[car].name} passes."
        case Over(places=places):
            return 10, applause(table.sides, places, ())
        case _:
            return None


def _fans(table: Table, car: int) -> str:
    return f"The fans of {table.sides[table.cars[car].side]}"


def verdict(table: Table) -> str:
    """Return the crowd's opinion of a finished duel, from its public result."""
    kills = [0] * len(table.sides)
    for car in table.cars:
        kills[car.side] += sum(person.kills for person in car.crew)
    return applause(table.sides, table.places, kills)
