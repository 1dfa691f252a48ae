"""Chat at a table, in the stands and in the channels that the game gives each seat."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from core.accounts.models import User
from core.web import clock
from core.web.refusals import TooFast
from core.web.text import line
from engine import registry as games
from engine.bots import Listens, Remark
from engine.values import Seat
from play.models import Chair, ChatLine, Table
from play.running import Running, dice_of
from play.selectors.channels import channels_in, in_stands
from play.selectors.chat import heard_lines
from play.selectors.options import host_of
from play.selectors.participants import Participant
from play.tabletop.contract import STANDS, TABLE, Channel

from . import live_notify
from .clocks import note_fault
from .idempotency import check_key
from .refusals import NotSeated
from .table_lock import LockedTable, lock_table

MAX_LINE_LENGTH: Final = 500
MAX_LINES: Final = 10
LINE_WINDOW: Final = timedelta(seconds=20)
"""Period in which a person can write at most `MAX_LINES` lines at a table."""


def say(
    *,
    table_id: UUID,
    user: User,
    text: str,
    channel: str = TABLE.key,
    key: str = "",
    seat: int | None = None,
) -> ChatLine:
    """Write a line of plain text in one of the user's channels or in the stands. If a `key` is
    repeated, the same line is returned.

    Raise `NoSuchTable`, `NotSeated` for a user who can only read, `TooFast`, and `BadForm` for a
    line that is empty or too long.
    """
    check_key(key)
    with lock_table(table_id) as locked_table:
        place = locked_table.place(user, seat)
        if key and (
            chat_line := ChatLine.objects.filter(
                table=locked_table.table, user=user, key=key
            ).first()
        ):
            return chat_line
        running = locked_table.running() if locked_table.table.match_id else None
        _refuse_unless_speaking(place, running, channel)
        now = clock.now()
        _refuse_flood(locked_table, user, now)
        clean_text = line(text, field="text", title="Line", max_length=MAX_LINE_LENGTH)
        chat_line = ChatLine.objects.create(
            table=locked_table.table,
            channel=channel,
            chair=place.chair,
            user=user,
            text=clean_text,
            key=key,
            at=now,
        )
        if running is not None and place.chair is not None:
            _let_bots_answer(locked_table, running, chat_line)
        if channel == STANDS.key:
            _wake_stands(locked_table)
        else:
            _wake_readers(locked_table, running, channel)
        return chat_line


def let_bot_say(
    locked_table: LockedTable, running: Running, seat: Seat, remark: Remark
) -> ChatLine | None:
    """Write a bot's remark in the transaction of its move, so that either both or neither are
    stored.

    Return None if the chair's last line was the same. Raise `NotSeated` for a channel in which the
    seat cannot write.
    """
    _refuse_unless_open(running, seat, remark.channel)
    chair = locked_table.chair(seat)
    last = (
        ChatLine.objects.filter(table=locked_table.table, chair=chair, user=None)
        .order_by("-at", "-pk")
        .first()
    )
    if last is not None and last.text == remark.phrase:
        return None
    chat_line = _save_remark(locked_table, chair, remark, clock.now())
    _let_bots_answer(locked_table, running, chat_line)
    _wake_readers(locked_table, running, remark.channel)
    return chat_line


def _save_remark(
    locked_table: LockedTable, chair: Chair, remark: Remark, now: datetime
) -> ChatLine:
    return ChatLine.objects.create(
        table=locked_table.table,
        channel=remark.channel,
        chair=chair,
        text=remark.phrase[:MAX_LINE_LENGTH],
        at=now,
    )


def _let_bots_answer(locked_table: LockedTable, running: Running, line: ChatLine) -> None:
    """Let each listening bot that can read the newest line answer it at most once. Bots do not
    answer other answers. If a bot fails, the line is still kept.

    An answer is a stock phrase that needs no thinking time, so it is chosen here. Its dice depend
    only on the seat and the number of lines, and its time depends on the time of the line. The
    answer therefore does not reveal whether the seat has moved.
    """
    if not locked_table.table.is_playing or locked_table.table.paused_at is not None:
        return
    answers = [
        (chair, remark)
        for chair in locked_table.chairs
        if chair.bot and chair.pk != line.chair_id and (remark := _answer(running, chair, line))
    ]
    answers_by_channel: Counter[str] = Counter()
    for chair, remark in answers:
        answers_by_channel[remark.channel] += 1  # Times reveal nothing about other channels.
        answered_at = line.at + answers_by_channel[remark.channel] * timedelta(milliseconds=1)
        _save_remark(locked_table, chair, remark, answered_at)


def _answer(running: Running, chair: Chair, line: ChatLine) -> Remark | None:
    """Return a bot's answer to the line. Return None for a line that the seat cannot read, because
    an answer would reveal the line.
    """
    bot, seat = games.bot(running.game, chair.bot), Seat(chair.seat)
    if not isinstance(bot, Listens) or not _hears(running, seat, line.channel):
        return None
    try:
        heard_so_far = heard_lines(running, seat, line)
        dice = dice_of(running.match, len(heard_so_far)).in_domain((seat, "answer"))
        remark = bot.having_heard(heard_so_far).answer(running.view(seat), seat, dice)
        if remark is not None:
            _refuse_unless_open(running, seat, remark.channel)
    except Exception as error:  # noqa: BLE001 - the line is kept without an answer
        note_fault("bot_talk_failed", chair.table_id, error)
        return None
    return remark


def _hears(running: Running, seat: Seat, channel: str) -> bool:
    return any(own_channel.key == channel for own_channel in channels_in(running, seat))


def can_speak(place: Participant) -> bool:
    """Return whether the user can write at this table. Players, members before the start, openers
    with a role, and spectators in the stands can write.
    """
    return _speaks_at_table(place) or in_stands(place)


def _speaks_at_table(place: Participant) -> bool:
    if place.seat is not None or place.table.status == Table.Status.OPEN:
        return place.is_member
    return place.table.opened_by_id == place.user.pk and bool(host_of(place.table).title)


def _refuse_unless_speaking(place: Participant, running: Running | None, channel: str) -> None:
    if channel == STANDS.key and in_stands(place):
        return
    if not _speaks_at_table(place):
        raise NotSeated("Only players can write here.")
    _refuse_unless_open(running, place.seat, channel)


def _refuse_unless_open(running: Running | None, seat: Seat | None, channel: str) -> None:
    """Raise `NotSeated` for a muted channel. Unknown channels and other seats' channels give the
    same response.
    """
    open_channel = next(
        (candidate for candidate in _channels(running, seat) if candidate.key == channel), None
    )
    if open_channel is None or open_channel.mute:
        raise NotSeated("You cannot write in this channel.", field="channel")


def _refuse_flood(locked_table: LockedTable, user: User, now: datetime) -> None:
    lately = ChatLine.objects.filter(
        table=locked_table.table, user=user, at__gt=now - LINE_WINDOW
    ).count()
    if lately >= MAX_LINES:
        raise TooFast("You are sending messages too quickly. Wait a few seconds.", field="text")


def _wake_stands(locked_table: LockedTable) -> None:
    """Wake only the spectators' pages, because players can read the stands only after the match."""
    locked_table.table.stands += 1
    locked_table.table.save(update_fields=["stands"])
    live_notify.changed(locked_table.table.pk)


def _wake_readers(locked_table: LockedTable, running: Running | None, channel: str) -> None:
    """Wake only the pages of participants who can read the channel."""
    if any(visible_channel.key == channel for visible_channel in _channels(running, None)):
        locked_table.publish()
        return
    for chair in locked_table.chairs:
        if any(
            visible_channel.key == channel
            for visible_channel in _channels(running, Seat(chair.seat))
        ):
            chair.stamp += 1
    locked_table.save_chairs("stamp")
    live_notify.changed(locked_table.table.pk)


def _channels(running: Running | None, seat: Seat | None) -> tuple[Channel, ...]:
    """Return a seat's channels. Before the start, there is only the table's channel."""
    return (TABLE,) if running is None else channels_in(running, seat)
