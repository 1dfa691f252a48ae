"""Two spies placed where a test wants them, and scripted dice.

A moves first and is Black at the left entrance. Room 0 has token 1 and room 24 has token 25.
Circled are 1, 13 and 25. A has one piece of each colour except light blue, B of each except white.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

import pytest

from engine.dice import ScriptedDice
from engine.game import Refusal
from engine.match import heard_by, submit
from engine.values import Seat, changed, swap
from minigames.lunacy.rules.game import LUNACY
from minigames.lunacy.rules.values import (
    Cell,
    Circle,
    Cop,
    Done,
    Leave,
    Look,
    Move,
    Own,
    Setup,
    Spy,
    State,
    Stay,
    Table,
    Trap,
    View,
    Wield,
)

if TYPE_CHECKING:
    from engine.game import Outcome
    from minigames.lunacy.rules.events import Event

T = TypeVar("T")

A: Final = Seat(0)
B: Final = Seat(1)
SWORD: Final = Wield(use="sword")
EQUIPMENT: Final = Wield(use="equipment")
STAY: Final = Stay()
CIRCLED: Final = (1, 13, 25)


class Scene:
    """A match in progress.

    `play` submits a move with its dice. `put` and other methods change the state outside the rules.
    """

    def __init__(self, circled: tuple[int, ...] = CIRCLED, **options: Any) -> None:
        self.state: State = LUNACY.start(Setup(**options), ScriptedDice(1, 1))[0]
        self.told: list[Any] = []
        for seat, number in zip((A, B, A), circled, strict=False):
            self.play(seat, Circle(number=number))

    # --- views ---

    @property
    def table(self) -> Table:
        return self.state.table

    @property
    def outcome(self) -> Outcome | None:
        return LUNACY.outcome(self.state)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return LUNACY.to_act(self.state)

    def spy(self, seat: Seat) -> Spy:
        return self.table.spies[seat]

    def own(self, seat: Seat) -> Own:
        return self.state.own[seat]

    def view(self, seat: Seat | None) -> View:
        return LUNACY.view(self.state, seat)

    def cop(self, rank: int) -> Cop:
        return self.table.cops[rank]

    def heard(self, seat: Seat | None) -> tuple[Event, ...]:
        """Return the events of the last move that a seat heard."""
        return heard_by(seat, self.told)

    def all(self, kind: type[T], seat: Seat | None = None) -> list[T]:
        return [event for event in self.heard(seat) if isinstance(event, kind)]

    def one(self, kind: type[T], seat: Seat | None = None) -> T:
        (event,) = self.all(kind, seat)
        return event

    # --- moves ---

    def play(self, seat: Seat, move: Move, *faces: int) -> Scene:
        """Submit a move that rolls exactly these dice."""
        dice = ScriptedDice(*faces)
        self.state, told = submit(LUNACY, self.state, seat=seat, move=move, dice=dice)
        self.told = list(told)
        dice.assert_used()
        return self

    def refuses(self, seat: Seat, move: Move) -> str:
        """Return the sentence of a refused move, which changes nothing."""
        with pytest.raises(Refusal) as refusal:
            submit(LUNACY, self.state, seat=seat, move=move, dice=ScriptedDice())
        return refusal.value.sentence

    def search(self, seat: Seat, *faces: int) -> Scene:
        return self.play(seat, Look(), *faces)

    def leave(self, seat: Seat, device: Any = "decoy", *faces: int, **more: Any) -> Scene:
        return self.play(seat, Leave(device=device, **more), *faces)

    def fight(self, first: Wield, second: Wield, *faces: int) -> Scene:
        """Play one exchange between the two spies."""
        return self.play(A, first).play(B, second, *faces)

    # --- setup ---

    def set(self, **facts: Any) -> Scene:
        self.state = changed(self.state, table=changed(self.table, **facts))
        return self

    def put(self, seat: Seat, place: int | None = None, **facts: Any) -> Scene:
        """Place a spy and change its public state or possessions.

        Examples are `health`, `lives`, `claims`, `weapon` and `pieces`.
        """
        seen = {name: facts.pop(name) for name in [*facts] if name in Spy.__struct_fields__}
        if place is not None:
            seen["place"] = place
        spies = swap(self.table.spies, seat, changed(self.spy(seat), **seen))
        own = swap(self.state.own, seat, changed(self.own(seat), **facts))
        self.state = changed(self.state, table=changed(self.table, spies=spies), own=own)
        return self

    def give(self, seat: Seat, *numbers: int) -> Scene:
        """Give a spy these pieces with their markers and remove them from their rooms."""
        return self.taken(*numbers).put(seat, claims=numbers, pieces=numbers)

    def taken(self, *numbers: int) -> Scene:
        """Remove these pieces from their rooms."""
        homes = zip(self.table.circled, self.table.homes, strict=True)
        cells = [
            changed(cell, tokens=tuple([each for each in cell.tokens if each not in numbers]))
            for cell in self.state.cells
        ]
        self.state = changed(self.state, cells=tuple(cells))
        return self.set(
            homes=tuple([number - 1 if number in numbers else home for number, home in homes])
        )

    def trap(self, room: int, colour: Any, by: Seat) -> Scene:
        """Put a trap of that spy into a room."""
        traps = (*self.own(by).traps, Trap(room=room, colour=colour))
        return self.device(room, colour, by).put(by, traps=traps)

    def device(self, room: int, device: Any, by: Seat, *, owner: bool = True) -> Scene:
        rooms = swap(
            self.table.rooms,
            room,
            changed(self.table.rooms[room], device=True, laid_by=by, looked_by=by, looked=1),
        )
        cell = changed(
            self.state.cells[room], device=device, owner=by if owner and device != "decoy" else None
        )
        self.state = changed(
            self.state,
            table=changed(self.table, rooms=rooms, searches=1),
            cells=swap(self.state.cells, room, cell),
        )
        return self

    def loose(self, room: int, *weapons: Any, pieces: tuple[int, ...] = ()) -> Scene:
        here = changed(self.table.rooms[room], weapons=tuple(sorted(weapons)), pieces=pieces)
        return self.set(rooms=swap(self.table.rooms, room, here))

    def cell(self, room: int) -> Cell:
        return self.state.cells[room]

    def police(self, *places: int, **facts: Any) -> Scene:
        """Put cops into play from the deputy up. `facts` apply to the last one."""
        cops = [Cop(rank=rank, place=place) for rank, place in enumerate(places)]
        cops[-1] = changed(cops[-1], **facts)
        return self.set(cops=tuple(cops))

    def carrying(self, rank: int, *pieces: int) -> Scene:
        """Give a cop these pieces."""
        cops = swap(self.table.cops, rank, changed(self.cop(rank), pieces=pieces))
        return self.taken(*pieces).set(cops=cops)

    def police_turn(self, *faces: int) -> Scene:
        """Let both spies pass so that the police move."""
        self.set(turn=B, points=1)
        return self.play(B, Done(), *faces)
