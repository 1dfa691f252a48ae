"""Services for correcting a ledger.

A correction is a compensating row with a reason. No row is ever changed or deleted.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from campaign.garage.models import Vehicle
from campaign.garage.selectors.garage import part_limit
from campaign.league.models import DeskAct, Team, Week
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors import people
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.links import team_path
from campaign.league.services import desk_log
from campaign.ledger.selectors import balances
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from campaign.ledger.services.treasury import gear_name
from campaign.news.services import news, openly
from campaign.roster.models import Character
from core.accounts.models import User
from core.notifications.services import notices
from core.web.locks import club, locked
from core.web.problems import Problem, money
from core.web.refusals import refuse_if

PUBLIC_BOOKS = frozenset({Book.STANDING})
"""Ledgers that everyone can read. Corrections of other ledgers are visible only to the team."""

TITLES = {
    Book.MONEY: "money", Book.STOCK: "stock", Book.STANDING: "standings",
    Book.SKILL: "skill points", Book.WOUND: "wounds", Book.PRESTIGE: "prestige",
    Book.DAMAGE: "vehicle damage",
}  # fmt: skip


def correct(
    *,
    book: Book,
    owner: Team | Character | Vehicle,
    item: str,
    amount: int,
    actor: User,
    reason: str,
    now: datetime,
    week: Week | None = None,
) -> DeskAct:
    """Book a correction of `amount`, which is signed, for an owner's item.

    The correction is logged with its reason. It is published as news if the ledger is public, or if
    the GM has ever run the team. The team's owners receive a notice. A correction of standings
    needs the `week` whose season is corrected. Raise ReasonNeeded. Raise BadForm if the sum would
    exceed its bounds.
    """
    checked_reason = desk_log.require_reason(reason)
    team = owner if isinstance(owner, Team) else owner.team
    with club(team.campaign_id):
        team = locked(team)
        refuse_if(_problems(book, owner, item, amount, week))
        is_own_team = people.ever_ran_team(actor, team)
        detail: dict[str, Any] = {
            "book": book.name.lower(),
            "owner": str(owner),
            "item": item,
            "amount": amount,
        } | ({"own": True} if is_own_team else {})
        act = desk_log.record(
            actor=actor,
            kind="correction",
            now=now,
            reason=checked_reason,
            detail=detail,
            public=is_own_team or book in PUBLIC_BOOKS,
            week=week,
            team=team,
        )
        cause = f"correction:{act.pk}"
        posting.post(
            [
                Line(
                    book,
                    owner.pk,
                    item,
                    amount,
                    cause,
                    now,
                    week=week.pk if week else None,
                    booked_by=actor.pk,
                    note=checked_reason,
                )
            ]
        )
        if is_own_team:
            openly.announce(act, public_text(book, owner, item, amount, actor), week=week)
            return act
        if book in PUBLIC_BOOKS:
            text = f"Standings corrected: {team.name} {amount:+d} ({checked_reason})"
            news.publish(
                [
                    news.Item(
                        team.campaign_id,
                        act.kind,
                        text[:500],
                        cause,
                        now,
                        week=week.pk if week else None,
                    )
                ]
            )
        _tell_owners(team, book, cause, now)
        return act


def public_text(
    book: Book, owner: Team | Character | Vehicle, item: str, amount: int, actor: User
) -> str:
    """Return the public sentence about a GM's correction to their own or former team.

    It has no reason and no full stop.
    """
    team = owner if isinstance(owner, Team) else owner.team
    owner_name = str(team) if owner is team else f"{owner} of {team}"
    runs = "run" if actor.pk in people.owners_of(team.pk) else "ran"
    change = ("+" if amount > 0 else "") + money(amount) if book is Book.MONEY else f"{amount:+d}"
    item_name = gear_name(item) if book is Book.STOCK else item.replace("_", " ").replace(":", " ")
    item_suffix = "" if item in {"correction", "dp"} else f" {item_name}"
    return (
        f"{actor.get_username()} corrected the {TITLES[book]} of {owner_name}, which they {runs} "
        f"themselves: {change}{item_suffix}"
    )


def _tell_owners(team: Team, book: Book, cause: str, now: datetime) -> None:
    text = f"A GM corrected {team.name}'s {TITLES[book]}."
    users: tuple[UUID, ...] = people.owners_of(team.pk)
    notices.notify(
        users, team.campaign_id, ClubNotice.CORRECTION, text, team_path("team", team), cause, now
    )


def _problems(
    book: Book, owner: Team | Character | Vehicle, item: str, amount: int, week: Week | None
) -> list[Problem]:
    kind = {"team_id": Team, "character_id": Character, "vehicle_id": Vehicle}[book.owner]
    if not isinstance(owner, kind):
        raise TypeError(f"{book.name} is a ledger of {kind.__name__}s")
    if amount == 0:
        return [Problem("amount", "nothing", "Enter an amount other than 0.")]
    if book is Book.STANDING and week is None:
        return [Problem("week", "needed", "Choose the week for the standings points.")]
    if item_problem := _item_problem(book, owner, item):
        return [Problem("item", "no-such-item", item_problem)]
    low, high, current = bounds(book, owner, item)
    if current + amount < low:
        return [
            Problem(
                "amount",
                "too-low",
                (
                    f"The result would be {_format_amount(book, current + amount)}. The minimum is "
                    f"{_format_amount(book, low)}."
                ),
            )
        ]
    if high is not None and current + amount > high:
        return [
            Problem(
                "amount",
                "too-high",
                (
                    f"The result would be {_format_amount(book, current + amount)}. The maximum is "
                    f"{_format_amount(book, high)}."
                ),
            )
        ]
    return []


def _format_amount(book: Book, number: int) -> str:
    return money(number) if book is Book.MONEY else str(number)


def _item_problem(book: Book, owner: Team | Character | Vehicle, item: str) -> str:
    """Return the reason why this ledger does not have the item, or ""."""
    if book is Book.STOCK and gear_name(item) == item:
        return f"Unknown gear “{item}”."
    if book is Book.SKILL and isinstance(owner, Character):
        skill_keys = {row.key for row in rules_of(owner.team.campaign).skill_costs} | {"general"}
        return "" if item in skill_keys else f"Unknown skill “{item}”."
    if book is Book.DAMAGE and isinstance(owner, Vehicle):
        return "" if part_limit(owner, item) else f"{owner.name} has no part called “{item}”."
    return "" if item.strip() else "Choose an item for the amount."


def bounds(book: Book, owner: Team | Character | Vehicle, item: str) -> tuple[int, int | None, int]:
    """Return the minimum, maximum and current value of a sum. None means no maximum."""
    if book is Book.MONEY:
        return 0, None, balances.money([owner.pk]).get(owner.pk, 0)
    if book is Book.WOUND:
        return 0, None, balances.wounds([owner.pk]).get(owner.pk, 0)
    if book is Book.DAMAGE and isinstance(owner, Vehicle):
        return (
            0,
            part_limit(owner, item),
            balances.damage([owner.pk]).get(owner.pk, {}).get(item, 0),
        )
    if book is Book.STOCK:
        return 0, None, balances.stock([owner.pk]).get(owner.pk, {}).get(item, 0)
    if book is Book.SKILL:
        return 0, None, balances.skill_points([owner.pk]).get(owner.pk, {}).get(item, 0)
    return -10_000, 10_000, 0
