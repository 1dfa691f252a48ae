"""Ready plans: a whole turn in one press. What doctrine would do, and the plainest things to do
with what is carried.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.dice import SeededDice, seed_from
from engine.values import Seat
from espionage.rules.ambush.doctrine import Doctrine
from espionage.rules.ambush.fighting import weapon_of
from espionage.rules.ambush.ground import OFF
from espionage.rules.ambush.samples import menu, walk
from espionage.rules.ambush.terrain import terrain_of
from espionage.rules.ambush.values import Fire, Plan
from play.tabletop.board import Choice

from .aiming import along
from .plan_form import action_note
from .plan_words import action_words, plan_words, sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from espionage.rules.ambush.call import Tactics
    from espionage.rules.ambush.values import Action, Own, View

WAYS_TO_FIGHT: Final[dict[Tactics, str]] = {
    "aggressive": "aggressive",
    "cautious": "cautious",
    "flee_first": "flee first",
}


def ready_plans(view: View, own: Own) -> Iterator[Choice]:
    """One button a plan, each plan once; the doctrine of one's own orders first."""
    known = set()
    for number, (label, plan) in enumerate([*_doctrines(view, own), *_plain(view, own)]):
        if plan in known:
            continue
        known.add(plan)
        note = (
            f"{sentence(plan_words(plan, view.table.phase))} {action_note(along(view, plan), plan)}"
        ).strip()
        yield Choice(key=f"ready.{number}", label=label, note=note, move=plan)


def _doctrines(view: View, own: Own) -> Iterator[tuple[str, Plan]]:
    mine = own.man.who.tactics
    seat = Seat(view.seat or 0)
    for tactics in sorted(WAYS_TO_FIGHT, key=lambda each: each != mine):
        plan = Doctrine(tactics).choose(
            view, seat, SeededDice(seed_from(f"a plan, {tactics}, turn {view.table.turn}"), 0)
        )
        if isinstance(plan, Plan):
            whose = "Your doctrine" if tactics == mine else "Doctrine"
            yield f"{whose}: {WAYS_TO_FIGHT[tactics]}", plan


def _plain(view: View, own: Own) -> Iterator[tuple[str, Plan]]:
    """Standing still or crouching with each action that makes sense, and the way out."""
    man, terrain = own.man, terrain_of(view.table.ground)
    near = terrain.arms_length(man.at, own.mark.at) if own.mark.at != OFF else False
    actions = [
        plan.action
        for plan in menu(view)
        if isinstance(plan, Plan) and plan.action is not None and not plan.phases
    ]
    for action in actions:
        if near or not _is_blow(action):
            yield f"Stay and {_short(action)}", Plan(action=action)
    if actions and not man.crouched and not _is_blow(actions[0]):
        yield f"Crouch and {_short(actions[0])}", Plan(phases=(("crouch",),), action=actions[0])
    yield (
        "Take the shortest way off the map",
        Plan(phases=walk(view.table, man, lambda at: terrain.edge[at], quick=not man.acted)),
    )
    yield "Stay where you are", Plan()


def _is_blow(action: Action) -> bool:
    return isinstance(action, Fire) and weapon_of(action.weapon).melee


def _short(action: Action) -> str:
    return action_words(action).removesuffix(" at first sight")
