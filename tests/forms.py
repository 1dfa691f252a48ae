"""What a page shows of a form: the choices of its fields, their values, and the refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django import forms


def choices(form: forms.Form, name: str) -> list[tuple[str, str]]:
    """Return the choices of a field in order. Choices in a group start with the group's name."""
    widget: Any = form.fields[name].widget
    return [
        (str(option["value"]), f"{group}: {option['label']}" if group else str(option["label"]))
        for group, options, _ in widget.optgroups(name, [])
        for option in options
    ]


def values(form: forms.Form) -> dict[str, Any]:
    """Return the values that the fields show, without the one-time key."""
    return {field.name: field.value() for field in form if field.name != "idempotency"}


def bounds(form: forms.Form, name: str) -> tuple[Any, Any]:
    """Return the lowest and highest number that a field takes."""
    field: Any = form.fields[name]
    return field.min_value, field.max_value


def refusals(form: forms.Form) -> Mapping[str, list[str]]:
    """Return the sentences next to each field of a submitted form."""
    return {
        name: [str(sentence) for sentence in sentences] for name, sentences in form.errors.items()
    }
