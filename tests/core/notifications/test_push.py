"""Push messages: encrypted for one browser, signed by the site, never sent to internal hosts or to
gone browsers. The other side is a server that decrypts them.
"""

from __future__ import annotations

import json
import socket
from contextlib import nullcontext
from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.urls import reverse

from core.notifications.models import OwnHook, OwnHookDelivery, PushDelivery, PushSubscription
from core.notifications.rules.acts import NewDevice
from core.notifications.rules.timing import Quiet
from core.notifications.rules.topics import ChannelName, Topic
from core.notifications.services import (
    delivery_worker,
    devices,
    notices,
    notification_preferences,
    outbox,
    own_hooks,
    pruning,
    push_channel,
    push_client,
    web_push,
    webhook_client,
)
from core.notifications.services.delivery_worker import RETRY_DELAYS
from core.notifications.services.webhook_client import Answer
from core.web.moments import in_text
from core.web.refusals import Refused
from tests.factories import Club, found_club, person, signed_in
from tests.push import Browser, PushService, claims_of, from_base64, push_service

from .test_outbox import confirm, tell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from core.accounts.models import User

pytestmark = pytest.mark.django_db
State = PushDelivery.State
ALL = {way: tuple(Topic) for way in ChannelName}
HOUR = timedelta(hours=1)


@pytest.fixture
def reader(club: Club) -> User:
    return club.players[0]


@pytest.fixture
def service(settings: Any) -> Iterator[PushService]:
    with push_service(settings) as there:
        yield there


def add(
    user: User, service: PushService, club: Club, *, words: bool = True, name: str = "phone"
) -> tuple[PushSubscription, Browser]:
    """Add a browser for the person."""
    browser = Browser()
    device = devices.add_device(
        user=user,
        new=NewDevice(endpoint=f"{service.url}{name}", name=name, words=words, **browser.keys),
        now=club.at,
    )
    return device, browser


def messages(service: PushService, browser: Browser) -> list[dict[str, Any]]:
    return [json.loads(browser.opened(body)) for _, _, body in service.heard]


# --- encryption and signature ---------------------------------------------------------------------


