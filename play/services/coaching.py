"""The coach of one's own chair."""

from __future__ import annotations

from uuid import UUID

from core.accounts.models import User

from . import live_notify
from .refusals import NotSeated
from .table_lock import sitting


def coach(*, table_id: UUID, user: User, on: bool, seat: int | None = None) -> None:
    """Call the coach to one's own chair, or send it away; the same holds for one's next matches of
    the game. Nobody else's page changes.

    Raises NoSuchTable, and NotSeated for who only watches.
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
