"""The form for a group of house rules. It has a field for each option of the record."""

from __future__ import annotations

import hashlib
from typing import Any
from zoneinfo import available_timezones

import msgspec
from django import forms

from campaign.desk.rules.founding import NO_SUCH_ZONE
from campaign.house_rules.rules import house
from campaign.house_rules.rules.house import Group
from campaign.league.models import Campaign
from campaign.league.selectors.house import rules_of
from core.web.forms.options import field_for
from core.web.forms.reasons import DeskForm


def group_of(campaign: Campaign, key: str) -> Group | None:
    """Return the group of options with this key, or None."""
    groups = house.groups(rules_of(campaign).skill_costs)
    return next((group for group in groups if group.key == key), None)


def rules_as_data(campaign: Campaign) -> dict[str, Any]:
    """Return the campaign's rules as plain data for a form."""
    rules: dict[str, Any] = msgspec.json.decode(
        msgspec.json.encode(house.decode(campaign.house_rules))
    )
    return rules


def stamp(campaign: Campaign) -> str:
    """Return a hash of the house rules and time zone, which detects concurrent changes."""
    rules = {**campaign.house_rules, "timezone": campaign.timezone}
    return hashlib.sha256(msgspec.json.encode(rules, order="deterministic")).hexdigest()[:16]


class RulesForm(DeskForm):
    """Form for a group of house rules. `seen` is the stamp of the rules that the form displayed.

    The form of the calendar also has the club's time zone.
    """

    seen = forms.CharField(widget=forms.HiddenInput, max_length=16)
    reason = forms.CharField(
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="The reason is shown in the desk log.",
    )

    def __init__(self, *args: Any, campaign: Campaign, group: Group, **kwargs: Any) -> None:
        current = rules_as_data(campaign)
        super().__init__(*args, initial={**current, "seen": stamp(campaign)}, **kwargs)
        self.campaign, self.group = campaign, group
        self.fields |= {option.name: field_for(option) for option in group.options}
        if group.key == "calendar":
            self.fields["timezone"] = forms.CharField(
                label="Time zone",
                max_length=64,
                required=False,
                initial=campaign.timezone,
                help_text="All days and times below are in this time zone.",
                widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off"}),
            )
        self.order_fields(["timezone", *[option.name for option in group.options]])

    def clean_timezone(self) -> str:
        """Return the time zone, by default the current one."""
        zone: str = self.cleaned_data["timezone"] or self.campaign.timezone
        if zone not in available_timezones():
            raise forms.ValidationError(NO_SUCH_ZONE, code="no-such-zone")
        return zone

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("seen") != stamp(self.campaign):
            raise forms.ValidationError(
                (
                    "Someone changed the house rules after you opened this page. Reload the "
                    "page and make your changes again."
                ),
                code="stale",
            )
        if not self.errors:
            for problem in house.validate({**self.campaign.house_rules, **self.options}):
                field = self.place_of(problem.field)
                self.add_error(
                    field if field in self.fields else None,
                    forms.ValidationError(problem.sentence, code=problem.code),
                )
        return data

    @property
    def options(self) -> dict[str, Any]:
        """Return the group's submitted options."""
        return {
            option.name: self.cleaned_data[option.name]
            for option in self.group.options
            if option.name in self.cleaned_data
        }

    @property
    def changed_options(self) -> dict[str, Any]:
        """Return the options that differ from the current rules."""
        current = rules_as_data(self.campaign)
        return {name: value for name, value in self.options.items() if value != current[name]}

    @property
    def new_timezone(self) -> str:
        """The submitted time zone if it differs from the current one, or ""."""
        zone: str = self.cleaned_data.get("timezone", "")
        return "" if zone == self.campaign.timezone else zone

    @property
    def changes_schedule(self) -> bool:
        """True if the change moves the times of future weeks."""
        before = rules_of(self.campaign)
        after = house.decode({**self.campaign.house_rules, **self.options})
        return bool(self.new_timezone) or house.slots(before) != house.slots(after)
