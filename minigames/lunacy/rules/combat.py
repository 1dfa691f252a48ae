"""Combat between spies, and between a spy and a cop (L8, L9, L18, L19, L25).

A combat is a series of exchanges with secretly chosen weapons, which ends when someone dies or
flees.
"""

from __future__ import annotations

from typing import Final

from engine.values import EVERYONE, Seat, changed

from .arriving import enter, meet_police
from .dying import die
from .events import (
    Answered,
    Blow,
    CopHealed,
    CopKilled,
    Exchanged,
    Fled,
    MustFlee,
    PoliceExchanged,
    SealedChoice,
)
from .laboratory import NOWHERE
from .police import DAMAGE, STRENGTH
from .step_builder import StepBuilder, cop_of
from .values import Combat, Flee, Stay, Wield

SWORD: Final = 1
EQUIPMENT: Final = 2
"""Damage dealt by equipment, in points of health."""
ARMED: Final = Wield(use="equipment")
MAX_DULL_EXCHANGES: Final = 3
"""Number of exchanges without damage after which the defender must flee (L19)."""


def choose(p: StepBuilder, seat: Seat, choice: Wield | Stay | Flee) -> None:
    """Seal a choice. Once all sides have chosen, reveal and resolve their choices."""
    p.learn(seat, sealed=choice)
    p.tell(SealedChoice(choice=choice), to=(seat,))
    combat = _combat(p)
    if all(p.own[side].sealed is not None for side in combat.spies) or p.table.phase == "flee":
        _open(p, combat)


def _combat(p: StepBuilder) -> Combat:
    combat = p.table.combat
    if combat is None:
        raise RuntimeError("there is no combat")
    return combat


def _open(p: StepBuilder, combat: Combat) -> None:
    choices = [p.own[side].sealed for side in combat.spies]
    for side in combat.spies:
        p.learn(side, sealed=None)
    if p.table.phase == "weapons":
        if combat.cop is None:
            _duel(p, combat, choices[0] == ARMED, choices[1] == ARMED)
        else:
            _fight_cop(p, combat, combat.cop, armed=choices[0] == ARMED)
        return
    flights = {
        side: choice.to
        for side, choice in zip(combat.spies, choices, strict=True)
        if isinstance(choice, Flee)
    }
    if p.table.phase == "answer":
        p.tell(Answered(fleeing=tuple(flights)), to=EVERYONE)
    if not flights:
        p.set(phase="weapons")
        return
    runner = (
        combat.spies[-1] if combat.spies[-1] in flights else combat.spies[0]
    )  # if both flee, only the defender escapes (text, L8)
    _flee(p, runner, flights[runner])


# --- spy against spy ------------------------------------------------------------------------------


def _duel(p: StepBuilder, combat: Combat, first_armed: bool, second_armed: bool) -> None:
    """Resolve an exchange between two spies. Both take effect, so both spies can die (L8)."""
    armed = (first_armed, second_armed)
    if first_armed or second_armed:
        faces = (0, 0)
        damage = [
            _damage_dealt(
                p,
                combat.spies[1 - side_index],
                combat.spies[side_index],
                armed=armed[1 - side_index],
            )
            for side_index in (0, 1)
        ]
    else:
        faces = (p.dice.die(6), p.dice.die(6))
        damage = [int(faces[side_index] <= faces[1 - side_index]) for side_index in (0, 1)]
    blows = tuple(
        [
            _suffer(
                p,
                side,
                armed[side_index],
                armed[1 - side_index],
                faces[side_index],
                damage[side_index],
            )
            for side_index, side in enumerate(combat.spies)
        ]
    )
    dull = 0 if any(damage) else combat.dull + 1
    combat = changed(combat, dull=dull)
    p.set(combat=combat)
    p.tell(Exchanged(blows=blows, dull=dull), to=EVERYONE)
    dead = [blow.seat for blow in blows if blow.health <= 0]
    if dead:
        p.set(phase="act", combat=None)
        for seat in dead:
            die(p, seat)
    elif dull == MAX_DULL_EXCHANGES:
        p.set(phase="flee")
        p.tell(MustFlee(seat=combat.spies[1]), to=EVERYONE)
    else:
        p.set(phase="answer")


