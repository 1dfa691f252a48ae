"""Inputs and selects as HTML, in place of Django's templates: a page of forms has dozens of fields
with hundreds of options.

Everything is escaped here, whether it was marked as safe or not.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final

from django.utils.safestring import mark_safe

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from django.utils.safestring import SafeString

Drawn = dict[str, Any]
"""A widget or an option as Django describes it to its templates."""


def choices(groups: Iterable[tuple[str, Iterable[tuple[str, str]]]]) -> SafeString:
    """`{{ shop|choices }}`: groups of (value, label) pairs as options, for a select without a
    field behind it.
    """
    drawn = [_group(title, [_option(*pair) for pair in group]) for title, group in groups]
    return mark_safe("".join(drawn))  # noqa: S308 - escaped where it is drawn


def select(widget: Drawn) -> str:
    """A select with its options in their groups."""
    groups = [
        _group(title, [_option(each["value"], each["label"], each["attrs"]) for each in group])
        for title, group, _ in widget["optgroups"]
    ]
    return (
        "<select "
        f'name="{escape(widget["name"])}"{_attributes(widget["attrs"])}>{"".join(groups)}</select>'
    )


def field(widget: Drawn) -> str:
    """An input of any type, with its value if it has one."""
    value = "" if widget["value"] is None else f' value="{escape(str(widget["value"]))}"'
    return (
        f'<input type="{widget["type"]}" '
        f'name="{escape(widget["name"])}"{value}{_attributes(widget["attrs"])}>'
    )


def several(widget: Drawn) -> str:
    """Tick boxes or radio buttons, each with its label."""
    options = "".join(
        [f"<div>{_labelled(each)}</div>" for _, group, _ in widget["optgroups"] for each in group]
    )
    kept = {name: value for name, value in widget["attrs"].items() if name in ("id", "class")}
    return f"<div{_attributes(kept)}>{options}</div>"


def _labelled(option: Drawn) -> str:
    named = f' for="{escape(option["attrs"]["id"])}"' if "id" in option["attrs"] else ""
    return f"<label{named}>{field(option)} {escape(str(option['label']))}</label>"


def _attributes(attrs: Mapping[str, Any]) -> str:
    """One that is True stands alone, one that is False is left out."""
    given = [(name, value) for name, value in attrs.items() if value is not False]
    return "".join(
        [
            f" {name}" if value is True else f' {name}="{escape(str(value))}"'
            for name, value in given
        ]
    )


def _option(value: object, label: object, attrs: Mapping[str, Any] | None = None) -> str:
    more = _attributes(attrs) if attrs else ""
    return f'<option value="{escape(str(value))}"{more}>{escape(str(label))}</option>'


def _group(title: str | None, options: list[str]) -> str:
    inside = "".join(options)
    return f'<optgroup label="{escape(str(title))}">{inside}</optgroup>' if title else inside


INPUTS: Final = (
    "checkbox",
    "date",
    "datetime",
    "email",
    "hidden",
    "input",
    "number",
    "password",
    "text",
    "time",
    "url",
)
PLACE: Final = "django/forms/widgets/{}.html"
WIDGETS: Final[dict[str, Callable[[Drawn], str]]] = {
    PLACE.format("select"): select,
    **{PLACE.format(kind): several for kind in ("checkbox_select", "radio")},
    **{PLACE.format(kind): field for kind in INPUTS},
}
"""What is drawn here, by the name of the template that Django would ask."""
