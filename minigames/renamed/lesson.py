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
"""Area of the picture with the learner's own row."""

STEPS: Final = (
    Step(
        says=(
            "Look at your hand below the board: two lair cards of 4. Your lair captures any spy "
            "not larger than it is. Press “Lay A Hollow Volcano (4)”."
        ),
        press=Draft(choice="lay.4"),
        otherwise="That makes a smaller lair, or none: no spy of 3 would stay in it. Lay the 4.",
    ),
    Step(
        says=(
            "Now send a spy in. Trench Cotes is worth 3, your lair 4: he is captured for sure. The "
            "form is filled in; press “Play a spy or a bomb into a lair”."
        ),
        press=_into_my_lair(SPY_3),
        otherwise="What does not fit escapes and takes your lair with it. Send the 3 into your 4.",
    ),
    Step(
        says=(
            "He is yours: 3 points if you kill him now. A taunt doubles him, unless somebody holds "
            "the same letter: 67 % say nobody does. Be greedy: taunt with G."
        ),
        press=Draft(choice="taunt.457"),
        otherwise="That is safe, or as bold with another letter. This once, taunt with G.",
    ),
    Step(
        says=(
            "Nobody foiled it: he is worth 6. Another taunt could make it 12, and a foil would "
            "cost you spy and lair. Take what you have: press “Kill Trench Cotes”."
        ),
        press=Draft(choice="kill"),
        otherwise="You will need that H in a moment. Kill him: 6 points for sure.",
    ),
    Step(
        says=(
            "The Professor holds a spy of 4 and taunts with H, and you hold an H. A foil frees the "
            "spy and blows up the Professor’s lair: press “Foil with H”."
        ),
        press=Draft(choice="foil.463"),
        otherwise="Then the Professor scores 8. You can stop that: foil.",
    ),
    Step(
        says=(
            "Your turn again. Eve S. Dropper in your hand is worth 7: too large for a lair of 4, "
            "not for one of 8. Press “Lay A Hollow Volcano (4)” again."
        ),
        press=Draft(choice="lay.4"),
        otherwise="4 and less is 6 or less: she would walk out of it. Lay the 4.",
    ),
    Step(
        says=(
            "8 against 7: she stays, too. Look at the note: “captured for sure”. Press “Play a spy "
            "or a bomb into a lair”."
        ),
        press=_into_my_lair(SPY_7),
        otherwise="Your own spy in your own lair is what scores. Send the 7 into your 8.",
    ),
    Step(
        says=(
            "Here the match goes to 12, and you have 6. Killing her makes 13, so there is no "
            "reason to taunt. Press “Kill Eve S. Dropper”."
        ),
        press=Draft(choice="kill"),
        otherwise="It wins the match to kill her now; why would you talk?",
    ),
)

LESSON: Final = GameLesson(
    tabletop=RENAMED_TABLE,
    setup=Setup(players=3, target=12),
    seed="learn renamed 2251",
    names=("The Baron", "The Countess", "The Professor"),
    goal="You are the Baron, a villain. Catch spies in your lair and kill them: 12 points win.",
    script=STEPS,
    ends=(
        "You have won: a lair, a spy that fits, a taunt while it was cheap, and one foil at the "
        "right moment. In a full match 33 points win, and rivals send teams and bombs."
    ),
    cuts=(
        Cut(
            0,
            "Of other hands you see the backs: spies, or lair cards and letters.",
            RIVAL_ROWS_AREA,
        ),
        Cut(1, "Lair cards lie face down. Your lair is as large as their sum.", OWN_ROW_AREA),
        Cut(2, "A spy not larger than the lair is captured; a larger one blows it up.", TOP_AREA),
        Cut(3, "Kill the captive for its value, or taunt: each taunt doubles it.", TOP_AREA),
        Cut(4, "Who holds the same letter foils: spy free, lair gone, no points.", TOP_AREA),
        Cut(8, "Draw two, lay a lair card, play a spy. Who reaches the target wins.", OWN_ROW_AREA),
    ),
)
