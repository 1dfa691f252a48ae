"""The presses of a try-out."""

from __future__ import annotations

from typing import Final

from django import forms

from core.web.forms.base import Act

STEPS: Final = {
    "orders": "The deadline now",
    "publish": "Publish the reports",
    "duel": "Hold the duel",
    "again": "Play another week",
}
"""What a press brings on, and what it says."""


class NextStep(Act):
    """What is to come now. A press that comes too late or twice is refused, for it names its
    step.
    """

    step = forms.ChoiceField(choices=list(STEPS.items()), widget=forms.HiddenInput)
