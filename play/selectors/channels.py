"""Where one may talk and listen at a table: what the game says for one's own view, and the
stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.values import changed
from play.models import Table
from play.tabletop import registry
from play.tabletop.contract import STANDS, TABLE, Channel

from .matches import current

if TYPE_CHECKING:
    from engine.values import Seat
    from play.running import Running

    from .participants import Participant


def channels_of(place: Participant) -> tuple[Channel, ...]:
    """The channels of this seat, or of spectators, now. Before the start there is only the
    table.
    """
    match = place.table.match
    if match is None:
        return (TABLE,)
    return with_stands(place, channels_in(current(match), place.seat))


def channels_in(running: Running, seat: Seat | None) -> tuple[Channel, ...]:
    """The game's own for a match that is at hand."""
    return registry.get(running.match.game).channels(running.view(seat))


def with_stands(place: Participant, channels: tuple[Channel, ...]) -> tuple[Channel, ...]:
    """The game's channels and, where it has stands, these: to talk in for spectators while it is
    played, who only listen elsewhere; to read for everybody afterwards; nothing for who plays, and
    for who is not signed in: a driver might be.
    """
    table = place.table
    if not registry.get(table.game).stands or not place.is_signed_in:
        return channels
    if table.status == Table.Status.OVER:
        return (*channels, changed(STANDS, mute=True))
    if place.seat is None:
        return (*[changed(each, mute=True) for each in channels], STANDS)
    return channels


def in_stands(place: Participant) -> bool:
    """Whether this person may talk in the stands: who watches a match that is played, is signed in,
    and is no guest.
    """
    table = place.table
    return (
        registry.get(table.game).stands
        and table.is_playing
        and place.seat is None
        and place.is_signed_in
        and not place.user.guest
    )
