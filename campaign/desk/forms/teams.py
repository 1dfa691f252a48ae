"""Forms for approving teams, returning rosters, and assigning bots."""

from __future__ import annotations

from typing import Any

from django import forms

from campaign.teams.rules.acts import TEMPERS
from core.web.forms.reasons import DeskForm


class ApprovalForm(DeskForm):
    """Form for approving a roster. `seen` is a stamp of the roster that detects later changes."""

    seen = forms.CharField(widget=forms.HiddenInput, max_length=16)

    def __init__(self, *args: Any, stamp: str, **kwargs: Any) -> None:
        super().__init__(*args, initial={"seen": stamp}, **kwargs)
        self.stamp = stamp

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("seen") != self.stamp:
            raise forms.ValidationError(
                "The team changed its roster after you opened this page. Review it again.",
                code="stale",
            )
        return data


class BotTeamForm(DeskForm):
    """Form for choosing the bot of a new team without owners."""

    temper = forms.ChoiceField(
        label="Bot", choices=list(TEMPERS.items()), widget=forms.RadioSelect, initial="careful"
    )


class RemarkForm(DeskForm):
    """Form for a comment that tells the team's owners what to change."""

    remark = forms.CharField(
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Explain what the team has to change. The comment is shown to the team's owners.",
    )
