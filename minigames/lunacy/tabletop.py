"""Lunacy at the Labs, set up as a game of the site."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from engine.dice import Dice
from engine.game import Refusal
from engine.values import Seat
from minigames.lunacy.board import coaching, forms, log, offers, panels, picture, standing, twin
from minigames.lunacy.doctrine import DOCTRINE
from minigames.lunacy.rules.events import Event
from minigames.lunacy.rules.game import LUNACY
from minigames.lunacy.rules.judging import eyes_of, is_asked
from minigames.lunacy.rules.values import SEATS, Move, Setup, State, View
from play.tabletop.board import Board, Draft
from play.tabletop.contract import Credit, Preset, Tabletop


class LunacyTable(Tabletop[Setup, State, Move, Event, View]):
    """A game of Lunacy at the Labs on the site."""

    game = LUNACY
    title = "Lunacy at the Labs"
    blurb = (
        "Two spies search a laboratory for the Thingamajig, set traps for each other and race to "
        "the roof."
    )
    credit = Credit(
        title="Spy vs Spy: Lunacy at the Labs",
        author="Blake Cetnar",
        year="2010",
        licence="Creative Commons",
        source="",
    )
    minutes = "40 to 90 minutes"
    options = Setup
    presets: ClassVar[tuple[Preset, ...]] = (
        Preset(
            key="short",
            title="Short",
            blurb="A draw unless someone wins within 40 rounds.",
            seats=2,
            options=Setup(rounds=40),
        ),
        Preset(
            key="armed",
            title="Armed to the teeth",
            blurb="Twice as many pieces, and eight to carry.",
            seats=2,
            options=Setup(stashes=6, limit=8),
        ),
        Preset(
            key="wired",
            title="Trip wires",
            blurb="Traps go off as soon as an enemy comes in.",
            seats=2,
            options=Setup(wires=True),
        ),
    )
    late = "If you run out of time, the doctrine bot makes your move."
    bots: ClassVar[tuple[str, ...]] = ("search", "doctrine", "random")
    bot_names = (
        "Cipher",
        "Harrier",
        "Kismet",
        "Marlowe",
        "Mistral",
        "Nimbus",
        "Phantom",
        "Quill",
        "Rook",
        "Solace",
        "Tempest",
        "Vesper",
    )
    endings = log.ENDINGS
    style = "lunacy/board.css"
    script = "lunacy/board.js"
    min_rated_moves = 8
    """About two rounds. The shortest matches have ten moves."""

    def seat_counts(self, options: Any) -> Sequence[int]:
        return (len(SEATS),)

    def setup(self, options: Setup, seats: int) -> Setup:
        if seats != len(SEATS):
            raise Refusal("This game needs exactly two players.")
        return options

    def seat_titles(self, setup: Setup) -> tuple[str, ...]:
        """Return neutral titles, because Black is chosen only when the match begins."""
        return ("First spy", "Second spy")

    def board(self, view: View, names: Sequence[str], draft: Draft | None = None) -> Board:
        menus = offers.offers(view, names)
        return Board(
            headline=standing.headline(view, names),
            lines=tuple(standing.lines(view, names)),
            drawing=picture.picture(view, names, offers.click_targets(menus)),
            panels=panels.panels(view, names),
            menus=menus,
            words=twin.twin(view, names),
            waiting=standing.waiting(view),
        )

    def read(self, view: View, draft: Draft) -> Move:
        eyes = eyes_of(view)
        if (
            eyes is not None
            and is_asked(eyes)
            and self.board(view, self._anonymous(view)).choice(draft.choice) is not None
        ):
            move = forms.read(eyes, draft)
            if move is not None:
                return move
        return super().read(view, draft)

    def say(self, event: Event, names: Sequence[str], viewer: Seat | None) -> str:
        return log.say(event, names, viewer)

    def turn_number(self, view: View) -> int:
        """Return the number of the current round."""
        return view.table.round

    def default_move(self, view: View, dice: Dice) -> Move:
        """Return the doctrine bot's move, which is played when a player's time is up."""
        return DOCTRINE.choose(view, SEATS[0] if view.seat is None else view.seat, dice)

    def coach(self, view: View) -> str:
        return coaching.coach(view)

    def truth(self, state: State, names: Sequence[str]) -> Board:
        """Return the final board, which shows all secrets."""
        view = LUNACY.view(state, None)
        return Board(
            headline=standing.headline(view, names),
            lines=tuple(standing.lines(view, names)),
            drawing=picture.whole_truth(state, names),
            panels=(
                *panels.public(view, names),
                *[
                    panels.of_spy(own_state, names[seat])
                    for seat, own_state in enumerate(state.own)
                ],
            ),
        )


LUNACY_TABLE: Final = LunacyTable()
