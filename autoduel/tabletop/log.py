"""Log lines, one for each event (V71).

A narrator follows a match from its start and learns the names of cars from earlier events.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias, assert_never

from autoduel.rules.events import (
    Aimed,
    Avoided,
    Burns,
    Controlled,
    CrashRolled,
    Crippled,
    Crossed,
    Dropped,
    Exploded,
    Fired,
    LapDone,
    LedOff,
    LostControl,
    MarkerGone,
    Moved,
    OnFoot,
    Out,
    Over,
    Placed,
    Ram,
    Reflexes,
    RunDown,
    SpeedIs,
    Suffered,
    TurnBegins,
)
from autoduel.rules.values import NOBODY, Autopilot, Event, Move, Sealed, Sheets, Stand
from engine.words import count_noun, join_items

from .words import KIND_WORDS, LOOK_WORDS, inches, manoeuvre_words, mph, part_words, signed

ENDING_WORDS: Final = {
    "last-side": "Only one side has a car left in the arena.",
    "nobody-left": "No car is left in the arena.",
    "turn-limit": "Time is up.",
    "finish": "The first car has crossed the finishing line.",
    "quiet": "No one has fired at or touched an enemy for too long.",
}
EXIT_WORDS: Final = {
    "could-not-start": "cannot start, and stays in its gate",
    "wrecked": "can neither move nor fire, and is out",
    "yielded": "gives up, and is out",
    "abandoned": "has no one conscious aboard, and is out",
    "exploded": "is blown to pieces, and out",
    "burnt-out": "is burnt out",
    "left": "leaves the arena by its gate",
}
RAM_WORDS: Final = {
    "head-on": "meet head-on",
    "rear-end": "meet nose to tail",
    "t-bone": "meet nose to side",
    "sideswipe": "brush along each other",
}
Driving: TypeAlias = TurnBegins | SpeedIs | Moved | Avoided | Ram | LostControl | Placed | LapDone
Fighting: TypeAlias = Fired | Dropped | MarkerGone | Crossed | Burns | Exploded | Out | Over
Walking: TypeAlias = OnFoot | LedOff | RunDown | Crippled
Secret: TypeAlias = Reflexes | Controlled | CrashRolled | Aimed | Suffered


class Narrator:
    """A narrator for the events of one match that one reader received, in order."""

    def __init__(self) -> None:
        self.cars: dict[int, str] = {}
        self.crews: dict[int, tuple[str, ...]] = {}

    def __call__(self, event: Event) -> str:
        """Return the log line for an event, or "" if the event has none."""
        match event:
            case Stand():
                self.cars = {car.number: car.name for car in event.cars}
                self.crews = {
                    car.number: tuple([person.name for person in car.crew]) for car in event.cars
                }
                return ""
            case Sheets():
                return ""
            case Sealed():
                return f"You seal your orders: {orders_words(event.orders, self.car)}."
            case (
                TurnBegins() | SpeedIs() | Moved() | Avoided() | Ram() | LostControl() | Placed()
                | LapDone()
            ):  # fmt: skip
                return self._driving(event)
            case (
                Fired() | Dropped() | MarkerGone() | Crossed() | Burns() | Exploded() | Out()
                | Over()
            ):  # fmt: skip
                return self._fighting(event)
            case OnFoot() | LedOff() | RunDown() | Crippled():
                return self._walking(event)
            case Reflexes() | Controlled() | CrashRolled() | Aimed() | Suffered():
                return self._secret(event)
            case _:
                assert_never(event)

    def car(self, number: int) -> str:
        """Return a car's name, or its number if the name is not known yet."""
        return self.cars.get(number, f"Car {number + 1}")

    def person(self, car: int, person: int) -> str:
        """Return the name of a crew member."""
        crew = self.crews.get(car, ())
        return crew[person] if person < len(crew) else "Someone"

    def _driving(self, event: Driving) -> str:
        match event:
            case Placed():
                return "The cars are in their gates."
            case TurnBegins(turn=turn):
                return f"Turn {turn}."
            case LapDone(car=car, phase=phase, lap=lap):
                return f"{_phase_prefix(phase)}{self.car(car)} completes lap {lap}."
            case SpeedIs(car=car, phase=phase, speed=speed):
                return f"{_phase_prefix(phase)}{self.car(car)} is at {mph(speed)}."
            case Moved(car=car, phase=phase, manoeuvre=manoeuvre):
                if manoeuvre == "S":
                    return ""
                return f"{_phase_prefix(phase)}{self.car(car)}: {manoeuvre_words(manoeuvre)}."
            case Avoided(car=car, phase=phase, manoeuvre=manoeuvre):
                return (
                    f"{_phase_prefix(phase)}{self.car(car)} keeps clear: "
                    f"{manoeuvre_words(manoeuvre)} "
                    "instead of the planned manoeuvre."
                )
            case Ram():
                return self._ram(event)
            case LostControl():
                return f"{self.car(event.car)} loses control and {_loss_words(event)}."
            case _:
                assert_never(event)

    def _ram(self, event: Ram) -> str:
        own_damage, other_damage = event.dealt
        if event.other == NOBODY:
            contact = "hits a wall" if event.kind == "wall" else "brushes along a wall"
            return f"{self.car(event.car)} {contact} at {mph(event.speed)} and takes {own_damage}."
        return (
            f"{self.car(event.car)} and {self.car(event.other)} {RAM_WORDS[event.kind]} at "
            f"{mph(event.speed)}: they take {own_damage} and {other_damage}."
        )

    def _fighting(self, event: Fighting) -> str:
        match event:
            case Fired():
                return self._fired(event)
            case Dropped(car=car, phase=phase, kind=kind):
                return (
                    f"{_phase_prefix(phase)}{KIND_WORDS[kind].capitalize()} behind {self.car(car)}."
                )
            case MarkerGone(kind=kind):
                return f"{KIND_WORDS[kind].capitalize()}: gone."
            case Crossed(car=car, phase=phase, kind=kind):
                return f"{_phase_prefix(phase)}{self.car(car)} drives over {KIND_WORDS[kind]}."
            case Burns(car=car, on=is_burning):
                return f"{self.car(car)} {'burns' if is_burning else 'no longer burns'}."
            case Exploded(car=car):
                return f"{self.car(car)} explodes."
            case Out(car=car, why=reason, killer=killer):
                kill = f" {self.car(killer)} gets the kill." if killer != NOBODY else ""
                return f"{self.car(car)} {EXIT_WORDS[reason]}.{kill}"
            case Over(ending=ending):
                return f"The duel is over. {ENDING_WORDS[ending]}"
            case _:
                assert_never(event)

    def _walking(self, event: Walking) -> str:
        car = self.car(event.car)
        match event:
            case OnFoot(person=person):
                return f"{self.person(event.car, person)} gets out and stands next to {car}."
            case LedOff(person=person):
                return f"{self.person(event.car, person)} of {car} is led off."
            case RunDown(
                whose=owner, person=person, phase=phase, dealt=(car_damage, walker_damage)
            ):
                return (
                    f"{_phase_prefix(phase)}{car} runs down {self.person(owner, person)} of "
                    f"{self.car(owner)}, who takes {walker_damage}; {car} takes {car_damage}."
                )
            case Crippled(what=kind):
                ability = "move" if kind == "mobility" else "fire"
                return f"{car} can no longer {ability}: a {kind} kill."
            case _:
                assert_never(event)

    def _fired(self, event: Fired) -> str:
        aim = {"tyre": " (at a tyre)", "turret": " (at the turret)"}.get(event.aim, "")
        target = self.car(event.target)
        if event.on_foot != NOBODY:
            target = f"{self.person(event.target, event.on_foot)} of {target}, on foot"
        shot = (
            f"{_phase_prefix(event.phase)}{self.car(event.car)} fires its "
            f"{LOOK_WORDS[event.look]} at "
            f"{target}{aim}"
        )
        if not event.hit:
            return f"{shot}: a miss."
        side = f" on the {event.facing}" if event.facing else ""
        return f"{shot}: a hit{side}, {count_noun(event.points, 'point')}."

    def _secret(self, event: Secret) -> str:
        match event:
            case Reflexes(bonus=bonus):
                result = f"handling class +{bonus}" if bonus else "no bonus"
                return f"Reflex roll: {result}."
            case Controlled(number=0):
                return ""
            case Controlled(car=car, d=d, hs=hs, number=number, face=face):
                roll = "control is lost" if number == 7 else f"{number} needed, {face} rolled"
                return f"Control of {self.car(car)}: D{d}, handling {signed(hs)}, {roll}."
            case CrashRolled(car=car, total=total):
                return f"Crash roll of {self.car(car)}: {total} in all."
            case Aimed(car=car, target=target, number=number, faces=faces):
                needed = max(3, min(12, number))
                return (
                    f"{self.car(car)} aims at {self.car(target)}: {needed} needed, {sum(faces)} "
                    "rolled."
                )
            case Suffered(car=car, parts=parts):
                losses = join_items([f"{part_words(part)} −{points}" for part, points in parts])
                return f"In {self.car(car)}: {losses}."
            case _:
                assert_never(event)


