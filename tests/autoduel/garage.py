"""Duels set up by hand for the tests: two cars on the Foundry Floor, where a test wants them."""

from __future__ import annotations

from autoduel.game import AUTODUEL
from autoduel.rules.arenas import FOUNDRY_FLOOR
from autoduel.rules.duel import Duel
from autoduel.rules.numbers import NUMBERS
from autoduel.rules.samples import MAGISTRATE, RAMROD
from autoduel.rules.values import Setup, Side
from engine.dice import ScriptedDice, SeededDice, seed_from
from engine.values import changed


def start_duel(*specs, numbers=NUMBERS, **first):
    """The first state of a duel between these cars, a side each; `first` changes set-up fields."""
    sides = tuple([Side(name=f"Side {at}", cars=(spec,)) for at, spec in enumerate(specs)])
    setup = changed(Setup(arena=FOUNDRY_FLOOR, sides=sides, numbers=numbers), **first)
    return AUTODUEL.start(setup, SeededDice(seed_from("garage"), 0))[0]


def make_working_duel(
    *faces,
    one=(6000, 12_000, 0),
    other=(12_000, 12_000, 12),
    third=(30_000, 20_000, 0),
    speeds=(30, 30),
    specs=None,
):
    """A turn in the making: two mid-sized cars in these poses, or three, and scripted dice."""
    duel = Duel(start_duel(*(specs or (MAGISTRATE, RAMROD))), ScriptedDice(*faces))
    duel.phase = 1
    for car, pose, speed in zip(duel.cars, (one, other, third), speeds, strict=False):
        car.pose, car.course, car.speed = pose, pose[2], speed
        car.hs = 3
    return duel
