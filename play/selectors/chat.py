"""What was said in the channels that somebody hears."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from play.models import ChatLine

from .channels import channels_of

if TYPE_CHECKING:
    from datetime import datetime

    from play.tabletop.contract import Channel

    from .seatings import Place


@dataclass(frozen=True)
class Said:
    """A line of talk; `who` is "" when the house says it."""

    channel: str
    who: str
    text: str
    at: datetime

    @property
    def is_house(self) -> bool:
        return not self.who


def channels(place: Place) -> tuple[Channel, ...]:
    """Where this person may listen, and talk where it is not mute."""
    return channels_of(place.table, place.seat)


def lines(place: Place, *, limit: int = 200) -> tuple[Said, ...]:
    """The newest lines of all channels that are heard from here, oldest first."""
    keys = [channel.key for channel in channels(place)]
    rows = ChatLine.objects.filter(table=place.table, channel__in=keys).select_related("user").order_by("-at", "-pk")[:limit]
    return tuple([Said(row.channel, row.user.get_username() if row.user else "", row.text, row.at) for row in reversed(rows)])
