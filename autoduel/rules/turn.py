"""A whole turn: five phases, and its end (V11, V12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .driving import change_speed, settle
from .dropping import age, debris, drop
from .duel import Duel
from .ends import crews, end, fires, flags, outs, recover
from .events import TurnBegins
from .moving import movement
from .shooting import fire, hazards_of_hits
from .tables import PHASES
from .walkers import lead_off

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.dice import Dice
    from engine.game import Told

    from .values import Event, Plan, State


def play(
    state: State, plans: Mapping[int, Plan], dice: Dice
) -> tuple[State, tuple[Told[Event], ...]]:
    """Play one turn by these plans, by side; a car without one drives straight on."""
    duel = Duel(state, dice)
    for plan in plans.values():
        for each in plan.cars:
            duel.cars[each.car].now.plan = each
    duel.public(TurnBegins(turn=duel.turn))
    for phase in PHASES:
        duel.phase = phase
        _phase(duel)
    _end_of_turn(duel)
    return duel.finished()


def _phase(duel: Duel) -> None:
    for car in duel.present:
        car.now.busy = False
    for car in duel.in_order:
        plan = car.now.plan
        if plan is not None and plan.at == duel.phase and not car.now.shifted and not car.out:
            car.now.shifted = True
            change_speed(duel, car, plan.speed)
    movement(duel)
    drop(duel)
    hazards_of_hits(duel, fire(duel))
    debris(duel)
    outs(duel)


def _end_of_turn(duel: Duel) -> None:
    fires(duel)
    age(duel)
    for car in duel.present:
        settle(duel, car)
        car.painted = max(0, car.painted - 1)
    crews(duel)
    recover(duel)
    lead_off(duel)
    flags(duel)
    for car in duel.cars:
        before = {(weapon, target): turns for weapon, target, turns in car.trail}
        car.trail = [
            (weapon, target, before.get((weapon, target), 0) + 1)
            for weapon, target in sorted(car.now.fired.items())
        ]
    outs(duel)
    end(duel)
