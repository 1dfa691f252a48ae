"""Seating before the start: sitting down, standing up, placing bots, invite links, and closing the
table.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime
from uuid import UUID

from core.accounts.models import User
from core.notifications.services import notices
from core.web import clock
from core.web.refusals import Refused
from play.models import Chair, Table
from play.notice_kinds import challenged_by
from play.selectors.fair_play import fair_play
from play.selectors.options import host_of

from .announcements import announce
from .finishing import finish
from .refusals import ChairTaken, NotReliable, NotYours, WrongStage
from .starting import start_if_full
from .table_lock import Sitting, sitting
from .tables import bot_named


def sit(*, table_id: UUID, user: User, seat: int | None = None, token: str = "") -> Table:
    """Take the requested chair, else the one kept for the user, else the first free one. A seated
    user stays there.

    A table outside the lobby needs the `token` of its link or a kept chair. The last chair starts
    the match. Raise `NoSuchTable`, `WrongStage`, `ChairTaken`, `Refused` for a guest at a rated
    table, and `NotReliable` if the user finishes fewer matches than the table requires and was not
    invited.
    """
    with sitting(table_id) as at_table:
        _let_in(at_table, user, token)
        if not any(chair.holder_id == user.pk for chair in at_table.chairs):
            _refuse_once_started(at_table.table)
            if user.guest and at_table.table.rated:
                raise Refused("This match counts for ratings: sign up to play it.", code="guest")
            _refuse_who_stays_away(at_table.table, user)
            _refuse_who_leaves(at_table, user, token)
            if any(chair.deputy_id == user.pk for chair in at_table.chairs):
                raise ChairTaken(
                    "You are a deputy at this table, so you cannot take a seat.", field="seat"
                )
            if any(chair.kept_for_id == user.pk for chair in at_table.chairs):
                _outdate_notice(at_table.table, user)
            take_chair(at_table, _free_for(at_table, user, seat), user, clock.now())
        return at_table.table


def take_chair(at_table: Sitting, chair: Chair, user: User, at: datetime) -> None:
    """Seat the user in this chair. The last one starts the match, unless someone must still choose
    a loadout.
    """
    chair.holder, chair.kept_for, chair.loadout = user, None, ""
    at_table.save_chairs("holder", "kept_for", "loadout")
    announce(at_table, f"{user.get_username()} takes {_named(chair)}.", at)
    at_table.publish()
    start_if_full(at_table, at)


def stand_up(*, table_id: UUID, user: User) -> None:
    """Leave the chair before the match starts. Without a chair, do nothing. Raise `NoSuchTable` and
    `WrongStage`.
    """
    with sitting(table_id) as at_table:
        at_table.place(user)
        chair = next((chair for chair in at_table.chairs if chair.holder_id == user.pk), None)
        if chair is None:
            return
        if at_table.table.status != Table.Status.OPEN:
            raise WrongStage("The match has started. You can resign it.")
        chair.holder, chair.loadout = None, ""
        at_table.save_chairs("holder", "loadout")
        announce(at_table, f"{user.get_username()} leaves their seat.", clock.now())
        at_table.publish()


def seat_bot(*, table_id: UUID, user: User, seat: int, bot: str = "") -> Table:
    """Put a bot on a free chair, for the person who opened the table. Raise `NoSuchTable`,
    `NotYours`, `WrongStage` and `ChairTaken`.
    """
    with sitting(table_id) as at_table:
        _refuse_unless_host(at_table, user)
        chair, at = _chair(at_table, seat), clock.now()
        if not chair.is_free:
            raise ChairTaken("This seat is already taken.", field="seat")
        chair.bot, chair.kept_for = bot_named(at_table.tabletop, bot), None
        at_table.save_chairs("bot", "kept_for")
        at_table.publish()
        start_if_full(at_table, at)
        return at_table.table


def free_seat(*, table_id: UUID, user: User, seat: int) -> None:
    """Remove a bot from its chair, or open a kept chair to everyone, for the person who opened the
    table. People cannot be removed.
    """
    with sitting(table_id) as at_table:
        _refuse_unless_host(at_table, user)
        chair = _chair(at_table, seat)
        if chair.holder_id:
            raise ChairTaken("A person has this seat. Only they can leave it.", field="seat")
        chair.bot, chair.kept_for = "", None
        at_table.save_chairs("bot", "kept_for")
        at_table.publish()


def decline(*, table_id: UUID, user: User) -> None:
    """Release a chair that is kept for the user at an open table. Without one, do nothing. Raise
    `NoSuchTable` and `WrongStage`.
    """
    with sitting(table_id) as at_table:
        at_table.place(user)
        kept = [chair for chair in at_table.chairs if chair.kept_for_id == user.pk]
        _refuse_once_started(at_table.table)
        if not kept:
            return
        for chair in kept:
            chair.kept_for = None
        at_table.save_chairs("kept_for")
        _outdate_notice(at_table.table, user)
        announce(at_table, f"{user.get_username()} declined the challenge.", clock.now())
        at_table.publish()


def make_invite(*, table_id: UUID, user: User) -> str:
    """Return the token of a new invite link, for the person who opened the table. Only its SHA-256
    is stored, and an older link stops working.
    """
    with sitting(table_id) as at_table:
        _refuse_unless_host(at_table, user)
        token = secrets.token_urlsafe(24)
        at_table.table.invite_hash = hash_of(token)
        at_table.table.save(update_fields=["invite_hash"])
        return token


def _outdate_notice(table: Table, user: User) -> None:
    """Outdate the notice of a challenge that the user has answered."""
    if table.opened_by_id:
        cause, at = challenged_by(table.opened_by_id, table.pk), clock.now()
        notices.outdate(user=user.pk, about=cause, until=at, at=at)


def hash_of(token: str) -> str:
    """Return the stored form of an invite's token."""
    return hashlib.sha256(token.encode()).hexdigest()


