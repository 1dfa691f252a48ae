"""The default board, for games that define only their rules and a few texts.

A game describes its texts in a subclass of `DefaultTabletop`. The subclass names every kind of
move, and has a sentence for every kind of event. The headline, the buttons, the table of players,
the hand, the text version and the log are generated from these texts and the legal moves.
Everything is computed from one seat's view, so a page shows no more than the rules let that seat
know.

A game can override any part, even `board` itself, because the subclass is a Tabletop like any
other.
"""

from __future__ import annotations

import abc
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Final, get_args

from msgspec.structs import asdict, astuple

from engine.codec import KINDS
from engine.game import EventT, IllegalMove, MoveT, Refusal, SetupT, StateT, ViewT
from engine.values import Seat, Value, changed
from engine.words import capital, join_items, sentence, spaced

from .board import Answer, Board, Card, Choice, Draft, Field, Menu, Panel, Passage, Table, with_kind
from .contract import Tabletop
from .sentences import BadSentence, Reader, Sentence

BUTTONS: Final = 12
"""Maximum number of moves of one kind that each get a button. If there are more, they become one
choice with a field.
"""


class DefaultTabletop(Tabletop[SetupT, StateT, MoveT, EventT, ViewT]):
    """A game whose board is generated from its texts.

    `moves` has the button label for each kind of move, and `events` has the sentence for each kind
    of event, or "" for no line. `sentences.py` describes their syntax. `card` is the type that
    identifies a card in moves, events and hands. `columns` lists the headings for the cells of
    `player`. An error is raised when the class is created if a kind of move or event has no text,
    or if a text has an unknown field.
    """

    moves: ClassVar[Mapping[type, str]]
    events: ClassVar[Mapping[type, str]]
    card: ClassVar[Any] = None
    columns: ClassVar[tuple[str, ...]] = ()
    _sentences: ClassVar[Mapping[type, Sentence]] = MappingProxyType({})

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if hasattr(cls, "game"):
            types = cls.game.types
            cls._sentences = {
                **_sentences(types[KINDS.index("move")], cls.moves, cls.card),
                **_sentences(types[KINDS.index("event")], cls.events, cls.card),
            }

    # --- texts of a game --------------------------------------------------------------------------

    @abc.abstractmethod
    def waits_for(self, view: ViewT) -> tuple[Seat, ...]:
        """Return the seats that the game waits for, as far as this view shows them, or () once the
        game is over.
        """

    def prompt(self, view: ViewT) -> str:
        """Return the headline that tells this view's seat what to do now."""
        return "Your move"

    def lines(self, view: ViewT, names: Sequence[str]) -> Iterable[str]:
        """Yield sentences about the table that go beyond the facts about each player."""
        return ()

    def player(self, view: ViewT, seat: Seat) -> Sequence[object]:
        """Return the public facts about a player, with one cell for each of the `columns`."""
        return ()

    def hand(self, view: ViewT) -> Sequence[Any]:
        """Return the cards in the hand of this view's seat. A click on a card makes the move that
        names no other card.
        """
        return ()

    def card_words(self, card: Any) -> str:
        """Return a card's name as used in a sentence, such as "a 3" or "the queen of cups"."""
        return str(card)

    def card_title(self, card: Any) -> str:
        """Return the text shown on a card in a hand."""
        return capital(self.card_words(card))

    def note(self, view: ViewT, move: MoveT) -> str:
        """Return the cost or gain of a move, which is shown beside its label, or ""."""
        return ""

    # --- setup ------------------------------------------------------------------------------------

    def seat_counts(self, options: Any) -> Sequence[int]:
        """Return the numbers of seats in the game's own setups."""
        return sorted({len(self.game.seats(setup)) for setup in self.game.setups()})

    def setup(self, options: Any, seats: int) -> SetupT:
        """Return the first of the game's own setups for this number of seats. A game with options
        overrides this.
        """
        self.check_seats(options, seats)
        return next(setup for setup in self.game.setups() if len(self.game.seats(setup)) == seats)

    def check_seats(self, options: Any, seats: int) -> None:
        """Raise `Refusal` for an impossible number of seats."""
        counts = self.seat_counts(options)
        if seats not in counts:
            raise Refusal(
                f"This game needs {' or '.join([str(count) for count in counts])} players, "
                f"not {seats}."
            )

    # --- playing ----------------------------------------------------------------------------------

    def board(self, view: ViewT, names: Sequence[str], draft: Draft | None = None) -> Board:
        moves, lines = self._open(view), tuple(self.lines(view, names))
        headline = self._headline(view, names, is_asked=bool(moves))
        panels: list[Panel] = []
        passages = [Passage(title="State of the match", lines=(sentence(headline), *lines))]
        if self.columns:
            table = self._players(view, names)
            panels.append(Panel(title="Players", table=table))
            passages.append(Passage(title="Possessions", table=table))
        if _seat_of(view) is not None and self._has_hands:
            cards_held = join_items([self.card_words(card) for card in self.hand(view)])
            panels.insert(0, self._hand(view, moves))
            passages.append(Passage(title="Your hand", lines=(f"You hold {cards_held}.",)))
        return Board(
            headline=headline,
            lines=lines,
            panels=tuple(panels),
            menus=self._menus(view, names, moves),
            words=tuple(passages),
            waiting=self.waits_for(view),
        )

    def read(self, view: ViewT, draft: Draft) -> MoveT:
        """Return the move of a button, or the move with the chosen fields."""
        moves = self._open(view)
        if draft.choice in moves:
            return moves[draft.choice]
        kind = [move for move in moves.values() if _tag(type(move)) == draft.choice]
        if not kind:
            raise IllegalMove("You cannot choose that now. Check the board again.")
        for move in kind:
            if all(draft.value(name) == str(value) for name, value in asdict(move).items()):
                return move
        raise IllegalMove("You cannot combine these. Choose others.")

    def say(self, event: EventT, names: Sequence[str], viewer: Seat | None) -> str:
        return self._fill(event, names, viewer)

    def truth(self, state: StateT, names: Sequence[str]) -> Board:
        """Return the public board with every player's hand."""
        board = self.board(self.game.view(state, None), names)
        hands = [
            Panel(title=f"{name}: hand", cards=self._cards(hand, {}))
            for seat, name in enumerate(names)
            if (hand := self.hand(self.game.view(state, Seat(seat))))
        ]
        return changed(board, panels=(*hands, *board.panels))

    # --- parts of the board -----------------------------------------------------------------------

    @property
    def _has_hands(self) -> bool:
        return type(self).hand is not DefaultTabletop.hand

    def _headline(self, view: ViewT, names: Sequence[str], *, is_asked: bool) -> str:
        if is_asked:
            return self.prompt(view)
        waits = join_items([names[seat] for seat in self.waits_for(view)])
        return f"Waiting for {waits}" if self.waits_for(view) else "The match is over"

    def _open(self, view: ViewT) -> dict[str, MoveT]:
        return {_key(move): move for move in self.game.legal_moves(view)}

    def _menus(
        self, view: ViewT, names: Sequence[str], moves: Mapping[str, MoveT]
    ) -> tuple[Menu, ...]:
        """Return the menu of legal moves. Each move has a button. Moves with several values, and
        large numbers of moves, are combined into one choice with fields.
        """
        choices: list[Choice] = []
        for kind in dict.fromkeys([type(move) for move in moves.values()]):
            moves_of_kind = {key: move for key, move in moves.items() if type(move) is kind}
            if len(self._sentences[kind].kinds) > 1 or len(moves_of_kind) > BUTTONS:
                choices.append(self._form(view, names, tuple(moves_of_kind.values())))
            else:
                choices += self._buttons(view, names, moves_of_kind)
        return (Menu(title="Your options", choices=tuple(choices)),) if choices else ()

    def _buttons(
        self, view: ViewT, names: Sequence[str], moves: Mapping[str, MoveT]
    ) -> list[Choice]:
        own_seat = _seat_of(view)
        return [
            Choice(
                key=key,
                label=self._fill(move, names, own_seat),
                note=self.note(view, move),
                move=move,
            )
            for key, move in moves.items()
        ]

    def _form(self, view: ViewT, names: Sequence[str], moves: Sequence[MoveT]) -> Choice:
        """Form one choice from many moves of a kind, with each field's possible values."""
        button_sentence = self._sentences[type(moves[0])]
        reader = self._reader(names, _seat_of(view))
        fields = []
        for name in button_sentence.kinds:
            values = dict.fromkeys([getattr(move, name) for move in moves])
            answers = [
                Answer(value=str(value), label=button_sentence.say(name, value, reader))
                for value in values
            ]
            label = capital(spaced(name))
            field = Field(name=name, label=label, answers=tuple(answers), value=answers[0].value)
            fields.append(field)
        return Choice(key=_tag(type(moves[0])), label=button_sentence.outline, fields=tuple(fields))

    def _hand(self, view: ViewT, moves: Mapping[str, MoveT]) -> Panel:
        """Return the hand of the viewer's seat. A click on a card presses the only button that
        names the card.
        """
        naming = [
            (astuple(move)[0], key)
            for key, move in moves.items()
            if [*self._sentences[type(move)].kinds.values()] == [self.card]
        ]
        cards = [card for card, _ in naming]
        presses = {card: key for card, key in naming if cards.count(card) == 1}
        return Panel(
            title="Your hand",
            cards=self._cards(self.hand(view), presses),
            secret=True,
            above=True,
            empty="No cards are left.",
        )

    def _cards(self, hand: Sequence[Any], presses: Mapping[Any, str]) -> tuple[Card, ...]:
        return tuple(
            [Card(title=self.card_title(card), choice=presses.get(card, "")) for card in hand]
        )

    def _players(self, view: ViewT, names: Sequence[str]) -> Table:
        own_seat = _seat_of(view)
        rows = [
            (
                with_kind(names, seat) + (" (you)" if seat == own_seat else ""),
                *[str(cell) for cell in self.player(view, Seat(seat))],
            )
            for seat in range(len(names))
        ]
        return Table(heads=("Player", *self.columns), rows=tuple(rows))

    def _fill(self, record: Value, names: Sequence[str], viewer: Seat | None) -> str:
        return self._sentences[type(record)].fill(record, self._reader(names, viewer))

    def _reader(self, names: Sequence[str], viewer: Seat | None) -> Reader:
        return Reader(names, viewer, self.card_words)


def _sentences(kinds: Any, templates: Mapping[type, str], card: Any) -> dict[type, Sentence]:
    """Return a sentence for each kind of record. Raise `BadSentence` if a kind has no text."""
    missing = [kind.__name__ for kind in get_args(kinds) or (kinds,) if kind not in templates]
    if missing:
        raise BadSentence(f"there are no words for {join_items(missing)}")
    return {kind: Sentence.parse(kind, template, card) for kind, template in templates.items()}


def _key(move: Value) -> str:
    """Return the key of a move's choice, made of its tag and values, as in "carry.3"."""
    return ".".join([_tag(type(move)), *[str(part) for part in astuple(move)]])


def _tag(kind: Any) -> str:
    return str(kind.__struct_config__.tag)


def _seat_of(view: Any) -> Seat | None:
    """Return the seat of a view, or None for a spectator's view."""
    seat: Seat | None = view.seat
    return seat
