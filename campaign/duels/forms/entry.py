"""Form for entering a vehicle in a duel."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms

from campaign.duels.rules.doctrines import DEFAULT_DRIVE, DOCTRINES, YIELDS, Drive
from campaign.garage.forms.garage import CrewForm


class EntryForm(CrewForm):
    """Form for one vehicle with its crew.

    `drives` lists the doctrines if the site drives the duel. If `crewed` is true, only the doctrine
    can be changed.
    """

    vehicle = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(
        self,
        *args: Any,
        vehicle: UUID,
        drives: bool = False,
        crewed: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, auto_id=f"{vehicle.hex[:6]}_%s", **kwargs)
        self.fields["vehicle"].initial = vehicle
        self.fields["driver"].required = True
        if crewed:
            for place in self.seats:
                self.fields[place].widget = forms.HiddenInput()
        if drives:
            self.fields["doctrine"] = forms.ChoiceField(
                label="Doctrine",
                choices=list(DOCTRINES.items()),
                initial=DEFAULT_DRIVE.doctrine,
                help_text="How the site drives the car. With several cars, the doctrine of "
                "the first applies to all.",
            )
            self.fields["yields"] = forms.ChoiceField(
                label="Gives up", choices=list(YIELDS.items()), initial=DEFAULT_DRIVE.yields
            )

    @property
    def drive(self) -> Drive | None:
        """The doctrine, or None if the site does not drive the duel."""
        if "doctrine" not in self.fields:
            return None
        return Drive(doctrine=self.cleaned_data["doctrine"], yields=self.cleaned_data["yields"])

    def place_of(self, field: str) -> str:
        """Return the form field where an error is shown.

        Errors about the crew are shown at the driver, and errors about the vehicle at the top.
        """
        if field == "crew":
            return "driver"
        if field in ("vehicle", "vehicles"):
            return ""
        return super().place_of(field)