def test_encryption_matches_the_example_of_rfc_8291() -> None:
    """RFC 8291, section 5 and appendix A."""
    key = ec.derive_private_key(
        int.from_bytes(from_base64("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")),
        ec.SECP256R1(),
    )
    body = web_push.encrypt(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        key=key,
        salt=from_base64("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert web_push.encode(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@pytest.mark.parametrize("said", ["", "Week 1 is settled.", "ä" * 1400])
def test_only_the_addressed_browser_can_decrypt_a_message(said: str) -> None:
    browser, other = Browser(), Browser()
    body = web_push.encrypt(said.encode(), *browser.keys.values())
    assert browser.opened(body).decode() == said and len(body) <= 4096
    with pytest.raises(Exception):  # noqa: B017 - the library's own
        other.opened(body)


def test_the_site_key_is_derived_from_the_secret_and_survives_its_rotation(settings: Any) -> None:
    settings.VAPID_KEY, settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "", "first", []
    first, at = web_push.site_key(), datetime(2040, 1, 1, tzinfo=UTC)
    assert web_push.site_key() == first and len(from_base64(first)) == 65
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "second", ["first"]
    second = web_push.site_key()
    assert second != first
    for key in (first, second):
        said = web_push.signature("https://push.example.org/to/me?x=1", key, at)
        assert said and claims_of(said)["aud"] == "https://push.example.org"
    settings.SECRET_KEY_FALLBACKS = []
    assert web_push.signature("https://push.example.org/", first, at) is None
    settings.VAPID_KEY = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
    assert web_push.site_key().startswith("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml")


# --- what arrives ---------------------------------------------------------------------------------


def test_a_device_gets_a_notice_with_the_clubs_name_and_the_page(
    club: Club,
    reader: User,
    service: PushService,
    later: Callable[[timedelta], None],
    settings: Any,
) -> None:
    settings.SITE_OWNER_EMAIL = ["owner@example.org"]
    _, browser = add(reader, service, club)
    tell(*club.players, club=club)
    assert not delivery_worker.deliver(), "whoever is on the site may read it there"
    later(outbox.OTHER_DELAY)
    assert delivery_worker.deliver() == {"sent": 1}
    [(path, headers, _)] = service.heard
    (said,) = messages(service, browser)
    assert path == "/push/phone"
    assert (said["title"], said["lines"]) == (
        club.campaign.name,
        ["Your report for week 1 is ready."],
    )
    assert said["url"] == f"/c/{club.campaign.slug}/report/1/"
    assert headers["Content-Encoding"] == "aes128gcm" and headers["TTL"] == "86400"
    claims = claims_of(headers["Authorization"])
    assert claims["sub"] == "mailto:owner@example.org"
    assert club.at.timestamp() < claims["exp"] <= (club.at + timedelta(hours=24)).timestamp()


def test_a_device_without_text_shows_the_same_line_for_every_notice(
    club: Club, reader: User, service: PushService, later: Callable[[timedelta], None]
) -> None:
    """A rival who sees the locked screen reads only the club and that there is news."""
    _, browser = add(reader, service, club, words=False)
    for step, kind in enumerate(("report", "ambush-turn", "week-opened")):
        tell(reader, club=club, text=f"Line {step}.", kind=kind)
        later((step + 1) * outbox.OTHER_DELAY)
        delivery_worker.deliver()
    shown = [
        (said["title"], said["lines"], said["more"], said["tag"])
        for said in messages(service, browser)
    ]
    assert len(shown) == 3 and len(set(map(str, shown))) == 1
    assert shown[0][1] == ["You have a new notification."]


def test_notices_sent_together_are_one_message_per_club(
    club: Club, reader: User, service: PushService, later: Callable[[timedelta], None]
) -> None:
    _, browser = add(reader, service, club)
    elsewhere = found_club(teams=0, name="Elsewhere")
    for place in (club, elsewhere):
        for number in range(6):
            tell(
                reader,
                club=place,
                text=f"{place.campaign.name} {number}.",
                at=club.at + timedelta(seconds=number),
            )
    later(2 * outbox.OTHER_DELAY)
    assert delivery_worker.deliver() == {"sent": 12}
    found = {said["title"]: said for said in messages(service, browser)}
    assert set(found) == {club.campaign.name, "Elsewhere"}
    said = found["Elsewhere"]
    assert said["lines"] == [f"Elsewhere {number}." for number in range(2, 6)]
    assert (said["more"], said["url"]) == (2, "/me/notices/")
    assert said["tag"] != found[club.campaign.name]["tag"]


def test_the_longest_notices_fit_into_one_message(
    club: Club, reader: User, service: PushService, later: Callable[[timedelta], None]
) -> None:
    _, browser = add(reader, service, club)
    for number in range(4):
        tell(
            reader, club=club, text=f"{number}" + "\N{SLEUTH OR SPY}" * 290, cause=f"line {number}"
        )
    later(outbox.OTHER_DELAY)
    delivery_worker.deliver()
    [(_, _, body)] = service.heard
    (said,) = messages(service, browser)
    assert len(body) <= 4096 and len(said["lines"]) + said["more"] == 4 and said["lines"]


def test_a_notice_read_on_the_site_is_neither_pushed_nor_mailed(
    club: Club, reader: User, service: PushService, later: Callable[[timedelta], None]
) -> None:
    add(reader, service, club)
    confirm(reader)
    tell(reader, club=club)
    notices.mark_read(user=reader, now=club.at)
    later(outbox.MAIL_DELAY)
    assert delivery_worker.deliver() == {"needless": 2} and not service.heard


def test_each_channel_has_its_own_topics(
    club: Club, reader: User, service: PushService, later: Callable[[timedelta], None]
) -> None:
    _, browser = add(reader, service, club)
    confirm(reader)
    notification_preferences.choose_all(
        user=reader,
        topics={ChannelName.MAIL: ["reports"], ChannelName.PUSH: ["waits"], ChannelName.HOOK: []},
        quiet=None,
        digest=None,
    )
    tell(reader, club=club, text="A report.")
    tell(reader, club=club, text="Your turn.", kind="ambush-turn")
    later(outbox.MAIL_DELAY)
    assert delivery_worker.deliver() == {"sent": 2}
    assert [said["lines"] for said in messages(service, browser)] == [["Your turn."]]


# --- true when it arrives -------------------------------------------------------------------------


def test_an_expired_notice_is_not_sent_and_limits_the_ttl(
    club: Club, reader: User, service: PushService, later: Callable[[timedelta], None]
) -> None:
    add(reader, service, club)
    confirm(reader)
    soon, past = in_text(club.at + HOUR), in_text(club.at - HOUR)
    tell(reader, club=club, text=f"Away since {past}. Your turn until {soon}.", kind="ambush-turn")
    later(outbox.OTHER_DELAY)
    assert delivery_worker.deliver() == {"sent": 1}
    assert service.heard[0][1]["TTL"] == str(int((HOUR - outbox.OTHER_DELAY).total_seconds()))
    later(HOUR)
    assert delivery_worker.deliver() == {"needless": 1}


def test_a_notice_about_a_moved_deadline_is_held_back(
    club: Club, reader: User, service: PushService, later: Callable[[timedelta], None]
) -> None:
    add(reader, service, club)
    due = club.at + timedelta(days=1)
    tell(reader, club=club, text=f"Orders are due {in_text(due)}.", kind="orders-due")
    tell(reader, club=club, text=f"Heats from {in_text(due + HOUR)}.", kind="orders-due")
    notices.expire_at([(club.campaign.pk, due)])
    later(outbox.OTHER_DELAY)
    assert delivery_worker.deliver() == {"needless": 1, "sent": 1}


# --- hours ----------------------------------------------------------------------------------------


def quiet(user: User, begins: int, ends: int, *, wake: bool = False, digest: int = -1) -> None:
    """Set quiet hours in UTC, and optionally a daily digest."""
    user.timezone = "UTC"
    user.save()
    notification_preferences.choose_all(
        user=user,
        topics=ALL,
        quiet=Quiet(time(begins), time(ends), wake) if begins != ends else None,
        digest=time(digest) if digest >= 0 else None,
    )


def test_notices_wait_for_the_end_of_quiet_hours_and_leave_together(
    club: Club, reader: User, service: PushService, later: Callable[[timedelta], None]
) -> None:
    _, browser = add(reader, service, club)
    quiet(reader, 9, 16)
    now = club.at.astimezone(UTC)
    assert now.hour == 10
    tell(reader, club=club, text="One.")
    tell(reader, club=club, text="Two.", at=club.at + HOUR)
    later(6 * HOUR - timedelta(seconds=1))
    assert not delivery_worker.deliver()
    later(6 * HOUR)
    assert delivery_worker.deliver() == {"sent": 2}
    assert messages(service, browser)[0]["lines"] == ["One.", "Two."]


def test_quiet_hours_set_later_apply_to_waiting_notices(
    club: Club, reader: User, service: PushService, later: Callable[[timedelta], None]
) -> None:
    """For example if the other side was down or the setting is new."""
    add(reader, service, club)
    tell(reader, club=club)
    quiet(reader, 9, 16)
    later(outbox.OTHER_DELAY)
    assert not delivery_worker.deliver() and not service.heard
    assert PushDelivery.objects.get().attempts == 0
    later(6 * HOUR)
    assert delivery_worker.deliver() == {"sent": 1}


def test_urgent_notices_can_break_quiet_hours(
    club: Club, reader: User, service: PushService, later: Callable[[timedelta], None]
) -> None:
    _, browser = add(reader, service, club)
    quiet(reader, 9, 16, wake=True)
    until = in_text(club.at + 2 * HOUR)
    tell(reader, club=club, text=f"Move until {until}.", kind="ambush-turn")
    tell(reader, club=club, text="A report.")
    later(outbox.OTHER_DELAY)
    assert delivery_worker.deliver() == {"sent": 1}
    assert "Move until" in messages(service, browser)[0]["lines"][0]


def test_the_digest_collects_the_day_and_urgent_notices_leave_at_once(
    club: Club, reader: User, service: PushService, later: Callable[[timedelta], None]
) -> None:
    confirm(reader)
    _, _browser = add(reader, service, club)
    quiet(reader, 0, 0, digest=18)
    tell(reader, club=club, text="A report.")
    tell(reader, club=club, text="Your turn.", kind="ambush-turn")
    later(outbox.MAIL_DELAY)
    assert delivery_worker.deliver() == {"sent": 3}, "both to the device, one by mail"
    tell(reader, club=club, text="Week 2 is open.", kind="week-opened", at=club.at + HOUR)
    later(2 * HOUR)
    assert delivery_worker.deliver() == {"sent": 1}
    later(8 * HOUR)
    assert delivery_worker.deliver() == {"sent": 2}
    from django.core import mail

    assert ["A report." in str(letter.body) for letter in mail.outbox] == [False, True]
    assert "Week 2 is open." in str(mail.outbox[1].body)


def test_quiet_hours_need_a_time_zone_and_two_different_times(club: Club, reader: User) -> None:
    night = Quiet(time(22), time(7))
    with pytest.raises(Refused, match="Choose your time zone first"):
        notification_preferences.choose_all(user=reader, topics=ALL, quiet=night, digest=None)
    reader.timezone = "UTC"
    with pytest.raises(Refused, match="different times"):
        notification_preferences.choose_all(
            user=reader, topics=ALL, quiet=Quiet(time(7), time(7)), digest=None
        )


# --- bad days -------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [404, 410])
def test_an_unsubscribed_browser_is_stopped_and_forgotten(
    club: Club,
    reader: User,
    service: PushService,
    later: Callable[[timedelta], None],
    status: int,
) -> None:
    device, _ = add(reader, service, club)
    service.status = status
    tell(reader, club=club)
    later(outbox.OTHER_DELAY)
    assert delivery_worker.deliver() == {"failed": 1}
    device.refresh_from_db()
    assert device.stopped_at and not device.endpoint and not device.auth
    assert device.stopped_why == f"the server responded with {status}"
    tell(reader, club=club, text="Another.")
    assert PushDelivery.objects.count() == 1


@pytest.mark.parametrize(
    ("status", "end"),
    [(429, "waiting"), (503, "waiting"), (401, "waiting"), (400, "failed"), (413, "failed")],
)
def test_temporary_push_errors_are_retried_and_permanent_ones_are_not(
    club: Club,
    reader: User,
    service: PushService,
    later: Callable[[timedelta], None],
    status: int,
    end: str,
) -> None:
    device, _ = add(reader, service, club)
    service.status = status
    tell(reader, club=club)
    later(outbox.OTHER_DELAY)
    assert delivery_worker.deliver() == {end: 1}
    device.refresh_from_db()
    assert device.stopped_at is None
    service.status = 201
    later(outbox.OTHER_DELAY + RETRY_DELAYS[0])
    assert delivery_worker.deliver() == ({"sent": 1} if end == "waiting" else {})


def test_a_browser_subscribed_with_an_old_site_key_is_stopped(
    club: Club,
    reader: User,
    service: PushService,
    later: Callable[[timedelta], None],
    settings: Any,
) -> None:
    device, _ = add(reader, service, club)
    settings.SECRET_KEY = "another"
    tell(reader, club=club)
    later(outbox.OTHER_DELAY)
    assert delivery_worker.deliver() == {"failed": 1} and not service.heard
    device.refresh_from_db()
    assert device.stopped_why == "the site's push key has changed"


def test_a_browser_belongs_to_one_user(
    club: Club, reader: User, service: PushService, later: Callable[[timedelta], None]
) -> None:
    add(reader, service, club)
    tell(reader, club=club)
    _, theirs = add(club.players[1], service, club)
    later(outbox.OTHER_DELAY)
    assert delivery_worker.deliver() == {"needless": 1} and not service.heard
    tell(*club.players, club=club, text="Another.")
    later(2 * outbox.OTHER_DELAY)
    assert delivery_worker.deliver() == {"sent": 1}
    assert messages(service, theirs)[0]["lines"] == ["Another."]


def test_signing_out_stops_push_in_that_browser_only(
    club: Club, reader: User, service: PushService
) -> None:
    device, _ = add(reader, service, club)
    other, _ = add(reader, service, club, name="laptop")
    client = signed_in(reader)
    session = client.session
    session[devices.SESSION] = device.pk.hex
    session.save()
    answer = client.post(reverse("account_logout"))
    assert answer["Clear-Site-Data"] == '"storage"'
    device.refresh_from_db()
    other.refresh_from_db()
    assert device.stopped_at and not device.endpoint and other.stopped_at is None


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://2130706433/x",
        "https://127.1/x",
        "https://localhost/x",
        "https://push.example.org:8443/x",
        "https://me@push.example.org/x",
        "https://push.example.org/#x",
        "ftp://push.example.org/",
        "",
        "https://push.example.org/" + "x" * 1000,
    ],
)
def test_an_endpoint_that_is_no_push_service_is_refused(
    club: Club, reader: User, endpoint: str
) -> None:
    with pytest.raises(Refused, match="endpoint returned by the browser"):
        devices.add_device(
            user=reader,
            new=NewDevice(endpoint=endpoint, name="phone", words=True, **Browser().keys),
            now=club.at,
        )
    assert push_client.post(endpoint, b"", {}).status == 410


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("142.250.185.74", True),
        ("2a00:1450:4001:82b::200a", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::1", False),
        ("::", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:127.0.0.1", False),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
        ("nonsense", False),
    ],
)
def test_public_addresses_are_recognised(address: str, public: bool) -> None:
    assert push_client.is_public(address) is public


