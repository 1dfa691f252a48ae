"""The form for submitting a beacon round."""

from __future__ import annotations

from django import forms

from core.web.forms.base import HouseForm


class RoundForm(HouseForm):
    """The signature of a round, as published by a beacon relay."""

    signature = forms.CharField(
        label="Signature of the round",
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=(
            "The “signature” field of a relay’s response: 96 characters, digits and letters from "
            "a to f."
        ),
    )
