"""Checks that every table agrees with its match. The match determines which seats must move and
which events each seat has received. All other fields of the table are authoritative.

`findings()` reports inconsistencies. `repair()` starts and stops clocks, and recounts received
events.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple
from uuid import UUID

from django.db.models import Count, Q

from core.web import clock
from engine.codec import Unreadable
from engine.game import Refusal
from engine.match import heard_by
from engine.registry import UnknownGame
from engine.values import Seat
from play.models import Match, PlayerRating, RatingChange, Table, Tournament
from play.rules.rating import UNKNOWN
from play.running import Running
from play.selectors.matches import audience_events_by_ply, current_match
from play.selectors.ratings import Player, counts_for_ratings, player_of, rating_of
from play.selectors.results import results
from play.selectors.tournaments import pairings_of, standings_of

from .clock_scheduling import start_clocks, timed_turn
from .rating import ratings_after
from .table_lock import LockedTable, lock_table


class Finding(NamedTuple):
    """An inconsistency, with a code, the id of the row, and a sentence."""

    code: str
    subject_id: UUID
    sentence: str


def findings() -> Iterator[Finding]:
    """Yield all inconsistencies of all tables, without repairing them."""
    for table_id in (
        Table.objects.order_by("pk").values_list("pk", flat=True).iterator(chunk_size=500)
    ):
        with lock_table(table_id) as locked_table:
            yield from findings_at(locked_table)
    yield from _ratings()
    yield from _tournaments()


def repair(table_id: UUID) -> tuple[Finding, ...]:
    """Recompute a table's clocks and counts, and return the inconsistencies found."""
    with lock_table(table_id) as locked_table:
        findings_before = tuple(findings_at(locked_table))
        if findings_before and locked_table.table.is_playing and locked_table.table.match_id:
            running = locked_table.running()
            _recount(locked_table, running.match)
            start_clocks(
                locked_table, running, clock.now(), before=timed_turn(locked_table, running)
            )
        if (
            findings_before
            and locked_table.table.status == Table.Status.OVER
            and locked_table.table.match_id
        ):
            for chair, result in zip(locked_table.chairs, _results(locked_table), strict=True):
                chair.result = result
            locked_table.save_chairs("result")
        return findings_before


def findings_at(locked_table: LockedTable) -> Iterator[Finding]:
    """Yield the inconsistencies of one table."""
    table = locked_table.table
    if table.match_id is None:
        if table.status == Table.Status.OVER and table.ending != "closed":
            yield Finding(
                "over-without-match", table.pk, "The table is over but never had a match."
            )
        return
    match = Match.objects.select_related("snapshot").get(pk=table.match_id)
    try:
        running = current_match(match)
    except (UnknownGame, Unreadable, Refusal):
        return  # The replay of matches reports this problem.
    yield from _status(table, match, running)
    yield from _clocks(locked_table, running)
    yield from _counts(locked_table, match)
    if table.status == Table.Status.OVER:
        for chair, result in zip(locked_table.chairs, _results(locked_table), strict=True):
            if chair.result != result:
                yield Finding("result", table.pk, f"Seat {chair.seat} has a wrong result.")
        yield from _changes(locked_table)


def _results(locked_table: LockedTable) -> tuple[str, ...]:
    table = locked_table.table
    return results(locked_table.chairs, locked_table.running(), table.ending, table.winners)


def _changes(locked_table: LockedTable) -> Iterator[Finding]:
    """Check that a match changed its players' ratings according to the rules, or not at all."""
    table = locked_table.table
    if table.rating_due_at is not None:
        return
    changes = list(RatingChange.objects.filter(table=table).select_related("rating"))
    if not changes:
        if counts_for_ratings(table, locked_table.chairs):
            yield Finding(
                "not-rated", table.pk, "The match is rated, but the ratings were not updated."
            )
        return
    before, changes_by_player = {}, {}
    for change in changes:
        player = Player(change.rating.user_id, change.rating.bot)
        earlier = RatingChange.objects.filter(rating=change.rating, number=change.number - 1)
        last = earlier.first()
        before[player], changes_by_player[player] = rating_of(last) if last else UNKNOWN, change
    if before.keys() != {player_of(chair) for chair in locked_table.chairs}:
        yield Finding(
            "rating-change", table.pk, "The rated players differ from the players of the match."
        )
        return
    if len({change.repeats for change in changes}) > 1:
        yield Finding("rating-change", table.pk, "The match has different weights for its players.")
        return
    for player, (rating, won) in ratings_after(
        locked_table.chairs, before, changes[0].repeats
    ).items():
        if (rating, won) != (rating_of(changes_by_player[player]), changes_by_player[player].won):
            yield Finding(
                "rating-change", table.pk, "The match changed a rating by a wrong amount."
            )


