"""Resigning a match in progress, and claims against players who are away."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from core.accounts.models import User
from core.web import clock
from core.web.refusals import Refused
from engine.values import Seat
from play.models import Chair, Move
from play.rules.fair_play import MISSED_MOVES
from play.selectors.claims import Claim, away_chairs, claims
from play.selectors.names import name_of

from .announcements import announce
from .clock_scheduling import ask_to_move
from .finishing import finish
from .moving import refuse_unless_playing
from .pausing import pause_if_agreed
from .refusals import NotSeated
from .table_lock import CLOCK_FIELDS, LockedTable, lock_table


def resign(*, table_id: UUID, user: User) -> None:
    """Resign the match. If there are two seats, the other player wins. If there are more, a bot
    takes over the chair, which everyone can see.

    The match ends if no people are left. This is idempotent. Raise `NoSuchTable`, `NotSeated`,
    `WrongStage`, `MatchOver`, and `Refused` if the match belongs to something larger
    (`Participant.is_hosted`).
    """
    with lock_table(table_id) as locked_table:
        place = locked_table.place(user)
        chair = next((chair for chair in locked_table.chairs if chair.holder_id == user.pk), None)
        if chair is not None and chair.resigned_at is not None:
            return
        if place.is_hosted:
            raise Refused(
                (
                    "You cannot resign this match because it is part of a larger event. Let its "
                    "clock run out instead."
                ),
                code="no-resigning",
            )
        if chair is None:
            raise NotSeated("You are not a player at this table.")
        refuse_unless_playing(locked_table.table, paused_too=True)
        _resign(locked_table, chair, clock.now())


def claim(*, table_id: UUID, user: User, action: Claim) -> None:
    """Claim the win, continue against bots or cancel the match, because players are away (T14).

    A player who is away leaves the match as if they had resigned. Only a match of two can be won or
    cancelled, and a tournament's match cannot be cancelled. Raise `NoSuchTable`, `NotSeated`,
    `WrongStage`, `MatchOver`, and `Refused` if this is not possible.
    """
    with lock_table(table_id) as locked_table:
        place = locked_table.place(user)
        refuse_unless_playing(locked_table.table)
        if place.chair is None:
            raise NotSeated("You are not a player at this table.")
        if action not in claims(place):
            raise Refused(
                "No other player has missed three moves in a row, or this is not possible here. "
                "Load the page again.",
                code="nothing-to-claim",
            )
        now, leavers = clock.now(), away_chairs(place)
        for chair in leavers:
            announce(locked_table, f"{name_of(chair)} is away and leaves the match.", now)
        if action == "bots":
            for chair in leavers:
                _replace_by_bot(locked_table, chair, now)
            locked_table.save_chairs("resigned_at", "deputy", "bot", *CLOCK_FIELDS)
            pause_if_agreed(locked_table, now)
            locked_table.publish("pause_by", "paused_at")
            return
        _mark_as_left(locked_table, leavers, now)
        running = locked_table.running()
        if action == "win":
            finish(locked_table, running, now, ending="left", winners=[Seat(place.chair.seat)])
        else:
            finish(locked_table, running, now, ending="abandoned")


def end_if_everyone_left(locked_table: LockedTable, now: datetime) -> None:
    """End a match without a result if the clock made the last three moves of each player (T15).

    A match against bots goes on, so that nobody avoids a loss by leaving. A match with a fixed
    start goes on, because bots drive in its free seats.
    """
    table = locked_table.table
    people = [chair for chair in locked_table.chairs if chair.is_peoples]
    if (
        table.is_playing
        and not table.is_private
        and table.begins_at is None
        and len(people) > 1
        and not any(chair.party for chair in people)
        and all(chair.missed >= MISSED_MOVES or _is_absent(chair) for chair in people)
    ):
        _mark_as_left(locked_table, people, now)
        finish(locked_table, locked_table.running(), now, ending="abandoned")


def _mark_as_left(locked_table: LockedTable, chairs: Iterable[Chair], now: datetime) -> None:
    for chair in chairs:
        chair.resigned_at, chair.deputy = now, None
    locked_table.save_chairs("resigned_at", "deputy")


def _is_absent(chair: Chair) -> bool:
    """Return whether the clock made the last three moves of a seat. This takes one query."""
    moves = Move.objects.filter(match=chair.table.match_id, seat=chair.seat).order_by("-ply")
    origins = list(moves.values_list("how", flat=True)[:MISSED_MOVES])
    return origins == [Move.Origin.CLOCK] * MISSED_MOVES


def _resign(locked_table: LockedTable, chair: Chair, now: datetime) -> None:
    announce(locked_table, f"{name_of(chair)} resigns.", now)
    others = [Seat(other.seat) for other in locked_table.chairs if other.seat != chair.seat]
    if len(others) == 1:
        _mark_as_left(locked_table, [chair], now)
        finish(locked_table, locked_table.running(), now, ending="resigned", winners=others)
        return
    _replace_by_bot(locked_table, chair, now)
    locked_table.save_chairs("resigned_at", "deputy", "bot", *CLOCK_FIELDS)
    if any(other.is_peoples for other in locked_table.chairs):
        pause_if_agreed(locked_table, now)
        locked_table.publish("pause_by", "paused_at")
    else:
        finish(locked_table, locked_table.running(), now, ending="abandoned")


def _replace_by_bot(locked_table: LockedTable, chair: Chair, now: datetime) -> None:
    chair.resigned_at, chair.deputy = now, None
    chair.bot = locked_table.tabletop.usual_bot
    if chair.asked_at is not None:
        ask_to_move(chair, locked_table.table, now, {})
