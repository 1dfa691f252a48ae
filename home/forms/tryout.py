"""The presses of a try-out."""

from __future__ import annotations

from typing import Final

from django import forms

from core.web.forms.base import Act

STEPS: Final = {
    "orders": "End order phase",
    "publish": "Publish reports",
    "duel": "Run duel",
    "again": "Start next week",
}
"""What a press brings on, and what it says."""


class NextStep(Act):
    """What is to come now. A press that comes too late or twice is refused, for it names its
    step.
    """

    step = forms.ChoiceField(choices=list(STEPS.items()), widget=forms.HiddenInput)
