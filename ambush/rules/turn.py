"""A turn, or one phase of it, played from two sealed plans (P16, P17)."""

from __future__ import annotations

from engine.dice import Dice
from engine.game import Step, Told
from engine.values import EVERYONE, changed

from .attacks import do_firing_action
from .bursts import burn_fighters, set_off_grenades
from .duel import Duel, Side
from .fighting import handicaps
from .moving import move
from .values import (
    PHASES,
    Event,
    Idle,
    OfferedToPart,
    PhaseOver,
    State,
    StealthTried,
    Throw,
    is_offer_valid,
)


def play_turn(state: State, dice: Dice) -> Step[State, Event]:
    """Play all phases that both sides have planned. After the fifth phase, end the turn."""
    duel = Duel(state, dice)
    for side in duel.sides:
        if side.action is not None:
            side.man = changed(
                side.man,
                hand=side.action.gear if isinstance(side.action, Throw) else side.action.weapon,
            )
    duel.observe()
    last = duel.phase if duel.table.phase_by_phase else PHASES
    for phase in range(duel.phase, last + 1):
        duel.phase = phase
        _play_phase(duel)
        if duel.ending:
            return duel.finish()
    for side in duel.sides:
        if side.action is not None and not side.man.acted:
            duel.tell(side, Idle())
    _announce_offers(duel)
    if last == PHASES:
        _end_turn(duel)
    else:
        duel.phase += 1
        duel.told.append(Told(event=PhaseOver(turn=duel.turn, phase=duel.phase), to=EVERYONE))
    return duel.finish()


def _play_phase(duel: Duel) -> None:
    for side in duel.sides:
        if side.phases[duel.phase - 1]:
            move(duel, side)
            if duel.ending:
                return
            duel.observe()
        if side.action is not None:
            do_firing_action(duel, side)
            if duel.ending:
                return


def _announce_offers(duel: Duel) -> None:
    """Announce the offers to part that were sealed with the plans (P44)."""
    for side in duel.sides:
        if side.offers_to_part:
            side.offer_turn = duel.turn
            duel.told.append(Told(event=OfferedToPart(by=side.seat), to=EVERYONE))


def _end_turn(duel: Duel) -> None:
    """Set off grenades, apply fire, let fighters part, vanish or tire, and advance the clock (P11,
    P12, P18, P43, P44).
    """
    set_off_grenades(duel)
    if not duel.ending:
        burn_fighters(duel)
    if not duel.ending and all(is_offer_valid(side.offer_turn, duel.turn) for side in duel.sides):
        duel.ending = "agreement"
    if not duel.ending:
        _try_vanishing(duel)
    if not duel.ending:
        _tire(duel)
    if not duel.ending and duel.turn >= duel.numbers.turn_limit:
        duel.ending = "turn_limit"
    if not duel.ending:
        _next_turn(duel)


def _try_vanishing(duel: Duel) -> None:
    """Let a fighter who was unseen in all phases of two turns try to vanish (P11).

    The roll is 2d6 + stealth and needs a total of 7 or more. The ambusher tries first.
    """
    for side in duel.sides:
        side.unseen = 0 if side.spotted else side.unseen + 1
    for side in duel.sides:
        if side.unseen >= duel.numbers.unseen_turns and side.vanish and _roll_stealth(duel, side):
            duel.ending = "stealth"
            return


def _roll_stealth(duel: Duel, side: Side) -> bool:
    faces = duel.dice.roll(2)
    is_gassed = duel.gassed(side)
    total = (
        sum(faces)
        + side.man.who.skills.stealth
        + sum([part.value for part in handicaps(side.man, is_gassed, duel.numbers)])
    )
    escaped = total >= duel.numbers.vanish
    if escaped:
        side.man = changed(side.man, left="stealth")
    duel.tell(side, StealthTried(faces=faces, total=total, escaped=escaped))
    return escaped


def _tire(duel: Duel) -> None:
    """Count a turn of fighting with bare hands, and end the duel after too many (P43).

    Both fighters see everything on which the count depends.
    """
    ambusher, ambushed = duel.sides
    stamina = duel.numbers.stamina_turns
    if not stamina or not (ambusher.man.acted or ambushed.man.acted):
        return
    if all(side.mark.in_sight and not side.man.hand for side in duel.sides):
        turns = ambusher.own.brawl_turns + 1
        ambusher.brawl = ambushed.brawl = turns
        if turns >= stamina:
            duel.ending = "exhaustion"


def _next_turn(duel: Duel) -> None:
    duel.turn, duel.phase = duel.turn + 1, 1
    duel.clouds = tuple([cloud for cloud in duel.clouds if cloud.until >= duel.turn])
    duel.update_clouds()
    duel.told.append(Told(event=PhaseOver(turn=duel.turn, phase=1), to=EVERYONE))
    for side in duel.sides:
        side.sounds = ()
        side.spotted = side.seen
        man = side.man
        if man.paced or man.acted or man.moved:
            side.man = changed(man, paced=0, diagonals=0, moved=False, ran=False, acted=False)
    duel.observe()
