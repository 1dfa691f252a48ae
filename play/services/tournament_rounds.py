"""Background steps of tournaments, which start the tournament, open and end rounds, and announce
the winners. The stored rows determine what is due. A step is taken completely or not at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import structlog

from core.uptime.services import heartbeat
from core.web import bulk, clock
from core.web.locks import patient
from core.web.refusals import Busy
from engine.dice import SeededDice
from engine.values import Seat
from play.models import Entrant, Move, Pairing, Round, Tournament
from play.rules import swiss
from play.selectors import tournaments as selector
from play.selectors.time_used import time_used

from .finishing import cancel_match as call_off_table
from .finishing import end_out_of_time
from .table_lock import lock_table
from .tables import open_paired
from .tournament_words import name_of, send_results, send_round_notices
from .tournaments import MIN_PLAYERS, end_early

log = structlog.get_logger(__name__)

MAX_TOURNAMENTS: Final = 50
MAX_QUICK_RETRIES: Final = 3
MAX_FAILURES: Final = 24
RETRY_AFTER: Final = timedelta(minutes=1)
RETRY_LATE_AFTER: Final = timedelta(hours=1)
"""Times before the next attempt after a step failed. `RETRY_LATE_AFTER` applies after three
failures. After `MAX_FAILURES`, the tournament is cancelled, so that players do not wait forever.
"""
OWN_MOVES: Final = {Move.Origin.PERSON, Move.Origin.DEPUTY, Move.Origin.BOT}
"""Ways of making a move that count as the player's own. Moves by the clock or the host do not
count.
"""


def advance_due(*, limit: int = MAX_TOURNAMENTS) -> int:
    """Advance every tournament that is due, each in its own transaction, and return the number of
    steps. Each step is taken once, even if runs are concurrent, late or interrupted. Do nothing
    while the site is recovering from an outage.
    """
    if not heartbeat.beat():
        return 0
    due = selector.tournaments_to_advance(clock.now()).values_list("pk", flat=True)[:limit]
    return sum([_advance(pk) for pk in due])


def _advance(pk: UUID) -> bool:
    """Advance one tournament, and return whether a step was taken. An error is logged and counted,
    and does not affect other tournaments.
    """
    try:
        with patient():
            row = (
                Tournament.objects.select_for_update(no_key=True, skip_locked=True)
                .filter(pk=pk)
                .exclude(status=Tournament.Status.OVER)
                .first()
            )
            if row is None or not _step(row, clock.now()):
                return False
            if row.attempts:
                Tournament.objects.filter(pk=pk).update(attempts=0, rests_until=None)
            return True
    except Busy:
        return False  # The next tick tries again.
    except Exception as error:  # noqa: BLE001 - other tournaments must not be affected
        log.error("tournament_not_advanced", tournament=str(pk), fault=type(error).__name__)  # noqa: TRY400 - its text could quote secrets
        with suppress(Busy):  # The next tick tries again.
            _postpone_retry(pk)
        return False


def _postpone_retry(pk: UUID) -> None:
    """Count the failure and schedule the next attempt, or cancel after many failures."""
    with patient():
        row = Tournament.objects.select_for_update(no_key=True).get(pk=pk)
        now, row.attempts = clock.now(), row.attempts + 1
        row.rests_until = now + (
            RETRY_AFTER if row.attempts < MAX_QUICK_RETRIES else RETRY_LATE_AFTER
        )
        row.save(update_fields=["attempts", "rests_until"])
        if row.attempts >= MAX_FAILURES and row.status != Tournament.Status.OVER:
            for pairing in selector.pairings_of(row):
                if pairing.table_id is not None and selector.result_of(pairing) is None:
                    call_off_table(pairing.table_id, now)
            Round.objects.filter(tournament=row, over_at=None).update(over_at=now)
            end_early(row, "failed", now)


def _step(row: Tournament, now: datetime) -> bool:
    if row.status == Tournament.Status.OPEN:
        return _begin(row, now)
    current_round = Round.objects.filter(tournament=row, over_at=None).get()
    pairings = selector.pairings_of(row)
    unfinished = [
        pairing
        for pairing in pairings
        if pairing.round_id == current_round.pk
        and pairing.table_id
        and selector.result_of(pairing) is None
    ]
    if unfinished:
        if not selector.is_due(current_round.due_at, now):
            return False
        for pairing in unfinished:
            _decide(pairing, current_round, now)
        pairings = selector.pairings_of(row)
    current_round.over_at = now
    current_round.save(update_fields=["over_at"])
    _open_next_round(row, current_round.number + 1, pairings, now)
    return True


def _begin(row: Tournament, now: datetime) -> bool:
    """Close entry, draw the lots and open the first round, or cancel the tournament."""
    if not selector.is_due(row.begins_at, now):
        return False
    entrants = list(Entrant.objects.filter(tournament=row, left_at=None).select_related("user"))
    if len(entrants) < MIN_PLAYERS:
        end_early(row, "too few", now)
        return True
    if row.bot and len(entrants) % 2:
        entrants.append(Entrant.objects.create(tournament=row, bot=row.bot, entered_at=now))
    for lot, entrant in enumerate(draw_lots(entrants, bytes(row.seed)), 1):
        entrant.lot = lot
    bulk.update(entrants, ["lot"])
    requested_rounds, max_rounds = row.rounds, swiss.most_rounds(len(entrants))
    row.rounds = min(requested_rounds or swiss.usual_rounds(len(entrants)), max_rounds)
    row.status = Tournament.Status.PLAYING
    row.save(update_fields=["rounds", "status"])
    _open_next_round(row, 1, (), now)
    return True


def draw_lots(entrants: Sequence[Entrant], seed: bytes) -> Sequence[Entrant]:
    """Return the entrants in the order of their lots. They are sorted by name, with the bot last,
    and then shuffled with the seed. Anyone who knows the names and the seed can verify the order.
    """
    by_name = sorted(entrants, key=lambda entrant: (entrant.user_id is None, name_of(entrant)))
    return SeededDice(seed, 0).shuffle(by_name)


def _open_next_round(
    row: Tournament, number: int, pairings: Sequence[Pairing], now: datetime
) -> None:
    """Open a round for the remaining players, or finish the tournament."""
    entrants = list(
        Entrant.objects.filter(tournament=row, lot__isnull=False).select_related("user")
    )
    by_lot = {entrant.lot: entrant for entrant in entrants if entrant.left_at is None}
    people = [entrant for entrant in by_lot.values() if entrant.user_id is not None]
    if number > row.rounds or len(by_lot) < 2 or not people:
        _finish(row, entrants, pairings, now)
        return
    meetings = selector.as_meetings(pairings)
    new_round = Round.objects.create(
        tournament=row,
        number=number,
        opened_at=now,
        due_at=now + timedelta(minutes=row.round_minutes),
    )
    new_pairings = []
    for board, pair in enumerate(swiss.pair([entrant for entrant in by_lot if entrant], meetings)):
        first, second = by_lot[pair.first], by_lot[pair.second] if pair.second else None
        name = f"{row.name[:44]}, round {number}"
        table = open_paired(tournament=row, pair=(first, second), name=name) if second else None
        new_pairings.append(
            Pairing(round=new_round, board=board, first=first, second=second, table=table)
        )
    bulk.insert(new_pairings)
    send_round_notices(row, new_round, new_pairings)


def _decide(pairing: Pairing, current_round: Round, now: datetime) -> None:
    """End a match whose round is over. A player who has used more than half of the round's time
    loses (T8).
    """
    if pairing.table_id is None:
        return
    with lock_table(pairing.table_id) as locked_table:
        if not locked_table.table.is_playing:
            return
        used, origins = time_used(locked_table.table, now)
        moved = [bool(OWN_MOVES & set(seat_ways)) for seat_ways in origins]
        lasted = int((now - current_round.opened_at).total_seconds())
        result = swiss.out_of_time((used[0], used[1]), (moved[0], moved[1]), lasted)
        if result == "neither":
            call_off_table(pairing.table_id, now)
            return
        winners = {"first": (Seat(0),), "second": (Seat(1),)}.get(result, ())
        announcement = f"Round {current_round.number} is over, and so is this match."
        end_out_of_time(locked_table, now, winners, announcement)


def _finish(
    row: Tournament, entrants: Sequence[Entrant], pairings: Sequence[Pairing], now: datetime
) -> None:
    """Finish the tournament and store the place of each player."""
    places = {line.player: line.place for line in selector.standings_of(entrants, pairings)}
    for entrant in entrants:
        entrant.place = places[entrant.lot or 0]
    bulk.update(entrants, ["place"])
    row.status, row.over_at = Tournament.Status.OVER, now
    row.save(update_fields=["status", "over_at"])
    send_results(row, entrants, now)
