"""The contract between a game and the site that hosts it: words, options, a board, and what happens
when nobody moves.
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
    """Whose game it is."""

    title: str
    author: str
    year: str
    licence: str
    source: str = ""


class Preset(Value):
    """A named set of options. `options` holds only what differs from the defaults; `coached`:
    whoever starts from it is walked through.
    """

    key: str
    title: str
    blurb: str
    seats: int
    options: Value
    coached: bool = False


class Channel(Value):
    """A place to talk. Who hears it is who has it among its channels; `mute` may listen only."""

    key: str
    title: str
    mute: bool = False


TABLE: Final = Channel(key="table", title="Table")
"""Where everybody at the table talks, and spectators listen."""
STANDS: Final = Channel(key="stands", title="Stands")
"""Where spectators talk among themselves while it is played, in games that have stands: who plays
hears it afterwards.
"""


class Turn(Value):
    """A turn of many moves that the game's own clock limits: whose it is, how long all of it may
    take, and the house's move that ends it.

    `name` tells it from the turn before. Only for games in which everybody hears every move: its
    clock is open to all.
    """

    name: str
    seat: Seat
    seconds: int
    over: Value


class Stage(Value):
    """A part of what happened between two boards: what it looked like then, its lines, and what it
    is called ("Turn 3, phase 2").
    """

    drawing: Drawing
    lines: tuple[str, ...]
    title: str = ""


class Odds(Value):
    """What a move would come to: the game's own record of it, None where it reckons nothing, and
    the same in sentences.
    """

    odds: Value | None = None
    words: tuple[str, ...] = ()


class BadOptions(Refusal):
    """Options that contradict each other: every fault with the name of the option it is about, ""
    for all of them.
    """

    code = "contradiction"

    def __init__(self, faults: Sequence[tuple[str, str]]) -> None:
        super().__init__(" ".join([sentence for _, sentence in faults]))
        self.faults = tuple(faults)


class NoOptions(Value):
    """A game that has nothing to set."""


class Host(Value):
    """What whoever opens a table is at it, beside perhaps a player.

    `title`: everybody reads that they are this ("Administrator"), and without a seat they may talk
    where spectators listen. `stays_away` says in
    a sentence why they may hold no seat and stand in for nobody; "" lets them play.
    """

    title: str = ""
    stays_away: str = ""


class Mark(Value):
    """What a player may hold another one for: a key, and the word on its button."""

    key: str
    title: str


class Saying(Value):
    """A stock phrase about a player, the word on its button, and the channel it is said in."""

    about: Seat
    title: str
    text: str
    channel: str


class Tabletop(abc.ABC, Generic[SetupT, StateT, MoveT, EventT, ViewT]):
    """One game on the site. Every method is a pure function; boards and words are made from one
    seat's view.

    `names` are the names of the seats in their order. `blurb` is one line, `credit` whose game it
    is, `minutes` how long it takes.
    `options` is the record that the new-match form and the API's schema are made from. `late` says
    in one sentence what happens to who
    does not move in time. `bots` are the names of bots that may sit beside those with a temper.
    `style` is a static file, `script` a bundle (`config/bundles.py`): what all boards share, and
    the game's own after it.
    `bot_names` are what bots are called in chairs whose titles say only which chair it is; without
    any they are called by the title, or by a
    name of the house's where that only counts ("Seat 2"). `endings`: why a match ended, a sentence
    for each `Outcome.ending`. `lobby`: people may open tables of it
    themselves. `usual_seats`: what the form begins with; 0 is the fewest. `marks`: for what a
    player may hold another one, for nobody else's eyes. `first_tab`: what is open beside the board
    at first. `stands`: spectators talk among themselves (`STANDS`). `loadout_title`: what a side
    brings of its own is called, where it may (`brings`). `keys`: what keys do at its board, in a
    line (`Choice.hotkey`). `hurries`: whose clock has run out twice running has a tenth of the time
    for each move until they make one themselves; for games in which all move at once, and everybody
    waits. `min_rated_moves`: how many moves of its own each side makes before a match can count for
    ratings; fewer than the shortest match that the rules end.
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
        """How its bots differ; nothing where they have no faces yet."""
        return games.bots_of(self.game).tempers

    @property
    def may_sit(self) -> tuple[str, ...]:
        """The names of all bots that may sit, the usual one first."""
        own = games.bots_of(self.game).tempered
        return (*sorted(own, key=lambda name: name != self.usual_bot), *self.bots)

    @property
    def usual_bot(self) -> str:
        """The bot that sits where nobody says which."""
        return next((f"{temper.key}:club" for temper in self.tempers), self.bots[0])

    @property
    def has_stages(self) -> bool:
        """Whether what happens in a move is shown bit by bit."""
        return type(self).stages is not Tabletop.stages

    @property
    def has_coach(self) -> bool:
        """Whether anybody walks beginners through this game."""
        return type(self).coach is not Tabletop.coach

    # --- setting up -------------------------------------------------------------------------------

    @abc.abstractmethod
    def seat_counts(self, options: Any) -> Sequence[int]:
        """How many may play with these options, ascending."""

    @abc.abstractmethod
    def setup(self, options: Any, seats: int) -> SetupT:
        """The setup of a new match. Raises Refusal with a sentence for options that contradict each
        other or this number of seats, BadOptions with all of them.
        """

    @property
    def usual_count(self) -> int:
        """How many play as a rule, by its own options."""
        counts = self.seat_counts(self.options())
        return self.usual_seats if self.usual_seats in counts else counts[0]

    def live_options(self, options: Any) -> Value:
        """The options as a table with a live clock plays them: what was left open may be something
        else there.
        """
        live: Value = options
        return live

    def brings(self, options: Any) -> int:
        """How many things of its own each person's side brings with these options, chosen before
        the start by whoever sits there (`play.selectors.loadouts`); 0 where nobody brings anything.
        """
        return 0

    def outfitted(self, setup: SetupT, loadouts: Mapping[Seat, str]) -> SetupT:
        """A setup with what sides bring: the loadouts of those seats that have one, as the game
        wrote them down.
        """
        return setup

    def host(self, options: Any) -> Host:
        """What whoever opens a table with these options is there, and whether they may play."""
        return Host()

    def public_options(self, options: Any) -> Value:
        """The options as everybody at the table may read them: without what only who set them may
        know.
        """
        shown: Value = options
        return shown

    def terms(self, options: Any, seats: int) -> Sequence[str]:
        """What is played, a sentence each, for who thinks of sitting down; nothing where there is
        nothing to say. `options` are the public ones.
        """
        return ()

    def seat_titles(self, setup: SetupT) -> tuple[str, ...]:
        """What each seat is called, whoever sits there: "Black", "Ambusher"."""
        return tuple([f"Seat {seat + 1}" for seat in self.game.seats(setup)])

    # --- playing ----------------------------------------------------------------------------------

    @abc.abstractmethod
    def board(self, view: ViewT, names: Sequence[str], draft: Draft | None = None) -> Board:
        """What the seat of this view sees: picture, panels, choices, words. `draft` is a choice
        whose fields are being filled in.
        """

    def read(self, view: ViewT, draft: Draft) -> MoveT:
        """The move that a choice means. Raises IllegalMove with what to change.

        By default the fixed move of a choice without fields; override it where choices have fields.
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
        """What a move that the rules allow would come to, as far as this view can know; no die is
        thrown for it.
        """
        return Odds()

    def complete(self, view: ViewT, draft: Draft) -> Draft:
        """A choice under way in which one of its `fills` was pressed, with what that button fills
        in. The answer "fill" holds the button's value.
        """
        return draft

    def _anonymous(self, view: ViewT) -> tuple[str, ...]:
        return tuple([f"Seat {number}" for number in range(1, 255)])

    @abc.abstractmethod
    def say(self, event: EventT, names: Sequence[str], me: Seat | None) -> str:
        """An event as one line of the log for who heard it; "" for what needs no line. `me` is the
        reader's seat, None a spectator's.
        """

    def narrator(self, names: Sequence[str], me: Seat | None) -> Callable[[EventT], str]:
        """What says one match's events to one reader, in the order in which they were heard, from
        the first on: a game that knows things by what was told of them earlier overrides it.
        """
        return lambda event: self.say(event, names, me)

    def stages(
        self, before: ViewT, after: ViewT, told: Sequence[tuple[EventT, str]]
    ) -> Sequence[Stage]:
        """What came between two views of one seat, bit by bit, to be shown one after the other:
        from the events that it heard in between, each with its line. Every line stands in one of
        them, in order. Nothing where the second board says it all.
        """
        return ()

    def default_move(self, view: ViewT, dice: Dice) -> MoveT:
        """What is played for a seat that does not move in time: the published default (`late`)."""
        return self.game.propose(view, dice)

    def turn(self, view: ViewT) -> Turn | None:
        """The turn under way, from a spectator's view, where the setup limits whole turns; None
        where it does not.
        """
        return None

    def moves_together(self, view: ViewT) -> bool:
        """Return whether all sides move at the same time now, without seeing who has moved.

        True only while everyone who still has to move was asked at the last moment that everybody
        heard: the deadline of the round is worked out from it.
        """
        return False

    # --- around it --------------------------------------------------------------------------------

    def channels(self, view: ViewT) -> tuple[Channel, ...]:
        """Where the seat of this view may talk and listen: first where its talk begins. A
        spectator's view tells what spectators hear.
        """
        return (TABLE,)

    def sayings(self, view: ViewT) -> Sequence[Saying]:
        """Stock phrases that the seat of this view may say of other players with one press; nothing
        for spectators.
        """
        return ()

    def teams(self, view: ViewT) -> Sequence[tuple[str, tuple[Seat, ...]]]:
        """Who plays together, as everybody sees it: the name of each team and its seats. None where
        everybody plays alone.
        """
        return ()

    def ending(self, ending: str) -> str:
        """An outcome's `ending` in words: those of `endings`, else its own name."""
        return self.endings.get(ending, f"{spaced(ending).capitalize()}.")

    def coach(self, view: ViewT) -> str:
        """What a beginner should know now, in two or three sentences: the walk-through of a first
        game. "" when there is nothing.
        """
        return ""

    def eased(self, board: Board) -> Board:
        """The board for who has a coach and has filled in nothing yet: what a beginner most likely
        wants is filled in.
        """
        return board

    def truth(self, state: StateT, names: Sequence[str]) -> Board | None:
        """The whole truth of a state on one board, for a match that is over; None: the seats' own
        boards are all there is.
        """
        return None


AnyTabletop = Tabletop[Any, Any, Any, Any, Any]
TWO: Final = 2


def plays_in_pairs(tabletop: AnyTabletop) -> bool:
    """Whether people may meet two by two at this game, as in a tournament."""
    return tabletop.lobby and TWO in tabletop.seat_counts(tabletop.options())


def answers_of(sent: Mapping[str, Sequence[str]], choice: str) -> Draft:
    """A choice as a browser sent it: its fields are named "choice.field"."""
    prefix = f"{choice}."
    found = [
        (name.removeprefix(prefix), tuple(values))
        for name, values in sent.items()
        if name.startswith(prefix)
    ]
    return Draft(choice=choice, answers=tuple(found))
