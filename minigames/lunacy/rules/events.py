"""The events of a match.

Every change in a seat's view is sent to that seat as an event, so a view contains nothing that no
event has reported.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from engine.game import Outcome
from engine.values import Seat, Value

from .values import Choice, Colour, Colours, Device, Numbers, Place, Rank, Sealed, Slot


class Began(Value, tag="began"):
    """The first mover and Black have been chosen at random.

    Black begins at the left entrance (L3).
    """

    first: Seat
    black: Seat


class Dealt(Value, tag="dealt"):
    """The starting equipment has been dealt. This event is sent to its owner."""

    weapons: Colours
    defences: Colours


class Circled(Value, tag="circled"):
    """A number of the Thingamajig has been circled (L3)."""

    seat: Seat
    number: int


class TurnBegan(Value, tag="turn-began"):
    """A spy's turn has begun, or the police's turn if `seat` is None."""

    round: int
    seat: Seat | None
    points: int = 0


class Went(Value, tag="went"):
    """A spy has taken a step and paid for it."""

    seat: Seat
    to: Place
    points: int
    """Number of points left after the step."""


class Searches(Value, tag="searches"):
    """A spy has paid a point to begin a search."""

    seat: Seat
    room: Place
    points: int


class TrapMet(Value, tag="trap-met"):
    """An enemy trap has gone off or been disarmed, which reveals the searcher's defence.

    `face` is the second die, or 0 if it was not rolled (L13).
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
    """A spy has received the markers of pieces that it found (L7, L24).

    The markers come from outside the board, from the floor, or from the bluffing spy.
    """

    seat: Seat
    room: Place
    numbers: Numbers


class Saw(Value, tag="saw"):
    """The contents of a searched room, and all pieces now in hand. Sent to the searcher."""

    room: Place
    device: Device
    tokens: Numbers
    pieces: Numbers


class LeftBehind(Value, tag="left-behind"):
    """The result of a search.

    `device` is the device that is now in the room. Sent to the searcher.
    """

    room: Place
    choice: Choice
    device: Device
    hide: Numbers
    pieces: Numbers
    weapon: Slot


class SearchEnded(Value, tag="search-ended"):
    """A search has ended. Everyone receives this event.

    The event does not reveal whether the spy left a trap of its own or a decoy.
    """

    seat: Seat
    room: Place
    bare: bool
    took: Colours
    dropped: Colours


class Slid(Value, tag="slid"):
    """A spy has slid on oil out of the room, in a random direction (L13)."""

    seat: Seat
    to: Place


class Changed(Value, tag="changed"):
    """A spy has changed its equipment or feinted (L14)."""

    seat: Seat
    points: int


class Carries(Value, tag="carries"):
    """The equipment that a spy now carries. Sent to its owner."""

    weapon: Slot
    defence: Slot


class Shopped(Value, tag="shopped"):
    """A spy has paid for shopping and looks into the bag (L23)."""

    seat: Seat
    points: int


class BagSeen(Value, tag="bag-seen"):
    """The contents of the bag. Sent to the shopper."""

    colours: Colours


class Bought(Value, tag="bought"):
    """The purchase, and what was returned for it. Sent to the shopper."""

    took: Slot
    gave: Slot


class ShopLeft(Value, tag="shop-left"):
    """A spy has left the shop. The purchase remains secret."""

    seat: Seat


class Grabbed(Value, tag="grabbed"):
    """A spy has made a smash and grab (L23)."""

    seat: Seat
    points: int


class Drew(Value, tag="drew"):
    """The equipment drawn in a smash and grab. Sent to its owner."""

    colours: Colours


class Mended(Value, tag="mended"):
    """A spy has received first aid."""

    seat: Seat
    health: int
    points: int


class CombatBegan(Value, tag="combat-began"):
    """A combat has begun between two spies (attacker first), or between a spy and a cop."""

    room: Place
    spies: tuple[Seat, ...]
    cop: Rank | None = None


class SealedChoice(Value, tag="sealed"):
    """A spy has made a secret choice. Sent to its owner."""

    choice: Sealed


class Blow(Value):
    """The effect of an exchange on one spy.

    `damage` is the damage that the spy has taken. Equipment that was not revealed is None (L25).
    """

    seat: Seat
    use: Literal["sword", "equipment"]
    damage: int
    health: int
    weapon: Slot | None = None
    defence: Slot | None = None
    face: int = 0


class Exchanged(Value, tag="exchanged"):
    """The effects of an exchange between two spies, and the weapons it revealed (L8)."""

    blows: tuple[Blow, ...]
    dull: int


class PoliceExchanged(Value, tag="police-exchanged"):
    """The effects of an exchange between a spy and a cop.

    `face` is the cop's die, or 0 for the deputy, who does not roll (L9).
    """

    blow: Blow
    cop: Rank
    face: int
    hurt: int


class Answered(Value, tag="answered"):
    """The spies' decisions to stay or flee have been revealed."""

    fleeing: tuple[Seat, ...]


class MustFlee(Value, tag="must-flee"):
    """The defender must flee, because three exchanges have caused no damage (L19)."""

    seat: Seat


class Fled(Value, tag="fled"):
    """A spy has fled one step without paying for it (L8)."""

    seat: Seat
    to: Place


class Died(Value, tag="died"):
    """A spy has died. The spy's pieces fall to the floor or go to the cop (L12, L16)."""

    seat: Seat
    room: Place
    lives: int
    weapon: Slot
    pieces: Numbers
    cop: Rank | None = None


class Returned(Value, tag="returned"):
    """A dead spy has returned at an entrance (L12)."""

    seat: Seat
    to: Place


class CopCame(Value, tag="cop-came"):
    """A cop has arrived or returned at a random entrance (L9, L18)."""

    cop: Rank
    to: Place


class CopMoved(Value, tag="cop-moved"):
    """A cop has moved along these steps. `saved` is the deputy's unspent point (L15)."""

    cop: Rank
    path: tuple[Place, ...]
    saved: int


class CopsCombined(Value, tag="cops-combined"):
    """Two cops have combined their pieces, which one of them now carries."""

    cop: Rank
    giver: Rank
    pieces: Numbers


class CopHealed(Value, tag="cop-healed"):
    """A cop has healed, because its opponent has fled or died (L9)."""

    cop: Rank


class CopKilled(Value, tag="cop-killed"):
    """A cop has been killed. The cop's pieces now lie in the room (L16)."""

    cop: Rank
    room: Place
    pieces: Numbers


class Ended(Value, tag="ended"):
    """The match has ended."""

    outcome: Outcome


Event: TypeAlias = (
    Began | Dealt | Circled | TurnBegan | Went | Searches | TrapMet | Found | Saw | LeftBehind |
    SearchEnded | Slid | Changed | Carries | Shopped | BagSeen | Bought | ShopLeft | Grabbed |
    Drew | Mended | CombatBegan | SealedChoice | Exchanged | PoliceExchanged | Answered |
    MustFlee | Fled | Died | Returned | CopCame | CopMoved | CopsCombined | CopHealed |
    CopKilled | Ended
)  # fmt: skip