def orders_words(orders: Move, name_of: Callable[[int], str]) -> str:
    """Return a short description of sealed orders.

    `name_of` is a function that returns a car's name for its number.
    """
    if isinstance(orders, Autopilot):
        kind = f" ({orders.kind})" if orders.kind else ""
        if orders.turns == 1:
            return f"doctrine drives{kind}"
        near = f", or until an enemy is within {inches(orders.near)}" if orders.near else ""
        return f"doctrine drives for up to {orders.turns} turns{kind}{near}"
    rows = []
    for row in orders.cars:
        manoeuvres = [
            manoeuvre_words(manoeuvre) for manoeuvre in row.manoeuvres if manoeuvre != "S"
        ]
        driven = ", ".join(manoeuvres) if manoeuvres else "straight on"
        flag = {"": "", "yield": ", gives up", "bail": ", bails out", "leave": ", leaves"}[row.flag]
        rows.append(f"{name_of(row.car)} to {mph(row.speed)}, {driven}{flag}")
    return "; ".join(rows)


def _phase_prefix(phase: int) -> str:
    return f"Phase {phase}: " if phase else ""


def _loss_words(event: LostControl) -> str:
    match event.what:
        case "skid":
            return f"skids {inches(event.amount)}"
        case "fishtail":
            side = "left" if event.amount > 0 else "right"
            return f"fishtails {abs(event.amount)}° to the {side}"
        case "spin":
            return "spins out"
        case "vault":
            return f"vaults {inches(1000 * event.amount)} through the air"
        case _:
            return "rolls"
