"""API operations for your notification settings, devices, webhook and test messages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import Annotated, Any, Literal, TypeAlias
from uuid import UUID

from django.conf import settings
from msgspec import Meta

from core.accounts.models import User
from core.notifications.models import Delivery, OwnHookDelivery, PushDelivery, PushSubscription
from core.notifications.rules.acts import NewDevice
from core.notifications.rules.timing import DEFAULT_REMIND_HOURS, Quiet
from core.notifications.rules.topics import ChannelName, Topic
from core.notifications.selectors import deliveries
from core.notifications.selectors import reach as settings_selectors
from core.notifications.services import devices, notification_preferences, own_hooks, web_push
from core.web.api.operations import Body, Call, Record
from core.web.api.permissions import person_door, through
from core.web.api.shapes import Word
from core.web.moments import localize
from core.web.not_found import or_404

State: TypeAlias = Literal["waiting", "sent", "needless", "failed"]
Topics: TypeAlias = Annotated[tuple[Word, ...], Meta(max_length=20)]
Hour: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^([01]\d|2[0-3]):[0-5]\d$", description='In your time zone, for example "22:30".'
    ),
]


class DeviceOut(Record):
    """A browser that gets push messages. If `words` is true, the messages contain the text of
    notices. Otherwise, they only announce the notices. `stopped` is the reason why the browser no
    longer gets messages, or "" if it still does.
    """

    id: UUID
    name: str
    words: bool
    made_at: datetime
    stopped: str


class OwnHookOut(Record):
    """Your own webhook, which has the kind `discord` or `tool`. The address is not shown. `stopped`
    is the reason why the webhook no longer gets messages, or "" if it still does.
    """

    kind: str
    made_at: datetime
    stopped: str


class OwnHookMade(OwnHookOut):
    """A new webhook. `secret` is the key that signs messages to a tool. It is shown only in this
    response, and is "" for Discord.
    """

    secret: str


class QuietHours(Body):
    """Hours in your time zone during which nothing is sent. They include midnight if `begins` is
    later than `ends`. If `wake` is true, notices that would be irrelevant by the end of these hours
    are sent anyway.
    """

    begins: Hour
    ends: Hour
    wake: bool = False


class SentOut(Record):
    """A message sent to you. It is a notice or a test, and a test has neither text nor club.
    Messages that are `needless` were not sent, because you had read the notice, because you had
    turned off its topic, or because it was irrelevant or too old. `fault` is the last error.
    """

    at: datetime
    way: str
    kind: str
    text: str
    campaign: str | None
    state: State
    fault: str


class MyReach(Record):
    """Your notification settings. No email is sent if email does not leave the site (`leaves`) or
    your address is not confirmed. `mail`, `push` and `hook` list the topics of each channel.
    `digest` is the time of the daily email. `remind_hours` is how many hours before a deadline you
    are reminded of missing orders. A browser subscribes with `site_key` (`applicationServerKey`).
    """

    leaves: bool
    address: str
    confirmed: bool
    mail: tuple[str, ...]
    push: tuple[str, ...]
    hook: tuple[str, ...]
    quiet: QuietHours | None
    digest: str | None
    remind_hours: int
    site_key: str
    devices: tuple[DeviceOut, ...]
    own_hook: OwnHookOut | None
    sent: tuple[SentOut, ...]


class WishesIn(Body):
    """All notification settings, with the topics of each channel and the hours."""

    mail: Topics
    push: Topics
    hook: Topics
    quiet: QuietHours | None = None
    digest: Hour | None = None
    remind_hours: Annotated[
        int,
        Meta(
            ge=1,
            le=72,
            description="How many hours before the deadline: 1, 2, 3, 6, 12, 24, 36, 48 or 72.",
        ),
    ] = DEFAULT_REMIND_HOURS


class DeviceWords(Body):
    """Whether messages contain the text of notices."""

    words: bool


class NewOwnHook(Body):
    """The address of a Discord webhook, or of a tool at a host that the site's owner allows."""

    address: Annotated[str, Meta(max_length=500)]


class Try(Body):
    """The channel to test. For `push`, the `device` is also required."""

    way: Literal["mail", "push", "hook"]
    device: UUID | None = None


@person_door()
def my_reach(call: Call) -> MyReach:
    """Return your notification settings and the last messages."""
    return _reach_of(call.user)


@person_door()
def choose_reach(call: Call, body: WishesIn) -> MyReach:
    """Choose the topics of each channel, quiet hours, the daily email and reminders."""
    quiet = body.quiet
    notification_preferences.choose_all(
        user=call.user,
        topics={
            ChannelName.MAIL: body.mail,
            ChannelName.PUSH: body.push,
            ChannelName.HOOK: body.hook,
        },
        quiet=Quiet(_time(quiet.begins), _time(quiet.ends), quiet.wake) if quiet else None,
        digest=_time(body.digest) if body.digest else None,
        remind=body.remind_hours,
    )
    return _reach_of(call.user)


