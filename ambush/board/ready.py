"""Ready-made plans for a whole turn, from doctrines and from simple uses of the gear."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ambush.doctrine import Doctrine
from ambush.rules.call import Tactics
from ambush.rules.fighting import weapon_of
from ambush.rules.ground import OFF_MAP
from ambush.rules.samples import sample_moves, walk
from ambush.rules.terrain import terrain_of
from ambush.rules.values import Action, Fire, Own, Plan, View
from engine.dice import SeededDice, seed_from
from engine.values import Seat
from play.tabletop.board import Choice

from .aiming import plan_odds
from .plan_form import PART_LABEL, action_note
from .plan_words import action_words, as_sentence, plan_words

DOCTRINE_NAMES: Final[dict[Tactics, str]] = {
    "aggressive": "aggressive",
    "cautious": "cautious",
    "flee_first": "flee first",
}


def ready_plans(view: View, own_state: Own) -> Iterator[Choice]:
    """Yield a choice for each different plan.

    The plan of the doctrine in the fighter's orders comes first.
    """
    offered = set()
    for number, (label, plan) in enumerate(
        [*_doctrine_plans(view, own_state), *_simple_plans(view, own_state)]
    ):
        if plan in offered:
            continue
        offered.add(plan)
        note = (
            f"{as_sentence(plan_words(plan, view.table.phase))} "
            f"{action_note(plan_odds(view, plan), plan)}"
        ).strip()
        yield Choice(key=f"ready.{number}", label=label, note=note, move=plan)


def _doctrine_plans(view: View, own_state: Own) -> Iterator[tuple[str, Plan]]:
    own_tactics = own_state.man.who.tactics
    seat = Seat(view.seat or 0)
    for tactics in sorted(DOCTRINE_NAMES, key=lambda other: other != own_tactics):
        plan = Doctrine(tactics).choose(
            view, seat, SeededDice(seed_from(f"a plan, {tactics}, turn {view.table.turn}"), 0)
        )
        if isinstance(plan, Plan):
            owner = "Your doctrine" if tactics == own_tactics else "Doctrine"
            yield f"{owner}: {DOCTRINE_NAMES[tactics]}", plan


def _simple_plans(view: View, own_state: Own) -> Iterator[tuple[str, Plan]]:
    """Yield plans that stand still or crouch and use each action, and plans to leave the map."""
    man, terrain = own_state.man, terrain_of(view.table.ground)
    is_near = (
        terrain.are_in_reach(man.at, own_state.mark.at) if own_state.mark.at != OFF_MAP else False
    )
    actions = [
        plan.action
        for plan in sample_moves(view)
        if isinstance(plan, Plan) and plan.action is not None and not plan.phases
    ]
    for action in actions:
        if is_near or not _is_blow(action):
            yield f"Stay and {_short_words(action)}", Plan(action=action)
    if actions and not man.crouched and not _is_blow(actions[0]):
        yield (
            f"Crouch and {_short_words(actions[0])}",
            Plan(phases=(("crouch",),), action=actions[0]),
        )
    yield (
        "Take the shortest way off the map",
        Plan(
            phases=walk(
                view.table, man, lambda square: terrain.exit_directions[square], quick=not man.acted
            )
        ),
    )
    yield "Stay where you are", Plan()
    yield PART_LABEL, Plan(offers_to_part=True)


def _is_blow(action: Action) -> bool:
    return isinstance(action, Fire) and weapon_of(action.weapon).melee


def _short_words(action: Action) -> str:
    return action_words(action).removesuffix(" at first sight")
