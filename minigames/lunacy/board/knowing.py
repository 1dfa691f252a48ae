"""A spy's secret knowledge of the rooms: its traps, decoys, hidden pieces and last visits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from minigames.lunacy.rules.values import View


class RoomKnowledge(NamedTuple):
    """The known device, the spy's hidden pieces, and the round of its last look, by room."""

    devices: Mapping[int, str]
    pieces: Mapping[int, tuple[int, ...]]
    last_looks: Mapping[int, int]


def room_knowledge(view: View) -> RoomKnowledge:
    """Return what this view's seat knows about the rooms.

    Spectators know only traps that have killed a spy (L20).
    """
    rooms, own_state = view.table.rooms, view.own
    devices: dict[int, str] = {place: room.known for place, room in enumerate(rooms) if room.known}
    if own_state is None:
        return RoomKnowledge(devices, {}, {})
    devices |= {
        note.room: "decoy"
        for note in own_state.notes
        if note.device == "decoy"
        and rooms[note.room].device
        and rooms[note.room].laid_by == view.seat
    }
    devices |= {trap.room: trap.colour for trap in own_state.traps}
    if own_state.find is not None and own_state.find.device:
        devices[own_state.find.room] = own_state.find.device
    pieces: dict[int, tuple[int, ...]] = {}
    for stash in own_state.stashed:
        pieces[stash.room] = (*pieces.get(stash.room, ()), stash.number)
    return RoomKnowledge(
        devices, pieces, {note.room: note.looked for note in own_state.notes if note.looked}
    )
