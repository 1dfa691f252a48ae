"""The interface between a game and the site that hosts it, with texts, options, a board, and
default moves.
"""

from __future__ import annotations

import abc
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic

from engine import registry as games
from engine.bots import Temper
from engine.dice import Dice
from engine.game import EventT, Game, IllegalMove, MoveT, Refusal, SetupT, StateT, ViewT
from engine.values import Seat, Value
from engine.words import spaced

from .board import Board, Draft, Drawing


class Credit(Value):
    """The origin of a game."""

    title: str
    author: str
    year: str
    licence: str
    source: str = ""


class Preset(Value):
    """A named set of options. `options` holds only the options that differ from the defaults. If
    `coached` is true, its matches have a coach.
    """

    key: str
    title: str
    blurb: str
    seats: int
    options: Value
    coached: bool = False


class Channel(Value):
    """A chat channel. Every seat that has the channel can read it. A `mute` channel is
    read-only.
    """

    key: str
    title: str
    mute: bool = False


TABLE: Final = Channel(key="table", title="Table")
"""Channel in which everyone at the table can write, and which spectators can read."""
STANDS: Final = Channel(key="stands", title="Stands")
"""Channel for spectators during the match, in games that have stands. Players can read it after the
match.
"""


class Turn(Value):
    """A turn with many moves, limited by the game's own clock. It has a seat, a duration in
    seconds, and the host's move that ends the turn.

    `name` distinguishes the turn from the previous one. Because the clock is public, turns can be
    used only in games in which every move is public.
    """

    name: str
    seat: Seat
    seconds: int
    ending_move: Value


class Stage(Value):
    """A part of the events between two boards, with a drawing, lines and a title such as "Turn 3,
    phase 2".
    """

    drawing: Drawing
    lines: tuple[str, ...]
    title: str = ""


class Odds(Value):
    """The odds of a move, in sentences and as the game's own record (None if there are no odds)."""

    odds: Value | None = None
    words: tuple[str, ...] = ()


class BadOptions(Refusal):
    """Options that contradict each other. `faults` pairs each fault with the name of its option, or
    with "" if it concerns all options.
    """

    code = "contradiction"

    def __init__(self, faults: Sequence[tuple[str, str]]) -> None:
        super().__init__(" ".join([sentence for _, sentence in faults]))
        self.faults = tuple(faults)


class NoOptions(Value):
    """Options of a game that has none."""


class Host(Value):
    """An extra role of the person who opens a table, besides that of a player.

    `title` is the role's public name, such as "Administrator". If it is set, this person can write
    in the spectators' channel without a seat. `stays_away` is the reason why they cannot hold a
    seat or be a deputy, or "" if they can.
    """

    title: str = ""
    stays_away: str = ""


class Mark(Value):
    """A mark that a player can give to another player. It has a key and a button label."""

    key: str
    title: str


class Saying(Value):
    """A stock phrase about a player, with a button label and a channel."""

    about: Seat
    title: str
    text: str
    channel: str


