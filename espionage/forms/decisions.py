"""The form for a live decision, which is a single choice or several missions to call off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_never

from django import forms

from core.web.forms.base import HouseForm
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

from .orders import MAPS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from espionage.rules.values import Answer, Question


class DecisionForm(HouseForm):
    """The answer to a decision. `asked` identifies the question that it answers."""

    asked = forms.CharField(widget=forms.HiddenInput, max_length=80, required=False)

    def __init__(
        self,
        data: Any,
        question: Question,
        *,
        question_id: str,
        people: Mapping[str, str],
        missions: Mapping[int, str],
        default: Answer,
    ) -> None:
        super().__init__(data, initial={"asked": question_id})
        self.question = question
        self.fields["choice"] = _make_field(question, people, missions, default)

    def move(self) -> Answer:
        """Return the answer from a valid form."""
        choice = self.cleaned_data["choice"]
        match self.question:
            case AskGuard():
                return SendGuard(spy=_spy_or_none(choice))
            case AskChase():
                return Chase(spy=_spy_or_none(choice))
            case AskTwelve():
                return TakeTwelve(ambush=choice == "ambush")
            case AskSpyTwelve():
                return TakeSpyTwelve(choice=choice)
            case AskSection():
                return ChooseSection(section=int(choice))
            case AskCancel():
                return Cancel(numbers=tuple(sorted(int(number) for number in choice)))
            case _:
                assert_never(self.question)


def _spy_or_none(choice: str) -> str:
    return "" if choice == "nobody" else choice


def _make_field(
    question: Question, people: Mapping[str, str], missions: Mapping[int, str], default: Answer
) -> forms.Field:
    match question, default:
        case (AskGuard(guards=guards), SendGuard(spy=spy)) | (
            AskChase(guards=guards),
            Chase(spy=spy),
        ):
            choices = [
                ("nobody", "No one"),
                *[(guard, people.get(guard, "somebody")) for guard in guards],
            ]
            return forms.ChoiceField(
                label="Counterspy to send",
                choices=choices,
                initial=spy or "nobody",
                widget=forms.RadioSelect,
            )
        case AskTwelve(), TakeTwelve(ambush=ambush):
            twelve = [
                ("ambush", "Ambush the enemy spy before the mission"),
                ("cancel", "Take it as an 11: a cancellation"),
            ]
            return forms.ChoiceField(
                label="Result of the roll",
                choices=twelve,
                initial="ambush" if ambush else "cancel",
                widget=forms.RadioSelect,
            )
        case AskSpyTwelve(), TakeSpyTwelve(choice=spy_choice):
            spy_twelve = [
                ("eleven", "Take it as an 11"),
                ("infiltrate", "−4 to all their later counterspy rolls against us this week"),
            ]
            return forms.ChoiceField(
                label="Result of the roll",
                choices=spy_twelve,
                initial=spy_choice,
                widget=forms.RadioSelect,
            )
        case AskSection(), ChooseSection(section=section):
            return forms.ChoiceField(
                label="Section",
                choices=list(enumerate(MAPS)),
                initial=section,
                widget=forms.RadioSelect,
            )
        case AskCancel(count=count, numbers=numbers), Cancel(numbers=chosen_numbers):
            rows = [(str(number), missions.get(number, f"Mission {number}")) for number in numbers]
            return forms.MultipleChoiceField(
                label=f"Call off exactly {count}",
                choices=rows,
                initial=[str(number) for number in chosen_numbers],
                widget=forms.CheckboxSelectMultiple,
            )
        case _:
            raise TypeError("the default does not answer the question")
