"""Changing equipment, the two equipment rooms, and first aid (text; L14, L22, L23)."""

from __future__ import annotations

from typing import assert_never

from engine.values import EVERYONE, Seat, changed

from .events import BagSeen, Bought, Carries, Changed, Drew, Grabbed, Mended, ShopLeft, Shopped
from .laboratory import DEFENCE_ROOM
from .searching import give_up
from .step_builder import StepBuilder, minus, plus
from .values import Buy, Change, Grab, Mend, Shop


def outfit(p: StepBuilder, seat: Seat, move: Change | Shop | Buy | Grab | Mend) -> None:
    """Carry out a change, a purchase, a smash and grab, or first aid."""
    match move:
        case Change():
            change(p, seat, move)
        case Shop():
            shop(p, seat)
        case Buy():
            buy(p, seat, move)
        case Grab():
            grab(p, seat)
        case Mend():
            mend(p, seat)
        case _:
            assert_never(move)


def change(p: StepBuilder, seat: Seat, move: Change) -> None:
    """Swap equipment with the arsenal. A feint sends the same public event (L14)."""
    own_state, points = p.own[seat], p.table.points - 1
    p.learn(
        seat,
        weapons=minus(plus(own_state.weapons, own_state.weapon), move.weapon),
        defences=minus(plus(own_state.defences, own_state.defence), move.defence),
        weapon=move.weapon,
        defence=move.defence,
    )
    p.spy(seat, shown_weapon=None, shown_defence=None)
    p.set(points=points)
    p.tell(Carries(weapon=move.weapon, defence=move.defence), to=(seat,))
    p.tell(Changed(seat=seat, points=points), to=EVERYONE)


def shop(p: StepBuilder, seat: Seat) -> None:
    """Pay for shopping and look into the bag (L23)."""
    points = p.table.points - 1
    offer = p.bag.defences if sells_defences(p, seat) else p.bag.weapons
    p.set(points=points, phase="shop")
    p.learn(seat, offer=offer)
    p.tell(Shopped(seat=seat, points=points), to=EVERYONE)
    p.tell(BagSeen(colours=offer), to=(seat,))


def sells_defences(p: StepBuilder, seat: Seat) -> bool:
    """Return whether the spy is in the equipment room for defences, not the room for weapons."""
    return p.table.spies[seat].place == DEFENCE_ROOM


def buy(p: StepBuilder, seat: Seat, move: Buy) -> None:
    """Take one item or nothing. At the limit, give one item back in exchange (L23)."""
    if sells_defences(p, seat):
        own_state = give_up(p.own[seat], "defences", (move.give,))
        p.learn(
            seat,
            defences=plus(own_state.defences, move.take),
            defence=own_state.defence,
            offer=None,
        )
        p.bag = changed(p.bag, defences=plus(minus(p.bag.defences, move.take), move.give))
        p.spy(seat, shown_defence=None)
    else:
        own_state = give_up(p.own[seat], "weapons", (move.give,))
        p.learn(
            seat, weapons=plus(own_state.weapons, move.take), weapon=own_state.weapon, offer=None
        )
        p.bag = changed(p.bag, weapons=plus(minus(p.bag.weapons, move.take), move.give))
        p.spy(seat, shown_weapon=None)
    p.set(phase="act")
    p.tell(Bought(took=move.take, gave=move.give), to=(seat,))
    p.tell(ShopLeft(seat=seat), to=EVERYONE)


def grab(p: StepBuilder, seat: Seat) -> None:
    """Put all own weapons or defences into the bag and draw the same number at random (L23)."""
    own_state, points = p.own[seat], p.table.points - 1
    p.set(points=points)
    p.tell(Grabbed(seat=seat, points=points), to=EVERYONE)
    if sells_defences(p, seat):
        returned_colours = plus(own_state.defences, own_state.defence)
        bag = p.dice.in_domain("sealed").shuffle(plus(p.bag.defences, *returned_colours))
        drawn_colours = tuple(sorted(bag[: len(returned_colours)]))
        p.learn(seat, defences=drawn_colours, defence="")
        p.bag = changed(p.bag, defences=tuple(sorted(bag[len(returned_colours) :])))
        p.spy(seat, shown_defence="")
    else:
        returned_colours = plus(own_state.weapons, own_state.weapon)
        bag = p.dice.in_domain("sealed").shuffle(plus(p.bag.weapons, *returned_colours))
        drawn_colours = tuple(sorted(bag[: len(returned_colours)]))
        p.learn(seat, weapons=drawn_colours, weapon="")
        p.bag = changed(p.bag, weapons=tuple(sorted(bag[len(returned_colours) :])))
        p.spy(seat, shown_weapon="")
    p.tell(Drew(colours=drawn_colours), to=(seat,))


def mend(p: StepBuilder, seat: Seat) -> None:
    """Restore one point of the spy's health (text)."""
    health, points = p.table.spies[seat].health + 1, p.table.points - 1
    p.spy(seat, health=health)
    p.set(points=points)
    p.tell(Mended(seat=seat, health=health, points=points), to=EVERYONE)
