"""Choosing who sees one's own page."""

from __future__ import annotations

from django import forms

from core.accounts.models import User
from core.web.forms.base import HouseForm


class OwnPageForm(HouseForm):
    """To whom the page is shown."""

    shown = forms.ChoiceField(
        label="Who can see your profile",
        choices=User.Shown.choices,
        widget=forms.RadioSelect,
    )
