"""Order sheets that are written at the deadline for teams that sent nothing.

A draft from before the week opened is used first (E45). Otherwise the team's bot writes a sheet
(E44), or its standing orders apply (E41).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from hashlib import sha256
from uuid import UUID

import structlog

from core.web import bulk
from engine.dice import SeededDice
from engine.values import Seat
from espionage.models import OrderSheet, SealedSeat
from espionage.rules.bots.plan import caretaker_sheet, write_sheet
from espionage.rules.bots.tempers import CARETAKER, find_temper
from espionage.rules.orders import Sheet, default_sheet
from espionage.selectors.bot_knowledge import knowledge
from espionage.selectors.sheets import last_sheets, plans_of_seats, read_sheet

from . import sealing
from .week_batch import LoadedWeek

log = structlog.get_logger(__name__)

SheetsByTeam = dict[tuple["UUID", "UUID"], OrderSheet]
"""Sheets by week and team."""


def write_missing_sheets(
    silent: Sequence[SealedSeat], loaded_weeks: Sequence[LoadedWeek], now: datetime
) -> SheetsByTeam:
    """Write a first version for each of these seats that has a plan, a bot or standing orders.

    Standing orders are used only if they result in an order for someone. Return the sheets by week
    and team. Seats without a sheet are left out.
    """
    sheets = dict(_sheets_from_plans(silent, now))
    for loaded in loaded_weeks:
        bots = [
            seat
            for seat in _still_silent(silent, sheets)
            if seat.week_id == loaded.week.pk and seat.team.bot_for(loaded.week)
        ]
        sheets.update(_sheets_of_bots(bots, loaded, now))
    for seat, last in last_sheets(_still_silent(silent, sheets)):
        sheet = default_sheet(read_sheet(last))
        if sheet.orders:
            sheets[seat.week_id, seat.team_id] = _new_sheet(
                seat, sheet, OrderSheet.State.STANDING, now
            )
    bulk.insert(list(sheets.values()))
    return sheets


def _still_silent(seats: Sequence[SealedSeat], sheets: SheetsByTeam) -> list[SealedSeat]:
    return [seat for seat in seats if (seat.week_id, seat.team_id) not in sheets]


def _sheets_from_plans(
    seats: Sequence[SealedSeat], now: datetime
) -> Iterator[tuple[tuple[UUID, UUID], OrderSheet]]:
    """Yield sheets from plans that were made before the week opened (E45).

    The sheets are stored as drafts by the person who saved the plan.
    """
    plans = plans_of_seats(seats)
    for seat in seats:
        if saved_plan := plans.get((seat.week_id, seat.team_id)):
            row = _new_sheet(seat, read_sheet(saved_plan), OrderSheet.State.DRAFT, now)
            row.saved_by_id = saved_plan.saved_by_id
            yield (seat.week_id, seat.team_id), row


def _sheets_of_bots(
    seats: Sequence[SealedSeat], loaded: LoadedWeek, now: datetime
) -> Iterator[tuple[tuple[UUID, UUID], OrderSheet]]:
    """Yield the orders of the bots in this week, each based on what its team can know (E44).

    If a bot fails, standing orders apply and the week continues.
    """
    if not seats:
        return
    teams = [seat.team for seat in loaded.seats]
    knowledge_of_teams = knowledge(loaded.week, teams, [seat.team for seat in seats])
    for seat in seats:
        try:
            bot, knows = seat.team.bot_for(loaded.week), knowledge_of_teams[seat.team_id]
            sheet = (
                caretaker_sheet(knows)
                if bot == CARETAKER
                else write_sheet(knows, find_temper(bot), bot_dice(seat))
            )
        except Exception as error:  # noqa: BLE001 - any fault: no week waits for a bot
            log.error("bot_wrote_nothing", week=str(loaded.week.pk), fault=type(error).__name__)  # noqa: TRY400 - the error itself may quote an order
            continue
        yield (seat.week_id, seat.team_id), _new_sheet(seat, sheet, OrderSheet.State.BOT, now)


def bot_dice(seat: SealedSeat) -> SeededDice:
    """Return a bot's own dice.

    The dice are derived from the seat's salt, which was fixed when the week opened, so nobody can
    choose them.
    """
    return SeededDice(sha256(b"bot" + bytes(seat.salt)).digest(), 0, (Seat(seat.seat), "doctrine"))


def _new_sheet(
    seat: SealedSeat, sheet: Sheet, state: OrderSheet.State, now: datetime
) -> OrderSheet:
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
        saved_at=now,
    )
