"""A team's books: money, store and the rows they come from. For who may read them
(policy.may_read_books).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, overload

from django.db.models import OuterRef, Subquery, Sum, Value

from campaign.league.models import Team, Week
from campaign.ledger.models import Damage, Entry, Hold, Money, Prestige, SkillPoint, Stock, Wound
from campaign.ledger.rules import gear
from core.accounts.models import User

from . import balances

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime
    from uuid import UUID

    from django.db.models import QuerySet

    from campaign.ledger.rules.gear import Gear

WORDS: Final = {
    "capital": "Starting capital", "vehicle": "Vehicle built", "refit": "Refit",
    "repair": "Workshop", "material": "Mechanic's material", "sale": "Vehicle sold",
    "trade": "Trade with another team", "gear": "Gear", "ammunition": "Ammunition",
    "purse": "Prize money", "survivor_pay": "Survivor pay", "fans": "Gate money from fans",
    "memory": "Stored memory", "clone": "Clone",
}  # fmt: skip
"""What the kinds of money rows are called."""


@dataclass(frozen=True, slots=True)
class Purse:
    """A team's money: what it has, what of that is set aside for orders, what it can spend."""

    balance: int
    aside: int

    @property
    def free(self) -> int:
        return self.balance - self.aside


@dataclass(frozen=True, slots=True)
class Shelf:
    """So many pieces of one kind of gear, `aside` of them for orders."""

    gear: Gear
    count: int
    aside: int


def purse(team: Team) -> Purse:
    """The team's money now. One query."""
    money, aside = (
        Subquery(rows.order_by().values("team").annotate(total=Sum("amount")).values("total"))
        for rows in (
            Money.objects.filter(team=OuterRef("pk")),
            Hold.objects.filter(team=OuterRef("pk"), item=Hold.MONEY),
        )
    )
    found = Team.objects.filter(pk=team.pk).values_list(money, aside).first() or (0, 0)
    return Purse(balance=found[0] or 0, aside=found[1] or 0)


def store(team: Team) -> tuple[Shelf, ...]:
    """The team's personal gear, in the catalogue's order. Two queries."""
    stock, held = (
        balances.stock([team.pk]).get(team.pk, {}),
        balances.held([team.pk]).get(team.pk, {}),
    )
    return tuple(
        Shelf(gear=one, count=stock[one.key], aside=held.get(one.key, 0))
        for one in gear.CATALOGUE
        if stock.get(one.key)
    )


def money_rows(team: Team) -> QuerySet[Money]:
    """Every row of the team's money, newest first; within one moment what came in counts as
    first.
    """
    return (
        Money.objects.filter(team=team)
        .select_related("by", "week")
        .order_by("-at", "amount", "-cause", "item")
    )


def with_balance(rows: Iterable[Money], balance: int) -> tuple[tuple[Money, int], ...]:
    """Rows, newest first, each with the balance after it; `balance` is the one after the first of
    them.
    """
    found = []
    for row in rows:
        found.append((row, balance))
        balance -= row.amount
    return tuple(found)


def balance_after(rows: QuerySet[Money], offset: int, balance: int) -> int:
    """The balance after the row at `offset` (from 0, newest first), for pages beyond the first."""
    return balance - sum(rows.values_list("amount", flat=True)[:offset])


def money_word(item: str) -> str:
    """What a kind of money row is called."""
    return WORDS.get(item, item.replace("_", " ").capitalize())


class History(Sequence[Entry]):
    """Everything that was booked for somebody or something, newest first, from one or more ledgers.
    Only what is asked for is fetched: one query for a slice, and one for the length.
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

    @cached_property
    def _length(self) -> int:
        return self._rows.count()

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, at: int) -> Entry: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Entry, ...]: ...
    def __getitem__(self, at: int | slice) -> Entry | tuple[Entry, ...]:
        return (
            tuple(_entry(*row) for row in self._rows[at])
            if isinstance(at, slice)
            else _entry(*self._rows[at])
        )

    def __iter__(self) -> Iterator[Entry]:
        return iter(self[:])


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
    """A row with as much of its week and of who is behind it as is told of them."""
    pk, item, amount, cause, note, at, week, number, by, name = values
    return LEDGERS[book](
        id=pk,
        item=item,
        amount=amount,
        cause=cause,
        note=note,
        at=at,
        week=Week(pk=week, number=number) if week else None,
        by=User(pk=by, username=name) if by else None,
    )


LEDGERS: Final[dict[str, type[Entry]]] = {
    model.__name__: model for model in (Damage, Prestige, SkillPoint, Stock, Wound)
}


def history_of_character(character: UUID) -> History:
    """Everything booked for a character, newest first."""
    return History(
        *(model.objects.filter(character=character) for model in (SkillPoint, Wound, Prestige))
    )


def history_of_vehicle(vehicle: UUID, since: datetime | None = None) -> History:
    """Everything booked for a vehicle after that moment, newest first."""
    return History(Damage.objects.filter(vehicle=vehicle, **({"at__gt": since} if since else {})))


def rows_of(ledger: type[Entry], owner: str, pk: UUID) -> QuerySet[Entry]:
    """The rows of a ledger that are about one team, character or vehicle; `owner` is the column of
    its id.
    """
    return ledger._default_manager.filter(**{owner: pk})


def rows_booked_for(ledger: type[Entry], cause: str) -> QuerySet[Entry]:
    """The rows of a ledger that have one cause."""
    return ledger._default_manager.filter(cause=cause)
