"""The admin shows nothing to staff before they have given a second factor in this session."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from core.accounts.models import User
from tests.factories import NOON, person
from tests.staff import SECRET, log_in_as_staff

pytestmark = pytest.mark.django_db

HOME = "/admin/"


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """Freeze the time, because codes are valid for half a minute."""
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


@pytest.fixture
def root() -> User:
    return User.objects.create_superuser("root", "", "secret")


def log_in(user: User) -> Client:
    client = Client()
    client.post("/accounts/login/", {"login": user.username, "password": "secret"})
    return client


def reauthenticated(client: Client) -> Client:
    """Return the client after a reauthentication, which account changes require."""
    client.post("/accounts/reauthenticate/", {"password": "secret"})
    return client


def code(secret: str = SECRET) -> str:
    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))


def redirect_target(client: Client, path: str) -> Any:
    """Return the address to which a page redirects."""
    return client.get(path, follow=True)


def test_staff_without_a_second_factor_are_asked_to_set_one_up(root: User) -> None:
    client = log_in(root)
    assert "_auth_user_id" in client.session
    answer = redirect_target(client, HOME)
    assert answer.redirect_chain[-1][0] == reverse("mfa_index")
    assert "Set it up here" in answer.content.decode()


def test_staff_who_set_up_a_second_factor_get_in(root: User, clock: time_machine.Traveller) -> None:
    client = reauthenticated(log_in(root))
    secret = client.get(reverse("mfa_activate_totp")).context["form"].secret
    client.post(reverse("mfa_activate_totp"), {"code": code(secret)})
    clock.shift(timedelta(minutes=1))
    asked = redirect_target(client, HOME).redirect_chain[-1][0]
    assert client.post(asked, {"code": code(secret)})["Location"] == HOME
    assert client.get(HOME).status_code == 200


def test_every_admin_page_needs_the_second_factor(root: User) -> None:
    client = log_in(root)
    paths = [
        HOME,
        *(
            reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
            for model in admin.site._registry
        ),
        reverse("admin:auth_user_password_change", args=[root.pk]),
        reverse("admin:accounts_user_change", args=[root.pk]),
        reverse("admin:autocomplete"),
        reverse("admin:jsi18n"),
        "/admin/no/such/page/",
    ]
    for path in paths:
        answer = client.get(path)
        assert answer.status_code == 302 and answer["Location"].startswith("/admin/login/"), path
    answer = client.post(
        reverse("admin:auth_user_password_change", args=[root.pk]),
        {"password1": "a long one indeed", "password2": "a long one indeed"},
    )
    assert answer.status_code == 302
    root.refresh_from_db()
    assert root.check_password("secret")


def test_signing_in_with_a_second_factor_opens_the_admin(root: User) -> None:
    TOTP.activate(root, SECRET)
    client = log_in(root)
    assert client.get(HOME).status_code == 302
    assert client.post(reverse("mfa_authenticate"), {"code": code()}).status_code == 302
    assert client.get(HOME).status_code == 200


def test_a_session_without_the_second_factor_is_asked_for_it_and_redirected(root: User) -> None:
    """For example a session older than the second factor."""
    client = log_in(root)
    TOTP.activate(root, SECRET)
    there = reverse("admin:accounts_user_changelist")
    answer = redirect_target(client, there)
    assert answer.redirect_chain[-1][0].startswith(reverse("mfa_reauthenticate"))
    assert client.post(answer.redirect_chain[-1][0], {"code": "000000"}).status_code == 200
    assert client.get(there).status_code == 302
    answer = client.post(answer.redirect_chain[-1][0], {"code": code()})
    assert answer["Location"] == there
    assert client.get(there).status_code == 200


def test_reauthentication_by_password_is_no_second_factor(root: User) -> None:
    client = log_in(root)
    TOTP.activate(root, SECRET)
    client.post("/accounts/reauthenticate/", {"password": "secret"})
    assert client.get(HOME).status_code == 302


def test_removing_the_second_factor_closes_the_admin(root: User) -> None:
    client = Client()
    log_in_as_staff(client, root)
    assert client.get(HOME).status_code == 200
    Authenticator.objects.all().delete()
    assert client.get(HOME).status_code == 302
    RecoveryCodes.activate(root)
    assert client.get(HOME).status_code == 302, "recovery codes come with a factor"


def test_another_users_second_factor_does_not_open_the_admin(root: User) -> None:
    client, other = Client(), person("other")
    log_in_as_staff(client, other)
    session = client.session
    session["_auth_user_id"], session["_auth_user_hash"] = (
        str(root.pk),
        root.get_session_auth_hash(),
    )
    session.save()
    TOTP.activate(root, SECRET)
    assert client.get("/me/").status_code == 200
    assert client.get(HOME).status_code == 302


def test_the_admins_sign_in_form_accepts_no_password(root: User) -> None:
    """Otherwise passwords could be guessed there without limits and second factor."""
    staff = User.objects.create_superuser("staff", "", "secret")
    client = Client()
    log_in_as_staff(client, staff)
    answer = client.post("/admin/login/", {"username": "root", "password": "secret"})
    assert answer.status_code == 302
    assert client.session["_auth_user_id"] == str(staff.pk)
    assert "<form" not in Client().post("/admin/login/", {"username": "root"}).content.decode()


def test_the_admin_is_not_found_without_staff_status() -> None:
    client = log_in(person("vera"))
    assert redirect_target(client, HOME).status_code == 404


def test_the_second_factor_can_be_disabled_in_development(root: User, settings: Any) -> None:
    settings.STAFF_SECOND_FACTOR = False
    assert log_in(root).get(HOME).status_code == 200


def test_without_mail_a_second_factor_needs_no_confirmed_address(root: User, settings: Any) -> None:
    EmailAddress.objects.create(user=root, email="root@example.org", primary=True)
    client = reauthenticated(log_in(root))
    assert client.get(reverse("mfa_activate_totp")).status_code == 302
    settings.MFA_ALLOW_UNVERIFIED_EMAIL = True
    assert client.get(reverse("mfa_activate_totp")).status_code == 200


def test_the_admins_password_page_redirects_to_the_sites(root: User) -> None:
    client = Client()
    log_in_as_staff(client, root)
    assert client.get(reverse("admin:password_change"))["Location"] == reverse(
        "account_change_password"
    )


def test_no_admin_page_shows_the_secret_of_a_second_factor(root: User) -> None:
    client, vera = Client(), person("vera")
    log_in_as_staff(client, root)
    factor = TOTP.activate(vera, "KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU").instance
    name = "admin:mfa_authenticator"
    pages = [
        client.get(path).content.decode()
        for path in (
            reverse(f"{name}_changelist"),
            reverse(f"{name}_change", args=[factor.pk]),
            reverse(f"{name}_history", args=[factor.pk]),
            reverse(f"{name}_delete", args=[factor.pk]),
        )
    ]
    assert vera.username in pages[0]
    assert not [page for page in pages if "KRSXG5CT" in page or factor.data["secret"] in page]
