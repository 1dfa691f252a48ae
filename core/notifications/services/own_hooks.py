"""A person's own hook: one address outside to which their notices go."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from core.accounts.models import User
from core.notifications.models import OwnHook, OwnHookDelivery
from core.web.locks import locked, patient
from core.web.refusals import Refused, WrongTime

from . import outbox, webhook_client

if TYPE_CHECKING:
    from datetime import datetime


def put(*, user: User, address: str, at: datetime) -> OwnHook:
    """Send the person's notices to this address from now on, and to no other of theirs.

    A tool gets a secret with which what it is sent is signed: `OwnHook.secret`, to be shown once.
    Raises Refused for an address to which nothing is sent, and for a guest.
    """
    if user.guest:
        raise Refused("Sign up to get notifications outside the site.", code="guest")
    address = address.strip()
    kind = webhook_client.kind_of(address)
    with patient():
        locked(User.objects.get(pk=user.pk))
        _forget(user, at)
        return OwnHook.objects.create(
            user=user,
            kind=kind,
            address=address,
            secret=secrets.token_hex(32) if kind == webhook_client.Kind.TOOL else "",
            made_at=at,
        )


def remove(*, user: User, at: datetime) -> None:
    """Send nothing there any more, and forget the address; again does no harm."""
    with patient():
        locked(User.objects.get(pk=user.pk))
        _forget(user, at)


def _forget(user: User, at: datetime) -> None:
    for hook in OwnHook.objects.filter(user=user).exclude(address=""):
        hook.address = hook.secret = hook.stopped_why = ""
        hook.stopped_at = hook.stopped_at or at
        hook.save(update_fields=["address", "secret", "stopped_at", "stopped_why"])


def test(*, user: User, at: datetime) -> None:
    """Have a test message sent; one that failed before is tried again at once. Raises WrongTime
    where there is no hook that works, and when the last test is still on its way.
    """
    with patient():
        locked(User.objects.get(pk=user.pk))
        hook = OwnHook.objects.filter(user=user, stopped_at=None).first()
        if hook is None:
            raise WrongTime("You don’t have an active webhook. Add one first.", code="no-hook")
        waiting = OwnHookDelivery.objects.filter(
            hook=hook, notice=None, state=OwnHookDelivery.State.WAITING
        )
        if waiting.exclude(fault="").update(next_at=at):
            return
        if waiting.exists():
            raise WrongTime("A test notification was already sent.", code="test-waiting")
        outbox.put_hook_test(hook=hook, at=at)