def close_table(*, table_id: UUID, user: User) -> None:
    """Close a table that never started, for the person who opened it. Idempotent."""
    with sitting(table_id) as at_table:
        if at_table.table.ending == "closed" and at_table.table.opened_by_id == user.pk:
            return
        _refuse_unless_host(at_table, user)
        finish(at_table, None, clock.now(), ending="closed")


def _let_in(at_table: Sitting, user: User, token: str) -> None:
    table = at_table.table
    if table.visibility == Table.Visibility.PRIVATE or not _has_link(table, token):
        at_table.place(user)


def _refuse_once_started(table: Table) -> None:
    if table.status == Table.Status.PLAYING:
        raise WrongStage("The match has started without you. You can watch it.")
    if table.status == Table.Status.OVER:
        raise WrongStage("This table is over.")


def _refuse_who_stays_away(table: Table, user: User) -> None:
    if table.opened_by_id == user.pk and (why := host_of(table).stays_away):
        raise ChairTaken(why, field="seat")


def _refuse_who_leaves(at_table: Sitting, user: User, token: str) -> None:
    """Raise `NotReliable` if the user finishes too few matches. New players without a figure and
    invited users pass.
    """
    table = at_table.table
    asked = table.opened_by_id == user.pk or any(
        chair.kept_for_id == user.pk for chair in at_table.chairs
    )
    if not table.asks_for or asked or _has_link(table, token):
        return
    known = fair_play([user.pk], clock.now())[user.pk]
    if known.percent is not None and known.percent < table.asks_for:
        raise NotReliable(
            f"This table is open to people who finish {table.asks_for} % of their matches. You "
            f"finish {known.percent} % of {known.matches}. Ask the person who opened it for the "
            "link."
        )


def _has_link(table: Table, token: str) -> bool:
    return bool(token) and table.invite_hash == hash_of(token)


def _refuse_unless_host(at_table: Sitting, user: User) -> None:
    at_table.place(user)
    if at_table.table.opened_by_id != user.pk:
        raise NotYours("Only the person who opened the table can do that.")
    _refuse_once_started(at_table.table)


def _chair(at_table: Sitting, seat: int) -> Chair:
    if not 0 <= seat < len(at_table.chairs):
        raise ChairTaken("This seat does not exist.", field="seat")
    return at_table.chairs[seat]


def _free_for(at_table: Sitting, user: User, seat: int | None) -> Chair:
    chairs = at_table.chairs if seat is None else (_chair(at_table, seat),)
    free = [chair for chair in chairs if chair.is_free_to(user.pk)]
    if not free:
        if any(chair.is_free for chair in chairs):
            raise ChairTaken("This seat is reserved for someone else.", field="seat")
        raise ChairTaken(
            "This seat is taken. Choose another one."
            if seat is not None
            else "There are no free seats left.",
            field="seat",
        )
    return max(free, key=lambda chair: chair.kept_for_id is not None)


def _named(chair: Chair) -> str:
    return chair.title or f"seat {chair.seat + 1}"