def _damage_dealt(p: StepBuilder, attacker: Seat, to: Seat, *, armed: bool) -> int:
    """Return the damage that one spy deals to the other if at least one of them uses equipment.

    A sword deals 1. Equipment deals 2, or 0 if the other spy has a defence of the same colour
    (text).
    """
    if not armed:
        return SWORD
    return 0 if p.own[attacker].weapon == p.own[to].defence else EQUIPMENT


def _suffer(p: StepBuilder, seat: Seat, armed: bool, faced: bool, face: int, damage: int) -> Blow:
    """Apply damage. Reveal the weapon if it was used, and the defence if it was tested (L25)."""
    own_state, health = p.own[seat], p.table.spies[seat].health - damage
    weapon, defence = own_state.weapon if armed else None, own_state.defence if faced else None
    p.spy(seat, health=health)
    if armed:
        p.spy(seat, shown_weapon=weapon)
    if faced:
        p.spy(seat, shown_defence=defence)
    return Blow(
        seat=seat,
        use="equipment" if armed else "sword",
        weapon=weapon,
        defence=defence,
        face=face,
        damage=damage,
        health=health,
    )


def _flee(p: StepBuilder, seat: Seat, to: int) -> None:
    """Flee one step without paying for it, which can lead to another combat (L8, L18).

    If the fight was with a cop, the cop heals (L9).
    """
    cop = _combat(p).cop
    p.set(phase="act", combat=None)
    p.tell(Fled(seat=seat, to=to), to=EVERYONE)
    if cop is not None:
        _heal(p, cop)
    enter(p, seat, to)


# --- spy against the police -----------------------------------------------------------------------


def _fight_cop(p: StepBuilder, combat: Combat, rank: int, *, armed: bool) -> None:
    """Resolve an exchange between a spy and a cop, who deal damage at the same time (L9)."""
    (seat,) = combat.spies
    table = DAMAGE[rank]
    face = p.dice.die(6) if len(table) > 1 else 0
    damage = table[face - 1]
    hurt = cop_of(p.table, rank).hurt + (EQUIPMENT if armed else SWORD)
    p.cop(rank, hurt=hurt)
    blow = _suffer_cop(p, seat, armed, damage)
    p.tell(PoliceExchanged(blow=blow, cop=rank, face=face, hurt=hurt), to=EVERYONE)
    killed = hurt >= STRENGTH[rank]
    if blow.health <= 0:
        p.set(phase="act", combat=None)
        die(p, seat, cop=None if killed else rank)
        if not killed:
            _heal(p, rank)
    if killed:
        p.set(phase="act", combat=None)
        _kill(p, rank)
        if blow.health > 0:
            meet_police(p, seat)
    elif blow.health > 0:
        p.set(phase="answer")


def _suffer_cop(p: StepBuilder, seat: Seat, armed: bool, damage: int) -> Blow:
    """Apply the damage dealt by a cop. Defences do not help, and no colour is revealed (L25)."""
    health = p.table.spies[seat].health - damage
    p.spy(seat, health=health)
    return Blow(seat=seat, use="equipment" if armed else "sword", damage=damage, health=health)


def _kill(p: StepBuilder, rank: int) -> None:
    """Remove a killed cop, who drops all pieces (L16).

    The cop returns at the end of the next round (L9).
    """
    cop = cop_of(p.table, rank)
    room_state = p.table.rooms[cop.place]
    p.room(cop.place, pieces=tuple(sorted(room_state.pieces + cop.pieces)))
    p.cop(rank, place=NOWHERE, hurt=0, pieces=(), saved=0, back=p.table.round + 1)
    p.tell(CopKilled(cop=rank, room=cop.place, pieces=cop.pieces), to=EVERYONE)


def _heal(p: StepBuilder, rank: int) -> None:
    """Heal a cop whose opponent has fled or died (L9)."""
    if cop_of(p.table, rank).hurt:
        p.cop(rank, hurt=0)
        p.tell(CopHealed(cop=rank), to=EVERYONE)
