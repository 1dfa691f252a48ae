"""Lunacy at the Labs as values: set-up, state cut along secrecy, view and moves. Events are in
`events`.

`Table` is what both spies see, `Own` what one spy knows, `cells` and `bag` what nobody sees.
Colours are sorted wherever
several are named, so that no order tells when a piece came.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from engine.game import Outcome
from engine.values import Seat, Value

from .laboratory import NOWHERE

SEATS: Final = (Seat(0), Seat(1))
HEALTH: Final = 8
LIVES: Final = 3
DECOYS: Final = 20
HAND: Final = 5
POINTS: Final = 2

Colour: TypeAlias = Literal["green", "orange", "yellow", "black", "white", "light_blue"]
"""Acid, fire, laser, tar, smoke and freeze (L2)."""
COLOURS: Final[tuple[Colour, ...]] = ("green", "orange", "yellow", "black", "white", "light_blue")
Colours: TypeAlias = tuple[Colour, ...]
Slot: TypeAlias = Literal["", "green", "orange", "yellow", "black", "white", "light_blue"]
"""What is equipped, or nothing."""
Device: TypeAlias = Literal[
    "", "decoy", "green", "orange", "yellow", "black", "white", "light_blue"
]
"""What lies in a room: nothing, a decoy, or a trap of a colour (L5)."""
Choice: TypeAlias = Literal[
    "leave", "bare", "decoy", "green", "orange", "yellow", "black", "white", "light_blue"
]
"""What a searcher lays: what lay there stays, nothing, a decoy of one's own, or a trap of one's own
(L5).
"""

Place: TypeAlias = Annotated[int, Meta(ge=0, le=NOWHERE)]
Number: TypeAlias = Annotated[int, Meta(ge=1, le=25)]
Numbers: TypeAlias = tuple[Number, ...]
Rank: TypeAlias = Annotated[int, Meta(ge=0, le=2)]
"""Deputy, sheriff, SWAT."""

# --- set-up ---------------------------------------------------------------------------------------


class Setup(Value):
    """The options of a match (L2, L19, L35)."""

    stashes: Annotated[
        int,
        Meta(
            ge=3,
            le=6,
            title="Stashes",
            description="Pieces of each colour, of weapons and of defences.",
        ),
    ] = 3
    limit: Annotated[
        int,
        Meta(
            ge=5,
            le=8,
            title="Carrying limit",
            description="The number of weapons a spy can own. The same limit applies to defences.",
        ),
    ] = 5
    rounds: Annotated[
        int,
        Meta(
            ge=10,
            le=300,
            title="Round limit",
            description="After this many rounds the match is a draw.",
        ),
    ] = 150
    wires: Annotated[
        bool,
        Meta(
            title="Trip wires",
            description="A trap goes off when its enemy enters the room, not only on a search.",
        ),
    ] = False


# --- what both see --------------------------------------------------------------------------------


class Spy(Value, omit_defaults=True):
    """One spy, as both see it. `shown_*` is what was revealed and cannot have been changed since;
    None if unknown (L25).
    """

    place: Place
    health: int = HEALTH
    lives: int = LIVES
    claims: Numbers = ()
    """The pieces whose red markers lie before this spy (L7)."""
    frozen: bool = False
    """One point less next turn (L21)."""
    barred: Place = NOWHERE
    """The smoky room that may not be searched again this turn (L13)."""
    light: bool = False
    """Claims all three, and has taken a light step on foot since the last search: a bluff."""
    shown_weapon: Slot | None = ""
    shown_defence: Slot | None = ""


class Cop(Value, omit_defaults=True):
    """A police figure; `back` is the round at whose end one killed returns (L9)."""

    rank: Rank
    place: Place
    hurt: int = 0
    pieces: Numbers = ()
    back: int = 0
    saved: int = 0
    """The deputy's unspent point, with the whole Thingamajig (L15)."""


class Room(Value, omit_defaults=True):
    """What both see of a room. Counters are those of `Table.searches`."""

    device: bool = False
    known: Slot = ""
    """A trap that killed, still armed (L20)."""
    weapons: Colours = ()
    pieces: Numbers = ()
    """Dropped things lie open (L6)."""
    laid_by: Seat | None = None
    """Who searched it last and left a device there."""
    looked_by: Seat | None = None
    looked: int = 0
    """Who last went through its tokens, and at which search of the match."""


class Combat(Value):
    """A combat: the attacker first, or one spy against a cop."""

    room: Place
    spies: tuple[Seat, ...]
    cop: Rank | None = None
    dull: int = 0
    """Exchanges in a row without damage (L19)."""


class Search(Value):
    """A search under way: whether an enemy trap was met, and whether oil or smoke has ended it
    (L21).
    """

    room: Place
    sprung: bool = False
    halted: Literal["", "oil", "smoke"] = ""


Phase: TypeAlias = Literal[
    "circle", "act", "search", "shop", "weapons", "answer", "flee", "return", "over"
]


