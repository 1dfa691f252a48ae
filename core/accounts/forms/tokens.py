"""Making an API token."""

from __future__ import annotations

from django import forms

from core.accounts.services.tokens import LONGEST
from core.web.forms.base import HouseForm

DAYS = ((30, "30 days"), (90, "90 days"), (LONGEST, "a year"))


class TokenForm(HouseForm):
    """What the token is for, and how long it works."""

    name = forms.CharField(
        label="What is it for?",
        max_length=60,
        help_text="Such as the tool or the machine that will hold it.",
    )
    days = forms.TypedChoiceField(label="Works for", choices=DAYS, coerce=int, initial=90)
