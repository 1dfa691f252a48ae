"""Notices in inboxes. They contain no secrets except those of their reader."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import F, Q
from django_scopes import scopes_disabled

from core.accounts.models import User
from core.notifications.kinds import NoticeKind
from core.notifications.models import Notice
from core.web import bulk
from core.web.moments import next_moment

from . import events, outbox


class Message(NamedTuple):
    """A notice for one person.

    `path` is relative to the club's home ("report/3/") or, if there is no club, to the site
    ("/play/"). `cause` is unique for each person. After `until`, the notice is irrelevant and is no
    longer sent. By default, `until` is the first future time in the text. `about` is the subject
    for tools. It can have a `week` and `season` (numbers), a `team` (slug) and a `table` (id).
    """

    user: UUID
    campaign: UUID | None
    kind: NoticeKind
    text: str
    path: str
    cause: str
    happened_at: datetime
    until: datetime | None = None
    about: Mapping[str, Any] = MappingProxyType({})


def send(messages: Iterable[Message]) -> None:
    """Put notices from any number of campaigns into inboxes and outboxes.

    If the person already has a notice with the same cause, it is not sent again.
    """
    rows = [
        Notice(
            user_id=line.user,
            campaign_id=line.campaign,
            kind=str(line.kind),
            text=line.text,
            path=line.path,
            cause=line.cause,
            at=line.happened_at,
            until=line.until or next_moment(line.text, line.happened_at),
            about=dict(line.about),
        )
        for line in messages
    ]
    bulk.insert_missing(rows)
    outbox.put_deliveries(rows)
    if rows:
        events.number_soon()


def notify(
    users: Iterable[UUID],
    campaign: UUID | None,
    kind: NoticeKind,
    text: str,
    path: str,
    cause: str,
    happened_at: datetime,
) -> None:
    """Put the same notice (`Message`) into the inboxes of several people."""
    send(Message(user, campaign, kind, text, path, cause, happened_at) for user in users)


def expire_at(old_times: Iterable[tuple[UUID, datetime]]) -> None:
    """Stop sending notices about times that have changed.

    The notices stay in the inbox. This takes one query.

    `old_times` contains each campaign and an old time, which is compared with the `until` of
    notices.
    """
    condition = Q()
    for campaign, moment in old_times:
        # Lines contain times without seconds.
        as_named = {moment, moment.replace(second=0, microsecond=0)}
        condition |= Q(campaign=campaign, until__in=as_named)
    if condition:
        with scopes_disabled():
            Notice.objects.filter(condition, read_at=None).update(until=F("at"))


def mark_read(
    *,
    user: User,
    now: datetime,
    notices: Iterable[UUID] | None = None,
    campaign_id: UUID | None = None,
) -> int:
    """Mark a person's notices as read. `notices` and `campaign_id` limit which ones are marked.

    Ids of other people's notices are ignored. Return the number of notices that were marked.
    """
    with scopes_disabled():
        notices_of_user = Notice.objects.filter(user=user, read_at=None)
        if notices is not None:
            notices_of_user = notices_of_user.filter(pk__in=list(notices))
        if campaign_id is not None:
            notices_of_user = notices_of_user.filter(campaign=campaign_id)
        return notices_of_user.update(read_at=now)


def mark_seen(*, user: User, campaign_id: UUID, paths: Collection[str], now: datetime) -> None:
    """Mark a person's notices about a page of a club as read, because they are viewing it."""
    with scopes_disabled():
        notices_of_user = Notice.objects.filter(user=user, campaign=campaign_id, read_at=None)
        notices_of_user.filter(path__in=tuple(paths)).update(read_at=now)


def mark_outdated(*, user: UUID, cause_prefix: str, until: datetime, now: datetime) -> None:
    """Mark older notices as read if their causes begin with `cause_prefix`, because a newer notice
    replaces them.
    """
    with scopes_disabled():
        Notice.objects.filter(
            user=user, read_at=None, cause__startswith=cause_prefix, at__lte=until
        ).update(read_at=now)
