"""The coach of a player's chair."""

from __future__ import annotations

from uuid import UUID

from core.accounts.models import User
from play.selectors.coaching import has_moved, is_coached

from . import live_notify
from .refusals import NotSeated
from .table_lock import lock_table


def set_coach(*, table_id: UUID, user: User, is_on: bool, seat: int | None = None) -> None:
    """Turn the coach of the user's chair on or off. The choice also applies to the user's next
    matches of the game. Other people's pages do not change.

    Raise `NoSuchTable`, or `NotSeated` for a spectator.
    """
    with lock_table(table_id) as locked_table:
        place = locked_table.place(user, seat)
        if place.chair is None:
            raise NotSeated("Only players can use the coach.")
        if place.chair.coached is not is_on:
            if is_coached(place):
                place.chair.assisted |= has_moved(locked_table.table, place.chair)
            place.chair.coached = is_on
            place.chair.stamp += 1
            locked_table.save_chairs("assisted", "coached", "stamp")
            live_notify.changed(table_id)
