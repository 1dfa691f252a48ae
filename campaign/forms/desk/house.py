"""The form of the house rules, made from the record itself: one field an option, group by group."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import msgspec
from django import forms

from campaign.rules import house
from campaign.rules.house import Group

from .base import DeskForm
from .tables import NumbersField, TableField

if TYPE_CHECKING:
    from campaign.models import Campaign
    from campaign.rules.options import Option


def group_of(key: str) -> Group | None:
    """The group of options with this key."""
    return next((found for found in house.groups() if found.key == key), None)


def as_they_are(campaign: Campaign) -> dict[str, Any]:
    """The campaign's rules as plain data, lists as lists, as a form reads them."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(house.decode(campaign.house_rules)))
    return plain


def stamp(campaign: Campaign) -> str:
    """A short name of the house rules as they are, to notice that somebody changed them meanwhile."""
    return hashlib.sha256(msgspec.json.encode(campaign.house_rules, order="deterministic")).hexdigest()[:16]


def field_for(option: Option) -> forms.Field:
    """The form field that asks for an option."""
    may_be_empty = option.kind == "switch" or (option.kind in ("list", "table") and not option.low)
    said: dict[str, Any] = {"label": option.title, "help_text": option.help, "required": not may_be_empty}
    match option.kind:
        case "switch":
            return forms.BooleanField(**said)
        case "number":
            return forms.IntegerField(**said, min_value=option.low, max_value=option.high)
        case "choice":
            return forms.ChoiceField(**said, choices=option.named)
        case "list":
            return NumbersField(**said)
        case "table":
            return TableField(option.columns, spare=option.spare, **said)
    return _text(option, said)


def _text(option: Option, said: dict[str, Any]) -> forms.Field:
    """A line of text; a time of day where the option's pattern asks for one."""
    is_time = option.name.endswith("_time")
    return forms.CharField(**said, max_length=option.high or 5, widget=forms.TimeInput(attrs={"type": "time"}) if is_time else None)


class RulesForm(DeskForm):
    """One group of house rules. `seen` names the rules that the writer looked at."""

    seen = forms.CharField(widget=forms.HiddenInput, max_length=16)
    reason = forms.CharField(max_length=500, required=False, widget=forms.Textarea(attrs={"rows": 2}), help_text="Why, for the desk log.")

    def __init__(self, *args: Any, campaign: Campaign, group: Group, **kwargs: Any) -> None:
        now = as_they_are(campaign)
        super().__init__(*args, initial={**now, "seen": stamp(campaign)}, **kwargs)
        self.campaign, self.group = campaign, group
        self.fields |= {option.name: field_for(option) for option in group.options}
        self.order_fields([option.name for option in group.options])

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("seen") != stamp(self.campaign):
            raise forms.ValidationError(
                "Somebody changed the house rules since you opened this page. Reload it and change them again.", code="stale"
            )
        if not self.errors:
            for problem in house.validate({**self.campaign.house_rules, **self.options}):
                place = self.place_of(problem.field)
                self.add_error(place if place in self.fields else None, forms.ValidationError(problem.sentence, code=problem.code))
        return data

    @property
    def options(self) -> dict[str, Any]:
        """The group's options as they were given."""
        return {option.name: self.cleaned_data[option.name] for option in self.group.options if option.name in self.cleaned_data}

    @property
    def changed_options(self) -> dict[str, Any]:
        """Those that differ from the rules as they are."""
        now = as_they_are(self.campaign)
        return {name: value for name, value in self.options.items() if value != now[name]}
