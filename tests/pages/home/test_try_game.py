"""Trying a game from the front page without an account, and keeping the match."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from campaign.calendar.models import CalendarKey
from campaign.calendar.services import calendar_feed
from campaign.desk.rules.founding import Founding
from campaign.desk.services import founding
from campaign.league.models import Campaign
from config import settings as site
from core.accounts.models import ApiToken, User
from core.web.refusals import BadForm, Refused
from play.models import Table
from play.selectors.participants import chairs_of
from play.services import seating, tables
from play.services.tables import open_tryout
from play.tabletop import registry
from tests.factories import person, signed_in
from tests.pages.club.conftest import words

if TYPE_CHECKING:
    from pytest_django.fixtures import SettingsWrapper

pytestmark = pytest.mark.django_db
GAMES = ("achtung", "autoduel", "lunacy", "renamed", "shambattle")


@pytest.fixture(autouse=True)
def empty_counters() -> None:
    cache.clear()


@pytest.mark.parametrize("game", GAMES)
def test_a_visitor_starts_a_game_with_a_coach_in_two_presses(game: str) -> None:
    client = Client()
    front = client.get("/").content.decode()
    assert f'href="/try/{game}/"' in front
    assert "Play now" in words(client.get(f"/try/{game}/"))
    answer = client.post(f"/try/{game}/")
    table = Table.objects.get()
    assert answer["Location"] == f"/play/{table.pk}/"
    assert client.get(answer["Location"]).status_code == 200
    assert (table.game, table.visibility, table.rated, table.coached) == (
        game, "invited", False, True,
    )  # fmt: skip
    bots = [chair.bot for chair in chairs_of(table) if chair.bot]
    levels = {bot.partition(":")[2] for bot in bots}
    assert levels == ({"newcomer"} if registry.get(game).tempers else {""})


def test_a_returning_visitor_continues_their_match_of_a_game() -> None:
    client = Client()
    first = client.post("/try/renamed/")["Location"]
    assert "Continue your match" in words(client.get("/try/renamed/"))
    assert client.post("/try/renamed/")["Location"] == first
    assert client.post("/try/lunacy/")["Location"] != first
    assert User.objects.filter(guest=True).count() == 1


def test_two_simultaneous_presses_open_one_match() -> None:
    """The second request looked for a match before the first opened it."""
    vera = person("vera")
    assert open_tryout(user=vera, game="renamed") == open_tryout(user=vera, game="renamed")
    assert Table.objects.count() == 1


def test_a_guest_who_signs_up_keeps_the_match() -> None:
    client = Client()
    path = client.post("/try/renamed/")["Location"]
    guest = User.objects.get(guest=True)
    assert 'href="/try/keep/"' in client.get(path).content.decode()
    assert "Sign up and save them" in words(client.get("/try/keep/"))
    to = client.post("/try/keep/")["Location"]
    assert to.startswith("/accounts/signup/")
    word = uuid4().hex
    client.post(
        to, {"username": "keeper", "email": "k@example.org", "password1": word, "password2": word}
    )
    guest.refresh_from_db()
    assert (guest.username, guest.guest) == ("keeper", False)
    assert client.get(path).status_code == 200


def test_a_guest_has_no_credentials() -> None:
    client = Client()
    client.post("/try/renamed/")
    guest = User.objects.get(guest=True)
    for path in ("email/", "password/set/", "2fa/", "2fa/totp/activate/"):
        assert client.get(f"/accounts/{path}")["Location"] == "/try/keep/", path
    client.post("/accounts/email/", {"email": "thief@example.org", "action_add": ""})
    word = uuid4().hex
    client.post("/accounts/password/set/", {"password1": word, "password2": word})
    client.post("/me/tokens/", {"name": "mine", "days": "30", "idempotency": word})
    guest.refresh_from_db()
    assert not guest.has_usable_password()
    assert not EmailAddress.objects.exists() and not ApiToken.objects.exists()


def test_a_guest_cannot_found_a_club() -> None:
    client = Client()
    client.post("/try/renamed/")
    guest = User.objects.get(guest=True)
    with pytest.raises(Refused, match="Sign up first"):
        founding.create_club(new=Founding(name="Flood"), founder=guest, now=timezone.now())
    assert not Campaign.objects.exists()


def test_a_guest_cannot_keep_a_try_out_by_the_api() -> None:
    client = Client()
    client.post("/try/")
    club = Campaign.objects.get()
    path, key = f"/api/v1/campaigns/{club.slug}/tryout/keep/", {"Idempotency-Key": uuid4().hex}
    answer = client.post(path, {}, content_type="application/json", headers=key)
    club.refresh_from_db()
    assert (answer.status_code, club.tryout) == (422, True), answer.content
    assert "Sign up first" in answer.content.decode()


def test_a_guest_opens_no_tables_and_plays_no_rated_matches() -> None:
    """Otherwise the lobby would fill with abandoned tables, and ratings could be farmed."""
    client, vera = Client(), person("vera")
    client.post("/try/renamed/")
    guest = User.objects.get(guest=True)
    opened: dict[str, Any] = {"game": "renamed", "options": {}, "seats": ["me", "open"]}
    with pytest.raises(BadForm, match="Sign up"):
        tables.open_table(user=guest, **opened)
    assert not tables.open_table(user=guest, visibility="invited", **opened).rated
    rated = tables.open_table(user=vera, **opened)
    with pytest.raises(Refused, match="sign up"):
        seating.sit_down(table_id=rated.pk, user=guest)
    friendly = tables.open_table(user=vera, rated=False, **opened)
    assert seating.sit_down(table_id=friendly.pk, user=guest).is_playing


def test_a_new_account_does_not_share_the_guests_tokens_or_addresses() -> None:
    """Another person at the same computer may have created credentials as the guest."""
    client = Client()
    client.post("/try/renamed/")
    guest = User.objects.get(guest=True)
    ApiToken.objects.create(user=guest, name="old")
    EmailAddress.objects.create(user=guest, email="thief@example.org", verified=True)
    calendar_feed.renew(user=guest, now=timezone.now())
    word = uuid4().hex
    client.post(
        client.post("/try/keep/")["Location"],
        {"username": "keeper", "email": "k@example.org", "password1": word, "password2": word},
    )
    guest.refresh_from_db()
    assert (guest.username, guest.guest) == ("keeper", False)
    assert [one.email for one in EmailAddress.objects.all()] == ["k@example.org"]
    assert not ApiToken.objects.exists() and not CalendarKey.objects.exists()


def test_a_site_without_try_outs_offers_no_games_to_try(settings: SettingsWrapper) -> None:
    settings.TRYOUTS = False
    assert Client().get("/try/renamed/").status_code == 404
    assert "/try/renamed/" not in Client().get("/").content.decode()


def test_unknown_games_and_too_many_guests_are_refused(settings: SettingsWrapper) -> None:
    assert Client().get("/try/chess/").status_code == 404
    settings.TRYOUT_RATE = "1/10m/ip"
    assert Client().post("/try/renamed/").status_code == 303
    assert Client().post("/try/renamed/").status_code == 429


def test_the_limit_per_browser_comes_before_the_limit_per_network(
    settings: SettingsWrapper,
) -> None:
    settings.TRYOUT_RATE = "2/10m/key,6/10m/ip"
    eager = Client()
    statuses = [eager.post(f"/try/{game}/").status_code for game in GAMES[:3]]
    assert statuses == [303, 303, 429]
    assert [Client().post("/try/renamed/").status_code for _ in range(5)] == [303] * 4 + [429]


def test_default_limits_allow_thirty_guests_from_one_address(settings: SettingsWrapper) -> None:
    settings.TRYOUT_RATE = site.TRYOUT_RATE
    assert [Client().post("/try/renamed/").status_code for _ in range(30)] == [303] * 30


@pytest.mark.slow("begins every game twice")
def test_one_browser_can_try_everything_on_the_front_page_twice(settings: SettingsWrapper) -> None:
    settings.TRYOUT_RATE = site.TRYOUT_RATE
    client = Client()
    offered = set(re.findall(r'href="(/try/[a-z-]+/)"', client.get("/").content.decode()))
    assert len(offered) > len(GAMES)
    for path in sorted(offered) * 2:
        assert client.post(path).status_code == 303, path
        Table.objects.update(status=Table.Status.OVER)
        Campaign.objects.update(tryout=False)


@pytest.mark.parametrize("has_begun", [False, True])
def test_play_on_a_games_page_starts_a_match_for_a_guest(has_begun: bool) -> None:
    client = Client()
    if has_begun:
        client.post("/try/lunacy/")
    page = client.get("/play/games/renamed/").content.decode()
    form = page.partition('action="/try/renamed/"')[2].partition("</form>")[0]
    assert re.search(r">\s*Play\s*</button>", form)
    answer = client.post("/try/renamed/")
    assert client.get(answer["Location"]).status_code == 200
    assert Table.objects.filter(game="renamed").count() == 1


def test_play_on_a_games_page_leads_a_member_to_the_form() -> None:
    client = signed_in(person("member"))
    page = client.get("/play/games/renamed/").content.decode()
    assert 'action="/try/renamed/"' not in page and 'href="/play/new/renamed/"' in page


def test_only_guests_can_keep_an_account() -> None:
    assert Client().get("/try/keep/")["Location"] == "/accounts/login/?next=/try/keep/"
    client = signed_in(person("member"))
    assert client.get("/try/keep/")["Location"] == "/me/"
