"""Services with which GMs add, test and remove webhooks for the club's public news."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

from campaign.league.services import desk_log
from campaign.news.models import Hook, HookDelivery
from campaign.news.selectors.hooks import hooks_of
from core.notifications.services import webhook_client
from core.web.locks import club, locked
from core.web.refusals import Refused, WrongTime
from core.web.text import line

from . import hook_outbox

if TYPE_CHECKING:
    from datetime import datetime

    from campaign.league.models import Campaign
    from core.accounts.models import User

MAX_HOOKS: Final = 5


def add(*, campaign: Campaign, name: str, address: str, actor: User, now: datetime) -> Hook:
    """Add a hook that sends the club's news to this address from now on.

    The desk log shows the hook, but not its address. A tool gets a secret that signs its messages
    (`Hook.secret`). The secret must be shown only once. Raise BadForm for an invalid name. Raise
    Refused if the address is not allowed or already in use, and if there are too many hooks.
    Try-outs cannot have hooks, because people can start a try-out without an account.
    """
    if campaign.tryout:
        raise Refused(
            "A try-out cannot send news to webhooks. Keep the club first.",
            code="try-out",
        )
    title, address = line(name, field="name", title="Name", max_length=60), address.strip()
    kind = webhook_client.kind_of(address)
    with club(campaign.pk):
        locked(campaign)
        present = hooks_of(campaign)
        if any(hook.address == address and hook.stopped_at is None for hook in present):
            raise Refused(
                "The news is already sent to this address.", field="address", code="hook-known"
            )
        if len(present) >= MAX_HOOKS:
            raise Refused(
                f"A club can have at most {MAX_HOOKS} webhooks. Remove one first.", code="too-many"
            )
        hook = Hook.objects.create(
            campaign=campaign,
            name=title,
            kind=kind,
            address=address,
            secret=secrets.token_hex(32) if kind == webhook_client.Kind.TOOL else "",
            made_by=actor,
            made_at=now,
        )
        desk_log.record(
            campaign_id=campaign.pk,
            actor=actor,
            kind="hook-added",
            now=now,
            detail=_public_details(hook),
        )
        return hook


def remove(*, hook: Hook, actor: User, now: datetime) -> None:
    """Stop sending news to a hook and delete its address. Repeating this has no effect."""
    with club(hook.campaign_id):
        hook = locked(hook)
        if hook.address:
            hook.address, hook.secret, hook.stopped_at, hook.stopped_why = "", "", now, ""
            hook.save(update_fields=["address", "secret", "stopped_at", "stopped_why"])
            desk_log.record(
                campaign_id=hook.campaign_id,
                actor=actor,
                kind="hook-removed",
                now=now,
                detail=_public_details(hook),
            )


def test(*, hook: Hook, now: datetime) -> None:
    """Send a test message, or retry a message that failed.

    Raise WrongTime if the last message is still pending, or if the hook was stopped.
    """
    with club(hook.campaign_id):
        hook = locked(hook)
        if hook.stopped_at is not None:
            raise WrongTime(
                (
                    "This webhook is no longer active. Remove it and add it again with its new "
                    "address."
                ),
                code="hook-stopped",
            )
        waiting = HookDelivery.objects.filter(
            hook=hook, news=None, state=HookDelivery.State.WAITING
        )
        if waiting.exclude(fault="").update(next_at=now):
            return
        if waiting.exists():
            raise WrongTime("A test was already sent.", code="test-waiting")
        hook_outbox.queue_test(hook=hook, now=now)


def _public_details(hook: Hook) -> dict[str, str]:
    """Return the details of a hook that the whole club can see."""
    return {"name": hook.name, "to": hook.get_kind_display()}
