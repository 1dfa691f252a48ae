"""Values of the duel: set-up, state and view, moves, and events.

The state is divided by secrecy (P14). The table has the map, the clock and the clouds. Each seat's
own part has its fighter, its knowledge of the enemy, and its sealed plan. Seat 0 is the ambusher,
and seat 1 is the ambushed. Squares are numbers (see `ground`).
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import force_setattr

from campaign.ledger.rules.gear import Packed
from engine.values import Seat, Value

from .call import Ambush, Combatant, WeaponSkill
from .ground import OFF_MAP, SQUARES, Ground
from .numbers import NUMBERS, Numbers

AMBUSHER: Final = Seat(0)
AMBUSHED: Final = Seat(1)
SEATS: Final = (AMBUSHER, AMBUSHED)
PHASES: Final = 5

Square = Annotated[int, Meta(ge=OFF_MAP, lt=SQUARES)]
Phase = Annotated[int, Meta(ge=1, le=PHASES)]
Direction = Literal["n", "ne", "e", "se", "s", "sw", "w", "nw"]
Movement = Literal["n", "ne", "e", "se", "s", "sw", "w", "nw", "stand", "crouch"]
DIRECTIONS: Final[tuple[Direction, ...]] = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
DIRECTION_NUMBERS: Final[dict[str, int]] = {way: number for number, way in enumerate(DIRECTIONS)}

Stage: TypeAlias = Literal["placing", "planning", "over"]
Ending: TypeAlias = Literal[
    "", "edge", "stealth", "knock_out", "death", "agreement", "exhaustion", "turn_limit"
]
CloudKind: TypeAlias = Literal["smoke", "gas", "fire"]
Mishap: TypeAlias = Literal["shot", "blow", "blast", "fire"]


class Setup(Value):
    """An ambush as called by the week. If `ground` is set, it replaces the default map."""

    ambush: Ambush
    phase_by_phase: bool = False
    ground: str | Ground = ""
    numbers: Numbers = NUMBERS


# --- moves ----------------------------------------------------------------------------------------


class Fire(Value, tag="fire"):
    """Fire or strike in the first phase, starting with `phase`, in which the enemy is visible.

    The enemy must be at most `within` squares away (0: any distance). If `weapon` is "", the bare
    hand is used. If `barrels` is 2, both barrels are fired. If `subdue` is true, a blow stops at 1
    DP (P9).
    """

    weapon: str = ""
    phase: Phase = 1
    within: Annotated[int, Meta(ge=0, le=99)] = 0
    barrels: Annotated[int, Meta(ge=1, le=2)] = 1
    subdue: bool = False


class Reload(Value, tag="reload"):
    """Put a spare clip into a weapon in this phase."""

    weapon: str
    phase: Phase = 1


class Throw(Value, tag="throw"):
    """Throw or launch a grenade at a square.

    If `at` is -1, the grenade is thrown at the enemy as soon as he is visible.
    """

    gear: str
    at: Square = OFF_MAP
    phase: Phase = 1


Action: TypeAlias = Fire | Reload | Throw


class Place(Value, tag="place"):
    """The ambusher's placing of both counters (P3)."""

    ambusher: Square
    ambushed: Square


class Plan(Value, tag="plan"):
    """One fighter's actions in a turn, phase by phase.

    If `phase_by_phase` is set, a plan covers only one phase (P17). A phase contains one or two
    steps, standing up, or crouching. In phases without an entry, the fighter stands still. If
    `vanish` is true, he slips away at the end of the turn if possible (P11). If `offers_to_part` is
    true, he offers to end the duel undecided (P44).
    """

    phases: Annotated[tuple[tuple[Movement, ...], ...], Meta(max_length=PHASES)] = ()
    action: Action | None = None
    vanish: bool = True
    offers_to_part: bool | UnsetType = UNSET

    def __post_init__(self) -> None:
        """Omit `offers_to_part` if it is false, as in plans from before P44."""
        if not self.offers_to_part:
            force_setattr(self, "offers_to_part", UNSET)


Move: TypeAlias = Place | Plan


# --- state and view -------------------------------------------------------------------------------


class Cloud(Value):
    """Smoke, tear gas or fire that lasts until the end of turn `until`.

    Everyone sees it (ours: P21).
    """

    kind: CloudKind
    at: int
    until: int
    by: Seat


class Table(Value):
    """The public state: the map, the clock, the clouds, and offers to part.

    `part_offers` is the turn of each side's latest offer, or 0 if there is none (P44).
    """

    ground: str | Ground
    numbers: Numbers = NUMBERS
    phase_by_phase: bool = False
    stage: Stage = "placing"
    turn: int = 1
    phase: int = 1
    clouds: tuple[Cloud, ...] = ()
    ending: Ending = ""
    part_offers: tuple[int, int] | UnsetType = UNSET

    def offer_turn(self, seat: Seat) -> int:
        """Return the turn of this side's latest offer to part, or 0."""
        return 0 if self.part_offers is UNSET else self.part_offers[seat]

    def has_part_offer(self, seat: Seat) -> bool:
        """Return whether this side has a valid offer to part."""
        return is_offer_valid(self.offer_turn(seat), self.turn)


def is_offer_valid(offer_turn: int, turn: int) -> bool:
    """Return whether an offer to part is valid: in its own turn and in the next one (P44)."""
    return 0 < offer_turn <= turn <= offer_turn + 1


