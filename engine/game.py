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
    """An event and the seats that hear it. There is no default audience: each event names its
    hearers.
    """

    event: EventT_co
    to: Audience

    def reaches(self, seat: Seat | None) -> bool:
        """Return whether this seat hears the event. None is a spectator, who hears public
        events.
        """
        return self.to == EVERYONE or seat in self.to


Step: TypeAlias = tuple[StateT, tuple[Told[EventT], ...]]
"""Result of a start or a move: the new state, and the events in order."""


Hearers: TypeAlias = Literal["everyone", "one"]
"""Possible hearers of events of a fleeting type: everyone, or always one seat alone."""


class Outcome(Value):
    """The winners, the reason the match ended, and optional scores by seat."""

    winners: tuple[Seat, ...]
    ending: str
    scores: tuple[int, ...] = ()


class Refusal(Exception):
    """An error that a player can cause. All other exceptions are bugs.

    `sentence` tells the player what to change, and `code` identifies the error for programs.
    """

    code: str = "refused"

    def __init__(self, sentence: str, *, code: str = "") -> None:
        super().__init__(sentence)
        self.code = code or self.code

    @property
    def sentence(self) -> str:
        return str(self)


class NotYourTurn(Refusal):
    """The seat acts out of turn."""

    code = "not-your-turn"


class MatchOver(Refusal):
    """The match has ended."""

    code = "match-over"


class IllegalMove(Refusal):
    """The rules do not allow this move now."""

    code = "illegal-move"


class Stale(Refusal):
    """The seat has heard something since it chose its move, so the move may no longer be
    intended.
    """

    code = "stale"


class Game(abc.ABC, Generic[SetupT, StateT, MoveT, EventT, ViewT]):
    """The rules of one game. Every method is a pure function of its arguments.

    `key` names the game in URLs and records. `rules_version` is raised when recorded matches
    would replay differently. `longest` is the maximum number of plies of a match.
    """

    key: ClassVar[str]
    rules_version: ClassVar[int]
    longest: ClassVar[int]
    types: ClassVar[tuple[Any, ...]]
    """Setup, State, Move, Event and View, read off the class header `Game[…]`."""
    fleeting: ClassVar[Mapping[type, Hearers]] = MappingProxyType({})
    """Event types that may leave no trace in a view, and their hearers, such as the faces of
    used dice or a shot that missed.

    Any other event without a trace is told to too many seats (law 11). Each entry names the
    rule by which its hearers may know the event.
    """

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for base in cls.__dict__.get("__orig_bases__", ()):
            if getattr(base, "__origin__", None) is Game:
                cls.types = get_args(base)

    @abc.abstractmethod
    def setups(self) -> Sequence[SetupT]:
        """Return set-ups for the laws, simulations and the new-match form."""

    @abc.abstractmethod
    def seats(self, setup: SetupT) -> tuple[Seat, ...]:
        """Return the seats at the table, without HOST."""

    @abc.abstractmethod
    def start(self, setup: SetupT, dice: Dice) -> Step[StateT, EventT]:
        """Deal. Return the first state and its events."""

    @abc.abstractmethod
    def to_act(self, state: StateT) -> tuple[Seat, ...]:
        """Return the seats that may move now; empty exactly when the game is over.

        For the server only, because it is secret which seats have sealed a move. HOST is among
        them only while the game waits for a child match.
        """

    @abc.abstractmethod
    def view(self, state: StateT, seat: Seat | None) -> ViewT:
        """Return everything this seat may know, built from its own parts of the state. None is
        a spectator.

        HOST's view can hold more than the public part while the game waits for a child match,
        because HOST needs that match's set-up.
        """

    @abc.abstractmethod
    def legal_moves(self, view: ViewT) -> Sequence[MoveT]:
        """Return the menu in a stable order; empty for a seat that is not to act.

        It is complete unless `check` is overridden to allow more. HOST's menu holds its current
        moves, such as a deadline.
        """

    @abc.abstractmethod
    def apply(self, state: StateT, seat: Seat, move: MoveT, dice: Dice) -> Step[StateT, EventT]:
        """Play a checked move.

        Every change in a seat's view is told to that seat. Events contain the faces thrown.
        """

    @abc.abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """Return the winners and the reason, once the game is over."""

    @abc.abstractmethod
    def imagine(self, view: ViewT, dice: Dice) -> StateT:
        """Return a full state that fits this view, with everything unknown chosen by the dice.
        Bots think with it.
        """

    def check(self, view: ViewT, move: MoveT) -> None:
        """Raise a `Refusal` that says what to change if the move is not legal for this view's
        seat.

        Override it if there are too many moves to list, or listing is slow. Then check the
        range of every named seat.
        """
        if move not in self.legal_moves(view):
            raise IllegalMove("You cannot make that move now.")

    def propose(self, view: ViewT, dice: Dice) -> MoveT:
        """Return a sensible random move, for random play, playouts and timeouts without a
        default.
        """
        return dice.pick(self.legal_moves(view))

    def stands_when_stale(self, move: MoveT) -> bool:
        """Return whether a move stays valid after the seat has heard more. Sealed moves do."""
        return False


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]
"""A game with records of any type."""
