"""A club's hooks: addresses outside to which its public news goes. GMs add them, try them and take
them away.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

from campaign.league.models import Hook, HookDelivery
from campaign.league.selectors.hooks import hooks_of
from core.notifications.services import webhook_client
from core.web.locks import club, locked
from core.web.refusals import Refused, WrongTime
from core.web.text import line

from . import desk_log, hook_outbox

if TYPE_CHECKING:
    from datetime import datetime

    from campaign.league.models import Campaign
    from core.accounts.models import User

MOST: Final = 5


def add(*, campaign: Campaign, name: str, address: str, actor: User, at: datetime) -> Hook:
    """Send the club's news to this address from now on; the club reads in the desk log that it is
    so, not where.

    A tool gets a secret with which what it is sent is signed: `Hook.secret`, to be shown once.
    Raises BadForm for a name that is no name, Refused for an address to which nothing is sent, for
    one that is there already, for one hook too many, and in a try-out, which somebody without an
    account may have begun.
    """
    if campaign.tryout:
        raise Refused(
            "A try-out cannot send news to webhooks. Keep the club first.",
            code="try-out",
        )
    said, address = line(name, field="name", title="Name", max_length=60), address.strip()
    kind = webhook_client.kind_of(address)
    with club(campaign.pk):
        locked(campaign)
        there = hooks_of(campaign)
        if any(hook.address == address and hook.stopped_at is None for hook in there):
            raise Refused(
                "The news is already sent to this address.", field="address", code="hook-known"
            )
        if len(there) >= MOST:
            raise Refused(
                f"A club can have at most {MOST} webhooks. Remove one first.", code="too-many"
            )
        hook = Hook.objects.create(
            campaign=campaign,
            name=said,
            kind=kind,
            address=address,
            secret=secrets.token_hex(32) if kind == webhook_client.Kind.TOOL else "",
            made_by=actor,
            made_at=at,
        )
        desk_log.record(
            campaign_id=campaign.pk, actor=actor, kind="hook-added", at=at, detail=_known(hook)
        )
        return hook


def remove(*, hook: Hook, actor: User, at: datetime) -> None:
    """Send nothing there any more, and forget the address; again does no harm."""
    with club(hook.campaign_id):
        hook = locked(hook)
        if hook.address:
            hook.address, hook.secret, hook.stopped_at, hook.stopped_why = "", "", at, ""
            hook.save(update_fields=["address", "secret", "stopped_at", "stopped_why"])
            desk_log.record(
                campaign_id=hook.campaign_id,
                actor=actor,
                kind="hook-removed",
                at=at,
                detail=_known(hook),
            )


def test(*, hook: Hook, at: datetime) -> None:
    """Have a test message sent; one that failed before is tried again at once.

    Raises WrongTime when the last one is still on its way, or nothing is sent there any more.
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
        if waiting.exclude(fault="").update(next_at=at):
            return
        if waiting.exists():
            raise WrongTime("A test was already sent.", code="test-waiting")
        hook_outbox.put_test(hook=hook, at=at)


def _known(hook: Hook) -> dict[str, str]:
    """What the club reads of a hook."""
    return {"name": hook.name, "to": hook.get_kind_display()}
