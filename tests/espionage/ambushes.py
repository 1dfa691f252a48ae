"""Weeks in which two spies meet: seeds are tried until the dice say so."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from django.db import transaction

from campaign.models import Week
from engine.dice import SeededDice, seed_from
from engine.sealing import seed_hash, week_seed
from engine.values import HOST
from espionage.models import OrderSheet, Seal
from espionage.rules.ambush.by_doctrine import choose
from espionage.rules.orders import Order, Sheet, Standing
from espionage.rules.week import WEEK
from espionage.selectors.files import files_for
from espionage.services import resolving, sheets
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
LIVE: Final = Standing(ambushes="live", doctrine="aggressive", section=2)
PLAYED: Final = {"ambush_by_doctrine": False, "settle_hours": 36}


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


def sheets_that_meet(club: Club, one: Standing = LIVE, two: Standing = LIVE) -> None:
    """The first team's spies come to the second team, whose guards are on the lookout; the dice say that they meet."""
    names = (("Vesper", "Sable"), ("Rook", "Wrench"))
    spies = [Order(spy=_id(club, 0, name), action="infiltrate", target_team=str(club.teams[1].pk)) for name in names[0]]
    guards = [Order(spy=_id(club, 1, name), action="counterspy") for name in names[1]]
    with club.scope():
        for team, (orders, standing) in enumerate(((spies, one), (guards, two))):
            sheets.save_sheet(
                week_id=club.open_week.pk, team=club.teams[team], sheet=Sheet(orders=tuple(orders), standing=standing),
                state=OrderSheet.State.FINAL, seen=0, by=club.players[team],
            )  # fmt: skip
        lay_ambush(club)


def _id(club: Club, team: int, name: str) -> str:
    return str(club.who(team, name).pk)
