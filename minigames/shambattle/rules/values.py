"""Records of the battle: set-up, table, view, moves and events. Lengths are in hundredths of an
inch (S1).

Nothing is hidden from either side.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from engine.values import Seat, Value

MASTERMIND: Final = Seat(0)
"""Side 1: the rocket base. It deploys first (S18)."""

SPY: Final = Seat(1)
"""Side 2: the super spy and the commandos. They move first (S18)."""

Coordinate: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Spot: TypeAlias = tuple[Coordinate, Coordinate]
"""A place on the table: east and north of its south-west corner, in hundredths of an inch (S2)."""

Number: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=255)]
"""Index of a figure in the roster."""

Phase: TypeAlias = Literal["deploy", "move", "judo", "fire", "over"]
Missile: TypeAlias = Literal["ready", "disabled", "launched"]
Fate: TypeAlias = Literal["large", "captive", "dead", "escaped", "captured"]
"""The Mastermind's state: at large, captive on the table, or out of the game in one of three
ways.
"""

MapKey: TypeAlias = Literal["volcano", "drydock"]


class Setup(Value):
    """Options: the map (S2), the Mastermind turn after which the missile launches (S6), and the
    turn clock in minutes (S10; 0 means none).
    """

    map: MapKey = "volcano"
    countdown: Annotated[int, msgspec.Meta(ge=4, le=20)] = 10
    clock: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0


class Man(Value):
    """The state of a figure. `stun` is the number of ends of its own side's turns until it can act
    again. `attacks` is the number of judo attacks on it.

    `moved`, `fought` and `fired` apply to the current turn.
    """

    spot: Spot = (0, 0)
    here: bool = False
    stun: int = 0
    moved: bool = False
    fought: bool = False
    fired: bool = False
    attacks: int = 0


class Pending(Value):
    """A judo fight whose winner must choose how far to push the loser (S8): up to `limit`, or into
    the pool.
    """

    winner: Number
    loser: Number
    limit: int
    pool: bool


class PlaceBefore(Value):
    """A figure's place before a walk of the current step, and the figures that held the platform at
    that time. Undoing the walk restores both (S31).
    """

    man: Number
    spot: Spot
    holding: tuple[Number, ...] = ()


class Table(Value):
    """The whole position. `men` are in the order of the roster.

    `gone` has the walks of the current movement step that can still be undone, in order (S31).
    `holding` has the figures that may disable the missile (S15), `guards` those that guard the
    captive, and `attacked` the guards that were shot at or fought in this Mastermind turn (S13).
    `calls` is the number of Mastermind turns since the missile's fate was settled (S14).
    """

    map: MapKey
    countdown: int
    clock: int
    men: tuple[Man, ...]
    step: Phase = "deploy"
    side: Seat = MASTERMIND
    turn: int = 1
    missile: Missile = "ready"
    mastermind: Fate = "large"
    push: Pending | None = None
    gone: tuple[PlaceBefore, ...] = ()
    holding: tuple[Number, ...] = ()
    guards: tuple[Number, ...] = ()
    attacked: tuple[Number, ...] = ()
    calls: int = 0


class State(Value):
    """The whole state of the battle, which is public."""

    table: Table


class View(Value):
    """The view of a seat. It shows everything."""

    seat: Seat | None
    table: Table


# --- moves ----------------------------------------------------------------------------------------


class Deploy(Value, tag="deploy"):
    """A move that places all figures of a side, in roster order (S18)."""

    spots: Annotated[tuple[Spot, ...], msgspec.Meta(max_length=40)]


class Walk(Value):
    """One figure's path: all points after its current place (S3)."""

    man: Number
    path: Annotated[tuple[Spot, ...], msgspec.Meta(max_length=24)]


class March(Value, tag="march"):
    """A move of several figures, one after the other. A figure moves once a turn. A turn can have
    several marches before `Done`.
    """

    walks: Annotated[tuple[Walk, ...], msgspec.Meta(max_length=40)]


class Back(Value, tag="back"):
    """A move that undoes the last walks of the current movement step (S31)."""

    walks: Annotated[int, msgspec.Meta(ge=1, le=40)] = 1


class Judo(Value, tag="judo"):
    """A move that starts a fight with an enemy in contact (S8)."""

    man: Number
    against: Number