class Man(Value):
    """One of the two fighters, as his own side knows him.

    `fired` lists rounds fired from magazines, and `spent` lists gear used up in this duel. `blind`
    is the last turn in which he sees nothing. The other fields concern this turn: the squares
    `paced`, the `diagonals` among his steps, and whether he `moved`, `ran` two squares in a phase,
    or `acted`.
    """

    who: Combatant
    at: int = OFF_MAP
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
    """One side's knowledge of the enemy's counter (P14).

    A mark contains the current or last known position, and how the counter looks. `turn` and
    `phase` say when the counter was last seen, and are 0 while it is in sight. `dealt` is the
    damage that this side's hits have done.
    """

    at: int = OFF_MAP
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
    way: Direction


class Lying(Value):
    """A grenade that explodes at the end of the turn, and the square in which it lies."""

    gear: str
    at: int


class Own(Value):
    """One side's knowledge.

    `seen` says that the enemy sees its fighter now, and `spotted` that the enemy has seen him this
    turn. `unseen` is the number of consecutive whole turns in which he was not seen. `hunt` says
    that the ambusher came to stop a mission, which continues if he leaves. Both sides know this
    (E9).
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
    brawl: Annotated[int, Meta(ge=1)] | UnsetType = UNSET

    @property
    def brawl_turns(self) -> int:
        """Number of turns in which the two fought with bare hands (P43)."""
        return 0 if self.brawl is UNSET else self.brawl


class State(Value):
    """The full state."""

    table: Table
    own: tuple[Own, Own]


class View(Value):
    """A seat's knowledge. `own` is None for a spectator and for the host."""

    seat: Seat | None
    table: Table
    own: Own | None = None


# --- events ---------------------------------------------------------------------------------------


class Placed(Value, tag="placed"):
    """Tells each side that the counters are placed. `mark` is the first sight of the enemy."""

    at: int
    mark: Mark


class Began(Value, tag="began"):
    """Says that the counters are placed and the first turn can be planned."""


class PlanSealed(Value, tag="plan_sealed"):
    """Shows the seat's own plan, as sealed."""

    plan: Plan


class Stepped(Value, tag="stepped"):
    """Shows the seat's fighter after the movement in a phase. `lost` counts blocked steps."""

    phase: int
    at: int
    crouched: bool
    paced: int
    diagonals: int
    lost: int


class Sighted(Value, tag="sighted"):
    """Shows the enemy's counter as it looks now, or as it looked when it went out of sight."""

    phase: int
    mark: Mark


class Noticed(Value, tag="noticed"):
    """Says that the enemy can now see the seat's fighter, or can no longer see him."""

    phase: int
    seen: bool


class Part(Value):
    """A modifier and its name."""

    name: str
    value: int


class Attacked(Value, tag="attacked"):
    """Describes the seat's own attack: target number, modifiers and dice.

    `damage` is the damage before armour is subtracted.
    """

    phase: int
    weapon: str
    need: int
    parts: tuple[Part, ...]
    faces: tuple[int, ...]
    hit: bool
    damage_faces: tuple[int, ...] = ()
    damage: int = 0
    at: int = OFF_MAP
    drift: tuple[int, ...] = ()


class EnemyAttacks(Value, tag="enemy_attacks"):
    """Says that an enemy who is in sight fires, strikes or throws."""

    phase: int
    weapon: str


class ShotHeard(Value, tag="shot_heard"):
    """Says that the enemy fired from out of sight, and from which direction the sound came."""

    sound: Sound


class Suffered(Value, tag="suffered"):
    """Says that the seat's fighter lost armour points and DP."""

    phase: int
    how: Mishap
    armour: int
    hits: int


class Reloaded(Value, tag="reloaded"):
    """Says that a weapon of the seat's fighter has a full magazine again."""

    phase: int
    weapon: str


class Idle(Value, tag="idle"):
    """Says that the planned action was not possible."""


class Burst(Value, tag="burst"):
    """Says that a grenade exploded, which everyone sees. `faces` are the damage dice, if any."""

    by: Seat
    gear: str
    at: int
    faces: tuple[int, ...] = ()


class Dazzled(Value, tag="dazzled"):
    """Says that the seat's fighter is blind until the end of this turn."""

    until: int


class StealthTried(Value, tag="stealth_tried"):
    """Describes a roll with which the seat's fighter tries to vanish (P11)."""

    faces: tuple[int, ...]
    total: int
    escaped: bool


class OfferedToPart(Value, tag="offered_to_part"):
    """Says that a side has offered to end the duel undecided (P44)."""

    by: Seat


class PhaseOver(Value, tag="phase_over"):
    """Says that the clock has advanced to this turn and phase."""

    turn: int
    phase: int


class Over(Value, tag="over"):
    """Says that the duel ended in this turn and phase."""

    ending: Ending
    turn: int
    phase: int


class Result(Value, tag="result"):
    """Shows the result of the duel for the seat's fighter."""

    left: Literal["", "edge", "stealth"]
    felled_with: WeaponSkill


Event: TypeAlias = (
    Placed | Began | PlanSealed | Stepped | Sighted | Noticed | Attacked | EnemyAttacks |
    ShotHeard | Suffered | Reloaded | Idle | Burst | Dazzled | StealthTried | OfferedToPart |
    PhaseOver | Over | Result
)  # fmt: skip
