"""The one contract every game keeps.

A state is cut along secrecy: `State(table, own, deck)`, where `table` is what everybody sees,
`own[seat]` what that seat alone sees, and the rest what nobody sees. A view is made of the same
records, `View(seat, table, own[seat])`: built, not stripped. Nothing secret, nor anything derived
from a secret, is ever in the table.
"""

from __future__ import annotations

import abc
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeAlias, TypeVar, get_args

from .values import EVERYONE, Audience, Seat, Value

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .dice import Dice

SetupT = TypeVar("SetupT", bound=Value)
StateT = TypeVar("StateT", bound=Value)
MoveT = TypeVar("MoveT", bound=Value)
EventT = TypeVar("EventT", bound=Value)
ViewT = TypeVar("ViewT", bound=Value)
EventT_co = TypeVar("EventT_co", bound=Value, covariant=True)


class Told(Value, Generic[EventT_co]):
    """An event and the seats that hear it. There is no default audience: say who hears it where it
    happens.
    """

    event: EventT_co
    to: Audience

    def reaches(self, seat: Seat | None) -> bool:
        """Whether this seat hears it. None is a spectator, who hears what everyone hears."""
        return self.to == EVERYONE or seat in self.to


Step: TypeAlias = tuple[StateT, tuple[Told[EventT], ...]]
"""What a start or a move leads to: the new state, and what was told on the way, in order."""


Hearers: TypeAlias = Literal["everyone", "one"]
"""Who may hear events of a fleeting type: everybody, or always one seat alone."""


class Outcome(Value):
    """Who won and, apart from that, why it ended; `scores` by seat where the game keeps them."""

    winners: tuple[Seat, ...]
    ending: str
    scores: tuple[int, ...] = ()


class Refusal(Exception):
    """What a player can provoke. `sentence` tells them what to change, `code` tells a program. All
    else raised is a bug.
    """

    code: str = "refused"

    def __init__(self, sentence: str, *, code: str = "") -> None:
        super().__init__(sentence)
        self.code = code or self.code

    @property
    def sentence(self) -> str:
        return str(self)


class NotYourTurn(Refusal):
    """The seat is not to act now."""

    code = "not-your-turn"


class MatchOver(Refusal):
    """Nobody is to act any more."""

    code = "match-over"


class IllegalMove(Refusal):
    """The rules do not allow this move now."""

    code = "illegal-move"


class Stale(Refusal):
    """The seat has heard something since it looked, so it may not mean this move any longer."""

    code = "stale"


class Game(abc.ABC, Generic[SetupT, StateT, MoveT, EventT, ViewT]):
    """One game's rules, without memory of its own: every method is a pure function of what it is
    given.

    `key` names the game in URLs and records; `rules_version` is raised when a recorded match would
    replay differently;
    `longest` is the number of plies that no match exceeds.
    """

    key: ClassVar[str]
    rules_version: ClassVar[int]
    longest: ClassVar[int]
    types: ClassVar[tuple[Any, ...]]
    """Setup, State, Move, Event and View, read off the class header `Game[…]`."""
    fleeting: ClassVar[Mapping[type, Hearers]] = MappingProxyType({})
    """Types of events that may leave no trace in a view, and who may hear them: the faces of dice
    that are done with, a shot that missed. What else is told without a trace is told to too many
    (law 11). Each entry opens a door: say by which rule its hearers may know it.
    """

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for base in cls.__dict__.get("__orig_bases__", ()):
            if getattr(base, "__origin__", None) is Game:
                cls.types = get_args(base)

    @abc.abstractmethod
    def setups(self) -> Sequence[SetupT]:
        """Ways to set the game up: what the laws, simulations and the new-match form start from."""

    @abc.abstractmethod
    def seats(self, setup: SetupT) -> tuple[Seat, ...]:
        """The seats at the table, HOST not among them."""

    @abc.abstractmethod
    def start(self, setup: SetupT, dice: Dice) -> Step[StateT, EventT]:
        """Deal: the first state, and what each seat is told of it."""

    @abc.abstractmethod
    def to_act(self, state: StateT) -> tuple[Seat, ...]:
        """The seats that may move now; empty exactly when the game is over. For the server only:
        who has sealed is a secret.

        HOST is among them only while the game waits for a child match.
        """

    @abc.abstractmethod
    def view(self, state: StateT, seat: Seat | None) -> ViewT:
        """All that this seat may know, built from the parts that are its own. None is a spectator:
        the public part.

        HOST's view may hold more than the public part where the game waits for a child match, whose
        set-up it has to know.
        """

    @abc.abstractmethod
    def legal_moves(self, view: ViewT) -> Sequence[MoveT]:
        """The menu, in a stable order; empty for a seat that is not to act. Complete, unless
        `check` is overridden to allow more.

        From HOST's view: what HOST may say now, such as a deadline that may fall at any time.
        """

    @abc.abstractmethod
    def apply(self, state: StateT, seat: Seat, move: MoveT, dice: Dice) -> Step[StateT, EventT]:
        """Play a checked move. Whatever changes a seat's view is told to that seat; the faces
        thrown are in the events.
        """

    @abc.abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """Who won and why it ended, once nobody is to act."""

    @abc.abstractmethod
    def imagine(self, view: ViewT, dice: Dice) -> StateT:
        """A full state that this view allows, everything unknown left to the dice: what bots think
        with.
        """

    def check(self, view: ViewT, move: MoveT) -> None:
        """The judge: return if the move is open to this view's seat, else raise a Refusal that says
        what to change.

        Override it where moves are too many to list, or where listing is slow; then check the range
        of every named seat.
        """
        if move not in self.legal_moves(view):
            raise IllegalMove("You cannot make that move now.")

    def propose(self, view: ViewT, dice: Dice) -> MoveT:
        """A sensible move at random: what random play, timeouts without a default and playouts
        use.
        """
        return dice.pick(self.legal_moves(view))

    def stands_when_stale(self, move: MoveT) -> bool:
        """Whether a seat may play this although it has heard more since it looked. Sealed moves
        may.
        """
        return False


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]
"""A game, whatever its records are."""
