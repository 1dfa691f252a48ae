"""Starting a table when all chairs are taken and all loadouts chosen."""

from __future__ import annotations

from datetime import datetime

from engine.match import heard_by
from engine.values import Seat, Value
from play.models import Table
from play.running import Running
from play.selectors.loadouts import awaited
from play.selectors.options import options_of

from .clock_scheduling import arm
from .finishing import finish
from .matches import open_match
from .table_lock import Sitting


def start_if_full(at_table: Sitting, at: datetime) -> bool:
    """Start the match if no chair is free and no one must choose a loadout. Return whether it
    started.
    """
    if any(chair.is_free for chair in at_table.chairs):
        return False
    tabletop, options = at_table.tabletop, options_of(at_table.table)
    setup = tabletop.setup(options, at_table.table.seats)
    if tabletop.brings(options):
        if awaited(at_table.chairs):
            return False
        brought = {Seat(one.seat): one.loadout for one in at_table.chairs if one.loadout}
        setup = tabletop.outfitted(setup, brought)
    start(at_table, setup, at)
    return True


def start(at_table: Sitting, setup: Value, at: datetime, seed: bytes | None = None) -> Running:
    """Deal a match with this setup. The caller's `publish` writes the table's row, or `finish` if
    the deal already ends the match.
    """
    table = at_table.table
    running = open_match(
        game=at_table.tabletop.game, setup=setup, at=at, seed=seed, sealed=table.is_private
    )
    table.match, table.status, table.started_at = running.match, Table.Status.PLAYING, at
    table.invite_hash = ""
    for chair in at_table.chairs:
        chair.kept_for, chair.loadout = None, ""
    count(at_table, running, 0, at)
    at_table.save_chairs("kept_for", "loadout")
    at_table.publish("match", "status", "started_at", "invite_hash", "heard", "spoke_at")
    if running.outcome is None:
        arm(at_table, running, at)
    else:
        finish(at_table, running, at)
    return running


def count(at_table: Sitting, running: Running, since: int, at: datetime) -> None:
    """Add the events since `since` to the counts of each seat and of spectators."""
    told = running.heard[since:]
    for chair in at_table.chairs:
        chair.heard += len(heard_by(Seat(chair.seat), told))
    at_table.save_chairs("heard")
    if public := len(heard_by(None, told)):
        at_table.table.heard += public
        at_table.table.spoke_at = at
