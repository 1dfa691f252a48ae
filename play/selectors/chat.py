"""What was said in the channels that somebody hears."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from play.models import ChatLine

from .channels import channels_of
from .names import names_at

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

    from play.tabletop.contract import Channel

    from .participants import Participant


@dataclass(frozen=True)
class Said:
    """A line of talk: `who` is "" when the house says it, `mine` when its reader did, `bot` when a
    bot did.
    """

    channel: str
    who: str
    text: str
    at: datetime
    mine: bool = False
    bot: bool = False

    @property
    def is_house(self) -> bool:
        return not self.who


def channels(place: Participant) -> tuple[Channel, ...]:
    """Where this person may listen, and talk where it is not mute."""
    return channels_of(place.table, place.seat)


def lines(place: Participant, *, limit: int = 200) -> tuple[Said, ...]:
    """The newest lines of all channels that are heard from here, oldest first."""
    keys = [channel.key for channel in channels(place)]
    rows = (
        ChatLine.objects.filter(table=place.table, channel__in=keys)
        .select_related("user")
        .order_by("-at", "-pk")[:limit]
    )
    bots = {
        chair.pk: name for chair, name in zip(place.chairs, names_at(place.chairs), strict=True)
    }
    return tuple(
        [
            Said(
                row.channel,
                _who(row, bots),
                row.text,
                row.at,
                row.user_id == place.user.pk,
                row.user_id is None and row.chair_id is not None,
            )
            for row in reversed(rows)
        ]
    )


def _who(row: ChatLine, bots: Mapping[UUID, str]) -> str:
    """The person who said it, else the bot in the chair that did; nobody for the house."""
    if row.user is not None:
        return row.user.get_username()
    return bots[row.chair_id] if row.chair_id else ""


def last_channel(place: Participant, lines: Sequence[Said]) -> str:
    """Where this person spoke last since the match began; "" if nowhere: before the start there is
    only the table.
    """
    since = place.table.started_at
    return next(
        (
            line.channel
            for line in reversed(lines)
            if line.mine and since is not None and line.at >= since
        ),
        "",
    )
