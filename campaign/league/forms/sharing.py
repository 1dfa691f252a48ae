"""Running a team together."""

from __future__ import annotations

from django import forms

from core.web.forms.base import HouseForm


class OwnerLink(HouseForm):
    """A link for one person, with a word for one's own list."""

    note = forms.CharField(
        label="For whom",
        max_length=80,
        required=False,
        help_text="For your own list; the link works for whoever has it.",
    )
