"""Services for a team's money and stock, and for the amounts reserved for orders (E26).

Every caller must have locked the team's row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from uuid import UUID

from campaign.league.models import Team, Week
from campaign.league.refusals import NotEnoughMoney, NotEnoughStock
from campaign.ledger.models import Hold
from campaign.ledger.rules import gear
from campaign.ledger.selectors import balances
from core.web.locks import club, locked
from core.web.problems import money

from .posting import Book, Line


def spendable(team: Team) -> int:
    """Return the dollars that a team has not reserved."""
    return balances.money([team.pk]).get(team.pk, 0) - balances.reserved([team.pk]).get(
        team.pk, {}
    ).get(Hold.MONEY, 0)


def spare(team: Team, key: str) -> int:
    """Return the number of unreserved pieces of this gear."""
    return balances.stock([team.pk]).get(team.pk, {}).get(key, 0) - balances.reserved(
        [team.pk]
    ).get(team.pk, {}).get(key, 0)


def require_money(team: Team, amount: int) -> None:
    """Raise NotEnoughMoney if the team cannot spend `amount` dollars."""
    if amount > (free := spendable(team)):
        reserved = balances.reserved([team.pk]).get(team.pk, {}).get(Hold.MONEY, 0)
        reserved_text = f", and {money(reserved)} is reserved for orders" if reserved else ""
        raise NotEnoughMoney(
            f"This costs {money(amount)}. {team.name} has {money(free)} available{reserved_text}."
        )


def require_stock(team: Team, key: str, count: int) -> None:
    """Raise NotEnoughStock if the team has fewer than `count` unreserved pieces of this gear."""
    if count > (free := spare(team, key)):
        raise NotEnoughStock(f"{gear_name(key)}: {team.name} has {free} available, not {count}.")


def pay(
    *,
    team: Team,
    amount: int,
    item: str,
    cause: str,
    now: datetime,
    user_id: UUID | None = None,
    note: str = "",
) -> Line:
    """Return the ledger line that pays `amount` dollars. Raise NotEnoughMoney."""
    require_money(team, amount)
    return Line(Book.MONEY, team.pk, item, -amount, cause, now, booked_by=user_id, note=note)


def hand_out(
    *,
    team: Team,
    key: str,
    count: int,
    cause: str,
    now: datetime,
    user_id: UUID | None = None,
) -> Line:
    """Return the ledger line that takes `count` pieces from the store. Raise NotEnoughStock."""
    require_stock(team, key, count)
    return Line(Book.STOCK, team.pk, key, -count, cause, now, booked_by=user_id)


def gear_name(key: str) -> str:
    """Return the name of this gear."""
    item = gear.find(key)
    return item.name if item else key


def reserve(*, team: Team, week: Week, amounts: Mapping[str, int]) -> None:
    """Reserve money and gear for a week's orders, replacing earlier holds for that week.

    `amounts` has dollars under "money", and pieces of gear by key. If too little is left after the
    holds of other weeks, raise NotEnoughMoney or NotEnoughStock and change nothing.
    """
    with club(team.campaign_id):
        team = locked(team)
        Hold.objects.filter(team=team, week=week).delete()
        for item, amount in amounts.items():
            require_money(team, amount) if item == Hold.MONEY else require_stock(team, item, amount)
        Hold.objects.bulk_create(
            Hold(team=team, week=week, item=item, amount=amount)
            for item, amount in amounts.items()
            if amount
        )


def release(*, weeks: Iterable[UUID]) -> None:
    """Delete the holds of these weeks. Settlement books the real costs."""
    Hold._base_manager.filter(week__in=list(weeks)).delete()  # the unscoped manager
