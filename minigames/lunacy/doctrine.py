"""A bot that plays by simple rules and uses only its seat's view.

The bot searches rooms that nobody has searched, equips itself, heals, and hunts a spy that claims
the whole Thingamajig. The search bot is stronger.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.dice import Dice
from engine.values import Seat
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
from minigames.lunacy.rules.values import Change, Flee, Leave, Move, Slot, View, Wield

WEAK: Final = 3
"""Maximum health at which the bot avoids risks and seeks first aid."""
TRAPS: Final = 3
"""One search in this many leaves a trap, if the arsenal has weapons to spare."""
SPARE: Final = 2
"""Number of weapons that the bot keeps instead of using them as traps."""


class Doctrine:
    """A bot that plays by the rules of thumb in this module."""

    def choose(self, view: View, seat: Seat, dice: Dice) -> Move:
        """Return a legal move, based only on the seat's view."""
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
    current_place = eyes.spy.place
    if eyes.spy.health <= WEAK + 1 and current_place == FIRST_AID:
        return menus.MEND
    if _worth_searching(eyes, current_place) and not judging.why_not_search(eyes):
        return menus.SEARCH
    return _walk(eyes, _goals(eyes), dice)


def _arming(eyes: Eyes, dice: Dice) -> Change | None:
    """Return a change that fills empty slots, or None if none is needed or possible."""
    own_state = eyes.own_state
    weapon: Slot = own_state.weapon
    defence: Slot = own_state.defence
    if not weapon and own_state.weapons and not eyes.burdened:
        weapon = _best_weapon(eyes, dice)
    if not defence and own_state.defences:
        defence = dice.pick(own_state.defences)
    if (weapon, defence) == (own_state.weapon, own_state.defence) or not eyes.table.points:
        return None
    return menus.CHANGE[weapon, defence]


def _best_weapon(eyes: Eyes, dice: Dice) -> Slot:
    """Return a weapon that the rival's revealed defence does not stop.

    If there is none, return any weapon.
    """
    rival_defence = eyes.table.spies[rival(eyes.seat)].shown_defence
    fit = [colour for colour in eyes.own_state.weapons if colour != rival_defence]
    return dice.pick(fit or eyes.own_state.weapons)


def _run(eyes: Eyes, dice: Dice) -> Move:
    """Return a step towards the roof with all three pieces.

    If the spy has too few points for a step, spend a point on equipping a defence.
    """
    current_place, points = eyes.spy.place, eyes.table.points
    if current_place == ROOF_LIFT:
        return menus.GO[HELIPAD]
    steps = [
        (to, price)
        for to, price in judging.steps(eyes)
        if DISTANCE[to][ROOF_LIFT] < DISTANCE[current_place][ROOF_LIFT]
    ]
    safe = [step for step in steps if not _company(eyes, step[0])] or steps
    paid = [to for to, price in safe if price <= points]
    return menus.GO[dice.pick(paid)] if paid else _arming(eyes, dice) or menus.END_TURN


def _walk(eyes: Eyes, goals: Sequence[int], dice: Dice) -> Move:
    """Return a step towards the nearest goal that avoids danger, or end the turn."""
    current_place = eyes.spy.place
    steps = [step.to for step in menus.go_menu(eyes)]
    if not steps:
        return menus.END_TURN
    safe = [to for to in steps if not _avoids(eyes, to)]
    if not safe:
        return menus.END_TURN
    goals = [goal for goal in goals if goal != current_place] or [ROOF_LIFT]
    best = min([_distance_to_nearest(to, goals) for to in safe])
    return menus.GO[dice.pick([to for to in safe if _distance_to_nearest(to, goals) == best])]


def _distance_to_nearest(place: int, goals: Sequence[int]) -> int:
    return min([DISTANCE[place][goal] for goal in goals])


def _company(eyes: Eyes, place: int) -> bool:
    return (eyes.table.spies[rival(eyes.seat)].place == place and place in ROOMS) or bool(
        cops_in(eyes.table, place)
    )


def _avoids(eyes: Eyes, place: int) -> bool:
    """Return whether the spy should avoid this place because of police or a stronger rival."""
    cops = cops_in(eyes.table, place)
    if cops:
        return any(STRENGTH[cop.rank] > 1 or eyes.spy.health <= WEAK for cop in cops)
    other = eyes.table.spies[rival(eyes.seat)]
    return other.place == place and eyes.spy.health <= WEAK and other.health > eyes.spy.health


def _goals(eyes: Eyes) -> list[int]:
    """Return the places that the spy should go to.

    A weak spy needs first aid. Otherwise, the goals are loose pieces, the spy's own hidden pieces,
    a rival that claims pieces, and rooms that can contain a piece.
    """
    table, seat = eyes.table, eyes.seat
    other = table.spies[rival(seat)]
    if eyes.spy.health <= WEAK and not eyes.burdened:
        return [FIRST_AID]
    loose = [place for place, room in enumerate(table.rooms) if room.pieces]
    goals = loose + [stash.room for stash in eyes.own_state.stashed]
    if len(other.claims) == 3:
        goals.append(other.place if other.place in ROOMS else ROOF_LIFT)
        goals += _hiding_places(eyes)
        return goals
    goals += [cop.place for cop in table.cops if cop.pieces and cop.rank < 2 and cop.place in ROOMS]
    if table.homes.count(NOWHERE):
        goals += [place for place in ROOMS if table.rooms[place].looked_by is None]
    elif other.claims and other.place in ROOMS:
        goals.append(other.place)
    return goals or ([other.place] if other.place in ROOMS else [ROOF_LIFT])


