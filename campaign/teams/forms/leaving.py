"""The form for handing a team over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from core.web.forms.base import HouseForm


class HandOverForm(HouseForm):
    """Form for the new owner of a team, and a reason."""

    to = forms.ChoiceField(label="To")
    reason = forms.CharField(
        max_length=500, required=False, help_text="It is shown to the whole club."
    )

    def __init__(self, *args: Any, players: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["to"].choices = [("", "Choose a player"), *players]  # type: ignore[attr-defined]