class Push(Value, tag="push"):
    """A move that pushes the loser of a fight straight away (S8)."""

    distance: Coordinate


class Drown(Value, tag="drown"):
    """A move that forces the loser of a fight into the pool (S8)."""


class Shoot(Value, tag="shoot"):
    """A move that fires one aimed shot (S9)."""

    man: Number
    at: Number


class Spray(Value, tag="spray"):
    """A move that fires a submachine gun's burst. The triangle points from the shooter's centre
    towards `aim` (S17).
    """

    man: Number
    aim: Spot


class Volley(Value, tag="volley"):
    """A move in which several figures fire, one after the other.

    A figure whose target has fallen, or that can no longer fire as ordered, holds its fire. It can
    fire later in the step (S35).
    """

    fire: Annotated[tuple[Shoot | Spray, ...], msgspec.Meta(min_length=1, max_length=40)]


class Done(Value, tag="done"):
    """A move that ends the step or, after the shooting, the turn (S10). `guards` names the guards
    of a captive if more than three are possible (S13).
    """

    guards: Annotated[tuple[Number, ...], msgspec.Meta(max_length=3)] = ()


class TimeUp(Value, tag="time-up"):
    """The turn clock has run out (S10). Only HOST makes this move."""


Move: TypeAlias = (
    Deploy | March | Back | Judo | Push | Drown | Shoot | Spray | Volley | Done | TimeUp
)

# --- events, all told to everyone -----------------------------------------------------------------


class TableSet(Value, tag="table-set"):
    """The table was laid out."""

    setup: Setup


class Deployed(Value, tag="deployed"):
    """A side has deployed."""

    side: Seat
    spots: tuple[Spot, ...]


class Walked(Value, tag="walked"):
    """A figure walked this path and used `spent` of its move."""

    man: Number
    path: tuple[Spot, ...]
    spent: int


class TakenBack(Value, tag="taken-back"):
    """A figure's walk was undone, and it can walk again."""

    man: Number
    to: Spot


class Fought(Value, tag="fought"):
    """A judo fight: both faces and modifiers, attacker first, and the result.

    `stunned` and `removed` refer to the loser. `foiled` means that a stunned defender won; `equal`
    means that nothing happened.
    """

    man: Number
    against: Number
    faces: tuple[int, int]
    modifiers: tuple[int, int]
    result: Literal["equal", "foiled", "stunned", "removed"]
    loser: Number | None


class Pushed(Value, tag="pushed"):
    """The loser of a fight was pushed to this place."""

    man: Number
    to: Spot


class Drowned(Value, tag="drowned"):
    """The loser of a fight went into the pool."""

    man: Number


class Shot(Value, tag="shot"):
    """An aimed shot: the face, the modifier for cover, and the number needed."""

    man: Number
    at: Number
    face: int
    modifier: int
    needed: int
    hit: bool


class Sprayed(Value, tag="sprayed"):
    """A burst, with everyone it removed."""

    man: Number
    aim: Spot
    hit: tuple[Number, ...]


class StepBegan(Value, tag="step-began"):
    """The next step of the turn has begun."""

    side: Seat
    turn: int
    step: Phase


class TimeRanOut(Value, tag="time-ran-out"):
    """The turn clock ended the turn."""

    side: Seat


class Holding(Value, tag="holding"):
    """These figures hold the platform. If two of them keep still for one turn, the missile is
    disabled (S15).
    """

    men: tuple[Number, ...]


class MissileSettled(Value, tag="missile-settled"):
    """The missile was disabled, or it launched."""

    missile: Missile


class MastermindSettled(Value, tag="mastermind-settled"):
    """The Mastermind was captured, freed, killed or led away, or he escaped. `guards` are the
    guards of a captive.
    """

    fate: Fate
    guards: tuple[Number, ...] = ()


class BattleOver(Value, tag="battle-over"):
    """The end, with both sides' grades: 3 for full victory, 2 for major, 1 for minor, 0 for
    none.
    """

    missile: Missile
    mastermind: Fate
    grades: tuple[int, int]


Event: TypeAlias = (
    TableSet | Deployed | Walked | TakenBack | Fought | Pushed | Drowned | Shot | Sprayed |
    StepBegan | TimeRanOut | Holding | MissileSettled | MastermindSettled | BattleOver
)  # fmt: skip
