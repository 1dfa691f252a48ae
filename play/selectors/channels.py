"""A table's chat channels: the game's channels for a seat, and the stands for spectators."""

from __future__ import annotations

from engine.values import Seat, changed
from play.models import Table
from play.running import Running
from play.tabletop import registry
from play.tabletop.contract import STANDS, TABLE, Channel

from .matches import current_match
from .participants import Participant


def channels_of(place: Participant) -> tuple[Channel, ...]:
    """Return the current channels of the viewer's seat, or of spectators. Before the start, there
    is only the table's channel.
    """
    match = place.table.match
    if match is None:
        return (TABLE,)
    return with_stands(place, channels_in(current_match(match), place.seat))


def channels_in(running: Running, seat: Seat | None) -> tuple[Channel, ...]:
    """Return the game's channels for a seat of a loaded match."""
    return registry.get(running.match.game).channels(running.view(seat))


def with_stands(place: Participant, channels: tuple[Channel, ...]) -> tuple[Channel, ...]:
    """Return the game's channels, and the stands if the game has them.

    During the match, spectators write only in the stands, and players do not see these lines.
    Afterwards, everyone can read the stands. Viewers who are not signed in never see them, because
    such a viewer could be a player.
    """
    table = place.table
    if not registry.get(table.game).stands or not place.is_signed_in:
        return channels
    if table.status == Table.Status.OVER:
        return (*channels, changed(STANDS, mute=True))
    if place.seat is None:
        return (*[changed(channel, mute=True) for channel in channels], STANDS)
    return channels


def in_stands(place: Participant) -> bool:
    """Return whether the viewer can write in the stands. Only signed-in spectators of a match in
    progress can write there, and guests cannot.
    """
    table = place.table
    return (
        registry.get(table.game).stands
        and table.is_playing
        and place.seat is None
        and place.is_signed_in
        and not place.user.guest
    )
