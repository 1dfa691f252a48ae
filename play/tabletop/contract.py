"""The contract between a game and the site that hosts it: texts, options, a board, and default
moves.
"""

from __future__ import annotations

import abc
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic

from engine import registry as games
from engine.game import EventT, Game, IllegalMove, MoveT, Refusal, SetupT, StateT, ViewT
from engine.values import Seat, Value
from engine.words import spaced

from .board import Board, Draft, Drawing

if TYPE_CHECKING:
    from engine.bots import Temper
    from engine.dice import Dice


class Credit(Value):
    """The origin of a game."""

    title: str
    author: str
    year: str
    licence: str
    source: str = ""


class Preset(Value):
    """A named set of options. `options` holds only what differs from the defaults. `coached`: its
    matches have a coach.
    """

    key: str
    title: str
    blurb: str
    seats: int
    options: Value
    coached: bool = False


class Channel(Value):
    """A chat channel. The seats that have it can read it; a `mute` one is read-only."""

    key: str
    title: str
    mute: bool = False


TABLE: Final = Channel(key="table", title="Table")
"""Channel in which everyone at the table writes, and which spectators read."""
STANDS: Final = Channel(key="stands", title="Stands")
"""Channel of spectators during the match, in games that have stands. Players read it afterwards."""


class Turn(Value):
    """A turn of many moves that the game's own clock limits: its seat, its duration in seconds, and
    the host's move that ends it.

    `name` distinguishes it from the turn before. Only for games in which everyone hears every move,
    because its clock is public.
    """

    name: str
    seat: Seat
    seconds: int
    over: Value


class Stage(Value):
    """A part of the events between two boards: the drawing, the lines and a title ("Turn 3, phase
    2").
    """

    drawing: Drawing
    lines: tuple[str, ...]
    title: str = ""


class Odds(Value):
    """The odds of a move: the game's own record, None without odds, and the same in sentences."""

    odds: Value | None = None
    words: tuple[str, ...] = ()


class BadOptions(Refusal):
    """Options that contradict each other. `faults` has each fault with the name of its option, ""
    for all of them.
    """

    code = "contradiction"

    def __init__(self, faults: Sequence[tuple[str, str]]) -> None:
        super().__init__(" ".join([sentence for _, sentence in faults]))
        self.faults = tuple(faults)


class NoOptions(Value):
    """A game without options."""


class Host(Value):
    """The role of the person who opens a table, besides perhaps playing.

    `title`: their public role ("Administrator"), with which they can write in the spectators'
    channel without a seat. `stays_away` is the reason why they cannot hold a seat or be a deputy;
    "" lets them play.
    """

    title: str = ""
    stays_away: str = ""


class Mark(Value):
    """A mark that a player can give another: a key, and the label of its button."""

    key: str
    title: str


class Saying(Value):
    """A stock phrase about a player, the label of its button, and its channel."""

    about: Seat
    title: str
    text: str
    channel: str