class Table(Value, omit_defaults=True):
    """What both spies and every spectator see."""

    setup: Setup
    first: Seat
    black: Seat
    spies: tuple[Spy, Spy]
    rooms: tuple[Room, ...]
    round: int = 0
    turn: Seat | None = None
    """Whose turn it is; None for the police."""
    points: int = 0
    phase: Phase = "circle"
    circled: Numbers = ()
    homes: tuple[Place, ...] = ()
    """Where each circled number's token was first found; NOWHERE as long as its marker is at the
    side.
    """
    since: tuple[int, ...] = ()
    """The search at which each circled number was last found."""
    cops: tuple[Cop, ...] = ()
    queue: tuple[Rank, ...] = ()
    """The police who have yet to move in this turn of theirs."""
    combat: Combat | None = None
    search: Search | None = None
    searches: int = 0
    lost_weapons: Colours = ()
    lost_defences: Colours = ()
    """The discard area: pieces out of the game (L20)."""
    outcome: Outcome | None = None


# --- what one sees --------------------------------------------------------------------------------


class Trap(Value):
    """A trap of one's own that lies in a room: the Used area."""

    room: Place
    colour: Colour


class Stash(Value):
    """A piece of the Thingamajig that one hid, and claims (L7)."""

    room: Place
    number: Number


class Note(Value, omit_defaults=True):
    """The notebook's page on a room: what I left there, when, and what tokens I saw; never
    refreshed from the room.
    """

    room: Place
    round: int
    device: Device
    looked: int = 0
    """The round in which I last saw its tokens; 0 for never."""
    tokens: Numbers = ()


class Find(Value):
    """What a searcher has before them: the device that lies there (a trap is their own) and the
    tokens that stay.
    """

    room: Place
    device: Device
    tokens: Numbers = ()


class Wield(Value, tag="wield"):
    """Choose in secret what to fight with (L8)."""

    use: Literal["sword", "equipment"]


class Stay(Value, tag="stay"):
    """Attack again."""


class Flee(Value, tag="flee"):
    """Run away, one free step (L8)."""

    to: Place


Sealed: TypeAlias = Wield | Stay | Flee


class Own(Value, omit_defaults=True):
    """What one spy knows: arsenal, what is equipped, decoys, own traps, pieces in hand and hidden,
    the notebook.
    """

    weapons: Colours
    defences: Colours
    weapon: Slot = ""
    defence: Slot = ""
    decoys: int = DECOYS
    traps: tuple[Trap, ...] = ()
    pieces: Numbers = ()
    stashed: tuple[Stash, ...] = ()
    notes: tuple[Note, ...] = ()
    find: Find | None = None
    offer: Colours | None = None
    """The bag, as long as the shopper looks into it (L23)."""
    sealed: Sealed | None = None


# --- what nobody sees -----------------------------------------------------------------------------


class Cell(Value, omit_defaults=True):
    """What truly lies in a room: the device, whose trap it is, and the number tokens."""

    device: Device = ""
    owner: Seat | None = None
    tokens: Numbers = ()


class Bag(Value):
    """The two bags of the equipment rooms."""

    weapons: Colours
    defences: Colours


class State(Value):
    """A match: what both see, what each knows, what nobody sees."""

    table: Table
    own: tuple[Own, Own]
    cells: tuple[Cell, ...]
    bag: Bag


class View(Value):
    """What a seat may know; a spectator's has the table alone."""

    seat: Seat | None
    table: Table
    own: Own | None


# --- moves ----------------------------------------------------------------------------------------


class Circle(Value, tag="circle"):
    """Circle a number of the Thingamajig (L3)."""

    number: Number


class Go(Value, tag="go"):
    """One step, on foot or by elevator."""

    to: Place


class Look(Value, tag="search"):
    """Search the room."""


class Leave(Value, tag="leave"):
    """End a search: what device lies there from now on, which pieces in hand are hidden there, what
    is picked up and dropped.

    `hide` and the colours are sorted. What is dropped only makes room for what is picked up (L22).
    """

    device: Choice
    hide: Numbers = ()
    take: Colours = ()
    drop: Colours = ()


class Change(Value, tag="change"):
    """Change equipment: what is equipped afterwards. Naming what is equipped already is a feint
    (L14).
    """

    weapon: Slot
    defence: Slot


class Shop(Value, tag="shop"):
    """Declare shopping in the equipment room one stands in, and pay (L23)."""


class Buy(Value, tag="buy"):
    """Take one piece of the bag or none, and give one back where the limit asks for it (L23)."""

    take: Slot
    give: Slot = ""


class Grab(Value, tag="grab"):
    """Smash and grab: all of that kind goes back, as many are drawn (L23)."""


class Mend(Value, tag="mend"):
    """First aid: one point of health."""


class Done(Value, tag="done"):
    """End the turn; unspent points are lost."""


class Return(Value, tag="return"):
    """Come back to life at an entrance (L12)."""

    to: Place


Move: TypeAlias = (
    Circle
    | Go
    | Look
    | Leave
    | Change
    | Shop
    | Buy
    | Grab
    | Mend
    | Done
    | Wield
    | Stay
    | Flee
    | Return
)
