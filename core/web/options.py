"""Descriptions of the options of a record, read from its annotations. They are used in forms,
documents and errors.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import inspect

from engine.values import Value, changed

from .problems import Problem

Kind: TypeAlias = Literal["switch", "number", "choice", "text", "day", "moment", "list", "table"]


class Option(Value):
    """An option with its bounds.

    `columns` describes the rows of a table or the entries of a list. `spare` is the number of empty
    rows below a table. `labels` holds the texts of choices, and `fold` is the heading under which a
    form can hide the option. A text option with `lines` is a paragraph, and forms show this number
    of lines. The value of an `optional` option can be None. A form can require an option even if it
    has a default (`required`).
    """

    name: str
    title: str
    help: str
    group: str
    kind: Kind
    default: Any = None
    low: int | None = None  # smallest number, minimum length, or minimum number of rows
    high: int | None = None
    pattern: str = ""
    choices: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    columns: tuple[Option, ...] = ()
    spare: int = 2
    fold: str = ""
    lines: int = 0
    optional: bool = False
    required: bool = False

    @property
    def labelled_choices(self) -> tuple[tuple[str, str], ...]:
        """The choices, each with its label."""
        labels = self.labels or tuple(
            [choice.replace("_", " ").capitalize() for choice in self.choices]
        )
        return tuple(zip(self.choices, labels, strict=True))


def describe(record: type[msgspec.Struct]) -> tuple[Option, ...]:
    """Return the fields of a record in order, except those marked with `custom_field`."""
    info = inspect.type_info(record)
    assert isinstance(info, inspect.StructType)  # noqa: S101 - a Value is a Struct
    return tuple(
        _option(field.name, field.type, _default(field))
        for field in info.fields
        if not (isinstance(field.type, inspect.Metadata) and (field.type.extra or {}).get("apart"))
    )


def _default(field: inspect.Field) -> Any:
    return None if field.default is msgspec.NODEFAULT else msgspec.to_builtins(field.default)


PLAIN_PROPERTIES: Final = ("help", "group", "spare", "fold", "lines", "required", "optional")
"""Properties that an annotation can set in `extra`."""


def _option(name: str, kind: inspect.Type, default: Any) -> Option:
    meta: dict[str, Any] = {}
    extra: dict[str, Any] = {}
    while isinstance(kind, inspect.Metadata | inspect.UnionType):
        if isinstance(kind, inspect.UnionType):
            kind = next(part for part in kind.types if not isinstance(part, inspect.NoneType))
            extra["optional"] = True
            continue
        meta = (kind.extra_json_schema or {}) | meta
        extra = (kind.extra or {}) | extra
        kind = kind.type
    fields: dict[str, Any] = {
        "name": name,
        "title": meta.get("title", name),
        "help": meta.get("description", ""),
        "group": "",
        **{key: extra[key] for key in PLAIN_PROPERTIES if key in extra},
    }
    option = Option(
        **fields | {"default": default} | _shape(kind) | _choices(extra, kind) | _bounds(extra)
    )
    return with_choices(option, "key", extra["keys"]) if "keys" in extra else option


def with_choices(option: Option, column: str, labels: Mapping[str, str]) -> Option:
    """Return a table in which a column is a choice from these values, each with its label."""
    columns = [
        changed(each, kind="choice", choices=tuple(labels), labels=tuple(labels.values()))
        if each.name == column
        else each
        for each in option.columns
    ]
    return changed(option, columns=tuple(columns))


def _bounds(extra: dict[str, Any]) -> dict[str, Any]:
    """Return the bounds that the service checks, which apply to a number or to a normalized
    string's length.
    """
    return dict(zip(("low", "high"), extra["bounds"], strict=True)) if "bounds" in extra else {}


def _choices(extra: dict[str, Any], kind: inspect.Type) -> dict[str, Any]:
    """Return the choices from the annotation. They have labels if it contains a mapping."""
    if "choices" not in extra:
        return {}
    choices = extra["choices"]
    properties: dict[str, Any] = {"choices": tuple(choices)}
    if "pattern" in extra:
        properties["pattern"] = extra["pattern"]
    if isinstance(choices, dict):
        properties["labels"] = tuple(choices.values())
    if isinstance(kind, inspect.StrType):
        properties["kind"] = "choice"
    return properties


def _shape(kind: inspect.Type) -> dict[str, Any]:
    """Return the properties of an option that are determined by its type."""
    match kind:
        case inspect.BoolType():
            return {"kind": "switch"}
        case inspect.IntType():
            return {"kind": "number", "low": kind.ge, "high": kind.le}
        case inspect.DateType():
            return {"kind": "day"}
        case inspect.DateTimeType():
            return {"kind": "moment"}
        case inspect.LiteralType():
            return {"kind": "choice", "choices": tuple(str(choice) for choice in kind.values)}
        case inspect.StrType():
            return {
                "kind": "text",
                "low": kind.min_length,
                "high": kind.max_length,
                "pattern": kind.pattern or "",
            }
        case inspect.VarTupleType():
            return {"low": kind.min_length, "high": kind.max_length, **_rows(kind.item_type)}
    raise TypeError(f"An option cannot be a {type(kind).__name__}.")


def _rows(item: inspect.Type) -> dict[str, Any]:
    if isinstance(item, inspect.StructType):
        return {
            "kind": "table",
            "columns": tuple(
                _option(field.name, field.type, _default(field)) for field in item.fields
            ),
        }
    return {"kind": "list", "columns": (_option("entry", item, None),)}


def describe_valid(option: Option) -> str:
    """Return a description of valid values, such as "a whole number from 0 to 99"."""
    match option.kind:
        case "switch":
            return "on or off (true or false)"
        case "number":
            return f"a whole number from {option.low:,} to {option.high:,}"
        case "choice":
            return "one of " + ", ".join(option.choices)
        case "text":
            if option.pattern:
                return option.help[:1].lower() + option.help[1:].rstrip(".")
            return f"{option.low} to {option.high} characters"
        case "day" | "moment":
            return "a date" if option.kind == "day" else "a date and time"
        case "list":
            return (
                f"{option.low} to {option.high} entries, each {describe_valid(option.columns[0])}"
            )
        case "table":
            cells = "; ".join(
                f"{column.name}: {describe_valid(column)}" for column in option.columns
            )
            return f"{option.low} to {option.high} rows, each with {cells}"


def problems_in(
    record: type[Value], data: Mapping[str, Any], *, lax: bool = False
) -> tuple[Problem, ...]:
    """Return a problem for each invalid field of `data`.

    If `lax` is true, strings from forms ("3", "true") are accepted.
    """
    options = {option.name: option for option in describe(record)}
    types = {field.name: field.type for field in msgspec.structs.fields(record)}
    problems = [unknown_option(name) for name in data if name not in options]
    for name, option in options.items():
        if name in data and not _fits(data[name], types[name], lax):
            problems.append(
                Problem(name, "out-of-bounds", f"{option.title}: enter {describe_valid(option)}.")
            )
    return tuple(problems)


def unknown_option(name: str) -> Problem:
    """Return the problem for an unknown field."""
    return Problem(
        str(name), "unknown-field", f"Unknown option “{name}”. Remove it or check its spelling."
    )


def _fits(value: Any, kind: Any, lax: bool) -> bool:
    try:
        msgspec.convert(value, kind, strict=not lax)
    except msgspec.ValidationError:
        return False
    return True
