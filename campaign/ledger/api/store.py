"""A team's store of personal gear, and its money."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from campaign.league import policy
from campaign.league.api.permissions import TeamCall, books_door, team_door
from campaign.ledger.api.shapes import Bill
from campaign.ledger.models import Money
from campaign.ledger.selectors import books
from campaign.ledger.selectors.books import Shelf
from campaign.ledger.services import stores
from core.web.api.operations import Body, Record
from core.web.api.paging import Page, Paged, paged

from .shapes import LedgerRow, ledger_row

Counts = dict[Annotated[str, Meta(max_length=60)], Annotated[int, Meta(ge=-10_000, le=10_000)]]


class ShelfOut(Record):
    """So many pieces of one kind of gear. `aside` are those set aside for orders; for the team's
    owners only.
    """

    gear: str
    name: str
    count: int
    aside: int | None


@books_door()
def list_stock(call: TeamCall, query: Paged) -> Page[ShelfOut]:
    """My team's store, in the catalogue's order."""
    owns = policy.owns(call.viewer, call.team)
    return paged(call, query, books.store(call.team), lambda shelf: _shelf(shelf, owns=owns))


def _shelf(shelf: Shelf, *, owns: bool) -> ShelfOut:
    return ShelfOut(
        gear=shelf.gear.key,
        name=shelf.gear.name,
        count=shelf.count,
        aside=shelf.aside if owns else None,
    )


class Wanted(Body):
    """Gear by its key, in pieces."""

    wanted: Annotated[Counts, Meta(max_length=100)]


@team_door()
def buy(call: TeamCall, body: Wanted) -> Bill:
    """Buy gear into the store; what it cost."""
    return Bill(dollars=stores.buy(team=call.team, wanted=body.wanted, by=call.user, at=call.now))


@team_door()
def sell(call: TeamCall, body: Wanted) -> Bill:
    """Sell gear out of the store; what it brought."""
    return Bill(dollars=stores.sell(team=call.team, wanted=body.wanted, by=call.user, at=call.now))


class PurseOut(Record):
    """A team's dollars. What is set aside for orders, and so what is free, is for its owners
    only.
    """

    balance: int
    aside: int | None
    free: int | None


@books_door()
def purse(call: TeamCall) -> PurseOut:
    """My team's money."""
    found, owns = books.purse(call.team), policy.owns(call.viewer, call.team)
    return PurseOut(
        balance=found.balance,
        aside=found.aside if owns else None,
        free=found.free if owns else None,
    )


class MoneyRow(LedgerRow):
    """One row of the money ledger, and the balance after it."""

    balance: int


@books_door()
def money(call: TeamCall, query: Paged) -> Page[MoneyRow]:
    """Every row of my team's money, newest first."""
    rows = books.money_rows(call.team)
    start = (query.page - 1) * query.page_size
    after = books.balance_after(rows, start, books.purse(call.team).balance)
    sums = {
        row.pk: balance
        for row, balance in books.with_balance(rows[start : start + query.page_size], after)
    }
    return paged(call, query, rows, lambda row: _row(row, sums[row.pk]))


def _row(row: Money, balance: int) -> MoneyRow:
    plain = ledger_row(row)
    return MoneyRow(
        **{name: getattr(plain, name) for name in plain.__struct_fields__}, balance=balance
    )
