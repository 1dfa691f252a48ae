"""Forms generated from a record (`core.web.records`), with its labels, help and bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import msgspec

from core.web.forms.base import HouseForm
from core.web.forms.options import field_for
from core.web.records import fields_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from django.forms import BoundField, Widget

T = TypeVar("T", bound=msgspec.Struct)


class RecordForm(HouseForm, Generic[T]):
    """A form for a record, which `form.record` returns.

        class TeamForm(RecordForm[TeamFace]):
            asks = TeamFace

    `widgets` are custom widgets by field. `row`, an object with the record's attributes, has the
    initial values. `choices` are choices that depend on the viewer, by field. An empty number keeps
    its initial value, or the record's default.
    """

    asks: ClassVar[type[msgspec.Struct]]
    widgets: ClassVar[Mapping[str, type[Widget]]] = {}

    def __init__(
        self,
        *args: Any,
        row: object = None,
        choices: Mapping[str, Sequence[tuple[str, str]]] | None = None,
        **kwargs: Any,
    ) -> None:
        if row is not None:
            names = [field.name for field in fields_of(self.asks)]
            start = {name: getattr(row, name) for name in names}
            kwargs["initial"] = start | (kwargs.get("initial") or {})
        super().__init__(*args, **kwargs)
        own_fields = {
            field.name: field_for(field, self.widgets.get(field.name))
            for field in fields_of(self.asks)
        }
        self.numbers = {
            field.name: start
            for field in fields_of(self.asks)
            if field.kind == "number"
            and (start := self.initial.get(field.name, field.default)) is not None
        }
        for name, start in self.numbers.items():
            own_fields[name].initial, own_fields[name].required = start, False
        for name, pairs in (choices or {}).items():
            own_fields[name].choices = list(pairs)  # type: ignore[attr-defined]
        self.fields = {**own_fields, **self.fields}

    @property
    def record(self) -> T:
        """The record, for a valid form."""
        return self.asks(**self.values_by_name())  # type: ignore[return-value]

    def values_by_name(self) -> dict[str, Any]:
        """Return the record's values by name. Forms with fields drawn separately add them."""
        values = {field.name: self.cleaned_data[field.name] for field in fields_of(self.asks)}
        return values | {
            name: start for name, start in self.numbers.items() if values[name] is None
        }

    def plain_fields(self) -> list[BoundField]:
        """Return the record's fields without custom widgets, for templates that draw the others by
        hand.
        """
        return [
            self[field.name] for field in fields_of(self.asks) if field.name not in self.widgets
        ]
