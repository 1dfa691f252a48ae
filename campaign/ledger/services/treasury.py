"""A team's money and stock: what it can spend, and what it has set aside for orders (E26). Every
caller holds the team's row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.league.models import Team, Week
from campaign.league.refusals import NotEnoughMoney, NotEnoughStock
from campaign.ledger.models import Hold
from campaign.ledger.rules import gear
from campaign.ledger.selectors import balances
from core.web.locks import club, locked
from core.web.problems import money

from .posting import Book, Line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime
    from uuid import UUID


def spendable(team: Team) -> int:
    """Dollars that are not set aside."""
    return balances.money([team.pk]).get(team.pk, 0) - balances.held([team.pk]).get(
        team.pk, {}
    ).get(Hold.MONEY, 0)


def spare(team: Team, key: str) -> int:
    """Pieces of this gear that are not set aside."""
    return balances.stock([team.pk]).get(team.pk, {}).get(key, 0) - balances.held([team.pk]).get(
        team.pk, {}
    ).get(key, 0)


def insist_on_money(team: Team, amount: int) -> None:
    """Raise NotEnoughMoney unless the team can spend `amount` dollars."""
    if amount > (free := spendable(team)):
        aside = balances.held([team.pk]).get(team.pk, {}).get(Hold.MONEY, 0)
        rest = f", and {money(aside)} is reserved for orders" if aside else ""
        raise NotEnoughMoney(
            f"This costs {money(amount)}. {team.name} has {money(free)} available{rest}."
        )


def insist_on_stock(team: Team, key: str, count: int) -> None:
    """Raise NotEnoughStock unless the team has `count` pieces of this gear to spare."""
    if count > (free := spare(team, key)):
        raise NotEnoughStock(f"{gear_name(key)}: {team.name} has {free} available, not {count}.")


def pay(
    *,
    team: Team,
    amount: int,
    item: str,
    cause: str,
    at: datetime,
    by: UUID | None = None,
    note: str = "",
) -> Line:
    """The line that pays `amount` dollars. Raises NotEnoughMoney."""
    insist_on_money(team, amount)
    return Line(Book.MONEY, team.pk, item, -amount, cause, at, by=by, note=note)


def hand_out(
    *,
    team: Team,
    key: str,
    count: int,
    cause: str,
    at: datetime,
    by: UUID | None = None,
    note: str = "",
) -> Line:
    """The line that takes `count` pieces of gear out of the store. Raises NotEnoughStock."""
    insist_on_stock(team, key, count)
    return Line(Book.STOCK, team.pk, key, -count, cause, at, by=by, note=note)


def gear_name(key: str) -> str:
    """What players call this gear."""
    found = gear.find(key)
    return found.name if found else key


def hold(*, team: Team, week: Week, wanted: Mapping[str, int]) -> None:
    """Set aside money ("money", in dollars) and gear (by key, in pieces) for a week's orders, in
    place of what was set aside before.

    Raises NotEnoughMoney or NotEnoughStock when the team has not so much, other weeks' holds taken
    off; nothing changes then.
    """
    with club(team.campaign_id):
        team = locked(team)
        Hold.objects.filter(team=team, week=week).delete()
        for item, amount in wanted.items():
            insist_on_money(team, amount) if item == Hold.MONEY else insist_on_stock(
                team, item, amount
            )
        Hold.objects.bulk_create(
            Hold(team=team, week=week, item=item, amount=amount)
            for item, amount in wanted.items()
            if amount
        )


def release(*, weeks: Iterable[UUID]) -> None:
    """Drop all that was set aside for these weeks: settlement books what was really spent."""
    Hold._base_manager.filter(week__in=list(weeks)).delete()  # the manager without a scope
