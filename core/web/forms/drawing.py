"""HTML for inputs and selects, built without Django's templates because pages have hundreds of
options.

Everything is escaped, even if it was marked as safe.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final

from django.utils.safestring import mark_safe

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from django.utils.safestring import SafeString

WidgetContext = dict[str, Any]
"""A widget or an option, in the form in which Django passes it to templates."""


def choices(groups: Iterable[tuple[str, Iterable[tuple[str, str]]]]) -> SafeString:
    """Return `<option>` elements for groups of (value, label) pairs: `{{ shop|choices }}`."""
    groups_html = [_group(title, [_option(*pair) for pair in group]) for title, group in groups]
    return mark_safe("".join(groups_html))  # noqa: S308 - escaped where it is drawn


def select(widget: WidgetContext) -> str:
    """Return a select element with its options in groups."""
    groups = [
        _group(
            title, [_option(option["value"], option["label"], option["attrs"]) for option in group]
        )
        for title, group, _ in widget["optgroups"]
    ]
    return (
        "<select "
        f'name="{escape(widget["name"])}"{_attributes(widget["attrs"])}>{"".join(groups)}</select>'
    )


def field(widget: WidgetContext) -> str:
    """Return an input element of any type, with its value."""
    value = "" if widget["value"] is None else f' value="{escape(str(widget["value"]))}"'
    return (
        f'<input type="{widget["type"]}" '
        f'name="{escape(widget["name"])}"{value}{_attributes(widget["attrs"])}>'
    )


def choice_list(widget: WidgetContext) -> str:
    """Return checkboxes or radio buttons with their labels."""
    options = "".join(
        [
            f"<div>{_labelled(option)}</div>"
            for _, group, _ in widget["optgroups"]
            for option in group
        ]
    )
    container_attrs = {
        name: value for name, value in widget["attrs"].items() if name in ("id", "class")
    }
    return f"<div{_attributes(container_attrs)}>{options}</div>"


def _labelled(option: WidgetContext) -> str:
    for_attribute = f' for="{escape(option["attrs"]["id"])}"' if "id" in option["attrs"] else ""
    return f"<label{for_attribute}>{field(option)} {escape(str(option['label']))}</label>"


def _attributes(attrs: Mapping[str, Any]) -> str:
    """Return HTML attributes. True gives an attribute without a value, and False omits the
    attribute.
    """
    shown = [(name, value) for name, value in attrs.items() if value is not False]
    return "".join(
        [
            f" {name}" if value is True else f' {name}="{escape(str(value))}"'
            for name, value in shown
        ]
    )


def _option(value: object, label: object, attrs: Mapping[str, Any] | None = None) -> str:
    attributes_html = _attributes(attrs) if attrs else ""
    return f'<option value="{escape(str(value))}"{attributes_html}>{escape(str(label))}</option>'


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
WIDGETS: Final[dict[str, Callable[[WidgetContext], str]]] = {
    PLACE.format("select"): select,
    **{PLACE.format(kind): choice_list for kind in ("checkbox_select", "radio")},
    **{PLACE.format(kind): field for kind in INPUTS},
}
"""Functions by the name of the template that each of them replaces."""
