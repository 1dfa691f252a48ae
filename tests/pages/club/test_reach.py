"""Notification settings: devices, topics by channel, quiet hours, a personal hook, the offer, and
the headers for offline pages.
"""

from __future__ import annotations

from datetime import time
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse

from core.notifications.models import (
    NotificationPreferences,
    OwnHook,
    PushDelivery,
    PushSubscription,
)
from core.notifications.rules.topics import DEFAULT_TOPICS, ChannelName, Topic
from core.notifications.selectors.reach import preferences_of
from core.notifications.services import notification_preferences
from home.views.offline import OFFLINE_PAGES
from tests.push import Browser

from .conftest import NOT_FOUND, House, words

if TYPE_CHECKING:
    from core.accounts.models import User

REACH = "/me/reach/"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
DISCORD = "https://discord.com/api/webhooks/1/abc"


@pytest.fixture
def owner(house: House) -> User:
    return house.people["owner"]


def said(**more: str) -> dict[str, str]:
    """Return the fields that the browser's script fills in."""
    there = {"endpoint": "https://push.example.org/1", **Browser().keys}
    return {"act": "device", **there, **more}


def add(house: House, who: str = "owner", **more: str) -> PushSubscription:
    house.done(REACH, said(**more), who)
    return PushSubscription.objects.get(user=house.people[who], stopped_at=None)


# --- devices --------------------------------------------------------------------------------------


def test_a_device_is_named_after_its_browser_and_hides_details_by_default(
    house: House, owner: User
) -> None:
    house.client("owner").defaults["HTTP_USER_AGENT"] = FIREFOX
    device = add(house)
    assert (device.name, device.words) == ("Firefox on Linux", False)
    page = house.read(REACH)
    assert "Firefox on Linux This device" in page and "Notifications don’t show details." in page
    assert "push.example.org" not in house.get(REACH).content.decode()
    house.done(REACH, {"act": "device-words", "device": str(device.pk)})
    assert "Notifications show details." in house.read(REACH)


def test_a_device_is_tested_and_stopped_and_its_messages_are_listed(
    house: House, owner: User
) -> None:
    device = add(house, words="on")
    page = house.done(REACH, {"act": "device-test", "device": str(device.pk)})
    assert "Test sent to A browser." in page and "Test notification Waiting" in page
    assert PushDelivery.objects.filter(subscription=device, notice=None).exists()
    assert "already sent" in house.done(REACH, {"act": "device-test", "device": str(device.pk)})
    page = house.done(REACH, {"act": "device-stop", "device": str(device.pk)})
    assert "Notifications on A browser are turned off." in page
    device.refresh_from_db()
    assert device.stopped_at and not device.endpoint
    assert not house.get(REACH).context["devices"]


def test_a_device_stopped_by_its_push_service_shows_the_reason(house: House, owner: User) -> None:
    device = add(house)
    PushSubscription.objects.update(
        stopped_at=house.club.at, stopped_why="the server responded with 410", endpoint=""
    )
    assert "The server responded with 410" in house.read(REACH)
    house.done(REACH, {"act": "device-stop", "device": str(device.pk)})
    assert "answered 410" not in house.read(REACH)


@pytest.mark.parametrize("act", ["device-stop", "device-test", "device-words"])
def test_another_persons_device_is_not_found(house: House, act: str) -> None:
    device = add(house, "rival")
    for pk in (str(device.pk), "nonsense"):
        answer = house.send(REACH, {"act": act, "device": pk})
        assert answer.status_code == NOT_FOUND
    device.refresh_from_db()
    assert device.stopped_at is None and not device.words


def test_an_invalid_device_is_refused_in_a_sentence(house: House, owner: User) -> None:
    page = house.done(REACH, said(endpoint="https://10.0.0.1/"))
    assert "Send the endpoint returned by the browser" in page
    assert not PushSubscription.objects.exists()


# --- what and when --------------------------------------------------------------------------------


def test_topics_per_channel_and_quiet_hours_are_saved(house: House, owner: User) -> None:
    owner.timezone = "Europe/Berlin"
    owner.save()
    ticks = {"mail_reports": "on", "push_waits": "on", "push_club": "on", "hook_weeks": "on"}
    hours = {"quiet_from": "22:30", "quiet_until": "07:00", "wake": "on", "digest_at": "18:00"}
    assert "Saved." in house.done(REACH, {"act": "wishes", **ticks, **hours})
    wishes = preferences_of(owner)
    assert wishes.topics == {
        ChannelName.MAIL: {Topic.REPORTS},
        ChannelName.PUSH: {Topic.WAITS, Topic.CLUB},
        ChannelName.HOOK: {Topic.WEEKS},
    }
    assert wishes.quiet == (time(22, 30), time(7), True) and wishes.digest == time(18)
    page = house.get(REACH).content.decode()
    for shown in ('value="22:30"', 'value="07:00"', 'value="18:00"', "Europe/Berlin"):
        assert shown in page


