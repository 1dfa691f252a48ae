"""Searching a room: the trap, the finds, and the device that is left.

See the text and L5 to L7, L20 to L22, and L24.
"""

from __future__ import annotations

from typing import Literal, cast

from engine.values import EVERYONE, Seat, changed, swap

from .arriving import slide
from .events import Found, LeftBehind, Saw, SearchEnded, Searches
from .laboratory import NOWHERE
from .step_builder import StepBuilder, minus, plus, rival
from .traps import spring
from .values import Colour, Device, Find, Leave, Note, Numbers, Own, Search, Stash, Trap


def search(p: StepBuilder, seat: Seat) -> None:
    """Search the spy's room, which costs one point.

    An enemy trap is resolved first. If the spy survives, it sees the contents and then chooses what
    to leave.
    """
    room, points = p.table.spies[seat].place, p.table.points - 1
    p.set(points=points)
    p.tell(Searches(seat=seat, room=room, points=points), to=EVERYONE)
    cell = p.cells[room]
    sprung, halted = cell.owner == rival(seat), ""
    if sprung:
        halted = spring(p, seat, room, cast("Colour", cell.device))
        if halted == "dead":
            return
    p.set(
        phase="search",
        search=Search(room=room, sprung=sprung, halted=cast('Literal["", "oil", "smoke"]', halted)),
    )
    device: Device = "" if sprung else cell.device
    if halted:
        p.learn(seat, find=Find(room=room, device=device))
        return
    _take_pieces(p, seat, room)
    tokens = p.cells[room].tokens
    own_state = p.learn(seat, find=Find(room=room, device=device, tokens=tokens))
    p.tell(Saw(room=room, device=device, tokens=tokens, pieces=own_state.pieces), to=(seat,))


def _take_pieces(p: StepBuilder, seat: Seat, room: int) -> None:
    """Give the searcher all circled and loose pieces in the room.

    Pieces whose markers are not with the searcher yet are announced (L7, L24).
    """
    table, own_state = p.table, p.own[seat]
    hidden = tuple([number for number in p.cells[room].tokens if number in table.circled])
    pieces = hidden + table.rooms[room].pieces
    if not pieces:
        return
    p.cell(room, tokens=tuple([number for number in p.cells[room].tokens if number not in hidden]))
    stashed = tuple([stash for stash in own_state.stashed if stash.number not in pieces])
    p.learn(seat, pieces=tuple(sorted(own_state.pieces + pieces)), stashed=stashed)
    announced = tuple(
        sorted([number for number in pieces if number not in table.spies[seat].claims])
    )
    if announced:
        _move_markers(p, seat, room, announced)
        p.tell(Found(seat=seat, room=room, numbers=announced), to=EVERYONE)


def _move_markers(p: StepBuilder, seat: Seat, room: int, numbers: Numbers) -> None:
    """Move the markers of pieces to their finder (L7).

    A marker comes from outside the board, from the floor, or from the other spy. In the last case,
    that spy can no longer bluff.
    """
    table, other = p.table, rival(seat)
    p.room(room, pieces=())
    p.spy(
        other,
        claims=tuple([number for number in table.spies[other].claims if number not in numbers]),
    )
    p.learn(
        other,
        stashed=tuple([stash for stash in p.own[other].stashed if stash.number not in numbers]),
    )
    p.spy(seat, claims=tuple(sorted(table.spies[seat].claims + numbers)))
    is_moved = [number in numbers for number in table.circled]
    p.set(
        homes=tuple(
            [
                room if new and home == NOWHERE else home
                for home, new in zip(table.homes, is_moved, strict=True)
            ]
        ),
        since=tuple(
            [
                table.searches + 1 if new else since
                for since, new in zip(table.since, is_moved, strict=True)
            ]
        ),
    )


# --- leaving --------------------------------------------------------------------------------------


def leave(p: StepBuilder, seat: Seat, move: Leave) -> None:
    """End a search: leave the device, hide pieces, and pick up and drop weapons.

    After that, oil makes the searcher slide out of the room (L21).
    """
    search, find = p.table.search, p.own[seat].find
    if search is None or find is None:
        raise RuntimeError("there is no search")
    room = search.room
    device = _lay(p, seat, find, move.device)
    if p.own[seat].pieces or move.take or move.drop:
        _sort(p, seat, room, move)
    own_state = p.own[seat]
    note = _page(p, own_state, find, device, halted=bool(search.halted))
    own_state = p.learn(
        seat,
        find=None,
        notes=tuple(
            sorted(
                [*[old_note for old_note in own_state.notes if old_note.room != room], note],
                key=_room_of,
            )
        ),
    )
    p.tell(
        LeftBehind(
            room=room,
            choice=move.device,
            device=device,
            hide=move.hide,
            pieces=own_state.pieces,
            weapon=own_state.weapon,
        ),
        to=(seat,),
    )
    _close(p, seat, search, move, is_bare=not device)
    if search.halted == "oil":
        slide(p, seat, room)


