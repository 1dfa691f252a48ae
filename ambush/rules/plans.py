"""Checks a plan under the assumption that nobody is in the way (P4, P7, P9, P16, P17, P18).

The enemy can still block a step when the turn is played. That step is then lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from campaign.ledger.rules.gear import GEAR
from engine.game import IllegalMove

from .fighting import pieces_left, rounds_left, spare_clips, throw_range
from .ground import LEGEND, OFF_MAP, squared_distance
from .steps import add_step, squares_per_turn, steps_allowed
from .terrain import BLOCKED, Terrain, terrain_of
from .values import (
    DIRECTION_NUMBERS,
    PHASES,
    Action,
    Fire,
    Man,
    Movement,
    Own,
    Plan,
    Reload,
    Table,
    Throw,
)


def check_plan(table: Table, own_state: Own, plan: Plan) -> None:
    """Raise IllegalMove if a plan is not possible. The message says what to change."""
    if table.phase_by_phase and len(plan.phases) > 1:
        raise IllegalMove("Plan one phase at a time.", code="one-phase")
    places = _check_steps(table, own_state.man, plan.phases)
    if plan.action is not None:
        _check_action(table, own_state.man, plan, plan.action, places)


def _refusal(code: str, sentence: str) -> IllegalMove:
    return IllegalMove(sentence, code=code)


# --- movement -------------------------------------------------------------------------------------


def _check_steps(table: Table, man: Man, phases: Sequence[tuple[Movement, ...]]) -> list[int]:
    """Check the steps and return the fighter's square at the end of each phase of the plan."""
    terrain = terrain_of(table.ground)
    square, crouched, paced, diagonals = man.at, man.crouched, man.paced, man.diagonals
    places = []
    for phase, deeds in enumerate(phases, start=table.phase):
        if deeds:
            if square == OFF_MAP:
                raise _refusal(
                    "gone", f"Phase {phase}: you have left the map by then. Plan nothing more."
                )
            if deeds[0] not in DIRECTION_NUMBERS:
                crouched = _check_posture(phase, deeds, crouched=crouched)
            else:
                _check_pace(table, man, phase, deeds, crouched=crouched)
                for deed in deeds:
                    direction = DIRECTION_NUMBERS.get(deed, -1)
                    if direction < 0:
                        raise _refusal(
                            "mixed",
                            (
                                f"Phase {phase}: you cannot step and change your posture in the "
                                "same phase."
                            ),
                        )
                    square = _check_step(
                        terrain, phase, square, direction, is_only_step=len(deeds) == 1
                    )
                    paced, diagonals = add_step(paced, diagonals, direction)
        places.append(square)
    if paced > squares_per_turn(man, table.numbers):
        raise _refusal(
            "too-far",
            (
                f"You can move {squares_per_turn(man, table.numbers)} squares per turn, but "
                "this plan takes "
                f"{paced}. Every second diagonal step counts as two."
            ),
        )
    return places


def _check_posture(phase: int, deeds: tuple[Movement, ...], *, crouched: bool) -> bool:
    if len(deeds) > 1:
        raise _refusal("mixed", f"Phase {phase}: standing up or crouching takes the whole phase.")
    wants_crouch = deeds[0] == "crouch"
    if wants_crouch == crouched:
        raise _refusal(
            "posture", f"Phase {phase}: you are already {'crouching' if crouched else 'standing'}."
        )
    return wants_crouch


def _check_pace(
    table: Table, man: Man, phase: int, deeds: tuple[Movement, ...], *, crouched: bool
) -> None:
    if crouched:
        raise _refusal("crouching", f"Phase {phase}: stand up first. That takes a phase.")
    if len(deeds) == 1:
        return
    max_steps = steps_allowed(man, phase, table.numbers)
    if len(deeds) > max_steps:
        raise _refusal(
            "too-fast",
            f"Phase {phase}: you can take {max_steps} {'step' if max_steps == 1 else 'steps'} "
            "in this phase.",
        )
    if man.acted:
        raise _refusal(
            "has-fired",
            (
                f"Phase {phase}: you have used your firing action this turn, so you can take only "
                "one step."
            ),
        )


