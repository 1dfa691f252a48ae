"""Data types of Lunacy at the Labs: options, state, view and moves.

The module `events` contains the events.

The state is divided by secrecy. `Table` is public, `Own` is known to one spy, and `cells` and `bag`
are known to nobody. Tuples of colours are sorted, so their order does not reveal when an item was
acquired.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from engine.game import Outcome
from engine.options import OPTIONS, use_attribute_docstrings
from engine.values import Seat, Value

from .laboratory import NOWHERE

SEATS: Final = (Seat(0), Seat(1))
HEALTH: Final = 8
LIVES: Final = 3
DECOYS: Final = 20
HAND: Final = 5
POINTS: Final = 2

Colour: TypeAlias = Literal["green", "orange", "yellow", "black", "white", "light_blue"]
"""Colours of acid, fire, laser, tar, smoke and freeze equipment, in this order (L2)."""
COLOURS: Final[tuple[Colour, ...]] = ("green", "orange", "yellow", "black", "white", "light_blue")
Colours: TypeAlias = tuple[Colour, ...]
Slot: TypeAlias = Literal["", "green", "orange", "yellow", "black", "white", "light_blue"]
"""Colour of an equipped weapon or defence, or "" if the slot is empty."""
Device: TypeAlias = Literal[
    "", "decoy", "green", "orange", "yellow", "black", "white", "light_blue"
]
"""Device in a room: none, a decoy, or a trap of a colour (L5)."""
Choice: TypeAlias = Literal[
    "leave", "bare", "decoy", "green", "orange", "yellow", "black", "white", "light_blue"
]
"""Device that a searcher chooses to leave (L5).

"leave" keeps the present device, and "bare" leaves none. "decoy" or a colour replaces it.
"""

Place: TypeAlias = Annotated[int, Meta(ge=0, le=NOWHERE)]
Number: TypeAlias = Annotated[int, Meta(ge=1, le=25)]
Numbers: TypeAlias = tuple[Number, ...]
Rank: TypeAlias = Annotated[int, Meta(ge=0, le=2)]
"""Rank of a cop: 0 is the deputy, 1 the sheriff, and 2 the SWAT team."""

# --- set-up ---------------------------------------------------------------------------------------


@use_attribute_docstrings
class Setup(Value):
    """The options of a match (L2, L19, L35)."""

    stashes: Annotated[int, OPTIONS.number(3, 6, "Stashes")] = 3
    """Pieces of each colour, of weapons and of defences."""
    limit: Annotated[int, OPTIONS.number(5, 8, "Carrying limit")] = 5
    """The number of weapons a spy can own. The same limit applies to defences."""
    rounds: Annotated[int, OPTIONS.number(10, 300, "Round limit")] = 150
    """After this many rounds the match is a draw."""
    wires: Annotated[bool, OPTIONS.option("Trip wires")] = False
    """A trap goes off when its enemy enters the room, not only on a search."""


# --- public state ---------------------------------------------------------------------------------


class Spy(Value, omit_defaults=True):
    """The public state of a spy.

    `shown_weapon` and `shown_defence` are the colours that were last revealed, if they have not
    changed since. None means unknown (L25).
    """

    place: Place
    health: int = HEALTH
    lives: int = LIVES
    claims: Numbers = ()
    """Pieces whose red markers are with this spy (L7)."""
    frozen: bool = False
    """Whether the spy gets one point less in its next turn (L21)."""
    barred: Place = NOWHERE
    """The smoke-filled room that this spy cannot search again this turn (L13)."""
    light: bool = False
    """Whether the spy has been exposed as bluffing.

    A bluff is exposed if the spy claims all three pieces, but has taken a step at the lower price
    since its last search.
    """
    shown_weapon: Slot | None = ""
    shown_defence: Slot | None = ""


class Cop(Value, omit_defaults=True):
    """A cop. A killed cop returns at the end of round `back` (L9)."""

    rank: Rank
    place: Place
    hurt: int = 0
    pieces: Numbers = ()
    back: int = 0
    saved: int = 0
    """The point that the deputy has saved while carrying all three pieces (L15)."""


class Room(Value, omit_defaults=True):
    """The public state of a room."""

    device: bool = False
    known: Slot = ""
    """Colour of a trap that has killed a spy and is still armed (L20)."""
    weapons: Colours = ()
    pieces: Numbers = ()
    """Pieces that have been dropped and lie in the open (L6)."""
    laid_by: Seat | None = None
    """The last spy that searched the room and left a device."""
    looked_by: Seat | None = None
    looked: int = 0
    """The number of the search in which `looked_by` last saw the tokens (see `Table.searches`)."""


class Combat(Value):
    """A combat between two spies (the attacker comes first), or between a spy and a cop."""

    room: Place
    spies: tuple[Seat, ...]
    cop: Rank | None = None
    dull: int = 0
    """Number of consecutive exchanges without damage (L19)."""


class Search(Value):
    """A search in progress.

    `sprung` is true if an enemy trap has gone off. `halted` names the oil or smoke that has ended
    the search (L21).
    """

    room: Place
    sprung: bool = False
    halted: Literal["", "oil", "smoke"] = ""


Phase: TypeAlias = Literal[
    "circle", "act", "search", "shop", "weapons", "answer", "flee", "return", "over"
]


class Table(Value, omit_defaults=True):
    """The public state of the match."""

    setup: Setup
    first: Seat
    black: Seat
    spies: tuple[Spy, Spy]
    rooms: tuple[Room, ...]
    round: int = 0
    turn: Seat | None = None
    """The seat whose turn it is, or None during the police's turn."""
    points: int = 0
    phase: Phase = "circle"
    circled: Numbers = ()
    homes: tuple[Place, ...] = ()
    """The room in which each circled number was first found.

    The room is NOWHERE while the number's marker is off the board.
    """
    since: tuple[int, ...] = ()
    """The number of the search in which each circled number was last found."""
    cops: tuple[Cop, ...] = ()
    queue: tuple[Rank, ...] = ()
    """Cops that have not moved yet in this turn of the police."""
    combat: Combat | None = None
    search: Search | None = None
    searches: int = 0
    lost_weapons: Colours = ()
    lost_defences: Colours = ()
    """Defences that have left the game.

    Together with `lost_weapons`, they form the discard area (L20).
    """
    outcome: Outcome | None = None


