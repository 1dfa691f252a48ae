"""Messages to people's browsers: one to each browser and club, with all that is due there."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.urls import reverse

from core.notifications.kinds import kind_of
from core.notifications.models import PushDelivery, PushSubscription
from core.notifications.rules.topics import Topic, Way
from core.web import clock
from core.web.moments import zone_named

from . import push_client, web_push
from .delivery_worker import DeliveryResult, State, register
from .personal_channel import PersonalChannel
from .webhook_client import GONE as GONE_FOR_HOOKS
from .webhook_client import result_of
from .wording import page_of, source_of, words_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from zoneinfo import ZoneInfo

    from core.notifications.models import Notice
    from core.notifications.selectors.reach import Reach

GONE: Final = GONE_FOR_HOOKS - {401}
"""Answers after which a browser takes no messages any more. That a signature is not liked is the
site's own fault, and no browser's.
"""
AT_MOST: Final = timedelta(days=1)
"""So long a push service keeps a message for a browser that is away."""
NEWS: Final = "You have a new notification."
"""What is said where a device shows no words: who looks at it learns nothing else, not even whether
something waits.
"""
TEST: Final = (
    "This is a test. Notifications about your selected topics will be sent to this device."
)
LINES: Final = 4


@register
class PushChannel(PersonalChannel[PushDelivery]):
    """Push messages."""

    model = PushDelivery
    way = Way.PUSH

    def rows(self, ids: Sequence[UUID]) -> list[PushDelivery]:
        """In the order of the notices."""
        rows = PushDelivery.objects.filter(pk__among=frozenset(ids)).select_related(
            "notice__campaign", "subscription__user"
        )
        return list(rows.order_by("at", "notice__at", "id"))

    def receiver(self, row: PushDelivery) -> tuple[UUID, UUID | None]:
        """The browser; each club there has a message of its own."""
        return row.subscription_id, row.notice.campaign_id if row.notice else None

    def person_of(self, row: PushDelivery) -> UUID:
        """Whose browser it is."""
        return row.subscription.user_id

    def reaches(self, row: PushDelivery, person: Reach) -> bool:
        """While nobody has stopped it."""
        return row.subscription_id in person.devices

    def send(self, rows: Sequence[PushDelivery]) -> DeliveryResult:
        """One message. A browser may have been stopped since it was claimed."""
        device = PushSubscription.objects.filter(
            pk=rows[0].subscription_id, stopped_at=None
        ).first()
        if device is None:
            return DeliveryResult(State.NEEDLESS)
        now, notices = clock.now(), [row.notice for row in rows if row.notice is not None]
        signed = web_push.signature(device.endpoint, device.vapid, now)
        if signed is None:
            fault = "the site has another key now"
            _stop(device, now, fault)
            return DeliveryResult(State.FAILED, fault)
        said = message(device, notices, zone_named(rows[0].subscription.user.timezone))
        headers = {
            "Authorization": signed,
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(_keeps(notices, now)),
            "Urgency": "high" if _waits(notices) else "normal",
        }
        body = web_push.encrypt(said, device.p256dh, device.auth)
        answer = push_client.post(device.endpoint, body, headers)
        result = result_of(answer)
        if answer.status in GONE:
            _stop(device, now, result.fault)
        if answer.status == 401:
            return DeliveryResult(State.WAITING, result.fault)
        return result


def _stop(device: PushSubscription, at: datetime, why: str) -> None:
    """It takes messages no more: forget where it was."""
    PushSubscription.objects.filter(pk=device.pk, stopped_at=None).update(
        endpoint="", p256dh="", auth="", stopped_at=at, stopped_why=why[:80]
    )


def _keeps(notices: Sequence[Notice], now: datetime) -> int:
    """For how many seconds it may be kept: what arrives late must still be so."""
    ends = [notice.until for notice in notices if notice.until is not None]
    return max(0, int(min([AT_MOST, *(end - now for end in ends)]).total_seconds()))


def _waits(notices: Sequence[Notice]) -> bool:
    """Whether one of them waits for the person. Push services read this: of a browser that shows no
    words it tells them no more than when it is woken.
    """
    return any(kind_of(notice.kind).topic == Topic.WAITS for notice in notices)


def message(device: PushSubscription, notices: Sequence[Notice], zone: ZoneInfo | None) -> bytes:
    """What the browser is told, as its service worker reads it: the club's name, sentences, where a
    press leads, and a word under which it replaces what was shown of this club before.
    """
    if not notices:
        return _json({"title": "Dead Drop", "lines": [TEST], "tag": "test", "url": _page()})
    first = notices[0]
    said: dict[str, Any] = {
        "title": source_of(first),
        "lines": [NEWS],
        "more": 0,
        "tag": sha256(first.campaign_id.bytes).hexdigest()[:16] if first.campaign_id else "games",
        "url": page_of(first) if len(notices) == 1 else reverse("notices"),
    }
    if not device.words:
        return _json(said)
    lines = [words_of(notice, zone) for notice in notices]
    for shown in range(min(LINES, len(lines)), 0, -1):
        told_all = {**said, "lines": lines[-shown:], "more": len(lines) - shown}
        if len(body := _json(told_all)) <= web_push.LONGEST:
            return body
    return _json(said)


def _page() -> str:
    return reverse("reach")


def _json(said: dict[str, Any]) -> bytes:
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()
