"""Measurements of duels between drivers by doctrine (V80).

They compare mirrored sides, doctrines, stock cars by price, random cars, arenas, sides of two cars,
levels of bots, and doctrine with random play. All sweeps take the same readings of every duel, but
each sweep shows only the charts that are relevant to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Final

from engine.dice import SeededDice, seed_from
from engine.game import Told
from engine.match import submit
from engine.values import Seat, Value, changed
from lab.lab import Case, Chart, Lab, Reading, Sweep

from .bots import TEMPERS
from .club.random_cars import random_car, random_published_car
from .club.stock import BY_KEY, DIVISIONS, STOCK, division
from .doctrine.driver import plan_of
from .game import AUTODUEL
from .rules.arenas import ARENAS
from .rules.events import Aimed, Burns, Fired, LostControl, Out, Ram, TurnBegins
from .rules.record import record_of
from .rules.samples import random_plan
from .rules.values import KINDS, NOBODY, Orders, Setup, Side, State

EVEN_CHANCE: Final = 0.5
RANDOM: Final = "random"
PUBLISHED: Final = "published"
RANDOM_CARS: Final = {RANDOM: random_car, PUBLISHED: random_published_car}
BOTS_BY_NAME: Final = {name: bot for temper in TEMPERS for name, bot in temper.bots.items()}


class Bout(Value):
    """A pairing of two sides, with their stock cars by key and their drivers.

    A driver is a doctrine, a bot such as "duellist:club", or "random", which makes random moves.
    The car "random" has a random design, and "published" one of the published list. If `arena` is
    empty, the arena is drawn by lot. Seats are always drawn by lot.
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
    burning_exits: int = 0
    """Number of cars that were burning when they were put out of action, or destroyed by fire."""
    first_shot: int = 0
    first_fire: int = 0
    """Turns of the first shot, and of the first one that needed at most `FAIR_NUMBER`, or 0 if
    there was none.
    """


def play_duel(bout: Bout, sample: str) -> FinishedDuel:
    """Play one duel between the two sides. `sample` determines all randomness."""
    key = seed_from(f"autoduel {sample}")
    lot_dice = SeededDice(key, 0, "lot")
    first = lot_dice.die(2) - 1
    arena = ARENAS[bout.arena or lot_dice.pick(sorted(ARENAS))]
    order = (0, 1) if first == 0 else (1, 0)
    car_dice = SeededDice(key, 0, "cars")
    setup = Setup(arena=arena, sides=tuple([_make_side(bout, side, car_dice) for side in order]))
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
        if state.table.turn > state_before.table.turn:
            _count_speeds(duel, state)
    duel.state = state
    return duel


def _make_side(bout: Bout, number: int, dice: SeededDice) -> Side:
    kind = bout.kinds[number]
    orders = next((Orders(kind=doctrine) for doctrine in KINDS if doctrine == kind), Orders())
    specs = [
        RANDOM_CARS[key](dice) if key in RANDOM_CARS else BY_KEY[key].car
        for key in bout.cars[number]
    ]
    cars = [changed(spec, name=f"{spec.name} {number + 1}") for spec in specs]
    return Side(name=f"Side {number + 1}", cars=tuple(cars), orders=orders)


def _choose_move(state: State, seat: Seat, kind: str, dice: SeededDice) -> Any:
    view = AUTODUEL.view(state, seat)
    if kind in BOTS_BY_NAME:
        return BOTS_BY_NAME[kind].choose(view, seat, dice)
    return random_plan(view, dice) if kind == RANDOM else plan_of(view, kind)


def _count_events(duel: FinishedDuel, state_before: State, tellings: Sequence[Told[Any]]) -> None:
    counts, lost_control = duel.counts, set()
    burning = {car.number for car in state_before.table.cars if car.burning}
    for event in [telling.event for telling in tellings]:
        if isinstance(event, TurnBegins):
            counts["car-turns"] += sum(not car.out for car in state_before.table.cars)
        elif isinstance(event, Fired):
            counts["shots"] += 1
            counts["hits"] += event.hit
        elif isinstance(event, Aimed):
            duel.first_shot = duel.first_shot or state_before.table.turn
            if event.number <= FAIR_NUMBER:
                duel.first_fire = duel.first_fire or state_before.table.turn
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
            duel.burning_exits += event.car in burning or event.why in ("exploded", "burnt-out")
        elif isinstance(event, Burns):
            (burning.add if event.on else burning.discard)(event.car)
    counts["lost"] += len(lost_control)


def _count_speeds(duel: FinishedDuel, state: State) -> None:
    """Count the speeds of undamaged cars after a turn, from `FIRST_SPEED_TURN` on.

    A car counts as undamaged if it has all wheels, an intact plant and an unhurt driver.
    """
    if state.table.turn <= FIRST_SPEED_TURN:
        return
    for own_part in state.own:
        for sheet, spec in zip(own_part.sheets, own_part.specs, strict=True):
            car = state.table.cars[sheet.car]
            is_undamaged = sheet.plant == spec.plant and sheet.dp[0] == spec.crew[0].dp
            if not car.out and is_undamaged and all(sheet.tyres):
                duel.counts[speed_row(car.speed)] += 1


