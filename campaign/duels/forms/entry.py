"""Entering a vehicle for the week's duel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms

from campaign.garage.forms.garage import CrewForm

if TYPE_CHECKING:
    from uuid import UUID


class EntryForm(CrewForm):
    """One vehicle and its crew."""

    vehicle = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, vehicle: UUID, **named: Any) -> None:
        super().__init__(*args, auto_id=f"{vehicle.hex[:6]}_%s", **named)
        self.fields["vehicle"].initial = vehicle
        self.fields["driver"].required = True

    def place_of(self, field: str) -> str:
        """A refusal about the crew stands with the driver; one about the vehicles on top."""
        return (
            "driver"
            if field == "crew"
            else ""
            if field in ("vehicle", "vehicles")
            else super().place_of(field)
        )
