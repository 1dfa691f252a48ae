"""Duels set up for tests on the Foundry Floor, with cars where a test wants them."""

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
    """Return the first state of a duel with one car a side. `first` changes fields of the setup."""
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
    """Return a turn in progress with two or three cars in these poses and scripted dice."""
    duel = Duel(start_duel(*(specs or (MAGISTRATE, RAMROD))), ScriptedDice(*faces))
    duel.phase = 1
    for car, pose, speed in zip(duel.cars, (one, other, third), speeds, strict=False):
        car.pose, car.course, car.speed = pose, pose[2], speed
        car.hs = 3
    return duel
