"""Describes plans, actions and gear, for labels, log lines and the text version of the board."""

from __future__ import annotations

from itertools import groupby
from typing import Final, assert_never

from ambush.rules.ground import OFF_MAP
from ambush.rules.values import Action, Fire, Movement, Plan, Reload, Throw
from campaign.ledger.rules.gear import GEAR

from .squares import DIRECTION_WORDS, square_name, squares_words

BARE_HANDS: Final = "bare hands"


def gear_name(key: str) -> str:
    """Return the name of a piece of gear for use within a sentence. "" means the bare hand."""
    if not key:
        return BARE_HANDS
    gear = GEAR.get(key)
    name = gear.name if gear else key.replace("_", " ")
    return name[:1].lower() + name[1:]


def as_sentence(text: str) -> str:
    """Capitalise a text and add a full stop."""
    return f"{text[:1].upper()}{text[1:]}."


def movements_words(movements: tuple[Movement, ...]) -> str:
    """Describe the movements in one phase."""
    if not movements:
        return "stand still"
    return " and ".join([_movement_words(movement) for movement in movements])


def _movement_words(movement: Movement) -> str:
    match movement:
        case "stand":
            return "stand up"
        case "crouch":
            return "crouch"
        case _:
            return DIRECTION_WORDS[movement]


def action_words(action: Action) -> str:
    """Describe an action, for example "fire the rifle at first sight, from phase 2 on"."""
    match action:
        case Reload():
            return f"reload the {gear_name(action.weapon)}{_phase_words(action.phase, 'in')}"
        case Throw():
            target = "the enemy" if action.at == OFF_MAP else square_name(action.at)
            gear = GEAR.get(action.gear)
            verb = "fire" if gear and gear.weapon else "throw"
            return (
                f"{verb} the {gear_name(action.gear)} at "
                f"{target}{_phase_words(action.phase, 'from')}"
            )
        case Fire():
            distance_words = f", within {squares_words(action.within)}" if action.within else ""
            return (
                f"{_fire_words(action)} at first "
                f"sight{_phase_words(action.phase, 'from')}{distance_words}"
            )
        case _:
            assert_never(action)


def _fire_words(action: Fire) -> str:
    gear = GEAR.get(action.weapon)
    if gear is not None and gear.weapon and not gear.weapon.melee:
        return (
            f"fire {'both barrels of ' if action.barrels > 1 else ''}the {gear_name(action.weapon)}"
        )
    verb = "subdue" if action.subdue else "strike"
    return f"{verb} with {'the ' if action.weapon else ''}{gear_name(action.weapon)}"


def _phase_words(phase: int, preposition: str) -> str:
    if phase == 1:
        return ""
    return f" in phase {phase}" if preposition == "in" else f", from phase {phase} on"


def plan_words(plan: Plan, first_phase: int = 1) -> str:
    """Describe a plan, beginning in phase `first_phase`, in one sentence without a full stop."""
    last_phase = max(
        [number for number, movements in enumerate(plan.phases, start=1) if movements], default=0
    )
    phases = enumerate(plan.phases[:last_phase], start=first_phase)
    parts = []
    for movements, run in groupby(phases, key=lambda number_and_movements: number_and_movements[1]):
        numbers = [number for number, _ in run]
        phase_words = (
            f"phase {numbers[0]}" if len(numbers) == 1 else f"phases {numbers[0]} to {numbers[-1]}"
        )
        parts.append(f"{phase_words}: {movements_words(movements)}")
    if not any(plan.phases):
        parts = ["stand still"]
    parts.append(action_words(plan.action) if plan.action else "no firing action")
    if not plan.vanish:
        parts.append("do not try to vanish")
    if plan.offers_to_part:
        parts.append("offer to part")
    return "; ".join(parts)
