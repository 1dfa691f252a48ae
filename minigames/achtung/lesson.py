"""The lesson: the hat goes round, a squad is finally accepted, and a Medic helps it to win."""

from __future__ import annotations

from typing import Final

from minigames.achtung.board.options import Evening, setup_of
from play.tabletop.board import Draft
from play.tabletop.lessons import Cut, GameLesson, Step

from .tabletop import ACHTUNG_TABLE

SEATS: Final = 8
OWN_SQUAD: Final = Draft(choice="nominate", answers=(("squad", ("0", "2")),))
YES: Final = Draft(choice="vote-yes")
NO: Final = Draft(choice="vote-no")

SCORE: Final = (0, 0, 400, 64)
LADDER: Final = (0, 0, 400, 266)
PEOPLE: Final = (0, 264, 400, 184)
"""Parts of the picture: the score, the five matches, and both teams."""

STEPS: Final = (
    Step(
        instruction=(
            "You have the hat, so you nominate two of your team of four. One of the four is a "
            "Spy for the other team, and you only know about yourself. Choose yourself and "
            "Boris, and press “Nominate this squad”."
        ),
        press=OWN_SQUAD,
        explanation=(
            "A Medic helps only inside the squad, so you have to go, too. Choose Boris: the "
            "others are no safer."
        ),
    ),
    Step(
        instruction=(
            "Now all four players of RED vote. Votes are secret until all are in, and three yes "
            "votes are needed. It is your own squad, so press “Yes”."
        ),
        press=YES,
        explanation="You chose it yourself. Vote for it.",
    ),
    Step(
        instruction=(
            "2 to 2: the squad is voted down, and the hat moves on. Boris wants Anna and "
            "himself. Without you, no one can heal. Press “No”."
        ),
        press=NO,
        explanation="A Medic outside the squad is worth nothing. Wait for a squad with you in it.",
    ),
    Step(
        instruction=(
            "Voted down again. Check how each player voted: little else gives a Spy away. Carla "
            "nominates you and herself, so you would be in. Press “Yes”."
        ),
        press=YES,
        explanation="You would be in the squad, as you wanted.",
    ),
    Step(
        instruction=(
            "Voted down a third time. Anna, the last captain before you get the hat back, leaves "
            "you out. Press “No”."
        ),
        press=NO,
        explanation="One more no, and the hat is back with you. Then there is no vote.",
    ),
    Step(
        instruction=(
            "The hat has gone round, so your nomination is now final without a vote. Choose "
            "yourself and Boris again, and press “Nominate this squad”."
        ),
        press=OWN_SQUAD,
        explanation=(
            "You would lose your first choice. Choose yourself and Boris. The form has both."
        ),
    ),
    Step(
        instruction=(
            "The squads are locked. Everyone seals an action, so waiting gives no one away. A "
            "Medic doubles one player. Choose Boris and press “Heal”."
        ),
        press=Draft(choice="heal", answers=(("patient-1", ("2",)),)),
        explanation="If you stand by, your squad scores half of what it could. Heal Boris.",
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
        "You are Robin, number 1, a Medic of RED. There are five matches, and the squad with "
        "more points wins each. Each team has a Spy who wins with the other team."
    ),
    script=STEPS,
    ends=(
        "6 to 2: Boris counted 3, doubled, so he cannot be the Spy, who counts 0. Four matches "
        "remain. Watch votes, note who you suspect, and talk, as everyone does at a real table."
    ),
    cuts=(
        Cut(0, "There are two teams, each with a Spy who wins with the other team.", PEOPLE),
        Cut(1, "The hat goes round. The player who has it nominates a squad.", PEOPLE),
        Cut(2, "The team votes in secret. A majority sends the squad.", PEOPLE),
        Cut(
            6,
            (
                "When both squads are known, everyone seals an action: heal, shoot, sabotage or "
                "wait."
            ),
            PEOPLE,
        ),
        Cut(7, "Each class is worth different points in each match. More points win.", LADDER),
        Cut(7, "The team with the most wins out of five matches wins the evening.", SCORE),
    ),
)
