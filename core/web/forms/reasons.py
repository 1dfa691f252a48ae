"""What the forms of the desk share: reasons, moments by the reader's own clock."""

from __future__ import annotations

from django import forms

from .base import Act, HouseForm

__all__ = ["Act", "DeskForm", "day", "moment", "reason"]

REASON = "The reason is shown to the whole club in the desk log."


class DeskForm(HouseForm):
    """A form of the desk. A refusal about a hidden field is shown on top."""

    def place_of(self, field: str) -> str:
        """The form's field for a refusal's field; none for a hidden one."""
        place = super().place_of(field)
        return "" if place in self.fields and self.fields[place].widget.is_hidden else place


def reason(help_text: str = REASON, *, required: bool = True) -> forms.CharField:
    """The reason of an act."""
    return forms.CharField(
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=help_text,
        required=required,
    )


def moment(*, label: str, help_text: str = "", required: bool = True) -> forms.DateTimeField:
    """A date and time by the clock that the page goes by."""
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    return forms.DateTimeField(label=label, help_text=help_text, required=required, widget=widget)


def day(*, label: str, help_text: str = "") -> forms.DateField:
    """A date."""
    return forms.DateField(
        label=label,
        help_text=help_text,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
