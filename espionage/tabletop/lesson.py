"""The lesson on foot: lie in wait, let him come, and fire when it counts."""

from __future__ import annotations

from typing import Final

from play.tabletop.board import Draft
from play.tabletop.lessons import Cut, GameLesson, Step

from .fighters import Duel, called
from .table import AMBUSH_TABLE


def _plan(phase: int, deed: str) -> Draft:
    return Draft(choice="plan", answers=((f"step{phase}", (deed,)), ("action", ("none",))))


AROUND: Final = (69, 108, 360, 178)
NEARER: Final = (149, 108, 220, 110)
CROUCHED: Final = (189, 112, 80, 40)
NORTH: Final = (89, 0, 290, 144)
"""Parts of the map: where both stand, the learner alone, and the way to the nearest edge."""

STEPS: Final = (
    Step(
        says=(
            "You lie in wait, so you place both counters: where a fight begins decides half of it. "
            "Doctrine knows a good place. Press “Place for me: cautiously”."
        ),
        press=Draft(choice="place.cautious"),
        otherwise="Fights differ by where they begin. For this one, take doctrine’s first place.",
    ),
    Step(
        says=(
            "Harker stands 14 squares south and sees you. A turn has five phases, each a step or a "
            "change of posture. The form says crouch: it steadies your aim. “Seal this plan”."
        ),
        press=_plan(1, "crouch"),
        otherwise="A shot now hits 28 % of the time at best. Crouch first: it helps the next one.",
    ),
    Step(
        says=(
            "Harker fired and missed, and comes on. You may fire once a turn: the nearer, the "
            "better. Let the form stand still and hold fire: “Seal this plan”."
        ),
        press=_plan(2, "stay"),
        otherwise="Save it: one shot a turn, and the odds get better as Harker comes nearer.",
    ),
    Step(
        says=(
            "12 squares. Try it: read the odds on the button, then press “Stay and fire the heavy "
            "pistol”. The phases left of this turn pass by themselves."
        ),
        press=Draft(choice="ready.3"),
        otherwise="Harker fires again next turn. Shoot before that.",
        then=(_plan(4, "stay"), _plan(5, "stay")),
    ),
    Step(
        says=(
            "9 rolled, 10 needed: one short. This turn you count as standing, and crouching braces "
            "you: +1 each. Let Harker come one step nearer, and “Seal this plan”."
        ),
        press=_plan(1, "stay"),
        otherwise="Wait for one phase more: each square nearer helps.",
    ),
    Step(
        says=(
            "8 squares, and Harker has fired for this turn: no shot can come back. Look at the "
            "odds now, and press “Stay and fire the heavy pistol”."
        ),
        press=Draft(choice="ready.3"),
        otherwise="Now is the moment: nothing can answer you this turn. Fire.",
    ),
)

LESSON: Final = GameLesson(
    tabletop=AMBUSH_TABLE,
    setup=called(Duel(map="truck_stop", phase_by_phase=True)),
    seed="learn ambush 44",
    names=("Robin", "Doyle"),
    goal=(
        "You are Quill, with a heavy pistol. Harker has walked into your ambush at the Truck Stop. "
        "Who is down loses; getting away alive is no defeat."
    ),
    script=STEPS,
    ends=(
        "8 rolled, 8 needed: Harker is down, and you were not hit. In a club’s week this is what "
        "happens when a counterspy waits for a spy."
    ),
    rivals="aggressive",
    cuts=(
        Cut(0, "A map of squares. The ambusher places both, and moves first."),
        Cut(1, "A turn has five phases: a step or a change of posture in each.", AROUND),
        Cut(3, "One firing action a turn. Near is easy, far hard, running worse.", NEARER),
        Cut(4, "Standing still and crouching steady your aim; cover protects you.", CROUCHED),
        Cut(5, "Unseen for two turns you may vanish; over the edge you are away.", NORTH),
        Cut(6, "Who is down loses. Getting away alive is no defeat.", NEARER),
    ),
)
