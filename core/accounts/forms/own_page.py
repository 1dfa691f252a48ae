"""Form for choosing who can see one's profile."""

from __future__ import annotations

from django import forms

from core.accounts.models import User
from core.web.forms.base import HouseForm


class OwnPageForm(HouseForm):
    """The visibility of a profile."""

    shown = forms.ChoiceField(
        label="Profile visibility",
        choices=User.Shown.choices,
        widget=forms.RadioSelect,
    )