class Tabletop(abc.ABC, Generic[SetupT, StateT, MoveT, EventT, ViewT]):
    """One game on the site. Every method is a pure function; boards and texts are made from one
    seat's view.

    `names` are the names of the seats in order. `blurb` is one line, `credit` the origin of the
    game, and `minutes` its usual duration. `options` is the record that the new-match form and the
    API's schema are made from. `late` tells in one sentence what happens when a player does not
    move in time. `bots` are the names of bots without a temper that can take a seat. `style` is a
    static file, and `script` a bundle (`config/bundles.py`) of the code of all boards followed by
    the game's own.

    `bot_names` are the names of bots in chairs whose titles are mere numbers. Without them a bot
    has the chair's title, or a name of the site if the title is a number ("Seat 2"). `endings`: a
    sentence for each `Outcome.ending`. `lobby`: people can open tables of it. `usual_seats`:
    initial number of seats in the form, 0 for the smallest. `marks`: private marks of other
    players. `first_tab`: the tab beside the board that is open at first. `stands`: spectators have
    their own channel (`STANDS`). `loadout_title`: title of the loadout, if the game has one
    (`brings`). `keys`: one line about the keys of its board (`Choice.hotkey`).

    `hurries`: a player whose clock has run out twice in a row has a tenth of the time for each move
    until they make one themselves. It is for games in which all move together and everyone waits.
    `min_rated_moves`: number of own moves of each side before a match counts for ratings, less than
    in the shortest match that the rules end.
    """

    game: Game[SetupT, StateT, MoveT, EventT, ViewT]
    title: ClassVar[str]
    blurb: ClassVar[str]
    credit: ClassVar[Credit]
    minutes: ClassVar[str] = ""
    options: ClassVar[type[Value]] = NoOptions
    presets: ClassVar[tuple[Preset, ...]] = ()
    late: ClassVar[str] = "If you do not move in time, a random legal move is made for you."
    bots: ClassVar[tuple[str, ...]] = ("search", "random")
    bot_names: ClassVar[tuple[str, ...]] = ()
    endings: ClassVar[Mapping[str, str]] = MappingProxyType({})
    style: ClassVar[str] = ""
    script: ClassVar[str] = "bundles/board.js"
    rules_page: ClassVar[str] = ""
    lobby: ClassVar[bool] = True
    usual_seats: ClassVar[int] = 0
    marks: ClassVar[tuple[Mark, ...]] = ()
    first_tab: ClassVar[str] = "mine"
    stands: ClassVar[bool] = False
    keys: ClassVar[str] = ""
    loadout_title: ClassVar[str] = ""
    hurries: ClassVar[bool] = False
    min_rated_moves: ClassVar[int] = 1

    @property
    def key(self) -> str:
        return self.game.key

    @property
    def tempers(self) -> tuple[Temper, ...]:
        """The tempers of its bots, () if they have none."""
        return games.bots_of(self.game).tempers

    @property
    def may_sit(self) -> tuple[str, ...]:
        """The names of all bots that can take a seat, the usual one first."""
        tempered = games.bots_of(self.game).tempered
        return (*sorted(tempered, key=lambda name: name != self.usual_bot), *self.bots)

    @property
    def usual_bot(self) -> str:
        """The default bot."""
        return next((f"{temper.key}:club" for temper in self.tempers), self.bots[0])

    @property
    def has_stages(self) -> bool:
        """Whether the events of a move are shown in stages."""
        return type(self).stages is not Tabletop.stages

    @property
    def has_coach(self) -> bool:
        """Whether the game has a coach for beginners."""
        return type(self).coach is not Tabletop.coach

    # --- setting up -------------------------------------------------------------------------------

    @abc.abstractmethod
    def seat_counts(self, options: Any) -> Sequence[int]:
        """Return the possible numbers of players with these options, ascending."""

    @abc.abstractmethod
    def setup(self, options: Any, seats: int) -> SetupT:
        """Return the setup of a new match. Raise `Refusal` for contradictory options or an
        impossible number of seats, or `BadOptions` with all faults.
        """

    @property
    def usual_count(self) -> int:
        """The usual number of players with the default options."""
        counts = self.seat_counts(self.options())
        return self.usual_seats if self.usual_seats in counts else counts[0]

    def live_options(self, options: Any) -> Value:
        """Return the options of a table with a live clock, for which open settings can differ."""
        live: Value = options
        return live

    def brings(self, options: Any) -> int:
        """Return the number of items that each person's side brings with these options
        (`play.selectors.loadouts`), 0 for a game without loadouts.
        """
        return 0

    def outfitted(self, setup: SetupT, loadouts: Mapping[Seat, str]) -> SetupT:
        """Return the setup with the loadouts of those seats that have one, as the game stored
        them.
        """
        return setup

    def host(self, options: Any) -> Host:
        """Return the role of the person who opens a table with these options."""
        return Host()

    def public_options(self, options: Any) -> Value:
        """Return the options without the secrets of the person who set them."""
        public: Value = options
        return public

    def terms(self, options: Any, seats: int) -> Sequence[str]:
        """Return the terms of the match for people who consider joining, one sentence each.
        `options` are the public ones.
        """
        return ()

    def seat_titles(self, setup: SetupT) -> tuple[str, ...]:
        """Return the title of each seat, independent of its player: "Black", "Ambusher"."""
        return tuple([f"Seat {seat + 1}" for seat in self.game.seats(setup)])

    # --- playing ----------------------------------------------------------------------------------

    @abc.abstractmethod
    def board(self, view: ViewT, names: Sequence[str], draft: Draft | None = None) -> Board:
        """Return what the seat of this view sees: picture, panels, choices, text. `draft` is a
        choice being composed.
        """

    def read(self, view: ViewT, draft: Draft) -> MoveT:
        """Return the move that a choice means. Raise `IllegalMove` with what to change.

        The default is the fixed move of a choice without fields. Override it if choices have
        fields.
        """
        choice = self.board(view, self._anonymous(view)).choice(draft.choice)
        if choice is None:
            raise IllegalMove("You cannot choose that now. Check the board again.")
        if choice.closed:
            raise IllegalMove(choice.closed)
        if choice.move is None:
            raise IllegalMove("Fill in the fields for this choice.")
        return choice.move  # type: ignore[return-value]

    def odds(self, view: ViewT, move: MoveT) -> Odds:
        """Return the odds of a legal move as far as this view can know them, without dice."""
        return Odds()

    def complete(self, view: ViewT, draft: Draft) -> Draft:
        """Return a draft after one of its `fills` was pressed, with the values that this button
        fills in. The answer "fill" holds the button's value.
        """
        return draft

    def _anonymous(self, view: ViewT) -> tuple[str, ...]:
        return tuple([f"Seat {number}" for number in range(1, 255)])

    @abc.abstractmethod
    def say(self, event: EventT, names: Sequence[str], me: Seat | None) -> str:
        """Return an event as one line of the log for a reader who heard it, or "" for no line. `me`
        is the reader's seat, None for a spectator.
        """

    def narrator(self, names: Sequence[str], me: Seat | None) -> Callable[[EventT], str]:
        """Return the function that turns one match's events into lines for one reader, called in
        order from the first event on. A game whose lines depend on earlier events overrides it.
        """
        return lambda event: self.say(event, names, me)

    def stages(
        self, before: ViewT, after: ViewT, told: Sequence[tuple[EventT, str]]
    ) -> Sequence[Stage]:
        """Return the stages between two views of one seat, made from the events it heard with their
        lines.

        Every line belongs to one stage, in order. The default is none, if the second board is
        enough.
        """
        return ()

    def default_move(self, view: ViewT, dice: Dice) -> MoveT:
        """Return the published default move of a seat that does not move in time (`late`)."""
        return self.game.propose(view, dice)

    def turn(self, view: ViewT) -> Turn | None:
        """Return the current turn, from a spectator's view, if the setup limits whole turns, else
        None.
        """
        return None

    def moves_together(self, view: ViewT) -> bool:
        """Return whether all sides move at the same time now, without seeing who has moved.

        True only while everyone who still has to move was asked at the time of the last public
        event. The deadline of the round is computed from it.
        """
        return False

    # --- others -----------------------------------------------------------------------------------

    def channels(self, view: ViewT) -> tuple[Channel, ...]:
        """Return the channels of the seat of this view, the default one first. A spectator's view
        gives the spectators' channels.
        """
        return (TABLE,)

    def sayings(self, view: ViewT) -> Sequence[Saying]:
        """Return stock phrases that the seat of this view can say about other players, () for
        spectators.
        """
        return ()

    def teams(self, view: ViewT) -> Sequence[tuple[str, tuple[Seat, ...]]]:
        """Return the public teams, each with its name and seats, or () if everyone plays alone."""
        return ()

    def ending(self, ending: str) -> str:
        """Return an outcome's `ending` as a sentence: that of `endings`, else its own name."""
        return self.endings.get(ending, f"{spaced(ending).capitalize()}.")

    def coach(self, view: ViewT) -> str:
        """Return what a beginner should know now, in two or three sentences, or ""."""
        return ""

    def eased(self, board: Board) -> Board:
        """Return the board of a coached player who has not filled in anything yet, with the most
        likely values for a beginner.
        """
        return board

    def truth(self, state: StateT, names: Sequence[str]) -> Board | None:
        """Return the full state on one board, for a match that is over, or None if the seats'
        boards are enough.
        """
        return None


AnyTabletop = Tabletop[Any, Any, Any, Any, Any]
TWO: Final = 2


def plays_in_pairs(tabletop: AnyTabletop) -> bool:
    """Return whether the game can be played by two people, as in a tournament."""
    return tabletop.lobby and TWO in tabletop.seat_counts(tabletop.options())


def answers_of(sent: Mapping[str, Sequence[str]], choice: str) -> Draft:
    """Return a choice as a browser submitted it, with fields named "choice.field"."""
    prefix = f"{choice}."
    answers = [
        (name.removeprefix(prefix), tuple(values))
        for name, values in sent.items()
        if name.startswith(prefix)
    ]
    return Draft(choice=choice, answers=tuple(answers))
