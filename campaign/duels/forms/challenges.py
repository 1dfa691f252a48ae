"""Calling another team out, and proposing another hour or arena."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms

from campaign.duels.services.challenges import NAME, WORDS
from core.web.forms.reasons import DeskForm, moment

if TYPE_CHECKING:
    from collections.abc import Sequence

HOUR = "In your time zone. Must be before the week closes."


class ChallengeForm(DeskForm):
    """Whom, when, where, with how much, and what is said with it."""

    to = forms.ChoiceField(label="Team")
    starts_at = moment(label="Time", help_text=HOUR)
    arena = forms.CharField(max_length=NAME, required=False)
    words = forms.CharField(
        label="Message",
        max_length=WORDS,
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
        max_length=NAME,
        required=False,
        help_text="Leave empty to use the names of the two teams.",
    )

    def __init__(self, *args: Any, teams: Sequence[tuple[str, str]], **named: Any) -> None:
        super().__init__(*args, **named)
        self.fields["to"].choices = [("", "Choose a team"), *teams]  # type: ignore[attr-defined]


class ProposeForm(DeskForm):
    """Another hour, another arena, or both."""

    starts_at = moment(label="Time", help_text=HOUR)
    arena = forms.CharField(max_length=NAME, required=False)
