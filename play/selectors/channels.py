"""Where one may talk and listen at a table: what the game says for one's own view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from play.tabletop import registry
from play.tabletop.contract import TABLE, Channel

from .matches import current

if TYPE_CHECKING:
    from engine.values import Seat
    from play.models import Table
    from play.running import Running


def channels_of(table: Table, seat: Seat | None) -> tuple[Channel, ...]:
    """The channels of this seat, or of spectators, now. Before the start there is only the
    table.
    """
    if table.match is None:
        return (TABLE,)
    return channels_in(current(table.match), seat)


def channels_in(running: Running, seat: Seat | None) -> tuple[Channel, ...]:
    """The same for a match that is at hand."""
    return registry.get(running.match.game).channels(running.view(seat))
