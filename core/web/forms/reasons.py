"""Base class and fields of desk forms, for reasons, times and dates."""

from __future__ import annotations

from typing import Any

from django import forms

from .base import Act, HouseForm

__all__ = ["Act", "DeskForm", "ReasonForm", "day", "moment", "reason"]

REASON = "The reason is shown to the whole club in the desk log."


class DeskForm(HouseForm):
    """A form of the desk. Refusals about hidden fields are shown at the top."""

    def place_of(self, field: str) -> str:
        """Return the form field for a refusal's field, or "" if the field is hidden."""
        place = super().place_of(field)
        return "" if place in self.fields and self.fields[place].widget.is_hidden else place


def reason(help_text: str = REASON, *, required: bool = True) -> forms.CharField:
    """Return a field for the reason of an action."""
    return forms.CharField(
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=help_text,
        required=required,
    )


class ReasonForm(DeskForm):
    """Form that asks for the reason of an action."""

    reason = reason()

    def __init__(
        self, *args: Any, help_text: str = REASON, required: bool = True, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text, self.fields["reason"].required = help_text, required


def moment(*, label: str, help_text: str = "", required: bool = True) -> forms.DateTimeField:
    """Return a field for a date and time in the page's time zone."""
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    return forms.DateTimeField(label=label, help_text=help_text, required=required, widget=widget)


def day(*, label: str, help_text: str = "", required: bool = True) -> forms.DateField:
    """Return a field for a date."""
    return forms.DateField(
        label=label,
        help_text=help_text,
        required=required,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
