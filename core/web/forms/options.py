"""Form fields for options. The options' record also defines the schema and the API."""

from __future__ import annotations

from typing import Any

from django import forms

from core.web.forms.reasons import day, moment
from core.web.forms.tables import NumbersField, TableField
from core.web.options import Option


def field_for(
    option: Option, widget: type[forms.Widget] | forms.Widget | None = None
) -> forms.Field:
    """Return the form field for an option. A custom widget can be given."""
    may_be_empty = (
        option.kind == "switch"
        or (option.optional and not option.required)
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
            return forms.ChoiceField(**arguments, choices=option.labelled_choices)
        case "day":
            return day(**arguments)
        case "moment":
            return moment(**arguments)
        case "list":
            return NumbersField(**arguments)
        case "table":
            return TableField(option.columns, spare=option.spare, **arguments)
    return _text(option, arguments)


def _text(option: Option, arguments: dict[str, Any]) -> forms.Field:
    """Return a text field, or a time field if the option is a time of day."""
    if option.lines:
        arguments.setdefault("widget", forms.Textarea(attrs={"rows": option.lines}))
    elif option.name.endswith("_time"):
        arguments.setdefault("widget", forms.TimeInput(attrs={"type": "time"}))
    return forms.CharField(**arguments, max_length=option.high or 5)
