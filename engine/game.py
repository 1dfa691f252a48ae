"""The interface that every game implements.

A state is divided by secrecy, as in `State(table, own, deck)`. `table` is visible to everyone,
`own[seat]` is visible only to that seat, and everything else is visible to nobody. A view is built
from the same records, as in `View(seat, table, own[seat])`. The table never contains a secret, or
anything derived from a secret.
"""

from __future__ import annotations

import abc
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar, get_args

from .dice import Dice
from .values import EVERYONE, Audience, Seat, Value

SetupT = TypeVar("SetupT", bound=Value)
StateT = TypeVar("StateT", bound=Value)
MoveT = TypeVar("MoveT", bound=Value)
EventT = TypeVar("EventT", bound=Value)
ViewT = TypeVar("ViewT", bound=Value)
EventT_co = TypeVar("EventT_co", bound=Value, covariant=True)


class Told(Value, Generic[EventT_co]):
    """An event and the seats that hear it. There is no default, so each event names its hearers."""

    event: EventT_co
    to: Audience

    def reaches(self, seat: Seat | None) -> bool:
        """Return whether this seat hears the event. None represents a spectator, who hears public
        events.
        """
        return self.to == EVERYONE or seat in self.to


Step: TypeAlias = tuple[StateT, tuple[Told[EventT], ...]]
"""The result of a start or a move: the new state, and the events in order."""


Hearers: TypeAlias = Literal["everyone", "one"]
"""The audience of a fleeting event type, which is either everyone or always exactly one seat."""


class Outcome(Value):
    """The winners, the reason why the match ended, and optionally scores by seat."""

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
    """The seat has heard something since it chose its move, so the move may be out of date."""

    code = "stale"


class Game(abc.ABC, Generic[SetupT, StateT, MoveT, EventT, ViewT]):
    """The rules of one game. Every method is a pure function of its arguments.

    `key` is the game's name in URLs and records. Increase `rules_version` if recorded matches would
    replay differently. `max_plies` is the maximum number of plies in a match.
    """

    key: ClassVar[str]
    rules_version: ClassVar[int]
    max_plies: ClassVar[int]
    types: ClassVar[tuple[Any, ...]]
    """The types Setup, State, Move, Event and View, taken from the class header `Game[…]`."""
    fleeting: ClassVar[Mapping[type, Hearers]] = MappingProxyType({})
    """Event types that may leave no trace in a view, and their hearers. Examples are the faces of
    used dice, and a missed shot.

    Any other event without a trace has too large an audience (law 11). Each entry must name the
    rule that allows its hearers to know the event.
    """

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for base in cls.__dict__.get("__orig_bases__", ()):
            if getattr(base, "__origin__", None) is Game:
                cls.types = get_args(base)

    @abc.abstractmethod
    def setups(self) -> Sequence[SetupT]:
        """Return set-ups for the laws, for simulations, and for the form for new matches."""

    @abc.abstractmethod
    def seats(self, setup: SetupT) -> tuple[Seat, ...]:
        """Return the seats at the table, except HOST."""

    @abc.abstractmethod
    def start(self, setup: SetupT, dice: Dice) -> Step[StateT, EventT]:
        """Deal the match. Return the first state and its events."""

    @abc.abstractmethod
    def to_act(self, state: StateT) -> tuple[Seat, ...]:
        """Return the seats that can move now. The result is empty if and only if the game is over.

        Use this only on the server, because it is secret which seats have sealed a move. HOST is
        included only while the game waits for a child match.
        """

    @abc.abstractmethod
    def view(self, state: StateT, seat: Seat | None) -> ViewT:
        """Return everything that this seat is allowed to know, built from its own parts of the
        state. None represents a spectator.

        While the game waits for a child match, HOST's view can hold more than the public part,
        because HOST needs that match's set-up.
        """

    @abc.abstractmethod
    def legal_moves(self, view: ViewT) -> Sequence[MoveT]:
        """Return the legal moves in a stable order. A seat that is not to act has none.

        The list is complete unless `check` is overridden to allow more moves. HOST's list contains
        its current moves, such as a deadline.
        """

    @abc.abstractmethod
    def apply(self, state: StateT, seat: Seat, move: MoveT, dice: Dice) -> Step[StateT, EventT]:
        """Apply a checked move.

        Every change in a seat's view must be sent to that seat as an event. Events contain the
        faces that were rolled.
        """

    @abc.abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """Return the winners and the reason once the game is over. Before that, return None."""

    @abc.abstractmethod
    def imagine(self, view: ViewT, dice: Dice) -> StateT:
        """Return a full state that is consistent with this view. The dice choose everything that is
        unknown. Bots use this to think.
        """

    def check(self, view: ViewT, move: MoveT) -> None:
        """Raise a `Refusal` that says what to change if the move is illegal for this view's seat.

        Override this method if there are too many moves to list, or if listing them is slow. In
        that case, check that every seat in the move is within range.
        """
        if move not in self.legal_moves(view):
            raise IllegalMove("You cannot make that move now.")

    def propose(self, view: ViewT, dice: Dice) -> MoveT:
        """Return a sensible random move. It is used in random play, in playouts, and for timeouts
        that have no default move.
        """
        return dice.pick(self.legal_moves(view))

    def stands_when_stale(self, move: MoveT) -> bool:
        """Return whether a move stays valid after more events, as sealed moves do."""
        return False


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]
"""A game whose records can have any types."""
