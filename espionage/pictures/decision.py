"""A live decision in words: what happened, what is asked, what silence would answer."""

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
from espionage.rules.words import ACTIONS

from .report import row_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from espionage.rules.decision_moves import Answer
    from espionage.rules.values import Known
    from espionage.selectors.decisions import Pending


@dataclass(frozen=True, slots=True)
class Asking:
    """The page's words."""

    title: str
    text: str
    default: str


def question_words(found: Pending) -> Asking:
    """The question to this team."""
    names = {who.id: who.name for who in found.own.file.people} | {
        each.id: each.name for each in found.own.file.garage
    }
    match found.question:
        case AskGuard(number=number):
            title, text = "Counterspy this mission?", _declared(found, number, names)
        case AskTwelve(number=number, guard=guard):
            title = "Ambush, or a cancellation?"
            text = (
                f"{names.get(guard, 'Your counterspy')} has rolled 12 or more. "
                f"{_declared(found, number, names)}"
            )
        case AskChase(number=number):
            title = "Chase the bomber?"
            text = (
                "A bomb went off and the bomber is still nearby. You can ambush him at the Truck "
                f"Stop. {_declared(found, number, names)}"
            )
        case AskCancel(count=count):
            title = "Which missions do you call off?"
            text = (
                f"Your counterspies have won {counted(count, 'cancellation')}. All teams choose "
                "in secret at the same time."
            )
        case AskSpyTwelve(order=order):
            title = "Your spy rolled 12 or more"
            text = f"{_mission_of_ours(found, order, names)} Choose how to use it."
        case AskSection(order=order, number=number):
            title = "Where do you set the ambush?"
            text = (
                "Your spy has spotted a counterspy and can ambush him. "
                f"{_mission_of_ours(found, order, names)}"
                if order
                else f"Your counterspy ambushes the enemy spy. {_declared(found, number, names)}"
            )
        case _:
            assert_never(found.question)
    return Asking(title, text, _default(found.default, names))


def _declared(found: Pending, number: int, names: Mapping[str, str]) -> str:
    known = found.own.known[number - 1]
    target = (
        f", naming {names.get(known.target, 'someone or something that is not yours')}"
        if known.target
        else ""
    )
    standing = found.own.modifiers[known.by]
    modifier = (
        f" Your rolls against them have a modifier of {signed(standing)}." if standing else ""
    )
    return f"{found.teams[known.by]} declares {ACTIONS[known.mission]}{target}.{modifier}"


def _mission_of_ours(found: Pending, order: int, names: Mapping[str, str]) -> str:
    ours = found.own.sheet.orders[order - 1]
    return f"{names.get(ours.spy, 'Your spy')}, order {order}: {ACTIONS[ours.action]}."


def _default(default: Answer, names: Mapping[str, str]) -> str:
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
            return (
                f"calling off {', '.join(f'mission {number}' for number in numbers)}"
                if numbers
                else "no mission is called off"
            )
        case _:
            assert_never(default)


def missions_known(found: Pending) -> dict[int, str]:
    """The enemy missions declared so far, in words; with the rows reached once those are shown
    (E18).
    """
    names = {who.id: who.name for who in found.own.file.people} | {
        each.id: each.name for each in found.own.file.garage
    }
    return {
        known.number: _mission(known, found.teams[known.by], names) for known in found.own.known
    }


def _mission(known: Known, team: str, names: Mapping[str, str]) -> str:
    target = f" ({names.get(known.target, 'not ours')})" if known.target else ""
    row = f": row {row_words(known.row)}" if known.row >= LOWEST_ROW else ""
    return f"Mission {known.number}: {team}, {ACTIONS[known.mission]}{target}{row}"
