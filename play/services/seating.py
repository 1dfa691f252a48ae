"""Seating before the start, which covers sitting down, standing up, placing bots, invite links, and
closing the table.
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
from engine.game import Refusal
from play.models import Chair, Table
from play.notice_kinds import challenged_by
from play.selectors.coaching import to_learn
from play.selectors.fair_play import fair_play
from play.selectors.lobby import last_game, last_seats
from play.selectors.options import host_of
from play.selectors.participants import NoSuchTable
from play.tabletop import registry

from .announcements import announce
from .finishing import finish
from .refusals import ChairTaken, NotReliable, NotYours, WrongStage
from .starting import start_if_full
from .table_lock import LockedTable, lock_table
from .tables import bot_named, game_of, open_against_bots, open_tryout


def sit_down(*, table_id: UUID, user: User, seat: int | None = None, token: str = "") -> Table:
    """Take the requested chair, or else the chair kept for the user, or else the first free chair.
    A user who already has a chair keeps it.

    Outside the lobby, the user needs the `token` of the table's link or a chair that is kept for
    them. The last chair starts the match. Raise `NoSuchTable`, `WrongStage`, `ChairTaken`,
    `Refused` for a guest at a rated table, and `NotReliable` for an uninvited user who finishes
    fewer matches than the table requires.
    """
    with lock_table(table_id) as locked_table:
        _let_in(locked_table, user, token)
        if not any(chair.holder_id == user.pk for chair in locked_table.chairs):
            _refuse_once_started(locked_table.table)
            if user.guest and locked_table.table.rated:
                raise Refused("This match counts for ratings: sign up to play it.", code="guest")
            _refuse_who_stays_away(locked_table.table, user)
            _refuse_who_leaves(locked_table, user, token)
            if any(chair.deputy_id == user.pk for chair in locked_table.chairs):
                raise ChairTaken(
                    "You are a deputy at this table, so you cannot take a seat.", field="seat"
                )
            if any(chair.kept_for_id == user.pk for chair in locked_table.chairs):
                _outdate_notice(locked_table.table, user)
            take_chair(locked_table, _free_for(locked_table, user, seat), user, clock.now())
        return locked_table.table


def play_now(*, user: User, game: str = "") -> Table:
    """Seat the user at a table whose match can start immediately, and return the table.

    The user gets the last free chair of an open table. If there is none, a table against bots is
    opened. Without a `game`, tables of all games count, and the bots play the user's last game. In
    a game with options for a first match, newcomers always play that match against bots. Raise
    `Refused` if the lobby does not offer the game.
    """
    keys = tuple(tabletop.key for tabletop in registry.all_tabletops() if tabletop.lobby)
    if not keys or (game and game not in keys):
        raise Refused("Choose a game from the list.", field="game", code="unknown-game")
    if game and game_of(game).first_options and game in to_learn(user):
        return open_tryout(user=user, game=game)
    for table_id in last_seats(user, frozenset((game,) if game else keys)):
        try:
            return sit_down(table_id=table_id, user=user)
        except (Refusal, NoSuchTable):
            continue
    game = game or last_game(user)
    return open_against_bots(user, game_of(game if game in keys else keys[0]))


def take_chair(locked_table: LockedTable, chair: Chair, user: User, now: datetime) -> None:
    """Seat the user in this chair. If this fills the last chair, the match starts, unless someone
    must still choose a loadout.
    """
    chair.holder, chair.kept_for, chair.loadout = user, None, ""
    locked_table.save_chairs("holder", "kept_for", "loadout")
    announce(locked_table, f"{user.get_username()} takes {_chair_name(chair)}.", now)
    locked_table.publish()
    start_if_full(locked_table, now)


def stand_up(*, table_id: UUID, user: User) -> None:
    """Leave the chair before the match starts. Do nothing if the user has no chair. Raise
    `NoSuchTable` or `WrongStage`.
    """
    with lock_table(table_id) as locked_table:
        locked_table.place(user)
        chair = next((chair for chair in locked_table.chairs if chair.holder_id == user.pk), None)
        if chair is None:
            return
        if locked_table.table.status != Table.Status.OPEN:
            raise WrongStage("The match has started. You can resign it.")
        _clear_chair(locked_table, chair, f"{user.get_username()} leaves their seat.")


def seat_bot(*, table_id: UUID, user: User, seat: int, bot: str = "") -> Table:
    """Put a bot in a free chair at the request of the person who opened the table. Raise
    `NoSuchTable`, `NotYours`, `WrongStage` or `ChairTaken`.
    """
    with lock_table(table_id) as locked_table:
        _refuse_unless_host(locked_table, user)
        chair, now = _chair(locked_table, seat), clock.now()
        if not chair.is_free:
            raise ChairTaken("This seat is already taken.", field="seat")
        chair.bot, chair.kept_for = bot_named(locked_table.tabletop, bot), None
        locked_table.save_chairs("bot", "kept_for")
        locked_table.publish()
        start_if_full(locked_table, now)
        return locked_table.table


def free_seat(*, table_id: UUID, user: User, seat: int) -> None:
    """Remove a person or a bot from their chair, or open a kept chair to everyone, at the request
    of the person who opened the table. Raise `ChairTaken` for that person's own chair.
    """
    with lock_table(table_id) as locked_table:
        _refuse_unless_host(locked_table, user)
        chair = _chair(locked_table, seat)
        if chair.holder_id == user.pk:
            raise ChairTaken("This is your own seat. You can leave it.", field="seat")
        news = f"{user.get_username()} removes the player from {_chair_name(chair)}."
        _clear_chair(locked_table, chair, news if chair.holder_id else "")


def _clear_chair(locked_table: LockedTable, chair: Chair, announcement: str) -> None:
    """Open this chair to everyone, and announce it if there is an announcement."""
    chair.holder, chair.bot, chair.kept_for, chair.loadout = None, "", None, ""
    locked_table.save_chairs("holder", "bot", "kept_for", "loadout")
    if announcement:
        announce(locked_table, announcement, clock.now())
    locked_table.publish()


def decline(*, table_id: UUID, user: User) -> None:
    """Release a chair that is kept for the user at an open table. Do nothing if there is no such
    chair. Raise `NoSuchTable` or `WrongStage`.
    """
    with lock_table(table_id) as locked_table:
        locked_table.place(user)
        kept_chairs = [chair for chair in locked_table.chairs if chair.kept_for_id == user.pk]
        _refuse_once_started(locked_table.table)
        if not kept_chairs:
            return
        for chair in kept_chairs:
            chair.kept_for = None
        locked_table.save_chairs("kept_for")
        _outdate_notice(locked_table.table, user)
        announce(locked_table, f"{user.get_username()} declined the challenge.", clock.now())
        locked_table.publish()


def make_invite(*, table_id: UUID, user: User) -> str:
    """Return the token of a new invite link for the person who opened the table. Only its SHA-256
    hash is stored. Any older link stops working.
    """
    with lock_table(table_id) as locked_table:
        _refuse_unless_host(locked_table, user)
        token = secrets.token_urlsafe(24)
        locked_table.table.invite_hash = hash_token(token)
        locked_table.table.save(update_fields=["invite_hash"])
        return token


def _outdate_notice(table: Table, user: User) -> None:
    """Mark the notice of a challenge as outdated because the user has answered the challenge."""
    if table.opened_by_id:
        cause, now = challenged_by(table.opened_by_id, table.pk), clock.now()
        notices.mark_outdated(user=user.pk, cause_prefix=cause, until=now, now=now)


def hash_token(token: str) -> str:
    """Return the form in which an invite token is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def close_table(*, table_id: UUID, user: User) -> None:
    """Close a table that never started, for the person who opened it. This is idempotent."""
    with lock_table(table_id) as locked_table:
        if locked_table.table.ending == "closed" and locked_table.table.opened_by_id == user.pk:
            return
        _refuse_unless_host(locked_table, user)
        finish(locked_table, None, clock.now(), ending="closed")


