"""Conversion of house rules to text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from core.web.pictures.words import money

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.web.options import Option

DOLLARS = (
    "Price in dollars",
    "Dollars",
    "Money of a new team",
    "Maximum total cost",
    "Maximum cost of a single",
    "Prize money above",
)


@dataclass(frozen=True, slots=True)
class Answer:
    """The club's choice for an option.

    `text` is the choice as text. A table has `rows` with the headings `heads`. If the choice
    differs from the default, `usual` is the default as text.
    """

    title: str
    help: str
    text: str
    changed: bool
    usual: str = ""
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


def answer(option: Option, value: Any) -> Answer:
    """Return the club's choice for an option."""
    changed = value != option.default
    if option.kind == "table":
        titled = any(column.name == "title" for column in option.columns)
        columns = [column for column in option.columns if column.name != "key" or not titled]
        rows = tuple(
            tuple(in_words(column, row[column.name]) for column in columns) for row in value
        )
        return Answer(
            option.title,
            option.help,
            f"{len(rows)} rows",
            changed,
            heads=tuple(column.title for column in columns),
            rows=rows,
        )
    usual = in_words(option, option.default) if changed else ""
    return Answer(option.title, option.help, in_words(option, value), changed, usual=usual)


def in_words(option: Option, value: Any) -> str:
    """Return an option's value as text."""
    match option.kind:
        case "switch":
            return "On" if value else "Off"
        case "number":
            return _number(option, value)
        case "list":
            return _list(value)
        case _:
            return str(value).capitalize() if option.kind == "choice" else str(value)


def _number(option: Option, value: int) -> str:
    if value == 0 and "0 = no limit" in option.help:
        return "No limit"
    return money(value) if option.help.startswith(DOLLARS) else f"{value:,}"


def _list(values: Sequence[Any]) -> str:
    return ", ".join(f"{value:,}" if isinstance(value, int) else str(value) for value in values)
