"""A one-time sign-in link: announced, used once, and no way around a second factor."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.test import Client
from django.urls import reverse

from campaign.league.models import DeskAct
from campaign.league.selectors import people
from campaign.members.models import LoginLink
from campaign.members.services import login_links, members
from campaign.members.services.login_links import LinkSpent
from campaign.news.models import News
from core.accounts.models import User
from core.notifications.models import Notice
from core.web.refusals import ReasonNeeded, Refused
from tests.factories import Club, found_club

pytestmark = pytest.mark.django_db

WHY = "Vera lost her password."
NEW = {"password1": "a long one indeed", "password2": "a long one indeed"}


@pytest.fixture
def club() -> Club:
    return found_club(teams=1, characters=1, vehicles=0, spectator=True)


def make_link(club: Club, user: User | None = None, at: Any = None) -> str:
    return login_links.make(
        membership=club.member(user or club.players[0]),
        actor=club.gm,
        reason=WHY,
        now=at or club.at,
    )[1]


def page(token: str) -> str:
    return reverse("login-link", args=[token])


# --- making it ------------------------------------------------------------------------------------


def test_the_whole_club_is_notified_of_a_sign_in_link(club: Club) -> None:
    """Like opening sealed orders: log, news, and every member's inbox including the member's
    own.
    """
    vera = club.players[0]
    token = make_link(club)
    text = f"{club.gm} created a one-time sign-in link for {vera}"
    with club.scope():
        act = DeskAct.objects.get(kind="login-link-made")
        assert (act.public, act.reason) == (True, WHY)
        assert News.objects.get(cause=f"login-link-made:{act.pk}").text == f"{text}: {WHY}"
        told = set(Notice.objects.filter(text=f"{text}.").values_list("user_id", flat=True))
        assert told == set(people.members([club.campaign.pk])[club.campaign.pk])
        assert Notice.objects.filter(user=vera, text__contains="If you did not ask").exists()
        assert token not in str(LoginLink.objects.values()), "only a hash is kept"
        assert token not in str(
            [*Notice.objects.values(), *News.objects.values(), *DeskAct.objects.values()]
        )


def test_a_sign_in_link_needs_a_reason(club: Club) -> None:
    with pytest.raises(ReasonNeeded):
        login_links.make(
            membership=club.member(club.players[0]), actor=club.gm, reason=" ", now=club.at
        )


@pytest.mark.parametrize("field", ["is_staff", "is_superuser"])
def test_staff_get_no_sign_in_links(club: Club, field: str) -> None:
    setattr(club.players[0], field, True)
    club.players[0].save()
    with pytest.raises(Refused, match="Contact the site administrator"):
        make_link(club)


def test_a_link_needs_a_gm_who_runs_all_clubs_of_the_member(club: Club) -> None:
    """A link gives access to everything of a member, so a GM of all their clubs must make it. The
    refusal names no club.
    """
    other = found_club(teams=0, week=None, name="Other club")
    members.admit(campaign=other.campaign, user=club.players[0], role="player", now=club.at)
    with pytest.raises(Refused, match="You cannot create a link") as refused:
        make_link(club)
    assert "Other club" not in refused.value.sentence
    members.admit(campaign=other.campaign, user=club.gm, role="gm", now=club.at)
    assert make_link(club)


def test_joining_another_club_invalidates_the_link(club: Club) -> None:
    token, other = make_link(club), found_club(teams=0, week=None, name="Other club")
    members.admit(campaign=other.campaign, user=club.players[0], role="player", now=club.at)
    with pytest.raises(LinkSpent):
        login_links.look_up(token=token, now=club.at)


def test_a_link_ends_when_its_gm_steps_down(club: Club) -> None:
    token = make_link(club)
    members.set_role(membership=club.member(club.players[0]), role="gm", actor=club.gm, now=club.at)
    members.set_role(
        membership=club.member(club.gm), role="player", actor=club.players[0], now=club.at
    )
    with pytest.raises(LinkSpent):
        login_links.use(token=token, now=club.at)


def test_unknown_used_expired_and_replaced_links_get_the_same_error(club: Club) -> None:
    replaced = make_link(club)
    used = make_link(club)
    login_links.use(token=used, now=club.at)
    old = make_link(club)
    said = set()
    for token, at in (
        (replaced, club.at),
        (used, club.at),
        (old, club.at + timedelta(days=1)),
        ("no-such-token", club.at),
    ):
        with pytest.raises(LinkSpent) as refused:
            login_links.use(token=token, now=at)
        said.add(refused.value.sentence)
    assert len(said) == 1


# --- using it -------------------------------------------------------------------------------------


def test_viewing_a_link_keeps_it_valid_and_using_it_sets_a_new_password(club: Club) -> None:
    vera, elsewhere, client = club.players[0], Client(), Client()
    elsewhere.login(username=vera.username, password="secret")
    with time_machine.travel(club.at, tick=False):
        token = make_link(club)
        for ask in (client.get, client.head, client.get):
            assert ask(page(token), headers={"Sec-Purpose": "prefetch"}).status_code == 200
        assert (
            client.post(page(token), {**NEW, "password2": "another one indeed"}).status_code == 422
        )
        assert (
            client.post(page(token), {"password1": "secret", "password2": "secret"}).status_code
            == 422
        )
        answer = client.post(page(token), NEW)
        assert answer["Location"] == f"/c/{club.campaign.slug}/"
        assert client.get(answer["Location"]).status_code == 200
        assert elsewhere.get("/me/").status_code == 302, "other sessions are over"
        assert Client().post(page(token), NEW).status_code == 404, "once"
    vera.refresh_from_db()
    assert vera.check_password(NEW["password1"])
    with club.scope():
        notice = Notice.objects.get(user=vera, kind="login-link-used")
        assert "Your password was changed" in notice.text


def test_a_link_changes_nothing_before_the_second_factor(club: Club) -> None:
    vera, client = club.players[0], Client()
    secret = TOTP.activate(vera, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ").instance.data["secret"]
    assert Authenticator.objects.filter(user=vera).exists() and secret
    with time_machine.travel(club.at, tick=False):
        answer = client.post(page(make_link(club)), NEW)
        assert answer["Location"] == reverse("mfa_authenticate")
        assert client.get("/me/").status_code == 302
        vera.refresh_from_db()
        assert vera.check_password("secret")
        code = format_hotp_value(
            hotp_value(
                "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", next(iter(yield_hotp_counters_from_time()))
            )
        )
        assert client.post(reverse("mfa_authenticate"), {"code": code}).status_code == 302
        assert client.get("/me/").status_code == 200
    vera.refresh_from_db()
    assert vera.check_password(NEW["password1"])


def test_a_half_used_link_does_not_change_another_users_password(club: Club) -> None:
    """Another user signs in where a second factor was missing."""
    vera, client = club.players[0], Client()
    TOTP.activate(vera, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    with time_machine.travel(club.at, tick=False):
        client.post(page(make_link(club)), NEW)
        assert (
            client.post(
                "/accounts/login/", {"login": club.gm.username, "password": "secret"}
            ).status_code
            == 302
        )
    for user in (vera, club.gm):
        user.refresh_from_db()
        assert user.check_password("secret")


def test_signing_in_normally_invalidates_the_link(club: Club) -> None:
    with time_machine.travel(club.at, tick=False):
        token = make_link(club)
        Client().post("/accounts/login/", {"login": club.players[0].username, "password": "secret"})
        assert Client().get(page(token)).status_code == 404


def test_a_signed_in_visitor_reads_what_the_link_is_for(club: Club, client: Client) -> None:
    with time_machine.travel(club.at, tick=False):
        client.force_login(club.gm)
        token = make_link(club)
        answer = client.post(page(token), NEW)
        assert (
            answer.status_code == 200 and "for people who cannot sign in" in answer.content.decode()
        )
        login_links.look_up(token=token, now=club.at)


def test_an_invented_link_reveals_nothing(client: Client) -> None:
    answer = client.get(page("x" * 32))
    assert answer.status_code == 404 and "is no longer valid" in answer.content.decode()
