"""A ledger's rows as the API gives them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from msgspec import Meta

from campaign.ledger.models import Entry
from campaign.ledger.views.words import cause_in_words
from core.web.api.operations import Record
from core.web.records import filled

Dollars = Annotated[int, Meta(ge=0, le=1_000_000_000)]


class LedgerRow(Record):
    """One row of a ledger: so much of an item, what for, and who is behind it (nobody for the
    service itself).
    """

    at: datetime
    ledger: str
    item: str
    amount: int
    what: str
    note: str
    week: int | None
    by: str | None


def ledger_row(row: Entry) -> LedgerRow:
    """The row; its cause stays inside, for it names what it came from."""
    return filled(
        LedgerRow,
        row,
        ledger=type(row).__name__.lower(),
        what=cause_in_words(row.cause, week=row.week is not None),
        week=row.week.number if row.week else None,
        by=row.by.get_username() if row.by else None,
    )


class Bill(Record):
    """Dollars."""

    dollars: int
