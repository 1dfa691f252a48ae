"""Buying and selling personal gear: a number a piece of gear."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms

from core.web.forms.base import HouseForm

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.ledger.rules.gear import Gear

MOST = 999


class CountsForm(HouseForm):
    """How many of each; empty is none."""

    def __init__(self, *args: Any, gear: Iterable[Gear], verb: str, **named: Any) -> None:
        super().__init__(*args, auto_id=f"{verb.lower()}_%s", **named)
        self.gear = tuple(gear)
        for one in self.gear:
            attrs = {
                "inputmode": "numeric",
                "placeholder": "0",
                "aria-label": f"{verb} {one.name}",
                "form": verb.lower(),
            }
            self.fields[one.key] = forms.IntegerField(
                label=one.name,
                min_value=0,
                max_value=MOST,
                required=False,
                widget=forms.NumberInput(attrs=attrs),
            )

    @property
    def counts(self) -> dict[str, int]:
        """Gear key → pieces, of what was asked for."""
        return {
            one.key: self.cleaned_data[one.key]
            for one in self.gear
            if self.cleaned_data.get(one.key)
        }
