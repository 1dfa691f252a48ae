"""Metadata for options, from which forms, API schemas and documents are generated."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Collection
from itertools import pairwise
from typing import Annotated, Any, Final, TypeVar, get_type_hints

from msgspec import Meta

from .values import Value

T = TypeVar("T", bound=Value)


def use_attribute_docstrings(record: type[T]) -> type[T]:
    """Use the string literal below each field of a record as the field's help text.

    Whitespace around line breaks is collapsed. This is a class decorator.
    """
    (definition,) = ast.parse(inspect.getsource(record)).body
    hints = get_type_hints(record, include_extras=True)
    for statements in pairwise(definition.body):  # type: ignore[attr-defined]
        match statements:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(docstring))),
            ):
                text = re.sub(r"\s*\n\s*", " ", docstring.strip())
                record.__annotations__[name] = Annotated[hints[name], Meta(description=text)]
    return record


class OptionGroup:
    """The options in one group of a form. Each option has a title and a text that explains it.

    `extra` can contain the number of `spare` rows below a table, and the heading under which a form
    can `fold` the option.
    """

    def __init__(self, name: str = "") -> None:
        self._extra = {"group": name}

    def option(self, title: str, text: str = "", **extra: Any) -> Meta:
        return Meta(title=title, description=text or None, extra=self._extra | extra)

    def number(self, low: int, high: int, title: str, text: str = "") -> Meta:
        return Meta(title=title, description=text or None, ge=low, le=high, extra=self._extra)

    def rows(self, least: int, most: int, title: str, text: str = "", **extra: Any) -> Meta:
        return Meta(
            title=title, description=text or None, min_length=least, max_length=most,
            extra=self._extra | extra,
        )  # fmt: skip

    def choice(self, choices: Collection[str], title: str, text: str = "", **extra: Any) -> Meta:
        """Return the metadata for a choice by key, in this order. If `choices` is a mapping, its
        values are the labels.
        """
        return self.option(title, text, choices=choices, **extra)


OPTIONS: Final = OptionGroup()
"""The option group for a record that needs no groups."""
