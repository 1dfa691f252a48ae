"""Form fields for options: one record of options makes form, schema and API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms

from core.web.forms.tables import NumbersField, TableField

if TYPE_CHECKING:
    from core.web.options import Option


def field_for(option: Option, widget: type[forms.Widget] | None = None) -> forms.Field:
    """The form field that asks for an option, drawn by a widget of its own if need be."""
    may_be_empty = (
        option.kind == "switch"
        or (option.kind == "choice" and "" in option.choices)
        or (option.kind in ("list", "table", "text") and not option.low and not option.pattern)
    )
    arguments: dict[str, Any] = {
        "label": option.title,
        "help_text": option.help,
        "required": not may_be_empty,
        **({"widget": widget} if widget else {}),
    }
    match option.kind:
        case "switch":
            return forms.BooleanField(**arguments)
        case "number":
            return forms.IntegerField(**arguments, min_value=option.low, max_value=option.high)
        case "choice":
            return forms.ChoiceField(**arguments, choices=option.named)
        case "list":
            return NumbersField(**arguments)
        case "table":
            return TableField(option.columns, spare=option.spare, **arguments)
    return _text(option, arguments)


def _text(option: Option, arguments: dict[str, Any]) -> forms.Field:
    """A line of text; a time of day where the option's pattern asks for one."""
    is_time = option.name.endswith("_time")
    return forms.CharField(
        **arguments,
        max_length=option.high or 5,
        widget=forms.TimeInput(attrs={"type": "time"}) if is_time else None,
    )