def _hiding_places(eyes: Eyes) -> list[int]:
    """Return rooms in which a rival whose bluff is exposed can have hidden a piece."""
    table, other = eyes.table, rival(eyes.seat)
    finds = [
        since
        for number, since in zip(table.circled, table.since, strict=True)
        if number in table.spies[other].claims
    ]
    if not table.spies[other].light or not finds:
        return []
    since = min(finds)
    return [
        place
        for place, room in enumerate(table.rooms)
        if room.looked_by == other and room.looked >= since
    ]


def _worth_searching(eyes: Eyes, current_place: int) -> bool:
    table = eyes.table
    if current_place not in ROOMS:
        return False
    room = table.rooms[current_place]
    if room.pieces or any(stash.room == current_place for stash in eyes.own_state.stashed):
        return True
    if room.known and room.known != eyes.own_state.defence and room.laid_by != eyes.seat:
        return False
    unfound = table.homes.count(NOWHERE) > 0
    return (unfound and room.looked_by is None) or current_place in _hiding_places(eyes)


# --- the end of a search --------------------------------------------------------------------------


def _leave(eyes: Eyes, dice: Dice) -> Leave:
    """Keep all pieces, sometimes leave a trap, and pick up as many weapons as possible."""
    moves = [move for move in menus.leave_menu(eyes) if not move.hide]
    laid = [move for move in moves if move.device not in {"leave", "decoy", "bare"}]
    if laid and len(eyes.own_state.weapons) > SPARE and dice.die(TRAPS) == 1:
        return laid[dice.die(len(laid)) - 1]
    without_trap = [move for move in moves if move not in laid]
    return without_trap[0] if without_trap else moves[0]


# --- combat ---------------------------------------------------------------------------------------


def _weapon(eyes: Eyes, dice: Dice) -> Wield:
    """Use equipment unless the rival's known defence stops it.

    Sometimes use the sword to surprise the rival.
    """
    own_state, combat = eyes.own_state, eyes.table.combat
    if not own_state.weapon:
        return menus.SWORD
    if combat is None or combat.cop is not None:
        return menus.EQUIPMENT
    rival_defence = eyes.table.spies[rival(eyes.seat)].shown_defence
    if rival_defence == own_state.weapon or (rival_defence is None and dice.die(5) == 1):
        return menus.SWORD
    return menus.EQUIPMENT


def _answer(eyes: Eyes, dice: Dice) -> Move:
    """Flee from police or a rival that would win, or to the roof if that wins the match.

    Otherwise, stay.
    """
    combat = eyes.table.combat
    if combat is None:
        return menus.STAY
    if eyes.burdened and eyes.spy.place == ROOF_LIFT:
        return menus.FLEE[HELIPAD]
    if combat.cop is not None:
        cop = eyes.table.cops[combat.cop]
        blow = EQUIPMENT if eyes.own_state.weapon else SWORD
        needed = -(-(STRENGTH[cop.rank] - cop.hurt) // blow)
        stays = max(DAMAGE[cop.rank]) * needed < eyes.spy.health
        return menus.STAY if stays else _best_flight(eyes, dice)
    other = eyes.table.spies[rival(eyes.seat)]
    losing = eyes.spy.health <= WEAK and eyes.spy.health < other.health
    return (
        _best_flight(eyes, dice) if losing or (eyes.burdened and dice.die(2) == 1) else menus.STAY
    )


def _best_flight(eyes: Eyes, dice: Dice) -> Flee:
    """Return a flight towards the roof or first aid. Empty places are preferred."""
    goal = HELIPAD if eyes.burdened else FIRST_AID

    def cost(flight: Flee) -> tuple[bool, int]:
        return _company(eyes, flight.to), 0 if flight.to == goal else 1 + DISTANCE[flight.to][
            ROOF_LIFT if eyes.burdened else FIRST_AID
        ]

    flights = menus.flights(eyes)
    best = min(map(cost, flights))
    return dice.pick([flight for flight in flights if cost(flight) == best])


def _return(eyes: Eyes) -> Move:
    """Return at the entrance that has fewer police nearby.

    If both entrances have the same number, choose the one nearer to loose pieces.
    """
    table = eyes.table
    loose = [place for place, room in enumerate(table.rooms) if room.pieces]
    police = [cop.place for cop in table.cops if cop.place != NOWHERE]

    def cost(entrance: int) -> tuple[int, int]:
        near = sum([DISTANCE[entrance][place] <= 1 for place in police])
        return near, min([DISTANCE[entrance][place] for place in loose], default=0)

    return menus.RETURN[ENTRANCES.index(min(ENTRANCES, key=cost))]


DOCTRINE: Final = Doctrine()
