"""A person's mail: topics, address, sent mails, and the unsubscribe link with one click or after a
question.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import transaction
from django.test import Client
from django.urls import reverse

from core.notifications.kinds import kind_of
from core.notifications.models import Delivery, Notice, NotificationPreferences
from core.notifications.rules.topics import DEFAULT_TOPICS, TOPIC_TEXTS, ChannelName, Topic
from core.notifications.selectors.reach import topics_of
from core.notifications.services import (
    delivery_worker,
    email_rendering,
    notices,
    notification_preferences,
    outbox,
)
from core.web import clock

from .conftest import NOT_FOUND, House, words

if TYPE_CHECKING:
    from core.accounts.models import User

MAIL, NOTICES = "/me/reach/", "/me/notices/"
ONE_CLICK = b"List-Unsubscribe=One-Click"
State = Delivery.State


def confirm(user: User, *, confirmed: bool = True) -> None:
    EmailAddress.objects.create(user=user, email=user.email, verified=confirmed, primary=True)


@pytest.fixture
def owner(house: House) -> User:
    """Return the owner, whose address is confirmed and who got no mail yet."""
    confirm(house.people["owner"])
    return house.people["owner"]


def send_notice(house: House, text: str, kind: str = "report") -> None:
    """Send the owner a notice."""
    club = house.club
    with transaction.atomic():
        notices.send(
            [
                notices.Message(
                    house.people["owner"].pk,
                    club.campaign.pk,
                    kind_of(kind),
                    text,
                    "report/1/",
                    text,
                    club.at,
                )
            ]
        )


def send_what_is_due(house: House) -> None:
    with clock.set_to(house.club.at + outbox.MAIL_DELAY):
        delivery_worker.deliver()


def read_notices(house: House, *, after: timedelta) -> None:
    """Let the owner read the notices on the site after this time."""
    with house.club.scope():
        Notice.objects.filter(user=house.people["owner"]).update(read_at=house.club.at + after)


def ticked_topics(page: Any) -> set[str]:
    """Return the topics ticked for mail."""
    form = page.context["form"]
    return {str(topic) for topic in Topic if form[f"{ChannelName.MAIL}_{topic}"].value()}


# --- what one wants -------------------------------------------------------------------------------


def test_default_topics_are_ticked_with_their_descriptions(house: House, owner: User) -> None:
    page = house.get(MAIL)
    assert ticked_topics(page) == DEFAULT_TOPICS
    for title, what in TOPIC_TEXTS.values():
        assert title in words(page) and what in words(page)


def test_chosen_topics_are_saved_and_confirmed(house: House, owner: User) -> None:
    page = house.done(MAIL, {"mail_club": "on", "mail_waits": "on"})
    assert "Saved." in page
    assert topics_of(owner) == {Topic.CLUB, Topic.WAITS} == ticked_topics(house.get(MAIL))


def test_choosing_no_topic_is_possible(house: House, owner: User) -> None:
    house.done(MAIL)
    assert not topics_of(owner) and not ticked_topics(house.get(MAIL))


def test_a_repeated_form_keeps_the_first_choice(house: House, owner: User) -> None:
    for chosen in ({"mail_weeks": "on"}, {"mail_club": "on"}):
        assert house.send(MAIL, chosen, key="one").status_code == 303
    assert topics_of(owner) == {Topic.WEEKS}


def test_the_page_needs_signing_in_and_shows_personal_settings(house: House, owner: User) -> None:
    assert house.get(MAIL, "anonymous").status_code == 302
    send_notice(house, "Your report for week 1 is ready.")
    assert owner.email in house.read(MAIL)
    for other in ("rival", "gm"):
        page = house.read(MAIL, other)
        assert owner.email not in page and "report of week 1" not in page


def test_account_pages_and_the_old_address_lead_to_the_mail_settings(
    house: House, owner: User
) -> None:
    for page in (NOTICES, reverse("account_email")):
        assert f'href="{MAIL}"' in house.get(page).content.decode()
    assert house.get("/me/mail/")["Location"] == MAIL


# --- where it goes --------------------------------------------------------------------------------


def test_the_page_shows_the_address_and_that_it_is_confirmed(house: House, owner: User) -> None:
    page = house.read(MAIL)
    assert f"{owner.email} Confirmed" in page and "Send test email" in page


def test_an_unconfirmed_address_links_to_its_confirmation(house: House) -> None:
    confirm(house.people["owner"], confirmed=False)
    page = house.get(MAIL)
    assert f"{house.people['owner'].email} Not confirmed" in words(
        page
    ) and "Send test email" not in words(page)
    assert f'href="{reverse("account_email")}">Confirm email address' in page.content.decode()


def test_a_user_without_an_address_is_told_to_add_one(house: House) -> None:
    user = house.people["stranger"]
    user.email = ""
    user.save()
    page = house.get(MAIL, "stranger")
    assert "You don’t have an email address" in words(page)
    assert f'href="{reverse("account_email")}">Add email address' in page.content.decode()


def test_a_site_without_mail_says_so_and_links_to_notifications(
    house: House, owner: User, settings: Any
) -> None:
    settings.MAIL_LEAVES = False
    page = house.get(MAIL)
    assert "This site does not send email" in words(page) and owner.email not in words(page)
    assert f'href="{NOTICES}">Notifications' in page.content.decode()


# --- a test ---------------------------------------------------------------------------------------


def test_a_test_mail_is_sent_to_the_address_and_listed(house: House, owner: User) -> None:
    page = house.done(MAIL, {"act": "test"})
    assert "Test sent." in page and "Test notification Waiting" in page
    send_what_is_due(house)
    assert [letter.to for letter in mail.outbox] == [[owner.email]]
    assert "Test notification Sent" in house.read(MAIL)


def test_a_test_mail_does_not_change_the_topics(house: House, owner: User) -> None:
    notification_preferences.choose(user=owner, topics=["club"])
    house.done(MAIL, {"act": "test"})
    assert topics_of(owner) == {Topic.CLUB}


def test_a_second_test_waits_for_the_first(house: House, owner: User) -> None:
    house.done(MAIL, {"act": "test"})
    page = house.refused(MAIL, {"act": "test"})
    assert "A test email was already sent." in page
    assert Delivery.objects.filter(user=owner).count() == 1


def test_a_test_from_an_outdated_page_is_refused_in_a_sentence(house: House, settings: Any) -> None:
    """The page showed a button when it was loaded; then the address was removed or the site's mail
    disabled.
    """
    assert "Confirm your email address first" in house.refused(MAIL, {"act": "test"})
    settings.MAIL_LEAVES = False
    assert "This site does not send email" in house.refused(MAIL, {"act": "test"})


# --- what was sent --------------------------------------------------------------------------------


def test_an_empty_list_says_what_it_will_show(house: House, owner: User) -> None:
    assert "Nothing sent yet" in house.read(MAIL)


def test_an_unconfirmed_user_reads_that_confirmation_comes_first(house: House) -> None:
    assert "Confirm your email address, or add" in house.read(MAIL)


def test_a_mail_is_listed_with_its_club_time_and_state(house: House, owner: User) -> None:
    send_notice(house, "Your report for week 1 is ready.")
    assert "Your report for week 1 is ready. Waiting Test club · Email" in house.read(MAIL)
    send_what_is_due(house)
    assert "Your report for week 1 is ready. Sent Test club · Email" in house.read(MAIL)


def test_a_notice_read_on_the_site_is_listed_as_not_needed(house: House, owner: User) -> None:
    send_notice(house, "Your report for week 1 is ready.")
    read_notices(house, after=timedelta(minutes=1))
    send_what_is_due(house)
    page = house.read(MAIL)
    assert (
        "Your report for week 1 is ready. No longer needed" in page
        and "You had already read it." in page
    )
    assert not mail.outbox


def test_a_notice_no_longer_wanted_is_listed_as_not_needed(house: House, owner: User) -> None:
    send_notice(house, "Your report for week 1 is ready.")
    notification_preferences.choose(user=owner, topics=())
    send_what_is_due(house)
    assert "you had turned off the topic" in house.read(MAIL)
    read_notices(house, after=timedelta(hours=1))
    assert "You had already read it." not in house.read(MAIL), "read later is not why"


@pytest.mark.parametrize(
    ("state", "fault", "said"),
    [
        (State.FAILED, "the mail server responded with 550", "Could not be delivered Test club"),
        (State.FAILED, "the mail server responded with 550", "The mail server responded with 550."),
        (
            State.WAITING,
            "ConnectionRefusedError",
            "The mail server could not be reached (ConnectionRefusedError). We will try again.",
        ),
        (State.FAILED, "cut short", "Cut short."),
    ],
)
def test_each_kind_of_failure_has_its_sentence(
    state: str, fault: str, said: str, house: House, owner: User
) -> None:
    send_notice(house, "Your report for week 1 is ready.")
    Delivery.objects.filter(user=owner).update(state=state, fault=fault)
    assert said in house.read(MAIL)


# --- no more mail ---------------------------------------------------------------------------------


@pytest.fixture
def link(house: House, owner: User) -> str:
    """Return the link at the end of the owner's mails."""
    house.done(MAIL, {"act": "test"})
    send_what_is_due(house)
    found = mail.outbox[0].extra_headers["List-Unsubscribe"].strip("<>")
    assert found in str(mail.outbox[0].body)
    return str(found.removeprefix("http://localhost:8000"))


