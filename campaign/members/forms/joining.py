"""The form for a request to join a club."""

from __future__ import annotations

from django import forms

from campaign.members.services.joining import MAX_LENGTH
from core.web.forms.base import HouseForm


class JoinAskForm(HouseForm):
    """Form for a message from a person who asks to join."""

    said = forms.CharField(
        label="About you",
        max_length=MAX_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Tell the club’s GMs who you are and whether you have played before.",
    )
