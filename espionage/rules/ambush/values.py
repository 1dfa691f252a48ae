"""The records of the duel on foot: set-up, state and view, moves, events.

The state is cut along secrecy (P14): the table holds the map, the clock and what burst on it; each
seat's own part holds its man, what it knows of the enemy, and its sealed plan. Seat 0 ambushes,
seat 1 is ambushed. Squares are numbers (ground.py).
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from campaign.ledger.rules.gear import Packed
from engine.values import Seat, Value

from .call import Ambush, Combatant, WeaponSkill
from .ground import OFF, SQUARES, Ground
from .numbers import NUMBERS, Numbers

AMBUSHER: Final = Seat(0)
AMBUSHED: Final = Seat(1)
SEATS: Final = (AMBUSHER, AMBUSHED)
PHASES: Final = 5

Square = Annotated[int, Meta(ge=OFF, lt=SQUARES)]
Phase = Annotated[int, Meta(ge=1, le=PHASES)]
Way = Literal["n", "ne", "e", "se", "s", "sw", "w", "nw"]
Deed = Literal["n", "ne", "e", "se", "s", "sw", "w", "nw", "stand", "crouch"]
WAYS: Final[tuple[Way, ...]] = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
WAY_NUMBER: Final[dict[str, int]] = {way: number for number, way in enumerate(WAYS)}

Stage: TypeAlias = Literal["placing", "planning", "over"]
Ending: TypeAlias = Literal["", "edge", "stealth", "knock_out", "death", "turn_limit"]
CloudKind: TypeAlias = Literal["smoke", "gas", "fire"]
Mishap: TypeAlias = Literal["shot", "blow", "blast", "fire"]


class Setup(Value):
    """An ambush as the week called it. `ground` replaces the called map by one the campaign
    drew.
    """

    ambush: Ambush
    phase_by_phase: bool = False
    ground: str | Ground = ""
    numbers: Numbers = NUMBERS


# --- moves ----------------------------------------------------------------------------------------


class Fire(Value, tag="fire"):
    """Fire or strike in the first phase from `phase` on in which the enemy is seen, at most
    `within` squares off (0: any).

    `weapon` "" is the bare hand. `barrels` 2 fires both; `subdue` holds a blow back at 1 DP (P9).
    """

    weapon: str = ""
    phase: Phase = 1
    within: Annotated[int, Meta(ge=0, le=99)] = 0
    barrels: Annotated[int, Meta(ge=1, le=2)] = 1
    subdue: bool = False


class Reload(Value, tag="reload"):
    """Put a spare clip into a weapon, in that phase."""

    weapon: str
    phase: Phase = 1


class Throw(Value, tag="throw"):
    """Throw a grenade, or fire a launcher, at a square; `at` -1 is at the enemy, when he is first
    seen.
    """

    gear: str
    at: Square = OFF
    phase: Phase = 1


Action: TypeAlias = Fire | Reload | Throw


class Place(Value, tag="place"):
    """The ambusher places both counters (P3)."""

    ambusher: Square
    ambushed: Square


class Plan(Value, tag="plan"):
    """What one man means to do in a turn, phase by phase; with `phase_by_phase` in one phase (P17).

    A phase holds one or two steps, or standing up, or crouching; phases left out are stood still.
    `vanish`: slip away at the end of the turn if it comes to that (P11).
    """

    phases: Annotated[tuple[tuple[Deed, ...], ...], Meta(max_length=PHASES)] = ()
    action: Action | None = None
    vanish: bool = True


Move: TypeAlias = Place | Plan


# --- state and view -------------------------------------------------------------------------------


class Cloud(Value):
    """Smoke, tear gas or burning oil around a square, to the end of turn `until`. Everybody sees it
    (ours: P21).
    """

    kind: CloudKind
    at: int
    until: int
    by: Seat


class Table(Value):
    """What everybody sees: the map, the clock, and what burst."""

    ground: str | Ground
    numbers: Numbers = NUMBERS
    phase_by_phase: bool = False
    stage: Stage = "placing"
    turn: int = 1
    phase: int = 1
    clouds: tuple[Cloud, ...] = ()
    ending: Ending = ""


class Man(Value):
    """One of the two as his own side knows him.

    `fired` are rounds gone from magazines, `spent` gear used up here; `blind` the last turn in
    which he sees nothing. Of this
    turn: squares `paced`, `diagonals` among his steps, whether he `moved`, `ran` two squares in a
    phase, or `acted`.
    """

    who: Combatant
    at: int = OFF
    crouched: bool = False
    hand: str = ""
    hits: int = 0
    armour_lost: int = 0
    fired: tuple[Packed, ...] = ()
    spent: tuple[Packed, ...] = ()
    blind: int = 0
    paced: int = 0
    diagonals: int = 0
    moved: bool = False
    ran: bool = False
    acted: bool = False
    left: Literal["", "edge", "stealth"] = ""
    felled_with: WeaponSkill = ""


class Mark(Value):
    """What one side knows of the other's counter: where it is, or was when last seen, and how it
    looked (P14).

    `turn` and `phase` say when it was last seen, 0 while it is in sight. `dealt` is the damage this
    side's hits came to.
    """

    at: int = OFF
    in_sight: bool = False
    crouched: bool = False
    hand: str = ""
    hurt: Literal["", "hit", "down"] = ""
    turn: int = 0
    phase: int = 0
    dealt: int = 0


class Sound(Value):
    """A shot that was heard from one of the eight directions."""

    phase: int
    way: Way


class Lying(Value):
    """A grenade on its way to going off at the end of the turn, and where it will."""

    gear: str
    at: int


class Own(Value):
    """What one side alone knows.

    `seen`: the enemy sees its man now; `spotted`: has done so this turn; `unseen`: whole turns in a
    row without. `hunt`: the
    ambusher came to stop a mission, which goes on if he leaves; both know it (E9).
    """

    man: Man
    enemy_team: str
    enemy_name: str
    mark: Mark = Mark()
    seen: bool = False
    spotted: bool = False
    unseen: int = 0
    sounds: tuple[Sound, ...] = ()
    lying: tuple[Lying, ...] = ()
    plan: Plan | None = None
    hunt: bool = False


class State(Value):
    """Everything."""

    table: Table
    own: tuple[Own, Own]


class View(Value):
    """What a seat may know; without `own` for a spectator and the host."""

    seat: Seat | None
    table: Table
    own: Own | None = None


# --- events ---------------------------------------------------------------------------------------


class Placed(Value, tag="placed"):
    """The counters stand; `at` is one's own. Told to each side with its own first sight of the
    enemy.
    """

    at: int
    mark: Mark


class Began(Value, tag="began"):
    """The counters stand; the first turn is to be planned."""


class PlanSealed(Value, tag="plan_sealed"):
    """One's own plan, as it was sealed."""

    plan: Plan


