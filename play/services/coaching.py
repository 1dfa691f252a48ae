"""The coach of a player's chair."""

from __future__ import annotations

from uuid import UUID

from core.accounts.models import User

from . import live_notify
from .refusals import NotSeated
from .table_lock import sitting


def coach(*, table_id: UUID, user: User, on: bool, seat: int | None = None) -> None:
    """Turn the coach of the user's chair on or off, also for their next matches of the game. Other
    pages do not change.

    Raise `NoSuchTable`, and `NotSeated` for a spectator.
    """
    with sitting(table_id) as at_table:
        place = at_table.place(user, seat)
        if place.chair is None:
            raise NotSeated("Only players can use the coach.")
        if place.chair.coached is not on:
            place.chair.coached = on
            place.chair.stamp += 1
            at_table.save_chairs("coached", "stamp")
            live_notify.changed(table_id)
