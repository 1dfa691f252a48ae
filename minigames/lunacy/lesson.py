"""The lesson: a search, a trap, two pieces found, a fight, and a rival who walks into the trap."""

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
"""Sections of the picture: the right and middle of the ground floor with the yard, and the roof."""

STEPS: Final = (
    Step(
        says=(
            "You stand at the right entrance with empty hands. Take a weapon and a defence in use: "
            "the form says acid thrower and tar defence. Press “Change equipment”."
        ),
        press=Draft(choice="change", answers=(("weapon", ("green",)), ("defence", ("black",)))),
        otherwise="Arm yourself first, with what the form says: the story goes on with these.",
    ),
    Step(
        says=(
            "That cost 1 of your 2 points, and Talon heard only that you changed something. Step "
            "into the house: press “Walk in”, or the lit room beside you."
        ),
        press=Draft(choice="go:4"),
        otherwise="You have a point left: use it to walk in.",
    ),
    Step(
        says=(
            "Talon has searched a room and moved. In each room lies a number; the three circled "
            "ones, 8, 17 and 21, are the Thingamajig. Press “Search the room”."
        ),
        press=Draft(choice="search"),
        otherwise="You would walk past what may lie here. Search first.",
    ),
    Step(
        says=(
            "Number 8 lay here: a piece! Now leave something behind. Talon comes looking for you: "
            "let it be the smoke trap, white. Press “Finish the search”."
        ),
        press=_leaving("white"),
        otherwise="A decoy hurts nobody. Leave the smoke trap: you will see what comes of it.",
    ),
    Step(
        says=(
            "Talon heard that you searched, that you found 8, and not what you left. The find "
            "brings the police. One point left: press “Walk left”."
        ),
        press=Draft(choice="go:3"),
        otherwise="The next numbers lie to the left. Walk on.",
    ),
    Step(
        says=(
            "Look at the entrance behind you: the deputy is in, and chases whoever holds pieces. "
            "Search quickly: press “Search the room”. A decoy is left for you this time."
        ),
        press=Draft(choice="search"),
        otherwise="You have time for a search before he comes. Search.",
        then=(_leaving("decoy"),),
    ),
    Step(
        says=(
            "17, the second piece! Talon stands in the next room, wanting yours. Strike first: who "
            "steps into company fights. Press “Walk left”."
        ),
        press=Draft(choice="go:2"),
        otherwise="Running leads to the deputy. Attack while Talon does not expect it.",
    ),
    Step(
        says=(
            "Both choose in secret. A weapon deals 2, unless their defence has its colour; a sword "
            "deals 1. Press “The weapon in use”, and watch what then befalls Talon."
        ),
        press=Draft(choice="wield:equipment"),
        otherwise="The sword never shows your colour, but the acid thrower deals twice as much.",
        then=(
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
        "Two spies search a laboratory for three numbers, trap rooms for each other, and leave by "
        "the roof with all three."
    ),
    script=STEPS,
    ends=(
        "Talon ran, met the police, and searched the room where your trap lay. You hold two of "
        "three pieces. With the third, go up to floor 5, column 3, and take the lift to the roof."
    ),
    rivals="hunter:club",
    opening=(Draft(choice="circle:21"),),
    cuts=(
        Cut(0, "Three circled numbers lie in 25 rooms: find them and leave by the roof."),
        Cut(2, "Two points a turn. A step, a search, a change of equipment cost one.", RIGHT),
        Cut(4, "A search finds what lies there, and leaves a decoy or a trap.", RIGHT),
        Cut(6, "Each piece found brings police, who chase whoever holds pieces.", RIGHT),
        Cut(7, "Step into company and you fight: sword or weapon, chosen in secret.", MIDDLE),
        Cut(8, "With all three pieces, take the roof lift in column 3: you win.", ROOF),
    ),
)
