"""Menus of moves, and the list of actions on a player's page.

The rules allow more moves than the menus list: every change of equipment, every choice of weapons
to pick up and drop, and every item to give back. The menus omit variants that make little
difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from engine.values import Value

from . import judging
from .judging import Eyes, eyes_of, is_asked
from .laboratory import ENTRANCES, HELIPAD, NOWHERE, ROOF_LIFT, is_lift
from .values import (
    COLOURS,
    Buy,
    Change,
    Choice,
    Circle,
    Colours,
    Done,
    Flee,
    Go,
    Grab,
    Leave,
    Look,
    Mend,
    Move,
    Return,
    Shop,
    Slot,
    Stay,
    View,
    Wield,
)

GO: Final = tuple([Go(to=place) for place in range(NOWHERE)])
FLEE: Final = tuple([Flee(to=place) for place in range(NOWHERE)])
RETURN: Final = tuple([Return(to=place) for place in ENTRANCES])
CIRCLE: Final = tuple([Circle(number=number) for number in range(1, 26)])
SWORD, EQUIPMENT = Wield(use="sword"), Wield(use="equipment")
SEARCH, SHOP, GRAB, MEND, END_TURN, STAY = Look(), Shop(), Grab(), Mend(), Done(), Stay()
SLOTS: Final[tuple[Slot, ...]] = ("", *COLOURS)
CHOICES: Final[tuple[Choice, ...]] = ("leave", "bare", "decoy", *COLOURS)
CHANGE: Final = {
    (weapon, defence): Change(weapon=weapon, defence=defence)
    for weapon in SLOTS
    for defence in SLOTS
}
LEAVE: Final = {choice: Leave(device=choice) for choice in CHOICES}


class Action(Value):
    """A kind of action on a player's page.

    If the action is not available, `closed` is the reason.
    """

    kind: str
    cost: int
    moves: tuple[Move, ...]
    closed: str = ""


def menu(view: View) -> Sequence[Move]:
    """Return the moves that this view's seat can choose from, in a stable order."""
    eyes = eyes_of(view)
    return menu_of(eyes) if eyes and is_asked(eyes) else ()


def menu_of(eyes: Eyes) -> Sequence[Move]:
    """Return the menu of a spy that has to choose."""
    match eyes.table.phase:
        case "act":
            return turn_menu(eyes)
        case "search":
            return leave_menu(eyes)
        case "weapons":
            return (SWORD, EQUIPMENT) if eyes.own_state.weapon else (SWORD,)
        case "answer":
            return (STAY, *flights(eyes))
        case "flee":
            return flights(eyes)
        case "shop":
            return buy_menu(eyes)
        case "return":
            return RETURN
        case "circle":
            return tuple([move for move in CIRCLE if move.number not in eyes.table.circled])
        case "over":
            return ()


def go_menu(eyes: Eyes) -> tuple[Go, ...]:
    """Return all steps that the spy can pay for."""
    points = eyes.table.points
    return tuple([GO[to] for to, price in judging.steps(eyes) if price <= points])


def turn_menu(eyes: Eyes) -> list[Move]:
    """Return all moves that a spy can make in its turn."""
    moves: list[Move] = [*go_menu(eyes)]
    if not judging.why_not_search(eyes):
        moves.append(SEARCH)
    moves += [
        move
        for kind, move in (("shop", SHOP), ("grab", GRAB), ("mend", MEND))
        if not judging.why_not_use(eyes, kind)  # type: ignore[arg-type]
    ]
    moves += change_menu(eyes)
    moves.append(END_TURN)
    return moves


def change_menu(eyes: Eyes) -> list[Change]:
    """Return a feint, and all changes of one slot.

    If both slots are empty, include changes of both.
    """
    own_state = eyes.own_state
    weapons: tuple[Slot, ...] = (
        () if eyes.burdened else tuple(sorted({*own_state.weapons} - {own_state.weapon}))
    )
    defences: tuple[Slot, ...] = tuple(sorted({*own_state.defences} - {own_state.defence}))
    moves = [CHANGE[own_state.weapon, own_state.defence]]
    moves += [CHANGE[weapon, own_state.defence] for weapon in weapons]
    moves += [CHANGE[own_state.weapon, defence] for defence in defences]
    if not own_state.weapon and not own_state.defence:
        moves += [CHANGE[weapon, defence] for weapon in weapons for defence in defences]
    return moves


def device_menu(eyes: Eyes) -> list[Choice]:
    """Return the devices that can be left: the present device, a decoy, or a trap from the arsenal.

    If none of them can be left, return "bare".
    """
    own_state, find = eyes.own_state, eyes.own_state.find
    lies = find.device if find else ""
    choices: list[Choice] = ["leave"] if lies else []
    if lies in {"", "decoy"} or judging.room_for_one(eyes):
        if own_state.decoys and lies != "decoy":
            choices.append("decoy")
        choices += [colour for colour in sorted({*own_state.weapons}) if colour != lies]
    return choices or ["bare"]


