"""The lesson, in which a Greyhound gets behind a Homestead.

Both cars drive planned turns, so that the lesson depends only on the rules. The learner fires
head-on, brakes, bends around the other car, and fires at its back.
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
            "Your guns fire if the chance is fair: press “Straight on”."
        ),
        press=Draft(choice="straight"),
        explanation="Your guns bear. Do not steer yet, and fire.",
    ),
    Step(
        instruction=(
            "You hit its front. Its back has less armour, so get behind it: brake to 30, and bend "
            "left 45° in phase 5. Ghosts show where you will be. Press “Seal this plan”."
        ),
        press=_plan(speed0="30", way0_5="L45"),
        explanation=(
            "In a match, any legal plan is fine. For this lesson, use the plan in the form."
        ),
    ),
    Step(
        instruction=(
            "No gun bears now, so turn: bend left 45° in phase 1 and 30° in phase 5. Each 15° "
            "reduces your handling by 1, and the note shows your control. Press “Seal this plan”."
        ),
        press=_plan(speed0="30", way0_1="L45", way0_5="L30"),
        explanation="You want to drive where Blue drives. Keep turning left, as in the form.",
    ),
    Step(
        instruction=(
            "You are behind Blue. Brake to 25 and bend left 45° in phase 1: your guns bear on its "
            "back, and the line shows the number you need. Press “Seal this plan”."
        ),
        press=_plan(speed0="25", way0_1="L45"),
        explanation="Turn your guns on Blue’s back. Bend left, as in the form.",
    ),
    Step(
        instruction=(
            "You hit its back. A driver who steers shoots worse, so do not steer when the guns "
            "already bear: press “Straight on”."
        ),
        press=Draft(choice="straight"),
        explanation="Your guns bear. Do not steer, and fire.",
    ),
    Step(
        instruction=(
            "Two more hits on the same side. If you are faster than Blue, you pass it and lose "
            "your position. Brake to 20, as fast as Blue, and press “Seal this plan”."
        ),
        press=_plan(speed0="20"),
        explanation="Stay behind Blue. Brake to 20, as in the form.",
    ),
)
_OPENING: Final = (
    _plan(speed0="25", way0_1="L45"),
    _plan(speed0="30", way0_1="R30"),
    _plan(speed0="35", way0_1="L15"),
    _plan(speed0="40", way0_1="TDR"),
)
_BLUE: Final = (
    _plan(speed1="25", way1_1="L30"),
    _plan(speed1="30", way1_1="R60"),
    _plan(speed1="35", way1_5="L60"),
    _plan(speed1="40", way1_1="R30", way1_2="L30"),
    _plan(speed1="40", way1_1="R15"),
    _plan(speed1="30"),
    *[_plan(speed1="20")] * 4,
)

_SETUP: Final = setup(Options(mixed=True), 2)
SETUP: Final = changed(_SETUP, numbers=changed(_SETUP.numbers, start_speed=20, start_ahead=0))
"""Two cars that start slowly and in their gates, so that beginners have time to look around."""
LESSON: Final = GameLesson(
    tabletop=AUTODUEL_TABLE,
    setup=SETUP,
    seed="learn the autoduel 15",
    names=("Nell", "Marksman"),
    goal=(
        "You drive the Red Greyhound with two linked guns in front. Blue is a Homestead with "
        "rockets in front and mines behind. A car that can neither move nor fire is out."
    ),
    script=STEPS,
    ends=(
        "Seal, watch, seal again: that is a duel. “Fill in by doctrine” fills in the plan when you "
        "are in a hurry. Change whatever you know better. Only you know your armour, but everyone "
        "sees the holes in it."
    ),
    opening=_OPENING,
    answers=_BLUE,
    cuts=(
        Cut(0, "Up to eight cars drive in an arena. Each side seals one plan per turn."),
        Cut(1, "A turn has five phases. Ghosts show where your car would be after each."),
        Cut(2, "A bend is D1 for each 15°, which reduces your handling."),
        Cut(3, "Behind an enemy, your guns bear and its front guns do not."),
        Cut(4, "Dashed lines separate the arcs. The best shot shows the number it needs."),
        Cut(5, "Everyone can see where each car has driven and what condition it is in."),
    ),
)
