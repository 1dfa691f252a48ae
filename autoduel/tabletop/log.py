"""What happened, a line an event (V71). A narrator hears all of a match from its start, and knows
the cars by the names that it heard then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias, assert_never

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
from autoduel.rules.values import NOBODY, Autopilot, Sealed, Sheets, Stand
from engine.words import counted, listed

from .words import KIND_WORDS, LOOK_WORDS, inches, manoeuvre_words, mph, part_words, signed

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoduel.rules.values import Event, Move

ENDINGS: Final = {
    "last-side": "Only one side has a car left in the arena.",
    "nobody-left": "No car is left in the arena.",
    "turn-limit": "Time is up.",
    "quiet": "No one has fired at or touched an enemy for too long.",
}
WHYS: Final = {
    "could-not-start": "cannot start, and stays in its gate",
    "wrecked": "can neither move nor fire, and is out",
    "yielded": "gives up, and is out",
    "abandoned": "has no one conscious aboard, and is out",
    "exploded": "is blown to pieces, and out",
    "burnt-out": "is burnt out",
    "left": "leaves the arena by its gate",
}
RAMS: Final = {
    "head-on": "meet head-on",
    "rear-end": "meet nose to tail",
    "t-bone": "meet nose to side",
    "sideswipe": "brush along each other",
}
Driving: TypeAlias = TurnBegins | SpeedIs | Moved | Avoided | Ram | LostControl | Placed
Fighting: TypeAlias = Fired | Dropped | MarkerGone | Crossed | Burns | Exploded | Out | Over
Walking: TypeAlias = OnFoot | LedOff | RunDown | Crippled
Secret: TypeAlias = Reflexes | Controlled | CrashRolled | Aimed | Suffered


class Narrator:
    """Says the events of one match, in the order in which one reader heard them."""

    def __init__(self) -> None:
        self.cars: dict[int, str] = {}
        self.crews: dict[int, tuple[str, ...]] = {}

    def __call__(self, event: Event) -> str:
        """A line, "" for what needs none."""
        match event:
            case Stand():
                self.cars = {car.number: car.name for car in event.cars}
                self.crews = {
                    car.number: tuple([one.name for one in car.crew]) for car in event.cars
                }
                return ""
            case Sheets():
                return ""
            case Sealed():
                return f"You seal your orders: {orders_words(event.orders, self.car)}."
            case TurnBegins() | SpeedIs() | Moved() | Avoided() | Ram() | LostControl() | Placed():
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
        """A car by its name; by its number for who has not heard of it yet."""
        return self.cars.get(number, f"Car {number + 1}")

    def whom(self, car: int, person: int) -> str:
        """Somebody of a car's crew by name."""
        crew = self.crews.get(car, ())
        return crew[person] if person < len(crew) else "Someone"

    def _driving(self, event: Driving) -> str:
        match event:
            case Placed():
                return "The cars are in their gates."
            case TurnBegins(turn=turn):
                return f"Turn {turn}."
            case SpeedIs(car=car, phase=phase, speed=speed):
                return f"{_when(phase)}{self.car(car)} is at {mph(speed)}."
            case Moved(car=car, phase=phase, manoeuvre=manoeuvre):
                if manoeuvre == "S":
                    return ""
                return f"{_when(phase)}{self.car(car)}: {manoeuvre_words(manoeuvre)}."
            case Avoided(car=car, phase=phase, manoeuvre=manoeuvre):
                return (
                    f"{_when(phase)}{self.car(car)} keeps clear: {manoeuvre_words(manoeuvre)} "
                    "instead of the planned manoeuvre."
                )
            case Ram():
                return self._ram(event)
            case LostControl():
                return f"{self.car(event.car)} loses control and {_lost(event)}."
            case _:
                assert_never(event)

    def _ram(self, event: Ram) -> str:
        mine, theirs = event.dealt
        if event.other == NOBODY:
            how = "hits a wall" if event.kind == "wall" else "brushes along a wall"
            return f"{self.car(event.car)} {how} at {mph(event.speed)} and takes {mine}."
        return (
            f"{self.car(event.car)} and {self.car(event.other)} {RAMS[event.kind]} at "
            f"{mph(event.speed)}: they take {mine} and {theirs}."
        )

    def _fighting(self, event: Fighting) -> str:
        match event:
            case Fired():
                return self._fired(event)
            case Dropped(car=car, phase=phase, kind=kind):
                return f"{_when(phase)}{KIND_WORDS[kind].capitalize()} behind {self.car(car)}."
            case MarkerGone(kind=kind):
                return f"{KIND_WORDS[kind].capitalize()}: gone."
            case Crossed(car=car, phase=phase, kind=kind):
                return f"{_when(phase)}{self.car(car)} drives over {KIND_WORDS[kind]}."
            case Burns(car=car, on=on):
                return f"{self.car(car)} {'burns' if on else 'no longer burns'}."
            case Exploded(car=car):
                return f"{self.car(car)} explodes."
            case Out(car=car, why=why, killer=killer):
                whose = f" {self.car(killer)} gets the kill." if killer != NOBODY else ""
                return f"{self.car(car)} {WHYS[why]}.{whose}"
            case Over(ending=ending):
                return f"The duel is over. {ENDINGS[ending]}"
            case _:
                assert_never(event)

    def _walking(self, event: Walking) -> str:
        car = self.car(event.car)
        match event:
            case OnFoot(person=person):
                return f"{self.whom(event.car, person)} gets out and stands beside {car}."
            case LedOff(person=person):
                return f"{self.whom(event.car, person)} of {car} is led off."
            case RunDown(whose=whose, person=person, phase=phase, dealt=(mine, theirs)):
                return (
                    f"{_when(phase)}{car} runs down {self.whom(whose, person)} of "
                    f"{self.car(whose)}, who takes {theirs}; {car} takes {mine}."
                )
            case Crippled(what=what):
                lost = "move" if what == "mobility" else "fire"
                return f"{car} can no longer {lost}: a {what} kill."
            case _:
                assert_never(event)

    def _fired(self, event: Fired) -> str:
        aim = {"tyre": " (at a tyre)", "turret": " (at the turret)"}.get(event.aim, "")
        at = self.car(event.target)
        if event.on_foot != NOBODY:
            at = f"{self.whom(event.target, event.on_foot)} of {at}, on foot"
        shot = (
            f"{_when(event.phase)}{self.car(event.car)} fires its {LOOK_WORDS[event.look]} at "
            f"{at}{aim}"
        )
        if not event.hit:
            return f"{shot}: a miss."
        where = f" on the {event.facing}" if event.facing else ""
        return f"{shot}: a hit{where}, {counted(event.points, 'point')}."

    def _secret(self, event: Secret) -> str:
        match event:
            case Reflexes(bonus=bonus):
                gain = f"handling class +{bonus}" if bonus else "nothing gained"
                return f"A driver’s reflexes: {gain}."
            case Controlled(number=0):
                return ""
            case Controlled(car=car, d=d, hs=hs, number=number, face=face):
                asked = "nothing keeps it" if number == 7 else f"{number} needed, {face} thrown"
                return f"Control of {self.car(car)}: D{d}, handling {signed(hs)}, {asked}."
            case CrashRolled(car=car, total=total):
                return f"Crash roll of {self.car(car)}: {total} in all."
            case Aimed(car=car, target=target, number=number, faces=faces):
                needed = max(3, min(12, number))
                return (
                    f"{self.car(car)} aims at {self.car(target)}: {needed} needed, "
                    f"{sum(faces)} thrown."
                )
            case Suffered(car=car, parts=parts):
                lost = listed([f"{part_words(part)} −{points}" for part, points in parts])
                return f"In {self.car(car)}: {lost}."
            case _:
                assert_never(event)


def orders_words(orders: Move, called: Callable[[int], str]) -> str:
    """Sealed orders in a few words; `called` is what a car is called by its number."""
    if isinstance(orders, Autopilot):
        kind = f" ({orders.kind})" if orders.kind else ""
        if orders.turns == 1:
            return f"doctrine drives{kind}"
        near = f", or until an enemy is within {inches(orders.near)}" if orders.near else ""
        return f"doctrine drives for up to {orders.turns} turns{kind}{near}"
    rows = []
    for row in orders.cars:
        way = [manoeuvre_words(each) for each in row.manoeuvres if each != "S"]
        driven = ", ".join(way) if way else "straight on"
        flag = {"": "", "yield": ", gives up", "bail": ", bails out", "leave": ", leaves"}[row.flag]
        rows.append(f"{called(row.car)} to {mph(row.speed)}, {driven}{flag}")
    return "; ".join(rows)


def _when(phase: int) -> str:
    return f"Phase {phase}: " if phase else ""


def _lost(event: LostControl) -> str:
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
