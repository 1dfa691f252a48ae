"""A finished match for anyone with its link: access, content and omissions."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client
from django.utils import timezone

from core.accounts.models import User
from core.accounts.services import tokens
from core.web import clock
from core.web.png import printable
from play.models import ChatLine, PrivateNote
from play.selectors.shared import shared_match
from play.services import daily, leaving, notes, seating, sharing
from play.views.shared import card_of
from tests.pages.club.conftest import words

if TYPE_CHECKING:
    from collections.abc import Callable

    from .parlour import Parlour

pytestmark = pytest.mark.django_db
PARTS = ("", "steps/", "steps/?step=2&from=truth", "card.png")


def path(at: Parlour, part: str = "") -> str:
    return f"/play/matches/{at.table.pk}/{part}"


def share(at: Parlour, who: str, *, on: bool = True) -> Any:
    return sharing.set_sharing(table_id=at.table.pk, user=at.people[who], is_on=on)


def read(at: Parlour, part: str = "") -> tuple[int, bytes]:
    """Return the answer to a visitor."""
    answer = Client().get(path(at, part))
    return answer.status_code, answer.content


@pytest.fixture
def private_match(parlour: Callable[..., Parlour]) -> Parlour:
    """Return a finished private match."""
    at = parlour(visibility="invited")
    at.play_out()
    return at


def test_a_private_match_is_shared_when_all_its_players_agree(private_match: Parlour) -> None:
    at, second = private_match, private_match.people["second"].get_username()
    assert f"It goes live once {second} agrees" in at.read("first")
    assert at.post("first", "play-share", {"on": "1"}).status_code == 303
    assert f"as soon as {second} agrees" in at.read("first")
    assert read(at)[0] == 404
    at.post("second", "play-share", {"on": "1"})
    assert f"http://testserver{path(at)}" in at.read("first")
    assert [read(at, part)[0] for part in PARTS] == [200, 200, 200, 200]
    at.post("second", "play-share", {})
    assert [read(at, part)[0] for part in PARTS] == [404, 404, 404, 404]


def test_a_public_match_is_shared_when_one_player_agrees(parlour: Callable[..., Parlour]) -> None:
    at, closed = parlour(), parlour(watched=False)
    for each in (at, closed):
        each.play_out()
        assert read(each)[0] == 404
        share(each, "first")
    assert read(at)[0] == 200
    assert read(closed)[0] == 404


def test_an_unshared_match_gets_the_same_404_as_an_unknown_one(
    parlour: Callable[..., Parlour], private_match: Parlour
) -> None:
    going = parlour()
    nothing = Client().get("/play/matches/00000000-0000-0000-0000-000000000000/").content
    for at in (going, private_match):
        assert read(at) == (404, nothing)


def test_only_players_can_share_and_only_after_the_match(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    assert at.post("first", "play-share", {"on": "1"}).status_code == 303
    assert "You can share a match when it is over" in at.read("first")
    at.play_out()
    at.post("watcher", "play-share", {"on": "1"})
    assert read(at)[0] == 404
    assert "Share" not in at.read("watcher").replace("Share it", "")


def test_the_page_shows_the_winner_three_moments_and_the_game(private_match: Parlour) -> None:
    share(private_match, "first")
    share(private_match, "second")
    page = words(Client().get(path(private_match)))
    first, second = (private_match.people[one].get_username() for one in ("first", "second"))
    assert f"{first} won against {second}." in page
    for said in ("Play this game", "Step through the match", "Key moments"):
        assert said in page
    html = " ".join(read(private_match)[1].decode().split())
    assert html.count('rel="nofollow"') == 5
    assert f'property="og:title" content="Sealed Bids: {first} won against {second}."' in html
    assert f'property="og:image" content="http://testserver{path(private_match)}card.png?v=' in html
    assert "noindex" in html


def test_the_card_numbers_players_whose_names_it_cannot_draw(private_match: Parlour) -> None:
    at = private_match
    for who in ("first", "second"):
        share(at, who)
    User.objects.filter(pk=at.people["first"].pk).update(username="李")
    card = printable(card_of(shared_match(at.table.pk)))
    assert "Player " in card.title and "李" not in card.title + card.picture


def test_the_card_is_a_png_with_an_etag_of_its_content(private_match: Parlour) -> None:
    share(private_match, "first")
    share(private_match, "second")
    answer = Client().get(path(private_match, "card.png"))
    assert answer["Content-Type"] == "image/png"
    assert answer.content[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = answer.content[16:20], answer.content[20:24]
    assert (int.from_bytes(width), int.from_bytes(height)) == (1200, 630)
    again = Client().get(path(private_match, "card.png"))
    assert (again.content, again["ETag"]) == (answer.content, answer["ETag"])


def test_talk_notes_and_the_order_of_consent_do_not_show(private_match: Parlour) -> None:
    at = private_match
    for who in ("first", "second"):
        share(at, who)
    before = [read(at, part) for part in PARTS]
    at.say("first", "Between us: the house always wins.")
    notes.save_note(table_id=at.table.pk, user=at.people["second"], text="A secret of mine.")
    assert ChatLine.objects.filter(user=at.people["first"]).exists()
    assert PrivateNote.objects.exists()
    after = [read(at, part) for part in PARTS]
    assert after == before


def test_a_match_of_the_daily_deal_is_not_shared_on_the_same_day() -> None:
    from tests.factories import person

    vera = person("vera")
    table = daily.take_deal(user=vera)
    leaving.resign(table_id=table.pk, user=vera)
    from core.web.refusals import Refused

    with pytest.raises(Refused, match="when the day is over"):
        sharing.set_sharing(table_id=table.pk, user=vera, is_on=True)
    with clock.set_to(timezone.now() + timedelta(days=1)):
        sharing.set_sharing(table_id=table.pk, user=vera, is_on=True)


def test_the_api_shares_and_anyone_reads(private_match: Parlour) -> None:
    at = private_match
    _, token = tokens.create_token(
        user=at.people["first"], name="A bot", days=1, now=timezone.now()
    )
    tool = Client(headers={"Authorization": f"Token {token}"})
    answer = tool.post(
        f"/api/v1/play/tables/{at.table.pk}/share/", {"on": True}, content_type="application/json"
    ).json()
    second = at.people["second"].get_username()
    assert answer == {"shown": False, "mine": True, "missing": [second], "path": path(at)}
    assert Client().get(f"/api/v1/play/matches/{at.table.pk}/").status_code == 404
    share(at, "second")
    shown = Client().get(f"/api/v1/play/matches/{at.table.pk}/").json()
    assert shown["result"].endswith(f"won against {second}.")
    assert len(shown["moments"]) == 3
    assert shown["card"] == path(at, "card.png")


def test_a_guests_consent_counts_like_anyone_elses(parlour: Callable[..., Parlour]) -> None:
    at = parlour(open_seat=True, visibility="invited", rated=False)
    guest = at.people["second"]
    guest.guest = True
    guest.save(update_fields=["guest"])
    token = seating.make_invite(table_id=at.table.pk, user=at.people["first"])
    seating.sit_down(table_id=at.table.pk, user=guest, token=token)
    at.play_out()
    share(at, "first")
    assert read(at)[0] == 404
    share(at, "second")
    assert read(at)[0] == 200
