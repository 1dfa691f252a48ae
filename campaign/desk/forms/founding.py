"""The form for creating a club."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from django import forms

from campaign.desk.rules.founding import Founding
from campaign.house_rules.rules import house, presets
from core.web.forms.options import field_for
from core.web.forms.records import RecordForm
from engine.values import changed

RHYTHM: Final = tuple(
    f"{part}_{unit}" for part in ("opens", "due", "duel", "closes") for unit in ("day", "time")
)
"""House rules for the days and times of the weekly schedule."""


class PresetChoice(forms.RadioSelect):
    """Radio buttons for presets, shown as cards with a title and a blurb."""

    template_name = "campaign/desk/preset_choice.html"
    option_template_name = "campaign/desk/preset_option.html"

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        preset = presets.find_preset(str(value))
        assert preset is not None  # noqa: S101 - the choices are the presets
        option |= {"title": preset.title, "blurb": preset.blurb, "weeks": preset.weeks}
        return option

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        """Return the context with the ways to play, and separately the other presets."""
        context = super().get_context(name, value, attrs)
        options = [option for _, group, _ in context["widget"]["optgroups"] for option in group]
        keys = {preset.key for preset in presets.WAYS_TO_PLAY}
        context["ways"] = [option for option in options if option["value"] in keys]
        context["others"] = [option for option in options if option["value"] not in keys]
        context["others_open"] = any(option["selected"] for option in context["others"])
        return context


class FoundingForm(RecordForm[Founding]):
    """Form for creating a club, with a preset, name, time zone, weekly schedule, first date and
    number of weeks.

    Most fields are optional.
    """

    asks = Founding
    widgets: ClassVar = {
        "preset": PresetChoice,
        "timezone": forms.TextInput(attrs={"list": "zones", "autocomplete": "off"}),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["preset"].label = "When do you play?"
        for option in house.fields():
            if option.name in RHYTHM:
                rhythm_field: Any = field_for(changed(option, help=""))
                rhythm_field.required = False
                if option.kind == "choice":
                    rhythm_field.choices = [("", "Same as preset"), *rhythm_field.choices]
                self.fields[option.name] = rhythm_field

    def main_fields(self) -> list[forms.BoundField]:
        """Return the fields that every club fills in, apart from the preset."""
        return [self[name] for name in ("name", "timezone")]

    def date_fields(self) -> list[forms.BoundField]:
        """Return the fields for the first day and the number of weeks."""
        return [self[name] for name in ("first", "weeks")]

    def rhythm_fields(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Return pairs of fields for the day and time of each stage of the week."""
        return [(self[name], self[name.replace("_day", "_time")]) for name in RHYTHM[::2]]

    def values_by_name(self) -> dict[str, Any]:
        """Return the values of the record.

        The options contain only the parts of the weekly schedule that differ from the preset.
        """
        options = {name: self.cleaned_data[name] for name in RHYTHM if self.cleaned_data[name]}
        return {**super().values_by_name(), "options": options}
