"""No public die is rolled for a hidden cause (V59, V62, V99)."""

from __future__ import annotations

import pytest

from autoduel.rules.damage import strike
from autoduel.rules.driving import apply_crash, change_speed
from autoduel.rules.duel import Duel
from autoduel.rules.ends import burn_cars, carry_out_flags
from autoduel.rules.samples import MAGISTRATE, RAMROD
from autoduel.rules.values import CarPlan, Extra
from engine.dice import ScriptedDice
from engine.values import Seat, changed
from tests.autoduel.garage import start_duel


def duel_with_private_dice(spec, *inside, speed=60):
    """Return a duel with a car whose private dice show these faces and without public dice."""
    dice = ScriptedDice(domains={(Seat(0), "inside"): inside})
    duel = Duel(start_duel(spec, RAMROD), dice)
    duel.phase = 1
    car = duel.cars[0]
    car.speed, car.hs = speed, 7
    return duel, car, dice


@pytest.mark.parametrize(("heat", "faces"), [(0, ()), (4, (6, 6))])
def test_v99_heat_against_possible_fireproof_armour_has_separate_dice(heat, faces):
    duel, car, dice = duel_with_private_dice(MAGISTRATE, *faces)
    car.turn_state.heat = heat
    burn_cars(duel)
    dice.assert_used()


@pytest.mark.parametrize(
    ("spec", "faces"),
    [
        (changed(MAGISTRATE, extras=()), ()),
        (MAGISTRATE, (6,)),
        (changed(MAGISTRATE, extras=(), gas=True), (6,)),
        (changed(RAMROD, extras=()), (6,)),
    ],
    ids=["nothing", "an extinguisher", "a gas plant", "loaded rockets"],
)
def test_v99_public_dice_do_not_reveal_the_load_of_a_burning_car(spec, faces):
    duel, car, dice = duel_with_private_dice(spec, *faces)
    car.burning = True
    burn_cars(duel)
    dice.assert_used()


def test_v99_public_dice_do_not_reveal_a_hit_on_the_plant():
    duel, car, dice = duel_with_private_dice(MAGISTRATE, 6, 6)
    car.armour[0], car.weapons = 0, [0, 0]
    strike(duel, car, "front", 2, (2,))
    burn_cars(duel)
    assert car.plant == 8
    dice.assert_used()


@pytest.mark.parametrize(("spares", "faces"), [(False, (1,)), (True, ())])
def test_v99_public_dice_do_not_reveal_anti_lock_brakes(spares, faces):
    """From 45 to 5 mph: D7 from a status of 7 is safe."""
    duel, car, dice = duel_with_private_dice(
        changed(MAGISTRATE, spares_tyres=spares), *faces, speed=45
    )
    change_speed(duel, car, 5)
    dice.assert_used()


@pytest.mark.parametrize(("what", "faces"), [("roll", ()), ("burning-roll", (1,))])
def test_v99_public_dice_do_not_reveal_the_table_row(what, faces):
    duel, car, dice = duel_with_private_dice(MAGISTRATE, *faces)
    apply_crash(duel, car, (what, 0))
    dice.assert_used()


@pytest.mark.parametrize(("ejects", "faces"), [(True, ()), (False, (1,) * 6)])
def test_v99_public_dice_do_not_reveal_ejection_seats(ejects, faces):
    seats = Extra(key="accessory:1", name="Seats", location="", dp=1, ejects=ejects)
    duel, car, dice = duel_with_private_dice(changed(MAGISTRATE, extras=(seats,)), *faces)
    car.turn_state.plan = CarPlan(car=0, speed=60, flag="bail")
    carry_out_flags(duel)
    assert car.gone == [True, True]
    dice.assert_used()
