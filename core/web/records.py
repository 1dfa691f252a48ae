"""Input records, each declared only once.

    class TeamFace(Value):
        name: Annotated[str, line("Name", 2, 60, "As the whole club will read it.")]
        motto: Annotated[str, line("Motto", 0, 120)] = ""

The API uses the record as a request body, a form is generated from it (`core.web.forms.records`),
and the service first calls `tidy`. Titles, help texts, bounds and choices are defined only in the
record.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Meta

from engine.values import Value, changed

from .options import Option, describe
from .problems import Problem
from .refusals import BadForm, refuse_if
from .text import line as one_line

T = TypeVar("T", bound=msgspec.Struct)
U = TypeVar("U", bound=msgspec.Struct)


def line(title: str, min_length: int, max_length: int, text: str = "") -> Meta:
    """Return the metadata for a single line, measured after collapsing whitespace."""
    return Meta(
        title=title,
        description=text or None,
        extra={"bounds": (min_length, max_length)},
        extra_json_schema={"minLength": min_length, "maxLength": max_length},
    )


def field(title: str, text: str = "", **on_page: Any) -> Meta:
    """Return the metadata for a field whose type determines the values that the API accepts.

    `on_page` sets properties of its form field: `help` if it differs from `text`, the `bounds` that
    the service checks, the number of `lines` of a paragraph, and `required` if there is a default.
    """
    return Meta(title=title, description=text or None, extra=on_page)


def required_reason(text: str = "The reason is shown to the whole club in the desk log.") -> Meta:
    """Return the metadata for a reason that the service requires."""
    return field("Reason", text, bounds=(1, 500), lines=2)


def choice(
    title: str, choices: Mapping[str, str] | None = None, text: str = "", *, or_any: str = ""
) -> Meta:
    """Return the metadata for a choice by key, with labels.

    Values that match the pattern `or_any` are also valid. If `choices` is empty, the choices depend
    on the viewer. In that case, they are passed to the form, and the service checks them.
    """
    return Meta(
        title=title,
        description=text or None,
        extra={"choices": dict(choices or {}), "pattern": or_any},
        extra_json_schema={"enum": list(choices)} if choices and not or_any else {},
    )


def number(title: str, low: int, high: int, text: str = "") -> Meta:
    """Return the metadata for a whole number within bounds."""
    return Meta(title=title, description=text or None, ge=low, le=high)


def custom_field() -> Meta:
    """Return the metadata for a field that forms draw separately, such as a character's points."""
    return Meta(extra={"apart": True})


@cache
def fields_of(kind: type[msgspec.Struct]) -> tuple[Option, ...]:
    """Return the fields of a record in order, except those drawn separately."""
    return describe(kind)


def tidy(record: T) -> T:
    """Return the record with all strings trimmed.

    Raise BadForm with a problem for each field that is too short, too long or not a valid choice.
    """
    trimmed: dict[str, Any] = {}
    problems: list[Problem] = []
    for field in fields_of(type(record)):
        value = getattr(record, field.name)
        if field.kind == "choice":
            if field.choices and value not in field.choices and not _matches(field, value):
                problems.append(_no_such(field))
        elif field.kind == "text" and not field.lines:
            try:
                trimmed[field.name] = one_line(
                    value,
                    field=field.name,
                    title=field.title,
                    min_length=field.low or 0,
                    max_length=field.high or 0,
                )
            except BadForm as bad:
                problems += bad.problems
    refuse_if(problems)
    return changed(record, **trimmed)


def _matches(field: Option, value: str) -> bool:
    return bool(field.pattern and re.fullmatch(field.pattern, value))


def _no_such(field: Option) -> Problem:
    default_sentence = f"{field.title}: choose one of {', '.join(field.choices)}."
    sentence = field.help if field.pattern else default_sentence
    return Problem(field.name, f"no-such-{field.name}", sentence)


def filled(kind: type[T], row: object, /, **extra: Any) -> T:
    """Return a record filled with the attributes of `row` that have the same names, and with the
    values in `extra`.
    """
    names = kind.__struct_fields__
    return kind(**{name: extra[name] if name in extra else getattr(row, name) for name in names})


class Changes(Generic[T]):
    """Changes to some fields of a record. They can be used as a body: `body: Changes[TeamFace]`."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = values

    @classmethod
    def from_body(cls, body: msgspec.Struct) -> Changes[Any]:
        """Return the changes given in a body of the type `Changes.record`. Null means no change."""
        values = msgspec.structs.asdict(body)
        return cls({name: value for name, value in values.items() if value is not None})

    def apply_to(self, kind: type[U], row: object) -> U:
        """Return the record for `row`, with these changes applied."""
        return filled(kind, row, **self.values)

    @staticmethod
    @cache
    def record(kind: type[msgspec.Struct]) -> type[msgspec.Struct]:
        """Return a record in which every field of `kind` is optional."""
        hints = msgspec.structs.fields(kind)
        fields = [(field.name, field.type | None, None) for field in hints]
        words = (
            f"{(kind.__doc__ or kind.__name__).strip()} Fields that are left out keep their value."
        )
        return msgspec.defstruct(
            f"{kind.__name__}Changes",
            fields,
            bases=(Value,),
            namespace={"__doc__": words},
            module=kind.__module__,
        )
