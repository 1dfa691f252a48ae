"""Sharing of a finished match, to which its players must agree."""

from __future__ import annotations

from uuid import UUID

from core.accounts.models import User
from core.web import clock
from core.web.refusals import Refused
from play.selectors.shared import Sharing, is_shareable, sharing

from .announcements import announce
from .refusals import NotSeated
from .table_lock import lock_table


def set_sharing(*, table_id: UUID, user: User, is_on: bool) -> Sharing:
    """Agree that anyone with the link can watch a finished match, or withdraw the agreement.
    Everyone at the table is informed. This is idempotent.

    Raise `NoSuchTable`, `NotSeated` for a user who did not play, and `Refused` for a match that
    cannot be shared because it is in progress, part of something larger, or of today's deal.
    """
    with lock_table(table_id) as locked_table:
        place = locked_table.place(user)
        chair = next((chair for chair in locked_table.chairs if chair.holder_id == user.pk), None)
        if chair is None:
            raise NotSeated("Only players of this match can share it.")
        if not is_shareable(locked_table.table):
            raise Refused(
                "You can share a match when it is over, or a deal of the day when the day is over.",
                code="not-shareable",
            )
        if chair.shares != is_on:
            chair.shares = is_on
            locked_table.save_chairs("shares")
            news = "agrees to share this match" if is_on else "no longer shares this match"
            announce(locked_table, f"{user.get_username()} {news}.", clock.now())
            locked_table.publish()
        return sharing(place)
