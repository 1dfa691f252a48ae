"""A person's notices to their own hook: one message with all that is due."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.urls import reverse

from core.notifications.kinds import event_of
from core.notifications.models import OwnHookDelivery
from core.notifications.rules.topics import Way
from core.web.moments import zone_named

from . import webhook_client
from .delivery_worker import DeliveryResult, register
from .personal_channel import PersonalChannel
from .webhook_client import HookChannel, Kind
from .wording import on_the_site, page_of, source_of, words_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID
    from zoneinfo import ZoneInfo

    from core.notifications.models import Notice, OwnHook
    from core.notifications.selectors.reach import Reach

    from .webhook_client import Answer

TEST = "This is a test. Notifications about your selected topics will be sent here."


@register
class OwnHookChannel(PersonalChannel[OwnHookDelivery], HookChannel[OwnHookDelivery]):
    """Messages to people's own hooks."""

    model = OwnHookDelivery
    way = Way.HOOK

    def rows(self, ids: Sequence[UUID]) -> list[OwnHookDelivery]:
        """In the order of the notices."""
        rows = OwnHookDelivery.objects.filter(pk__among=frozenset(ids)).select_related(
            "notice__campaign", "hook__user"
        )
        return list(rows.order_by("at", "notice__at", "id"))

    def receiver(self, row: OwnHookDelivery) -> UUID:
        """The hook."""
        return row.hook_id

    def person_of(self, row: OwnHookDelivery) -> UUID:
        """Whose hook it is."""
        return row.hook.user_id

    def reaches(self, row: OwnHookDelivery, person: Reach) -> bool:
        """While nobody has stopped it."""
        return row.hook_id in person.hooks

    def send(self, rows: Sequence[OwnHookDelivery]) -> DeliveryResult:
        """One message."""
        hook, notices = rows[0].hook, [row.notice for row in rows if row.notice is not None]
        zone = zone_named(hook.user.timezone)
        return self.leave(hook, lambda: tell(hook, notices, zone))


def tell(hook: OwnHook, notices: Sequence[Notice], zone: ZoneInfo | None) -> Answer:
    """Send these notices, all in one message; without any, a test."""
    on_discord = hook.kind == Kind.DISCORD
    return webhook_client.send(
        hook, _for_discord(notices, zone) if on_discord else _for_a_tool(notices, zone)
    )


def _for_discord(notices: Sequence[Notice], zone: ZoneInfo | None) -> dict[str, Any]:
    """Each line with its club, where there are several; the way to the page of a single one."""
    clubs = {source_of(notice) for notice in notices}
    many = len(clubs) > 1
    title = "Dead Drop" if many or not clubs else min(clubs)
    lines = [
        f"{source_of(notice)}: {words_of(notice, zone)}" if many else words_of(notice, zone)
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
                "text": words_of(notice, zone),
                "url": on_the_site(page_of(notice)),
                "about": notice.about or {},
                "until": notice.until,
            }
            for notice in notices
        ],
    }
