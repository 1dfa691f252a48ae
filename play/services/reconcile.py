"""Check that every table agrees with its match. Which seats must move, and what each has heard,
follows from the match; all other fields are the truth.

`findings()` reports disagreements. `repair` starts and stops clocks and recounts what was heard.
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
from play.selectors.matches import current, tellings
from play.selectors.ratings import Player, counts_for_ratings, player_of, rating_of
from play.selectors.results import results
from play.selectors.tournaments import pairings_of, standing

from .clock_scheduling import arm, timed_turn
from .rating import rated
from .table_lock import Sitting, sitting


class Finding(NamedTuple):
    """An inconsistency: a code, the id of the row, and a sentence."""

    code: str
    about: UUID
    sentence: str


def findings() -> Iterator[Finding]:
    """Yield all inconsistencies of all tables. Nothing is repaired."""
    for table_id in (
        Table.objects.order_by("pk").values_list("pk", flat=True).iterator(chunk_size=500)
    ):
        with sitting(table_id) as at_table:
            yield from wrong_with(at_table)
    yield from _ratings()
    yield from _tournaments()


def repair(table_id: UUID) -> tuple[Finding, ...]:
    """Recompute the clocks and counts of a table and return what was wrong."""
    with sitting(table_id) as at_table:
        found = tuple(wrong_with(at_table))
        if found and at_table.table.is_playing and at_table.table.match_id:
            running = at_table.running()
            _count_anew(at_table, running.match)
            arm(at_table, running, clock.now(), before=timed_turn(at_table, running))
        if found and at_table.table.status == Table.Status.OVER and at_table.table.match_id:
            for chair, result in zip(at_table.chairs, _results(at_table), strict=True):
                chair.result = result
            at_table.save_chairs("result")
        return found


def wrong_with(at_table: Sitting) -> Iterator[Finding]:
    """Yield the inconsistencies of one table."""
    table = at_table.table
    if table.match_id is None:
        if table.status == Table.Status.OVER and table.ending != "closed":
            yield Finding(
                "over-without-match", table.pk, "The table is over but never had a match."
            )
        return
    match = Match.objects.select_related("snapshot").get(pk=table.match_id)
    try:
        running = current(match)
    except (UnknownGame, Unreadable, Refusal):
        return  # the matches' own replay names it
    yield from _status(table, match, running)
    yield from _clocks(at_table, running)
    yield from _counts(at_table, match)
    if table.status == Table.Status.OVER:
        for chair, result in zip(at_table.chairs, _results(at_table), strict=True):
            if chair.result != result:
                yield Finding("result", table.pk, f"Seat {chair.seat} has a wrong result.")
        yield from _changes(at_table)


def _results(at_table: Sitting) -> tuple[str, ...]:
    table = at_table.table
    return results(at_table.chairs, at_table.running(), table.ending, table.winners)


def _changes(at_table: Sitting) -> Iterator[Finding]:
    """Check that a match changed its players' ratings as the rules say, or not at all."""
    table = at_table.table
    if table.rating_due_at is not None:
        return
    made = list(RatingChange.objects.filter(table=table).select_related("rating"))
    if not made:
        if counts_for_ratings(table, at_table.chairs):
            yield Finding(
                "not-rated", table.pk, "The match is rated, but the ratings were not updated."
            )
        return
    before, whose = {}, {}
    for change in made:
        player = Player(change.rating.user_id, change.rating.bot)
        earlier = RatingChange.objects.filter(rating=change.rating, number=change.number - 1)
        last = earlier.first()
        before[player], whose[player] = rating_of(last) if last else UNKNOWN, change
    if before.keys() != {player_of(chair) for chair in at_table.chairs}:
        yield Finding(
            "rating-change", table.pk, "The rated players differ from the players of the match."
        )
        return
    if len({change.repeats for change in made}) > 1:
        yield Finding("rating-change", table.pk, "The match has different weights for its players.")
        return
    for player, (rating, won) in rated(at_table.chairs, before, made[0].repeats).items():
        if (rating, won) != (rating_of(whose[player]), whose[player].won):
            yield Finding(
                "rating-change", table.pk, "The match changed a rating by a wrong amount."
            )


