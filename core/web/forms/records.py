"""Forms generated from a record (`core.web.records`), including labels, help texts and bounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from django.forms import BoundField, Widget

from core.web.forms.base import HouseForm
from core.web.forms.options import field_for
from core.web.records import fields_of

T = TypeVar("T", bound=msgspec.Struct)


class RecordForm(HouseForm, Generic[T]):
    """A form for a record. `form.record` returns the submitted record.

        form = RecordForm(request.POST or None, asks=TeamFace, row=team)

    `initial` overrides the values of `row`, an object with the record's attributes, or else the
    record's defaults. An empty number keeps its initial value, and an empty optional field gets the
    record's default. `widgets` maps fields to custom widgets, and `choices` maps fields to choices
    that depend on the viewer. Subclasses can declare their own fields, which replace those of the
    record.
    """

    asks: type[T]
    widgets: ClassVar[Mapping[str, type[Widget] | Widget]] = {}

    def __init__(
        self,
        *args: Any,
        asks: type[T] | None = None,
        row: object = None,
        choices: Mapping[str, Sequence[tuple[str, str]]] | None = None,
        **kwargs: Any,
    ) -> None:
        self.asks = asks or self.asks
        self.record_options = fields_of(self.asks)
        start = {
            option.name: option.default if row is None else getattr(row, option.name)
            for option in self.record_options
        }
        super().__init__(*args, **{**kwargs, "initial": start | (kwargs.get("initial") or {})})
        fields = {
            option.name: field_for(option, self.widgets.get(option.name))
            for option in self.record_options
        }
        for option in self.record_options:
            has_value = option.default is not None or self.initial[option.name] is not None
            if option.kind == "number" and has_value and not option.required:
                fields[option.name].required = False
        for name, pairs in (choices or {}).items():
            fields[name].choices = list(pairs)  # type: ignore[attr-defined]
        self.fields = {**fields, **self.fields}

    @property
    def record(self) -> T:
        """The record, if the form is valid."""
        return self.asks(**self.values_by_name())

    def values_by_name(self) -> dict[str, Any]:
        """Return the record's values by name. Subclasses add fields that are drawn separately."""
        values = {}
        for option in self.record_options:
            value = self.cleaned_data.get(option.name)
            if value is None and option.kind == "number":
                value = self.initial[option.name]
            if value is not None and not (option.optional and value == ""):
                values[option.name] = value
        return values

    def plain_fields(self) -> list[BoundField]:
        """Return the record's fields without custom widgets, for templates that draw the other
        fields themselves.
        """
        return [
            self[option.name] for option in self.record_options if option.name not in self.widgets
        ]
