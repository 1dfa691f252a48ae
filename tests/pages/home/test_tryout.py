"""Trying a club's week from the front page without an account, and keeping the club (C25)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_scopes import scopes_disabled

from campaign.league.models import Campaign, Membership, Season, Team, Week
from campaign.members.rules.acts import Inviting
from campaign.members.services import invites
from campaign.news.services import hooks
from core.accounts.models import User
from core.web.refusals import Refused
from espionage.models import AmbushFight
from espionage.selectors.tryout import tryout_of
from tests.factories import found_club, person, signed_in
from tests.pages.club.conftest import words

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_django.fixtures import SettingsWrapper

pytestmark = pytest.mark.django_db


class Guest:
    """A visitor who has started a try-out."""

    def __init__(self) -> None:
        self.client = Client()
        self.home = str(self.client.post(reverse("tryout"))["Location"])
        self.user = User.objects.get(guest=True)

    @property
    def club(self) -> Campaign:
        return Campaign.objects.get()

    def read(self, path: str) -> str:
        answer = self.client.get(path)
        assert answer.status_code == 200, path
        return words(answer)

    def press(self, step: str, *, key: str = "") -> Any:
        path = reverse("tryout-next", args=[self.club.slug])
        return self.client.post(path, {"idempotency": key or uuid4().hex, "step": step})

    def keep(self) -> Any:
        path = reverse("tryout-keep", args=[self.club.slug])
        return self.client.post(path, {"idempotency": uuid4().hex})


@pytest.fixture
def guest() -> Guest:
    return Guest()


def test_the_front_page_offers_a_try_out() -> None:
    assert reverse("tryout") in Client().get("/").content.decode()
    assert "Start try-out" in words(Client().get(reverse("tryout")))


def test_try_outs_can_be_disabled(settings: SettingsWrapper) -> None:
    settings.TRYOUTS = False
    assert reverse("tryout") not in Client().get("/").content.decode()
    assert Client().get(reverse("tryout")).status_code == 404
    assert Client().post(reverse("tryout")).status_code == 404
    assert not User.objects.exists()


@pytest.mark.everyday
@pytest.mark.slow("plays a whole week by pages")
def test_a_guest_is_led_through_the_whole_week(guest: Guest) -> None:
    assert "Try-out: step 1 of 5" in guest.read(guest.home)
    fight = guest.press("orders")["Location"]
    assert fight.endswith("/ambush/")
    assert "Try-out: step 2 of 5" in guest.read(guest.home)
    report = guest.press("publish")["Location"]
    assert "Try-out: step 3 of 5" in guest.read(report)
    guest.read(guest.press("drive")["Location"])
    assert "Try-out: step 4 of 5" in guest.read(guest.home)
    duel = guest.press("duel")["Location"]
    assert "Try-out: step 5 of 5" in guest.read(duel)
    assert "Try-out: step 1 of 5" in guest.read(guest.press("again")["Location"])


@pytest.mark.slow("plays a try-out to its end")
def test_a_repeated_press_advances_one_step(guest: Guest) -> None:
    first = guest.press("orders", key="once")
    again = guest.press("orders", key="once")
    assert again["Location"] == first["Location"]
    late = guest.client.get(guest.press("orders")["Location"])
    assert "No week is open for orders." in words(late)


@pytest.mark.slow("plays a try-out to its end")
def test_a_turn_of_a_try_out_fight_may_last_as_long_as_the_fight(guest: Guest) -> None:
    guest.press("orders")
    with scopes_disabled():
        fight = AmbushFight.objects.select_related("table", "week").get()
    assert fight.table.clock_seconds == (fight.week.settle_at - fight.week.due_at).total_seconds()


def test_a_guest_who_signs_up_keeps_the_club(guest: Guest) -> None:
    home = guest.home
    answer = guest.keep()
    assert answer["Location"].startswith(reverse("account_signup"))
    assert guest.client.get(home).status_code == 302
    said = {
        "username": "harriet", "email": "harriet@example.org",
        "password1": "longhorse-77x", "password2": "longhorse-77x",
    }  # fmt: skip
    signed = guest.client.post(answer["Location"], said)
    assert signed["Location"] == home
    harriet = User.objects.get(username="harriet")
    assert (harriet.pk, harriet.guest) == (guest.user.pk, False)
    assert harriet.check_password("longhorse-77x")
    assert not guest.club.tryout
    page = guest.read(home)
    assert "Try-out, " not in page and "Break anything you like" not in page
    assert "The club is yours. Invite your friends" in page
    assert "Desk" in page


def test_signing_up_in_another_browser_does_not_take_the_club(guest: Guest) -> None:
    guest.keep()
    said = {
        "username": "other", "email": "other@example.org",
        "password1": "longhorse-77x", "password2": "longhorse-77x",
    }  # fmt: skip
    Client().post(reverse("account_signup"), said)
    assert User.objects.get(username="other").pk != guest.user.pk
    assert guest.club.tryout


def test_a_guest_who_left_the_sign_up_form_can_return(guest: Guest) -> None:
    guest.keep()
    assert "Continue your try-out" in guest.read(reverse("tryout"))
    assert guest.client.post(reverse("tryout"))["Location"] == guest.home
    assert "Try-out: step 1 of 5" in guest.read(guest.home)
    assert Campaign.objects.count() == 1


@pytest.mark.slow("plays a try-out to its end")
def test_a_user_with_an_account_keeps_the_club_by_one_press() -> None:
    client, vera = Client(), person("vera")
    client.force_login(vera)
    home = client.post(reverse("tryout"))["Location"]
    club = tryout_of(vera)
    assert club is not None
    answer = client.post(reverse("tryout-keep", args=[club.slug]), {"idempotency": "k"})
    assert answer["Location"] == home
    club.refresh_from_db()
    assert not club.tryout


@pytest.mark.slow("plays a try-out to its end")
def test_nobody_else_can_open_a_try_out(guest: Guest) -> None:
    other = signed_in(person("rival"))
    assert other.get(guest.home).status_code == 404
    for name in ("tryout-next", "tryout-keep"):
        path = reverse(name, args=[guest.club.slug])
        assert other.post(path, {"idempotency": "k", "step": "orders"}).status_code == 404
    with scopes_disabled():
        assert Week.objects.get().status == Week.Status.OPEN


@pytest.mark.slow("plays a try-out to its end")
def test_nobody_can_be_invited_into_a_try_out(guest: Guest) -> None:

    with pytest.raises(Refused, match="Keep the club first"):
        invites.make(
            campaign=guest.club, new=Inviting(uses=1), actor=guest.user, now=guest.club.founded_at
        )


def test_a_try_out_makes_no_outgoing_requests(guest: Guest) -> None:
    """Otherwise anonymous visitors could make the site call other hosts."""
    tool = "https://tool.example.org/news"
    with pytest.raises(Refused, match="Keep the club first"):
        hooks.add(campaign=guest.club, name="x", address=tool, actor=guest.user, now=timezone.now())
    page = guest.client.post(
        reverse("desk-hooks", args=[guest.club.slug]),
        {"idempotency": uuid4().hex, "name": "x", "address": tool},
    )
    assert "Keep the club first" in words(page)


@pytest.mark.slow("plays a try-out to its end")
def test_a_guest_must_sign_up_before_joining_a_club(guest: Guest) -> None:
    club = found_club()
    _, token = invites.make(
        campaign=club.campaign, new=Inviting(uses=1), actor=club.gm, now=timezone.now()
    )
    path = reverse("join", args=[token])
    answer = guest.client.post(path, {"idempotency": uuid4().hex})
    assert answer.status_code == 422
    assert "Sign up to keep" in words(answer)


def test_no_page_links_to_a_guests_missing_profile(guest: Guest) -> None:
    page = reverse("person", args=[guest.user.get_username()])
    assert guest.client.get(page).status_code == 404
    members = reverse("members", args=[guest.club.slug])
    assert guest.user.get_username() in guest.read(members)
    for path in (members, reverse("own-page"), reverse("me"), reverse("play")):
        assert f'href="{page}"' not in guest.client.get(path).content.decode(), path


def test_many_try_outs_from_one_network_are_throttled(settings: SettingsWrapper) -> None:
    settings.TRYOUT_RATE = "1/10m/ip"
    cache.clear()
    assert Client().post(reverse("tryout")).status_code == 303
    answer = Client().post(reverse("tryout"))
    assert answer.status_code == 429
    assert "Try again in a few minutes" in words(answer)
    assert User.objects.count() == 1


def test_weeks_of_a_try_out_count_towards_the_limit(
    guest: Guest, settings: SettingsWrapper
) -> None:
    for step in ("orders", "publish", "duel"):
        guest.press(step)
    api = reverse("api-tryout", args=[guest.club.slug])
    settings.TRYOUT_RATE = "1/10m/ip"
    cache.clear()
    own_path = reverse("tryout-next", args=[guest.club.slug])
    assert Client().post(reverse("tryout")).status_code == 303
    guest.client.post(own_path, {"idempotency": "once", "step": "again"})
    guest.client.post(
        api,
        {"step": "again"},
        content_type="application/json",
        headers={"Idempotency-Key": str(uuid4())},
    )
    with scopes_disabled():
        assert Week.objects.filter(season__campaign__founder=guest.user).count() == 1
    assert "Too many weeks were started" in guest.read(guest.home)


@pytest.mark.slow("plays a try-out to its end")
def test_the_api_can_play_a_try_out() -> None:
    client, vera = Client(), person("vera")
    client.force_login(vera)

    def post(path: str, body: dict[str, str] | None = None) -> Any:
        return client.post(
            path,
            body or {},
            content_type="application/json",
            headers={"Idempotency-Key": str(uuid4())},
        )

    begun = post(reverse("api-tryouts"))
    assert begun.status_code == 201, begun.content
    slug = begun.json()["slug"]
    assert post(reverse("api-tryouts")).json()["slug"] == slug
    path = reverse("api-tryout", args=[slug])
    assert client.get(path).json() == {"part": "orders", "week": 1}
    steps = (("orders", "fight"), ("publish", "report"), ("drive", "driving"), ("duel", "result"))
    for step, part in steps:
        assert post(path, {"step": step}).json() == {"part": part, "week": 1}
    assert post(path, {"step": "orders"}).status_code == 409
    assert post(path, {"step": "again"}).json() == {"part": "orders", "week": 2}
    assert post(reverse("api-tryout-keep", args=[slug])).json()["slug"] == slug
    assert client.get(path).status_code == 404


def test_try_out_pages_take_as_few_queries_as_others(
    guest: Guest, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    for path in (guest.home, reverse("tryout")):
        guest.client.get(path)
        with django_assert_max_num_queries(15):
            guest.client.get(path)


def test_a_guests_name_is_random_and_gives_no_access(guest: Guest) -> None:
    assert re.fullmatch(r"guest-[0-9a-f]{8}", guest.user.username)
    assert not guest.user.has_usable_password()
    with scopes_disabled():
        assert Membership.objects.filter(user=guest.user).count() == 1
        assert Season.objects.count() == 1


@pytest.mark.slow("plays a try-out to its end")
def test_dice_picked_by_the_site_are_never_called_fair(guest: Guest) -> None:
    slug = guest.club.slug
    assert "the site picks the dice" in guest.read(f"/c/{slug}/weeks/1/")
    guest.press("orders")
    guest.press("publish")
    with scopes_disabled():
        own = Team.objects.get(bot="")
        Campaign.objects.update(tryout=False)  # as when it is kept
    week, report = f"/c/{slug}/weeks/1/", f"/c/{slug}/teams/{own.slug}/reports/1/"
    promised = guest.read(week)
    assert "These lines prove nothing about the dice" in promised
    assert "sealed when the week opened" not in promised
    shown = guest.read(report)
    assert "published when the week opened" not in shown.partition("of all teams’ salts")[0]
    assert "the site picked after the deadline" in shown
    assert "Dice chosen for the demonstration" in shown
    assert "Checked: fair" not in shown and "nothing to try" not in shown
    api = f"/api/v1/campaigns/{slug}"
    assert guest.client.get(f"{api}/weeks/1/").json()["promises"]["picked"]
    told = guest.client.get(f"{api}/teams/{own.slug}/reports/1/").json()["promise"]
    assert told["picked"] and "The dice prove nothing" in told["held"][0]
    transcript = guest.client.get(reverse("espionage:transcript", args=[slug, own.slug, 1]))
    verdict = words(Client().post("/check/", {"text": transcript.content.decode()}))
    assert "The dice prove nothing." in verdict and "Checked: fair" not in verdict


def test_a_clubs_own_dice_are_not_called_picked() -> None:
    club = found_club(teams=2)
    client = signed_in(club.players[0], backend="django.contrib.auth.backends.ModelBackend")
    page = words(client.get(f"/c/{club.campaign.slug}/weeks/1/"))
    assert "no die rolls were chosen" in page and "picks the dice" not in page
