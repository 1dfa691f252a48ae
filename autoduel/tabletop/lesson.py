"""The lesson: a Greyhound meets a Homestead; one turn by doctrine, four by hand, the last straight
on at an enemy who comes.
"""

from __future__ import annotations

from typing import Final

from play.tabletop.board import Draft
from play.tabletop.lessons import Cut, GameLesson, Step

from .options import Options, setup
from .plan_form import KEY
from .table import AUTODUEL_TABLE


def _plan(**answers: str) -> Draft:
    return Draft(choice=KEY, answers=tuple([(name, (value,)) for name, value in answers.items()]))


STEPS: Final = (
    Step(
        says=(
            "A turn is a second, in five phases. Blue comes at you, ten inches ahead. Let a "
            "driver of doctrine take this one, the plan for all five phases at once: press "
            "“Duellist”."
        ),
        press=Draft(choice="drive-duellist"),
        otherwise="You will drive yourself in a moment. This once let the duellist do it.",
    ),
    Step(
        says=(
            "Now by hand: stay at 30, and bend left 45° in phase 5, when Blue has passed. The "
            "ghosts show where you would be after each phase. It stands filled in: “Seal this "
            "plan”."
        ),
        press=_plan(speed0="30", way0_5="L45"),
        otherwise="Any legal plan will do in a match. Here drive the one that stands filled in.",
    ),
    Step(
        says=(
            "Blue is behind you, on the left. On round: each 15° of a bend takes 1 off your "
            "handling, and the note says how sure control is. Brake to 20, bend on: “Seal this "
            "plan”."
        ),
        press=_plan(speed0="20", way0_1="L45"),
        otherwise="You want your nose on it. Bend on to the left as it stands filled in.",
    ),
    Step(
        says=(
            "At 5 mph a car pivots on the spot, for nothing. Brake hard, which costs 2, pivot "
            "left 60° in phase 3, and your guns bear in phase 4. The line has the number: “Seal "
            "this plan”."
        ),
        press=_plan(speed0="5", way0_3="PL60"),
        otherwise="Turning on the spot is the quickest way to aim here. Seal what is filled in.",
    ),
    Step(
        says=(
            "A hit, on its right: each side has armour of its own. Blue drives round you and "
            "cannot aim, for its rockets point ahead. Pivot after it, 60° to the right: “Seal this "
            "plan”."
        ),
        press=_plan(speed0="5", way0_3="PR60"),
        otherwise="Keep your guns on it: pivot right, as it stands filled in.",
    ),
    Step(
        says=(
            "Two hits more on the same side: there its armour wears thin. Blue turns to face you, "
            "and your guns bear: there is nothing to steer. Creep on and fire: press “Straight on”."
        ),
        press=Draft(choice="straight"),
        otherwise="Your guns bear. Go straight on, and fire.",
    ),
)

LESSON: Final = GameLesson(
    tabletop=AUTODUEL_TABLE,
    setup=setup(Options(mixed=True), 2),
    seed="learn the autoduel 26",
    names=("Nell", "Marksman"),
    goal=(
        "You drive the Red Greyhound: two linked guns in front. Blue is a Homestead with rockets "
        "in front and oil behind. Who can neither move nor fire is out."
    ),
    script=STEPS,
    ends=(
        "Seal, watch, seal again: that is a duel. “Doctrine, show me” fills the pad when you are "
        "in a hurry; change what you know better. Yours is the armour, everybody’s the holes."
    ),
    before=4,
    cuts=(
        Cut(0, "Up to eight cars in an arena; each side seals one plan a turn."),
        Cut(1, "Five phases: ghosts show where your car would be after each."),
        Cut(2, "A bend is D1 for each 15°, and takes it off your handling."),
        Cut(3, "At 5 mph a car pivots on the spot, and its guns come round."),
        Cut(4, "Dashed lines part the arcs; the best shot bears its number."),
        Cut(5, "Where each has driven, and how it stands, is seen by all."),
    ),
)
