"""Services that add, stop and test a person's browsers for push messages."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import IntegrityError

from core.accounts.models import User
from core.notifications.models import PushDelivery, PushSubscription
from core.notifications.rules.acts import NewDevice
from core.web.locks import is_double, locked, patient
from core.web.refusals import Busy, Refused, WrongTime
from core.web.text import line

from . import outbox, push_client, web_push

MAX_DEVICES: Final = 10
SESSION: Final = "device"
"""Session key for the id of the browser's subscription, so that signing out stops it."""


def add_device(*, user: User, new: NewDevice, now: datetime) -> PushSubscription:
    """Start sending a person's notices to this browser.

    If another person used this browser, they no longer get notices there.

    Raise BadForm for an invalid name. Raise Refused for an invalid endpoint, for invalid keys, for
    too many devices, and for guests.
    """
    if user.guest:
        raise Refused("Sign up to get notifications outside the site.", code="guest")
    device_name = line(new.name, field="name", title="Name", max_length=60)
    endpoint = new.endpoint.strip()
    push_client.check(endpoint)
    if not web_push.is_browser_key(new.p256dh, new.auth):
        raise Refused(
            "These keys are not valid. Send p256dh and auth as returned by the browser.",
            field="p256dh",
            code="bad-keys",
        )
    try:
        with patient():
            locked(User.objects.get(pk=user.pk))
            for other in PushSubscription.objects.filter(endpoint=endpoint).select_for_update():
                _stop(other, now)
            working = PushSubscription.objects.filter(user=user, stopped_at=None)
            if working.count() >= MAX_DEVICES:
                raise Refused(
                    f"You can have at most {MAX_DEVICES} devices. Remove one first.",
                    code="too-many",
                )
            return PushSubscription.objects.create(
                user=user,
                endpoint=endpoint,
                p256dh=new.p256dh,
                auth=new.auth,
                vapid=web_push.site_key(),
                name=device_name,
                words=new.words,
                made_at=now,
            )
    except IntegrityError as error:
        if is_double(error):
            raise Busy("This browser is already being added. Try again.") from error
        raise


def set_text_shown(*, device: PushSubscription, show_text: bool) -> None:
    """Choose whether messages contain the text of notices."""
    PushSubscription.objects.filter(pk=device.pk).update(words=show_text)
    device.words = show_text


def stop_device(*, device: PushSubscription, now: datetime) -> None:
    """Stop sending to a browser and forget its address.

    This is idempotent.

    A browser that its push service stopped disappears from the person's list.
    """
    with patient():
        _stop(locked(device), now)


def _stop(device: PushSubscription, now: datetime) -> None:
    device.endpoint = device.p256dh = device.auth = device.stopped_why = ""
    device.stopped_at = device.stopped_at or now
    device.save(update_fields=["endpoint", "p256dh", "auth", "stopped_at", "stopped_why"])


def sign_out(*, pk: str, user: User, now: datetime) -> None:
    """Stop sending to a browser when its user signs out."""
    for device in PushSubscription.objects.filter(pk=pk, user=user, stopped_at=None):
        stop_device(device=device, now=now)


def send_test(*, device: PushSubscription, now: datetime) -> None:
    """Send a test message to this browser.

    Raise WrongTime if the browser is stopped or the last test has not been sent yet.
    """
    with patient():
        device = locked(device)
        if device.stopped_at is not None:
            raise WrongTime(
                "Notifications are turned off for that device. Turn them on again on the device.",
                code="device-stopped",
            )
        waiting = PushDelivery.objects.filter(
            subscription=device, notice=None, state=PushDelivery.State.WAITING
        )
        if waiting.exclude(fault="").update(next_at=now):
            return
        if waiting.exists():
            raise WrongTime("A test notification was already sent.", code="test-waiting")
        outbox.put_push_test(device=device, now=now)
