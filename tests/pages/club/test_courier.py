"""The Courier: the weekly newspaper of a club for its members, and on its public page (C110)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse

from campaign.league.models import Team, Week
from campaign.roster.models import Character
from campaign.voices.models import Post, Thread
from espionage.selectors.courier import issue_of
from espionage.selectors.recaps import recap_of
from tests.seasons import club_that_met, grow

from .conftest import NOT_FOUND, House
from .test_careers import drive
from .test_public import open_public_page

pytestmark = pytest.mark.django_db


def test_c110_the_courier_is_out_when_the_reports_are(house: House) -> None:
    courier = house.path("courier", number=1)
    for who in ("owner", "spectator", "stranger", "anonymous"):
        assert house.get(courier, who).status_code in {NOT_FOUND, 302}
    drive(house)
    for who in ("owner", "rival", "gm", "spectator"):
        page = house.read(courier, who)
        for said in ("The Courier", "No. 1", "Anvil", "Basilisk", "Standings", "Next dates"):
            assert said in page, (who, said)
        assert "1. Anvil" in page
        assert "won the duel of week 1 ahead of Basilisk" in page
    assert house.get(courier, "stranger").status_code == NOT_FOUND
    assert (
        house.path("courier", number=1) in house.get(house.path("week", number=1)).content.decode()
    )


def test_members_get_a_link_to_share_if_the_club_has_a_public_page(house: House) -> None:
    drive(house)
    courier = house.path("courier", number=1)
    assert "Anyone with this link" not in house.read(courier)
    open_public_page(house)
    page = house.read(courier)
    assert "Anyone with this link can read this issue" in page
    assert f"{house.path('club-public-week', number=1)}?season=1" in page


def test_the_public_page_of_a_week_is_the_courier(house: House) -> None:
    open_public_page(house)
    address = house.path("club-public-week", number=1)
    assert "The Courier" not in house.read(address, "anonymous")
    drive(house)
    public = house.read(address, "anonymous")
    for said in ("The Courier", "No. 1", "1. Anvil", "Rook", "Full result"):
        assert said in public, said
    body = house.get(address, "anonymous").content.decode()
    assert reverse("club", args=[house.club.campaign.slug]) not in body


@pytest.mark.everyday
def test_c110_the_next_issue_prints_letters_to_the_editor_for_members(house: House) -> None:
    open_public_page(house)
    editor = house.path("editor")
    assert "The next issue of the Courier prints the letters" in house.read(editor)
    house.done(editor, {"text": "Who **paid** the judges?"}, "owner")
    courier, public = house.path("courier", number=1), house.path("club-public-week", number=1)
    drive(house)
    for who in ("owner", "rival", "spectator"):
        page = house.read(courier, who)
        assert "Who paid the judges?" in page
        assert house.people["owner"].get_username() in page
    assert "judges" not in house.read(public, "anonymous")
    house.done(editor, {"text": "Too late for this issue."}, "rival")
    assert "Too late" not in house.read(courier)
    with house.club.scope():
        assert Thread.objects.filter(kind=Thread.Kind.EDITOR).count() == 1
        post = Post.objects.order_by("at")[0]
        Post.objects.filter(pk=post.pk).update(withdrawn_at=house.club.at)
    assert "judges" not in house.read(courier)


def test_c110_members_read_about_people_who_joined_or_left_a_team(house: House) -> None:
    open_public_page(house)
    drive(house)
    club = house.club
    rook, vesper = club.who(0, "Rook"), club.who(0, "Vesper")
    settled = club.open_week.settle_at
    with club.scope():
        second = Week.objects.get(season=club.season, number=2)
        later = settled + timedelta(days=7)
        Week.objects.filter(pk=second.pk).update(status="settled", settled_at=later)
        Team.objects.update(approved_at=settled - timedelta(days=7))
        Character.objects.exclude(pk=rook.pk).update(hired_at=settled - timedelta(days=7))
        Character.objects.filter(pk=rook.pk).update(hired_at=settled + timedelta(days=1))
        Character.objects.filter(pk=vesper.pk).update(left_at=settled + timedelta(days=1))
    page = house.read(house.path("courier", number=2), "rival")
    assert "Rook joins Anvil." in page
    assert "Vesper leaves Anvil." in page
    assert "Rook joins" not in house.read(house.path("courier", number=1), "rival")
    public = house.read(house.path("club-public-week", number=2), "anonymous")
    assert "The Courier" in public
    assert "Rook joins" not in public


def test_issues_are_numbered_across_seasons() -> None:
    club = club_that_met()
    grow(club, seasons=2, weeks=2)
    with club.scope():
        weeks = Week.objects.select_related("season__campaign").filter(settled_at__isnull=False)
        issues = [issue_of(recap_of(week)) for week in weeks.order_by("season__number", "number")]
    assert [issue.number for issue in issues] == [1, 2, 3, 4, 5]
    printed = [(issue.week.season.number, issue.week.number) for issue in issues]
    assert printed == [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1)]
    assert [issue.earlier and issue.earlier[:2] for issue in issues] == [None, *printed[:-1]]
    assert [issue.later and issue.later[:2] for issue in issues] == [*printed[1:], None]


def test_the_front_pages_link_to_the_courier(house: House) -> None:
    drive(house)
    address = f"{house.path('courier', number=1)}?season=1"
    assert address in house.get(house.path("club"), "rival").content.decode()
