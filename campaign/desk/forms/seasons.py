"""Forms for the season, and for the club's name and description."""

from __future__ import annotations

from django import forms

from campaign.calendar.services.calendar import MAX_PLANNED_WEEKS
from campaign.desk.services.founding import DEFAULT_WEEKS
from core.web.forms.reasons import DeskForm, day


class OpenSeasonForm(DeskForm):
    """Form for a new season with its first weeks."""

    name = forms.CharField(
        max_length=80, required=False, help_text="Leave empty to use the season's number."
    )
    first = day(
        label="First day",
        help_text="The first week opens on the club's opening day, on or after this date.",
    )
    weeks = forms.IntegerField(
        label="Number of weeks",
        min_value=0,
        max_value=MAX_PLANNED_WEEKS,
        initial=DEFAULT_WEEKS,
        help_text="Enter 0 to start each week yourself.",
    )


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
