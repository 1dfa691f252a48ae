"""Events of the game. Every change to a seat's view is sent to that seat, and a view contains only
what its events reported.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from engine.game import Outcome
from engine.values import Seat, Value

from .values import Choice, Colour, Colours, Device, Numbers, Place, Rank, Sealed, Slot


class Began(Value, tag="began"):
    """The random choice of the first mover, and of Black, who begins at the left entrance (L3)."""

    first: Seat
    black: Seat


class Dealt(Value, tag="dealt"):
    """The starting equipment, sent to its owner."""

    weapons: Colours
    defences: Colours


class Circled(Value, tag="circled"):
    """A number of the Thingamajig was circled (L3)."""

    seat: Seat
    number: int


class TurnBegan(Value, tag="turn-began"):
    """The start of a spy's turn, or of the police's turn if `seat` is None."""

    round: int
    seat: Seat | None
    points: int = 0


class Went(Value, tag="went"):
    """A step was paid for with action points."""

    seat: Seat
    to: Place
    points: int
    """Number of points left after the step."""


class Searches(Value, tag="searches"):
    """A search began, which costs a point."""

    seat: Seat
    room: Place
    points: int


class TrapMet(Value, tag="trap-met"):
    """An enemy trap went off or was disarmed, and revealed the searcher's defence. `face` is the
    second die, or 0 if none was rolled (L13).
    """

    seat: Seat
    room: Place
    colour: Colour
    defence: Slot
    disarmed: bool
    health: int
    face: int = 0
    damage: int = 0
    dissolved: Slot = ""
    burnt: Slot = ""
    halted: Literal["", "oil", "smoke"] = ""


class Found(Value, tag="found"):
    """The finder gets the markers of pieces, from off the board, the floor, or the bluffing spy
    (L7, L24).
    """

    seat: Seat
    room: Place
    numbers: Numbers


class Saw(Value, tag="saw"):
    """The contents of a searched room and all pieces now in hand, sent to the searcher."""

    room: Place
    device: Device
    tokens: Numbers
    pieces: Numbers


class LeftBehind(Value, tag="left-behind"):
    """The outcome of a search, sent to the searcher. `device` is the one now in the room."""

    room: Place
    choice: Choice
    device: Device
    hide: Numbers
    pieces: Numbers
    weapon: Slot


class SearchEnded(Value, tag="search-ended"):
    """The public end of a search. It looks the same whether the spy left its own trap or a
    decoy.
    """

    seat: Seat
    room: Place
    bare: bool
    took: Colours
    dropped: Colours


class Slid(Value, tag="slid"):
    """A slide on oil out of the room in a random direction (L13)."""

    seat: Seat
    to: Place


class Changed(Value, tag="changed"):
    """A change of equipment or a feint (L14)."""

    seat: Seat
    points: int


class Carries(Value, tag="carries"):
    """The current equipment, sent to its owner."""

    weapon: Slot
    defence: Slot


class Shopped(Value, tag="shopped"):
    """A spy paid for shopping and now sees the bag (L23)."""

    seat: Seat
    points: int


class BagSeen(Value, tag="bag-seen"):
    """The contents of the bag, sent to the shopper."""

    colours: Colours


class Bought(Value, tag="bought"):
    """The pieces taken and returned, sent to the shopper."""

    took: Slot
    gave: Slot


class ShopLeft(Value, tag="shop-left"):
    """Shopping ended. The purchase stays secret."""

    seat: Seat


class Grabbed(Value, tag="grabbed"):
    """A smash and grab (L23)."""

    seat: Seat
    points: int


class Drew(Value, tag="drew"):
    """The pieces drawn in a smash and grab, sent to their owner."""

    colours: Colours


class Mended(Value, tag="mended"):
    """First aid was used."""

    seat: Seat
    health: int
    points: int


class CombatBegan(Value, tag="combat-began"):
    """A combat began between two spies, attacker first, or between a spy and a cop."""

    room: Place
    spies: tuple[Seat, ...]
    cop: Rank | None = None


class SealedChoice(Value, tag="sealed"):
    """A secret choice, sent to its owner."""

    choice: Sealed


class Blow(Value):
    """One spy's side of an exchange. Unrevealed equipment is None (L25). `damage` is the damage
    taken.
    """

    seat: Seat
    use: Literal["sword", "equipment"]
    damage: int
    health: int
    weapon: Slot | None = None
    defence: Slot | None = None
    face: int = 0


class Exchanged(Value, tag="exchanged"):
    """The revealed weapons of two spies and their effects (L8)."""

    blows: tuple[Blow, ...]
    dull: int


class PoliceExchanged(Value, tag="police-exchanged"):
    """An exchange between a spy and a cop. `face` is the cop's die, or 0 for the deputy, who rolls
    none (L9).
    """

    blow: Blow
    cop: Rank
    face: int
    hurt: int


class Answered(Value, tag="answered"):
    """The revealed decisions to stay or flee."""

    fleeing: tuple[Seat, ...]


class MustFlee(Value, tag="must-flee"):
    """The defender must flee, after three exchanges without damage (L19)."""

    seat: Seat


class Fled(Value, tag="fled"):
    """A free step out of combat (L8)."""

    seat: Seat
    to: Place


class Died(Value, tag="died"):
    """The death of a spy. Its pieces fall to the floor or go to the cop (L12, L16)."""

    seat: Seat
    room: Place
    lives: int
    weapon: Slot
    pieces: Numbers
    cop: Rank | None = None


class Returned(Value, tag="returned"):
    """The return of a dead spy at an entrance (L12)."""

    seat: Seat
    to: Place


class CopCame(Value, tag="cop-came"):
    """The arrival or return of a cop at a random entrance (L9, L18)."""

    cop: Rank
    to: Place


class CopMoved(Value, tag="cop-moved"):
    """The steps of a cop's move. `saved` is the deputy's unspent point (L15)."""

    cop: Rank
    path: tuple[Place, ...]
    saved: int


class CopsCombined(Value, tag="cops-combined"):
    """Two cops combined their pieces, and one now carries them."""

    cop: Rank
    giver: Rank
    pieces: Numbers


class CopHealed(Value, tag="cop-healed"):
    """A cop healed because the spy fled or died (L9)."""

    cop: Rank


class CopKilled(Value, tag="cop-killed"):
    """The death of a cop. Its pieces now lie in the room (L16)."""

    cop: Rank
    room: Place
    pieces: Numbers


class Ended(Value, tag="ended"):
    """The end of the match."""

    outcome: Outcome


Event: TypeAlias = (
    Began | Dealt | Circled | TurnBegan | Went | Searches | TrapMet | Found | Saw | LeftBehind |
    SearchEnded | Slid | Changed | Carries | Shopped | BagSeen | Bought | ShopLeft | Grabbed |
    Drew | Mended | CombatBegan | SealedChoice | Exchanged | PoliceExchanged | Answered |
    MustFlee | Fled | Died | Returned | CopCame | CopMoved | CopsCombined | CopHealed |
    CopKilled | Ended
)  # fmt: skip
