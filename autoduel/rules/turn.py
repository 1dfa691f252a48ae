"""A complete turn, with five phases and an end (V11, V12)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.dice import Dice
from engine.game import Told

from .driving import change_speed, end_slides
from .dropping import age_markers, drop_debris, drop_markers
from .duel import Duel
from .ends import (
    burn_cars,
    carry_out_flags,
    end_if_over,
    recover_handling,
    take_out_wrecks,
    update_crews,
)
from .events import TurnBegins
from .moving import move_cars
from .race import cross_lines, positions
from .shooting import fire, hazards_of_hits
from .tables import PHASES
from .values import Event, Plan, State
from .walkers import lead_off_walkers


def play(
    state: State, plans: Mapping[int, Plan], dice: Dice
) -> tuple[State, tuple[Told[Event], ...]]:
    """Play one turn with the sides' plans. A car without a plan drives straight on."""
    duel = Duel(state, dice)
    for plan in plans.values():
        for car_plan in plan.cars:
            duel.cars[car_plan.car].turn_state.plan = car_plan
    duel.announce(TurnBegins(turn=duel.turn))
    for phase in PHASES:
        duel.phase = phase
        _play_phase(duel)
    _end_of_turn(duel)
    return duel.finish()


def _play_phase(duel: Duel) -> None:
    for car in duel.cars_present:
        car.turn_state.is_busy, car.turn_state.busy_d = False, 0
    for car in duel.cars_in_order:
        plan = car.turn_state.plan
        if (
            plan is not None
            and plan.at == duel.phase
            and not car.turn_state.changed_speed
            and not car.out
        ):
            car.turn_state.changed_speed = True
            change_speed(duel, car, plan.speed)
    before = positions(duel)
    move_cars(duel)
    cross_lines(duel, before)
    drop_markers(duel)
    hazards_of_hits(duel, fire(duel))
    drop_debris(duel)
    take_out_wrecks(duel)


def _end_of_turn(duel: Duel) -> None:
    burn_cars(duel)
    age_markers(duel)
    for car in duel.cars_present:
        end_slides(duel, car)
        car.painted = max(0, car.painted - 1)
    update_crews(duel)
    recover_handling(duel)
    lead_off_walkers(duel)
    carry_out_flags(duel)
    for car in duel.cars:
        turns_before = {(weapon, target): turns for weapon, target, turns in car.trail}
        car.trail = [
            (weapon, target, turns_before.get((weapon, target), 0) + 1)
            for weapon, target in sorted(car.turn_state.fired_at.items())
        ]
    take_out_wrecks(duel)
    end_if_over(duel)
