"""Services that set, remove and test a person's own webhook."""

from __future__ import annotations

import secrets
from datetime import datetime

from core.accounts.models import User
from core.notifications.models import OwnHook, OwnHookDelivery
from core.web.locks import locked, patient
from core.web.refusals import Refused, WrongTime

from . import outbox, webhook_client


def set_hook(*, user: User, address: str, now: datetime) -> OwnHook:
    """Set the address of a person's webhook. The new address replaces any earlier one.

    Messages to a tool are signed with `OwnHook.secret`, which should be shown once. Raise Refused
    if the address is not allowed, and for guests.
    """
    if user.guest:
        raise Refused("Sign up to get notifications outside the site.", code="guest")
    address = address.strip()
    kind = webhook_client.kind_of(address)
    with patient():
        locked(User.objects.get(pk=user.pk))
        _forget(user, now)
        return OwnHook.objects.create(
            user=user,
            kind=kind,
            address=address,
            secret=secrets.token_hex(32) if kind == webhook_client.Kind.TOOL else "",
            made_at=now,
        )


def remove_hook(*, user: User, now: datetime) -> None:
    """Remove the webhook and forget its address. This is idempotent."""
    with patient():
        locked(User.objects.get(pk=user.pk))
        _forget(user, now)


def _forget(user: User, now: datetime) -> None:
    for hook in OwnHook.objects.filter(user=user).exclude(address=""):
        hook.address = hook.secret = hook.stopped_why = ""
        hook.stopped_at = hook.stopped_at or now
        hook.save(update_fields=["address", "secret", "stopped_at", "stopped_why"])


def send_test(*, user: User, now: datetime) -> None:
    """Send a test message, or retry a failed one immediately.

    Raise WrongTime if there is no working webhook or the last test has not been sent yet.
    """
    with patient():
        locked(User.objects.get(pk=user.pk))
        hook = OwnHook.objects.filter(user=user, stopped_at=None).first()
        if hook is None:
            raise WrongTime("You don’t have an active webhook. Add one first.", code="no-hook")
        waiting = OwnHookDelivery.objects.filter(
            hook=hook, notice=None, state=OwnHookDelivery.State.WAITING
        )
        if waiting.exclude(fault="").update(next_at=now):
            return
        if waiting.exists():
            raise WrongTime("A test notification was already sent.", code="test-waiting")
        outbox.put_hook_test(hook=hook, now=now)
