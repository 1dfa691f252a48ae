"""API operations on a team's store of personal gear, and on its money."""

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
    """The number of pieces of a kind of gear.

    `aside` is the number reserved for orders. It is null for everyone except the team's owners.
    """

    gear: str
    name: str
    count: int
    aside: int | None


@books_door()
def list_stock(call: TeamCall, query: Paged) -> Page[ShelfOut]:
    """List your team's store in the catalogue's order."""
    owns = policy.owns(call.viewer, call.team)
    return paged(call, query, books.store(call.team), lambda shelf: _shelf(shelf, owns=owns))


def _shelf(shelf: Shelf, *, owns: bool) -> ShelfOut:
    return ShelfOut(
        gear=shelf.gear.key,
        name=shelf.gear.name,
        count=shelf.count,
        aside=shelf.reserved if owns else None,
    )


class Wanted(Body):
    """Numbers of pieces by gear key."""

    wanted: Annotated[Counts, Meta(max_length=100)]


@team_door()
def buy(call: TeamCall, body: Wanted) -> Bill:
    """Buy gear for the store, and return the price."""
    return Bill(
        dollars=stores.buy(team=call.team, counts=body.wanted, actor=call.user, now=call.now)
    )


@team_door()
def sell(call: TeamCall, body: Wanted) -> Bill:
    """Sell gear from the store, and return the proceeds."""
    return Bill(
        dollars=stores.sell(team=call.team, counts=body.wanted, actor=call.user, now=call.now)
    )


class PurseOut(Record):
    """A team's money in dollars.

    `aside` is the amount reserved for orders. `aside` and `free` are null for everyone except the
    team's owners.
    """

    balance: int
    aside: int | None
    free: int | None


@books_door()
def purse(call: TeamCall) -> PurseOut:
    """Return your team's money."""
    team_purse, owns = books.purse(call.team), policy.owns(call.viewer, call.team)
    return PurseOut(
        balance=team_purse.balance,
        aside=team_purse.reserved if owns else None,
        free=team_purse.free if owns else None,
    )


class MoneyRow(LedgerRow):
    """A row of the money ledger, with the balance after the row."""

    balance: int


@books_door()
def money(call: TeamCall, query: Paged) -> Page[MoneyRow]:
    """List the rows of your team's money ledger, newest first."""
    rows = books.money_rows(call.team)
    start = (query.page - 1) * query.page_size
    start_balance = books.balance_after(rows, start, books.purse(call.team).balance)
    balances = {
        row.pk: balance
        for row, balance in books.with_balance(rows[start : start + query.page_size], start_balance)
    }
    return paged(call, query, rows, lambda row: _row(row, balances[row.pk]))


def _row(row: Money, balance: int) -> MoneyRow:
    record = ledger_row(row)
    return MoneyRow(
        **{name: getattr(record, name) for name in record.__struct_fields__}, balance=balance
    )
