"""Measurements of duels between drivers by doctrine (V80).

They compare mirrored sides, doctrines, stock cars by price, arenas, sides of two cars, and doctrine
with random play. All sweeps take the same readings of every duel, but each sweep shows only the
charts that are relevant to it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from engine.dice import SeededDice, seed_from
from engine.match import submit
from engine.values import Value, changed
from lab.lab import Case, Chart, Lab, Reading, Sweep

from .club.stock import BY_KEY, DIVISIONS, STOCK, division
from .doctrine.driver import plan_of
from .game import AUTODUEL
from .rules.arenas import ARENAS
from .rules.events import Fired, LostControl, Out, Ram, TurnBegins
from .rules.record import record_of
from .rules.samples import random_plan
from .rules.values import KINDS, NOBODY, Orders, Setup, Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.game import Told
    from engine.values import Seat

    from .rules.values import State

EVEN_CHANCE: Final = 0.5
RANDOM: Final = "random"


class Bout(Value):
    """A pairing of two sides, with their stock cars by key and their doctrines.

    The doctrine "random" makes random moves. If `arena` is empty, the arena is drawn by lot. Seats
    are always drawn by lot.
    """

    cars: tuple[tuple[str, ...], tuple[str, ...]]
    kinds: tuple[str, str] = ("duellist", "duellist")
    arena: str = ""


@dataclass
class FinishedDuel:
    """A finished duel with counts of its events. `first_seat` is the first side's seat."""

    state: State
    first_seat: int
    counts: Counter[str] = field(default_factory=Counter)
    exits: list[Out] = field(default_factory=list)
    burnt_cars: set[int] = field(default_factory=set)
    """Cars that were already burning at the start of the turn in which they were put out of action.
    """


def play_duel(bout: Bout, sample: str) -> FinishedDuel:
    """Play one duel between the two sides. `sample` determines all randomness."""
    key = seed_from(f"autoduel {sample}")
    lot_dice = SeededDice(key, 0, "lot")
    first = lot_dice.die(2) - 1
    arena = ARENAS[bout.arena or lot_dice.pick(sorted(ARENAS))]
    order = (0, 1) if first == 0 else (1, 0)
    setup = Setup(arena=arena, sides=tuple([_make_side(bout, side) for side in order]))
    kinds = [bout.kinds[side] for side in order]
    state, _ = AUTODUEL.start(setup, SeededDice(key, 0))
    duel, ply = FinishedDuel(state, first), 0
    while seats := AUTODUEL.to_act(state):
        ply += 1
        state_before = state
        state, tellings = submit(
            AUTODUEL,
            state,
            seat=seats[0],
            move=_choose_move(state, seats[0], kinds[seats[0]], SeededDice(key, ply, "bot")),
            dice=SeededDice(key, ply),
        )
        _count_events(duel, state_before, tellings)
    duel.state = state
    return duel


def _make_side(bout: Bout, number: int) -> Side:
    kind = bout.kinds[number]
    orders = next((Orders(kind=doctrine) for doctrine in KINDS if doctrine == kind), Orders())
    cars = [
        changed(BY_KEY[key].car, name=f"{BY_KEY[key].car.name} {number + 1}")
        for key in bout.cars[number]
    ]
    return Side(name=f"Side {number + 1}", cars=tuple(cars), orders=orders)


def _choose_move(state: State, seat: Seat, kind: str, dice: SeededDice) -> Any:
    view = AUTODUEL.view(state, seat)
    return random_plan(view, dice) if kind == RANDOM else plan_of(view, kind)


def _count_events(duel: FinishedDuel, state_before: State, tellings: Sequence[Told[Any]]) -> None:
    counts, lost_control = duel.counts, set()
    for event in [telling.event for telling in tellings]:
        if isinstance(event, TurnBegins):
            counts["car-turns"] += sum(not car.out for car in state_before.table.cars)
        elif isinstance(event, Fired):
            counts["shots"] += 1
            counts["hits"] += event.hit
        elif isinstance(event, LostControl):
            lost_control.add(event.car)
            counts["worse"] += event.what not in ("skid", "fishtail")
        elif isinstance(event, Ram):
            is_car = event.other != NOBODY
            counts["met"] += is_car
            counts["walls"] += not is_car
        elif isinstance(event, Out):
            duel.exits.append(event)
            if state_before.table.cars[event.car].burning:
                duel.burnt_cars.add(event.car)
    counts["lost"] += len(lost_control)


