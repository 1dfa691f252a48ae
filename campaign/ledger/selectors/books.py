"""Queries for a team's books, which are its money, its store and their rows.

They are for viewers with `policy.may_read_books`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery, Sum, Value

from campaign.league.models import Team, Week
from campaign.ledger.models import Damage, Entry, Hold, Money, Prestige, SkillPoint, Stock, Wound
from campaign.ledger.rules import gear
from campaign.ledger.rules.gear import Gear
from core.accounts.models import User
from core.web.lazy_rows import LazyRows

from . import balances

MONEY_KINDS: Final = {
    "capital": "Starting capital", "vehicle": "Vehicle built", "refit": "Refit",
    "repair": "Workshop", "material": "Mechanic's material", "sale": "Vehicle sold",
    "trade": "Trade with another team", "gear": "Gear", "ammunition": "Ammunition",
    "purse": "Prize money", "survivor_pay": "Survivor pay", "fans": "Gate money from fans",
    "salvage": "Salvage of wrecks", "living": "Living costs",
    "memory": "Stored memory", "clone": "Clone", "deal": "Deal with another team",
}  # fmt: skip
"""Names of the kinds of money rows."""


@dataclass(frozen=True, slots=True)
class Purse:
    """A team's money, with its balance and the amount reserved for orders."""

    balance: int
    reserved: int

    @property
    def free(self) -> int:
        return self.balance - self.reserved


@dataclass(frozen=True, slots=True)
class Shelf:
    """The number of pieces of a kind of gear. `reserved` is the number reserved for orders."""

    gear: Gear
    count: int
    reserved: int


def purse(team: Team) -> Purse:
    """Return a team's current money. This takes one query."""
    money, reserved = (
        Subquery(rows.order_by().values("team").annotate(total=Sum("amount")).values("total"))
        for rows in (
            Money.objects.filter(team=OuterRef("pk")),
            Hold.objects.filter(team=OuterRef("pk"), item=Hold.MONEY),
        )
    )
    totals = Team.objects.filter(pk=team.pk).values_list(money, reserved).first() or (0, 0)
    return Purse(balance=totals[0] or 0, reserved=totals[1] or 0)


def store(team: Team) -> tuple[Shelf, ...]:
    """Return a team's personal gear in the catalogue's order. This takes two queries."""
    stock, reserved = (
        balances.stock([team.pk]).get(team.pk, {}),
        balances.reserved([team.pk]).get(team.pk, {}),
    )
    return tuple(
        Shelf(gear=item, count=stock[item.key], reserved=reserved.get(item.key, 0))
        for item in gear.CATALOGUE
        if stock.get(item.key)
    )


def money_rows(team: Team) -> QuerySet[Money]:
    """Select the rows of a team's money, newest first.

    If several rows have the same time, income counts as earlier than costs.
    """
    return (
        Money.objects.filter(team=team)
        .select_related("by", "week")
        .order_by("-at", "amount", "-cause", "item")
    )


def with_balance(rows: Iterable[Money], balance: int) -> tuple[tuple[Money, int], ...]:
    """Return the rows, newest first, each with the balance after it.

    `balance` is the balance after the newest row.
    """
    rows_with_balance = []
    for row in rows:
        rows_with_balance.append((row, balance))
        balance -= row.amount
    return tuple(rows_with_balance)


def balance_after(rows: QuerySet[Money], offset: int, balance: int) -> int:
    """Return the balance after the row at `offset`. It is used for pages beyond the first.

    Rows are counted from 0, newest first.
    """
    return balance - sum(rows.values_list("amount", flat=True)[:offset])


def money_kind(item: str) -> str:
    """Return the name of a kind of money row."""
    return MONEY_KINDS.get(item, item.replace("_", " ").capitalize())


class History(LazyRows[Entry]):
    """An owner's rows in one or more ledgers, newest first.

    Rows are loaded on demand. A slice takes one query, and the length takes one query.
    """

    def __init__(self, *ledgers: QuerySet[Any]) -> None:
        rows = [
            ledger.order_by()
            .annotate(book=Value(ledger.model.__name__))
            .values_list("book", *FIELDS)
            for ledger in ledgers
        ]
        self._rows = (
            rows[0].union(*rows[1:], all=True).order_by("-at", "-cause", "-item", "book", "id")
        )

    def _load(self, bounds: slice) -> tuple[Entry, ...]:
        return tuple(_entry(*row) for row in self._rows[bounds])


FIELDS: Final = (
    "id",
    "item",
    "amount",
    "cause",
    "note",
    "at",
    "week",
    "week__number",
    "by",
    "by__username",
)


def _entry(book: str, *values: Any) -> Entry:
    """Return a row as an entry, with its week and its person filled in as far as they are known."""
    pk, item, amount, cause, note, booked_at, week, number, user_id, name = values
    return LEDGERS[book](
        id=pk,
        item=item,
        amount=amount,
        cause=cause,
        note=note,
        at=booked_at,
        week=Week(pk=week, number=number) if week else None,
        by=User(pk=user_id, username=name) if user_id else None,
    )


LEDGERS: Final[dict[str, type[Entry]]] = {
    model.__name__: model for model in (Damage, Prestige, SkillPoint, Stock, Wound)
}


def history_of_character(character: UUID) -> History:
    """Return the ledger rows of a character, newest first."""
    return History(
        *(model.objects.filter(character=character) for model in (SkillPoint, Wound, Prestige))
    )


def history_of_vehicle(vehicle: UUID, since: datetime | None = None) -> History:
    """Return a vehicle's ledger rows, newest first, or only those after `since`."""
    return History(Damage.objects.filter(vehicle=vehicle, **({"at__gt": since} if since else {})))


def rows_of(ledger: type[Entry], owner: str, pk: UUID) -> QuerySet[Entry]:
    """Select the ledger rows of a team, character or vehicle.

    `owner` is the name of the column with the owner's id.
    """
    return ledger._default_manager.filter(**{owner: pk})


def rows_booked_for(ledger: type[Entry], cause: str) -> QuerySet[Entry]:
    """Select the rows of a ledger with this cause."""
    return ledger._default_manager.filter(cause=cause)
