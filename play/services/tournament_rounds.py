"""Background steps of tournaments: begin, open and end rounds, and announce the winners. The rows
say what is due, and a step is taken as a whole or not at all.
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

from .finishing import call_off as call_off_table
from .finishing import time_is_up
from .table_lock import sitting
from .tables import open_paired
from .tournament_words import name_of, tell_of_a_round, tell_of_the_end
from .tournaments import FEWEST, call_off

log = structlog.get_logger(__name__)

AT_ONCE: Final = 50
TRIES: Final = 3
GIVES_UP: Final = 24
WAIT: Final = timedelta(minutes=1)
LONG_WAIT: Final = timedelta(hours=1)
"""Time before the next attempt after a step failed, and after three failures. After `MAX_FAILURES`
the tournament is cancelled, so that players do not wait forever.
"""
OWN: Final = {Move.How.PERSON, Move.How.DEPUTY, Move.How.BOT}
"""Ways of making a move that count as a player's own, unlike those of the clock or the host."""


def advance_due(*, limit: int = AT_ONCE) -> int:
    """Advance every tournament that is due, in a transaction each, and return the number of steps.
    Each step is taken once, even with concurrent, late or interrupted runs. Do nothing while the
    site is recovering from an outage.
    """
    if not heartbeat.beat():
        return 0
    due = selector.to_advance(clock.now()).values_list("pk", flat=True)[:limit]
    return sum([_advance(pk) for pk in due])


def _advance(pk: UUID) -> bool:
    """Return whether a step was taken. An error is logged and counted, and other tournaments go
    on.
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
        return False  # the next tick looks again
    except Exception as error:  # noqa: BLE001 - whatever it is, the others go on
        log.error("tournament_not_advanced", tournament=str(pk), fault=type(error).__name__)  # noqa: TRY400 - its text may tell
        with suppress(Busy):  # then it is tried again at once
            _leave_alone(pk)
        return False


def _leave_alone(pk: UUID) -> None:
    """Count the failure and schedule the next attempt. After many failures, cancel the
    tournament.
    """
    with patient():
        row = Tournament.objects.select_for_update(no_key=True).get(pk=pk)
        now, row.attempts = clock.now(), row.attempts + 1
        row.rests_until = now + (WAIT if row.attempts < TRIES else LONG_WAIT)
        row.save(update_fields=["attempts", "rests_until"])
        if row.attempts >= GIVES_UP and row.status != Tournament.Status.OVER:
            for one in selector.pairings_of(row):
                if one.table_id is not None and selector.result_of(one) is None:
                    call_off_table(one.table_id, now)
            Round.objects.filter(tournament=row, over_at=None).update(over_at=now)
            call_off(row, "failed", now)


def _step(row: Tournament, at: datetime) -> bool:
    """Take the next step of a tournament if it is due."""
    if row.status == Tournament.Status.OPEN:
        return _begin(row, at)
    now = Round.objects.filter(tournament=row, over_at=None).get()
    pairings = selector.pairings_of(row)
    lasting = [
        one
        for one in pairings
        if one.round_id == now.pk and one.table_id and selector.result_of(one) is None
    ]
    if lasting:
        if not selector.is_up(now.due_at, at):
            return False
        for one in lasting:
            _decide(one, now, at)
        pairings = selector.pairings_of(row)
    now.over_at = at
    now.save(update_fields=["over_at"])
    _go_on(row, now.number + 1, pairings, at)
    return True


def _begin(row: Tournament, at: datetime) -> bool:
    """Close the entries, draw the lots and open the first round, or cancel the tournament."""
    if not selector.is_up(row.begins_at, at):
        return False
    entrants = list(Entrant.objects.filter(tournament=row, left_at=None).select_related("user"))
    if len(entrants) < FEWEST:
        call_off(row, "too few", at)
        return True
    if row.bot and len(entrants) % 2:
        entrants.append(Entrant.objects.create(tournament=row, bot=row.bot, entered_at=at))
    for lot, one in enumerate(drawn(entrants, bytes(row.seed)), 1):
        one.lot = lot
    bulk.update(entrants, ["lot"])
    wanted, most = row.rounds, swiss.most_rounds(len(entrants))
    row.rounds = min(wanted or swiss.usual_rounds(len(entrants)), most)
    row.status = Tournament.Status.PLAYING
    row.save(update_fields=["rounds", "status"])
    _go_on(row, 1, (), at)
    return True


def drawn(entrants: Sequence[Entrant], seed: bytes) -> Sequence[Entrant]:
    """Return the entrants in the order of their lots: sorted by name, the bot last, then shuffled
    by the seed. Anyone with names and seed can verify it.
    """
    named = sorted(entrants, key=lambda one: (one.user_id is None, name_of(one)))
    return SeededDice(seed, 0).shuffle(named)


def _go_on(row: Tournament, number: int, pairings: Sequence[Pairing], at: datetime) -> None:
    """Open a round for the remaining players, or finish the tournament."""
    entrants = list(
        Entrant.objects.filter(tournament=row, lot__isnull=False).select_related("user")
    )
    by_lot = {one.lot: one for one in entrants if one.left_at is None}
    people = [one for one in by_lot.values() if one.user_id is not None]
    if number > row.rounds or len(by_lot) < 2 or not people:
        _finish(row, entrants, pairings, at)
        return
    met = selector.met(pairings)
    now = Round.objects.create(
        tournament=row,
        number=number,
        opened_at=at,
        due_at=at + timedelta(minutes=row.round_minutes),
    )
    found = []
    for board, pair in enumerate(swiss.pair([one for one in by_lot if one], met)):
        first, second = by_lot[pair.first], by_lot[pair.second] if pair.second else None
        name = f"{row.name[:44]}, round {number}"
        table = open_paired(tournament=row, pair=(first, second), name=name) if second else None
        found.append(Pairing(round=now, board=board, first=first, second=second, table=table))
    bulk.insert(found)
    tell_of_a_round(row, now, found)


def _decide(pairing: Pairing, now: Round, at: datetime) -> None:
    """End a match whose round is over. A player who has used more than half of the round has lost
    (T8).
    """
    if pairing.table_id is None:
        return
    with sitting(pairing.table_id) as at_table:
        if not at_table.table.is_playing:
            return
        used, by = time_used(at_table.table, at)
        moved = [bool(OWN & set(each)) for each in by]
        lasted = int((at - now.opened_at).total_seconds())
        result = swiss.out_of_time((used[0], used[1]), (moved[0], moved[1]), lasted)
        if result == "neither":
            call_off_table(pairing.table_id, at)
            return
        winners = {"first": (Seat(0),), "second": (Seat(1),)}.get(result, ())
        said = f"Round {now.number} is over, and so is this match."
        time_is_up(at_table, at, winners, said)


def _finish(
    row: Tournament, entrants: Sequence[Entrant], pairings: Sequence[Pairing], at: datetime
) -> None:
    """Finish the tournament and record everyone's place."""
    places = {line.player: line.place for line in selector.standing(entrants, pairings)}
    for one in entrants:
        one.place = places[one.lot or 0]
    bulk.update(entrants, ["place"])
    row.status, row.over_at = Tournament.Status.OVER, at
    row.save(update_fields=["status", "over_at"])
    tell_of_the_end(row, entrants, at)
