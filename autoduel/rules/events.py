"""Events. Each has only the information that its recipients are allowed to know (V60, V61)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from engine.values import Value


class TurnBegins(Value, tag="turn"):
    """A turn is being played. To all."""

    turn: int


class SpeedIs(Value, tag="speed"):
    """A car speeds up or brakes. To all."""

    car: int
    phase: int
    speed: int


class Moved(Value, tag="moved"):
    """A car drives up to an inch, through these poses (V27). To all."""

    car: int
    phase: int
    poses: tuple[tuple[int, int, int], ...]
    manoeuvre: str = "S"


class Avoided(Value, tag="avoided"):
    """A driver with open eyes drives a different manoeuvre than planned (V26). To all."""

    car: int
    phase: int
    manoeuvre: str


class Ram(Value, tag="ram"):
    """Two cars meet, or a car and a wall (`other` −1) (V28 to V30). To all."""

    car: int
    other: int
    kind: Literal["head-on", "rear-end", "t-bone", "sideswipe", "wall", "wall-swipe"]
    speed: int
    faces: tuple[int, ...]
    dealt: tuple[int, int]


class LostControl(Value, tag="lost"):
    """A driver loses control, with the result (V18 to V23). To all."""

    car: int
    what: str
    amount: int
    faces: tuple[int, ...] = ()


class Fired(Value, tag="fired"):
    """A shot, with the weapon as seen from outside, and points and facing if it hits. To all."""

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
    """An object is on the ground because it was dropped, lost or left by a fire (V31, V44). To
    all.
    """

    car: int
    phase: int
    kind: str
    pose: tuple[int, int, int]


class MarkerGone(Value, tag="gone"):
    """A marker has disappeared. To all."""

    kind: str
    pose: tuple[int, int, int]


class Crossed(Value, tag="crossed"):
    """A car drives over something harmful, with the dice (V44). To all."""

    car: int
    phase: int
    kind: str
    faces: tuple[int, ...]


class Burns(Value, tag="burns"):
    """A car catches fire, or its fire is out. To all."""

    car: int
    on: bool


class Exploded(Value, tag="exploded"):
    """A car explodes (V40). To all."""

    car: int
    faces: tuple[int, ...]


class Crippled(Value, tag="crippled"):
    """A car that is still in the duel has lost the ability to move or to fire (V46). To all."""

    car: int
    what: Literal["mobility", "firepower"]


class OnFoot(Value, tag="on-foot"):
    """Someone has left a car and is beside it (V45, V131). To all."""

    car: int
    person: int
    x: int
    y: int


class LedOff(Value, tag="led-off"):
    """Someone on foot is led out of the arena (V45). To all."""

    car: int
    person: int


class RunDown(Value, tag="run-down"):
    """A car runs someone down, with the dice and the damage to both (V31). To all."""

    car: int
    whose: int
    person: int
    phase: int
    faces: tuple[int, ...]
    dealt: tuple[int, int]


class Out(Value, tag="out"):
    """A car is out, with the car and person that get the kill, or −1 (V46). To all."""

    car: int
    why: str
    killer: int
    person: int


class Over(Value, tag="over"):
    """The duel is over, with the reason and each side's place (V47, V48). To all."""

    ending: str
    places: tuple[int, ...]


class Placed(Value, tag="placed"):
    """The cars are in their gates. To all."""

    pole: tuple[int, ...]


class Reflexes(Value, tag="reflexes"):
    """A driver's reflexes at the start (V17). To the side."""

    car: int
    face: int
    bonus: int


class Controlled(Value, tag="controlled"):
    """A side's own control roll (V15). To the side.

    It has D, the handling status afterwards, the number needed and the face (0 without a roll).
    """

    car: int
    d: int
    hs: int
    number: int
    face: int


class CrashRolled(Value, tag="crash"):
    """A side's own crash roll (V18). To the side."""

    car: int
    faces: tuple[int, ...]
    total: int


class Aimed(Value, tag="aimed"):
    """The number needed for a side's own shot, and its dice (V35). To the side."""

    car: int
    weapon: int
    target: int
    number: int
    faces: tuple[int, ...]


class Suffered(Value, tag="suffered"):
    """Damage to parts of a side's own car, in the order of the blow's path (V41). To the side."""

    car: int
    parts: tuple[tuple[str, int], ...]


TurnEvent: TypeAlias = (
    TurnBegins | SpeedIs | Moved | Avoided | Ram | LostControl | Fired | Dropped | MarkerGone |
    Crossed | Burns | Exploded | Crippled | OnFoot | LedOff | RunDown | Out | Over | Placed |
    Reflexes | Controlled | CrashRolled | Aimed | Suffered
)  # fmt: skip
