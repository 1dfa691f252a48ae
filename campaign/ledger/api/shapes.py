"""Ledger rows as records of the API."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from msgspec import Meta

from campaign.ledger.models import Entry
from campaign.ledger.views.descriptions import describe_cause
from core.web.api.operations import Record
from core.web.records import filled

Dollars = Annotated[int, Meta(ge=0, le=1_000_000_000)]


class LedgerRow(Record, rename={"booked_at": "at", "description": "what", "booked_by": "by"}):
    """A row of a ledger. `what` describes its cause. `by` is null if the service booked the row
    itself.
    """

    booked_at: datetime
    ledger: str
    item: str
    amount: int
    description: str
    note: str
    week: int | None
    booked_by: str | None


def ledger_row(row: Entry) -> LedgerRow:
    """Return the record of a row. The stored cause is left out, because it would reveal why the row
    was booked.
    """
    return filled(
        LedgerRow,
        row,
        ledger=type(row).__name__.lower(),
        booked_at=row.at,
        description=describe_cause(row.cause, week=row.week is not None),
        week=row.week.number if row.week else None,
        booked_by=row.by.get_username() if row.by else None,
    )


class Bill(Record):
    """An amount in dollars."""

    dollars: int