# --- readings -------------------------------------------------------------------------------------

DESTROYED: Final = ("wrecked", "exploded", "burnt-out")
TURN_LIMITS: Final = (12, 25, 39)
EXIT_CAUSES: Final = ("Machine", "Fire", "Crew", "Yielded", "Left", "Crash")


def read_duel(bout: Bout, sample: str) -> Iterator[Reading]:
    """Yield the readings of one duel for all charts."""
    duel = play_duel(bout, sample)
    table, counts = duel.state.table, duel.counts
    first_place, best_place = table.places[duel.first_seat], min(table.places)
    score = 1 if table.places == (1, 1) else 2 * (first_place == best_place)
    yield Reading("first", "First", score)
    for chart in ("seats", "even"):
        yield Reading(chart, "Seat 1", score if duel.first_seat == 0 else 2 - score)
    yield Reading("endings", ENDINGS[table.ending], 2)
    for row in ENDINGS.values():
        yield Reading("ends", row, 2 * (row == ENDINGS[table.ending]))
    turns = table.turn - 1
    for limit in TURN_LIMITS:
        yield Reading("turns", f"Over by turn {limit}", 2 * (turns <= limit))
    for person in record_of(duel.state).people:
        yield Reading("people", "Dead", 2 * (person.state == "dead"))
        yield Reading("people", "Unconscious", 2 * (person.state == "unconscious"))
    for car_exit in duel.exits:
        for row in EXIT_CAUSES:
            yield Reading(
                "outs",
                row,
                2 * (exit_cause(car_exit, was_burning=car_exit.car in duel.burnt_cars) == row),
            )
    yield Reading("hits", "Shots that hit", 2 * counts["hits"], counts["shots"])
    yield Reading("control", "Car-turns", 2 * counts["lost"], counts["car-turns"])
    yield Reading("worse", "Duels", 2 * (counts["worse"] > 0))
    yield Reading("met", "Car-turns", 2 * counts["met"], counts["car-turns"])
    yield Reading("walls", "Car-turns", 2 * counts["walls"], counts["car-turns"])


def exit_cause(car_exit: Out, *, was_burning: bool = False) -> str:
    """Return the category in V80 of a car's exit. An exit without an enemy involved is a crash.

    If a crew bails out of a burning car (V135), the cause is fire. V80 does not list this cause.
    """
    if car_exit.why == "yielded" and was_burning:
        return "Fire"
    if car_exit.why in ("yielded", "left"):
        return car_exit.why.capitalize()
    if car_exit.killer == NOBODY:
        return "Crash"
    return "Machine" if car_exit.why in DESTROYED else "Crew"


ENDINGS: Final = {
    "last-side": "One side left",
    "nobody-left": "No side left",
    "turn-limit": "Turn limit",
    "quiet": "Quiet",
}
FIRST_PLACES: Final = "Share of duels. A shared first place counts as half."
CHARTS: Final = (
    Chart("first", "Wins of the first side", FIRST_PLACES, EVEN_CHANCE),
    Chart("seats", "Wins of the first seat", FIRST_PLACES, EVEN_CHANCE),
    Chart("even", "Wins of the first seat", FIRST_PLACES, EVEN_CHANCE, pooled=True),
    Chart(
        "endings", "How duels ended", "Share of duels.", rows=tuple(ENDINGS.values()), shares=True,
    ),
    Chart("ends", "How duels ended", "Share of duels.", rows=tuple(ENDINGS.values()), pooled=True),
    Chart("turns", "Length of duels", "Share of duels that were over by this turn.", pooled=True),
    Chart(
        "people", "Casualties", "Share of people aboard who were dead or unconscious at the end.",
        pooled=True,
    ),
    Chart(
        "outs", "Causes of lost cars", "Share of the cars that were put out of action.",
        rows=EXIT_CAUSES, pooled=True,
    ),
    Chart("hits", "Hits", "Share of shots that hit.", pooled=True),
    Chart(
        "control", "Control lost", "Share of a car's turns in which its driver lost control.",
        pooled=True,
    ),
    Chart(
        "worse", "Spin or worse", "Share of duels in which a car spun out, rolled or vaulted.",
        pooled=True,
    ),
    Chart(
        "met", "Car collisions", "Collisions of two cars per turn of a car, including rams.",
        pooled=True,
    ),
    Chart("walls", "Walls", "Collisions with fixed obstacles per turn of a car.", pooled=True),
)  # fmt: skip
HEALTH_CHARTS: Final = (
    "ends",
    "turns",
    "people",
    "outs",
    "hits",
    "control",
    "worse",
    "met",
    "walls",
)
"""Charts that show whether duels meet the goals of V80."""


