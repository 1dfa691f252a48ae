"""Forms for closing a season, and for the club's name and description."""

from __future__ import annotations

from django import forms

from core.web.forms.reasons import DeskForm


class CloseForm(DeskForm):
    """Form with options for closing a season."""

    without_duels = forms.BooleanField(
        label="Close the season without recording them. They can never be recorded and do not "
        "count.",
        required=False,
    )


class ClubForm(DeskForm):
    """Form for the club's name and description."""

    name = forms.CharField(max_length=80)
    blurb = forms.CharField(
        label="About", max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 6})
    )
