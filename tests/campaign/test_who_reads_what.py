"""Access rights of a playing GM, an owner, a rival, a spectator and an outsider."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.test import RequestFactory
from django_scopes import ScopeError

from campaign.desk.services import corrections
from campaign.league import policy
from campaign.league.selectors.desk_log import acts
from campaign.league.selectors.viewer import Viewer, viewer
from campaign.league.views.permissions import club_page
from campaign.ledger.models import Money
from campaign.ledger.services.posting import Book
from campaign.roster.models import Character
from tests.factories import Club, found_club, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return found_club(teams=2, characters=1, vehicles=0, week=None, gm_plays=True, spectator=True)


@pytest.fixture
def cast(club: Club) -> dict[str, Viewer]:
    assert club.spectator is not None
    people = {
        "gm": club.gm,
        "owner": club.players[1],
        "spectator": club.spectator,
        "stranger": person(),
    }
    return {who: club.viewer(user) for who, user in people.items()}


def test_a_playing_gm_reads_no_more_books_than_a_player(
    club: Club, cast: dict[str, Viewer]
) -> None:
    anvil, basilisk = club.teams
    assert [who for who, asker in cast.items() if policy.may_read_books(asker, basilisk)] == [
        "owner"
    ]
    assert [who for who, asker in cast.items() if policy.may_read_books(asker, anvil.pk)] == ["gm"]
    assert [who for who, asker in cast.items() if policy.may_run_desk(asker)] == ["gm"]
    assert [who for who, asker in cast.items() if policy.may_play(asker)] == ["gm", "owner"]
    assert [who for who, asker in cast.items() if policy.may_enter(asker)] == [
        "gm",
        "owner",
        "spectator",
    ]


def test_a_gm_without_a_team_reads_the_books() -> None:
    club = found_club(teams=1, characters=1, vehicles=0, week=None)
    assert policy.is_referee(club.viewer(club.gm))
    assert policy.may_read_books(club.viewer(club.gm), club.teams[0])


def test_a_query_without_a_campaign_scope_raises() -> None:
    with pytest.raises(ScopeError):
        Character.objects.count()


def test_a_scope_contains_only_its_own_campaign(club: Club) -> None:
    other = found_club(teams=1, characters=1, vehicles=0, week=None)
    with club.scope():
        assert not Character.objects.filter(team=other.teams[0]).exists()
        assert not Money.objects.filter(team=other.teams[0]).exists()


def hello(request: HttpRequest, asker: Viewer) -> HttpResponse:
    return HttpResponse(f"hello {asker.role}")


def test_unknown_and_forbidden_pages_get_the_same_404(club: Club) -> None:
    page = club_page(allow=policy.may_run_desk)(hello)
    said = []
    for user, slug in (
        (person(), club.campaign.slug),
        (person(), "no-such-club"),
        (club.players[1], club.campaign.slug),
    ):
        request = RequestFactory().get(f"/{slug}/")
        request.user = user
        with pytest.raises(Http404) as refused:
            page(request, slug=slug)
        said.append(str(refused.value))
    assert len(set(said)) == 1
    request = RequestFactory().get("/")
    request.user = club.gm
    answer = page(request, slug=club.campaign.slug)
    assert isinstance(answer, HttpResponse)
    assert answer.content == b"hello gm"


def test_anonymous_visitors_are_sent_to_sign_in_for_any_club(club: Club) -> None:
    page = club_page()(hello)
    for slug in (club.campaign.slug, "no-such-club"):
        request = RequestFactory().get("/somewhere/")
        request.user = AnonymousUser()
        assert page(request, slug=slug)["Location"] == "/accounts/login/?next=/somewhere/"


def test_an_anonymous_viewer_has_no_rights(club: Club) -> None:
    with club.scope():
        nobody = viewer(AnonymousUser(), club.campaign)
    assert (nobody.role, nobody.team_ids) == (None, frozenset())


def test_only_the_team_and_the_author_see_a_correction_of_money(
    club: Club, cast: dict[str, Viewer]
) -> None:
    act = corrections.correct(
        book=Book.MONEY,
        owner=club.teams[1],
        item="purse",
        amount=7,
        actor=club.gm,
        reason="Typo.",
        now=club.at,
    )
    with club.scope():
        readers = [
            who
            for who, asker in cast.items()
            if who != "stranger" and acts(asker).filter(pk=act.pk).exists()
        ]
    assert readers == ["gm", "owner"]
