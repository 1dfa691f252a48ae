"""Form for choosing one's time zone."""

from __future__ import annotations

from django import forms

from core.web.forms.base import HouseForm


class OwnClockForm(HouseForm):
    """The time zone in which pages show times."""

    timezone = forms.CharField(
        label="Time zone",
        max_length=64,
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off"}),
        help_text="For example, Europe/Berlin or America/Los_Angeles. Type a city to find it.",
    )
