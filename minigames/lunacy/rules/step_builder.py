"""One step in the making: the state as it stands, what was told so far, this ply's dice. The stages
of a turn write here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.game import Outcome, Step, Told
from engine.values import EVERYONE, Audience, Seat, changed, swap

from .events import Ended, Event
from .laboratory import ROOMS
from .values import Bag, Cell, Colour, Cop, Own, Slot, Spy, State, Table

if TYPE_CHECKING:
    from engine.dice import Dice


class StepBuilder:
    """A step of the match. Rolls are public, but for what comes out of a bag."""

    def __init__(self, state: State, dice: Dice) -> None:
        self.table: Table = state.table
        self.own: tuple[Own, Own] = state.own
        self.cells: tuple[Cell, ...] = state.cells
        self.bag: Bag = state.bag
        self.dice = dice
        self.told: list[Told[Event]] = []

    def tell(self, event: Event, *, to: Audience) -> None:
        """Say it to these seats, or to everyone."""
        self.told.append(Told(event=event, to=to))

    def set(self, **facts: Any) -> None:
        """Change what both see."""
        self.table = changed(self.table, **facts)

    def spy(self, seat: Seat, **facts: Any) -> Spy:
        """Change what both see of a spy."""
        first, second = self.table.spies
        spy = changed(second if seat else first, **facts)
        self.table = changed(self.table, spies=(first, spy) if seat else (spy, second))
        return spy

    def learn(self, seat: Seat, **facts: Any) -> Own:
        """Change what a spy knows. Whoever calls this tells that seat, too."""
        first, second = self.own
        own = changed(second if seat else first, **facts)
        self.own = (first, own) if seat else (own, second)
        return own

    def room(self, place: int, **facts: Any) -> None:
        """Change what both see of a room."""
        rooms = self.table.rooms
        self.table = changed(self.table, rooms=swap(rooms, place, changed(rooms[place], **facts)))

    def cell(self, place: int, **facts: Any) -> None:
        """Change what truly lies in a room."""
        self.cells = swap(self.cells, place, changed(self.cells[place], **facts))

    def cop(self, rank: int, **facts: Any) -> Cop:
        """Change a cop who has come into play."""
        cops = tuple(
            [changed(cop, **facts) if cop.rank == rank else cop for cop in self.table.cops]
        )
        self.table = changed(self.table, cops=cops)
        return cop_of(self.table, rank)

    def end(self, ending: str, *winners: Seat) -> None:
        """The match is over."""
        outcome = Outcome(winners=winners, ending=ending)
        self.set(phase="over", outcome=outcome, combat=None, search=None, queue=())
        self.tell(Ended(outcome=outcome), to=EVERYONE)

    def finish(self) -> Step[State, Event]:
        """The state that this step has come to, and what was told on the way."""
        return State(table=self.table, own=self.own, cells=self.cells, bag=self.bag), tuple(
            self.told
        )


def cop_of(table: Table, rank: int) -> Cop:
    """The cop of that rank, who has come into play; KeyError otherwise."""
    for cop in table.cops:
        if cop.rank == rank:
            return cop
    raise KeyError(rank)


def rival(seat: Seat) -> Seat:
    """The other spy."""
    return Seat(1 - seat)


def cops_in(table: Table, place: int) -> tuple[Cop, ...]:
    """The police in a room, the largest first (L18); entrances start no combat (L4)."""
    return (
        tuple([cop for cop in reversed(table.cops) if cop.place == place]) if place in ROOMS else ()
    )


def plus(colours: tuple[Colour, ...], *more: Slot) -> tuple[Colour, ...]:
    """These colours and more; an empty slot adds nothing."""
    return tuple(sorted([*colours, *[each for each in more if each]]))


def minus(colours: tuple[Colour, ...], *gone: Slot) -> tuple[Colour, ...]:
    """These colours without one piece of each that is gone; ValueError if there is none."""
    left = list(colours)
    for each in gone:
        if each:
            left.remove(each)
    return tuple(left)


def holds(colours: tuple[Colour, ...], wanted: tuple[Slot, ...]) -> bool:
    """Whether all wanted pieces are among these."""
    return all(colours.count(each) >= wanted.count(each) for each in {*wanted} if each)
