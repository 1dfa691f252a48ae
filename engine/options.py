"""Metadata of options, from which forms, API schemas and documents are made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Meta

if TYPE_CHECKING:
    from collections.abc import Collection


class OptionGroup:
    """The options of one group of a form. Each has a title and a text that explains it.

    `extra` can have the number of `spare` rows below a table, and the heading under which a form
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
        """Return the metadata of a choice by key, in this order. A mapping also has labels."""
        return self.option(title, text, choices=choices, **extra)


OPTIONS: Final = OptionGroup()
"""The options of a record that needs no groups."""
