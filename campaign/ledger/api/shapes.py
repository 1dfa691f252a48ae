"""Ledger rows in the API."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from msgspec import Meta

from campaign.ledger.models import Entry
from campaign.ledger.views.words import describe_cause
from core.web.api.operations import Record
from core.web.records import filled

Dollars = Annotated[int, Meta(ge=0, le=1_000_000_000)]


class LedgerRow(Record):
    """A row of a ledger. `what` describes its cause. `by` is null if the service booked the row."""

    at: datetime
    ledger: str
    item: str
    amount: int
    what: str
    note: str
    week: int | None
    by: str | None


def ledger_row(row: Entry) -> LedgerRow:
    """Return the record of a row without its cause, which would reveal why it was booked."""
    return filled(
        LedgerRow,
        row,
        ledger=type(row).__name__.lower(),
        what=describe_cause(row.cause, week=row.week is not None),
        week=row.week.number if row.week else None,
        by=row.by.get_username() if row.by else None,
    )


class Bill(Record):
    """An amount in dollars."""

    dollars: int
