"""What duels of doctrine drivers come to (V80): mirrors, doctrines against each other, stock cars
at their price, arenas, two a side, and doctrine against random play.

Every duel of every sweep is read in the same way; a sweep shows the charts that it is about.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from engine.dice import SeededDice, seed_from
from engine.match import submit
from engine.values import Value, changed
from lab.lab import Case, Chart, Lab, Seen, Sweep

from .club.stock import BY_KEY, DIVISIONS, STOCK, division
from .doctrine.driver import plan_of
from .rules.arenas import ARENAS
from .rules.events import Fired, LostControl, Out, Ram, TurnBegins
from .rules.game import AUTODUEL
from .rules.record import record_of
from .rules.samples import thrown_plan
from .rules.values import KINDS, NOBODY, Orders, Setup, Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.game import Told
    from engine.values import Seat

    from .rules.values import State

EVEN: Final = 0.5
RANDOM: Final = "random"


class Bout(Value):
    """Two sides that meet: the keys of their stock cars and their doctrines ("random" for none).
    In which arena, or in all of them by turns; who has which seat is by lot.
    """

    cars: tuple[tuple[str, ...], tuple[str, ...]]
    kinds: tuple[str, str] = ("duellist", "duellist")
    arena: str = ""


@dataclass
class Drove:
    """A duel to its end, and what was counted on the way. `first` is the seat of the bout's first
    side.
    """

    state: State
    first: int
    counts: Counter[str] = field(default_factory=Counter)
    outs: list[Out] = field(default_factory=list)
    burnt: set[int] = field(default_factory=set)
    """The cars that burned when the turn began in which they went out."""


def drive(bout: Bout, sample: str) -> Drove:
    """One duel of the bout. All of it follows from the words of the sample."""
    key = seed_from(f"autoduel {sample}")
    lot = SeededDice(key, 0, "lot")
    first = lot.die(2) - 1
    arena = ARENAS[bout.arena or lot.pick(sorted(ARENAS))]
    order = (0, 1) if first == 0 else (1, 0)
    setup = Setup(arena=arena, sides=tuple([_side(bout, at) for at in order]))
    kinds = [bout.kinds[at] for at in order]
    state, _ = AUTODUEL.start(setup, SeededDice(key, 0))
    drove, ply = Drove(state, first), 0
    while seats := AUTODUEL.to_act(state):
        ply += 1
        before = state
        state, told = submit(
            AUTODUEL,
            state,
            seat=seats[0],
            move=_move(state, seats[0], kinds[seats[0]], SeededDice(key, ply, "bot")),
            dice=SeededDice(key, ply),
        )
        _count(drove, before, told)
    drove.state = state
    return drove


def _side(bout: Bout, at: int) -> Side:
    kind = bout.kinds[at]
    orders = next((Orders(kind=each) for each in KINDS if each == kind), Orders())
    cars = [
        changed(BY_KEY[key].car, name=f"{BY_KEY[key].car.name} {at + 1}") for key in bout.cars[at]
    ]
    return Side(name=f"Side {at + 1}", cars=tuple(cars), orders=orders)


def _move(state: State, seat: Seat, kind: str, dice: SeededDice) -> Any:
    view = AUTODUEL.view(state, seat)
    return thrown_plan(view, dice) if kind == RANDOM else plan_of(view, kind)


def _count(drove: Drove, before: State, told: Sequence[Told[Any]]) -> None:
    counts, lost = drove.counts, set()
    for event in [each.event for each in told]:
        if isinstance(event, TurnBegins):
            counts["car-turns"] += sum(not car.out for car in before.table.cars)
        elif isinstance(event, Fired):
            counts["shots"] += 1
            counts["hits"] += event.hit
        elif isinstance(event, LostControl):
            lost.add(event.car)
            counts["worse"] += event.what not in ("skid", "fishtail")
        elif isinstance(event, Ram):
            met = event.other != NOBODY
            counts["met"] += met
            counts["walls"] += not met
        elif isinstance(event, Out):
            drove.outs.append(event)
            if before.table.cars[event.car].burning:
                drove.burnt.add(event.car)
    counts["lost"] += len(lost)


# --- how it is read -------------------------------------------------------------------------------

MACHINE: Final = ("wrecked", "exploded", "burnt-out")
TURNS: Final = (12, 25, 39)
OUTS: Final = ("Machine", "Fire", "Crew", "Yielded", "Left", "Crash")


def read(bout: Bout, sample: str) -> Iterator[Seen]:
    """One duel, read by every chart."""
    drove = drive(bout, sample)
    table, counts = drove.state.table, drove.counts
    first, best = table.places[drove.first], min(table.places)
    won = 1 if table.places == (1, 1) else 2 * (first == best)
    yield Seen("first", "First", won)
    for chart in ("seats", "even"):
        yield Seen(chart, "Seat 1", won if drove.first == 0 else 2 - won)
    yield Seen("endings", ENDINGS[table.ending], 2)
    for row in ENDINGS.values():
        yield Seen("ends", row, 2 * (row == ENDINGS[table.ending]))
    turns = table.turn - 1
    for by in TURNS:
        yield Seen("turns", f"Over by turn {by}", 2 * (turns <= by))
    for one in record_of(drove.state).people:
        yield Seen("people", "Dead", 2 * (one.state == "dead"))
        yield Seen("people", "Unconscious", 2 * (one.state == "unconscious"))
    for out in drove.outs:
        for row in OUTS:
            yield Seen("outs", row, 2 * (cause(out, burnt=out.car in drove.burnt) == row))
    yield Seen("hits", "Shots that hit", 2 * counts["hits"], counts["shots"])
    yield Seen("control", "Car-turns", 2 * counts["lost"], counts["car-turns"])
    yield Seen("worse", "Duels", 2 * (counts["worse"] > 0))
    yield Seen("met", "Car-turns", 2 * counts["met"], counts["car-turns"])
    yield Seen("walls", "Car-turns", 2 * counts["walls"], counts["car-turns"])


def cause(out: Out, *, burnt: bool = False) -> str:
    """What took a car out, as V80 counts it; a crash where no enemy had a part in it. Who bails out
    of a car that burns (V135) has lost it to the fire, which V80 knows nothing of.
    """
    if out.why == "yielded" and burnt:
        return "Fire"
    if out.why in ("yielded", "left"):
        return out.why.capitalize()
    if out.killer == NOBODY:
        return "Crash"
    return "Machine" if out.why in MACHINE else "Crew"


ENDINGS: Final = {
    "last-side": "Last side in",
    "nobody-left": "Nobody left",
    "turn-limit": "Turn limit",
    "quiet": "Quiet",
}
CHARTS: Final = (
    Chart("first", "The first of two", "How often it won; a shared first place is half.", EVEN),
    Chart("seats", "The first seat", "How often it won; a shared first place is half.", EVEN),
    Chart(
        "even", "The first seat", "How often it won; a shared first place is half.", EVEN,
        pooled=True,
    ),
    Chart(
        "endings", "How it ended", "How often a duel ended so.",
        rows=tuple(ENDINGS.values()), shares=True,
    ),
    Chart(
        "ends", "How it ended", "How often a duel ended so.",
        rows=tuple(ENDINGS.values()), pooled=True,
    ),
    Chart("turns", "How long it took", "How many duels were over by then.", pooled=True),
    Chart(
        "people", "Who came home", "Who was dead or unconscious in the end, of all aboard.",
        pooled=True,
    ),
    Chart(
        "outs", "What took cars out", "Of the cars that went out, how many did so.",
        rows=OUTS, pooled=True,
    ),
    Chart("hits", "Hits", "How many shots hit.", pooled=True),
    Chart(
        "control", "Control lost", "In how many turns of a car its driver lost control.",
        pooled=True,
    ),
    Chart(
        "worse", "Spin or worse", "In how many duels a car spun out, rolled or vaulted.",
        pooled=True,
    ),
    Chart(
        "met", "Cars that meet", "Collisions of two cars, for each turn of a car; rams count.",
        pooled=True,
    ),
    Chart(
        "walls", "Walls", "Collisions with something fixed, for each turn of a car.",
        pooled=True,
    ),
)  # fmt: skip
HEALTH: Final = ("ends", "turns", "people", "outs", "hits", "control", "worse", "met", "walls")
"""What tells whether duels are as they should be (V80)."""


# --- what is asked --------------------------------------------------------------------------------


def _against(one: str, other: str) -> Case:
    return Case(
        f"{BY_KEY[one].car.name} against {BY_KEY[other].car.name}",
        Bout(cars=((one,), (other,))),
    )


MIRRORS: Final = tuple([Case(one.car.name, Bout(cars=((one.key,), (one.key,)))) for one in STOCK])
DOCTRINES: Final = tuple(
    [
        Case(f"{one.capitalize()} against {other}", Bout(cars=((car,), (car,)), kinds=(one, other)))
        for car in ("magistrate",)
        for one, other in combinations(KINDS, 2)
    ]
)
PRICES: Final = tuple(
    [
        _against(one.key, other.key)
        for key in DIVISIONS
        for one, other in combinations(division(key), 2)
    ]
)
STEPS: Final = tuple(
    [
        _against(dear.key, cheap.key)
        for low, high in (("6", "12"), ("12", "16"), ("16", "20"))
        for dear in division(high)
        for cheap in division(low)
    ]
)
PLACES: Final = tuple(
    [
        Case(arena.name, Bout(cars=(("magistrate",), ("magistrate",)), arena=arena.key))
        for arena in ARENAS.values()
    ]
)
PAIRS: Final = tuple(
    [
        Case(f"{BY_KEY[one].car.name} and {BY_KEY[two].car.name}", Bout(cars=((one, two),) * 2))
        for one, two in (("greyhound", "magistrate"), ("lamplighter", "chairman"))
    ]
)  # fmt: skip
CHANCE: Final = (
    Case("Magistrates", Bout(cars=(("magistrate",),) * 2, kinds=("duellist", RANDOM))),
)
SWEEPS: Final = (
    Sweep(
        "mirrors",
        "Mirrors",
        MIRRORS,
        ("even", *HEALTH, "endings"),
        ("duellist", "duellist"),
        "Each stock car against its like, both by the duellist's doctrine, arenas by turns.",
    ),
    Sweep(
        "doctrines",
        "Doctrines",
        DOCTRINES,
        ("first", "endings", "turns"),
        ("one doctrine", "another"),
        "In Magistrates, arenas by turns.",
    ),
    Sweep(
        "prices",
        "Cars of a division",
        PRICES,
        ("first", "endings"),
        ("duellist", "duellist"),
        "Stock cars of about one price against each other, arenas by turns.",
    ),
    Sweep(
        "steps",
        "A division higher",
        STEPS,
        ("first", "endings"),
        ("duellist", "duellist"),
        "A stock car against one of the division below, arenas by turns.",
    ),
    Sweep(
        "arenas",
        "Arenas",
        PLACES,
        ("seats", "endings"),
        ("duellist", "duellist"),
        "Magistrate against Magistrate.",
    ),
    Sweep(
        "pairs",
        "Two a side",
        PAIRS,
        ("even", "ends", "turns", "people", "outs"),
        ("duellist", "duellist"),
        "The same two cars on each side, arenas by turns.",
    ),
    Sweep(
        "chance",
        "Doctrine against random play",
        CHANCE,
        ("first", "endings"),
        ("duellist", "random"),
        "Arenas by turns.",
    ),
)
LAB: Final = Lab(SWEEPS, CHARTS, play=read)
