"""A turn bit by bit: the picture and the lines of each phase, from what one seat heard (V70)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from autoduel.rules.events import Moved, SpeedIs, TurnBegins
from autoduel.rules.values import View
from engine.values import changed
from play.tabletop.contract import Stage

from .picture import picture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoduel.rules.values import Event, Table


def stages(before: View, after: View, told: Sequence[tuple[Event, str]]) -> tuple[Stage, ...]:
    """One stage for each phase in which something has a line or a car moves; any other goes with
    the phase before it. The last one is the board as it stands afterwards. Nothing where nobody
    drove.
    """
    if not any(isinstance(event, TurnBegins) for event, _ in told):
        return ()
    table, turn = changed(before.table, film=()), before.table.turn
    found: list[_Part] = []
    phase = -1
    for event, line in told:
        here = _phase(event, phase)
        turn = event.turn if isinstance(event, TurnBegins) else turn
        if here != phase or not found or isinstance(event, TurnBegins):
            _drop_still(found)
            found.append(_Part(table, [], f"Turn {turn}, phase {max(1, here)}"))
            phase = here
        table, part = _after(table, event), found[-1]
        found[-1] = part._replace(
            table=table,
            lines=[*part.lines, line] if line else part.lines,
            moves=part.moves or isinstance(event, Moved),
        )
    _drop_still(found)
    drawn = [picture(View(seat=after.seat, table=one.table)) for one in found[:-1]]
    return tuple(
        [
            Stage(drawing=drawing, lines=tuple(one.lines), title=one.title)
            for drawing, one in zip([*drawn, picture(after)], found, strict=True)
        ]
    )


class _Part(NamedTuple):
    """The table as it is after a phase, the phase's lines, what it is called, and whether a car
    moves in it.
    """

    table: Table
    lines: list[str]
    title: str
    moves: bool = False


def _phase(event: Event, phase: int) -> int:
    """The phase to which an event belongs; a new turn begins with its first."""
    if isinstance(event, TurnBegins):
        return 1
    said = getattr(event, "phase", 0)
    return max(said, phase) if said else phase


def _drop_still(found: list[_Part]) -> None:
    """A phase in which nothing was to be seen or read goes with what came before it."""
    if len(found) > 1 and not found[-1].lines and not found[-1].moves:
        table = found.pop().table
        found[-1] = found[-1]._replace(table=table)


def _after(table: Table, event: Event) -> Table:
    """The table after something that moves a car, and with it in the film."""
    if isinstance(event, TurnBegins):
        return changed(table, film=(event,))
    if isinstance(event, Moved | SpeedIs):
        cars = list(table.cars)
        one = cars[event.car]
        if isinstance(event, SpeedIs):
            cars[event.car] = changed(one, speed=event.speed)
        elif event.poses:
            x, y, heading = event.poses[-1]
            cars[event.car] = changed(one, x=x, y=y, heading=heading, course=heading)
        return changed(table, cars=tuple(cars), film=(*table.film, event))
    return table
