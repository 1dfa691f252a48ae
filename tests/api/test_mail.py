"""A person's mail over the API: topics, address, test mail, and the state of sent mails."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from allauth.account.models import EmailAddress
from django.db import transaction

from core.notifications.models import Delivery
from core.notifications.rules.topics import DEFAULT_TOPICS, TOPIC_TEXTS, Topic
from core.notifications.selectors.reach import topics_of
from core.notifications.services import delivery_worker, notices, outbox
from core.web import clock
from espionage.notice_kinds import WeekNotice

from .conftest import some_key

if TYPE_CHECKING:
    from core.accounts.models import User

    from .conftest import Api

MAIL, TRY = "/api/v1/me/mail/", "/api/v1/me/mail/test/"


@pytest.fixture
def owner(api: Api) -> User:
    """Return the owner, whose address is confirmed."""
    user = api.people["owner"]
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def codes(answer: Any) -> list[tuple[str, str | None]]:
    return [(error["code"], error["attr"]) for error in answer["errors"]]


def test_mail_settings_list_the_address_the_topics_and_the_choice(api: Api, owner: User) -> None:
    mine = api.read(MAIL)
    assert (mine["leaves"], mine["address"], mine["confirmed"], mine["letters"]) == (
        True,
        owner.email,
        True,
        [],
    )
    assert set(mine["topics"]) == DEFAULT_TOPICS
    assert mine["all_topics"] == [
        {"topic": topic, "title": title, "help": what}
        for topic, (title, what) in TOPIC_TEXTS.items()
    ]


def test_an_unconfirmed_address_is_marked_as_such(api: Api, settings: Any) -> None:
    settings.MAIL_LEAVES = False
    mine = api.read(MAIL, "rival")
    assert (mine["leaves"], mine["address"], mine["confirmed"]) == (
        False,
        api.people["rival"].email,
        False,
    )


def test_mail_topics_are_replaced_as_a_whole(api: Api, owner: User) -> None:
    assert (
        api.do("PUT", MAIL, {"topics": ["club", "waits"]})["topics"]
        == ["waits", "club"]
        == api.read(MAIL)["topics"]
    )
    assert api.do("PUT", MAIL, {"topics": []})["topics"] == []
    assert not topics_of(owner)


@pytest.mark.parametrize("said", [{"topics": ["gossip"]}, {"topics": ["waits", ""]}])
def test_an_unknown_topic_is_refused_and_changes_nothing(
    said: dict[str, Any], api: Api, owner: User
) -> None:
    assert codes(api.do("PUT", MAIL, said, status=422)) == [("unknown-topic", "topics")]
    assert topics_of(owner) == DEFAULT_TOPICS


def test_a_repeated_request_sends_one_test_mail(api: Api, owner: User) -> None:
    key = some_key()
    for _ in range(2):
        (letter,) = api.do("POST", TRY, idempotency_key=key)["letters"]
        assert (letter["kind"], letter["text"], letter["campaign"], letter["state"]) == (
            "test",
            "",
            None,
            "waiting",
        )
    assert Delivery.objects.filter(user=owner).count() == 1
    assert codes(api.do("POST", TRY, status=409)) == [("test-waiting", None)]


def test_no_test_mail_is_sent_without_a_confirmed_address(api: Api, settings: Any) -> None:
    assert codes(api.do("POST", TRY, status=409)) == [("address-not-confirmed", None)]
    settings.MAIL_LEAVES = False
    assert codes(api.do("POST", TRY, status=409)) == [("no-mail", None)]


def test_a_user_sees_the_state_of_their_own_mails_only(api: Api, owner: User) -> None:
    with transaction.atomic():
        notices.send(
            [
                notices.Message(
                    owner.pk,
                    api.club.campaign.pk,
                    WeekNotice.REPORT,
                    "Your report is here.",
                    "report/1/",
                    "cause",
                    api.now,
                )
            ]
        )
    (letter,) = api.read(MAIL)["letters"]
    assert {key: letter[key] for key in ("kind", "text", "campaign", "state", "fault")} == {
        "kind": "report",
        "text": "Your report is here.",
        "campaign": api.slug,
        "state": "waiting",
        "fault": "",
    }
    with clock.set_to(api.now + outbox.MAIL_DELAY):
        delivery_worker.deliver()
    assert api.read(MAIL)["letters"][0]["state"] == "sent"
    assert not any(api.read(MAIL, who)["letters"] for who in ("rival", "co-owner", "gm"))


def test_every_listed_topic_can_be_chosen(api: Api, owner: User) -> None:
    every = [row["topic"] for row in api.read(MAIL)["all_topics"]]
    api.do("PUT", MAIL, {"topics": every})
    assert topics_of(owner) == set(Topic)
