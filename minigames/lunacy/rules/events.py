"""What is told. Whatever changes a view is told to that seat: the view is what was heard,
folded.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from engine.game import Outcome
from engine.values import Seat, Value

from .values import Choice, Colour, Colours, Device, Numbers, Place, Rank, Sealed, Slot


class Began(Value, tag="began"):
    """The dice chose who moves first and who is Black, at the left entrance (L3)."""

    first: Seat
    black: Seat


class Dealt(Value, tag="dealt"):
    """To its owner."""

    weapons: Colours
    defences: Colours


class Circled(Value, tag="circled"):
    """A number of the Thingamajig was circled (L3)."""

    seat: Seat
    number: int


class TurnBegan(Value, tag="turn-began"):
    """A spy's turn, or the police's (seat None)."""

    round: int
    seat: Seat | None
    points: int = 0


class Went(Value, tag="went"):
    """One step, for action points."""

    seat: Seat
    to: Place
    points: int
    """Left after the step."""


class Searches(Value, tag="searches"):
    """A search begins; it costs a point."""

    seat: Seat
    room: Place
    points: int


class TrapMet(Value, tag="trap-met"):
    """An enemy trap, and the searcher's defence that it brings to light. `face` is the second die,
    0 if none was thrown (L13).
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
    """Pieces whose markers go to the finder: from the side, from the floor, or from the other spy
    who was bluffing (L7, L24).
    """

    seat: Seat
    room: Place
    numbers: Numbers


class Saw(Value, tag="saw"):
    """To the searcher: what lies in the room, and all pieces now in hand."""

    room: Place
    device: Device
    tokens: Numbers
    pieces: Numbers


class LeftBehind(Value, tag="left-behind"):
    """To the searcher: what they left. `device` is what lies there now."""

    room: Place
    choice: Choice
    device: Device
    hide: Numbers
    pieces: Numbers
    weapon: Slot


class SearchEnded(Value, tag="search-ended"):
    """What both see of the end of a search: the same for a trap of one's own, a decoy and a bare
    room.
    """

    seat: Seat
    room: Place
    bare: bool
    took: Colours
    dropped: Colours


class Slid(Value, tag="slid"):
    """Out of the room on oil, in a direction of the dice (L13)."""

    seat: Seat
    to: Place


class Changed(Value, tag="changed"):
    """Changed equipment, or feinted (L14)."""

    seat: Seat
    points: int


class Carries(Value, tag="carries"):
    """To its owner: what is equipped now."""

    weapon: Slot
    defence: Slot


class Shopped(Value, tag="shopped"):
    """Somebody pays and looks into the bag (L23)."""

    seat: Seat
    points: int


class BagSeen(Value, tag="bag-seen"):
    """To the shopper."""

    colours: Colours


class Bought(Value, tag="bought"):
    """To the shopper."""

    took: Slot
    gave: Slot


class ShopLeft(Value, tag="shop-left"):
    """The shopper has chosen, and nobody else knows what."""

    seat: Seat


class Grabbed(Value, tag="grabbed"):
    """Smash and grab (L23)."""

    seat: Seat
    points: int


class Drew(Value, tag="drew"):
    """To the grabber: all they own of that kind now, traps laid apart."""

    colours: Colours


class Mended(Value, tag="mended"):
    """First aid."""

    seat: Seat
    health: int
    points: int


class CombatBegan(Value, tag="combat-began"):
    """Two spies, the attacker first, or a spy and a cop."""

    room: Place
    spies: tuple[Seat, ...]
    cop: Rank | None = None


class SealedChoice(Value, tag="sealed"):
    """To its owner."""

    choice: Sealed


class Blow(Value):
    """One spy's side of an exchange. What stays covered is None (L25); `damage` is what this spy
    took.
    """

    seat: Seat
    use: Literal["sword", "equipment"]
    damage: int
    health: int
    weapon: Slot | None = None
    defence: Slot | None = None
    face: int = 0


class Exchanged(Value, tag="exchanged"):
    """Weapons shown together, and what came of it (L8)."""

    blows: tuple[Blow, ...]
    dull: int


class PoliceExchanged(Value, tag="police-exchanged"):
    """A spy's exchange with a cop: `face` is the cop's die, 0 for the deputy, who throws none
    (L9).
    """

    blow: Blow
    cop: Rank
    face: int
    hurt: int


class Answered(Value, tag="answered"):
    """What each side of the combat wants, shown together: who runs."""

    fleeing: tuple[Seat, ...]


class MustFlee(Value, tag="must-flee"):
    """Three exchanges without damage: the defender has to go (L19)."""

    seat: Seat


class Fled(Value, tag="fled"):
    """One free step out of a combat (L8)."""

    seat: Seat
    to: Place


class Died(Value, tag="died"):
    """The pieces fall, or go to the cop (L12, L16)."""

    seat: Seat
    room: Place
    lives: int
    weapon: Slot
    pieces: Numbers
    cop: Rank | None = None


class Returned(Value, tag="returned"):
    """Back to life at an entrance (L12)."""

    seat: Seat
    to: Place


class CopCame(Value, tag="cop-came"):
    """A cop enters play or returns, at an entrance of the dice (L9, L18)."""

    cop: Rank
    to: Place


class CopMoved(Value, tag="cop-moved"):
    """A cop's move, step by step; `saved` is the deputy's unspent point (L15)."""

    cop: Rank
    path: tuple[Place, ...]
    saved: int


class CopsCombined(Value, tag="cops-combined"):
    """Two cops' pieces became one cop's."""

    cop: Rank
    giver: Rank
    pieces: Numbers


class CopHealed(Value, tag="cop-healed"):
    """The spy broke off or died (L9)."""

    cop: Rank


class CopKilled(Value, tag="cop-killed"):
    """What the cop carried lies in the room (L16)."""

    cop: Rank
    room: Place
    pieces: Numbers


class Ended(Value, tag="ended"):
    """The match is over."""

    outcome: Outcome


Event: TypeAlias = (
    Began
    | Dealt
    | Circled
    | TurnBegan
    | Went
    | Searches
    | TrapMet
    | Found
    | Saw
    | LeftBehind
    | SearchEnded
    | Slid
    | Changed
    | Carries
    | Shopped
    | BagSeen
    | Bought
    | ShopLeft
    | Grabbed
    | Drew
    | Mended
    | CombatBegan
    | SealedChoice
    | Exchanged
    | PoliceExchanged
    | Answered
    | MustFlee
    | Fled
    | Died
    | Returned
    | CopCame
    | CopMoved
    | CopsCombined
    | CopHealed
    | CopKilled
    | Ended
)
