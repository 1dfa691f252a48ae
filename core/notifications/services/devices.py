"""The browsers that a person is told on: added, stopped, tried."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.db import IntegrityError

from core.accounts.models import User
from core.notifications.models import PushDelivery, PushSubscription
from core.web.locks import is_double, locked, patient
from core.web.refusals import Busy, Refused, WrongTime
from core.web.text import line

from . import outbox, push_client, web_push

if TYPE_CHECKING:
    from datetime import datetime


MOST: Final = 10
SESSION: Final = "device"
"""Under which a browser's session keeps which device it is, so that signing out stops it."""


def add(
    *,
    user: User,
    endpoint: str,
    p256dh: str,
    auth: str,
    name: str,
    words: bool,
    at: datetime,
) -> PushSubscription:
    """Tell the person on this browser from now on; whoever was told on it before is so no more, for
    a browser is one person's.

    Raises BadForm for a name that is no name, and Refused for an endpoint to which nothing is sent,
    keys that are none, one device too many, and for a guest, whom nobody knows again.
    """
    if user.guest:
        raise Refused("Sign up to get notifications outside the site.", code="guest")
    said, endpoint = line(name, field="name", title="Name", most=60), endpoint.strip()
    push_client.check(endpoint)
    if not web_push.is_browser_key(p256dh, auth):
        raise Refused(
            "These keys are not valid. Send p256dh and auth as returned by the browser.",
            field="p256dh",
            code="bad-keys",
        )
    try:
        with patient():
            locked(User.objects.get(pk=user.pk))
            for other in PushSubscription.objects.filter(endpoint=endpoint).select_for_update():
                _stop(other, at)
            working = PushSubscription.objects.filter(user=user, stopped_at=None)
            if working.count() >= MOST:
                raise Refused(
                    f"You can have at most {MOST} devices. Remove one first.", code="too-many"
                )
            return PushSubscription.objects.create(
                user=user,
                endpoint=endpoint,
                p256dh=p256dh,
                auth=auth,
                vapid=web_push.site_key(),
                name=said,
                words=words,
                made_at=at,
            )
    except IntegrityError as error:
        if is_double(error):
            raise Busy("This browser is already being added. Try again.") from error
        raise


def show_words(*, device: PushSubscription, words: bool) -> None:
    """Whether messages there say what is new, or only that there is something."""
    PushSubscription.objects.filter(pk=device.pk).update(words=words)
    device.words = words


def stop(*, device: PushSubscription, at: datetime) -> None:
    """Send nothing there any more, and forget where it was; again does no harm. One that the
    other side has stopped leaves the person's list.
    """
    with patient():
        _stop(locked(device), at)


def _stop(device: PushSubscription, at: datetime) -> None:
    device.endpoint = device.p256dh = device.auth = device.stopped_why = ""
    device.stopped_at = device.stopped_at or at
    device.save(update_fields=["endpoint", "p256dh", "auth", "stopped_at", "stopped_why"])


def sign_out(*, pk: str, user: User, at: datetime) -> None:
    """Somebody signs out in the browser that is this device: nothing more comes there."""
    for device in PushSubscription.objects.filter(pk=pk, user=user, stopped_at=None):
        stop(device=device, at=at)


def test(*, device: PushSubscription, at: datetime) -> None:
    """Have a test message sent to this browser. Raises WrongTime when nothing is sent there any
    more, and when the last test is still on its way.
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
        if waiting.exclude(fault="").update(next_at=at):
            return
        if waiting.exists():
            raise WrongTime("A test notification was already sent.", code="test-waiting")
        outbox.put_push_test(device=device, at=at)
