"""The pages of an empty site say what to do next, and nothing false."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from campaign.desk.rules.founding import Founding
from campaign.desk.services import founding
from tests.factories import person
from tests.pages.club.conftest import words

if TYPE_CHECKING:
    from pytest_django.fixtures import SettingsWrapper

pytestmark = pytest.mark.django_db


def read(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return words(answer)


@pytest.fixture
def member() -> Client:
    client = Client()
    client.force_login(person("ann"))
    return client


@pytest.fixture
def guest() -> Client:
    """Return a visitor who plays a game without an account."""
    cache.clear()
    client = Client()
    assert client.post("/try/renamed/").status_code == 303
    return client


def test_users_who_cannot_found_a_club_are_not_told_to(
    member: Client, guest: Client, settings: SettingsWrapper
) -> None:
    assert "or create your own club" in read(member, "/me/")
    assert "You need an account to create a club" in read(guest, "/me/")
    settings.FOUNDING = "staff"
    home = read(member, "/me/")
    assert "Paste an invite link below." in home and "create your own" not in home


def test_guests_are_told_to_sign_up_for_open_tables_and_tournaments(
    member: Client, guest: Client
) -> None:
    assert "to open games for others" not in read(member, "/play/")
    assert "to open games for others" in read(guest, "/play/")
    assert "Choose a game below to announce one" in read(member, "/play/tournaments/")
    tournaments = read(guest, "/play/tournaments/")
    assert "Sign up to announce one" in tournaments and "below" not in tournaments


def test_a_club_without_teams_says_so_to_people_who_can_create_one() -> None:
    gm = person("boss")
    club = founding.create_club(new=Founding(name="Empty"), founder=gm, now=timezone.now())
    client = Client()
    client.force_login(gm)
    assert "No teams yet." in read(client, f"/c/{club.slug}/teams/")
