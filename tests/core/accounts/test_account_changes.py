"""Users are notified of every change of their password or second factor."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django_scopes import scopes_disabled

from core.accounts.models import User
from core.notifications.models import Notice
from tests.factories import Club, found_club, person
from tests.staff import log_in_as_staff

pytestmark = pytest.mark.django_db

NEW = "a long one indeed"
Commits = Callable[..., AbstractContextManager[Any]]


@pytest.fixture
def club() -> Club:
    return found_club(teams=1, characters=1, vehicles=0, week=None)


@pytest.fixture
def vera(club: Club) -> User:
    """Return a player of the club with a confirmed and an unconfirmed address."""
    user = club.players[0]
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    EmailAddress.objects.create(user=user, email="second@example.org")
    return user


@pytest.fixture
def staff() -> Client:
    client = Client()
    log_in_as_staff(client, User.objects.create_superuser("root", "root@example.org", "secret"))
    return client


def inbox(user: User) -> list[str]:
    with scopes_disabled():
        return [row.text for row in Notice.objects.filter(user=user, kind="account-changed")]


def set_by_staff(staff: Client, user: User, **said: str) -> Any:
    page = reverse("admin:auth_user_password_change", args=[user.pk])
    sent = {"usable_password": "true", "password1": NEW, "password2": NEW, **said}
    return staff.post(page, sent)


def test_a_password_set_by_staff_notifies_the_user_and_ends_their_sessions(
    vera: User, staff: Client, django_capture_on_commit_callbacks: Commits
) -> None:
    own = Client()
    own.login(username=vera.username, password="secret")
    assert own.get("/me/").status_code == 200
    with django_capture_on_commit_callbacks(execute=True):
        assert set_by_staff(staff, vera).status_code == 302
    vera.refresh_from_db()
    assert vera.check_password(NEW)
    assert own.get("/me/").status_code == 302
    (line,) = inbox(vera)
    assert line.startswith("root set a new password for you and signed you out everywhere.")
    (letter,) = mail.outbox
    assert letter.to == [vera.email]
    assert "root set a new password for you" in letter.body
    assert NEW not in letter.body
    own.login(username=vera.username, password=NEW)
    assert "root set a new password" in own.get("/me/notices/").content.decode()


def test_a_password_disabled_by_staff_notifies_the_user(vera: User, staff: Client) -> None:
    set_by_staff(staff, vera, usable_password="false", **{"unset-password": "1"})
    vera.refresh_from_db()
    assert not vera.has_usable_password()
    assert len(inbox(vera)) == 1


def test_an_invalid_password_form_changes_nothing_and_notifies_nobody(
    vera: User, staff: Client
) -> None:
    assert set_by_staff(staff, vera, password2="another one indeed").status_code == 200
    vera.refresh_from_db()
    assert vera.check_password("secret")
    assert not inbox(vera)


def test_a_mail_failure_does_not_keep_staff_from_setting_a_password(
    vera: User, staff: Client, django_capture_on_commit_callbacks: Commits
) -> None:
    with (
        patch("core.accounts.services.account_mail.send_mail", side_effect=OSError),
        django_capture_on_commit_callbacks(execute=True),
    ):
        assert set_by_staff(staff, vera).status_code == 302
    assert len(inbox(vera)) == 1


def test_without_a_confirmed_address_or_a_club_nothing_is_sent(
    staff: Client, django_capture_on_commit_callbacks: Commits
) -> None:
    tomas = person("tomas")
    EmailAddress.objects.create(user=tomas, email=tomas.email, primary=True)
    with django_capture_on_commit_callbacks(execute=True):
        assert set_by_staff(staff, tomas).status_code == 302
    assert not mail.outbox and not inbox(tomas)


@pytest.mark.parametrize("leaves", [True, False])
def test_a_password_set_on_the_server_notifies_the_user(
    vera: User,
    leaves: bool,
    settings: Any,
    django_capture_on_commit_callbacks: Commits,
) -> None:
    settings.MAIL_LEAVES = leaves
    with (
        patch("getpass.getpass", return_value=NEW),
        django_capture_on_commit_callbacks(execute=True),
    ):
        call_command("changepassword", vera.username)
    vera.refresh_from_db()
    assert vera.check_password(NEW)
    (line,) = inbox(vera)
    assert line.startswith("The site administrator set a new password for you")
    assert len(mail.outbox) == leaves


def test_a_second_factor_removed_by_staff_notifies_the_user(
    vera: User, staff: Client, django_capture_on_commit_callbacks: Commits
) -> None:
    """Removed one by one, or ticked in the list."""
    for number, send in enumerate((_delete_one, _delete_ticked), start=1):
        factor = TOTP.activate(vera, "KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU").instance
        with django_capture_on_commit_callbacks(execute=True):
            send(staff, factor)
        assert not Authenticator.objects.filter(user=vera).exists()
        assert len(inbox(vera)) == len(mail.outbox) == number
        assert "root removed your second factor" in mail.outbox[-1].body


def _delete_one(staff: Client, factor: Authenticator) -> None:
    staff.post(reverse("admin:mfa_authenticator_delete", args=[factor.pk]), {"post": "yes"})


def _delete_ticked(staff: Client, factor: Authenticator) -> None:
    sent = {"action": "delete_selected", "_selected_action": [factor.pk], "post": "yes"}
    staff.post(reverse("admin:mfa_authenticator_changelist"), sent)


# --- one's own ------------------------------------------------------------------------------------


def test_a_user_who_changes_their_password_gets_a_notice_and_a_mail(vera: User) -> None:
    own, elsewhere = Client(), Client()
    for browser in (own, elsewhere):
        browser.login(username=vera.username, password="secret")
    sent = {"oldpassword": "secret", "password1": NEW, "password2": NEW}
    assert own.post("/accounts/password/change/", sent).status_code == 302
    assert own.get("/me/").status_code == 200
    assert elsewhere.get("/me/").status_code == 302
    assert inbox(vera)[0].startswith("Your password was changed")
    (letter,) = mail.outbox
    assert letter.to == [vera.email] and "Your password has been changed" in letter.body


def test_a_password_reset_by_mail_sends_a_notice_and_a_mail(vera: User) -> None:
    """So the owner notices if somebody else reads their mail."""
    browser = Client()
    browser.post("/accounts/password/reset/", {"email": vera.email})
    link = re.search(r"https?://[^/]+(/accounts/password/reset/key/\S+)", str(mail.outbox[0].body))
    assert link
    page = browser.get(link[1], follow=True).redirect_chain[-1][0]
    assert browser.post(page, {"password1": NEW, "password2": NEW}).status_code == 302
    assert inbox(vera)[0].startswith("Your password was changed")
    assert "Your password has been reset" in mail.outbox[-1].body


def test_account_changes_are_not_mailed_to_unconfirmed_addresses(vera: User) -> None:
    """They may belong to somebody else."""
    EmailAddress.objects.filter(user=vera).update(verified=False)
    own = Client()
    own.login(username=vera.username, password="secret")
    own.post(
        "/accounts/password/change/",
        {"oldpassword": "secret", "password1": NEW, "password2": NEW},
    )
    vera.refresh_from_db()
    assert vera.check_password(NEW)
    assert not mail.outbox


def test_a_mail_failure_does_not_undo_a_password_change(vera: User) -> None:
    own = Client()
    own.login(username=vera.username, password="secret")
    with patch("django.core.mail.EmailMessage.send", side_effect=ConnectionRefusedError):
        answer = own.post(
            "/accounts/password/change/",
            {"oldpassword": "secret", "password1": NEW, "password2": NEW},
        )
    assert answer.status_code == 302
    assert own.get("/me/").status_code == 200
