"""What somebody has to say to have something done, declared once.

    class TeamFace(Value):
        name: Annotated[str, line("Name", 2, 60, "As the whole club will read it.")]
        motto: Annotated[str, line("Motto", 0, 120)] = ""

The API reads the record as its body, a form is made from it (`core.web.forms.records`), the
service takes one and begins with `tidy`. Titles, help, bounds and choices stand nowhere else.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec
from msgspec import Meta

from engine.values import Value, changed

from .options import Option, describe
from .problems import Problem
from .refusals import BadForm, refuse_if
from .text import line as one_line

if TYPE_CHECKING:
    from collections.abc import Mapping

T = TypeVar("T", bound=msgspec.Struct)
U = TypeVar("U", bound=msgspec.Struct)


def line(title: str, least: int, most: int, text: str = "") -> Meta:
    """A line of `least` to `most` letters, counted when blanks have been run together."""
    return Meta(
        title=title,
        description=text or None,
        extra={"letters": (least, most)},
        extra_json_schema={"minLength": least, "maxLength": most},
    )


def choice(
    title: str, choices: Mapping[str, str] | None = None, text: str = "", *, or_any: str = ""
) -> Meta:
    """One of these, by key; people read the labels. Whatever matches the pattern `or_any` will do,
    too. Without choices they depend on who is asked: the form is given them, the service checks.
    """
    return Meta(
        title=title,
        description=text or None,
        extra={"choices": dict(choices or {}), "pattern": or_any},
        extra_json_schema={"enum": list(choices)} if choices and not or_any else {},
    )


def number(title: str, low: int, high: int, text: str = "") -> Meta:
    """A whole number within these bounds."""
    return Meta(title=title, description=text or None, ge=low, le=high)


def drawn_apart() -> Meta:
    """A field that a form draws in its own way, such as a character's points."""
    return Meta(extra={"apart": True})


@cache
def fields_of(kind: type[msgspec.Struct]) -> tuple[Option, ...]:
    """The record's fields in their order, without those that are drawn apart."""
    return describe(kind)


def tidy(record: T) -> T:
    """The record with every line trimmed. Raises BadForm with one problem for each field that is
    too short, too long or no choice.
    """
    said: dict[str, Any] = {}
    problems: list[Problem] = []
    for field in fields_of(type(record)):
        value = getattr(record, field.name)
        if field.kind == "choice":
            if field.choices and value not in field.choices and not _matches(field, value):
                problems.append(_no_such(field))
        elif field.kind == "text":
            try:
                said[field.name] = one_line(
                    value,
                    field=field.name,
                    title=field.title,
                    least=field.low or 0,
                    most=field.high or 0,
                )
            except BadForm as bad:
                problems += bad.problems
    refuse_if(problems)
    return changed(record, **said)


def _matches(field: Option, value: str) -> bool:
    return bool(field.pattern and re.fullmatch(field.pattern, value))


def _no_such(field: Option) -> Problem:
    which = f"{field.title}: choose one of {', '.join(field.choices)}."
    sentence = field.help if field.pattern else which
    return Problem(field=field.name, code=f"no-such-{field.name}", sentence=sentence)


def filled(kind: type[T], row: object, /, **more: Any) -> T:
    """A record with the row's attributes of the same names, and `more`."""
    names = kind.__struct_fields__
    return kind(**{name: more[name] if name in more else getattr(row, name) for name in names})


class Changes(Generic[T]):
    """Some fields of a record; what is left out, or null, stays. As a body:
    `body: Changes[TeamFace]`.
    """

    def __init__(self, said: Mapping[str, Any]) -> None:
        self.said = said

    @classmethod
    def said_in(cls, body: msgspec.Struct) -> Changes[Any]:
        """What a body of `Changes.record` says."""
        said = msgspec.structs.asdict(body)
        return cls({name: value for name, value in said.items() if value is not None})

    def over(self, kind: type[U], row: object) -> U:
        """The record as it stands in `row`, with these changes."""
        return filled(kind, row, **self.said)

    @staticmethod
    @cache
    def record(kind: type[msgspec.Struct]) -> type[msgspec.Struct]:
        """The record of what may be said: every field of `kind`, each of which may be left out."""
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