def _ratings() -> Iterator[Finding]:
    """Check that each rating equals its last change and counts all changes."""
    counted = PlayerRating.objects.annotate(
        many=Count("changes"), wins=Count("changes", filter=Q(changes__won=True))
    )
    for row in counted.order_by("pk").iterator(chunk_size=500):
        last = RatingChange.objects.filter(rating=row).last()
        says = rating_of(last) if last else UNKNOWN
        if (says, row.many, row.wins) != (rating_of(row), row.matches, row.won):
            yield Finding("rating", row.pk, "A rating differs from the result of its last match.")


def _tournaments() -> Iterator[Finding]:
    """Check that paired players sit at their table, that a tournament in progress has one open
    round, and that places match the results.
    """
    status = Tournament.Status
    for row in Tournament.objects.order_by("pk").iterator(chunk_size=500):
        pairings = pairings_of(row)
        for one in pairings:
            if one.table is not None and one.second is not None:
                sits = [chair.holder_id for chair in one.table.chairs.all()]
                if sits != [one.first.user_id, one.second.user_id]:
                    yield Finding(
                        "paired", row.pk, f"The players at {one} differ from the pairing."
                    )
        open_rounds = row.rounds_played.filter(over_at=None).count()
        if open_rounds != (row.status == status.PLAYING):
            yield Finding("rounds", row.pk, f"The tournament has {open_rounds} rounds in progress.")
        if row.status == status.OVER and not row.ending:
            entrants = list(row.entrants.filter(lot__isnull=False))
            places = {line.player: line.place for line in standing(entrants, pairings)}
            if any(one.place != places[one.lot or 0] for one in entrants):
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


def _clocks(at_table: Sitting, running: Running) -> Iterator[Finding]:
    """Check that exactly the seats that must move are asked to, and that exactly their clocks
    run.
    """
    table = at_table.table
    acting = running.to_act() if table.is_playing else ()
    is_timed = table.is_playing and timed_turn(at_table, running) is not None
    if table.is_playing and is_timed != (table.turn_due_at is not None):
        yield Finding(
            "turn",
            table.pk,
            f"The turn's clock {'stands still' if is_timed else 'runs for nothing'}.",
        )
    for chair in at_table.chairs:
        asked = chair.seat in acting
        if asked != (chair.asked_at is not None):
            wrong = (
                ("was not asked to move although it is its turn")
                if asked
                else "is asked to move although it is not its turn"
            )
            yield Finding("asked", table.pk, f"Seat {chair.seat} {wrong}.")
        runs = asked and (bool(chair.bot) or table.clock.kind != "none" or is_timed)
        if runs != (chair.due_at is not None):
            yield Finding(
                "clock",
                table.pk,
                f"The clock of seat {chair.seat} {'stands still' if runs else 'runs for nothing'}.",
            )


def _counts(at_table: Sitting, match: Match) -> Iterator[Finding]:
    table = at_table.table
    public, heard = _heard(match, len(at_table.chairs))
    if table.heard != public:
        yield Finding("heard", table.pk, "The number of events for spectators is wrong.")
    for chair in at_table.chairs:
        if chair.heard != heard[chair.seat]:
            yield Finding(
                "heard", table.pk, f"The number of events for seat {chair.seat} is wrong."
            )


def _heard(match: Match, seats: int) -> tuple[int, list[int]]:
    told = [each for telling in tellings(match) for each in telling]
    return len(heard_by(None, told)), [len(heard_by(Seat(seat), told)) for seat in range(seats)]


def _count_anew(at_table: Sitting, match: Match) -> None:
    at_table.table.heard, heard = _heard(match, len(at_table.chairs))
    for chair in at_table.chairs:
        chair.heard = heard[chair.seat]
        if chair.due_at is None:
            chair.asked_at = None
    at_table.save_chairs("heard", "asked_at")
    at_table.publish("heard")
