"""How the person who asks is reached: what they want to hear of by which way and when, the browsers
and the hook that are told, a test of each.
"""

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
from core.notifications.rules.timing import REMIND_USUAL, Quiet
from core.notifications.rules.topics import Topic, Way
from core.notifications.selectors import deliveries
from core.notifications.selectors import reach as known
from core.notifications.services import devices, notification_preferences, own_hooks, web_push
from core.web.api.operations import Body, Call, Record
from core.web.api.permissions import person_door, through
from core.web.api.shapes import Word
from core.web.moments import told
from core.web.not_found import or_404

State: TypeAlias = Literal["waiting", "sent", "needless", "failed"]
Topics: TypeAlias = Annotated[tuple[Word, ...], Meta(max_length=20)]
Hour: TypeAlias = Annotated[
    str, Meta(pattern=r"^([01]\d|2[0-3]):[0-5]\d$", description='By my own clock: "22:30".')
]


class DeviceOut(Record):
    """A browser that I am told on. With `words` its messages say what is new, otherwise that there
    is something. `stopped` is why nothing is sent there any more, "" while it is.
    """

    id: UUID
    name: str
    words: bool
    made_at: datetime
    stopped: str


class OwnHookOut(Record):
    """My own hook: to `discord` or to a `tool`; its address is told to nobody. `stopped` is why
    nothing is sent there any more, "" while it is.
    """

    kind: str
    made_at: datetime
    stopped: str


class OwnHookMade(OwnHookOut):
    """A hook just made. `secret` signs what a tool is sent, told only now; "" for Discord."""

    secret: str


class QuietHours(Body):
    """Hours in which nothing leaves, by my own clock; over midnight where `begins` is later than
    `ends`. With `wake`, what would be over by then comes all the same.
    """

    begins: Hour
    ends: Hour
    wake: bool = False


class SentOut(Record):
    """Something sent to me: a notice of a club, or a test, which has neither text nor club.
    `needless`: it was not sent, because I had read it, or it was over, or I did not want it any
    more, or it had grown old. `fault` is what went wrong last.
    """

    at: datetime
    way: str
    kind: str
    text: str
    campaign: str | None
    state: State
    fault: str


class MyReach(Record):
    """How I am reached. Where no mail `leaves` the site, or my address is not confirmed, nothing is
    mailed. `mail`, `push` and `hook` are the topics that I want by each way. `digest` is the hour
    of my one letter a day, `remind_hours` how long before their deadline I am reminded of orders
    that are not written. `site_key` is what a browser subscribes with (`applicationServerKey`).
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
    """All that I want: the topics of each way, and the hours."""

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
    ] = REMIND_USUAL


class NewDevice(Body):
    """A browser's push subscription, as the browser says it: `endpoint`, and its keys in base64 for
    addresses.
    """

    endpoint: Annotated[str, Meta(max_length=1000)]
    p256dh: Annotated[str, Meta(max_length=100)]
    auth: Annotated[str, Meta(max_length=30)]
    name: Word = "A browser"
    words: bool = False


class DeviceWords(Body):
    """Whether messages there say what is new."""

    words: bool


class NewOwnHook(Body):
    """Where my notices are to go: a webhook of Discord's, or a tool at a host that the site's owner
    has named.
    """

    address: Annotated[str, Meta(max_length=500)]


class Try(Body):
    """By which way a test is to come; `device` says on which browser, for `push`."""

    way: Literal["mail", "push", "hook"]
    device: UUID | None = None


@person_door()
def my_reach(call: Call) -> MyReach:
    """How I am reached, and what was sent last."""
    return _reach_of(call.user)


@person_door()
def choose_reach(call: Call, body: WishesIn) -> MyReach:
    """Hear of these topics by these ways from now on, at these hours, and of nothing else."""
    quiet = body.quiet
    notification_preferences.choose_all(
        user=call.user,
        topics={Way.MAIL: body.mail, Way.PUSH: body.push, Way.HOOK: body.hook},
        quiet=Quiet(_time(quiet.begins), _time(quiet.ends), quiet.wake) if quiet else None,
        digest=_time(body.digest) if body.digest else None,
        remind=body.remind_hours,
    )
    return _reach_of(call.user)


@person_door(status=201)
def add_device(call: Call, body: NewDevice) -> DeviceOut:
    """Tell me on this browser from now on; whoever was told on it before is so no more."""
    return _device(
        devices.add(
            user=call.user,
            endpoint=body.endpoint,
            p256dh=body.p256dh,
            auth=body.auth,
            name=body.name,
            words=body.words,
            at=call.now,
        )
    )


@dataclass(slots=True, kw_only=True)
class DeviceCall(Call):
    """A call about a browser of the person's own."""

    device: PushSubscription