def test_a_host_with_an_internal_address_is_not_connected_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The connection goes to the checked address, whatever the name resolves to by then."""
    found = [(2, 1, 6, "", ("142.250.185.74", 443)), (2, 1, 6, "", ("127.0.0.1", 443))]
    gone_to: list[Any] = []

    def connect(address: Any, *_: Any) -> Any:
        gone_to.append(address)
        raise TimeoutError

    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    monkeypatch.setattr(socket, "create_connection", connect)
    there = "https://push.example.org/x"
    assert push_client.post(there, b"", {}) == Answer(410, fault=push_client.NOT_PUBLIC_TEXT)
    assert not gone_to
    found.pop()
    assert push_client.post(there, b"", {}) == Answer(0, fault="it did not respond in time")
    assert gone_to == [("142.250.185.74", 443)]


@pytest.mark.parametrize("keys", [{"p256dh": "", "auth": ""}, {"p256dh": "AAAA"}, {"auth": "AAAA"}])
def test_invalid_keys_are_refused(
    club: Club, reader: User, service: PushService, keys: dict[str, str]
) -> None:
    with pytest.raises(Refused, match="keys are not valid"):
        devices.add_device(
            user=reader,
            new=NewDevice(
                endpoint=f"{service.url}x", name="phone", words=True, **(Browser().keys | keys)
            ),
            now=club.at,
        )


def test_ten_devices_are_allowed_and_none_for_guests(
    club: Club, reader: User, service: PushService
) -> None:
    for number in range(devices.MAX_DEVICES):
        add(reader, service, club, name=f"phone {number}")
    with pytest.raises(Refused, match="at most 10 devices"):
        add(reader, service, club, name="one more")
    guest = person("guest")
    guest.guest = True
    guest.save()
    with pytest.raises(Refused, match="Sign up to get"):
        add(guest, service, club, name="a guest's")


def test_a_test_message_ignores_quiet_hours_and_runs_one_at_a_time(
    club: Club, reader: User, service: PushService, later: Callable[[timedelta], None]
) -> None:
    device, browser = add(reader, service, club, words=False)
    quiet(reader, 0, 23)
    devices.send_test(device=device, now=club.at)
    with pytest.raises(Refused, match="already sent"):
        devices.send_test(device=device, now=club.at)
    assert delivery_worker.deliver() == {"sent": 1}
    assert messages(service, browser)[0]["lines"] == [push_channel.TEST]


# --- a hook of one's own --------------------------------------------------------------------------

DISCORD = "https://discord.com/api/webhooks/1/abc"
TOOL = "https://tools.example.org/me"


@pytest.fixture
def post_message(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> list[tuple[str, Any, dict[str, str]]]:
    settings.HOOK_HOSTS = ["tools.example.org"]
    found: list[tuple[str, Any, dict[str, str]]] = []

    def post(address: str, body: bytes, headers: dict[str, str]) -> Answer:
        found.append((address, json.loads(body), headers))
        return Answer(204)

    monkeypatch.setattr(webhook_client, "post", post)
    return found


def test_notices_go_only_to_the_users_discord_channel(
    club: Club, reader: User, post_message: list[Any], later: Callable[[timedelta], None]
) -> None:
    own_hooks.set_hook(user=reader, address=DISCORD, now=club.at)
    tell(*club.players, club=club, text="Your turn, @everyone.", kind="ambush-turn")
    later(outbox.OTHER_DELAY)
    assert delivery_worker.deliver() == {"sent": 1}
    [(address, body, _)] = post_message
    assert address == DISCORD and body["allowed_mentions"] == {"parse": []}
    assert body["content"].splitlines() == [
        f"**{club.campaign.name}**",
        "- Your turn, \\@everyone.",
        f"<http://localhost:8000/c/{club.campaign.slug}/report/1/>",
    ]


def test_a_personal_hook_gets_signed_json(
    club: Club, reader: User, post_message: list[Any], later: Callable[[timedelta], None]
) -> None:
    hook = own_hooks.set_hook(user=reader, address=TOOL, now=club.at)
    until = club.at.replace(second=0, microsecond=0) + HOUR
    tell(reader, club=club, text=f"Move until {in_text(until)}.", kind="ambush-turn")
    later(outbox.OTHER_DELAY)
    delivery_worker.deliver()
    [(_, body, headers)] = post_message
    (line,) = body["notices"]
    assert (line["kind"], line["campaign"]) == ("ambush-turn", club.campaign.slug)
    assert datetime.fromisoformat(line["until"]) == until
    assert len(hook.secret) == 64 and headers["X-Dead-Drop-Signature"].startswith("sha256=")


def test_a_new_personal_hook_replaces_the_old_address(
    club: Club, reader: User, post_message: list[Any]
) -> None:
    own_hooks.set_hook(user=reader, address=DISCORD, now=club.at)
    own_hooks.set_hook(user=reader, address=TOOL, now=club.at)
    assert list(OwnHook.objects.exclude(address="").values_list("address", flat=True)) == [TOOL]
    own_hooks.remove_hook(user=reader, now=club.at)
    own_hooks.remove_hook(user=reader, now=club.at)
    assert not OwnHook.objects.exclude(address="").exists()
    with pytest.raises(Refused, match="an active webhook"):
        own_hooks.send_test(user=reader, now=club.at)
    with pytest.raises(Refused, match="can allow more hosts"):
        own_hooks.set_hook(user=reader, address="https://10.0.0.1/", now=club.at)


def test_a_personal_hook_that_is_gone_is_stopped_with_a_reason(
    club: Club,
    reader: User,
    later: Callable[[timedelta], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hook = own_hooks.set_hook(user=reader, address=DISCORD, now=club.at)
    monkeypatch.setattr(webhook_client, "post", lambda *_: Answer(404))
    own_hooks.send_test(user=reader, now=club.at)
    assert delivery_worker.deliver() == {"failed": 1}
    hook.refresh_from_db()
    assert hook.stopped_why == "the server responded with 404"
    tell(reader, club=club)
    assert OwnHookDelivery.objects.count() == 1


# --- long done ------------------------------------------------------------------------------------


def test_old_deliveries_are_pruned_in_batches_and_waiting_ones_stay(
    club: Club,
    reader: User,
    service: PushService,
    later: Callable[[timedelta], None],
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
) -> None:
    monkeypatch.setattr(pruning, "BATCH", 2)
    settings.DELIVERIES_DAYS = 30
    confirm(reader)
    device, _ = add(reader, service, club)
    for number in range(5):
        tell(reader, club=club, text=f"Line {number}.")
    later(outbox.MAIL_DELAY)
    delivery_worker.deliver()
    devices.stop_device(device=device, now=club.at)
    later(timedelta(days=30))
    tell(reader, club=club, text="New.", at=club.at + timedelta(days=30))
    assert pruning.prune() == {"pruned": 0}
    later(timedelta(days=30) + 2 * outbox.MAIL_DELAY)
    assert pruning.prune()["pruned"] == 11, "five letters, five messages, one device"
    assert [row.state for row in PushDelivery.objects.all()] == []
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    ("endpoint", "taken"),
    [
        ("https://fcm.googleapis.com/fcm/send/abc", True),
        ("https://updates.push.services.mozilla.com/wpush/v2/abc", True),
        ("https://web.push.apple.com/abc", True),
        ("https://wns2-am3p.notify.windows.com/w/?token=abc", True),
        ("https://push.club.example/abc", True),
        ("https://drip.example/abc", False),
        ("https://fcm.googleapis.com.drip.example/abc", False),
        ("https://evilpush.apple.com/abc", False),
        ("https://fcm.googleapis.com:8443/abc", False),
        ("http://fcm.googleapis.com/abc", False),
        ("https://localtest.me/abc", False),
        ("https://127.1/abc", False),
    ],
)
def test_messages_go_to_known_push_services_and_allowed_hosts(
    endpoint: str, taken: bool, settings: Any
) -> None:
    settings.PUSH_HOSTS = ["push.club.example"]
    with nullcontext() if taken else pytest.raises(Refused, match="browser: an https://"):
        push_client.check(endpoint)
