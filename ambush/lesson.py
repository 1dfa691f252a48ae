"""The ambush lesson: lie in wait, let the enemy come closer, and fire at the right moment."""

from __future__ import annotations

from typing import Final

from play.tabletop.board import Draft
from play.tabletop.lessons import Cut, GameLesson, Step

from .board.fighters import Duel, friendly_setup
from .tabletop import AMBUSH_TABLE


def _plan_draft(phase: int, movement: str) -> Draft:
    return Draft(choice="plan", answers=((f"step{phase}", (movement,)), ("action", ("none",))))


BOTH_FIGHTERS_BOX: Final = (69, 108, 360, 178)
NEARER_ENEMY_BOX: Final = (149, 108, 220, 110)
LEARNER_BOX: Final = (189, 112, 80, 40)
EDGE_BOX: Final = (89, 0, 290, 144)
"""Parts of the map: both fighters, the enemy nearby, the learner, and the way to an edge."""

STEPS: Final = (
    Step(
        instruction=(
            "You are the ambusher, so you place both counters. Where a fight starts decides half "
            "of it. To let doctrine choose a good place, press “Place for me: cautiously”."
        ),
        press=Draft(choice="place.cautious"),
        explanation=(
            "Where a fight starts makes a difference. For this lesson, use doctrine’s first "
            "suggestion."
        ),
    ),
    Step(
        instruction=(
            "Harker is 14 squares south and sees you. A turn has five phases, each with a step "
            "or a change of posture. The form says crouch, which steadies your aim. Press “Seal "
            "this plan”."
        ),
        press=_plan_draft(1, "crouch"),
        explanation=(
            "A shot now hits 28 % of the time at best. Crouch first to improve the next one."
        ),
    ),
    Step(
        instruction=(
            "Harker fired, missed and is coming closer. You can fire once per turn, and the "
            "nearer, the better. Leave the form at stand still and hold fire, and press “Seal "
            "this plan”."
        ),
        press=_plan_draft(2, "stay"),
        explanation=(
            "Save your shot. You have one per turn, and the odds get better as Harker comes nearer."
        ),
    ),
    Step(
        instruction=(
            "Harker is 12 squares away. Read the odds on the button, then press “Stay and fire "
            "the heavy pistol”. The remaining phases of this turn pass automatically."
        ),
        press=Draft(choice="ready.3"),
        explanation="Harker fires again next turn. Shoot before that.",
        follow_ups=(_plan_draft(4, "stay"), _plan_draft(5, "stay")),
    ),
    Step(
        instruction=(
            "You rolled 9 and needed 10. This turn you get +1 for standing still and +1 for "
            "crouching. Let Harker come one step nearer, and press “Seal this plan”."
        ),
        press=_plan_draft(1, "stay"),
        explanation="Wait for one more phase. Every square nearer helps.",
    ),
    Step(
        instruction=(
            "Harker is 8 squares away and has already fired this turn, so he cannot shoot back. "
            "Check the odds, and press “Stay and fire the heavy pistol”."
        ),
        press=Draft(choice="ready.3"),
        explanation="Now is the moment. Harker cannot shoot back this turn. Fire.",
    ),
)

LESSON: Final = GameLesson(
    tabletop=AMBUSH_TABLE,
    setup=friendly_setup(Duel(map="truck_stop", phase_by_phase=True)),
    seed="learn ambush 44",
    names=("Robin", "Doyle"),
    goal=(
        "You are Quill, with a heavy pistol. Harker has walked into your ambush at the Truck "
        "Stop. If you go down, you lose. Getting away alive is not a defeat."
    ),
    script=STEPS,
    ends=(
        "You rolled 8 and needed 8. Harker is down, and you were not hit. In a club, this "
        "happens when a counterspy ambushes a spy."
    ),
    rivals="aggressive",
    cuts=(
        Cut(0, "The map is made of squares. The ambusher places both counters and moves first."),
        Cut(
            1,
            "A turn has five phases. In each, you take a step or change your posture.",
            BOTH_FIGHTERS_BOX,
        ),
        Cut(
            3,
            "You fire once per turn. Near is easy, far is hard, running is worse.",
            NEARER_ENEMY_BOX,
        ),
        Cut(4, "Standing still and crouching steady your aim; cover protects you.", LEARNER_BOX),
        Cut(
            5,
            "After two turns unseen, you can vanish. If you leave the map, you are safe.",
            EDGE_BOX,
        ),
        Cut(6, "If you go down, you lose. Getting away alive is not a defeat.", NEARER_ENEMY_BOX),
    ),
)
