"""Checkpoint in words: all that its pages say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

from msgspec import Meta

from engine.values import Seat, Value
from play.tabletop.contract import Credit
from play.tabletop.default_board import DefaultTabletop

from .rules import game as rules
from .rules.game import CHECKPOINT, Event, Move, Paper, Setup, State, View

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Options(Value):
    """What may be set (C1)."""

    papers: Annotated[int, Meta(ge=3, le=6, title="Papers each")] = 5


class CheckpointTable(DefaultTabletop[Setup, State, Move, Event, View]):
    """Couriers and guards, by turns."""

    game = CHECKPOINT
    title = "Checkpoint"
    blurb = "Carry papers across the border and say what they are worth. Somebody may look."
    credit = Credit(title="Checkpoint", author="The house", year="2026", licence="Our own game.")
    minutes = "10 minutes"
    options = Options
    card = Paper
    columns = ("Points", "Papers in hand", "Across unopened")
    endings = {"last-paper": "The last paper has reached the border."}
    moves = {
        rules.Carry: "Carry {paper} and declare {worth}",
        rules.Wave: "Wave it through",
        rules.Open: "Open the bag",
    }
    events = {
        rules.Dealt: "You hold {papers}.",
        rules.Packed: "You pack {paper}.",
        rules.Declared: "{courier:declare} a worth of {worth}.",
        rules.Waved: "{guard:wave} it through: {points:point} for {courier}.",
        rules.Opened: "{guard:open} {courier:'s} bag: {paper}! {winner:score} {points:point}.",
    }

    def setup(self, options: Any, seats: int) -> Setup:
        self.check_seats(options, seats)
        return Setup(players=seats, papers=options.papers)

    def waits_for(self, view: View) -> tuple[Seat, ...]:
        return view.table.acting

    def prompt(self, view: View) -> str:
        return "Do you open the bag?" if view.table.declared else "Pack a paper"

    def lines(self, view: View, names: Sequence[str]) -> Iterator[str]:
        if view.table.declared:
            yield f"A worth of {view.table.declared} is declared for the paper in the bag."
        if view.table.opened:
            yield f"Opened so far: {', '.join(map(str, view.table.opened))}."

    def player(self, view: View, seat: Seat) -> Sequence[int]:
        table = view.table
        return table.scores[seat], table.hands[seat], table.unopened[seat]

    def hand(self, view: View) -> Sequence[Paper]:
        return view.own.hand if view.own is not None else ()

    def card_words(self, card: Paper) -> str:
        return f"a {card}"


CHECKPOINT_TABLE: Final = CheckpointTable()
