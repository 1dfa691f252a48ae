"""Changing one's name."""

from __future__ import annotations

from django import forms

from core.web.forms.base import HouseForm


class NameForm(HouseForm):
    """What one is called from now on."""

    username = forms.CharField(
        label="Your name here",
        max_length=150,
        help_text="Letters, digits and @ . + - _; you log in by it, too.",
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