# --- private state --------------------------------------------------------------------------------


class Trap(Value):
    """A trap that the spy has left in a room. The rulebook keeps these traps in the Used area."""

    room: Place
    colour: Colour


class Stash(Value):
    """A piece of the Thingamajig that the spy has hidden and still claims (L7)."""

    room: Place
    number: Number


class Note(Value, omit_defaults=True):
    """A notebook entry about a room that the spy has searched.

    The entry contains the device that the spy left, the round, and the tokens that the spy saw.
    Later changes in the room do not change the entry.
    """

    room: Place
    round: int
    device: Device
    looked: int = 0
    """The round in which this spy last saw the tokens, or 0 if it has not seen them."""
    tokens: Numbers = ()


class Find(Value):
    """The contents of the room that a spy is searching: its device, and the tokens that stay there.

    If the device is a trap, it belongs to the searcher.
    """

    room: Place
    device: Device
    tokens: Numbers = ()


class Wield(Value, tag="wield"):
    """A secret choice of sword or equipment (L8)."""

    use: Literal["sword", "equipment"]


class Stay(Value, tag="stay"):
    """A decision to stay for another exchange."""


class Flee(Value, tag="flee"):
    """A decision to flee one step without paying for it (L8)."""

    to: Place


Sealed: TypeAlias = Wield | Stay | Flee


class Own(Value, omit_defaults=True):
    """The secret state of a spy: equipment, decoys, traps, pieces and notebook."""

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
    """Contents of the bag while this spy is shopping (L23)."""
    sealed: Sealed | None = None


# --- hidden state ---------------------------------------------------------------------------------


class Cell(Value, omit_defaults=True):
    """The secret contents of a room: the device, the trap's owner, and the number tokens."""

    device: Device = ""
    owner: Seat | None = None
    tokens: Numbers = ()


class Bag(Value):
    """The contents of the two bags, one for weapons and one for defences."""

    weapons: Colours
    defences: Colours


class State(Value):
    """The complete state of a match."""

    table: Table
    own: tuple[Own, Own]
    cells: tuple[Cell, ...]
    bag: Bag


class View(Value):
    """The part of the state that a seat knows. Spectators know only the table."""

    seat: Seat | None
    table: Table
    own: Own | None


# --- moves ----------------------------------------------------------------------------------------


class Circle(Value, tag="circle"):
    """A move that circles a number of the Thingamajig (L3)."""

    number: Number


class Go(Value, tag="go"):
    """A step, on foot or by elevator."""

    to: Place


class Look(Value, tag="search"):
    """A search of the room."""


class Leave(Value, tag="leave"):
    """The end of a search: the device to leave, pieces to hide, and weapons to pick up and drop.

    `hide` and the colours are sorted. Weapons can be dropped only to make room for others (L22).
    """

    device: Choice
    hide: Numbers = ()
    take: Colours = ()
    drop: Colours = ()


class Change(Value, tag="change"):
    """A change to this weapon and this defence.

    A change to the current equipment is a feint (L14).
    """

    weapon: Slot
    defence: Slot


class Shop(Value, tag="shop"):
    """Payment for shopping in the equipment room in which the spy is (L23)."""


class Buy(Value, tag="buy"):
    """A purchase of one item or nothing. At the limit, the spy gives one item back (L23)."""

    take: Slot
    give: Slot = ""


class Grab(Value, tag="grab"):
    """A smash and grab, which swaps all own weapons or defences for random ones (L23)."""


class Mend(Value, tag="mend"):
    """First aid, which restores one point of health."""


class Done(Value, tag="done"):
    """The end of a turn. Unspent points are lost."""


class Return(Value, tag="return"):
    """A dead spy's return at an entrance (L12)."""

    to: Place


Move: TypeAlias = (
    Circle | Go | Look | Leave | Change | Shop | Buy | Grab | Mend | Done | Wield | Stay | Flee |
    Return
)  # fmt: skip
