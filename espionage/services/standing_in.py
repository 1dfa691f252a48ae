"""The sheet of a team that sent nothing: at the deadline the bot that stands in for it writes one
(E44), or else its standing orders do (E41).
"""

from __future__ import annotations

from collections import defaultdict
from hashlib import sha256
from typing import TYPE_CHECKING

from core.web import bulk
from engine.dice import SeededDice
from engine.values import Seat
from espionage.models import OrderSheet, SealedSeat
from espionage.rules.bots.plan import plan
from espionage.rules.bots.tempers import temper
from espionage.rules.orders import unsent
from espionage.selectors.bot_knowledge import knowledge
from espionage.selectors.sheets import last_of, read

from . import sealing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime
    from uuid import UUID

    from campaign.league.models import Week
    from espionage.rules.orders import Sheet

Silent = dict[tuple["UUID", "UUID"], OrderSheet]
"""Sheets by week and team."""


def stand_in(silent: Sequence[SealedSeat], weeks: Sequence[Week], at: datetime) -> Silent:
    """Write a first version for each of these seats of `weeks` that has a bot, or whose standing
    orders have anybody go or keep watch. By week and team; a seat without a line sent nothing.
    """
    of = {week.pk: week for week in weeks}
    bots = [seat for seat in silent if seat.team.bot_for(of[seat.week_id])]
    found = dict(_by_bots(bots, of, at))
    for seat, last in last_of([seat for seat in silent if seat not in bots]):
        sheet = unsent(read(last))
        if sheet.orders:
            found[seat.week_id, seat.team_id] = _row(seat, sheet, OrderSheet.State.STANDING, at)
    bulk.insert(list(found.values()))
    return found


def _by_bots(
    seats: Sequence[SealedSeat], weeks: dict[UUID, Week], at: datetime
) -> Iterator[tuple[tuple[UUID, UUID], OrderSheet]]:
    """What bots order, each from what its team may know (E44)."""
    by_week = defaultdict(list)
    for seat in seats:
        by_week[seat.week_id].append(seat)
    for key, mine in by_week.items():
        week = weeks[key]
        teams = [
            row.team
            for row in SealedSeat.objects.filter(week=week).select_related("team").order_by("seat")
        ]
        known = knowledge(week, teams, [seat.team for seat in mine])
        for seat in mine:
            bot = temper(seat.team.bot_for(week))
            sheet = plan(known[seat.team_id], bot, whims(seat))
            yield (key, seat.team_id), _row(seat, sheet, OrderSheet.State.BOT, at)


def whims(seat: SealedSeat) -> SeededDice:
    """A bot's own dice. They follow from the seat's salt, which was fixed when the week opened, so
    that nobody can choose among them.
    """
    return SeededDice(sha256(b"bot" + bytes(seat.salt)).digest(), 0, (Seat(seat.seat), "doctrine"))


def _row(seat: SealedSeat, sheet: Sheet, state: OrderSheet.State, at: datetime) -> OrderSheet:
    payload = sealing.canonical(sheet)
    salt = sealing.salt_of(seat, payload)
    return OrderSheet(
        week_id=seat.week_id,
        team_id=seat.team_id,
        version=1,
        state=state,
        payload=payload,
        salt=salt,
        digest=sealing.digest_of(payload, salt),
        saved_at=at,
    )
