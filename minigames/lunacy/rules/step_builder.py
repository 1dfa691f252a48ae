"""A builder for one step of a match, which collects the changed state and the events."""

from __future__ import annotations

from typing import Any

from engine.dice import Dice
from engine.game import Outcome, Step, Told
from engine.values import EVERYONE, Audience, Seat, changed, swap

from .events import Ended, Event
from .laboratory import ROOMS
from .values import Bag, Cell, Colour, Cop, Own, Slot, Spy, State, Table


class StepBuilder:
    """A step of a match. Rolls are public, except when equipment is drawn from a bag."""

    def __init__(self, state: State, dice: Dice) -> None:
        self.table: Table = state.table
        self.own: tuple[Own, Own] = state.own
        self.cells: tuple[Cell, ...] = state.cells
        self.bag: Bag = state.bag
        self.dice = dice
        self.told: list[Told[Event]] = []

    def tell(self, event: Event, *, to: Audience) -> None:
        """Send an event to these seats or to everyone."""
        self.told.append(Told(event=event, to=to))

    def set(self, **facts: Any) -> None:
        """Change fields of the public table."""
        self.table = changed(self.table, **facts)

    def spy(self, seat: Seat, **facts: Any) -> Spy:
        """Change and return the public state of a spy."""
        first, second = self.table.spies
        spy = changed(second if seat else first, **facts)
        self.table = changed(self.table, spies=(first, spy) if seat else (spy, second))
        return spy

    def learn(self, seat: Seat, **facts: Any) -> Own:
        """Change and return the secret state of a spy.

        Callers must also send an event to that seat.
        """
        first, second = self.own
        own_state = changed(second if seat else first, **facts)
        self.own = (first, own_state) if seat else (own_state, second)
        return own_state

    def room(self, place: int, **facts: Any) -> None:
        """Change the public state of a room."""
        rooms = self.table.rooms
        self.table = changed(self.table, rooms=swap(rooms, place, changed(rooms[place], **facts)))

    def cell(self, place: int, **facts: Any) -> None:
        """Change the secret contents of a room."""
        self.cells = swap(self.cells, place, changed(self.cells[place], **facts))

    def cop(self, rank: int, **facts: Any) -> Cop:
        """Change and return a cop in play."""
        cops = tuple(
            [changed(cop, **facts) if cop.rank == rank else cop for cop in self.table.cops]
        )
        self.table = changed(self.table, cops=cops)
        return cop_of(self.table, rank)

    def end(self, ending: str, *winners: Seat) -> None:
        """End the match."""
        outcome = Outcome(winners=winners, ending=ending)
        self.set(phase="over", outcome=outcome, combat=None, search=None, queue=())
        self.tell(Ended(outcome=outcome), to=EVERYONE)

    def finish(self) -> Step[State, Event]:
        """Return the resulting state and the events."""
        return State(table=self.table, own=self.own, cells=self.cells, bag=self.bag), tuple(
            self.told
        )


def cop_of(table: Table, rank: int) -> Cop:
    """Return the cop of this rank. Raise KeyError if it is not in play."""
    for cop in table.cops:
        if cop.rank == rank:
            return cop
    raise KeyError(rank)


def rival(seat: Seat) -> Seat:
    """Return the other spy's seat."""
    return Seat(1 - seat)


def cops_in(table: Table, place: int) -> tuple[Cop, ...]:
    """Return the cops in a room, largest first (L18). Cops at entrances start no combat (L4)."""
    return (
        tuple([cop for cop in reversed(table.cops) if cop.place == place]) if place in ROOMS else ()
    )


def plus(colours: tuple[Colour, ...], *added: Slot) -> tuple[Colour, ...]:
    """Return the sorted colours with others added. Empty slots are ignored."""
    return tuple(sorted([*colours, *[colour for colour in added if colour]]))


def minus(colours: tuple[Colour, ...], *removed: Slot) -> tuple[Colour, ...]:
    """Return the colours without the removed ones. Each removed colour is taken away once.

    Raise ValueError if a colour is missing.
    """
    remaining = list(colours)
    for colour in removed:
        if colour:
            remaining.remove(colour)
    return tuple(remaining)


def holds(colours: tuple[Colour, ...], required: tuple[Slot, ...]) -> bool:
    """Return whether the colours include all required colours, counting duplicates."""
    return all(colours.count(colour) >= required.count(colour) for colour in {*required} if colour)
