"""News to clubs' hooks: one message to each hook with all that is due for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from campaign.league.models import Hook, HookDelivery
from core.notifications.services.delivery_worker import Channel, DeliveryResult, State, register
from core.web import clock

from . import webhook_client

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from .webhook_client import Answer

DONE: Final = range(200, 300)
BROKEN: Final = 500
GONE: Final = frozenset({401, 404, 410})
LATER: Final = frozenset({0, 403, 429})
"""No answer, a guard before the other side that is shut for a while, and too much at once."""


@register
class WebhookChannel(Channel[HookDelivery]):
    """Messages to Discord and to tools."""

    model = HookDelivery

    def __init__(self) -> None:
        self.deaf: DeliveryResult | None = None
        """What becomes of messages to Discord once it does not answer: it is asked once a batch."""

    def claimed(self, ids: Sequence[UUID]) -> list[HookDelivery]:
        """In the order of the news."""
        rows = HookDelivery.objects.filter(pk__among=frozenset(ids)).select_related(
            "hook__campaign", "news__campaign", "news__week__season"
        )
        return list(rows.order_by("at", "news__at", "news__position", "id"))

    def receiver(self, row: HookDelivery) -> UUID:
        """The hook."""
        return row.hook_id

    def is_needed(self, row: HookDelivery) -> bool:
        """To a hook that was not stopped, of a club that was not put away."""
        return row.hook.stopped_at is None and row.hook.campaign.archived_at is None

    def send(self, rows: Sequence[HookDelivery]) -> DeliveryResult:
        """One message. A GM may have taken the hook away since it was claimed."""
        hook = rows[0].hook
        if not Hook.objects.filter(pk=hook.pk, stopped_at=None).exists():
            return DeliveryResult(State.NEEDLESS)
        on_discord = hook.kind == Hook.Kind.DISCORD
        if on_discord and self.deaf is not None:
            return self.deaf
        answer = webhook_client.tell(hook, [row.news for row in rows if row.news is not None])
        result = _result(hook, answer)
        if on_discord and answer.status == 0:
            self.deaf = result
        return result


def _result(hook: Hook, answer: Answer) -> DeliveryResult:
    """What an answer makes of a message; a hook that is gone is stopped."""
    if answer.status in DONE:
        return DeliveryResult(State.SENT)
    fault = answer.fault or f"the other side answered {answer.status}"
    if answer.status in GONE:
        working = Hook.objects.filter(pk=hook.pk, stopped_at=None)
        working.update(stopped_at=clock.now(), stopped_why=fault[:80])
        return DeliveryResult(State.FAILED, fault)
    again = answer.status in LATER or answer.status >= BROKEN
    return DeliveryResult(State.WAITING if again else State.FAILED, fault, answer.wait)
