"""The form for buying and selling personal gear."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms

from campaign.ledger.rules.gear import Gear
from core.web.forms.base import HouseForm

MAX_PIECES = 999


class CountsForm(HouseForm):
    """Form with a number for each kind of gear. An empty field means 0."""

    def __init__(self, *args: Any, gear: Iterable[Gear], verb: str, **kwargs: Any) -> None:
        super().__init__(*args, auto_id=f"{verb.lower()}_%s", **kwargs)
        self.gear = tuple(gear)
        for item in self.gear:
            attrs = {
                "inputmode": "numeric",
                "placeholder": "0",
                "aria-label": f"{verb} {item.name}",
                "form": verb.lower(),
            }
            self.fields[item.key] = forms.IntegerField(
                label=item.name,
                min_value=0,
                max_value=MAX_PIECES,
                required=False,
                widget=forms.NumberInput(attrs=attrs),
            )

    @property
    def counts(self) -> dict[str, int]:
        """Return the requested numbers of pieces by gear key."""
        return {
            item.key: self.cleaned_data[item.key]
            for item in self.gear
            if self.cleaned_data.get(item.key)
        }