def _check_step(
    terrain: Terrain, phase: int, square: int, direction: int, *, is_only_step: bool
) -> int:
    if square == OFF_MAP:
        raise _refusal("gone", f"Phase {phase}: you have left the map by then. Plan nothing more.")
    next_square = terrain.steps[square * 8 + direction]
    if next_square == BLOCKED:
        raise _refusal(
            "blocked",
            f"Phase {phase}: you cannot step there because something solid is in the way.",
        )
    if next_square != OFF_MAP and terrain.slow[next_square] and not is_only_step:
        raise _refusal(
            "slow",
            (
                f"Phase {phase}: a {LEGEND[terrain.letters[next_square]]} takes the whole "
                "phase. Take "
                "only that step."
            ),
        )
    return next_square


# --- the firing action ----------------------------------------------------------------------------


def _check_action(table: Table, man: Man, plan: Plan, action: Action, places: list[int]) -> None:
    if man.acted:
        raise _refusal("has-fired", "You have used your firing action this turn.")
    if man.ran or any(len(deeds) > 1 for deeds in plan.phases):
        raise _refusal(
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
    if action.weapon and (gear is None or weapon is None or pieces_left(man, action.weapon) < 1):
        raise _refusal("not-carried", "You do not carry this weapon.")
    if weapon is None or weapon.melee:
        if action.barrels > 1:
            raise _refusal("barrels", "Only a double-barrelled gun fires both barrels.")
        return
    if action.subdue:
        raise _refusal(
            "subdue", "You can subdue only with a blade or your bare hands, not with a firearm."
        )
    if weapon.fires_grenades:
        raise _refusal("launcher", "Aim a launcher like a throw: at the enemy or at a square.")
    if action.barrels > weapon.barrels:
        raise _refusal("barrels", "Only a double-barrelled gun fires both barrels.")
    if gear is None or rounds_left(man, gear) < action.barrels:
        raise _refusal("empty", "The weapon does not have enough rounds. Reload first.")


def _check_reload(man: Man, key: str) -> None:
    gear = GEAR.get(key)
    if gear is None or gear.weapon is None or pieces_left(man, key) < 1:
        raise _refusal("not-carried", "You do not carry this weapon.")
    if spare_clips(man, gear) < 1:
        raise _refusal("no-clip", f"You have no spare clip for the {gear.name}.")
    if rounds_left(man, gear) == gear.weapon.shots:
        raise _refusal("full", f"The {gear.name} is already fully loaded.")


def _check_throw(table: Table, man: Man, action: Throw, places: list[int]) -> None:
    gear = GEAR.get(action.gear)
    is_launcher = gear is not None and gear.weapon is not None and gear.weapon.fires_grenades
    if gear is None or pieces_left(man, action.gear) < 1 or not (gear.grenade or is_launcher):
        raise _refusal("not-carried", "You do not have this grenade.")
    if is_launcher and rounds_left(man, gear) < 1:
        raise _refusal("empty", "The weapon does not have enough rounds. Reload first.")
    if action.at == OFF_MAP:
        return
    if terrain_of(table.ground).solid[action.at]:
        raise _refusal("solid-square", "Throw at an open square.")
    reach, _ = throw_range(gear)
    last_square = places[-1] if places else man.at
    throw_squares = (
        [*places, *[last_square] * (PHASES - len(places))][action.phase - 1 :]
        if not table.phase_by_phase
        else [last_square]
    )
    if all(
        square == OFF_MAP or squared_distance(square, action.at) > reach**2
        for square in throw_squares
    ):
        raise _refusal(
            "out-of-range",
            f"That square is out of range. The range of the {gear.name} is {reach} squares.",
        )
