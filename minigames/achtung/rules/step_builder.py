"""A step that is being built, with the current state and the events so far.

The object is discarded after the step.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.dice import Dice
from engine.game import Step, Told
from engine.values import Audience, Seat, changed

from .values import Event, Seats, State


class StepBuilder:
    """A builder for a step. Change its parts by name, send events, and then call `finish`."""

    def __init__(self, state: State, dice: Dice, events: tuple[Told[Event], ...] = ()) -> None:
        self.table, self.teams, self.own = state.table, list(state.teams), list(state.own)
        self.hidden, self.acting, self.dice, self.events = (
            state.hidden,
            set(state.acting),
            dice,
            list(events),
        )

    def tell(self, event: Event, *, to: Audience) -> None:
        """Send an event to these seats or to everyone."""
        self.events.append(Told(event=event, to=to))

    def set_table(self, **fields: Any) -> None:
        self.table = changed(self.table, **fields)

    def set_team(self, side: int, **fields: Any) -> None:
        self.teams[side] = changed(self.teams[side], **fields)

    def set_own(self, seat: Seat, **fields: Any) -> None:
        self.own[seat] = changed(self.own[seat], **fields)

    def ask(self, seats: Iterable[Seat]) -> None:
        """Ask these seats to answer next, and discard their previous answers."""
        for seat in seats:
            if self.own[seat].answer is not None:
                self.own[seat] = changed(self.own[seat], answer=None)
            self.acting.add(seat)

    def discard_answers(self, seats: Seats) -> None:
        """Discard the sealed answers of these seats, but do not ask them again."""
        self.ask(seats)
        self.acting.difference_update(seats)

    @property
    def seats(self) -> Seats:
        return tuple([Seat(seat) for seat in range(len(self.own))])

    def finish(self) -> Step[State, Event]:
        red, blu = self.teams
        state = State(
            table=self.table,
            teams=(red, blu),
            own=tuple(self.own),
            hidden=self.hidden,
            acting=tuple(sorted(self.acting)),
        )
        return state, tuple(self.events)
