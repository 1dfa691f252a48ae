"""Everything the battle says and keeps: set-up, table, view, moves and events. Lengths are
hundredths of an inch (S1).

All of it is open: there is nothing that one side knows and the other does not.
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
"""A figure, by its place in the roster."""

Phase: TypeAlias = Literal["deploy", "move", "judo", "fire", "over"]
Missile: TypeAlias = Literal["ready", "disabled", "launched"]
Fate: TypeAlias = Literal["large", "captive", "dead", "escaped", "captured"]
"""Where the Mastermind stands: at large, a captive on the table, or out of the game in one of three
ways.
"""

MapKey: TypeAlias = Literal["volcano", "drydock"]


class Setup(Value):
    """The options: which table (S2), the Mastermind turn at whose end the missile goes up (S6), the
    turn clock in minutes (S10, 0: none).
    """

    map: MapKey = "volcano"
    countdown: Annotated[int, msgspec.Meta(ge=4, le=20)] = 10
    clock: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0


class Man(Value):
    """One figure as it stands. `stun` counts the ends of its own side's turns until it can act
    again; `attacks` the judo against it.

    `moved`, `fought` and `fired` hold for the turn under way.
    """

    spot: Spot = (0, 0)
    here: bool = False
    stun: int = 0
    moved: bool = False
    fought: bool = False
    fired: bool = False
    attacks: int = 0


class Pending(Value):
    """A judo fight whose winner still has to say how far the loser is pushed (S8): up to `limit`,
    or into the pool.
    """

    winner: Number
    loser: Number
    limit: int
    pool: bool


class Stood(Value):
    """Where a figure stood before a walk of the step under way, and who held the platform then:
    what taking it back restores (S31).
    """

    man: Number
    spot: Spot
    holding: tuple[Number, ...] = ()


class Table(Value):
    """The whole position. `men` go by roster numbers.

    `gone` are the walks of the movement step under way, in order, which may still be taken back
    (S31). `holding` are the men who may disable the missile (S15), `guards` those who hold the
    captive, `attacked` the guards that were
    shot at or fought in the present Mastermind turn (S13), `calls` the Mastermind turns since the
    missile's fate was settled (S14).
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
    gone: tuple[Stood, ...] = ()
    holding: tuple[Number, ...] = ()
    guards: tuple[Number, ...] = ()
    attacked: tuple[Number, ...] = ()
    calls: int = 0


class State(Value):
    """The battle at one moment: all of it lies on the table."""

    table: Table


class View(Value):
    """What a seat sees: everything."""

    seat: Seat | None
    table: Table


# --- moves ----------------------------------------------------------------------------------------


class Deploy(Value, tag="deploy"):
    """Where each figure of the side starts, in roster order (S18)."""

    spots: Annotated[tuple[Spot, ...], msgspec.Meta(max_length=40)]


class Walk(Value):
    """One figure's way: the points it passes after the one it stands on (S3)."""

    man: Number
    path: Annotated[tuple[Spot, ...], msgspec.Meta(max_length=24)]


class March(Value, tag="march"):
    """Figures moved one after the other. A figure moves once a turn; a turn may hold several
    marches until `Done`.
    """

    walks: Annotated[tuple[Walk, ...], msgspec.Meta(max_length=40)]


class Back(Value, tag="back"):
    """Take back the last walks of the movement step under way, so many of them (S31)."""

    walks: Annotated[int, msgspec.Meta(ge=1, le=40)] = 1


class Judo(Value, tag="judo"):
    """Start a fight with an enemy who is touched (S8)."""

    man: Number
    against: Number


class Push(Value, tag="push"):
    """The winner of a fight pushes the loser so far, straight away (S8)."""

    distance: Coordinate


class Drown(Value, tag="drown"):
    """The winner of a fight forces the loser into the pool (S8)."""


class Shoot(Value, tag="shoot"):
    """One aimed shot (S9)."""

    man: Number
    at: Number


class Spray(Value, tag="spray"):
    """A submachine gun's burst: the triangle points from the shooter's centre towards `aim`
    (S17).
    """

    man: Number
    aim: Spot


class Volley(Value, tag="volley"):
    """Several fire, one after the other. Whose target has fallen before, or who may not fire so any
    more, holds his fire and may still be told to (S35).
    """

    fire: Annotated[tuple[Shoot | Spray, ...], msgspec.Meta(min_length=1, max_length=40)]


class Done(Value, tag="done"):
    """End the step; after the shooting, the turn (S10). `guards` names who keep a captive if more
    than three could (S13).
    """

    guards: Annotated[tuple[Number, ...], msgspec.Meta(max_length=3)] = ()


class TimeUp(Value, tag="time-up"):
    """HOST only: the turn clock has run out (S10)."""


Move: TypeAlias = (
    Deploy | March | Back | Judo | Push | Drown | Shoot | Spray | Volley | Done | TimeUp
)

# --- events, all told to everyone -----------------------------------------------------------------


class TableSet(Value, tag="table-set"):
    """The table is laid out."""

    setup: Setup


class Deployed(Value, tag="deployed"):
    """A side stands ready."""

    side: Seat
    spots: tuple[Spot, ...]


class Walked(Value, tag="walked"):
    """A figure went this way; `spent` of its move."""

    man: Number
    path: tuple[Spot, ...]
    spent: int


class TakenBack(Value, tag="taken-back"):
    """A figure stands again where it stood before it walked, and may walk anew."""

    man: Number
    to: Spot


class Fought(Value, tag="fought"):
    """A judo fight: both faces and modifiers, attacker first, and what came of it.

    `stunned` and `removed` are said of the loser; `foiled`: a stunned defender held his own;
    `equal`: nothing.
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
    """An aimed shot: the face, what cover added to it, and the total needed."""

    man: Number
    at: Number
    face: int
    modifier: int
    needed: int
    hit: bool


class Sprayed(Value, tag="sprayed"):
    """A burst, and everybody it removed."""

    man: Number
    aim: Spot
    hit: tuple[Number, ...]


class StepBegan(Value, tag="step-began"):
    """The next step of the turn."""

    side: Seat
    turn: int
    step: Phase


class TimeRanOut(Value, tag="time-ran-out"):
    """The turn clock ended the turn."""

    side: Seat


class Holding(Value, tag="holding"):
    """These men hold the platform: if two of them keep still for one turn, the missile is disabled
    (S15).
    """

    men: tuple[Number, ...]


class MissileSettled(Value, tag="missile-settled"):
    """The missile was disabled, or it launched."""

    missile: Missile


class MastermindSettled(Value, tag="mastermind-settled"):
    """The Mastermind was taken, freed, killed, led away, or has got away. `guards` keep a
    captive.
    """

    fate: Fate
    guards: tuple[Number, ...] = ()


class BattleOver(Value, tag="battle-over"):
    """The end, and both sides' grades: 3 full victory, 2 major, 1 minor, 0 none."""

    missile: Missile
    mastermind: Fate
    grades: tuple[int, int]


Event: TypeAlias = (
    TableSet
    | Deployed
    | Walked
    | TakenBack
    | Fought
    | Pushed
    | Drowned
    | Shot
    | Sprayed
    | StepBegan
    | TimeRanOut
    | Holding
    | MissileSettled
    | MastermindSettled
    | BattleOver
)
