"""Form fields for options that are lists or tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.text import slugify

from core.web.options import Option


class NumbersField(forms.CharField):
    """A field for whole numbers, separated by commas or spaces."""

    def prepare_value(self, value: Any) -> Any:
        return (
            ", ".join(str(number) for number in value) if isinstance(value, list | tuple) else value
        )

    def to_python(self, value: Any) -> Any:
        parts = (super().to_python(value) or "").replace(",", " ").split()
        try:
            return [int(part) for part in parts]
        except ValueError:
            raise forms.ValidationError(
                "Enter whole numbers separated by commas, for example 50, 30, 20.",
                code="not-numbers",
            ) from None


class TableWidget(forms.Widget):
    """Rows of inputs, followed by `spare` empty rows. Empty rows are ignored.

    If the rows have titles, their keys are hidden. A new row gets a key made from its title.
    """

    template_name = "campaign/desk/table_widget.html"
    use_fieldset = True

    def __init__(self, columns: Sequence[Option], spare: int) -> None:
        super().__init__()
        self.columns, self.spare = columns, spare
        names = [column.name for column in columns]
        self.hidden = "key" if {"key", "title"} <= set(names) else ""

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        rows = [*(value or []), *({} for _ in range(self.spare))]
        context = super().get_context(name, value, attrs)
        context["columns"] = [column for column in self.columns if column.name != self.hidden]
        context["hidden"] = self.hidden
        context["rows"] = [
            (
                index,
                row.get(self.hidden, ""),
                [
                    {
                        "name": f"{name}-{index}-{column.name}",
                        "value": row.get(column.name, ""),
                        "column": column,
                    }
                    for column in context["columns"]
                ],
            )
            for index, row in enumerate(rows)
        ]
        return context

    def value_from_datadict(
        self, data: Mapping[str, Any], files: MultiValueDict[str, Any], name: str
    ) -> list[dict[str, str]]:
        rows = []
        index = 0
        while any(f"{name}-{index}-{column.name}" in data for column in self.columns):
            row = {
                column.name: str(data.get(f"{name}-{index}-{column.name}", "")).strip()
                for column in self.columns
            }
            if any(value for column, value in row.items() if column != self.hidden):
                if self.hidden and not row["key"]:
                    row["key"] = slugify(row["title"]).replace("-", "_")[:40]
                rows.append(row)
            index += 1
        return rows

    def value_omitted_from_data(
        self, data: Mapping[str, Any], files: MultiValueDict[str, Any], name: str
    ) -> bool:
        return not any(f"{name}-0-{column.name}" in data for column in self.columns)

    def id_for_label(self, id_: str) -> str:
        return ""


class TableField(forms.Field):
    """A field for the rows of an option's table. The house rules validate the cells."""

    def __init__(self, columns: Sequence[Option], *, spare: int = 2, **options: Any) -> None:
        super().__init__(widget=TableWidget(columns, spare), **options)
        self.columns = columns

    def to_python(self, value: Any) -> list[dict[str, Any]]:
        return [
            {column.name: self._cell(column, row.get(column.name, "")) for column in self.columns}
            for row in value or []
        ]

    @staticmethod
    def _cell(column: Option, text: str) -> Any:
        return int(text) if column.kind == "number" and text.lstrip("-").isdecimal() else text