class Stepped(Value, tag="stepped"):
    """One's own man after the movement of a phase. `lost`: steps that were blocked."""

    phase: int
    at: int
    crouched: bool
    paced: int
    diagonals: int
    lost: int


class Sighted(Value, tag="sighted"):
    """The enemy's counter as it is seen now, or where it was when it went out of sight."""

    phase: int
    mark: Mark


class Noticed(Value, tag="noticed"):
    """Whether the enemy sees one's own man."""

    phase: int
    seen: bool


class Part(Value):
    """One modifier, by its name."""

    name: str
    value: int


class Attacked(Value, tag="attacked"):
    """One's own shot, blow or throw: what was needed on 2d6, why, and the faces. `damage` is what a
    hit does, before armour.
    """

    phase: int
    weapon: str
    need: int
    parts: tuple[Part, ...]
    faces: tuple[int, ...]
    hit: bool
    damage_faces: tuple[int, ...] = ()
    damage: int = 0
    at: int = OFF
    drift: tuple[int, ...] = ()


class EnemyAttacks(Value, tag="enemy_attacks"):
    """The enemy, in sight, fires, strikes or throws."""

    phase: int
    weapon: str


class ShotHeard(Value, tag="shot_heard"):
    """The enemy, out of sight, fired: the direction it came from."""

    sound: Sound


class Suffered(Value, tag="suffered"):
    """One's own man lost armour points and DP."""

    phase: int
    how: Mishap
    armour: int
    hits: int


class Reloaded(Value, tag="reloaded"):
    """One's own weapon has a full magazine again."""

    phase: int
    weapon: str


class Idle(Value, tag="idle"):
    """The planned action did not come about."""


class Burst(Value, tag="burst"):
    """A grenade went off; everybody sees where. Damage faces, if it has any, whoever was in
    reach.
    """

    by: Seat
    gear: str
    at: int
    faces: tuple[int, ...] = ()


class Dazzled(Value, tag="dazzled"):
    """One's own man sees nothing to the end of that turn."""

    until: int


class StealthTried(Value, tag="stealth_tried"):
    """One's own roll to vanish (P11)."""

    faces: tuple[int, ...]
    total: int
    escaped: bool


class PhaseOver(Value, tag="phase_over"):
    """The clock goes on to this turn and phase."""

    turn: int
    phase: int


class Over(Value, tag="over"):
    """The duel is over, in this turn and phase."""

    ending: Ending
    turn: int
    phase: int


class Result(Value, tag="result"):
    """How one's own man comes out of it."""

    left: Literal["", "edge", "stealth"]
    felled_with: WeaponSkill


Event: TypeAlias = (
    Placed
    | Began
    | PlanSealed
    | Stepped
    | Sighted
    | Noticed
    | Attacked
    | EnemyAttacks
    | ShotHeard
    | Suffered
    | Reloaded
    | Idle
    | Burst
    | Dazzled
    | StealthTried
    | PhaseOver
    | Over
    | Result
)
