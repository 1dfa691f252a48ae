"""A team's books: money, store and the rows they come from. For who may read them (policy.may_read_books)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.db.models import OuterRef, Subquery, Sum

from campaign.models import Damage, Hold, Money, Prestige, SkillPoint, Stock, Team, Wound
from campaign.rules import gear

from . import balances
from .offers import bought_at

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.db.models import QuerySet

    from campaign.models import Character, Entry, Vehicle
    from campaign.rules.gear import Gear

WORDS: Final = {
    "capital": "Starting capital", "vehicle": "Vehicle built", "refit": "Refit", "repair": "Workshop", "material": "Mechanic's material",
    "sale": "Vehicle sold", "trade": "Trade with another team", "gear": "Gear", "ammunition": "Ammunition", "purse": "Purse",
    "survivor_pay": "Survivor pay", "memory": "Stored memory", "clone": "Clone",
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
        for rows in (Money.objects.filter(team=OuterRef("pk")), Hold.objects.filter(team=OuterRef("pk"), item=Hold.MONEY))
    )
    found = Team.objects.filter(pk=team.pk).values_list(money, aside).first() or (0, 0)
    return Purse(balance=found[0] or 0, aside=found[1] or 0)


def store(team: Team) -> tuple[Shelf, ...]:
    """The team's personal gear, in the catalogue's order. Two queries."""
    stock, held = balances.stock([team.pk]).get(team.pk, {}), balances.held([team.pk]).get(team.pk, {})
    return tuple(Shelf(gear=one, count=stock[one.key], aside=held.get(one.key, 0)) for one in gear.CATALOGUE if stock.get(one.key))


def money_rows(team: Team) -> QuerySet[Money]:
    """Every row of the team's money, newest first; within one moment what came in counts as first."""
    return Money.objects.filter(team=team).select_related("by", "week").order_by("-at", "amount", "-cause", "item")


def with_balance(rows: Iterable[Money], balance: int) -> tuple[tuple[Money, int], ...]:
    """Rows, newest first, each with the balance after it; `balance` is the one after the first of them."""
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


def history(owner: Team | Character | Vehicle) -> tuple[Entry, ...]:
    """Everything booked for a character, a vehicle or a team's store, newest first. What befell a vehicle before its team bought it from
    another one stays with that one.
    """
    models: dict[str, tuple[type[Entry], ...]] = {
        "team": (Stock,), "character": (SkillPoint, Wound, Prestige), "vehicle": (Damage,),
    }  # fmt: skip
    name = type(owner).__name__.lower()
    rows = [row for model in models[name] for row in model._default_manager.filter(**{name: owner}).select_related("by", "week")]  # noqa: SLF001
    if name == "vehicle" and (since := bought_at(owner)):  # type: ignore[arg-type]
        rows = [row for row in rows if row.at > since]
    return tuple(sorted(rows, key=lambda row: (row.at, row.cause, row.item), reverse=True))
