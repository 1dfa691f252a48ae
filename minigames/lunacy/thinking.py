"""The search bot: the engine's search with a short menu and an evaluation of positions.

A few hundred playouts are too few to consider every change of equipment, so the menu contains only
promising moves. The search tries the doctrine bot's move first, and the doctrine bot plays the
playouts. The search bot knows no more than any player.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from minigames.lunacy.rules import judging, menus
from minigames.lunacy.rules.game import Lunacy
from minigames.lunacy.rules.judging import Eyes, eyes_of, is_asked
from minigames.lunacy.rules.laboratory import NOWHERE, ROOMS
from minigames.lunacy.rules.step_builder import rival
from minigames.lunacy.rules.values import Leave, Move, Slot, View

DEPTH: Final = 10
"""Number of plies in a playout."""
CURIOSITY: Final = 0.4
TRUST: Final = 4.0
"""Weight of the doctrine bot's move at the start of the search, in playouts."""


class Considered(Lunacy):
    """The game with a menu of promising moves.

    Only the search bot uses this class. The class is never registered.
    """

    def legal_moves(self, view: View) -> Sequence[Move]:
        eyes = eyes_of(view)
        if eyes is None or not is_asked(eyes):
            return ()
        match eyes.table.phase:
            case "act":
                return _turn(eyes)
            case "search":
                return _leave(eyes)
        return menus.menu_of(eyes)


CONSIDERED: Final = Considered()


def _turn(eyes: Eyes) -> list[Move]:
    """Return steps, promising searches, useful changes of equipment, and first aid.

    The end of the turn is included if there is no other move, or if the spy carries all three
    pieces.
    """
    moves: list[Move] = [*menus.go_menu(eyes)]
    if _may_find(eyes) and not judging.why_not_search(eyes):
        moves.append(menus.SEARCH)
    if not judging.why_not_use(eyes, "mend"):
        moves.append(menus.MEND)
    if eyes.table.points:
        moves += [menus.CHANGE[kit] for kit in _kits(eyes)]
    return moves if moves and not eyes.burdened else [*moves, menus.END_TURN]


def _may_find(eyes: Eyes) -> bool:
    """Return whether a search could find something.

    This can be something new, something loose, or something that this spy has hidden.
    """
    current_place = eyes.spy.place
    if current_place not in ROOMS:
        return False
    room = eyes.table.rooms[current_place]
    if room.looked_by is None:
        return NOWHERE in eyes.table.homes
    return (
        bool(room.pieces)
        or room.looked_by != eyes.seat
        or any(stash.room == current_place for stash in eyes.own_state.stashed)
    )


def _kits(eyes: Eyes) -> list[tuple[Slot, Slot]]:
    """Return useful changes of equipment.

    Useful changes fill empty slots, equip a defence against the rival's weapon, or equip a weapon
    that the rival cannot stop.
    """
    own_state, other = eyes.own_state, eyes.table.spies[rival(eyes.seat)]
    weapon: Slot = own_state.weapon
    defence: Slot = own_state.defence
    if other.shown_weapon and other.shown_weapon in own_state.defences:
        defence = other.shown_weapon
    elif not defence and own_state.defences:
        defence = max(own_state.defences, key=own_state.defences.count)
    fit = sorted({colour for colour in own_state.weapons if colour != other.shown_defence})
    weapons: Sequence[Slot] = (
        fit
        if fit and (not weapon or weapon == other.shown_defence) and not eyes.burdened
        else (weapon,)
    )
    return [
        (colour, defence)
        for colour in weapons
        if (colour, defence) != (own_state.weapon, own_state.defence)
    ]


def _leave(eyes: Eyes) -> list[Leave]:
    """Return the promising ways to end a search.

    The bot keeps or hides all pieces, and leaves the present device, a decoy or the most common
    trap.
    """
    moves = menus.leave_menu(eyes)
    weapons = eyes.own_state.weapons
    trap = max(weapons, key=weapons.count) if weapons else ""
    considered_moves = [
        move
        for move in moves
        if move.device in {"leave", "decoy", "bare", trap}
        and move.hide in {(), eyes.own_state.pieces}
    ]
    return considered_moves or moves
