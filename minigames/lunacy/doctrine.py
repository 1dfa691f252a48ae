"""A spy by the book: search what nobody has searched, arm, mend, hunt whoever claims the
Thingamajig, run with it.

Sees its seat's view and nothing else. Good enough to finish games; the search bot thinks further.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from minigames.lunacy.rules import judging, menus
from minigames.lunacy.rules.combat import EQUIPMENT, SWORD
from minigames.lunacy.rules.judging import Eyes, eyes_of
from minigames.lunacy.rules.laboratory import (
    DISTANCE,
    ENTRANCES,
    FIRST_AID,
    HELIPAD,
    NOWHERE,
    ROOF_LIFT,
    ROOMS,
)
from minigames.lunacy.rules.police import DAMAGE, STRENGTH
from minigames.lunacy.rules.step_builder import cops_in, rival
from minigames.lunacy.rules.values import Flee, Leave

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.dice import Dice
    from engine.values import Seat
    from minigames.lunacy.rules.values import Change, Move, Slot, View, Wield

WEAK: Final = 3
"""At this health or less a spy looks after itself."""
TRAPS: Final = 3
"""It lays a trap in one room of so many, as long as the arsenal has pieces to spare."""
SPARE: Final = 2
"""So many weapons are kept for the hand."""


class Doctrine:
    """Plays by the rules of thumb in this file."""

    def choose(self, view: View, seat: Seat, dice: Dice) -> Move:
        """A legal move for this seat, from its view."""
        eyes = eyes_of(view)
        if eyes is None:
            raise ValueError("the doctrine plays one of the two spies")
        match eyes.table.phase:
            case "act":
                return _in_turn(eyes, dice)
            case "search":
                return _leave(eyes, dice)
            case "weapons":
                return _weapon(eyes, dice)
            case "answer":
                return _answer(eyes, dice)
            case "flee":
                return _best_flight(eyes, dice)
            case "return":
                return _return(eyes)
        return dice.pick(menus.menu(view))


# --- a turn ---------------------------------------------------------------------------------------


def _in_turn(eyes: Eyes, dice: Dice) -> Move:
    if eyes.burdened:
        return _run(eyes, dice)
    arming = _arming(eyes, dice)
    if arming is not None:
        return arming
    here = eyes.spy.place
    if eyes.spy.health <= WEAK + 1 and here == FIRST_AID:
        return menus.MEND
    if _worth_searching(eyes, here) and not judging.why_not_search(eyes):
        return menus.SEARCH
    return _walk(eyes, _goals(eyes), dice)


def _arming(eyes: Eyes, dice: Dice) -> Change | None:
    """Fill empty hands: a weapon that tells, and any defence. None if there is nothing to fill, or
    no point to pay with.
    """
    own = eyes.own
    weapon: Slot = own.weapon
    defence: Slot = own.defence
    if not weapon and own.weapons and not eyes.burdened:
        weapon = _best_weapon(eyes, dice)
    if not defence and own.defences:
        defence = dice.pick(own.defences)
    if (weapon, defence) == (own.weapon, own.defence) or not eyes.table.points:
        return None
    return menus.CHANGE[weapon, defence]


def _best_weapon(eyes: Eyes, dice: Dice) -> Slot:
    """One that the rival's shown defence does not stop, if there is one."""
    shown = eyes.table.spies[rival(eyes.seat)].shown_defence
    fit = [colour for colour in eyes.own.weapons if colour != shown]
    return dice.pick(fit or eyes.own.weapons)


def _run(eyes: Eyes, dice: Dice) -> Move:
    """To the roof with all three pieces; a point too few for a step on foot goes into a defence."""
    here, points = eyes.spy.place, eyes.table.points
    if here == ROOF_LIFT:
        return menus.GO[HELIPAD]
    ways = [
        (to, price)
        for to, price in judging.steps(eyes)
        if DISTANCE[to][ROOF_LIFT] < DISTANCE[here][ROOF_LIFT]
    ]
    safe = [way for way in ways if not _company(eyes, way[0])] or ways
    paid = [to for to, price in safe if price <= points]
    return menus.GO[dice.pick(paid)] if paid else _arming(eyes, dice) or menus.DONE


def _walk(eyes: Eyes, goals: Sequence[int], dice: Dice) -> Move:
    """A step on a shortest way to the nearest goal, round company if that is as short."""
    here = eyes.spy.place
    steps = [step.to for step in menus.go_menu(eyes)]
    if not steps:
        return menus.DONE
    safe = [to for to in steps if not _avoids(eyes, to)]
    if not safe:
        return menus.DONE
    goals = [goal for goal in goals if goal != here] or [ROOF_LIFT]
    best = min([_away(to, goals) for to in safe])
    return menus.GO[dice.pick([to for to in safe if _away(to, goals) == best])]


def _away(place: int, goals: Sequence[int]) -> int:
    return min([DISTANCE[place][goal] for goal in goals])


def _company(eyes: Eyes, place: int) -> bool:
    return (eyes.table.spies[rival(eyes.seat)].place == place and place in ROOMS) or bool(
        cops_in(eyes.table, place)
    )


def _avoids(eyes: Eyes, place: int) -> bool:
    """Police that could kill in two exchanges, and the rival when it is the stronger and carries
    nothing of worth.
    """
    cops = cops_in(eyes.table, place)
    if cops:
        return any(STRENGTH[cop.rank] > 1 or eyes.spy.health <= WEAK for cop in cops)
    other = eyes.table.spies[rival(eyes.seat)]
    return other.place == place and eyes.spy.health <= WEAK and other.health > eyes.spy.health


