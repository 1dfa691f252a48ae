"""The beacon of a week: its page, and submitting the round if the site cannot fetch it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.utils import timezone

from core.accounts.services import tokens
from core.web import clock
from espionage.models import BeaconRound
from espionage.selectors.draws import awaited_source, seal_of
from espionage.services.tick import tick
from tests.beacon import chain, signature
from tests.factories import Club, found_club, open_week, person, signed_in

if TYPE_CHECKING:
    from pytest_django import Settings

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Club:
    """Return a club whose week is past its deadline and waits for its beacon round."""
    settings.DICE_BEACON = chain()
    found = found_club(week="planned", spectator=True, options={"settle_hours": 24})
    open_week(found, found.open_week)
    monkeypatch.setattr(clock, "now", lambda: found.at)
    tick(now=found.open_week.due_at)
    return found


def number(club: Club) -> int:
    with club.scope():
        seal = seal_of(club.open_week)
        assert seal is not None
        source = awaited_source(seal)
    assert source is not None
    return source.round


def address(club: Club) -> str:
    return f"/c/{club.campaign.slug}/weeks/1/beacon/"


def submit_round(said: str) -> dict[str, str]:
    return {"signature": said, "idempotency": "k"}


def test_the_week_says_which_beacon_round_it_waits_for(club: Club) -> None:
    page = signed_in(club.players[0]).get(f"/c/{club.campaign.slug}/weeks/1/").content.decode()
    assert f"Round {number(club)} of a public beacon" in page
    assert address(club) in page
    about = signed_in(club.players[0]).get(address(club)).content.decode()
    assert chain().public_key in about
    assert "Submit round" in about


def test_the_report_page_says_that_the_week_waits_for_the_beacon(club: Club) -> None:
    team = f"/c/{club.campaign.slug}/teams/{club.teams[0].slug}"
    for page in (f"{team}/orders/", f"{team}/reports/1/", f"/c/{club.campaign.slug}/weeks/1/"):
        text = signed_in(club.players[0]).get(page).content.decode()
        assert "The dice are waiting for a public beacon" in text, page
        assert address(club) in text, page


@pytest.mark.parametrize("who", ["player", "gm", "spectator"])
def test_any_member_submits_the_round_and_the_week_continues(club: Club, who: str) -> None:
    users = {"player": club.players[0], "gm": club.gm, "spectator": club.spectator}
    answer = signed_in(users[who]).post(address(club), submit_round(signature(number(club))))
    assert answer.status_code == 303
    assert answer["Location"] == f"/c/{club.campaign.slug}/weeks/1/?season=1"
    assert BeaconRound.objects.get().given_by == users[who]
    assert tick(now=club.open_week.due_at + timedelta(minutes=11))["start"] == 1
    after = signed_in(users[who])
    assert "is not waiting" in after.get(address(club)).content.decode()
    assert after.post(address(club), {"signature": "x"}).status_code == 404


def test_another_round_is_refused_and_not_stored(club: Club) -> None:
    said = signature(number(club) + 1)
    answer = signed_in(club.players[0]).post(address(club), submit_round(said))
    assert answer.status_code == 422
    assert f"signature for round {number(club)}" in answer.content.decode()
    assert not BeaconRound.objects.exists()


def test_outsiders_do_not_find_the_page(club: Club) -> None:
    stranger = signed_in(person("stranger"))
    assert stranger.get(address(club)).status_code == 404
    assert stranger.post(address(club), {"signature": "x"}).status_code == 404


def test_the_api_accepts_the_round(club: Club) -> None:
    _, token = tokens.create_token(user=club.players[0], name="A tool", days=1, now=timezone.now())
    where = f"/api/v1/campaigns/{club.campaign.slug}/weeks/1/beacon/"
    headers = {"Authorization": f"Token {token}"}
    wrong = Client().post(
        where, {"signature": "ff" * 48}, content_type="application/json", headers=headers
    )
    assert wrong.status_code == 409
    said = {"signature": signature(number(club))}
    right = Client().post(where, said, content_type="application/json", headers=headers)
    assert right.status_code == 201
    assert right.json() == {"round": number(club), **said}


def test_a_week_without_a_beacon_has_no_such_page(settings: Settings) -> None:
    settings.DICE_BEACON = None
    plain = found_club()
    assert signed_in(plain.players[0]).get(address(plain)).status_code == 404