class Tabletop(abc.ABC, Generic[SetupT, StateT, MoveT, EventT, ViewT]):
    """A game on the site. Every method is a pure function. Boards and texts are computed from one
    seat's view.

    `names` lists the names of the seats in order. `blurb` describes the game in one line, `credit`
    gives its origin, and `minutes` is its usual duration. The form for new matches and the API's
    schema are generated from the record `options`. `first_options` has the options of a newcomer's
    match against bots that differ from the defaults. `late` says in one sentence what happens when
    a player does not move in time. `bots` lists the bots without a temper that can take a seat.
    `style` and `script` are static files. A game's own script must first import the script that all
    boards share.

    `bot_names` lists names of bots, for games whose chairs have only numbers as titles ("Seat 2").
    If it is empty, a bot has the chair's title, or a name from the site if the title contains a
    number. `endings` has a sentence for each `Outcome.ending`. `lobby` means that people can open
    tables of the game. `usual_seats` is the initial number of seats in the form, or 0 for the
    smallest. `marks` lists the private marks that can be given to other players. `first_tab` is the
    tab beside the board that is initially open; "drive" is the tab with the controls. `stands`
    means that spectators have their own channel (`STANDS`). `loadout_title` is the title of the
    loadout, if the game has one (`brings`). `keys` describes the keys of its board in one line
    (`Choice.hotkey`). `has_sounds` means that its script can play sounds.

    If `hurries` is true, a player whose clock has run out twice in a row has a tenth of the usual
    time for each move until they make a move themselves. It is meant for games in which everyone
    moves at the same time and waits for the others. `min_rated_moves` is the number of own moves
    that each side must make before a match counts for ratings. It is lower than the number of moves
    in the shortest match that the rules can end.
    """

    game: Game[SetupT, StateT, MoveT, EventT, ViewT]
    title: ClassVar[str]
    blurb: ClassVar[str]
    credit: ClassVar[Credit]
    minutes: ClassVar[str] = ""
    options: ClassVar[type[Value]] = NoOptions
    first_options: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    presets: ClassVar[tuple[Preset, ...]] = ()
    late: ClassVar[str] = "If you do not move in time, a random legal move is made for you."
    bots: ClassVar[tuple[str, ...]] = ("search", "random")
    bot_names: ClassVar[tuple[str, ...]] = ()
    endings: ClassVar[Mapping[str, str]] = MappingProxyType({})
    style: ClassVar[str] = ""
    script: ClassVar[str] = "js/board.js"
    rules_page: ClassVar[str] = ""
    lobby: ClassVar[bool] = True
    usual_seats: ClassVar[int] = 0
    marks: ClassVar[tuple[Mark, ...]] = ()
    first_tab: ClassVar[str] = "mine"
    stands: ClassVar[bool] = False
    keys: ClassVar[str] = ""
    has_sounds: ClassVar[bool] = False
    loadout_title: ClassVar[str] = ""
    hurries: ClassVar[bool] = False
    min_rated_moves: ClassVar[int] = 1

    @property
    def key(self) -> str:
        return self.game.key

    @property
    def tempers(self) -> tuple[Temper, ...]:
        """The tempers of the game's bots, or () if they have none."""
        return games.bots_of(self.game).tempers

    @property
    def may_sit(self) -> tuple[str, ...]:
        """The names of all bots that can take a seat, the usual bot first."""
        tempered = games.bots_of(self.game).tempered
        return (*sorted(tempered, key=lambda name: name != self.usual_bot), *self.bots)

    @property
    def usual_bot(self) -> str:
        """The default bot."""
        return next((f"{temper.key}:club" for temper in self.tempers), self.bots[0])

    @property
    def has_stages(self) -> bool:
        """Return whether the events of a move are shown in stages."""
        return type(self).stages is not Tabletop.stages

    @property
    def has_coach(self) -> bool:
        """Return whether the game has a coach for beginners."""
        return type(self).coach is not Tabletop.coach

    # --- setup ------------------------------------------------------------------------------------

    @abc.abstractmethod
    def seat_counts(self, options: Any) -> Sequence[int]:
        """Return the possible numbers of players with these options, in ascending order."""

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
        """Return the options of a table with a live clock, where options that were not set can have
        other defaults.
        """
        live: Value = options
        return live

    def brings(self, options: Any) -> int:
        """Return the number of items that each person's side brings with these options
        (`play.selectors.loadouts`), or 0 for a game without loadouts.
        """
        return 0

    def outfitted(self, setup: SetupT, loadouts: Mapping[Seat, str]) -> SetupT:
        """Return the setup with the loadouts of the seats that have one. Loadouts are in the game's
        stored form.
        """
        return setup

    def host(self, options: Any) -> Host:
        """Return the role of the person who opens a table with these options."""
        return Host()

    def public_options(self, options: Any) -> Value:
        """Return the options without any secrets of the person who set them."""
        public: Value = options
        return public

    def terms(self, options: Any, seats: int) -> Sequence[str]:
        """Return the terms of the match for people who consider joining, in one sentence each.
        `options` must be the public options.
        """
        return ()

    def seat_titles(self, setup: SetupT) -> tuple[str, ...]:
        """Return the title of each seat, such as "Black" or "Ambusher". A title does not depend on
        the player.
        """
        return tuple([f"Seat {seat + 1}" for seat in self.game.seats(setup)])

    # --- playing ----------------------------------------------------------------------------------

    @abc.abstractmethod
    def board(self, view: ViewT, names: Sequence[str], draft: Draft | None = None) -> Board:
        """Return what the seat of this view sees, with a picture, panels, choices and text. `draft`
        is a choice that is being composed.
        """

    def read(self, view: ViewT, draft: Draft) -> MoveT:
        """Return the move that a choice represents. Raise `IllegalMove` with a sentence that says
        what to change.

        By default, this is the fixed move of a choice without fields. Override this method if
        choices have fields.
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
        """Return the odds of a legal move as far as this view can know them. No dice are rolled."""
        return Odds()

    def complete(self, view: ViewT, draft: Draft) -> Draft:
        """Return a draft after one of its `fills` was pressed, with the values that this button
        fills in. The field "fill" holds the button's value.
        """
        return draft

    def _anonymous(self, view: ViewT) -> tuple[str, ...]:
        return tuple([f"Seat {number}" for number in range(1, 255)])

    @abc.abstractmethod
    def say(self, event: EventT, names: Sequence[str], viewer: Seat | None) -> str:
        """Return an event as one log line for a reader who received it, or "" for no line. `viewer`
        is the reader's seat, or None for a spectator.
        """

    def narrator(self, names: Sequence[str], viewer: Seat | None) -> Callable[[EventT], str]:
        """Return a function that turns a match's events into log lines for one reader. It is called
        for each event in order. Override this method if lines depend on earlier events.
        """
        return lambda event: self.say(event, names, viewer)

    def stages(
        self, before: ViewT, after: ViewT, events: Sequence[tuple[EventT, str]]
    ) -> Sequence[Stage]:
        """Return the stages between two views of one seat, computed from the events that the seat
        received and their lines.

        Every line belongs to one stage, in order. By default, there are no stages, because the
        second board is enough.
        """
        return ()

    def default_move(self, view: ViewT, dice: Dice) -> MoveT:
        """Return the published default move for a seat that does not move in time (`late`)."""
        return self.game.propose(view, dice)

    def turn(self, view: ViewT) -> Turn | None:
        """Return the current turn, from a spectator's view, if the setup limits whole turns.
        Otherwise, return None.
        """
        return None

    def turn_number(self, view: ViewT) -> int:
        """Return the number of the game's current turn or round, or 0 if the game counts none."""
        return 0

    def moves_together(self, view: ViewT) -> bool:
        """Return whether all sides now move at the same time, without seeing who has already moved.

        Return True only if all sides that still have to move were asked at the time of the last
        public event. The round's deadline is computed from that time.
        """
        return False

    # --- chat, teams and help ---------------------------------------------------------------------

    def channels(self, view: ViewT) -> tuple[Channel, ...]:
        """Return the channels of this view's seat, the default channel first. If the view is a
        spectator's, return the spectators' channels.
        """
        return (TABLE,)

    def sayings(self, view: ViewT) -> Sequence[Saying]:
        """Return the stock phrases about other players for this view's seat, or ()."""
        return ()

    def teams(self, view: ViewT) -> Sequence[tuple[str, tuple[Seat, ...]]]:
        """Return the public teams, each with its name and seats, or () if everyone plays alone."""
        return ()

    def characters(self, view: ViewT) -> Mapping[Seat, str]:
        """Return the names of the characters that seats play, as far as this view knows them."""
        return {}

    def ending(self, ending: str) -> str:
        """Return the sentence in `endings` for an outcome's `ending`, or else a sentence formed
        from the ending's name.
        """
        return self.endings.get(ending, f"{spaced(ending).capitalize()}.")

    def coach(self, view: ViewT) -> str:
        """Return two or three sentences of advice for a beginner in this position, or ""."""
        return ""

    def eased(self, board: Board) -> Board:
        """Return the board for a coached player who has not filled in anything yet. Its fields have
        the values that suit a beginner best.
        """
        return board

    def truth(self, state: StateT, names: Sequence[str]) -> Board | None:
        """Return the full state of a finished match on one board, or None if the seats' boards are
        enough.
        """
        return None


AnyTabletop = Tabletop[Any, Any, Any, Any, Any]
TWO: Final = 2


def plays_in_pairs(tabletop: AnyTabletop) -> bool:
    """Return whether the game can be played by two people, which tournaments require."""
    return tabletop.lobby and TWO in tabletop.seat_counts(tabletop.options())


def answers_of(sent: Mapping[str, Sequence[str]], choice: str) -> Draft:
    """Return a choice as submitted by a browser, which names fields "choice.field"."""
    prefix = f"{choice}."
    answers = [
        (name.removeprefix(prefix), tuple(values))
        for name, values in sent.items()
        if name.startswith(prefix)
    ]
    return Draft(choice=choice, answers=tuple(answers))