def _room_of(item: Note | Trap) -> int:
    return item.room


def _close(p: StepBuilder, seat: Seat, search: Search, move: Leave, *, is_bare: bool) -> None:
    """Update and announce the public result of a search.

    The result does not depend on the kind of device (brief, L24).
    """
    table, spy, room = p.table, p.table.spies[seat], search.room
    room_state, nth = table.rooms[room], table.searches + 1
    room_state = (
        changed(room_state, device=not is_bare, known="", laid_by=seat)
        if search.halted
        else changed(
            room_state, device=not is_bare, known="", laid_by=seat, looked_by=seat, looked=nth
        )
    )
    if move.take or move.drop:
        room_state = changed(
            room_state, weapons=plus(minus(room_state.weapons, *move.take), *move.drop)
        )
    p.set(searches=nth, phase="act", search=None, rooms=swap(table.rooms, room, room_state))
    if spy.light:
        p.spy(seat, light=False)
    if spy.shown_weapon and (spy.shown_weapon in move.drop or len(spy.claims) == 3):
        p.spy(seat, shown_weapon=None)
    p.tell(
        SearchEnded(seat=seat, room=room, bare=is_bare, took=move.take, dropped=move.drop),
        to=EVERYONE,
    )


def _lay(p: StepBuilder, seat: Seat, find: Find, choice: str) -> Device:
    """Replace the device in the room, and return the new device.

    A removed decoy or a removed trap of the searcher returns to its owner (L5).
    """
    if choice == "leave":
        return find.device
    own_state, room = p.own[seat], find.room
    weapons, decoys, traps = own_state.weapons, own_state.decoys, own_state.traps
    if find.device == "decoy":
        decoys += 1
    elif find.device:
        weapons, traps = (
            plus(weapons, find.device),
            tuple([trap for trap in traps if trap.room != room]),
        )
    if choice == "decoy":
        decoys -= 1
    elif choice != "bare":
        colour = cast("Colour", choice)
        weapons, traps = (
            minus(weapons, colour),
            tuple(sorted((*traps, Trap(room=room, colour=colour)), key=_room_of)),
        )
    p.learn(seat, weapons=weapons, decoys=decoys, traps=traps)
    device = cast("Device", "" if choice == "bare" else choice)
    p.cell(room, device=device, owner=seat if device not in {"", "decoy"} else None)
    return device


def _sort(p: StepBuilder, seat: Seat, room: int, move: Leave) -> None:
    """Hide pieces, and pick up and drop weapons.

    If the spy then carries all three pieces, its weapon secretly returns to the arsenal (L24).
    """
    own_state = p.own[seat]
    pieces = tuple([number for number in own_state.pieces if number not in move.hide])
    stashed = own_state.stashed
    if move.hide:
        p.cell(room, tokens=tuple(sorted(p.cells[room].tokens + move.hide)))
        stashed = (*stashed, *[Stash(room=room, number=number) for number in move.hide])
    own_after_drop = give_up(own_state, "weapons", move.drop)
    weapons, weapon = plus(own_after_drop.weapons, *move.take), own_after_drop.weapon
    if len(pieces) == 3:
        weapons, weapon = plus(weapons, weapon), ""
    p.learn(seat, pieces=pieces, stashed=stashed, weapons=weapons, weapon=weapon)


def give_up(
    own_state: Own, kind: Literal["weapons", "defences"], colours: tuple[Colour | Literal[""], ...]
) -> Own:
    """Return the spy's state without weapons or defences of these colours.

    The spy gives up its equipped item only if its arsenal has none of that colour.
    """
    for colour in filter(None, colours):
        if kind == "weapons":
            own_state = (
                changed(own_state, weapons=minus(own_state.weapons, colour))
                if colour in own_state.weapons
                else changed(own_state, weapon="")
            )
        else:
            own_state = (
                changed(own_state, defences=minus(own_state.defences, colour))
                if colour in own_state.defences
                else changed(own_state, defence="")
            )
    return own_state


def _page(p: StepBuilder, own_state: Own, find: Find, device: Device, *, halted: bool) -> Note:
    """Return the notebook entry for a search. Tokens are updated only if the spy has seen them."""
    now, room = p.table.round, find.room
    if not halted:
        return Note(room=room, round=now, device=device, looked=now, tokens=p.cells[room].tokens)
    before = next(
        (note for note in own_state.notes if note.room == room),
        Note(room=room, round=now, device=device),
    )
    return changed(before, round=now, device=device)
