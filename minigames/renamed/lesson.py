"""The lesson: two captures, a taunt that succeeds, and a rival's taunt that is foiled."""

from __future__ import annotations

from typing import Final

from minigames.renamed.rules.values import Setup
from play.tabletop.board import Draft
from play.tabletop.lessons import Cut, GameLesson, Step

from .tabletop import RENAMED_TABLE


def _into_my_lair(card: int) -> Draft:
    return Draft(choice="send", answers=(("what", (f"card-{card}",)), ("into", ("0",))))


SPY_3: Final = 193
SPY_7: Final = 389

TOP_AREA: Final = (0, 0, 400, 122)
RIVAL_ROWS_AREA: Final = (0, 120, 400, 200)
OWN_ROW_AREA: Final = (0, 322, 400, 104)
"""The part of the picture that shows the learner's own row."""

STEPS: Final = (
    Step(
        instruction=(
            "Your hand below the board has two lair cards of 4. Your lair captures any spy that "
            "is not larger than the lair. Press “Lay A Hollow Volcano (4)”."
        ),
        press=Draft(choice="lay.4"),
        explanation="That makes a smaller lair, or none, and a spy of 3 would escape. Lay the 4.",
    ),
    Step(
        instruction=(
            "Now send a spy in. Trench Cotes is worth 3 and your lair 4, so he is sure to be "
            "captured. The form is filled in. Press “Play a spy or a bomb into a lair”."
        ),
        press=_into_my_lair(SPY_3),
        explanation=(
            "A spy that does not fit escapes and destroys your lair. Send the 3 into your 4."
        ),
    ),
    Step(
        instruction=(
            "You have captured him, and he is worth 3 points if you kill him now. A taunt "
            "doubles that unless someone holds the same letter. The chance that no one does is "
            "67 %. Be greedy and taunt with G."
        ),
        press=Draft(choice="taunt.457"),
        explanation="That is safe, or as bold with another letter. For this lesson, taunt with G.",
    ),
    Step(
        instruction=(
            "No one foiled it, so he is worth 6. Another taunt could make it 12, but a foil "
            "would cost you the spy and the lair. Take what you have and press “Kill Trench "
            "Cotes”."
        ),
        press=Draft(choice="kill"),
        explanation="You will need that H in a moment. Kill him for 6 safe points.",
    ),
    Step(
        instruction=(
            "The Professor holds a spy of 4 and taunts with H, and you hold an H. A foil frees "
            "the spy and blows up the Professor’s lair. Press “Foil with H”."
        ),
        press=Draft(choice="foil.463"),
        explanation="Then the Professor scores 8. Foil to stop that.",
    ),
    Step(
        instruction=(
            "It is your turn again. Eve S. Dropper in your hand is worth 7. That is too large "
            "for a lair of 4, but not for one of 8. Press “Lay A Hollow Volcano (4)” again."
        ),
        press=Draft(choice="lay.4"),
        explanation="With less, the lair is 6 or smaller, and she would escape. Lay the 4.",
    ),
    Step(
        instruction=(
            "With 8 against 7, she is captured, too. The note says so: “captured for sure”. "
            "Press “Play a spy or a bomb into a lair”."
        ),
        press=_into_my_lair(SPY_7),
        explanation="You score with your own spy in your own lair. Send the 7 into your 8.",
    ),
    Step(
        instruction=(
            "This match is played to 12 points, and you have 6. Killing her makes 13, so there "
            "is no reason to taunt. Press “Kill Eve S. Dropper”."
        ),
        press=Draft(choice="kill"),
        explanation="Killing her now wins the match. Why would you talk?",
    ),
)

LESSON: Final = GameLesson(
    tabletop=RENAMED_TABLE,
    setup=Setup(players=3, target=12),
    seed="learn renamed 2251",
    names=("The Baron", "The Countess", "The Professor"),
    goal=(
        "You are the Baron, a villain. Catch spies in your lair and kill them. The first to 12 "
        "points wins."
    ),
    script=STEPS,
    ends=(
        "You won with a lair, spies that fit, a cheap taunt and one foil at the right moment. A "
        "full match is played to 33 points, and rivals send teams and bombs."
    ),
    cuts=(
        Cut(
            0,
            "You see only the backs of other hands: spies, or lair cards and letters.",
            RIVAL_ROWS_AREA,
        ),
        Cut(1, "Lair cards are face down. The size of your lair is their sum.", OWN_ROW_AREA),
        Cut(2, "A spy not larger than the lair is captured. A larger one blows it up.", TOP_AREA),
        Cut(3, "Kill the captive for its value, or taunt. Each taunt doubles it.", TOP_AREA),
        Cut(
            4,
            "A player with the same letter can foil. Spy and lair are lost.",
            TOP_AREA,
        ),
        Cut(
            8,
            "Draw two, lay a lair card, play a spy. First to the target wins.",
            OWN_ROW_AREA,
        ),
    ),
)
