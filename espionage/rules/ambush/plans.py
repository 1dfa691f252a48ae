"""The judge of a plan (P4, P7, P9, P16, P17, P18): what a man could do if nobody stood in his way.

Who stands in the way, and where the enemy is, shows only when the turn is played; a step blocked
then is lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from campaign.ledger.rules.gear import GEAR
from engine.game import IllegalMove

from .fighting import aim, left, rounds, spares
from .ground import LEGEND, OFF, apart
from .steps import budget, budgeted, steps_allowed
from .terrain import BLOCKED, Terrain, terrain_of
from .values import PHASES, WAY_NUMBER, Fire, Reload, Throw

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .values import Action, Deed, Man, Own, Plan, Table


def check_plan(table: Table, own: Own, plan: Plan) -> None:
    """Raise IllegalMove, with a sentence that says what to change, unless the plan could be carried
    out.
    """
    if table.phase_by_phase and len(plan.phases) > 1:
        raise IllegalMove("Plan one phase at a time.", code="one-phase")
    places = _check_steps(table, own.man, plan.phases)
    if plan.action is not None:
        _check_action(table, own.man, plan, plan.action, places)


def _refuse(code: str, sentence: str) -> IllegalMove:
    return IllegalMove(sentence, code=code)


# --- movement -------------------------------------------------------------------------------------


def _check_steps(table: Table, man: Man, phases: Sequence[tuple[Deed, ...]]) -> list[int]:
    """Walk the plan; the answer is where he would be at the end of each phase."""
    terrain = terrain_of(table.ground)
    at, crouched, paced, diagonals = man.at, man.crouched, man.paced, man.diagonals
    places = []
    for phase, deeds in enumerate(phases, start=table.phase):
        if deeds:
            if at == OFF:
                raise _refuse(
                    "gone", f"Phase {phase}: you have left the map by then. Plan nothing more."
                )
            if deeds[0] not in WAY_NUMBER:
                crouched = _check_posture(phase, deeds, crouched=crouched)
            else:
                _check_pace(table, man, phase, deeds, crouched=crouched)
                for deed in deeds:
                    way = WAY_NUMBER.get(deed, -1)
                    if way < 0:
                        raise _refuse(
                            "mixed",
                            (
                                f"Phase {phase}: you cannot step and change your posture in the "
                                "same phase."
                            ),
                        )
                    at = _check_step(terrain, phase, at, way, alone=len(deeds) == 1)
                    paced, diagonals = budgeted(paced, diagonals, way)
        places.append(at)
    if paced > budget(man, table.numbers):
        raise _refuse(
            "too-far",
            (
                f"You can move {budget(man, table.numbers)} squares per turn, but this plan takes "
                f"{paced}. Every second diagonal step counts as two."
            ),
        )
    return places


def _check_posture(phase: int, deeds: tuple[Deed, ...], *, crouched: bool) -> bool:
    if len(deeds) > 1:
        raise _refuse("mixed", f"Phase {phase}: standing up or crouching takes the whole phase.")
    wants = deeds[0] == "crouch"
    if wants == crouched:
        raise _refuse(
            "posture", f"Phase {phase}: you are already {'crouching' if crouched else 'standing'}."
        )
    return wants


def _check_pace(
    table: Table, man: Man, phase: int, deeds: tuple[Deed, ...], *, crouched: bool
) -> None:
    if crouched:
        raise _refuse("crouching", f"Phase {phase}: stand up first. That takes a phase.")
    if len(deeds) == 1:
        return
    most = steps_allowed(man, phase, table.numbers)
    if len(deeds) > most:
        raise _refuse(
            "too-fast",
            f"Phase {phase}: you can take {most} {'step' if most == 1 else 'steps'} in this phase.",
        )
    if man.acted:
        raise _refuse(
            "has-fired",
            (
                f"Phase {phase}: you have used your firing action this turn, so you can take only "
                "one step."
            ),
        )


def _check_step(terrain: Terrain, phase: int, at: int, way: int, *, alone: bool) -> int:
    if at == OFF:
        raise _refuse("gone", f"Phase {phase}: you have left the map by then. Plan nothing more.")
    there = terrain.steps[at * 8 + way]
    if there == BLOCKED:
        raise _refuse(
            "blocked",
            f"Phase {phase}: you cannot step there because something solid is in the way.",
        )
    if there != OFF and terrain.slow[there] and not alone:
        raise _refuse(
            "slow",
            (
                f"Phase {phase}: a {LEGEND[terrain.letters[there]]} takes the whole phase. Take "
                "only that step."
            ),
        )
    return there


# --- the firing action ----------------------------------------------------------------------------


def _check_action(table: Table, man: Man, plan: Plan, action: Action, places: list[int]) -> None:
    if man.acted:
        raise _refuse("has-fired", "You have used your firing action this turn.")
    if man.ran or any(len(deeds) > 1 for deeds in plan.phases):
        raise _refuse(
            "running",
            "If you take two steps in a phase, you cannot fire, reload or throw in that turn.",
        )
    match action:
        case Fire():
            _check_fire(man, action)
        case Throw():
            _check_throw(table, man, action, places)
        case Reload():
            _check_reload(man, action.weapon)
        case _:
            assert_never(action)


def _check_fire(man: Man, action: Fire) -> None:
    gear = GEAR.get(action.weapon)
    weapon = gear.weapon if gear else None
    if action.weapon and (gear is None or weapon is None or left(man, action.weapon) < 1):
        raise _refuse("not-carried", "You do not carry this weapon.")
    if weapon is None or weapon.melee:
        if action.barrels > 1:
            raise _refuse("barrels", "Only a double-barrelled gun fires both barrels.")
        return
    if action.subdue:
        raise _refuse(
            "subdue", "You can subdue only with a blade or your bare hands, not with a firearm."
        )
    if weapon.fires_grenades:
        raise _refuse("launcher", "Aim a launcher like a throw: at the enemy or at a square.")
    if action.barrels > weapon.barrels:
        raise _refuse("barrels", "Only a double-barrelled gun fires both barrels.")
    if gear is None or rounds(man, gear) < action.barrels:
        raise _refuse("empty", "The weapon does not have enough rounds. Reload first.")


def _check_reload(man: Man, key: str) -> None:
    gear = GEAR.get(key)
    if gear is None or gear.weapon is None or left(man, key) < 1:
        raise _refuse("not-carried", "You do not carry this weapon.")
    if spares(man, gear) < 1:
        raise _refuse("no-clip", f"You have no spare clip for the {gear.name}.")
    if rounds(man, gear) == gear.weapon.shots:
        raise _refuse("full", f"The {gear.name} is already fully loaded.")


def _check_throw(table: Table, man: Man, action: Throw, places: list[int]) -> None:
    gear = GEAR.get(action.gear)
    launches = gear is not None and gear.weapon is not None and gear.weapon.fires_grenades
    if gear is None or left(man, action.gear) < 1 or not (gear.grenade or launches):
        raise _refuse("not-carried", "You do not have this grenade.")
    if launches and rounds(man, gear) < 1:
        raise _refuse("empty", "The weapon does not have enough rounds. Reload first.")
    if action.at == OFF:
        return
    if terrain_of(table.ground).solid[action.at]:
        raise _refuse("solid-square", "Throw at an open square.")
    reach, _ = aim(gear)
    last = places[-1] if places else man.at
    stands = (
        [*places, *[last] * (PHASES - len(places))][action.phase - 1 :]
        if not table.phase_by_phase
        else [last]
    )
    if all(square == OFF or apart(square, action.at) > reach**2 for square in stands):
        raise _refuse(
            "out-of-range",
            f"That square is out of range. The range of the {gear.name} is {reach} squares.",
        )