def test_quiet_hours_use_the_browsers_zone_if_none_was_chosen(house: House, owner: User) -> None:
    hours = {"act": "wishes", "quiet_from": "22:00", "quiet_until": "07:00"}
    assert "Choose your time zone first" in house.refused(REACH, hours)
    house.client("owner").cookies["zone"] = "Asia/Tokyo"
    house.done(REACH, hours)
    owner.refresh_from_db()
    assert owner.timezone == "Asia/Tokyo"


@pytest.mark.parametrize(
    ("hours", "sentence"),
    [
        ({"quiet_from": "22:00"}, "Enter both times"),
        ({"quiet_from": "07:00", "quiet_until": "07:00"}, "must start and end at different times"),
    ],
)
def test_invalid_hours_are_refused_and_change_nothing(
    house: House, owner: User, hours: dict[str, str], sentence: str
) -> None:
    owner.timezone = "UTC"
    owner.save()
    assert sentence in house.refused(REACH, {"act": "wishes", "mail_club": "on", **hours})
    assert preferences_of(owner).topics[ChannelName.MAIL] == DEFAULT_TOPICS


def test_dismissing_the_offer_keeps_the_defaults(house: House, owner: User) -> None:
    notification_preferences.close_offer(user=owner)
    assert set(preferences_of(owner).topics.values()) == {DEFAULT_TOPICS}


# --- a hook of one's own --------------------------------------------------------------------------


def test_a_personal_hook_is_set_tested_and_removed_and_its_address_hidden(
    house: House, owner: User
) -> None:
    page = house.done(REACH, {"act": "hook", "address": DISCORD})
    assert "Your notifications are sent to Discord." in page
    assert "webhooks/1/abc" not in house.get(REACH).content.decode()
    assert "Test sent to your webhook." in house.done(REACH, {"act": "hook-test"})
    assert "Test notification Waiting Your webhook" in house.read(REACH)
    house.done(REACH, {"act": "hook-remove"})
    assert not OwnHook.objects.exclude(address="").exists()


def test_the_secret_of_a_tool_is_shown_once(house: House, owner: User, settings: Any) -> None:
    settings.HOOK_HOSTS = ["tools.example.org"]
    house.done(REACH, {"act": "hook", "address": "https://tools.example.org/me"})
    secret = OwnHook.objects.get().secret
    assert secret not in house.get(REACH).content.decode(), "the page it led to had shown it"


def test_a_forbidden_address_is_refused_at_its_field(house: House, owner: User) -> None:
    page = house.refused(REACH, {"act": "hook", "address": "https://10.0.0.1/"})
    assert "This site sends webhooks only to Discord" in page


# --- the offer ------------------------------------------------------------------------------------


def test_the_offer_is_dismissed_for_good_and_leads_back(house: House, owner: User) -> None:
    close, here = reverse("reach-offer-close"), house.path("club")
    assert house.send(close, {"back": here})["Location"] == here
    assert NotificationPreferences.objects.get(user=owner).offer_closed
    assert house.send(close, {"back": "https://evil.example/"})["Location"] == "/me/"
    assert house.send(close, {"back": "//evil.example/"})["Location"] == "/me/"


# --- whose pages these are ------------------------------------------------------------------------


def test_the_reader_header_differs_by_user_and_reveals_nothing(house: House) -> None:
    mine, again, theirs = (
        house.get("/me/", who)["X-Reader"] for who in ("owner", "owner", "rival")
    )
    assert mine == again != theirs and len(mine) == 16
    assert str(house.people["owner"].pk.hex)[:8] not in mine
    assert house.get("/", "anonymous")["X-Reader"] == "none"
    assert "X-Reader" not in house.get("/sw.js").headers


def test_only_pages_meant_for_offline_use_are_kept(house: House) -> None:
    assert {"club", "roster", "garage", "espionage:orders", "espionage:report"} <= OFFLINE_PAGES
    for path in ("club", "standings"):
        assert house.get(house.path(path))["X-Keep"] == "1"
    assert house.get("/me/notices/")["X-Keep"] == "1"
    for path in (REACH, "/me/tokens/", "/c/nowhere/", reverse("help")):
        assert "X-Keep" not in house.get(path).headers, path
    assert "X-Keep" not in house.get("/me/", "anonymous").headers


def test_the_service_worker_and_the_offline_page_are_the_same_for_everyone(house: House) -> None:
    for path in ("/sw.js", "/offline/", "/robots.txt"):
        answers = [house.get(path, who) for who in ("owner", "rival", "anonymous")]
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.content for answer in answers}) == 1
        assert not any(answer.cookies for answer in answers)
    worker = house.get("/sw.js")
    assert worker["Cache-Control"] == "no-cache"
    assert worker["Content-Type"].startswith("text/javascript")
    assert "worker-src 'self'" in house.get("/offline/")["Content-Security-Policy"]
    assert "<!-- kept -->" in house.get("/offline/").content.decode()


def test_robots_txt_excludes_clubs_and_old_browsers_find_an_icon(house: House) -> None:
    assert "Disallow: /c/" in house.get("/robots.txt").content.decode()
    assert house.get("/favicon.ico").status_code == 302
    assert "You can read these saved pages offline" in words(house.get("/offline/"))
