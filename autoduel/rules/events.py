"""Events of a duel. Each contains only information that its recipients can see (V60, V61).

Unless its docstring says otherwise, everyone receives the event.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from engine.values import Value


class TurnBegins(Value, tag="turn"):
    """A turn begins."""

    turn: int


class SpeedIs(Value, tag="speed"):
    """A car speeds up or brakes."""

    car: int
    phase: int
    speed: int


class Moved(Value, tag="moved"):
    """A car drives up to an inch and passes through these poses (V27)."""

    car: int
    phase: int
    poses: tuple[tuple[int, int, int], ...]
    manoeuvre: str = "S"


class Avoided(Value, tag="avoided"):
    """A driver with open eyes drives a different manoeuvre than planned (V26)."""

    car: int
    phase: int
    manoeuvre: str


class Ram(Value, tag="ram"):
    """A car hits another car or a wall (V28 to V30). For a wall, `other` is −1."""

    car: int
    other: int
    kind: Literal["head-on", "rear-end", "t-bone", "sideswipe", "wall", "wall-swipe"]
    speed: int
    faces: tuple[int, ...]
    dealt: tuple[int, int]


class LostControl(Value, tag="lost"):
    """A driver loses control, with the stated result (V18 to V23)."""

    car: int
    what: str
    amount: int
    faces: tuple[int, ...] = ()


class Fired(Value, tag="fired"):
    """Someone fires a weapon.

    `look` is the weapon as seen from outside. `points` and `facing` are set if the shot hits.
    """

    car: int
    phase: int
    look: str
    target: int
    hit: bool
    points: int = 0
    facing: str = ""
    faces: tuple[int, ...] = ()
    aim: str = "body"
    on_foot: int = -1


class Dropped(Value, tag="dropped"):
    """An object has been dropped, lost, or left behind by a fire (V31, V44)."""

    car: int
    phase: int
    kind: str
    pose: tuple[int, int, int]


class MarkerGone(Value, tag="gone"):
    """A marker has disappeared."""

    kind: str
    pose: tuple[int, int, int]


class Crossed(Value, tag="crossed"):
    """A car drives over something harmful (V44). `faces` has the dice."""

    car: int
    phase: int
    kind: str
    faces: tuple[int, ...]


class Burns(Value, tag="burns"):
    """A car catches fire, or its fire goes out."""

    car: int
    on: bool


class Exploded(Value, tag="exploded"):
    """A car explodes (V40)."""

    car: int
    faces: tuple[int, ...]


class Crippled(Value, tag="crippled"):
    """A car that is still in the duel can no longer move, or no longer fire (V46)."""

    car: int
    what: Literal["mobility", "firepower"]


class OnFoot(Value, tag="on-foot"):
    """Someone has left a car and stands beside it (V45, V131)."""

    car: int
    person: int
    x: int
    y: int


class LedOff(Value, tag="led-off"):
    """Someone on foot is led out of the arena (V45)."""

    car: int
    person: int


class RunDown(Value, tag="run-down"):
    """A car runs over a person (V31). The event has the dice and the damage to both."""

    car: int
    whose: int
    person: int
    phase: int
    faces: tuple[int, ...]
    dealt: tuple[int, int]


class Out(Value, tag="out"):
    """A car is out of the duel (V46).

    `killer` and `person` get credit for the kill. If nobody gets credit, `killer` is −1.
    """

    car: int
    why: str
    killer: int
    person: int


class Over(Value, tag="over"):
    """The duel is over. The event has the reason and each side's place (V47, V48)."""

    ending: str
    places: tuple[int, ...]


class LapDone(Value, tag="lap"):
    """A car completes a lap of a race (V166)."""

    car: int
    phase: int
    lap: int


class Placed(Value, tag="placed"):
    """The cars are in their gates."""

    pole: tuple[int, ...]


class Reflexes(Value, tag="reflexes"):
    """A driver's reflexes at the start (V17). Only the driver's side receives this event."""

    car: int
    face: int
    bonus: int


class Controlled(Value, tag="controlled"):
    """A control roll (V15). Only the car's own side receives this event.

    `hs` is the handling status after the roll. `face` is 0 if no die was rolled.
    """

    car: int
    d: int
    hs: int
    number: int
    face: int


class CrashRolled(Value, tag="crash"):
    """A crash roll (V18). Only the car's own side receives this event."""

    car: int
    faces: tuple[int, ...]
    total: int


class Aimed(Value, tag="aimed"):
    """The number needed for a shot, and its dice (V35). Only the firing side receives this
    event.
    """

    car: int
    weapon: int
    target: int
    number: int
    faces: tuple[int, ...]


class Suffered(Value, tag="suffered"):
    """Damage to parts of a car, in the order in which they were hit (V41).

    Only the car's own side receives this event.
    """

    car: int
    parts: tuple[tuple[str, int], ...]


TurnEvent: TypeAlias = (
    TurnBegins | SpeedIs | Moved | Avoided | Ram | LostControl | Fired | Dropped | MarkerGone |
    Crossed | Burns | Exploded | Crippled | OnFoot | LedOff | RunDown | Out | Over | Placed |
    Reflexes | Controlled | CrashRolled | Aimed | Suffered | LapDone
)  # fmt: skip
