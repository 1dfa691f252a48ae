"""The lesson: the hat goes round, a squad stands at last, and a Medic makes it win."""

from __future__ import annotations

from typing import Final

from minigames.achtung.board.options import Evening, setup_of
from play.tabletop.board import Draft
from play.tabletop.lessons import Cut, GameLesson, Step

from .tabletop import ACHTUNG_TABLE

SEATS: Final = 8
US: Final = Draft(choice="nominate", answers=(("squad", ("0", "2")),))
YES: Final = Draft(choice="vote-yes")
NO: Final = Draft(choice="vote-no")

SCORE: Final = (0, 0, 400, 64)
LADDER: Final = (0, 0, 400, 266)
PEOPLE: Final = (0, 264, 400, 184)
"""Parts of the picture: the score, the ladder of matches, both teams."""

STEPS: Final = (
    Step(
        says=(
            "You have the hat: two of your team of four go. One of the four is a Spy for the "
            "others; you know only yourself. Take yourself and Boris: “Nominate this squad”."
        ),
        press=US,
        otherwise=(
            "A Medic helps only from inside, so you have to go, too. Take Boris: the others are no "
            "safer."
        ),
    ),
    Step(
        says=(
            "Now all four of RED vote, in secret until all are in. It takes three yes. It is your "
            "own squad: press “Yes”."
        ),
        press=YES,
        otherwise="You chose it yourself. Vote for it.",
    ),
    Step(
        says=(
            "2 to 2: voted down, and the hat goes on. Boris wants Anna and himself. Without you "
            "there is nobody to heal: press “No”."
        ),
        press=NO,
        otherwise="A Medic who stays out is worth nothing. Hold out for a squad with you in it.",
    ),
    Step(
        says=(
            "Down again. Look at who voted how: little else ever gives a Spy away. Carla takes "
            "you and herself: you would be in. Press “Yes”."
        ),
        press=YES,
        otherwise="You would be in it: that is what you wanted.",
    ),
    Step(
        says=(
            "Down a third time. Anna, the last before the hat is yours again, leaves you out. "
            "Press “No”."
        ),
        press=NO,
        otherwise="One more no, and the hat is back with you: and then nobody votes.",
    ),
    Step(
        says=(
            "The hat has gone round: what you nominate now stands without a vote. Take yourself "
            "and Boris again, and press “Nominate this squad”."
        ),
        press=US,
        otherwise="You would lose your first choice. Take yourself and Boris: the form has both.",
    ),
    Step(
        says=(
            "Squads are locked. Everybody seals an action, so that waiting gives nobody away. A "
            "Medic doubles one player: choose Boris and press “Heal”."
        ),
        press=Draft(choice="heal", answers=(("patient-1", ("2",)),)),
        otherwise="Standing by leaves your squad at half of what it could bring. Heal Boris.",
    ),
)

LESSON: Final = GameLesson(
    tabletop=ACHTUNG_TABLE,
    setup=setup_of(
        Evening(teams="as_they_sit", removals="who_and_how", totals=True, pool_shown=True), SEATS
    ),
    seed="learn achtung 843",
    names=("Robin", "Anna", "Boris", "Carla", "Dirk", "Emil", "Fritz", "Greta"),
    goal=(
        "You are Robin, number 1, a Medic of RED. Five matches; in each, the squad with more "
        "points wins. In each team sits a Spy who wins with the others."
    ),
    script=STEPS,
    ends=(
        "6 to 2: Boris counted 3, doubled, so he cannot be the Spy, who counts 0. Four to go. "
        "Watch votes, note whom you suspect, and talk: at a real table everybody does."
    ),
    cuts=(
        Cut(0, "Two teams, a Spy in each: he wins with the others.", PEOPLE),
        Cut(1, "The hat goes round: whoever has it nominates a squad.", PEOPLE),
        Cut(2, "The team votes in secret. More than half of it sends the squad.", PEOPLE),
        Cut(
            6, "Both squads known, everybody seals an action: heal, shoot, sabotage, wait.", PEOPLE
        ),
        Cut(7, "Each class counts differently in each match; more points win it.", LADDER),
        Cut(7, "Most of five matches wins the evening.", SCORE),
    ),
)
