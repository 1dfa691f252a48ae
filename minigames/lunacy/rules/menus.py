"""What a seat may do now: the menu of moves, and the actions of a player's page, each with its cost
and why it is closed.

The judge allows more than the menu lists: any change of equipment, any way to pick up and drop, any
piece given back. The menu has those that differ in what matters.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

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
    Wield,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .values import View

GO: Final = tuple([Go(to=place) for place in range(NOWHERE)])
FLEE: Final = tuple([Flee(to=place) for place in range(NOWHERE)])
RETURN: Final = tuple([Return(to=place) for place in ENTRANCES])
CIRCLE: Final = tuple([Circle(number=number) for number in range(1, 26)])
SWORD, EQUIPMENT = Wield(use="sword"), Wield(use="equipment")
SEARCH, SHOP, GRAB, MEND, DONE, STAY = Look(), Shop(), Grab(), Mend(), Done(), Stay()
SLOTS: Final[tuple[Slot, ...]] = ("", *COLOURS)
CHOICES: Final[tuple[Choice, ...]] = ("leave", "bare", "decoy", *COLOURS)
CHANGE: Final = {
    (weapon, defence): Change(weapon=weapon, defence=defence)
    for weapon in SLOTS
    for defence in SLOTS
}
LEAVE: Final = {choice: Leave(device=choice) for choice in CHOICES}


class Action(Value):
    """One kind of action on a player's page: its cost in points, the moves it offers, and when it
    is closed, the sentence why.
    """

    kind: str
    cost: int
    moves: tuple[Move, ...]
    closed: str = ""


def menu(view: View) -> Sequence[Move]:
    """The moves to choose from, in a stable order; none for a seat that is not asked."""
    eyes = eyes_of(view)
    return menu_of(eyes) if eyes and is_asked(eyes) else ()


def menu_of(eyes: Eyes) -> Sequence[Move]:
    """The menu of a spy who is asked."""
    match eyes.table.phase:
        case "act":
            return turn_menu(eyes)
        case "search":
            return leave_menu(eyes)
        case "weapons":
            return (SWORD, EQUIPMENT) if eyes.own.weapon else (SWORD,)
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
    """Steps that can be paid."""
    points = eyes.table.points
    return tuple([GO[to] for to, price in judging.steps(eyes) if price <= points])


def turn_menu(eyes: Eyes) -> list[Move]:
    """All that points can be spent on."""
    moves: list[Move] = [*go_menu(eyes)]
    if not judging.why_not_search(eyes):
        moves.append(SEARCH)
    moves += [
        move
        for kind, move in (("shop", SHOP), ("grab", GRAB), ("mend", MEND))
        if not judging.why_not_use(eyes, kind)  # type: ignore[arg-type]
    ]
    moves += change_menu(eyes)
    moves.append(DONE)
    return moves


def change_menu(eyes: Eyes) -> list[Change]:
    """The feint, then all that changes one slot; both slots together as long as both are empty."""
    own = eyes.own
    weapons: tuple[Slot, ...] = (
        () if eyes.burdened else tuple(sorted({*own.weapons} - {own.weapon}))
    )
    defences: tuple[Slot, ...] = tuple(sorted({*own.defences} - {own.defence}))
    moves = [CHANGE[own.weapon, own.defence]]
    moves += [CHANGE[weapon, own.defence] for weapon in weapons]
    moves += [CHANGE[own.weapon, defence] for defence in defences]
    if not own.weapon and not own.defence:
        moves += [CHANGE[weapon, defence] for weapon in weapons for defence in defences]
    return moves


def device_menu(eyes: Eyes) -> list[Choice]:
    """What may be left as a device: what lies there, a decoy, or a trap of a colour in the arsenal;
    nothing, if there is nothing.
    """
    own, find = eyes.own, eyes.own.find
    lies = find.device if find else ""
    choices: list[Choice] = ["leave"] if lies else []
    if lies in {"", "decoy"} or judging.room_for_one(eyes):
        if own.decoys and lies != "decoy":
            choices.append("decoy")
        choices += [colour for colour in sorted({*own.weapons}) if colour != lies]
    return choices or ["bare"]


def leave_menu(eyes: Eyes) -> list[Leave]:
    """Every device with every way to hide pieces; of what lies open, as much as fits, or
    nothing.
    """
    search, pieces = eyes.table.search, eyes.own.pieces
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
    """None, or one of the bag; at the limit, for any colour given back."""
    mine = judging.owned(eyes)
    gives: tuple[Slot, ...] = (
        tuple(sorted({*mine})) if len(mine) >= eyes.table.setup.limit else ("",)
    )
    takes = sorted({*(eyes.own.offer or ())})
    return [
        Buy(take=""),
        *[Buy(take=take, give=give) for take in takes for give in gives if take != give],
    ]


def flights(eyes: Eyes) -> tuple[Flee, ...]:
    """Where one may run to."""
    return tuple([FLEE[to] for to, _ in judging.steps(eyes)])


# --- a player's page ------------------------------------------------------------------------------


def actions(view: View) -> tuple[Action, ...]:
    """Each kind of action with its cost and its moves, and, when it is closed, the sentence why.
    Empty for a spectator.

    In a turn all kinds are listed, the closed ones too; else what is asked.
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
    here = eyes.spy.place
    lifts = [(to, price) for to, price in judging.steps(eyes) if is_lift(here, to)]
    walks = [(to, price) for to, price in judging.steps(eyes) if not is_lift(here, to)]
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
        _action("done", asleep, DONE, cost=0),
    )


def _why_no_lift(eyes: Eyes) -> str:
    return (
        judging.why_not_go(eyes, HELIPAD)
        if eyes.spy.place == ROOF_LIFT
        else "There is no elevator here."
    )


def _moving(
    eyes: Eyes, kind: str, ways: list[tuple[int, int]], asleep: str, nowhere: str
) -> Action:
    price = ways[0][1] if ways else 1
    why = asleep or (nowhere if not ways else judging.why_not_go(eyes, ways[0][0]))
    return _action(kind, why, *[GO[to] for to, _ in ways], cost=price)


def _action(kind: str, closed: str, *moves: Move, cost: int = 1) -> Action:
    return Action(kind=kind, cost=cost, moves=() if closed else moves, closed=closed)
