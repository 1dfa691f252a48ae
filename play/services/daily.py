"""The deal of the day, which is fixed before anyone plays it, and which everyone can play once."""

from __future__ import annotations

import secrets
from datetime import UTC, date
from hashlib import sha256

import structlog
from django.db import IntegrityError, transaction

from core.accounts.models import User
from core.web import clock
from engine.codec import encode
from play.models import DailyDeal, Table
from play.tabletop import registry
from play.tabletop.contract import AnyTabletop

from .refusals import NothingToDeal
from .tables import open_dealt

log = structlog.get_logger(__name__)


def today() -> date:
    """Return the current day in UTC, so that it is the same for everyone."""
    return clock.now().astimezone(UTC).date()


def deal_today(day: date | None = None) -> bool:
    """Deal the match of today or of `day` unless it already exists, and return whether it was
    dealt. The site's games alternate. If a game fails, the failure is logged and the game is tried
    again.
    """
    day = day or today()
    if DailyDeal.objects.filter(day=day).exists():
        return False
    try:
        deal = _deal(day)
    except Exception as error:  # noqa: BLE001 - a game can fail in any way
        log.error("deal_failed", fault=type(error).__name__)  # noqa: TRY400 - its text could quote secrets
        return False
    if deal is None:
        return False
    try:
        with transaction.atomic():
            deal.save(force_insert=True)
    except IntegrityError:
        return False
    return True


def _deal(day: date) -> DailyDeal | None:
    """Return the unsaved deal of a day, or None if no game can be dealt."""
    games = _games()
    if not games:
        return None
    tabletop, seed = games[day.toordinal() % len(games)], secrets.token_bytes(32)
    return DailyDeal(
        day=day,
        game=tabletop.key,
        options=encode(tabletop.options()).decode(),
        seats=_seats(tabletop, day),
        seed=seed,
        seed_hash=sha256(seed).hexdigest(),
        dealt_at=clock.now(),
    )


def take_deal(*, user: User) -> Table:
    """Return this user's table for today's deal, and open it if needed. Raise `NothingToDeal` if
    there is no deal.
    """
    day = today()
    deal_today(day)
    deal = DailyDeal.objects.filter(day=day).first()
    if deal is None:
        raise NothingToDeal("No game on this site can be used for the deal of the day.")
    own_tables = Table.objects.filter(dealt__deal=deal, dealt__user=user)
    if table := own_tables.first():
        return table
    try:
        with transaction.atomic():
            return open_dealt(user=user, deal=deal)
    except IntegrityError:
        return own_tables.get()


def _games() -> list[AnyTabletop]:
    """Return the games that can be played against bots, in a fixed order."""
    return sorted(
        [
            tabletop
            for tabletop in registry.all_tabletops()
            if tabletop.lobby and not tabletop.host(tabletop.options()).stays_away
        ],
        key=lambda tabletop: tabletop.key,
    )


def _seats(tabletop: AnyTabletop, day: date) -> list[str]:
    """Return the seats of a day's deal. All users get the same seat, which changes from deal to
    deal. The other seats are taken by club-level bots of all tempers.
    """
    seat_count = tabletop.usual_count
    turn = day.toordinal() // max(1, len(_games()))
    kinds = [f"{temper.key}:club" for temper in tabletop.tempers] or [tabletop.usual_bot]
    seats = [f"bot:{kinds[(turn + seat) % len(kinds)]}" for seat in range(seat_count)]
    seats[turn % seat_count] = "me"
    return seats
