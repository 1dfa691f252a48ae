"""The only module that writes ledger rows. A correction is a compensating row with a reason."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from enum import Enum
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django.db import IntegrityError, connection, transaction

from campaign.ledger.models import (
    Damage,
    Entry,
    Money,
    Prestige,
    SkillPoint,
    StandingPoint,
    Stock,
    Wound,
)
from core.web import bulk
from core.web.locks import is_double
from core.web.refusals import AlreadyBooked


class Book(Enum):
    """A ledger, with its model and the kind of owner of its rows."""

    MONEY = Money, "team"
    STOCK = Stock, "team"
    STANDING = StandingPoint, "team"
    SKILL = SkillPoint, "character"
    WOUND = Wound, "character"
    PRESTIGE = Prestige, "character"
    DAMAGE = Damage, "vehicle"

    @property
    def model(self) -> type[Entry]:
        return self.value[0]

    @property
    def owner(self) -> str:
        """Return the name of the column with the owner's id."""
        return f"{self.value[1]}_id"


class Line(NamedTuple):
    """A row to book. `owner`, `week` and `booked_by` are ids.

    Each `cause` can be used only once per owner and item.
    """

    book: Book
    owner: UUID
    item: str
    amount: int
    cause: str
    booked_at: datetime
    week: UUID | None = None
    booked_by: UUID | None = None
    note: str = ""


def post(lines: Iterable[Line], *, idempotent: bool = False) -> int:
    """Book all lines or none, and return the number of rows written.

    Raise AlreadyBooked if a cause has been used before. If `idempotent` is true, such lines are
    skipped instead, so that repeating a task does not book it twice.
    """
    books: dict[Book, list[Line]] = defaultdict(list)
    for line in lines:
        books[line.book].append(line)
    with transaction.atomic():
        return sum(
            _write(book, _unbooked(book, rows) if idempotent else rows)
            for book, rows in books.items()
        )


def _write(book: Book, lines: Sequence[Line]) -> int:
    try:
        if connection.vendor == "postgresql" and len(lines) >= bulk.COPY_FROM:
            bulk.copy(book.model, _names(book), _rows(lines))
        else:
            _insert(book, lines)
    except IntegrityError as error:
        if is_double(error):
            raise AlreadyBooked("This was already booked. Nothing was changed.") from error
        raise
    return len(lines)


def _insert(book: Book, lines: Sequence[Line]) -> None:
    names, rows = _names(book), _rows(lines)
    book.model._base_manager.bulk_create(
        (book.model(**dict(zip(names, row, strict=True))) for row in rows), batch_size=500
    )


def _names(book: Book) -> tuple[str, ...]:
    """Return the columns of a ledger in the order that `_rows` uses."""
    return "id", book.owner, "item", "amount", "cause", "at", "week_id", "by_id", "note"


def _rows(lines: Iterable[Line]) -> Iterator[tuple[Any, ...]]:
    return ((uuid4(), *line[1:]) for line in lines)


def _unbooked(book: Book, lines: Sequence[Line]) -> list[Line]:
    """Return the lines whose cause has no row yet, without duplicates."""
    rows = book.model._base_manager.filter(cause__in={line.cause for line in lines})
    rows = rows.filter(**{f"{book.owner}__in": {line.owner for line in lines}})
    existing = set(rows.values_list(book.owner, "item", "cause"))
    lines_by_key = {(line.owner, line.item, line.cause): line for line in reversed(lines)}
    return [line for key, line in reversed(lines_by_key.items()) if key not in existing]
