"""The form for a link that makes a person a team owner."""

from __future__ import annotations

from django import forms

from core.web.forms.base import HouseForm


class OwnerLink(HouseForm):
    """Form for a link for one person. Its label appears in the owner's own list of links."""

    note = forms.CharField(
        label="Label",
        max_length=80,
        required=False,
        help_text="For your own list. Anyone who has the link can use it.",
    )
