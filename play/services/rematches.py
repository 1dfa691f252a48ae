"""Rematches: the same game, options and people, with everyone one seat further."""

from __future__ import annotations

from uuid import UUID

from core.accounts.models import User
from core.web import bulk, clock
from play.models import Chair, Table
from play.selectors.options import host_of, options_of

from .announcements import announce
from .refusals import NotSeated, WrongStage
from .seating import take_chair
from .starting import start_if_full
from .table_lock import Sitting, sitting

_SAME = (
    "game",
    "name",
    "options",
    "seats",
    "visibility",
    "watched",
    "coached",
    "rated",
    "asks_for",
    "clock_kind",
    "clock_seconds",
    "slot",
    "slot_zone",
    "slot_weekday",
)


def rematch(*, table_id: UUID, user: User) -> Table:
    """Return the table of the rematch, with the user in their chair. The first player who asks
    opens it, and a chair is kept for each of the others.

    Raise `NoSuchTable`, `WrongStage` while the match lasts, and `NotSeated` for a spectator.
    """
    with sitting(table_id) as at_table:
        place = at_table.place(user)
        if not place.is_member or place.is_hosted:
            raise NotSeated("Only players of this match can ask for a rematch.")
        if at_table.table.match_id is None or at_table.table.status != Table.Status.OVER:
            raise WrongStage("The match is not over yet.")
        again = Table.objects.filter(rematch_of=at_table.table).first() or _open(at_table, user)
    return _take_kept_chair(again.pk, user)


def _open(at_table: Sitting, user: User) -> Table:
    old = at_table.table
    if old.opened_by_id != user.pk and host_of(old).stays_away:
        raise NotSeated(
            f"Only {old.opened_by}, who opened this table without playing, can open it again."
        )
    table = Table(
        rematch_of=old,
        opened_by=user,
        opened_at=clock.now(),
        **{name: getattr(old, name) for name in _SAME},
    )
    if hasattr(old, "pairing"):
        table.name = ""  # it is no match of the tournament
    table.save(force_insert=True)
    titles = at_table.tabletop.seat_titles(at_table.tabletop.setup(options_of(old), old.seats))
    chairs = [
        _moved_on(table, title, at_table.chairs[seat - 1], seat)
        for seat, title in enumerate(titles)
    ]
    bulk.insert(chairs)
    announce(at_table, f"{user.get_username()} asks for a rematch.", table.opened_at)
    at_table.publish()
    return table


def _moved_on(table: Table, title: str, before: Chair, seat: int) -> Chair:
    """Return the next seat's chair for a player: taken by a bot, or kept for a person."""
    if before.holder_id:
        return Chair(table=table, seat=seat, title=title, kept_for_id=before.holder_id)
    return Chair(table=table, seat=seat, title=title, bot=before.bot)


def _take_kept_chair(table_id: UUID, user: User) -> Table:
    with sitting(table_id) as at_table:
        kept = next(
            (chair for chair in at_table.chairs if chair.kept_for_id == user.pk and chair.is_free),
            None,
        )
        if kept is not None and at_table.table.status == Table.Status.OPEN:
            take_chair(at_table, kept, user, clock.now())
        elif at_table.table.status == Table.Status.OPEN:
            start_if_full(at_table, clock.now())
        return at_table.table
