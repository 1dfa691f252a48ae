"""Secret knowledge of a spy about the rooms: its traps, decoys, hidden pieces and last visits."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from minigames.lunacy.rules.values import View


class Known(NamedTuple):
    """The known device, the own hidden pieces and the round of the last look, by room."""

    devices: Mapping[int, str]
    pieces: Mapping[int, tuple[int, ...]]
    looked: Mapping[int, int]


def known(view: View) -> Known:
    """Return what a seat knows of the rooms. Spectators only know the traps that killed (L20)."""
    rooms, own = view.table.rooms, view.own
    devices: dict[int, str] = {at: room.known for at, room in enumerate(rooms) if room.known}
    if own is None:
        return Known(devices, {}, {})
    devices |= {
        note.room: "decoy"
        for note in own.notes
        if note.device == "decoy"
        and rooms[note.room].device
        and rooms[note.room].laid_by == view.seat
    }
    devices |= {trap.room: trap.colour for trap in own.traps}
    if own.find is not None and own.find.device:
        devices[own.find.room] = own.find.device
    pieces: dict[int, tuple[int, ...]] = {}
    for stash in own.stashed:
        pieces[stash.room] = (*pieces.get(stash.room, ()), stash.number)
    return Known(devices, pieces, {note.room: note.looked for note in own.notes if note.looked})
