"""Chat lines in the channels that a viewer can read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import F, QuerySet

from engine.bots import Heard
from engine.values import Seat
from play.models import ChatLine
from play.running import Running
from play.tabletop.contract import Channel

from .channels import channels_in, channels_of
from .names import names_at
from .participants import Participant

MAX_HEARD_LINES: Final = 300
"""Maximum number of chat lines in a match that a bot remembers."""
MAX_PAGE_LINES: Final = 200
"""Maximum number of lines on a page."""


@dataclass(frozen=True)
class ShownLine:
    """A chat line. `who` is "" for lines from the site. `is_own` is set for the reader's own lines,
    and `bot` is set for lines by bots.
    """

    channel: str
    who: str
    text: str
    at: datetime
    is_own: bool = False
    bot: bool = False

    @property
    def is_house(self) -> bool:
        return not self.who


def channels(place: Participant) -> tuple[Channel, ...]:
    """Return the channels that the viewer can read. The viewer can also write in channels that are
    not muted.
    """
    return channels_of(place)


def lines(place: Participant, *, limit: int = MAX_PAGE_LINES) -> tuple[ShownLine, ...]:
    """Return the newest lines from all channels that the viewer can read, oldest first."""
    keys = [channel.key for channel in channels(place)]
    rows = tuple(_lines(place.table.pk, frozenset(keys))[:limit])
    bots = {
        chair.pk: name for chair, name in zip(place.chairs, names_at(place.chairs), strict=True)
    }
    return tuple(
        ShownLine(
            row.channel,
            _author_name(row, bots),
            row.text,
            row.at,
            row.user_id == place.user.pk,
            row.user_id is None and row.chair_id is not None,
        )
        for row in reversed(rows)
    )


def _lines(table: UUID, channels: frozenset[str]) -> QuerySet[ChatLine]:
    rows = ChatLine.objects.filter(table=table, channel__in=channels).select_related("user")
    return rows.order_by("-at", "-pk")


def heard_lines(running: Running, seat: Seat, last: ChatLine | None = None) -> tuple[Heard, ...]:
    """Return the chat lines in a seat's channels since the match began, oldest first, for a
    listening bot.

    `last` is the newest line. It is placed last, regardless of its time.
    """
    keys = [channel.key for channel in channels_in(running, seat)]
    chat_rows = ChatLine.objects.filter(
        table__match=running.match,
        channel__in=keys,
        chair__isnull=False,
        at__gte=F("table__started_at"),
    )
    if last is not None:
        chat_rows = chat_rows.exclude(pk=last.pk)
    rows = chat_rows.order_by("-at", "-pk").values_list("chair__seat", "channel", "text")[
        :MAX_HEARD_LINES
    ]
    lines = [*reversed(rows)]
    if last is not None and last.chair is not None and last.channel in keys:
        lines.append((last.chair.seat, last.channel, last.text))
    return tuple(
        Heard(seat=Seat(chair_seat), channel=key, phrase=text) for chair_seat, key, text in lines
    )


def _author_name(row: ChatLine, bots: Mapping[UUID, str]) -> str:
    """Return the name of the person or bot that wrote the line, or "" for the site."""
    if row.user is not None:
        return row.user.get_username()
    return bots[row.chair_id] if row.chair_id else ""


def last_channel(place: Participant, lines: Sequence[ShownLine]) -> str:
    """Return the channel in which the viewer last wrote since the match began, or "". Before the
    start, there is only the table's channel.
    """
    since = place.table.started_at
    return next(
        (
            line.channel
            for line in reversed(lines)
            if line.is_own and since is not None and line.at >= since
        ),
        "",
    )
