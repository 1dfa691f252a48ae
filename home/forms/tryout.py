"""Forms for the steps of a try-out."""

from __future__ import annotations

from typing import Final

from django import forms

from core.web.forms.base import Act

STEPS: Final = {
    "orders": "End order phase",
    "publish": "Publish reports",
    "drive": "Drive the duel",
    "duel": "Let your driver decide",
    "again": "Start next week",
}
"""Button labels by step."""


class NextStep(Act):
    """Form for the next step of a try-out. It names the step, so that a second submission is
    refused.
    """

    step = forms.ChoiceField(choices=list(STEPS.items()), widget=forms.HiddenInput)