# --- sweeps ---------------------------------------------------------------------------------------


def _pairing(first: str, second: str) -> Case:
    return Case(
        f"{BY_KEY[first].car.name} against {BY_KEY[second].car.name}",
        Bout(cars=((first,), (second,))),
    )


MIRROR_CASES: Final = tuple(
    [Case(stock.car.name, Bout(cars=((stock.key,), (stock.key,)))) for stock in STOCK]
)
DOCTRINE_CASES: Final = tuple(
    [
        Case(
            f"{first.capitalize()} against {second}",
            Bout(cars=((car,), (car,)), kinds=(first, second)),
        )
        for car in ("magistrate",)
        for first, second in combinations(KINDS, 2)
    ]
)
PRICE_CASES: Final = tuple(
    [
        _pairing(first.key, second.key)
        for key in DIVISIONS
        for first, second in combinations(division(key), 2)
    ]
)
STEP_CASES: Final = tuple(
    [
        _pairing(expensive.key, cheap.key)
        for low, high in (("6", "12"), ("12", "16"), ("16", "20"))
        for expensive in division(high)
        for cheap in division(low)
    ]
)
ARENA_CASES: Final = tuple(
    [
        Case(arena.name, Bout(cars=(("magistrate",), ("magistrate",)), arena=arena.key))
        for arena in ARENAS.values()
    ]
)
PAIR_CASES: Final = tuple(
    [
        Case(
            f"{BY_KEY[first].car.name} and {BY_KEY[second].car.name}",
            Bout(cars=((first, second),) * 2),
        )
        for first, second in (("greyhound", "magistrate"), ("lamplighter", "chairman"))
    ]
)  # fmt: skip
RANDOM_CASES: Final = (
    Case("Magistrates", Bout(cars=(("magistrate",),) * 2, kinds=("duellist", RANDOM))),
)
SWEEPS: Final = (
    Sweep(
        "mirrors", "Mirrors", MIRROR_CASES, ("even", *HEALTH_CHARTS, "endings"),
        ("duellist", "duellist"),
        "Each stock car against an identical car, both by the duellist's doctrine, in all arenas "
        "in turn.",
    ),
    Sweep(
        "doctrines", "Doctrines", DOCTRINE_CASES, ("first", "endings", "turns"),
        ("one doctrine", "another"), "In Magistrates, in all arenas in turn.",
    ),
    Sweep(
        "prices", "Cars of a division", PRICE_CASES, ("first", "endings"), ("duellist", "duellist"),
        "Stock cars of about the same price against each other, in all arenas in turn.",
    ),
    Sweep(
        "steps", "A division higher", STEP_CASES, ("first", "endings"), ("duellist", "duellist"),
        "A stock car against one of the division below, in all arenas in turn.",
    ),
    Sweep(
        "arenas", "Arenas", ARENA_CASES, ("seats", "endings"), ("duellist", "duellist"),
        "Magistrate against Magistrate.",
    ),
    Sweep(
        "pairs", "Two a side", PAIR_CASES, ("even", "ends", "turns", "people", "outs"),
        ("duellist", "duellist"), "The same two cars on each side, in all arenas in turn.",
    ),
    Sweep(
        "chance", "Doctrine against random play", RANDOM_CASES, ("first", "endings"),
        ("duellist", "random"), "In all arenas in turn.",
    ),
)  # fmt: skip
LAB: Final = Lab(SWEEPS, CHARTS, play=read_duel)
