"""Entering a vehicle for the week's duel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms

from campaign.duels.rules.doctrines import DOCTRINES, DRIVE, YIELDS, Drive
from campaign.garage.forms.garage import CrewForm

if TYPE_CHECKING:
    from uuid import UUID


class EntryForm(CrewForm):
    """One vehicle and its crew; how it is driven, where the site drives it (`drives`). With
    `crewed` the crew stays as it is, and only how it is driven is asked.
    """

    vehicle = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(
        self,
        *args: Any,
        vehicle: UUID,
        drives: bool = False,
        crewed: bool = False,
        **named: Any,
    ) -> None:
        super().__init__(*args, auto_id=f"{vehicle.hex[:6]}_%s", **named)
        self.fields["vehicle"].initial = vehicle
        self.fields["driver"].required = True
        if crewed:
            for place in self.seats:
                self.fields[place].widget = forms.HiddenInput()
        if drives:
            self.fields["doctrine"] = forms.ChoiceField(
                label="Doctrine",
                choices=list(DOCTRINES.items()),
                initial=DRIVE.doctrine,
                help_text="How the site drives the car. With several cars, the doctrine of "
                "the first applies to all.",
            )
            self.fields["yields"] = forms.ChoiceField(
                label="Gives up", choices=list(YIELDS.items()), initial=DRIVE.yields
            )

    @property
    def drive(self) -> Drive | None:
        """How the site is to drive it; None where it does not."""
        if "doctrine" not in self.fields:
            return None
        return Drive(doctrine=self.cleaned_data["doctrine"], yields=self.cleaned_data["yields"])

    def place_of(self, field: str) -> str:
        """A refusal about the crew stands with the driver; one about the vehicles on top."""
        return (
            "driver"
            if field == "crew"
            else ""
            if field in ("vehicle", "vehicles")
            else super().place_of(field)
        )
