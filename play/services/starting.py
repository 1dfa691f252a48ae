"""The start of a match, when all chairs are taken and all loadouts are chosen."""

from __future__ import annotations

from datetime import datetime

from engine.match import heard_by
from engine.values import Seat, Value
from play.models import Table
from play.running import Running
from play.selectors.loadouts import awaited_seats
from play.selectors.options import options_of

from .clock_scheduling import start_clocks
from .finishing import finish
from .matches import open_match
from .table_lock import LockedTable


def start_if_full(locked_table: LockedTable, now: datetime) -> bool:
    """Start the match if all chairs are ready, and return whether it started. A table with a fixed
    time waits for it (`scheduled`).
    """
    is_scheduled = locked_table.table.begins_at is not None
    if is_scheduled or any(chair.is_free for chair in locked_table.chairs):
        return False
    options = options_of(locked_table.table)
    if locked_table.tabletop.brings(options) and awaited_seats(locked_table.chairs):
        return False
    start_full(locked_table, now)
    return True


def start_full(locked_table: LockedTable, now: datetime) -> None:
    """Start the match of a table without free chairs. Seats without a loadout play with what the
    game gives them.
    """
    tabletop, options = locked_table.tabletop, options_of(locked_table.table)
    setup = tabletop.setup(options, locked_table.table.seats)
    if tabletop.brings(options):
        loadouts = {
            Seat(chair.seat): chair.loadout for chair in locked_table.chairs if chair.loadout
        }
        setup = tabletop.outfitted(setup, loadouts)
    start(locked_table, setup, now)


def start(
    locked_table: LockedTable, setup: Value, now: datetime, seed: bytes | None = None
) -> Running:
    """Deal a match with this setup. The table's row is written by the caller's `publish`, or by
    `finish` if the deal already ends the match.
    """
    table = locked_table.table
    running = open_match(
        game=locked_table.tabletop.game, setup=setup, now=now, seed=seed, sealed=table.is_private
    )
    table.match, table.status, table.started_at = running.match, Table.Status.PLAYING, now
    table.invite_hash = ""
    for chair in locked_table.chairs:
        chair.kept_for = None
        if table.begins_at is None:  # An event's result can name what a player brought.
            chair.loadout = ""
    count_heard(locked_table, running, 0, now)
    locked_table.save_chairs("kept_for", "loadout")
    locked_table.publish("match", "status", "started_at", "invite_hash", "heard", "spoke_at")
    if running.outcome is None:
        start_clocks(locked_table, running, now)
    else:
        finish(locked_table, running, now)
    return running


def count_heard(locked_table: LockedTable, running: Running, since: int, now: datetime) -> None:
    """Add the events after the first `since` to the counts of each seat and of spectators."""
    new_events = running.audience_events[since:]
    for chair in locked_table.chairs:
        chair.heard += len(heard_by(Seat(chair.seat), new_events))
    locked_table.save_chairs("heard")
    if public := len(heard_by(None, new_events)):
        locked_table.table.heard += public
        locked_table.table.spoke_at = now
