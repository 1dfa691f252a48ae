"""Asking seats to act: from when, and until when. What is written here follows from the match, the table's clock and holidays."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime
from uuid import UUID

from engine.values import Seat
from play.clocking import runs_out
from play.models import Chair, Holiday, Table

from .sitting import TIMES, Sitting

Away = dict[UUID, list[tuple[datetime, datetime]]]


def away_from(people: Iterable[UUID | None], at: datetime) -> Away:
    """The holidays of these people that are not over. One query."""
    found: Away = defaultdict(list)
    for user, starts, ends in Holiday.objects.filter(user__in=set(people), ends__gt=at).values_list("user", "starts", "ends"):
        found[user].append((starts, ends))
    return found


def arm(at_table: Sitting, acting: Collection[Seat], at: datetime, *, moved: Seat | None = None) -> None:
    """Start the clocks of the seats that are asked now, stop those of seats that are not, and let all others run on.

    A seat that has just `moved` and is to act again has its full time again. A bot is due at once.
    """
    holders = [chair.holder_id for chair in at_table.chairs]
    away = away_from(holders, at) if at_table.table.clock.is_slow else {}
    for chair in at_table.chairs:
        if chair.seat not in acting:
            rest(chair)
        elif chair.asked_at is None or chair.seat == moved:
            ask(chair, at_table.table, at, away)
    at_table.save_chairs(*TIMES)


def ask(chair: Chair, table: Table, at: datetime, away: Away) -> None:
    """This seat is to act from now on."""
    rest(chair)
    chair.asked_at = at
    holidays = away.get(chair.holder_id, []) if chair.holder_id else []
    chair.due_at = at if chair.bot else runs_out(table.clock, at, holidays)


def rest(chair: Chair) -> None:
    """Nothing is asked of this seat, and no worker has it in hand."""
    chair.asked_at = chair.due_at = chair.claimed_until = None
    chair.attempts = 0
