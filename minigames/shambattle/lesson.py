"""The lesson: one turn of the Spy's side near the enemy, and the reply.

The turn includes a march, judo and a volley.
"""

from __future__ import annotations

from typing import Final

from minigames.shambattle.rules.values import SPY, Setup
from play.tabletop.board import Draft
from play.tabletop.lessons import Cut, GameLesson, Step

from .tabletop import SHAMBATTLE_TABLE

END_STEP: Final = Draft(choice="done")

CATWALK: Final = (320, 290, 280, 140)
TOUCH: Final = (412, 326, 150, 75)
GUNS: Final = (412, 296, 240, 120)
PLATFORM: Final = (486, 296, 260, 130)
FIELD: Final = (220, 190, 560, 340)
HELIPAD: Final = (956, 296, 260, 130)
"""Parts of the picture, as left, top, width and height. One inch is twenty units."""

STEPS: Final = (
    Step(
        instruction=(
            "Your commandos, C and L, have come along the western catwalk. The guards, G, are "
            "waiting around the pool. Let doctrine move everyone: press “Move all by doctrine”."
        ),
        press=Draft(choice="follow"),
        explanation="You can move every figure by hand later. For now, let doctrine move them.",
    ),
    Step(
        instruction=(
            "A figure moves 6 inches on a catwalk and 4 elsewhere. C12 now touches G2, and "
            "figures that touch an enemy can fight judo. Press “End the movement”."
        ),
        press=END_STEP,
        explanation="They are in good positions. Leave them there and end the movement.",
    ),
    Step(
        instruction=(
            "In judo, both roll a die, and the higher roll wins. Winning by 4 removes the other, "
            "and by less stuns him. The button shows the odds. Press “C12 fights G2”."
        ),
        press=Draft(choice="judo-C12-G2"),
        explanation="One of your figures touches an enemy. Use the chance and fight.",
    ),
    Step(
        instruction=(
            "6 against 5: G2 is stunned, and you can push him, even into the water if it is "
            "near. Here it is not, and he is an easy target for your guns. Press “Leave him "
            "there”."
        ),
        press=Draft(choice="push-0"),
        explanation="If you push him away, he is harder to hit. Leave him where he is.",
    ),
    Step(
        instruction=(
            "Each figure fights once per turn, and no other figure touches an enemy. Shooting "
            "comes last. Press “End the judo”."
        ),
        press=END_STEP,
    ),
    Step(
        instruction=(
            "Now the guns. Sprays at close range need no die. Other shots hit on 4 or 5 and "
            "more. Press “Fire all best shots” to fire them all."
        ),
        press=Draft(choice="volley"),
        explanation="You can also fire one by one. This time, fire all best shots together.",
    ),
    Step(
        instruction=(
            "G2, G6 and the Henchman are out. No one has a target left, so the turn is over. "
            "Press “End the turn” and watch the enemy’s reply."
        ),
        press=END_STEP,
    ),
    Step(
        instruction=(
            "They sprayed back. Now move by hand. A line gives a figure and a place. The form "
            "sends C12 east and moves the others by doctrine. Press “March”."
        ),
        press=Draft(
            choice="march",
            answers=(("ways", ("C12 towards 28, 18",)), ("rest", ("doctrine",))),
        ),
        explanation="In a match, any march is fine. For this lesson, send C12 as the form says.",
    ),
)

LESSON: Final = GameLesson(
    tabletop=SHAMBATTLE_TABLE,
    setup=Setup(),
    seed="learn shambattle 9",
    names=("Doyle", "Robin"),
    goal=(
        "You lead the Spy’s side from the west. Two figures that stay on the platform in the "
        "middle of the pool for two turns disarm the missile. You also have to catch the "
        "Mastermind."
    ),
    script=STEPS,
    ends=(
        "A turn has march, judo and shooting, and you have six turns left to hold the platform. "
        "One press plays each step by doctrine. Take over where you know better."
    ),
    before=11,
    frame=FIELD,
    learner=SPY,
    cuts=(
        Cut(0, "The Spy’s side comes from the west. The missile is in the middle."),
        Cut(1, "Move: six inches on catwalks, four elsewhere. Touching is allowed.", CATWALK),
        Cut(2, "Then judo: figures that touch an enemy can fight, die against die.", TOUCH),
        Cut(5, "Then shooting: guns hit up to six inches away, and spray close targets.", GUNS),
        Cut(7, "Two of the Spy’s men on the platform for two turns disarm it.", PLATFORM),
        Cut(
            7,
            "The grade of victory depends on whether the Mastermind escapes by the helipad.",
            HELIPAD,
        ),
    ),
)
