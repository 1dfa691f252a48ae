"""Sequences that load their rows on demand, for pages and for paged API answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, TypeVar, overload

from django.db.models import QuerySet

RowT = TypeVar("RowT")


class LazyRows(Sequence[RowT]):
    """A sequence that loads only the requested slices.

    Subclasses set `_rows` and implement `_load`. The length is counted once.
    """

    _rows: QuerySet[Any]

    def _load(self, bounds: slice) -> tuple[RowT, ...]:
        """Return the rows of a slice."""
        raise NotImplementedError

    def _count(self) -> int:
        """Return the number of all rows."""
        return self._rows.count()

    @cached_property
    def _length(self) -> int:
        return self._count()

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> RowT: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[RowT, ...]: ...
    def __getitem__(self, index: int | slice) -> RowT | tuple[RowT, ...]:
        if isinstance(index, int):
            return self[index : index + 1][0]
        return self._load(index)

    def __iter__(self) -> Iterator[RowT]:
        return iter(self[:])