def test_the_unsubscribe_link_asks_first_and_names_nobody(
    house: House, owner: User, link: str
) -> None:
    page = house.get(link, "anonymous").content.decode()
    assert "Stop sending notifications" in page
    assert owner.email not in page and owner.get_username() not in page
    assert topics_of(owner) == DEFAULT_TOPICS, "a mail program that looks at links stops nothing"


def test_its_button_stops_that_users_mail_and_says_how_to_resume(
    house: House, owner: User, link: str
) -> None:
    page = Client(enforce_csrf_checks=True).post(link)
    assert page.status_code == 200
    assert "no longer sends notifications" in words(page) and owner.email not in words(page)
    assert f'href="{MAIL}"' in page.content.decode()
    assert not topics_of(owner)
    assert topics_of(house.people["rival"]) == DEFAULT_TOPICS


def test_one_click_unsubscribe_works_without_cookie_or_token(
    house: House, owner: User, link: str
) -> None:
    """RFC 8058. Programs may repeat the request, even after the user has chosen topics again."""
    for _ in range(2):
        answer = Client(enforce_csrf_checks=True).post(
            link, ONE_CLICK, content_type="application/x-www-form-urlencoded"
        )
        assert answer.status_code == 200 and not answer.cookies
    assert not topics_of(owner)
    house.done(MAIL, {"mail_waits": "on"})
    assert topics_of(owner) == {Topic.WAITS}


def test_the_unsubscribe_link_affects_its_own_user_whoever_is_signed_in(
    house: House, owner: User, link: str
) -> None:
    assert house.client("rival").post(link).status_code == 200
    assert not topics_of(owner)
    assert not NotificationPreferences.objects.filter(user=house.people["rival"]).exists()


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_forged_unsubscribe_link_is_not_found(method: str, house: House, link: str) -> None:
    nowhere = house.get("/nowhere/", "anonymous")
    real = link.rstrip("/").rpartition("/")[2]
    nobody = email_rendering.stop_token(house.club.campaign.pk)
    for token in (
        "nonsense",
        real[:-1],
        real.replace(":", ""),
        f"{house.people['rival'].pk.hex}:{real.partition(':')[2]}",
        nobody,
        "%00",
    ):
        answer = getattr(house.client("anonymous"), method)(f"/mail/stop/{token}/")
        assert answer.status_code == NOT_FOUND
        assert words(answer) == words(nowhere)
    assert not NotificationPreferences.objects.exists()


def test_other_methods_do_nothing(house: House, owner: User, link: str) -> None:
    assert house.client("anonymous").put(link).status_code == 405
    assert topics_of(owner) == DEFAULT_TOPICS
