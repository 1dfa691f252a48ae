"""Asking to join a club."""

from __future__ import annotations

from django import forms

from campaign.league.services.joining import LONGEST
from core.web.forms.base import HouseForm


class JoinAskForm(HouseForm):
    """What somebody says of themselves when they ask to be let in."""

    said = forms.CharField(
        label="About you",
        max_length=LONGEST,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Tell the club’s GMs who you are and whether you have played before.",
    )
