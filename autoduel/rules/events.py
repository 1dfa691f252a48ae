"""What happens, each a record that says what its hearers may know (V60, V61)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from engine.values import Value


class TurnBegins(Value, tag="turn"):
    """A turn is played out. To all."""

    turn: int


class SpeedIs(Value, tag="speed"):
    """A car speeds up or brakes. To all."""

    car: int
    phase: int
    speed: int


class Moved(Value, tag="moved"):
    """A car drives (part of) an inch: every pose on the way (V27). To all."""

    car: int
    phase: int
    poses: tuple[tuple[int, int, int], ...]
    manoeuvre: str = "S"


class Avoided(Value, tag="avoided"):
    """A driver with open eyes drives something else than planned (V26). To all."""

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
    """A driver loses control, and what comes of it (V18 to V23). To all."""

    car: int
    what: str
    amount: int
    faces: tuple[int, ...] = ()


class Fired(Value, tag="fired"):
    """A shot: by whom, with what as it looks, at whom; points and facing if it hits. To all."""

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
    """Something comes to lie: dropped, fallen off, or left by what burnt (V31, V44). To all."""

    car: int
    phase: int
    kind: str
    pose: tuple[int, int, int]


class MarkerGone(Value, tag="gone"):
    """A marker is gone. To all."""

    kind: str
    pose: tuple[int, int, int]


class Crossed(Value, tag="crossed"):
    """A car drives over something that hurts, and the dice of that (V44). To all."""

    car: int
    phase: int
    kind: str
    faces: tuple[int, ...]


class Burns(Value, tag="burns"):
    """A car catches fire, or the fire is out. To all."""

    car: int
    on: bool


class Exploded(Value, tag="exploded"):
    """A car explodes (V40). To all."""

    car: int
    faces: tuple[int, ...]


class Crippled(Value, tag="crippled"):
    """A car that is still in can no longer move, or no longer fire (V46). To all."""

    car: int
    what: Literal["mobility", "firepower"]


class OnFoot(Value, tag="on-foot"):
    """Somebody has left a car and stands beside it (V45, V131). To all."""

    car: int
    person: int
    x: int
    y: int


class LedOff(Value, tag="led-off"):
    """Somebody on foot is led out of the arena (V45). To all."""

    car: int
    person: int


class RunDown(Value, tag="run-down"):
    """A car meets somebody on foot: the dice, and what each of the two takes (V31). To all."""

    car: int
    whose: int
    person: int
    phase: int
    faces: tuple[int, ...]
    dealt: tuple[int, int]


class Out(Value, tag="out"):
    """A car is out, and whose kill it is: car and person; −1 is nobody's (V46). To all."""

    car: int
    why: str
    killer: int
    person: int


class Over(Value, tag="over"):
    """The duel is over: why, and each side's place (V47, V48). To all."""

    ending: str
    places: tuple[int, ...]


class Placed(Value, tag="placed"):
    """The cars stand in their gates. To all."""

    pole: tuple[int, ...]


class Reflexes(Value, tag="reflexes"):
    """A driver's reflexes at the start (V17). To the side."""

    car: int
    face: int
    bonus: int


class Controlled(Value, tag="controlled"):
    """A control roll of one's own: D, handling status after it, number and face (V15); face 0 if
    none was thrown. To the side.
    """

    car: int
    d: int
    hs: int
    number: int
    face: int


class CrashRolled(Value, tag="crash"):
    """The dice of one's own crash roll (V18). To the side."""

    car: int
    faces: tuple[int, ...]
    total: int


class Aimed(Value, tag="aimed"):
    """The number needed for a shot of one's own, and its dice (V35). To the side."""

    car: int
    weapon: int
    target: int
    number: int
    faces: tuple[int, ...]


class Suffered(Value, tag="suffered"):
    """What a blow broke in a car of one's own: part and points, in the order of the way of damage
    (V41). To the side.
    """

    car: int
    parts: tuple[tuple[str, int], ...]


Heard: TypeAlias = (
    TurnBegins
    | SpeedIs
    | Moved
    | Avoided
    | Ram
    | LostControl
    | Fired
    | Dropped
    | MarkerGone
    | Crossed
    | Burns
    | Exploded
    | Crippled
    | OnFoot
    | LedOff
    | RunDown
    | Out
    | Over
    | Placed
    | Reflexes
    | Controlled
    | CrashRolled
    | Aimed
    | Suffered
)
