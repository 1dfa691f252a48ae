"""What a spreadsheet is to the site: rows of text, and what its cells are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Sheets: TypeAlias = dict[str, list[list[str]]]
"""The rows of each sheet, its headings first."""
Cells: TypeAlias = Mapping[str, Sequence[Sequence[str | int]]]
"""What is written: numbers stay numbers where the format has them."""


def letters(column: int) -> str:
    """The letters of a column counted from 0: A, B … Z, AA."""
    ahead, last = divmod(column, 26)
    return (letters(ahead - 1) if ahead else "") + chr(ord("A") + last)
