"""Rematches with the same game, options and people, in which everyone moves one seat on."""

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
from .table_lock import LockedTable, lock_table

_COPIED_FIELDS = (
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
    """Return the rematch's table, with the user in their chair. The first player who asks opens the
    table, and a chair is kept for each of the others.

    Raise `NoSuchTable`, `WrongStage` while the match lasts, and `NotSeated` for a spectator.
    """
    with lock_table(table_id) as locked_table:
        place = locked_table.place(user)
        if not place.is_member or place.is_hosted:
            raise NotSeated("Only players of this match can ask for a rematch.")
        if locked_table.table.match_id is None or locked_table.table.status != Table.Status.OVER:
            raise WrongStage("The match is not over yet.")
        new_table = Table.objects.filter(rematch_of=locked_table.table).first() or _open(
            locked_table, user
        )
    return _take_kept_chair(new_table.pk, user)


def _open(locked_table: LockedTable, user: User) -> Table:
    old = locked_table.table
    if old.opened_by_id != user.pk and host_of(old).stays_away:
        raise NotSeated(
            f"Only {old.opened_by}, who opened this table without playing, can open it again."
        )
    table = Table(
        rematch_of=old,
        opened_by=user,
        opened_at=clock.now(),
        **{name: getattr(old, name) for name in _COPIED_FIELDS},
    )
    if hasattr(old, "pairing"):
        table.name = ""  # A rematch does not belong to the tournament.
    table.save(force_insert=True)
    titles = locked_table.tabletop.seat_titles(
        locked_table.tabletop.setup(options_of(old), old.seats)
    )
    chairs = [
        _next_chair(table, title, locked_table.chairs[seat - 1], seat)
        for seat, title in enumerate(titles)
    ]
    bulk.insert(chairs)
    announce(locked_table, f"{user.get_username()} asks for a rematch.", table.opened_at)
    locked_table.publish()
    return table


def _next_chair(table: Table, title: str, before: Chair, seat: int) -> Chair:
    """Return the chair for a player in the next seat. It is taken if the player is a bot, and kept
    for the player if they are a person.
    """
    if before.holder_id:
        return Chair(table=table, seat=seat, title=title, kept_for_id=before.holder_id)
    return Chair(table=table, seat=seat, title=title, bot=before.bot)


def _take_kept_chair(table_id: UUID, user: User) -> Table:
    with lock_table(table_id) as locked_table:
        kept_chair = next(
            (
                chair
                for chair in locked_table.chairs
                if chair.kept_for_id == user.pk and chair.is_free
            ),
            None,
        )
        if kept_chair is not None and locked_table.table.status == Table.Status.OPEN:
            take_chair(locked_table, kept_chair, user, clock.now())
        elif locked_table.table.status == Table.Status.OPEN:
            start_if_full(locked_table, clock.now())
        return locked_table.table