def _ratings() -> Iterator[Finding]:
    """Check that each rating equals the result of its last change, and that its counts include all
    changes.
    """
    counted_ratings = PlayerRating.objects.annotate(
        many=Count("changes"), wins=Count("changes", filter=Q(changes__won=True))
    )
    for row in counted_ratings.order_by("pk").iterator(chunk_size=500):
        last = RatingChange.objects.filter(rating=row).last()
        last_rating = rating_of(last) if last else UNKNOWN
        if (last_rating, row.many, row.wins) != (rating_of(row), row.matches, row.won):
            yield Finding("rating", row.pk, "A rating differs from the result of its last match.")


def _tournaments() -> Iterator[Finding]:
    """Check that paired players sit at their table, that a tournament in progress has exactly one
    open round, and that places match the results.
    """
    status = Tournament.Status
    for row in Tournament.objects.order_by("pk").iterator(chunk_size=500):
        pairings = pairings_of(row)
        for pairing in pairings:
            if pairing.table is not None and pairing.second is not None:
                sits = [chair.holder_id for chair in pairing.table.chairs.all()]
                if sits != [pairing.first.user_id, pairing.second.user_id]:
                    yield Finding(
                        "paired", row.pk, f"The players at {pairing} differ from the pairing."
                    )
        open_rounds = row.rounds_played.filter(over_at=None).count()
        if open_rounds != (row.status == status.PLAYING):
            yield Finding("rounds", row.pk, f"The tournament has {open_rounds} rounds in progress.")
        if row.status == status.OVER and not row.ending:
            entrants = list(row.entrants.filter(lot__isnull=False))
            places = {line.player: line.place for line in standings_of(entrants, pairings)}
            if any(pairing.place != places[pairing.lot or 0] for pairing in entrants):
                yield Finding("place", row.pk, "A player’s place does not match the results.")


def _status(table: Table, match: Match, running: Running) -> Iterator[Finding]:
    if table.status == Table.Status.PLAYING and running.outcome is not None:
        yield Finding(
            "over-but-playing", table.pk, "The match is over, but the table is still open."
        )
    if table.status == Table.Status.OVER and running.outcome is None and not table.ending:
        yield Finding("playing-but-over", table.pk, "The table is over, but its match is not.")
    if (match.ended_at is None) != (table.status != Table.Status.OVER):
        yield Finding(
            "ended-at", table.pk, "The table and its match disagree on whether the match is over."
        )


def _clocks(locked_table: LockedTable, running: Running) -> Iterator[Finding]:
    """Check that exactly the seats that must move are asked to, and that no other clocks run."""
    table = locked_table.table
    acting = running.to_act() if table.is_playing else ()
    is_timed = table.is_playing and timed_turn(locked_table, running) is not None
    if table.is_playing and is_timed != (table.turn_due_at is not None):
        yield Finding(
            "turn",
            table.pk,
            f"The turn's clock {'has stopped' if is_timed else 'is running without a turn'}.",
        )
    for chair in locked_table.chairs:
        is_asked = chair.seat in acting
        if is_asked != (chair.asked_at is not None):
            wrong = (
                ("was not asked to move although it is its turn")
                if is_asked
                else "is asked to move although it is not its turn"
            )
            yield Finding("asked", table.pk, f"Seat {chair.seat} {wrong}.")
        runs = is_asked and (bool(chair.bot) or table.clock.kind != "none" or is_timed)
        if runs != (chair.due_at is not None):
            yield Finding(
                "clock",
                table.pk,
                f"The clock of seat {chair.seat} "
                f"{'has stopped' if runs else 'is running out of turn'}.",
            )


def _counts(locked_table: LockedTable, match: Match) -> Iterator[Finding]:
    table = locked_table.table
    public, counts = _count_heard(match, len(locked_table.chairs))
    if table.heard != public:
        yield Finding("heard", table.pk, "The number of events for spectators is wrong.")
    for chair in locked_table.chairs:
        if chair.heard != counts[chair.seat]:
            yield Finding(
                "heard", table.pk, f"The number of events for seat {chair.seat} is wrong."
            )


def _count_heard(match: Match, seats: int) -> tuple[int, list[int]]:
    audience_events = [
        audience_event for telling in audience_events_by_ply(match) for audience_event in telling
    ]
    return len(heard_by(None, audience_events)), [
        len(heard_by(Seat(seat), audience_events)) for seat in range(seats)
    ]


def _recount(locked_table: LockedTable, match: Match) -> None:
    locked_table.table.heard, counts = _count_heard(match, len(locked_table.chairs))
    for chair in locked_table.chairs:
        chair.heard = counts[chair.seat]
        if chair.due_at is None:
            chair.asked_at = None
    locked_table.save_chairs("heard", "asked_at")
    locked_table.publish("heard")