def _let_in(locked_table: LockedTable, user: User, token: str) -> None:
    table = locked_table.table
    if table.visibility == Table.Visibility.PRIVATE or not _has_link(table, token):
        locked_table.place(user)


def _refuse_once_started(table: Table) -> None:
    if table.status == Table.Status.PLAYING:
        raise WrongStage("The match has started without you. You can watch it.")
    if table.status == Table.Status.OVER:
        raise WrongStage("This table is over.")


def _refuse_who_stays_away(table: Table, user: User) -> None:
    if table.opened_by_id == user.pk and (reason := host_of(table).stays_away):
        raise ChairTaken(reason, field="seat")


def _refuse_who_leaves(locked_table: LockedTable, user: User, token: str) -> None:
    """Raise `NotReliable` if the user finishes too few matches. New players without a figure and
    invited users are accepted.
    """
    table = locked_table.table
    is_invited = table.opened_by_id == user.pk or any(
        chair.kept_for_id == user.pk for chair in locked_table.chairs
    )
    if not table.asks_for or is_invited or _has_link(table, token):
        return
    figures = fair_play([user.pk], clock.now())[user.pk]
    if figures.percent is not None and figures.percent < table.asks_for:
        raise NotReliable(
            f"This table is open to people who finish {table.asks_for} % of their matches. You "
            f"finish {figures.percent} % of {figures.matches}. Ask the person who opened it for "
            "the link."
        )


def _has_link(table: Table, token: str) -> bool:
    return bool(token) and table.invite_hash == hash_token(token)


def _refuse_unless_host(locked_table: LockedTable, user: User) -> None:
    locked_table.place(user)
    if locked_table.table.opened_by_id != user.pk:
        raise NotYours("Only the person who opened the table can do that.")
    _refuse_once_started(locked_table.table)


def _chair(locked_table: LockedTable, seat: int) -> Chair:
    if not 0 <= seat < len(locked_table.chairs):
        raise ChairTaken("This seat does not exist.", field="seat")
    return locked_table.chairs[seat]


def _free_for(locked_table: LockedTable, user: User, seat: int | None) -> Chair:
    chairs = locked_table.chairs if seat is None else (_chair(locked_table, seat),)
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


def _chair_name(chair: Chair) -> str:
    return chair.title or f"seat {chair.seat + 1}"
