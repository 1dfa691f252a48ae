"""Transcripts: a team downloads its own, anyone can verify one, nobody gets another team's."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from espionage.services.tick import tick
from tests.factories import Club, found_club, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    found = found_club(teams=2, spectator=True)
    tick(now=found.open_week.due_at)
    return found


def address(club: Club, team: int, week: int = 1) -> str:
    return f"/c/{club.campaign.slug}/teams/{club.teams[team].slug}/reports/{week}/transcript.json"


def test_a_teams_transcript_passes_the_check_page(club: Club) -> None:
    taken = signed_in(club.players[0]).get(address(club, 0))
    assert taken.status_code == 200
    assert taken["Content-Type"] == "application/json"
    page = Client().post("/check/", {"file": SimpleUploadedFile("week.json", taken.content)})
    assert "The check passed" in page.content.decode()
    pasted = Client().post("/check/", {"text": taken.content.decode()})
    assert "The check passed" in pasted.content.decode()


def test_a_changed_transcript_fails_the_check(club: Club) -> None:
    taken = signed_in(club.players[0]).get(address(club, 0)).content.decode()
    page = Client().post(
        "/check/", {"text": taken.replace('"payload":"nothing"', '"payload":"something"')}
    )
    assert "The check failed" in page.content.decode()


def test_a_rivals_transcript_gets_the_same_404_as_an_unknown_one(club: Club) -> None:
    for user in (club.players[1], club.gm, club.spectator):
        client = signed_in(user)
        rival, unknown = client.get(address(club, 0)), client.get(address(club, 0, week=99))
        assert rival.status_code == unknown.status_code == 404


@pytest.mark.everyday
def test_members_get_the_public_transcript_after_settlement_only(club: Club) -> None:
    client = signed_in(club.spectator)
    assert client.get(f"/c/{club.campaign.slug}/weeks/1/transcript.json").status_code == 200
    assert client.get(f"/c/{club.campaign.slug}/weeks/2/transcript.json").status_code == 404


@pytest.mark.parametrize(
    "text", ["", "{}", "not json", '{"format":"dead-drop-week-1"}', "[" * 5000]
)
def test_text_that_is_no_transcript_gets_a_message(text: str) -> None:
    page = Client().post("/check/", {"text": text})
    assert page.status_code == 200
    assert "error" in page.content.decode()
