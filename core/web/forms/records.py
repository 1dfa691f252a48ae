"""A form made from an act's record (`core.web.records`): its fields, labels, help and bounds."""

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
    """Asks for a record; `form.record` is what was said.

    class TeamForm(RecordForm[TeamFace]):
        asks = TeamFace

    `widgets` draw some of its fields in another way. `row`, an object with the record's attributes,
    is what the form starts from; `choices` are those that depend on who is asked, by field. A
    number that is left out stays as the form started it: with the row's, or the act's default.
    """

    asks: ClassVar[type[msgspec.Struct]]
    widgets: ClassVar[Mapping[str, type[Widget]]] = {}

    def __init__(
        self,
        *args: Any,
        row: object = None,
        choices: Mapping[str, Sequence[tuple[str, str]]] | None = None,
        **named: Any,
    ) -> None:
        if row is not None:
            names = [field.name for field in fields_of(self.asks)]
            start = {name: getattr(row, name) for name in names}
            named["initial"] = start | (named.get("initial") or {})
        super().__init__(*args, **named)
        own = {
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
            own[name].initial, own[name].required = start, False
        for name, pairs in (choices or {}).items():
            own[name].choices = list(pairs)  # type: ignore[attr-defined]
        self.fields = {**own, **self.fields}

    @property
    def record(self) -> T:
        """What was said. Only for a form that is valid."""
        return self.asks(**self.said())  # type: ignore[return-value]

    def said(self) -> dict[str, Any]:
        """The record's fields by name; a form that draws some of them apart adds them."""
        said = {field.name: self.cleaned_data[field.name] for field in fields_of(self.asks)}
        return said | {name: start for name, start in self.numbers.items() if said[name] is None}

    def plain_fields(self) -> list[BoundField]:
        """The record's fields that no widget of `widgets` draws: for a template that draws the
        others by hand, and takes a further field without a line.
        """
        return [
            self[field.name] for field in fields_of(self.asks) if field.name not in self.widgets
        ]
