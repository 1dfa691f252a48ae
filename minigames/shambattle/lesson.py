"""The lesson: one turn of the Spy’s side at the enemy’s throat: march, judo, a volley, and the
answer.
"""

from __future__ import annotations

from typing import Final

from minigames.shambattle.rules.values import SPY, Setup
from play.tabletop.board import Draft
from play.tabletop.lessons import Cut, GameLesson, Step

from .tabletop import SHAMBATTLE_TABLE

DONE: Final = Draft(choice="done")

CATWALK: Final = (320, 290, 280, 140)
TOUCH: Final = (412, 326, 150, 75)
GUNS: Final = (412, 296, 240, 120)
PLATFORM: Final = (486, 296, 260, 130)
FIELD: Final = (220, 190, 560, 340)
HELIPAD: Final = (956, 296, 260, 130)
"""Parts of the picture; twenty units are an inch."""

STEPS: Final = (
    Step(
        says=(
            "Your commandos, C and L, have come along the western catwalk. The guards, G, wait "
            "round the pool. Let all go as doctrine would: “All march as doctrine would”."
        ),
        press=Draft(choice="follow"),
        otherwise="You can march every man by hand later on. This once let doctrine lead them.",
    ),
    Step(
        says=(
            "On a catwalk a man goes 6 inches, elsewhere 4. C12 now touches G2: who touches an "
            "enemy may fight judo. Press “End the movement”."
        ),
        press=DONE,
        otherwise="They stand well. Leave them there and end the movement.",
    ),
    Step(
        says=(
            "Judo: both throw a die, the higher wins; 4 more removes the other, less stuns him. "
            "Odds stand on the button. Press “C12 fights G2”."
        ),
        press=Draft(choice="judo-C12-G2"),
        otherwise="One of yours touches one of theirs. Use it: fight.",
    ),
    Step(
        says=(
            "6 against 5: G2 is stunned, and you may push him, into the water if that is near. "
            "Here it is not, and he stands well under your guns: “Leave him there”."
        ),
        press=Draft(choice="push-0"),
        otherwise="Pushed away he would be harder to hit. Leave him where he is.",
    ),
    Step(
        says=(
            "Everybody fights once a turn, and nobody else touches an enemy. Shooting comes last. "
            "Press “End the judo”."
        ),
        press=DONE,
    ),
    Step(
        says=(
            "Now the guns. Near ones spray, and need no die; others shoot on 4 or 5 and more. All "
            "of it in one press: “Fire all best shots”."
        ),
        press=Draft(choice="volley"),
        otherwise="One by one you may, too. Fire all best shots at once this time.",
    ),
    Step(
        says=(
            "G2, G6 and the Henchman are out. Nobody has a target left, so the turn is over. Press "
            "“End the turn” and watch the answer."
        ),
        press=DONE,
    ),
    Step(
        says=(
            "They sprayed back. On by hand: a line names a man and a place; the form sends C12 "
            "east and the others as doctrine would. Press “March”."
        ),
        press=Draft(
            choice="march",
            answers=(("ways", ("C12 towards 28, 18",)), ("rest", ("doctrine",))),
        ),
        otherwise="Any march will do in a match. Here send C12 as the form says.",
    ),
)

LESSON: Final = GameLesson(
    tabletop=SHAMBATTLE_TABLE,
    setup=Setup(),
    seed="learn shambattle 9",
    names=("Doyle", "Robin"),
    goal=(
        "You lead the Spy’s side, from the west. Two men on the platform in the pool’s middle for "
        "two turns disarm the missile; the Mastermind is to be caught."
    ),
    script=STEPS,
    ends=(
        "March, judo, shooting: that is a turn, and six turns are left to hold the platform. One "
        "press plays each step as doctrine would; take over where you know better."
    ),
    before=11,
    frame=FIELD,
    me=SPY,
    cuts=(
        Cut(0, "The Spy’s side comes from the west; the missile stands in the middle."),
        Cut(1, "Move: six inches on catwalks, four elsewhere. Touching is allowed.", CATWALK),
        Cut(2, "Then judo: who touches an enemy may fight, die against die.", TOUCH),
        Cut(5, "Then shooting: guns hit up to six inches, and spray what is near.", GUNS),
        Cut(7, "Two of the Spy’s men on the platform for two turns disarm it.", PLATFORM),
        Cut(7, "The Mastermind, caught or away over the helipad, decides the grade.", HELIPAD),
    ),
)
