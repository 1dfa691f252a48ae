"""Notices: a line in a person's inbox that says what is new and where to read it. A notice holds no
secret but its reader's own.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import F, Q
from django_scopes import scopes_disabled

from core.accounts.models import User
from core.notifications.models import Notice
from core.web import bulk
from core.web.moments import next_moment

from . import events, outbox

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

    from core.notifications.kinds import NoticeKind


class Message(NamedTuple):
    """One line for one person. `path` is relative to the club's home ("report/3/"), without a
    club a page of the site ("/play/"); `cause` is unique for the person. After `until` what it
    says is over, and it leaves the site no more; where nothing else is said, that is the first
    moment to come that the line itself names. `about` says the same to tools: any of the `week` and
    `season` by number, the `team` by slug, the `table` by id.
    """

    user: UUID
    campaign: UUID | None
    kind: NoticeKind
    text: str
    path: str
    cause: str
    at: datetime
    until: datetime | None = None
    about: Mapping[str, Any] = MappingProxyType({})


def send(messages: Iterable[Message]) -> None:
    """Put lines into inboxes, of any number of campaigns. A line sent before under the same cause
    is not sent again.

    Whoever wants to hear of such lines elsewhere does so (`outbox`).
    """
    rows = [
        Notice(
            user_id=line.user,
            campaign_id=line.campaign,
            kind=str(line.kind),
            text=line.text,
            path=line.path,
            cause=line.cause,
            at=line.at,
            until=line.until or next_moment(line.text, line.at),
            about=dict(line.about),
        )
        for line in messages
    ]
    bulk.insert_missing(rows)
    outbox.put_deliveries(rows)
    if rows:
        events.number_soon()


def overtake(moved: Iterable[tuple[UUID, datetime]]) -> None:
    """These moments of these campaigns are others now: what was to be over at one of them says
    nothing true any more, and leaves the site no more. The inbox keeps it. One query.
    """
    about = Q()
    for campaign, moment in moved:
        named = {moment, moment.replace(second=0, microsecond=0)}  # as lines name them
        about |= Q(campaign=campaign, until__in=named)
    if about:
        with scopes_disabled():
            Notice.objects.filter(about, read_at=None).update(until=F("at"))


def mark_read(
    *,
    user: User,
    at: datetime,
    notices: Iterable[UUID] | None = None,
    campaign_id: UUID | None = None,
) -> int:
    """Mark a person's own notices as read: those named, or all (of one campaign). Others' ids do
    nothing. The number marked.
    """
    with scopes_disabled():
        mine = Notice.objects.filter(user=user, read_at=None)
        if notices is not None:
            mine = mine.filter(pk__in=list(notices))
        if campaign_id is not None:
            mine = mine.filter(campaign=campaign_id)
        return mine.update(read_at=at)


def mark_seen(*, user: User, campaign_id: UUID, paths: Sequence[str], at: datetime) -> None:
    """Mark a person's notices about this page of a club as read: they are looking at it."""
    with scopes_disabled():
        mine = Notice.objects.filter(user=user, campaign=campaign_id, read_at=None)
        mine.filter(path__in=paths).update(read_at=at)


def outdate(*, user: UUID, about: str, until: datetime, at: datetime) -> None:
    """Count as read what a person was told until that moment under causes that begin so: a newer
    notice says what holds now.
    """
    with scopes_disabled():
        Notice.objects.filter(
            user=user, read_at=None, cause__startswith=about, at__lte=until
        ).update(read_at=at)
