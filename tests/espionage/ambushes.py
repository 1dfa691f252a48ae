"""Weeks in which two spies meet: seeds are tried until the dice say so."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, Any

from django.db import transaction

from campaign.models import Week
from engine.dice import SeededDice, seed_from
from engine.sealing import seed_hash, week_seed
from engine.values import HOST
from espionage.models import Seal
from espionage.rules.ambush.by_doctrine import choose
from espionage.rules.week import WEEK
from espionage.selectors.files import files_for
from espionage.services import resolving
from espionage.services.inhand import take
from play.models import Table
from play.running import Running, begin, readers
from play.selectors.matches import current
from play.services.moving import make_move

if TYPE_CHECKING:
    from campaign.models import User
    from engine.values import Seat
    from tests.factories import Club

TRIES = 3000


def meets(running: Running) -> bool:
    """The week has come to an ambush."""
    return running.outcome is None and running.view(HOST).ambush is not None


def lay_ambush(club: Club, wanted: Callable[[Running], bool] = meets) -> None:
    """Give the open week a seed with which the orders that are in lead to an ambush. Call it inside the club's scope."""
    week = Week.objects.select_related("season__campaign").get(pk=club.open_week.pk)
    setup, root = _frozen(week)
    for number in count():
        assert number < TRIES, "no dice lead to an ambush"
        seed = seed_from(f"ambush {number}")
        if wanted(begin(WEEK, setup, seed=week_seed(seed, root), at=week.due_at, sealed=True)):
            Seal.objects.filter(week=week).update(seed=seed, seed_hash=seed_hash(seed))
            return


def _frozen(week: Week) -> tuple[Any, str]:
    """The set-up of the week's game and the root over its orders, as the deadline will find them; nothing is kept of it."""
    with transaction.atomic():
        (hand,) = take([week])
        resolving._freeze([hand], week.due_at)
        files = files_for({week: [seat.team for seat in hand.seats]})
        running = resolving._start(hand, files, week.due_at)
        transaction.set_rollback(True)
    return readers(WEEK.key).setup.decode(running.match.setup), hand.seal.order_root


def plan(table: Table, seat: Seat, user: User) -> None:
    """Move for a seat of a fight as its doctrine would."""
    running = current(table.match)
    make_move(table_id=table.pk, user=user, move=choose(running.view(seat), seat, SeededDice(seed_from("plan"), running.ply)))
