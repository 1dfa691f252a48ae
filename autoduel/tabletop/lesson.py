"""The lesson, in which a Greyhound meets a Homestead.

Doctrine drives one turn and the learner drives four. In the last turn, the cars have met and
the learner fires.
"""

from __future__ import annotations

from typing import Final

from engine.values import changed
from play.tabletop.board import Draft
from play.tabletop.lessons import Cut, GameLesson, Step

from .options import Options, setup
from .plan_form import KEY
from .table import AUTODUEL_TABLE


def _plan(**answers: str) -> Draft:
    return Draft(choice=KEY, answers=tuple([(name, (value,)) for name, value in answers.items()]))


STEPS: Final = (
    Step(
        instruction=(
            "A turn is one second and has five phases. Blue is coming at you, ten inches ahead. "
            "Let doctrine plan all five phases of this turn: press “Duellist”."
        ),
        press=Draft(choice="drive-duellist"),
        explanation="You will drive in a moment. For now, let the duellist do it.",
    ),
    Step(
        instruction=(
            "Now drive by hand. Brake to 30, and bend left 45° in phase 5, when Blue has passed. "
            "The ghosts show where you would be after each phase. The form is filled in. Press "
            "“Seal this plan”."
        ),
        press=_plan(speed0="30", way0_5="L45"),
        explanation=(
            "In a match, any legal plan is fine. For this lesson, use the plan in the form."
        ),
    ),
    Step(
        instruction=(
            "Blue is behind you, on the left. Keep turning. Each 15° of a bend reduces your "
            "handling by 1, and the note shows how safe your control is. Brake to 20, keep "
            "bending, and press “Seal this plan”."
        ),
        press=_plan(speed0="20", way0_1="L45"),
        explanation="You want to face Blue. Keep turning left, as in the form.",
    ),
    Step(
        instruction=(
            "At 5 mph, a car pivots on the spot at no cost. Brake hard, which costs 2, and pivot "
            "left 30° in phase 3. Your guns bear in phase 4, and the line shows the number you "
            "need. Press “Seal this plan”."
        ),
        press=_plan(speed0="5", way0_3="PL30"),
        explanation=(
            "Turning on the spot is the fastest way to aim here. Seal the plan in the form."
        ),
    ),
    Step(
        instruction=(
            "You hit its front. Each side has its own armour. Keep your guns on Blue: pivot "
            "another 30° to the left, and press “Seal this plan”."
        ),
        press=_plan(speed0="5", way0_3="PL30"),
        explanation="Keep your guns on it. Pivot left, as in the form.",
    ),
    Step(
        instruction=(
            "Two more hits on the same side, where its armour is getting thin. The cars have met "
            "head-on. Blue is in front of your guns, so you do not need to steer. Stay and fire: "
            "press “Straight on”."
        ),
        press=Draft(choice="straight"),
        explanation="Your guns bear. Do not steer, and fire.",
    ),
)

_SETUP: Final = setup(Options(mixed=True), 2)
SETUP: Final = changed(_SETUP, numbers=changed(_SETUP.numbers, start_speed=20, start_ahead=0))
"""Two cars that start slowly and in their gates, so that beginners have time to look around."""
LESSON: Final = GameLesson(
    tabletop=AUTODUEL_TABLE,
    setup=SETUP,
    seed="learn the autoduel 26",
    names=("Nell", "Marksman"),
    goal=(
        "You drive the Red Greyhound with two linked guns in front. Blue is a Homestead with "
        "rockets in front and oil behind. A car that can neither move nor fire is out."
    ),
    script=STEPS,
    ends=(
        "Seal, watch, seal again: that is a duel. “Fill in by doctrine” fills in the plan when you "
        "are in a hurry. Change whatever you know better. Only you know your armour, but everyone "
        "sees the holes in it."
    ),
    before=4,
    cuts=(
        Cut(0, "Up to eight cars drive in an arena. Each side seals one plan per turn."),
        Cut(1, "A turn has five phases. Ghosts show where your car would be after each."),
        Cut(2, "A bend is D1 for each 15°, which reduces your handling."),
        Cut(3, "At 5 mph a car pivots on the spot, and its guns come round."),
        Cut(4, "Dashed lines separate the arcs. The best shot shows the number it needs."),
        Cut(5, "Everyone can see where each car has driven and what condition it is in."),
    ),
)
