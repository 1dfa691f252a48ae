"""Messages to people's own webhooks. All due notices are combined into one message."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.urls import reverse

from core.notifications.kinds import event_of
from core.notifications.models import Notice, OwnHook, OwnHookDelivery
from core.notifications.rules.topics import ChannelName
from core.notifications.selectors.reach import Reach
from core.web.moments import zone_named

from . import webhook_client
from .delivery_worker import DeliveryResult, register
from .personal_channel import PersonalChannel
from .webhook_client import Answer, HookChannel, Kind
from .wording import on_the_site, page_of, source_of, text_of

TEST = "This is a test. Notifications about your selected topics will be sent here."


@register
class OwnHookChannel(PersonalChannel[OwnHookDelivery], HookChannel[OwnHookDelivery]):
    """The channel for messages to people's own webhooks."""

    model = OwnHookDelivery
    channel = ChannelName.HOOK

    def rows(self, ids: Sequence[UUID]) -> list[OwnHookDelivery]:
        """Return the rows in the order of the notices."""
        rows = OwnHookDelivery.objects.filter(pk__among=frozenset(ids)).select_related(
            "notice__campaign", "hook__user"
        )
        return list(rows.order_by("at", "notice__at", "id"))

    def receiver(self, row: OwnHookDelivery) -> UUID:
        """Return the webhook."""
        return row.hook_id

    def recipient(self, row: OwnHookDelivery) -> UUID:
        """Return the owner of the webhook."""
        return row.hook.user_id

    def reaches(self, row: OwnHookDelivery, person: Reach) -> bool:
        """Return whether the webhook still works."""
        return row.hook_id in person.hooks

    def send(self, rows: Sequence[OwnHookDelivery]) -> DeliveryResult:
        """Send one message."""
        hook, notices = rows[0].hook, [row.notice for row in rows if row.notice is not None]
        zone = zone_named(hook.user.timezone)
        return self.send_to_hook(hook, lambda: tell(hook, notices, zone))


def tell(hook: OwnHook, notices: Sequence[Notice], zone: ZoneInfo | None) -> Answer:
    """Send these notices in one message. If there are none, send a test."""
    on_discord = hook.kind == Kind.DISCORD
    return webhook_client.send(
        hook, _for_discord(notices, zone) if on_discord else _for_a_tool(notices, zone)
    )


def _for_discord(notices: Sequence[Notice], zone: ZoneInfo | None) -> dict[str, Any]:
    """Return a message for Discord.

    If the notices come from several clubs, the message names them. It links to the page of a single
    notice, and otherwise to the inbox.
    """
    clubs = {source_of(notice) for notice in notices}
    has_several_clubs = len(clubs) > 1
    title = "Dead Drop" if has_several_clubs or not clubs else min(clubs)
    lines = [
        f"{source_of(notice)}: {text_of(notice, zone)}"
        if has_several_clubs
        else text_of(notice, zone)
        for notice in notices
    ]
    url = on_the_site(page_of(notices[0])) if len(notices) == 1 else on_the_site(reverse("notices"))
    return webhook_client.for_discord(title, lines or [TEST], url)


def _for_a_tool(notices: Sequence[Notice], zone: ZoneInfo | None) -> dict[str, Any]:
    return {
        "test": not notices,
        "url": on_the_site(reverse("notices")),
        "notices": [
            {
                "id": notice.pk,
                "at": notice.at,
                "event": event_of(notice.kind),
                "kind": notice.kind,
                "campaign": notice.campaign.slug if notice.campaign else None,
                "name": source_of(notice),
                "text": text_of(notice, zone),
                "url": on_the_site(page_of(notice)),
                "about": notice.about or {},
                "until": notice.until,
            }
            for notice in notices
        ],
    }
