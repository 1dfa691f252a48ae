"""Proof that every table agrees with its match. What is asked of whom, and what each has heard,
follows from the match; all else is truth.

`findings()` says what does not agree; `repair` starts clocks that should run, stops those that
should not, and counts anew what was heard.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple
from uuid import UUID

from core.web import clock
from engine.codec import Unreadable
from engine.game import Refusal
from engine.match import heard_by
from engine.registry import UnknownGame
from engine.values import Seat
from play.models import Match, Table
from play.running import Running
from play.selectors.matches import current, tellings

from .clock_scheduling import arm, timed_turn
from .table_lock import Sitting, sitting


class Finding(NamedTuple):
    """Something that should not be: a code, the table, and a sentence."""

    code: str
    about: UUID
    sentence: str


def findings() -> Iterator[Finding]:
    """Everything wrong with any table; nothing is mended."""
    for table_id in (
        Table.objects.order_by("pk").values_list("pk", flat=True).iterator(chunk_size=500)
    ):
        with sitting(table_id) as at_table:
            yield from wrong_with(at_table)


def repair(table_id: UUID) -> tuple[Finding, ...]:
    """What was wrong with a table, its clocks and counts written anew."""
    with sitting(table_id) as at_table:
        found = tuple(wrong_with(at_table))
        if found and at_table.table.is_playing and at_table.table.match_id:
            running = at_table.running()
            _count_anew(at_table, running.match)
            arm(at_table, running, clock.now(), before=timed_turn(at_table, running))
        return found


def wrong_with(at_table: Sitting) -> Iterator[Finding]:
    """What does not agree at one table."""
    table = at_table.table
    if table.match_id is None:
        if table.status == Table.Status.OVER and table.ending != "closed":
            yield Finding("over-without-match", table.pk, "It is over and never had a match.")
        return
    match = Match.objects.select_related("snapshot").get(pk=table.match_id)
    try:
        running = current(match)
    except (UnknownGame, Unreadable, Refusal):
        return  # the matches' own replay names it
    yield from _status(table, match, running)
    yield from _clocks(at_table, running)
    yield from _counts(at_table, match)


def _status(table: Table, match: Match, running: Running) -> Iterator[Finding]:
    if table.status == Table.Status.PLAYING and running.outcome is not None:
        yield Finding("over-but-playing", table.pk, "Its match is over and the table plays on.")
    if table.status == Table.Status.OVER and running.outcome is None and not table.ending:
        yield Finding("playing-but-over", table.pk, "It is over, and its match is not.")
    if (match.ended_at is None) != (table.status != Table.Status.OVER):
        yield Finding(
            "ended-at", table.pk, "Its match and the table disagree on whether it has ended."
        )


def _clocks(at_table: Sitting, running: Running) -> Iterator[Finding]:
    """A seat is asked exactly when the game says that it is to act, and its clock runs exactly
    then.
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
            wrong = "is to act and was not asked" if asked else "is asked though it is not to act"
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
        yield Finding("heard", table.pk, "What spectators heard is counted wrong.")
    for chair in at_table.chairs:
        if chair.heard != heard[chair.seat]:
            yield Finding("heard", table.pk, f"What seat {chair.seat} heard is counted wrong.")


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
