"""What a beginner should know now: the walk-through of a first duel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from autoduel.rules.geometry import distance
from autoduel.rules.plans import own_cars

from .ready import acts

if TYPE_CHECKING:
    from autoduel.rules.car import Car
    from autoduel.rules.values import View

FIRST: Final = (
    "A turn is a second, and you plan all of it at once. Press “Doctrine, show me”: the ghosts "
    "show where your car would be after each of five phases. Change what you like, then seal it."
)
SPEED: Final = (
    "You are fast enough when the ghosts end where you want to be. Braking by 15 and more, bends "
    "and drifts take D off your handling; at the end of the turn as much as your class comes back."
)
NEAR: Final = (
    "The enemy is near. A driver fires only in a phase in which he does not steer: leave a phase "
    "straight on for the shot. The line in the picture has the number that two dice must show."
)
LOW: Final = (
    "Your handling is low, so the next bend may lose you the car. Drive straight on for a turn, or "
    "slow down: slower cars are safe at a status at which fast ones are not."
)
SKID: Final = (
    "You have lost control: the car goes its own way until it is caught. What you plan holds as "
    "soon as somebody steers again."
)
HOLED: Final = (
    "A side of yours is holed: what hits it now goes inside. Turn another side to the enemy, or "
    "give up in time: doctrine shoots at nobody who has given up."
)
STANDING: Final = (
    "You stand. A car at rest is easier to hit and hits more easily itself. After a whole turn at "
    "rest you may back up."
)
NEAR_MILS: Final = 9000


def coach(view: View) -> str:
    """Two or three sentences on what matters most for the side's first car; "" when it has nothing
    to order.
    """
    car = next(own_cars(view), None)
    if car is None or not acts(view):
        return ""
    if view.table.turn == 1:
        return FIRST
    if not car.steers:
        return SKID
    if 0 in car.armour[:4]:
        return HOLED
    if car.hs < 0:
        return LOW
    if _near(view, car):
        return NEAR
    return STANDING if car.speed == 0 else SPEED


def _near(view: View, car: Car) -> bool:
    return any(
        one.side != car.side and not one.out and distance(one.pose[:2], car.pose[:2]) < NEAR_MILS
        for one in view.table.cars
    )