def speed_row(speed: int) -> str:
    """Return the row of the speed chart for a speed in mph, forwards or backwards."""
    return next(row for row, limit in SPEED_ROWS.items() if abs(speed) <= limit)


# --- readings -------------------------------------------------------------------------------------

DESTROYED: Final = ("wrecked", "exploded", "burnt-out")
TURN_LIMITS: Final = (11, 20, 30, 39)
FIRST_FIRE_LIMIT: Final = 3
"""Latest turn in which the first fair shot meets the goal."""
FAIR_NUMBER: Final = 9
"""Highest number needed on two dice by a shot that counts as fair."""
FIRST_SPEED_TURN: Final = 6
"""First turn in which speeds are counted. Earlier turns are part of the opening."""
SPEED_ROWS: Final = {"0–5 mph": 5, "10–25 mph": 25, "30–40 mph": 40, "45 mph and more": 999}
"""Rows of the speed chart, and the highest speed of each row in mph."""
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
    yield Reading("burning", "Burning", 2 * duel.burning_exits, len(duel.exits))
    for row in SPEED_ROWS:
        yield Reading("speeds", row, 2 * counts[row], sum(counts[speeds] for speeds in SPEED_ROWS))
    for row, turn in (("Any shot", duel.first_shot), ("Fair shot", duel.first_fire)):
        yield Reading("first-fire", row, 2 * (0 < turn <= FIRST_FIRE_LIMIT))
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
    Chart(
        "burning", "Burning cars",
        "Share of the cars put out of action that were burning or destroyed by fire.",
        pooled=True,
    ),
    Chart(
        "speeds", "Speed of undamaged cars",
        f"Share of the turns of undamaged cars, from turn {FIRST_SPEED_TURN} on.",
        rows=tuple(SPEED_ROWS), pooled=True,
    ),
    Chart(
        "first-fire", f"First shot by turn {FIRST_FIRE_LIMIT}",
        f"Share of duels. A fair shot needs {FAIR_NUMBER} or less.",
        pooled=True,
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
    "burning",
    "speeds",
    "first-fire",
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


def _driving(name: str, first: str, second: str) -> Case:
    """Return a case in which two drivers drive Magistrates."""
    return Case(name, Bout(cars=(("magistrate",), ("magistrate",)), kinds=(first, second)))


MIRROR_CASES: Final = tuple(
    Case(stock.car.name, Bout(cars=((stock.key,), (stock.key,)))) for stock in STOCK
)
DOCTRINE_CASES: Final = tuple(
    _driving(f"{first.capitalize()} against {second}", first, second)
    for first, second in combinations(KINDS, 2)
)
PRICE_CASES: Final = tuple(
    _pairing(first.key, second.key)
    for key in DIVISIONS
    for first, second in combinations(division(key), 2)
)
STEP_CASES: Final = tuple(
    _pairing(expensive.key, cheap.key)
    for low, high in (("6", "12"), ("12", "16"), ("16", "20"))
    for expensive in division(high)
    for cheap in division(low)
)
ARENA_CASES: Final = tuple(
    Case(arena.name, Bout(cars=(("magistrate",), ("magistrate",)), arena=arena.key))
    for arena in ARENAS.values()
)
PAIR_CASES: Final = tuple(
    Case(
        f"{BY_KEY[first].car.name} and {BY_KEY[second].car.name}",
        Bout(cars=((first, second),) * 2),
    )
    for first, second in (("greyhound", "magistrate"), ("lamplighter", "chairman"))
)
RANDOM_CAR_CASES: Final = (Case("Random cars", Bout(cars=((RANDOM,), (RANDOM,)))),)
BUTTON_CASES: Final = tuple(
    _driving(f"{kind.capitalize()} against {level}", kind, f"duellist:{level}")
    for level in ("club", "strong")
    for kind in KINDS
)
LEVEL_CASES: Final = tuple(
    _driving(f"{first.capitalize()} against {second}", f"duellist:{first}", f"duellist:{second}")
    for first, second in (("newcomer", "club"), ("newcomer", "strong"), ("club", "strong"))
)
RANDOM_CASES: Final = (_driving("Magistrates", "duellist", RANDOM),)
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
        "designs", "Random designs", RANDOM_CAR_CASES, ("even", *HEALTH_CHARTS),
        ("duellist", "duellist"),
        "Two different random cars of at most $20,000, in all arenas in turn.",
    ),
    Sweep(
        "button", "One button", BUTTON_CASES, ("first", "endings"), ("one doctrine", "bots"),
        "A player who always presses the same doctrine, in Magistrates, in all arenas in turn.",
    ),
    Sweep(
        "levels", "Levels of bots", LEVEL_CASES, ("first", "endings"), ("bots", "bots"),
        "In Magistrates, in all arenas in turn.",
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
