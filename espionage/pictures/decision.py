"""A live decision in words: the situation, the question, and the default answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from core.web.pictures.words import counted, signed
from espionage.rules.tables import LOWEST_ROW
from espionage.rules.values import (
    AskCancel,
    AskChase,
    AskGuard,
    AskSection,
    AskSpyTwelve,
    AskTwelve,
    Cancel,
    Chase,
    ChooseSection,
    SendGuard,
    TakeSpyTwelve,
    TakeTwelve,
)
from espionage.rules.wording import ACTIONS

from .report import row_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from espionage.rules.values import Answer, Known
    from espionage.selectors.decisions import OpenDecision


@dataclass(frozen=True, slots=True)
class QuestionText:
    """The texts that present a question."""

    title: str
    text: str
    default: str


def question_words(pending: OpenDecision) -> QuestionText:
    """Return the question that this team has to answer, in words."""
    names = {character.id: character.name for character in pending.knowledge.file.people} | {
        vehicle.id: vehicle.name for vehicle in pending.knowledge.file.garage
    }
    match pending.question:
        case AskGuard(number=number):
            title, text = "Counterspy this mission?", _declared_words(pending, number, names)
        case AskTwelve(number=number, guard=guard):
            title = "Ambush, or a cancellation?"
            text = (
                f"{names.get(guard, 'Your counterspy')} has rolled 12 or more. "
                f"{_declared_words(pending, number, names)}"
            )
        case AskChase(number=number):
            title = "Chase the bomber?"
            text = (
                "A bomb went off and the bomber is still nearby. You can ambush him at the Truck "
                f"Stop. {_declared_words(pending, number, names)}"
            )
        case AskCancel(count=count):
            title = "Choose the missions to cancel"
            text = (
                f"Your counterspies have won {counted(count, 'cancellation')}. All teams choose "
                "in secret at the same time."
            )
        case AskSpyTwelve(order=order):
            title = "Your spy rolled 12 or more"
            text = f"{_own_mission_words(pending, order, names)} Choose how to use it."
        case AskSection(order=order, number=number):
            title = "Where do you set the ambush?"
            text = (
                "Your spy has spotted a counterspy and can ambush him. "
                f"{_own_mission_words(pending, order, names)}"
                if order
                else "Your counterspy ambushes the enemy spy. "
                f"{_declared_words(pending, number, names)}"
            )
        case _:
            assert_never(pending.question)
    return QuestionText(title, text, _default_words(pending.default, names))


def _declared_words(pending: OpenDecision, number: int, names: Mapping[str, str]) -> str:
    known_mission = pending.knowledge.known[number - 1]
    target = (
        f", naming {names.get(known_mission.target, 'someone or something that is not yours')}"
        if known_mission.target
        else ""
    )
    standing = pending.knowledge.modifiers[known_mission.by]
    modifier = (
        f" Your rolls against them have a modifier of {signed(standing)}." if standing else ""
    )
    return (
        f"{pending.teams[known_mission.by]} declares "
        f"{ACTIONS[known_mission.mission]}{target}.{modifier}"
    )


def _own_mission_words(pending: OpenDecision, order: int, names: Mapping[str, str]) -> str:
    own_order = pending.knowledge.sheet.orders[order - 1]
    return f"{names.get(own_order.spy, 'Your spy')}, order {order}: {ACTIONS[own_order.action]}."


def _default_words(default: Answer, names: Mapping[str, str]) -> str:
    match default:
        case SendGuard(spy=spy) | Chase(spy=spy):
            return f"{names.get(spy, 'someone')} goes" if spy else "no one goes"
        case TakeTwelve(ambush=ambush):
            return "an ambush" if ambush else "a cancellation"
        case TakeSpyTwelve(choice=choice):
            return "the row of 11" if choice == "eleven" else "−4 to their later counterspy rolls"
        case ChooseSection(section=section):
            return f"section {section}" if section else "the dice choose"
        case Cancel(numbers=numbers):
            if numbers:
                return f"calling off {', '.join(f'mission {number}' for number in numbers)}"
            return "no mission is called off"
        case _:
            assert_never(default)


def known_missions(pending: OpenDecision) -> dict[int, str]:
    """Return the enemy missions declared so far.

    Table rows are included once they are public (E18).
    """
    names = {character.id: character.name for character in pending.knowledge.file.people} | {
        vehicle.id: vehicle.name for vehicle in pending.knowledge.file.garage
    }
    return {
        known_mission.number: _mission_words(known_mission, pending.teams[known_mission.by], names)
        for known_mission in pending.knowledge.known
    }


def _mission_words(known_mission: Known, team: str, names: Mapping[str, str]) -> str:
    target = f" ({names.get(known_mission.target, 'not ours')})" if known_mission.target else ""
    row = f": row {row_words(known_mission.row)}" if known_mission.row >= LOWEST_ROW else ""
    return f"Mission {known_mission.number}: {team}, {ACTIONS[known_mission.mission]}{target}{row}"