def _goals(eyes: Eyes) -> list[int]:
    """Where to head: first aid when weak; a rival who claims more; loose and own hidden pieces;
    rooms that may hold one.
    """
    table, seat = eyes.table, eyes.seat
    other = table.spies[rival(seat)]
    if eyes.spy.health <= WEAK and not eyes.burdened:
        return [FIRST_AID]
    loose = [at for at, room in enumerate(table.rooms) if room.pieces]
    goals = loose + [stash.room for stash in eyes.own.stashed]
    if len(other.claims) == 3:
        goals.append(other.place if other.place in ROOMS else ROOF_LIFT)
        goals += _hiding_places(eyes)
        return goals
    goals += [cop.place for cop in table.cops if cop.pieces and cop.rank < 2 and cop.place in ROOMS]
    if table.homes.count(NOWHERE):
        goals += [at for at in ROOMS if table.rooms[at].looked_by is None]
    elif other.claims and other.place in ROOMS:
        goals.append(other.place)
    return goals or ([other.place] if other.place in ROOMS else [ROOF_LIFT])


def _hiding_places(eyes: Eyes) -> list[int]:
    """Rooms where a rival who was seen to bluff may have hidden a piece, as long as it still claims
    one.
    """
    table, other = eyes.table, rival(eyes.seat)
    found = [
        since
        for number, since in zip(table.circled, table.since, strict=True)
        if number in table.spies[other].claims
    ]
    if not table.spies[other].light or not found:
        return []
    since = min(found)
    return [
        at
        for at, room in enumerate(table.rooms)
        if room.looked_by == other and room.looked >= since
    ]


def _worth_searching(eyes: Eyes, here: int) -> bool:
    table = eyes.table
    if here not in ROOMS:
        return False
    room = table.rooms[here]
    if room.pieces or any(stash.room == here for stash in eyes.own.stashed):
        return True
    if room.known and room.known != eyes.own.defence and room.laid_by != eyes.seat:
        return False
    unfound = table.homes.count(NOWHERE) > 0
    return (unfound and room.looked_by is None) or here in _hiding_places(eyes)


# --- the end of a search --------------------------------------------------------------------------


def _leave(eyes: Eyes, dice: Dice) -> Leave:
    """Keep all pieces; now and then a trap; pick up what fits."""
    moves = [move for move in menus.leave_menu(eyes) if not move.hide]
    laid = [move for move in moves if move.device not in {"leave", "decoy", "bare"}]
    if laid and len(eyes.own.weapons) > SPARE and dice.die(TRAPS) == 1:
        return laid[dice.die(len(laid)) - 1]
    plain = [move for move in moves if move not in laid]
    return plain[0] if plain else moves[0]


# --- combat ---------------------------------------------------------------------------------------


def _weapon(eyes: Eyes, dice: Dice) -> Wield:
    """Equipment, unless the rival's shown defence stops it, or now and then to surprise."""
    own, combat = eyes.own, eyes.table.combat
    if not own.weapon:
        return menus.SWORD
    if combat is None or combat.cop is not None:
        return menus.EQUIPMENT
    shown = eyes.table.spies[rival(eyes.seat)].shown_defence
    if shown == own.weapon or (shown is None and dice.die(5) == 1):
        return menus.SWORD
    return menus.EQUIPMENT


def _answer(eyes: Eyes, dice: Dice) -> Move:
    """Run from what one cannot win: from police that outlast us, from a healthier rival when weak;
    and home when that is won.
    """
    combat = eyes.table.combat
    if combat is None:
        return menus.STAY
    if eyes.burdened and eyes.spy.place == ROOF_LIFT:
        return menus.FLEE[HELIPAD]
    if combat.cop is not None:
        cop = eyes.table.cops[combat.cop]
        blow = EQUIPMENT if eyes.own.weapon else SWORD
        needed = -(-(STRENGTH[cop.rank] - cop.hurt) // blow)
        stays = max(DAMAGE[cop.rank]) * needed < eyes.spy.health
        return menus.STAY if stays else _best_flight(eyes, dice)
    other = eyes.table.spies[rival(eyes.seat)]
    losing = eyes.spy.health <= WEAK and eyes.spy.health < other.health
    return (
        _best_flight(eyes, dice) if losing or (eyes.burdened and dice.die(2) == 1) else menus.STAY
    )


def _best_flight(eyes: Eyes, dice: Dice) -> Flee:
    """To where there is no company, and closer to what one is after."""
    goal = HELIPAD if eyes.burdened else FIRST_AID

    def cost(flight: Flee) -> tuple[bool, int]:
        return _company(eyes, flight.to), 0 if flight.to == goal else 1 + DISTANCE[flight.to][
            ROOF_LIFT if eyes.burdened else FIRST_AID
        ]

    flights = menus.flights(eyes)
    best = min(map(cost, flights))
    return dice.pick([flight for flight in flights if cost(flight) == best])


def _return(eyes: Eyes) -> Move:
    """The entrance with fewer police at its door, and of two alike the one nearer to what lies
    open.
    """
    table = eyes.table
    loose = [at for at, room in enumerate(table.rooms) if room.pieces]
    police = [cop.place for cop in table.cops if cop.place != NOWHERE]

    def cost(entrance: int) -> tuple[int, int]:
        near = sum([DISTANCE[entrance][place] <= 1 for place in police])
        return near, min([DISTANCE[entrance][at] for at in loose], default=0)

    return menus.RETURN[ENTRANCES.index(min(ENTRANCES, key=cost))]


DOCTRINE: Final = Doctrine()
