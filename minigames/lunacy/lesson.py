"""The lesson: a search, a trap, two finds, a fight, and a rival that walks into the trap."""

from __future__ import annotations

from typing import Final

from minigames.lunacy.rules.values import Setup
from play.tabletop.board import Draft
from play.tabletop.lessons import Cut, GameLesson, Step

from .tabletop import LUNACY_TABLE


def _leaving(device: str) -> Draft:
    return Draft(choice="leave", answers=(("device", (device,)),))


RIGHT: Final = (448, 470, 324, 136)
MIDDLE: Final = (200, 470, 324, 136)
ROOF: Final = (224, 32, 324, 158)
"""Parts of the picture, as left, top, width and height.

The parts are the right and the middle of the ground floor with the yard, and the roof.
"""

STEPS: Final = (
    Step(
        instruction=(
            "You are at the right entrance with empty hands. Choose a weapon and a defence to "
            "use. The form says acid thrower and tar defence. Press “Change equipment”."
        ),
        press=Draft(choice="change", answers=(("weapon", ("green",)), ("defence", ("black",)))),
        explanation="Arm yourself first. The lesson continues with the weapon in the form.",
    ),
    Step(
        instruction=(
            "That cost 1 of your 2 points, and Talon learned only that you changed something. "
            "Enter the building: press “Walk in”, or the lit room next to you."
        ),
        press=Draft(choice="go:4"),
        explanation="You have a point left. Use it to walk in.",
    ),
    Step(
        instruction=(
            "Talon has searched a room and moved. Each room hides a number. The three circled "
            "ones, 8, 17 and 21, make the Thingamajig. Press “Search the room”."
        ),
        press=Draft(choice="search"),
        explanation="There could be something here. Search first.",
    ),
    Step(
        instruction=(
            "You found number 8, a piece! Now leave something behind. Talon will come looking "
            "for you, so leave the white smoke trap. Press “Finish the search”."
        ),
        press=_leaving("white"),
        explanation="A decoy hurts no one. Leave the smoke trap, and see what happens.",
    ),
    Step(
        instruction=(
            "Talon learned that you searched and found 8, but not what you left. The find calls "
            "the police. You have one point left, so press “Walk left”."
        ),
        press=Draft(choice="go:3"),
        explanation="The next numbers are to the left. Walk on.",
    ),
    Step(
        instruction=(
            "The deputy has come in through the entrance behind you and chases spies who hold "
            "pieces. Press “Search the room” quickly. This time, a decoy is left for you."
        ),
        press=Draft(choice="search"),
        explanation="You have time for a search before he gets here. Search.",
        follow_ups=(_leaving("decoy"),),
    ),
    Step(
        instruction=(
            "You found 17, the second piece! Talon is in the next room and wants yours. If you "
            "step into an occupied room, you fight, so strike first. Press “Walk left”."
        ),
        press=Draft(choice="go:2"),
        explanation="If you run, you meet the deputy. Attack while Talon does not expect it.",
    ),
    Step(
        instruction=(
            "Both choose in secret. A weapon deals 2 unless the other’s defence has its colour, "
            "and a sword deals 1. Press “The weapon in use”, and watch what happens to Talon."
        ),
        press=Draft(choice="wield:equipment"),
        explanation="The sword never shows your colour, but the acid thrower deals twice as much.",
        follow_ups=(
            Draft(choice="stay"),
            Draft(choice="search"),
            _leaving("decoy"),
            Draft(choice="go:1"),
        ),
    ),
)

LESSON: Final = GameLesson(
    tabletop=LUNACY_TABLE,
    setup=Setup(),
    seed="learn lunacy 3574",
    names=("Robin", "Talon"),
    goal=(
        "Two spies search a laboratory for three numbers and set traps for each other. To win, "
        "leave by the roof with all three."
    ),
    script=STEPS,
    ends=(
        "Talon ran, met the police, and searched the room with your trap. You hold two of three "
        "pieces. When you have the third, go up to floor 5, column 3, and take the elevator to "
        "the roof."
    ),
    rivals="hunter:club",
    opening=(Draft(choice="circle:21"),),
    cuts=(
        Cut(0, "Three circled numbers are hidden in 25 rooms. Find them and leave by the roof."),
        Cut(
            2,
            "You have two points per turn. A step, search or change costs one.",
            RIGHT,
        ),
        Cut(4, "Search a room to see what is in it, then leave a decoy or trap.", RIGHT),
        Cut(6, "Each piece found calls police, who chase spies holding pieces.", RIGHT),
        Cut(
            7,
            "If you enter an occupied room, you fight: sword or weapon, chosen in secret.",
            MIDDLE,
        ),
        Cut(8, "With all three pieces, take the roof elevator in column 3 to win.", ROOF),
    ),
)
