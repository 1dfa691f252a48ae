"""Spreadsheets as rows of strings, and the names of columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Sheets: TypeAlias = dict[str, list[list[str]]]
"""The rows of each sheet, starting with the headings."""
Cells: TypeAlias = Mapping[str, Sequence[Sequence[str | int]]]
"""Cells to write. Numbers stay numbers if the file format supports them."""


def letters(column: int) -> str:
    """Return the letters of a column, which is counted from 0: A, B … Z, AA."""
    leading, last = divmod(column, 26)
    return (letters(leading - 1) if leading else "") + chr(ord("A") + last)
