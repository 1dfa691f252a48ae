"""Push messages. For each club, a browser gets one message with all due notices."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, Final
from uuid import UUID
from zoneinfo import ZoneInfo

from django.urls import reverse

from core.notifications.kinds import kind_of
from core.notifications.models import Notice, PushDelivery, PushSubscription
from core.notifications.rules.topics import ChannelName, Topic
from core.notifications.selectors.reach import Reach
from core.web import clock
from core.web.moments import zone_named

from . import push_client, web_push
from .delivery_worker import DeliveryResult, State, register
from .personal_channel import PersonalChannel
from .webhook_client import GONE_STATUSES as GONE_FOR_HOOKS
from .webhook_client import result_of
from .wording import page_of, source_of, text_of

GONE_STATUSES: Final = GONE_FOR_HOOKS - {401}
"""Status codes that mean that a browser no longer accepts messages.

401 is not among them, because a rejected signature is this site's fault.
"""
MAX_TTL: Final = timedelta(days=1)
"""Maximum time for which a push service stores a message."""
GENERIC_TEXT: Final = "You have a new notification."
"""Text for devices that show no details. It reveals nothing to others."""
TEST: Final = (
    "This is a test. Notifications about your selected topics will be sent to this device."
)
MAX_LINES: Final = 4


@register
class PushChannel(PersonalChannel[PushDelivery]):
    """The channel for push messages."""

    model = PushDelivery
    channel = ChannelName.PUSH

    def rows(self, ids: Sequence[UUID]) -> list[PushDelivery]:
        """Return the rows in the order of the notices."""
        rows = PushDelivery.objects.filter(pk__among=frozenset(ids)).select_related(
            "notice__campaign", "subscription__user"
        )
        return list(rows.order_by("at", "notice__at", "id"))

    def receiver(self, row: PushDelivery) -> tuple[UUID, UUID | None]:
        """Return the browser and the club. Each combination has its own message."""
        return row.subscription_id, row.notice.campaign_id if row.notice else None

    def recipient(self, row: PushDelivery) -> UUID:
        """Return the owner of the browser."""
        return row.subscription.user_id

    def reaches(self, row: PushDelivery, person: Reach) -> bool:
        """Return whether the browser still gets messages."""
        return row.subscription_id in person.devices

    def send(self, rows: Sequence[PushDelivery]) -> DeliveryResult:
        """Send one message, unless the browser was stopped after the claim."""
        device = PushSubscription.objects.filter(
            pk=rows[0].subscription_id, stopped_at=None
        ).first()
        if device is None:
            return DeliveryResult(State.NEEDLESS)
        now, notices = clock.now(), [row.notice for row in rows if row.notice is not None]
        signed = web_push.signature(device.endpoint, device.vapid, now)
        if signed is None:
            fault = "the site's push key has changed"
            _stop(device, now, fault)
            return DeliveryResult(State.FAILED, fault)
        body_text = message(device, notices, zone_named(rows[0].subscription.user.timezone))
        headers = {
            "Authorization": signed,
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(_seconds_to_live(notices, now)),
            "Urgency": "high" if _requires_action(notices) else "normal",
        }
        body = web_push.encrypt(body_text, device.p256dh, device.auth)
        answer = push_client.post(device.endpoint, body, headers)
        result = result_of(answer)
        if answer.status in GONE_STATUSES:
            _stop(device, now, result.fault)
        if answer.status == 401:
            return DeliveryResult(State.WAITING, result.fault)
        return result


def _stop(device: PushSubscription, now: datetime, reason: str) -> None:
    """Stop sending to a browser that no longer accepts messages, and forget its address."""
    PushSubscription.objects.filter(pk=device.pk, stopped_at=None).update(
        endpoint="", p256dh="", auth="", stopped_at=now, stopped_why=reason[:80]
    )


def _seconds_to_live(notices: Sequence[Notice], now: datetime) -> int:
    """Return the number of seconds for which a message is relevant, at most a day."""
    ends = [notice.until for notice in notices if notice.until is not None]
    return max(0, int(min([MAX_TTL, *(end - now for end in ends)]).total_seconds()))


def _requires_action(notices: Sequence[Notice]) -> bool:
    """Return whether one of the notices requires an action.

    The push service can see this, but it would also notice it from having to wake the browser.
    """
    return any(kind_of(notice.kind).topic == Topic.WAITS for notice in notices)


def message(device: PushSubscription, notices: Sequence[Notice], zone: ZoneInfo | None) -> bytes:
    """Return a message for the browser's service worker.

    It contains the club's name, sentences, the address of a page, and a tag that makes it replace
    an earlier message from the same club.
    """
    if not notices:
        return _json({"title": "Dead Drop", "lines": [TEST], "tag": "test", "url": _page()})
    first = notices[0]
    content: dict[str, Any] = {
        "title": source_of(first),
        "lines": [GENERIC_TEXT],
        "more": 0,
        "tag": sha256(first.campaign_id.bytes).hexdigest()[:16] if first.campaign_id else "games",
        "url": page_of(first) if len(notices) == 1 else reverse("notices"),
    }
    if not device.words:
        return _json(content)
    lines = [text_of(notice, zone) for notice in notices]
    for line_count in range(min(MAX_LINES, len(lines)), 0, -1):
        full_content = {**content, "lines": lines[-line_count:], "more": len(lines) - line_count}
        if len(body := _json(full_content)) <= web_push.MAX_MESSAGE_BYTES:
            return body
    return _json(content)


def _page() -> str:
    return reverse("reach")


def _json(content: dict[str, Any]) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
