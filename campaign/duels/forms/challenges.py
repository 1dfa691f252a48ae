"""Form for proposing another time or arena for a challenge."""

from __future__ import annotations

from django import forms

from campaign.duels.rules.acts import MAX_NAME_LENGTH
from core.web.forms.reasons import DeskForm, moment


class ProposeForm(DeskForm):
    """Form for another time, another arena, or both."""

    starts_at = moment(label="Time", help_text="In your time zone. Must be before the week closes.")
    arena = forms.CharField(max_length=MAX_NAME_LENGTH, required=False)
