"""The sheet of a team that sent nothing: at the deadline what it drafted before the week opened
counts (E45), or the bot that stands in for it writes one (E44), or its standing orders do (E41).
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import structlog

from core.web import bulk
from engine.dice import SeededDice
from engine.values import Seat
from espionage.models import OrderSheet, SealedSeat
from espionage.rules.bots.plan import caretaker_sheet, write_sheet
from espionage.rules.bots.tempers import CARETAKER, find_temper
from espionage.rules.orders import default_sheet
from espionage.selectors.bot_knowledge import knowledge
from espionage.selectors.sheets import last_of, plans_of, read

from . import sealing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime
    from uuid import UUID

    from espionage.rules.orders import Sheet

    from .week_batch import WeekBatch

log = structlog.get_logger(__name__)

Silent = dict[tuple["UUID", "UUID"], OrderSheet]
"""Sheets by week and team."""


def stand_in(silent: Sequence[SealedSeat], hands: Sequence[WeekBatch], at: datetime) -> Silent:
    """Write a first version for each of these seats of `hands` that has a plan or a bot, or whose
    standing orders have anybody go or keep watch. By week and team; a seat without a line sent
    nothing.
    """
    found = dict(_by_plans(silent, at))
    for hand in hands:
        bots = [
            seat
            for seat in _without(silent, found)
            if seat.week_id == hand.week.pk and seat.team.bot_for(hand.week)
        ]
        found.update(_by_bots(bots, hand, at))
    for seat, last in last_of(_without(silent, found)):
        sheet = default_sheet(read(last))
        if sheet.orders:
            found[seat.week_id, seat.team_id] = _row(seat, sheet, OrderSheet.State.STANDING, at)
    bulk.insert(list(found.values()))
    return found


def _without(seats: Sequence[SealedSeat], found: Silent) -> list[SealedSeat]:
    return [seat for seat in seats if (seat.week_id, seat.team_id) not in found]


def _by_plans(
    seats: Sequence[SealedSeat], at: datetime
) -> Iterator[tuple[tuple[UUID, UUID], OrderSheet]]:
    """What teams drafted before the week opened: a draft of whoever saved the plan (E45)."""
    plans = plans_of(seats)
    for seat in seats:
        if kept := plans.get((seat.week_id, seat.team_id)):
            row = _row(seat, read(kept), OrderSheet.State.DRAFT, at)
            row.saved_by_id = kept.saved_by_id
            yield (seat.week_id, seat.team_id), row


def _by_bots(
    seats: Sequence[SealedSeat], hand: WeekBatch, at: datetime
) -> Iterator[tuple[tuple[UUID, UUID], OrderSheet]]:
    """What bots order in this week, each from what its team may know (E44). One that fails writes
    nothing: the standing orders decide, and the week goes on.
    """
    if not seats:
        return
    teams = [seat.team for seat in hand.seats]
    known = knowledge(hand.week, teams, [seat.team for seat in seats])
    for seat in seats:
        try:
            bot, knows = seat.team.bot_for(hand.week), known[seat.team_id]
            sheet = (
                caretaker_sheet(knows)
                if bot == CARETAKER
                else write_sheet(knows, find_temper(bot), whims(seat))
            )
        except Exception as error:  # noqa: BLE001 - whatever it is, no week stands still for a bot
            log.error("bot_wrote_nothing", week=str(hand.week.pk), fault=type(error).__name__)  # noqa: TRY400 - the error itself may quote an order
            continue
        yield (seat.week_id, seat.team_id), _row(seat, sheet, OrderSheet.State.BOT, at)


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
