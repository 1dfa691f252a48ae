"""Plans, actions and gear in words, as labels, log lines and the text twin say them."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final, assert_never

from campaign.ledger.rules.gear import GEAR
from espionage.rules.ambush.ground import OFF
from espionage.rules.ambush.values import Fire, Reload, Throw

from .squares import WAY_WORDS, name_of, squares_words

if TYPE_CHECKING:
    from espionage.rules.ambush.values import Action, Deed, Plan

BARE_HANDS: Final = "bare hands"


def gear_name(key: str) -> str:
    """A piece of gear inside a sentence; "" is the bare hand."""
    if not key:
        return BARE_HANDS
    gear = GEAR.get(key)
    name = gear.name if gear else key.replace("_", " ")
    return name[:1].lower() + name[1:]


def sentence(words: str) -> str:
    """Words as a sentence of their own."""
    return f"{words[:1].upper()}{words[1:]}."


def deeds_words(deeds: tuple[Deed, ...]) -> str:
    """What is done in one phase."""
    if not deeds:
        return "stand still"
    return " and ".join([_deed_words(deed) for deed in deeds])


def _deed_words(deed: Deed) -> str:
    match deed:
        case "stand":
            return "stand up"
        case "crouch":
            return "crouch"
        case _:
            return WAY_WORDS[deed]


def action_words(action: Action) -> str:
    """A firing action: "fire the rifle at first sight, from phase 2 on, within 16 squares"."""
    match action:
        case Reload():
            return f"reload the {gear_name(action.weapon)}{_from(action.phase, 'in')}"
        case Throw():
            at = "the enemy" if action.at == OFF else name_of(action.at)
            gear = GEAR.get(action.gear)
            verb = "fire" if gear and gear.weapon else "throw"
            return f"{verb} the {gear_name(action.gear)} at {at}{_from(action.phase, 'from')}"
        case Fire():
            near = f", within {squares_words(action.within)}" if action.within else ""
            return f"{_fire_words(action)} at first sight{_from(action.phase, 'from')}{near}"
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


def _from(phase: int, word: str) -> str:
    if phase == 1:
        return ""
    return f" in phase {phase}" if word == "in" else f", from phase {phase} on"


def plan_words(plan: Plan, first: int = 1) -> str:
    """A whole plan in one sentence without its full stop; `first` is the phase it begins in."""
    last = max([number for number, deeds in enumerate(plan.phases, start=1) if deeds], default=0)
    phases = enumerate(plan.phases[:last], start=first)
    parts = []
    for deeds, run in groupby(phases, key=lambda each: each[1]):
        numbers = [number for number, _ in run]
        when = (
            f"phase {numbers[0]}" if len(numbers) == 1 else f"phases {numbers[0]} to {numbers[-1]}"
        )
        parts.append(f"{when}: {deeds_words(deeds)}")
    if not any(plan.phases):
        parts = ["stand still"]
    parts.append(action_words(plan.action) if plan.action else "no firing action")
    if not plan.vanish:
        parts.append("do not try to vanish")
    return "; ".join(parts)
