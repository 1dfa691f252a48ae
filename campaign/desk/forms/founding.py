"""The form for creating a club."""

from __future__ import annotations

from typing import Any, Final
from zoneinfo import available_timezones

from django import forms

from campaign.calendar.services.calendar import MAX_PLANNED_WEEKS
from campaign.house_rules.rules import presets
from campaign.house_rules.rules.calendar import DAYS
from core.web.forms.reasons import DeskForm, day

RHYTHM: Final = ("opens", "due", "duel", "closes")


class PresetChoice(forms.RadioSelect):
    """A choice among presets, shown as cards with title and blurb."""

    template_name = "campaign/desk/preset_choice.html"
    option_template_name = "campaign/desk/preset_option.html"

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        preset = presets.find_preset(str(value))
        assert preset is not None  # noqa: S101 - the choices are the presets
        option |= {"title": preset.title, "blurb": preset.blurb, "weeks": preset.weeks}
        return option


class FoundingForm(DeskForm):
    """Form with the preset, name, time zone, weekly schedule, first date and number of weeks.

    Most fields are optional.
    """

    preset = forms.ChoiceField(
        label="Preset",
        choices=[(preset.key, preset.title) for preset in presets.PRESETS],
        widget=PresetChoice,
        initial=presets.RECOMMENDED.key,
    )
    name = forms.CharField(label="Club name", max_length=80)
    timezone = forms.CharField(
        label="Time zone",
        max_length=64,
        initial="UTC",
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off"}),
        help_text=(
            "The club's weekly schedule uses this time zone, for example Europe/Berlin. "
            "Daylight saving time is taken into account."
        ),
    )
    first = day(
        label="First day",
        help_text="The first week opens on the club's opening day, on or after this date.",
    )
    weeks = forms.IntegerField(
        label="Number of weeks",
        min_value=0,
        max_value=MAX_PLANNED_WEEKS,
        required=False,
        help_text="Leave empty to use the preset's number. You can schedule more at any time.",
    )
    blurb = forms.CharField(
        label="About the club",
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["first"].required = False
        titles = {
            "opens": "Orders open",
            "due": "Orders due",
            "duel": "Duel",
            "closes": "Week closes",
        }
        for part in RHYTHM:
            choices = [("", "Same as preset"), *((name, name.capitalize()) for name in DAYS)]
            self.fields[f"{part}_day"] = forms.ChoiceField(
                label=f"{titles[part]}: day", choices=choices, required=False
            )
            self.fields[f"{part}_time"] = forms.CharField(
                label=f"{titles[part]}: time",
                max_length=5,
                required=False,
                widget=forms.TimeInput(attrs={"type": "time"}),
            )

    def clean_timezone(self) -> str:
        """Return a time zone that the site knows."""
        zone = str(self.cleaned_data["timezone"])
        if zone not in available_timezones():
            raise forms.ValidationError(
                "Choose a valid time zone, for example Europe/Berlin.", code="no-such-zone"
            )
        return zone

    def main_fields(self) -> list[forms.BoundField]:
        """Return the main fields."""
        return [self[name] for name in ("name", "preset", "timezone", "first", "weeks")]

    def rhythm_fields(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Return the fields for the day and time of each stage of the week."""
        return [(self[f"{part}_day"], self[f"{part}_time"]) for part in RHYTHM]

    @property
    def options(self) -> dict[str, Any]:
        """The parts of the weekly schedule that differ from the preset's house rules."""
        rhythm = {
            f"{part}_{unit}": self.cleaned_data.get(f"{part}_{unit}")
            for part in RHYTHM
            for unit in ("day", "time")
        }
        return {name: value for name, value in rhythm.items() if value}