@contextmanager
def _own_device(call: Call, named: dict[str, Any]) -> Iterator[DeviceCall]:
    yield DeviceCall(
        request=call.request,
        user=call.user,
        now=call.now,
        headers=call.headers,
        device=_known(call, named.pop("device")),
    )


device_door = through(_own_device)


@device_door
def change_device(call: DeviceCall, body: DeviceWords) -> DeviceOut:
    """Show the words on this browser, or only that there is news."""
    devices.show_words(device=call.device, words=body.words)
    return _device(call.device)


@device_door
def stop_device(call: DeviceCall) -> None:
    """Send nothing to this browser any more, and forget where it was."""
    devices.stop(device=call.device, at=call.now)


@person_door()
def put_own_hook(call: Call, body: NewOwnHook) -> OwnHookMade:
    """Send my notices to this address from now on, and to no other."""
    made = own_hooks.put(user=call.user, address=body.address, at=call.now)
    return OwnHookMade(kind=made.kind, made_at=made.made_at, stopped="", secret=made.secret)


@person_door()
def remove_own_hook(call: Call) -> None:
    """Send nothing there any more, and forget the address."""
    own_hooks.remove(user=call.user, at=call.now)


@person_door()
def try_reach(call: Call, body: Try) -> MyReach:
    """Have a test sent to me."""
    match body.way:
        case "mail":
            notification_preferences.test(user=call.user, at=call.now)
        case "hook":
            own_hooks.test(user=call.user, at=call.now)
        case "push":
            devices.test(device=_known(call, or_404(body.device)), at=call.now)
    return _reach_of(call.user)


@person_door()
def close_offer(call: Call) -> None:
    """Never be offered messages to this device again on the site's pages."""
    notification_preferences.close_offer(user=call.user)


def _known(call: Call, device: UUID) -> PushSubscription:
    return or_404(known.device_of(call.user, device))


def _time(said: str) -> time:
    return time.fromisoformat(said)


def _said(hour: time) -> str:
    return f"{hour:%H:%M}"


def _reach_of(user: User) -> MyReach:
    wishes, (address, confirmed) = known.wishes_of(user), deliveries.address_of(user)
    mail, push, hook = (
        tuple(topic for topic in Topic if topic in wishes.topics[way])
        for way in (Way.MAIL, Way.PUSH, Way.HOOK)
    )
    own, quiet = known.hook_of(user), wishes.quiet
    return MyReach(
        leaves=settings.MAIL_LEAVES,
        address=address,
        confirmed=confirmed,
        mail=mail,
        push=push,
        hook=hook,
        quiet=quiet
        and QuietHours(begins=_said(quiet.begins), ends=_said(quiet.ends), wake=quiet.wake),
        digest=_said(wishes.digest) if wishes.digest else None,
        remind_hours=wishes.remind,
        site_key=web_push.site_key(),
        devices=tuple(map(_device, known.devices_of(user))),
        own_hook=OwnHookOut(kind=own.kind, made_at=own.made_at, stopped=own.stopped_why)
        if own
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
            way = Way.PUSH
        case OwnHookDelivery():
            way = Way.HOOK
        case _:
            way = Way.MAIL
    about = row.notice
    return SentOut(
        at=row.at,
        way=way,
        kind=about.kind if about else "test",
        text=told(about.text, UTC) if about else "",
        campaign=about.campaign.slug if about and about.campaign else None,
        state=state,
        fault=row.fault,
    )