def leave_menu(eyes: Eyes) -> list[Leave]:
    """Return the ways to end a search: each device with each choice of pieces to hide.

    The spy takes either no weapons from the floor or as many as possible.
    """
    search, pieces = eyes.table.search, eyes.own_state.pieces
    choices = device_menu(eyes)
    if search and search.halted:
        return [LEAVE[choice] for choice in choices]
    loose = eyes.table.rooms[eyes.spy.place].weapons
    if not pieces and not loose:
        return [LEAVE[choice] for choice in choices]
    hides = [hide for count in range(len(pieces) + 1) for hide in combinations(pieces, count)]
    return [
        Leave(device=choice, hide=hide, take=take)
        for choice in choices
        for take in _takes(eyes, choice, loose)
        for hide in hides
    ]


def _takes(eyes: Eyes, choice: Choice, loose: Colours) -> tuple[Colours, ...]:
    fits = (
        loose[: eyes.table.setup.limit - len(judging.weapons_after_laying(eyes, choice))]
        if loose
        else ()
    )
    return (fits, ()) if fits else ((),)


def buy_menu(eyes: Eyes) -> list[Buy]:
    """Return the possible purchases: nothing, or one item from the bag.

    At the limit, the spy gives one item back in exchange.
    """
    owned_colours = judging.owned(eyes)
    gives: tuple[Slot, ...] = (
        tuple(sorted({*owned_colours})) if len(owned_colours) >= eyes.table.setup.limit else ("",)
    )
    takes = sorted({*(eyes.own_state.offer or ())})
    return [
        Buy(take=""),
        *[Buy(take=take, give=give) for take in takes for give in gives if take != give],
    ]


def flights(eyes: Eyes) -> tuple[Flee, ...]:
    """Return the steps that a fleeing spy can take."""
    return tuple([FLEE[to] for to, _ in judging.steps(eyes)])


# --- a player's page ------------------------------------------------------------------------------


def actions(view: View) -> tuple[Action, ...]:
    """Return each kind of action, with its cost, its moves, and the reason if it is not available.

    In a spy's turn, the list includes actions that are not available. In other phases, it includes
    only possible actions. Spectators have no actions.
    """
    eyes = eyes_of(view)
    if eyes is None:
        return ()
    if not is_asked(eyes) or eyes.table.phase == "act":
        return _turn_actions(eyes)
    moves = menu_of(eyes)
    kinds = dict.fromkeys([move.__struct_config__.tag for move in moves])
    return tuple(
        [
            Action(
                kind=str(tag),
                cost=0,
                moves=tuple([m for m in moves if m.__struct_config__.tag == tag]),
            )
            for tag in kinds
        ]
    )


def _turn_actions(eyes: Eyes) -> tuple[Action, ...]:
    asleep = judging.why_not_now(eyes, "go")
    current_place = eyes.spy.place
    lifts = [(to, price) for to, price in judging.steps(eyes) if is_lift(current_place, to)]
    walks = [(to, price) for to, price in judging.steps(eyes) if not is_lift(current_place, to)]
    on_foot = _moving(eyes, "go", walks, asleep, "There is no door here.")
    by_lift = _moving(eyes, "elevator", lifts, asleep, _why_no_lift(eyes))
    uses = [
        _action(kind, asleep or judging.why_not_use(eyes, kind), move)  # type: ignore[arg-type]
        for kind, move in (("shop", SHOP), ("grab", GRAB), ("mend", MEND))
    ]
    return (
        on_foot,
        by_lift,
        _action("search", asleep or judging.why_not_search(eyes), SEARCH),
        _action("change", asleep or judging.why_no_points(eyes), *change_menu(eyes)),
        *uses,
        _action("done", asleep, END_TURN, cost=0),
    )


def _why_no_lift(eyes: Eyes) -> str:
    return (
        judging.why_not_go(eyes, HELIPAD)
        if eyes.spy.place == ROOF_LIFT
        else "There is no elevator here."
    )


def _moving(
    eyes: Eyes, kind: str, steps: list[tuple[int, int]], asleep: str, nowhere: str
) -> Action:
    price = steps[0][1] if steps else 1
    reason = asleep or (nowhere if not steps else judging.why_not_go(eyes, steps[0][0]))
    return _action(kind, reason, *[GO[to] for to, _ in steps], cost=price)


def _action(kind: str, closed: str, *moves: Move, cost: int = 1) -> Action:
    return Action(kind=kind, cost=cost, moves=() if closed else moves, closed=closed)
