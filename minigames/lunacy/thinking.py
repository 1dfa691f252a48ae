"""The search bot of Lunacy at the Labs: the engine's search over a shorter menu, with the worth of
positions.

A search of a few hundred playouts drowns in a dozen ways to change equipment. It looks at what a
spy would seriously consider, first at what doctrine would do, which also plays its playouts; the
rules, and what it knows, are those of every player.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from minigames.lunacy.rules import judging, menus
from minigames.lunacy.rules.game import Lunacy
from minigames.lunacy.rules.judging import Eyes, eyes_of, is_asked
from minigames.lunacy.rules.laboratory import NOWHERE, ROOMS
from minigames.lunacy.rules.step_builder import rival

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minigames.lunacy.rules.values import Leave, Move, Slot, View

DEPTH: Final = 10
"""Plies of a playout."""
CURIOSITY: Final = 0.4
TRUST: Final = 4.0
"""The head start of what doctrine would do, in playouts."""


class Considered(Lunacy):
    """The same game with a menu of what is worth a thought. Never registered: only the search bot
    sees it.
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
    """Steps, searches that may find something, arms for an empty hand or against what the rival
    showed, first aid; else wait.
    """
    moves: list[Move] = [*menus.go_menu(eyes)]
    if _may_find(eyes) and not judging.why_not_search(eyes):
        moves.append(menus.SEARCH)
    if not judging.why_not_use(eyes, "mend"):
        moves.append(menus.MEND)
    if eyes.table.points:
        moves += [menus.CHANGE[kit] for kit in _kits(eyes)]
    return moves if moves and not eyes.burdened else [*moves, menus.DONE]


def _may_find(eyes: Eyes) -> bool:
    """Not where this spy was the last to look, unless something of its own lies there, or in the
    open.
    """
    here = eyes.spy.place
    if here not in ROOMS:
        return False
    room = eyes.table.rooms[here]
    if room.looked_by is None:
        return NOWHERE in eyes.table.homes
    return (
        bool(room.pieces)
        or room.looked_by != eyes.seat
        or any(stash.room == here for stash in eyes.own.stashed)
    )


def _kits(eyes: Eyes) -> list[tuple[Slot, Slot]]:
    """Both hands filled, whatever is empty; a defence against the weapon the rival showed; a weapon
    its shown defence lets through.
    """
    own, other = eyes.own, eyes.table.spies[rival(eyes.seat)]
    weapon: Slot = own.weapon
    defence: Slot = own.defence
    if other.shown_weapon and other.shown_weapon in own.defences:
        defence = other.shown_weapon
    elif not defence and own.defences:
        defence = max(own.defences, key=own.defences.count)
    fit = sorted({colour for colour in own.weapons if colour != other.shown_defence})
    weapons: Sequence[Slot] = (
        fit
        if fit and (not weapon or weapon == other.shown_defence) and not eyes.burdened
        else (weapon,)
    )
    return [(each, defence) for each in weapons if (each, defence) != (own.weapon, own.defence)]


def _leave(eyes: Eyes) -> list[Leave]:
    """What lies there or a decoy, or the trap there is most of; all pieces kept or all hidden."""
    moves = menus.leave_menu(eyes)
    weapons = eyes.own.weapons
    trap = max(weapons, key=weapons.count) if weapons else ""
    wanted = [
        move
        for move in moves
        if move.device in {"leave", "decoy", "bare", trap} and move.hide in {(), eyes.own.pieces}
    ]
    return wanted or moves
