"""The deal of the day: it is fixed before anybody plays, and everybody plays it once."""

from __future__ import annotations

import secrets
from datetime import UTC, date
from hashlib import sha256

from django.db import IntegrityError, transaction

from core.accounts.models import User
from core.web import clock
from engine.codec import encode
from play.models import DailyDeal, Table
from play.tabletop import registry
from play.tabletop.contract import AnyTabletop

from .refusals import NothingToDeal
from .tables import open_dealt


def today() -> date:
    """The day by UTC: the same everywhere."""
    return clock.now().astimezone(UTC).date()


def deal_today() -> bool:
    """Deal today's match if nobody has; whether that was done. The games of the site take turns."""
    day, games = today(), _games()
    if not games or DailyDeal.objects.filter(day=day).exists():
        return False
    tabletop, seed = games[day.toordinal() % len(games)], secrets.token_bytes(32)
    try:
        with transaction.atomic():
            DailyDeal.objects.create(
                day=day,
                game=tabletop.key,
                options=encode(tabletop.options()).decode(),
                seats=_seats(tabletop, day),
                seed=seed,
                seed_hash=sha256(seed).hexdigest(),
                dealt_at=clock.now(),
            )
    except IntegrityError:
        return False
    return True


def take(*, user: User) -> Table:
    """This person's table of today's deal: the one they have, else a new one. Raises
    NothingToDeal.
    """
    deal_today()
    deal = DailyDeal.objects.filter(day=today()).first()
    if deal is None:
        raise NothingToDeal("No game of this site can be dealt.")
    mine = Table.objects.filter(dealt__deal=deal, dealt__user=user)
    if table := mine.first():
        return table
    try:
        with transaction.atomic():
            return open_dealt(user=user, deal=deal)
    except IntegrityError:
        return mine.get()


def _games() -> list[AnyTabletop]:
    """What can be dealt: what one may play against bots, in an order that does not change."""
    return sorted(
        [
            one
            for one in registry.all_tabletops()
            if one.lobby and not one.host(one.options()).stays_away
        ],
        key=lambda one: one.key,
    )


def _seats(tabletop: AnyTabletop, day: date) -> list[str]:
    """Everybody in the same seat, another one each time, and club players of every temper in the
    others.
    """
    many = tabletop.usual_count
    turn = day.toordinal() // max(1, len(_games()))
    kinds = [f"{temper.key}:club" for temper in tabletop.tempers] or [tabletop.usual_bot]
    seats = [f"bot:{kinds[(turn + seat) % len(kinds)]}" for seat in range(many)]
    seats[turn % many] = "me"
    return seats