@person_door(status=201)
def add_device(call: Call, body: NewDevice) -> DeviceOut:
    """Enable push messages in this browser.

    If another person used this browser, they no longer get messages there.
    """
    return _device(devices.add_device(user=call.user, new=body, now=call.now))


@dataclass(slots=True, kw_only=True)
class DeviceCall(Call):
    """A call that concerns one of the person's browsers."""

    device: PushSubscription


@contextmanager
def _own_device(call: Call, arguments: dict[str, Any]) -> Iterator[DeviceCall]:
    yield call.extended(DeviceCall, device=_device_or_404(call, arguments.pop("device")))


device_door = through(_own_device)


@device_door
def change_device(call: DeviceCall, body: DeviceWords) -> DeviceOut:
    """Choose whether messages to this browser contain the text of notices."""
    devices.set_text_shown(device=call.device, show_text=body.words)
    return _device(call.device)


@device_door
def stop_device(call: DeviceCall) -> None:
    """Turn off push messages in this browser and forget its address."""
    devices.stop_device(device=call.device, now=call.now)


@person_door()
def put_own_hook(call: Call, body: NewOwnHook) -> OwnHookMade:
    """Set the address of your webhook. The new address replaces any earlier one."""
    hook = own_hooks.set_hook(user=call.user, address=body.address, now=call.now)
    return OwnHookMade(kind=hook.kind, made_at=hook.made_at, stopped="", secret=hook.secret)


@person_door()
def remove_own_hook(call: Call) -> None:
    """Remove your webhook and forget its address."""
    own_hooks.remove_hook(user=call.user, now=call.now)


@person_door()
def try_reach(call: Call, body: Try) -> MyReach:
    """Send yourself a test message."""
    match body.way:
        case "mail":
            notification_preferences.send_test(user=call.user, now=call.now)
        case "hook":
            own_hooks.send_test(user=call.user, now=call.now)
        case "push":
            devices.send_test(device=_device_or_404(call, or_404(body.device)), now=call.now)
    return _reach_of(call.user)


@person_door()
def close_offer(call: Call) -> None:
    """Permanently hide the offer of push messages on all pages."""
    notification_preferences.close_offer(user=call.user)


def _device_or_404(call: Call, device: UUID) -> PushSubscription:
    return or_404(settings_selectors.device_of(call.user, device))


def _time(text: str) -> time:
    return time.fromisoformat(text)


def _hour_text(hour: time) -> str:
    return f"{hour:%H:%M}"


def _reach_of(user: User) -> MyReach:
    preferences, (address, confirmed) = (
        settings_selectors.preferences_of(user),
        deliveries.address_of(user),
    )
    mail, push, hook = (
        tuple(topic for topic in Topic if topic in preferences.topics[channel])
        for channel in (ChannelName.MAIL, ChannelName.PUSH, ChannelName.HOOK)
    )
    own_hook, quiet = settings_selectors.hook_of(user), preferences.quiet
    return MyReach(
        leaves=settings.MAIL_LEAVES,
        address=address,
        confirmed=confirmed,
        mail=mail,
        push=push,
        hook=hook,
        quiet=quiet
        and QuietHours(
            begins=_hour_text(quiet.begins), ends=_hour_text(quiet.ends), wake=quiet.wake
        ),
        digest=_hour_text(preferences.digest) if preferences.digest else None,
        remind_hours=preferences.remind,
        site_key=web_push.site_key(),
        devices=tuple(map(_device, settings_selectors.devices_of(user))),
        own_hook=OwnHookOut(
            kind=own_hook.kind, made_at=own_hook.made_at, stopped=own_hook.stopped_why
        )
        if own_hook
        else None,
        sent=tuple(map(_sent, deliveries.sent_to(user))),
    )


def _device(row: PushSubscription) -> DeviceOut:
    return DeviceOut(
        id=row.pk, name=row.name, words=row.words, made_at=row.made_at, stopped=row.stopped_why
    )


def _sent(row: Delivery | PushDelivery | OwnHookDelivery) -> SentOut:
    state: State = row.state  # type: ignore[assignment]
    match row:
        case PushDelivery():
            channel = ChannelName.PUSH
        case OwnHookDelivery():
            channel = ChannelName.HOOK
        case _:
            channel = ChannelName.MAIL
    notice = row.notice
    return SentOut(
        at=row.at,
        way=channel,
        kind=notice.kind if notice else "test",
        text=localize(notice.text, UTC) if notice else "",
        campaign=notice.campaign.slug if notice and notice.campaign else None,
        state=state,
        fault=row.fault,
    )
