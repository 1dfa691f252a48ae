"""Form for changing one's username."""

from __future__ import annotations

from django import forms

from core.web.forms.base import HouseForm


class NameForm(HouseForm):
    """A new username."""

    username = forms.CharField(
        label="Username",
        max_length=150,
        help_text="You sign in with this name. It can contain letters, digits and @ . + - _",
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
