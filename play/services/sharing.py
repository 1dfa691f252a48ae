"""Sharing a finished match, with the agreement of its players."""

from __future__ import annotations

from uuid import UUID

from core.accounts.models import User
from core.web import clock
from core.web.refusals import Refused
from play.selectors.shared import Sharing, is_shareable, sharing

from .announcements import announce
from .refusals import NotSeated
from .table_lock import sitting


def share(*, table_id: UUID, user: User, on: bool) -> Sharing:
    """Agree that anyone with the link can watch a finished match, or withdraw that. Everyone at the
    table is informed. Idempotent.

    Raise `NoSuchTable`, `NotSeated` for a user who did not play, and `Refused` for a match that
    cannot be shared: in progress, part of something larger, or of today's deal.
    """
    with sitting(table_id) as at_table:
        place = at_table.place(user)
        chair = next((chair for chair in at_table.chairs if chair.holder_id == user.pk), None)
        if chair is None:
            raise NotSeated("Only players of this match can share it.")
        if not is_shareable(at_table.table):
            raise Refused(
                "You can share a match when it is over, or a deal of the day when the day is over.",
                code="not-shareable",
            )
        if chair.shares != on:
            chair.shares = on
            at_table.save_chairs("shares")
            said = "agrees to share this match" if on else "no longer shares this match"
            announce(at_table, f"{user.get_username()} {said}.", clock.now())
            at_table.publish()
        return sharing(place)
