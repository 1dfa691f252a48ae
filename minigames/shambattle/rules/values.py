"""Records for set-up, table, view, moves and events. Lengths are in hundredths of an inch (S1).

Both sides can see everything.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from engine.values import Seat, Value

MASTERMIND: Final = Seat(0)
"""Side 1, which defends the rocket base and deploys first (S18)."""

SPY: Final = Seat(1)
"""Side 2, with the Spy and the commandos, which has the first turn (S18)."""

Coordinate: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Spot: TypeAlias = tuple[Coordinate, Coordinate]
"""A place on the table, in hundredths of an inch east and north of the south-west corner (S2)."""

Number: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=255)]
"""A figure's index in the roster."""

Phase: TypeAlias = Literal["deploy", "move", "judo", "fire", "over"]
Missile: TypeAlias = Literal["ready", "disabled", "launched"]
Fate: TypeAlias = Literal["large", "captive", "dead", "escaped", "captured"]
"""The Mastermind's state: at large, a captive on the table, or out of the game.

He is out of the game if he is dead, has escaped, or was captured and led away.
"""

MapKey: TypeAlias = Literal["volcano", "drydock"]


class Setup(Value):
    """The options of a battle.

    `map` is the map (S2). `countdown` is the Mastermind turn after which the missile launches (S6).
    `clock` is the turn clock in minutes; 0 means that there is none (S10).
    """

    map: MapKey = "volcano"
    countdown: Annotated[int, msgspec.Meta(ge=4, le=20)] = 10
    clock: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0


class Man(Value):
    """The state of a figure.

    `stun` counts how many of its own side's turns must end before it can act again. `attacks`
    counts the judo attacks on it. `moved`, `fought` and `fired` refer to the current turn.
    """

    spot: Spot = (0, 0)
    here: bool = False
    stun: int = 0
    moved: bool = False
    fought: bool = False
    fired: bool = False
    attacks: int = 0


class Pending(Value):
    """A judo fight in which the winner must choose how far to push the loser (S8).

    The distance is at most `limit`. If `pool` is set, the loser can also be forced into the pool.
    """

    winner: Number
    loser: Number
    limit: int
    pool: bool


class PlaceBefore(Value):
    """Data for undoing a walk of the current step (S31).

    The record contains the figure's place before the walk, and the figures that held the platform.
    """

    man: Number
    spot: Spot
    holding: tuple[Number, ...] = ()


class Table(Value):
    """The whole position. `men` is in roster order.

    `gone` lists the walks of the current movement step that can still be undone, in order (S31).
    `holding` lists the figures that may disable the missile (S15). `guards` lists the guards of the
    captive, and `attacked` lists the guards that were shot at or fought in this Mastermind turn
    (S13). `calls` counts the Mastermind turns since the missile's fate was settled (S14).
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
    """The whole state of a battle, which is public."""

    table: Table


class View(Value):
    """A seat's view, which contains the whole state."""

    seat: Seat | None
    table: Table


# --- moves ----------------------------------------------------------------------------------------


class Deploy(Value, tag="deploy"):
    """A move that places all figures of a side. `spots` is in roster order (S18)."""

    spots: Annotated[tuple[Spot, ...], msgspec.Meta(max_length=40)]


class Walk(Value):
    """A figure's path: all points after the figure's current place (S3)."""

    man: Number
    path: Annotated[tuple[Spot, ...], msgspec.Meta(max_length=24)]


class March(Value, tag="march"):
    """A move in which several figures walk in order.

    A figure can walk once a turn. A turn can have several marches before `Done`.
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
    """A move that pushes the loser of a fight away in a straight line (S8)."""

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
    """A move in which several figures fire in order.

    A figure holds its fire if its target has fallen, or if it can no longer fire as ordered. Such a
    figure can fire later in the step (S35).
    """

    fire: Annotated[tuple[Shoot | Spray, ...], msgspec.Meta(min_length=1, max_length=40)]


class Done(Value, tag="done"):
    """A move that ends the step or, after shooting, the turn (S10).

    If more than three figures could guard the captive, `guards` names the ones that do (S13).
    """

    guards: Annotated[tuple[Number, ...], msgspec.Meta(max_length=3)] = ()


class TimeUp(Value, tag="time-up"):
    """A move that HOST makes when the turn clock runs out (S10)."""


Move: TypeAlias = (
    Deploy | March | Back | Judo | Push | Drown | Shoot | Spray | Volley | Done | TimeUp
)

# --- events, all of which are sent to everyone ----------------------------------------------------


class TableSet(Value, tag="table-set"):
    """The table has been laid out."""

    setup: Setup


class Deployed(Value, tag="deployed"):
    """A side has been deployed."""

    side: Seat
    spots: tuple[Spot, ...]


class Walked(Value, tag="walked"):
    """A figure has walked along this path and used `spent` of its move."""

    man: Number
    path: tuple[Spot, ...]
    spent: int


class TakenBack(Value, tag="taken-back"):
    """A figure's walk has been undone, so the figure can walk again."""

    man: Number
    to: Spot


class Fought(Value, tag="fought"):
    """The faces, modifiers and result of a judo fight. The attacker's values come first.

    `stunned` and `removed` refer to the loser. `foiled` means that a stunned defender has won.
    `equal` means that nothing has happened.
    """

    man: Number
    against: Number
    faces: tuple[int, int]
    modifiers: tuple[int, int]
    result: Literal["equal", "foiled", "stunned", "removed"]
    loser: Number | None


class Pushed(Value, tag="pushed"):
    """The loser of a fight has been pushed to this place."""

    man: Number
    to: Spot


class Drowned(Value, tag="drowned"):
    """The loser of a fight has been forced into the pool."""

    man: Number


class Shot(Value, tag="shot"):
    """An aimed shot: the face, the modifier for cover, and the number needed to hit."""

    man: Number
    at: Number
    face: int
    modifier: int
    needed: int
    hit: bool


class Sprayed(Value, tag="sprayed"):
    """A burst, and the figures it has removed."""

    man: Number
    aim: Spot
    hit: tuple[Number, ...]


class StepBegan(Value, tag="step-began"):
    """The next step of the turn has begun."""

    side: Seat
    turn: int
    step: Phase


class TimeRanOut(Value, tag="time-ran-out"):
    """The turn clock has ended the turn."""

    side: Seat


class Holding(Value, tag="holding"):
    """These figures hold the platform.

    If two of them keep still for one turn, the missile is disabled (S15).
    """

    men: tuple[Number, ...]


class MissileSettled(Value, tag="missile-settled"):
    """The missile has been disabled, or it has launched."""

    missile: Missile


class MastermindSettled(Value, tag="mastermind-settled"):
    """The Mastermind has been captured, freed, killed or led away, or he has escaped.

    `guards` lists the guards of a captive.
    """

    fate: Fate
    guards: tuple[Number, ...] = ()


class BattleOver(Value, tag="battle-over"):
    """The battle has ended. `grades` contains the grades of both sides.

    The grades are 3 for a full victory, 2 for major, 1 for minor, and 0 for none.
    """

    missile: Missile
    mastermind: Fate
    grades: tuple[int, int]


Event: TypeAlias = (
    TableSet | Deployed | Walked | TakenBack | Fought | Pushed | Drowned | Shot | Sprayed |
    StepBegan | TimeRanOut | Holding | MissileSettled | MastermindSettled | BattleOver
)  # fmt: skip
