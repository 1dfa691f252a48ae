"""A site that lets people sign up by invite only, and clubs be founded by its staff only."""

from __future__ import annotations

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from campaign.league.models import Campaign
from campaign.league.services import invites
from core.accounts.models import User
from core.web import clock
from tests.factories import found_club, person

pytestmark = pytest.mark.django_db
FORM = {
    "username": "newcomer",
    "email": "",
    "password1": "correct horse 9",
    "password2": "correct horse 9",
}


def sign_up(client: Client, to: str = "") -> bool:
    form = {**FORM, "email": "newcomer@example.org", "next": to}
    client.post(reverse("account_signup"), form)
    return User.objects.filter(username="newcomer").exists()


def invite_path() -> str:
    club = found_club(teams=0)
    made = invites.make(campaign=club.campaign, role="player", actor=club.gm, at=clock.now())
    return reverse("join", args=[made[1]])


def test_who_is_not_invited_reads_what_to_do_instead(
    client: Client, settings: LazySettings
) -> None:
    settings.SIGN_UP = "invited"
    assert "By invitation" in client.get(reverse("account_signup")).content.decode()
    assert not sign_up(client)
    assert not sign_up(client, "/join/never-was/")
    assert not sign_up(client, "/me/")


def test_who_comes_with_an_invite_that_works_signs_up(
    client: Client, settings: LazySettings
) -> None:
    settings.SIGN_UP = "invited"
    path = invite_path()
    assert "Sign up" in client.get(reverse("account_signup"), {"next": path}).content.decode()
    assert sign_up(client, path)


def test_an_open_site_lets_anybody_sign_up(client: Client) -> None:
    assert sign_up(client)


@pytest.mark.parametrize("staff", [False, True])
def test_where_staff_found_clubs_nobody_else_does_on_page_or_api(
    client: Client, settings: LazySettings, staff: bool
) -> None:
    settings.FOUNDING = "staff"
    user = person("otto")
    User.objects.filter(pk=user.pk).update(is_staff=staff)
    client.force_login(user)
    there = "clubs are founded by its staff"
    for page in ("me", "campaign-new"):
        assert (there in client.get(reverse(page)).content.decode()) is not staff
    answer = client.post(
        reverse("api-campaigns"),
        {"name": "Mine"},
        content_type="application/json",
        headers={"Idempotency-Key": "k" * 20},
    )
    assert answer.status_code == (201 if staff else 422), answer.content
    assert Campaign.objects.exists() is staff
