"""Challenging a friend: by a link, with or without an account, and by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from django_scopes import scopes_disabled

from core.accounts.models import User
from core.accounts.services import tokens
from core.notifications.models import Notice
from core.web.refusals import Refused
from play.models import Table
from play.services import challenges, seating
from tests.factories import person, signed_in
from tests.pages.club.conftest import words

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_django.fixtures import SettingsWrapper

    from .parlour import Parlour

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def host(client: Client) -> Client:
    client.force_login(person("host"), backend=BACKEND)
    return client


def press(client: Client, path: str, **fields: str) -> Any:
    return client.post(path, {"idempotency": uuid4().hex, **fields})


def link_on(page: Any) -> str:
    """Return the path of the link shown at a waiting table."""
    return (
        "/"
        + page.content.decode().partition('id="invite-link">')[2].partition("<")[0].split("/", 3)[3]
    )


def test_one_press_opens_a_table_for_two_and_shows_its_link(host: Client) -> None:
    assert "Challenge a friend" in words(host.get("/play/games/bids/"))
    to = press(host, "/play/games/bids/challenge/")["Location"]
    table = Table.objects.get()
    assert to == f"/play/{table.pk}/"
    assert (table.visibility, table.rated, table.seats) == ("invited", False, 2)
    page = host.get(to)
    assert "Send this link to your friend" in words(page)
    assert 'data-copy="invite-link"' in page.content.decode()
    assert 'data-share="invite-link"' in page.content.decode()
    assert link_on(page) == link_on(host.get(to))


def test_a_repeated_press_opens_one_table(host: Client) -> None:
    form = {"idempotency": uuid4().hex}
    first = host.post("/play/games/bids/challenge/", form)["Location"]
    assert host.post("/play/games/bids/challenge/", form)["Location"] == first
    assert Table.objects.count() == 1


def test_only_the_host_sees_the_link_and_only_until_it_is_used(host: Client) -> None:
    to = press(host, "/play/games/bids/challenge/")["Location"]
    link = link_on(host.get(to))
    elsewhere = signed_in(User.objects.get(username__startswith="host"), backend=BACKEND)
    assert "invite-link" not in elsewhere.get(to).content.decode()
    friend = signed_in(person("friend"), backend=BACKEND)
    assert press(friend, link)["Location"] == to
    assert Table.objects.get().status == "playing"
    assert "invite-link" not in host.get(to).content.decode()


def test_a_friend_without_an_account_joins_as_a_guest(host: Client) -> None:
    to = press(host, "/play/games/bids/challenge/")["Location"]
    link, friend = link_on(host.get(to)), Client()
    assert "Join as a guest" in words(friend.get(link))
    assert press(friend, link, guest="1")["Location"] == to
    guest = User.objects.get(guest=True)
    assert Table.objects.get().chairs.get(seat=1).holder == guest
    assert "Your move" in words(friend.get(to))
    assert "Sign up and keep this match" in words(friend.get(to))


def test_an_invented_link_creates_no_guest(host: Client) -> None:
    assert press(Client(), "/play/join/nothing/", guest="1").status_code == 404
    assert not User.objects.filter(guest=True).exists()


def test_a_rated_match_needs_an_account(parlour: Callable[..., Parlour]) -> None:
    at = parlour(open_seat=True, visibility="invited")
    token = seating.make_invite(table_id=at.table.pk, user=at.people["first"])
    answer = press(Client(), f"/play/join/{token}/", guest="1")
    assert answer.status_code == 422 and "rated match" in words(answer)
    assert not User.objects.filter(guest=True).exists()


def test_a_link_asks_to_sign_in_if_guests_are_disabled(
    host: Client, settings: SettingsWrapper
) -> None:
    settings.TRYOUTS = False
    to = press(host, "/play/games/bids/challenge/")["Location"]
    link, friend = link_on(host.get(to)), Client()
    assert "Join as a guest" not in words(friend.get(link))
    assert press(friend, link, guest="1").status_code == 200
    assert not User.objects.filter(guest=True).exists()


def test_a_former_opponent_is_challenged_by_name(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    second = at.people["second"]
    path = f"/play/people/{second.get_username()}/"
    assert at.get("first", path).status_code == 404
    at.play_out()
    assert f"Challenge {second.get_username()}" in at.read("first", path)
    assert second.get_username() in at.read(
        "first", f"/play/people/{at.people['first'].get_username()}/"
    )
    assert "Challenge " + second.get_username() not in at.read("watcher", path)
    to = press(at.client("first"), f"{path}challenge/", game="bids")["Location"]
    table = Table.objects.exclude(pk=at.table.pk).get()
    assert to == f"/play/{table.pk}/" and table.rated
    assert f"{second.get_username()} has been invited" in at.read("first", to)
    with scopes_disabled():
        notice = Notice.objects.get(user=second)
    assert (notice.campaign, notice.path) == (None, to)
    assert "challenged you to Sealed Bids" in at.read("second", "/me/notices/")
    read = at.client("second").post("/me/notices/read/", {"notice": str(notice.pk)})
    assert read["Location"] == to
    assert "A seat is reserved for you" in at.read("second", to)
    with scopes_disabled():
        Notice.objects.update(read_at=None)
    assert at.client("second").post(f"{to}sit/", {"idempotency": uuid4().hex}).status_code == 303
    table.refresh_from_db()
    assert table.status == "playing"
    with scopes_disabled():
        assert Notice.objects.get(user=second).read_at is not None


def test_a_challenged_person_can_decline(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    at.play_out()
    table = challenges.challenge(
        user=at.people["first"], game="bids", person=at.people["second"].get_username()
    ).table
    to = f"/play/{table.pk}/"
    assert press(at.client("second"), f"{to}decline/")["Location"] == "/play/"
    assert at.get("second", to).status_code == 404
    assert "declined the challenge" in at.read("first", to)
    assert "Create link" in at.read("first", to)


def test_the_number_of_challenges_is_limited(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    at.play_out()
    first, second = at.people["first"], at.people["second"]
    for _ in range(challenges.MAX_CHALLENGES):
        made = challenges.challenge(user=first, game="bids", person=second.get_username())
        seating.decline(table_id=made.table.pk, user=second)
    with pytest.raises(Refused, match="Wait for an answer"):
        challenges.challenge(user=first, game="bids", person=second.get_username())


def test_unknown_people_and_strangers_get_the_same_answer(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    said = set()
    for name in (at.people["watcher"].get_username(), "nobody-at-all"):
        with pytest.raises(Refused) as refused:
            challenges.challenge(user=at.people["first"], game="bids", person=name)
        said.add(refused.value.sentence)
    assert len(said) == 1


def test_the_api_challenges_and_declines(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    at.play_out()
    _, token = tokens.create_token(
        user=at.people["first"], name="A bot", days=1, now=timezone.now()
    )
    tool = Client(headers={"Authorization": f"Token {token}"})

    def ask(**body: str) -> Any:
        return tool.post("/api/v1/play/challenges/", body, content_type="application/json")

    made = ask(game="bids").json()
    assert made["path"] == f"/play/join/{made['token']}/"
    named = ask(game="bids", person=at.people["second"].get_username())
    assert named.status_code == 201 and named.json()["token"] == ""
    assert ask(game="bids", person=at.people["watcher"].get_username()).status_code == 422
    assert ask(game="nothing").status_code == 422
    _, theirs = tokens.create_token(
        user=at.people["second"], name="A bot", days=1, now=timezone.now()
    )
    second = Client(headers={"Authorization": f"Token {theirs}"})
    declined = second.post(
        f"/api/v1/play/tables/{named.json()['table']}/decline/", content_type="application/json"
    )
    assert declined.status_code == 204
