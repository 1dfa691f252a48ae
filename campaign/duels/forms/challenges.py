"""Forms for challenging a team and for proposing another time or arena."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms

from campaign.duels.services.challenges import MAX_MESSAGE_LENGTH, MAX_NAME_LENGTH
from core.web.forms.reasons import DeskForm, moment

if TYPE_CHECKING:
    from collections.abc import Sequence

TIME_HELP = "In your time zone. Must be before the week closes."


class ChallengeForm(DeskForm):
    """Form for a challenge: the team, the time, the arena, the budget and a message."""

    to = forms.ChoiceField(label="Team")
    starts_at = moment(label="Time", help_text=TIME_HELP)
    arena = forms.CharField(max_length=MAX_NAME_LENGTH, required=False)
    words = forms.CharField(
        label="Message",
        max_length=MAX_MESSAGE_LENGTH,
        required=False,
        help_text="One line that only the two teams can read.",
    )
    budget = forms.IntegerField(
        label="Budget per team, $",
        min_value=0,
        max_value=100_000_000,
        required=False,
        help_text="Leave empty to use the budget from the house rules.",
    )
    name = forms.CharField(
        label="Duel name",
        max_length=MAX_NAME_LENGTH,
        required=False,
        help_text="Leave empty to use the names of the two teams.",
    )

    def __init__(self, *args: Any, teams: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["to"].choices = [("", "Choose a team"), *teams]  # type: ignore[attr-defined]


class ProposeForm(DeskForm):
    """Form for another time, another arena, or both."""

    starts_at = moment(label="Time", help_text=TIME_HELP)
    arena = forms.CharField(max_length=MAX_NAME_LENGTH, required=False)
