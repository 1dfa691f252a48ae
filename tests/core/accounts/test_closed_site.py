"""A site with sign-up by invite only and clubs founded by staff only."""

from __future__ import annotations

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from campaign.league.models import Campaign
from campaign.members.rules.acts import Inviting
from campaign.members.services import invites
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
    made = invites.make(
        campaign=club.campaign, new=Inviting(uses=1), actor=club.gm, now=clock.now()
    )
    return reverse("join", args=[made[1]])


def test_a_visitor_without_an_invite_reads_how_to_get_one(
    client: Client, settings: LazySettings
) -> None:
    settings.SIGN_UP = "invited"
    assert "Sign-up by invitation" in client.get(reverse("account_signup")).content.decode()
    assert not sign_up(client)
    assert not sign_up(client, "/join/never-was/")
    assert not sign_up(client, "/me/")


def test_a_visitor_with_a_valid_invite_signs_up(client: Client, settings: LazySettings) -> None:
    settings.SIGN_UP = "invited"
    path = invite_path()
    assert "Sign up" in client.get(reverse("account_signup"), {"next": path}).content.decode()
    assert sign_up(client, path)


def test_anyone_signs_up_on_an_open_site(client: Client) -> None:
    assert sign_up(client)


@pytest.mark.parametrize("staff", [False, True])
def test_only_staff_found_clubs_if_the_site_says_so(
    client: Client, settings: LazySettings, staff: bool
) -> None:
    settings.FOUNDING = "staff"
    user = person("otto")
    User.objects.filter(pk=user.pk).update(is_staff=staff)
    client.force_login(user)
    there = "Only the site administrator can create clubs"
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


@pytest.mark.parametrize("staff", [False, True])
@pytest.mark.slow("plays a try-out")
def test_only_staff_keep_a_try_out_if_the_site_says_so(
    client: Client, settings: LazySettings, staff: bool
) -> None:
    user = person("otto")
    User.objects.filter(pk=user.pk).update(is_staff=staff)
    client.force_login(user)
    client.post(reverse("tryout"), {"idempotency": "k"})
    club = Campaign.objects.get(founder=user)
    settings.FOUNDING = "staff"
    form = {"idempotency": "k", "confirmed": "1"}
    page = client.post(reverse("tryout-keep", args=[club.slug]), form, follow=True)
    club.refresh_from_db()
    assert ("Only the site administrator can create clubs" in page.content.decode()) is not staff
    assert club.tryout is not staff
    answer = client.post(
        reverse("api-tryout-keep", args=[club.slug]), content_type="application/json"
    )
    assert answer.status_code == (404 if staff else 422), "it is a club already"
    club.refresh_from_db()
    assert club.tryout is not staff


@pytest.mark.parametrize("founding", ["everybody", "staff"])
def test_a_guest_who_signs_up_keeps_the_try_out_only_if_they_can_found_clubs(
    client: Client, settings: LazySettings, founding: str
) -> None:
    client.post(reverse("tryout"), {"idempotency": "k"})
    club = Campaign.objects.get(founder__guest=True)
    settings.FOUNDING = founding
    keep = client.post(reverse("tryout-keep", args=[club.slug]), {"idempotency": "other"})
    assert keep["Location"].startswith(reverse("account_signup"))
    assert sign_up(client, reverse("club", args=[club.slug]))
    club = Campaign.objects.get(pk=club.pk)
    assert club.founder.username == "newcomer"
    assert not club.founder.guest
    assert club.tryout is (founding == "staff")
    assert client.get(reverse("club", args=[club.slug])).status_code == 200, "it can be played on"
