"""Notification settings over the API: topics and hours, devices, a personal hook, tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from core.notifications.models import NotificationPreferences, PushSubscription
from core.notifications.rules.topics import DEFAULT_TOPICS, ChannelName, Topic
from core.notifications.selectors.reach import preferences_of
from core.notifications.services import web_push
from tests.push import Browser

if TYPE_CHECKING:
    from core.accounts.models import User

    from .conftest import Api

REACH = "/api/v1/me/reach/"
DEVICES, HOOK, TEST = f"{REACH}devices/", f"{REACH}hook/", f"{REACH}test/"
NIGHT = {"begins": "22:30", "ends": "07:00", "wake": True}


@pytest.fixture
def owner(api: Api) -> User:
    user = api.people["owner"]
    user.timezone = "Europe/Berlin"
    user.save()
    return user


def codes(answer: Any) -> list[tuple[str, str | None]]:
    return [(error["code"], error["attr"]) for error in answer["errors"]]


def add(api: Api, who: str = "owner", **more: Any) -> Any:
    said = {"endpoint": f"https://push.example.org/{uuid4()}", **Browser().keys, **more}
    return api.do("POST", DEVICES, said, who=who, status=201)


def test_the_defaults_and_the_push_key_are_returned(api: Api, owner: User) -> None:
    mine = api.read(REACH)
    assert set(mine["mail"]) == set(mine["push"]) == set(mine["hook"]) == DEFAULT_TOPICS
    assert mine["site_key"] == web_push.site_key() and mine["devices"] == []
    assert (mine["quiet"], mine["digest"], mine["own_hook"]) == (None, None, None)


def test_notification_settings_are_replaced_as_a_whole(api: Api, owner: User) -> None:
    said = {"mail": ["club"], "push": ["waits"], "hook": [], "quiet": NIGHT, "digest": "18:05"}
    mine = api.do("PUT", REACH, said)
    assert {key: mine[key] for key in said} == said == {key: api.read(REACH)[key] for key in said}
    assert preferences_of(owner).topics[ChannelName.PUSH] == {Topic.WAITS}
    mine = api.do("PUT", REACH, {"mail": [], "push": [], "hook": []})
    assert (mine["quiet"], mine["digest"]) == (None, None)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"push": ["gossip"]}, ("unknown-topic", "push")),
        ({"quiet": {"begins": "07:00", "ends": "07:00"}}, ("no-hours", "quiet_until")),
    ],
)
def test_invalid_settings_are_refused_and_change_nothing(
    api: Api, owner: User, said: dict[str, Any], code: tuple[str, str]
) -> None:
    body = {"mail": [], "push": [], "hook": [], **said}
    assert codes(api.do("PUT", REACH, body, status=422)) == [code]
    assert not NotificationPreferences.objects.filter(user=owner).exists()


def test_a_digest_hour_needs_a_time_zone(api: Api) -> None:
    body = {"mail": [], "push": [], "hook": [], "digest": "18:00"}
    assert codes(api.do("PUT", REACH, body, status=422)) == [("no-clock", None)]


def test_a_device_is_added_renamed_tested_and_removed(api: Api, owner: User) -> None:
    device = add(api, name="My phone")
    assert (device["name"], device["words"], device["stopped"]) == ("My phone", False, "")
    one = f"{DEVICES}{device['id']}/"
    assert api.do("PATCH", one, {"words": True})["words"] is True
    sent = api.do("POST", TEST, {"way": "push", "device": device["id"]})["sent"]
    assert [(row["way"], row["kind"], row["state"]) for row in sent] == [
        ("push", "test", "waiting")
    ]
    api.do("DELETE", one, status=204)
    assert api.read(REACH)["devices"] == []
    assert "push.example.org" not in str(api.read(REACH))


def test_another_persons_device_is_not_found(api: Api, owner: User) -> None:
    device = add(api, "rival")
    one = f"{DEVICES}{device['id']}/"
    api.do("PATCH", one, {"words": True}, status=404)
    api.do("DELETE", one, status=404)
    api.do("POST", TEST, {"way": "push", "device": device["id"]}, status=404)
    api.do("POST", TEST, {"way": "push"}, status=404)
    assert PushSubscription.objects.get().stopped_at is None


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"endpoint": "https://169.254.169.254/"}, ("bad-endpoint", "endpoint")),
        ({"p256dh": "AAAA"}, ("bad-keys", "p256dh")),
    ],
)
def test_an_invalid_device_is_refused_by_field(
    api: Api, owner: User, said: dict[str, str], code: tuple[str, str]
) -> None:
    body = {"endpoint": "https://push.example.org/1", **Browser().keys, **said}
    assert codes(api.do("POST", DEVICES, body, status=422)) == [code]


def test_a_personal_hook_is_set_tested_and_removed(api: Api, owner: User, settings: Any) -> None:
    settings.HOOK_HOSTS = ["tools.example.org"]
    made = api.do("PUT", HOOK, {"address": "https://tools.example.org/me"})
    assert made["kind"] == "tool" and len(made["secret"]) == 64
    mine = api.read(REACH)
    assert mine["own_hook"]["kind"] == "tool" and made["secret"] not in str(mine)
    assert api.do("POST", TEST, {"way": "hook"})["sent"][0]["way"] == "hook"
    api.do("DELETE", HOOK, status=204)
    assert api.read(REACH)["own_hook"] is None
    assert codes(api.do("POST", TEST, {"way": "hook"}, status=409)) == [("no-hook", None)]
    bad = api.do("PUT", HOOK, {"address": "https://10.0.0.1/"}, status=422)
    assert codes(bad) == [("host-not-allowed", "address")]


def test_mail_is_tested_by_the_same_operation(api: Api, owner: User) -> None:
    answer = api.do("POST", TEST, {"way": "mail"}, status=409)
    assert codes(answer) == [("address-not-confirmed", None)]


def test_the_push_offer_can_be_dismissed(api: Api, owner: User) -> None:
    api.do("DELETE", f"{REACH}offer/", status=204)
    assert NotificationPreferences.objects.get(user=owner).offer_closed
