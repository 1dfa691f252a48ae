"""A GM's correction of their own team's books, or approval of its roster, is public."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.desk.services import corrections
from campaign.league.models import DeskAct
from campaign.league.selectors import people
from campaign.ledger.services.posting import Book
from campaign.members.services import members, owners
from campaign.news.models import News
from core.accounts.models import User
from core.notifications.models import Notice
from tests.factories import Club, add_team, found_club, person

pytestmark = pytest.mark.django_db

WHY = "Forgot the sponsor."


@pytest.fixture
def club() -> Club:
    return found_club(teams=2, characters=1, vehicles=1, gm_plays=True)


def member_ids(club: Club) -> set[Any]:
    return set(people.members([club.campaign.pk])[club.campaign.pk])


def correct(
    club: Club, team: int, book: Book, item: str, amount: int, actor: User | None = None
) -> DeskAct:
    owner: Any = {
        "team_id": club.teams[team],
        "character_id": club.who(team, "Vesper"),
        "vehicle_id": club.car(team),
    }[book.owner]
    with club.scope():
        week = club.open_week if book is Book.STANDING else None
        return corrections.correct(
            book=book,
            owner=owner,
            item=item,
            amount=amount,
            actor=actor or club.gm,
            reason=WHY,
            now=club.at,
            week=week,
        )


@pytest.mark.parametrize(
    ("book", "item", "amount", "said"),
    [
        (Book.MONEY, "correction", 500_000, "+$500,000"),
        (Book.STOCK, "heavy_pistol", 3, "+3"),
        (Book.SKILL, "handgunner", 40, "+40"),
        (Book.WOUND, "dp", 1, "+1"),
        (Book.PRESTIGE, "correction", 7, "+7"),
        (Book.DAMAGE, "armour:front", 4, "+4"),
        (Book.STANDING, "correction", 9, "+9"),
    ],
)
def test_a_gms_correction_to_their_own_team_is_public(
    club: Club, book: Book, item: str, amount: int, said: str
) -> None:
    act = correct(club, 0, book, item, amount)
    with club.scope():
        news = News.objects.get(cause=f"correction:{act.pk}").text
        told = set(
            Notice.objects.filter(cause=f"correction:{act.pk}").values_list("user_id", flat=True)
        )
        assert act.public
        assert (act.reason, act.detail["amount"]) == (WHY, amount)
        assert (
            said in news
            and corrections.TITLES[book].split()[-1] in news.lower()
            and WHY in news
            and "Anvil" in news
        )
        assert told == member_ids(club)


def test_a_correction_to_another_team_is_told_to_that_team_only(club: Club) -> None:
    act = correct(club, 1, Book.MONEY, "correction", 500)
    with club.scope():
        assert not act.public
        assert not News.objects.filter(kind="correction").exists()
        assert set(Notice.objects.filter(kind="correction").values_list("user_id", flat=True)) == {
            club.players[1].pk
        }


def test_leaving_the_team_first_does_not_hide_a_correction(club: Club) -> None:
    """Leave the team, correct, rejoin: a correction by anyone who ever ran the team is public."""
    partner = person("partner")
    members.admit(campaign=club.campaign, user=partner, role="player", now=club.at)
    owners.add_owner(team=club.teams[0], user=partner, now=club.at)
    owners.drop_owner(team=club.teams[0], user=club.gm, now=club.at)
    assert correct(club, 0, Book.MONEY, "correction", 500_000).public


def test_a_gm_who_approves_their_own_roster_is_named_to_everyone() -> None:
    club = found_club(teams=1, characters=1, vehicles=0, week=None)
    team = add_team(club, "House", club.gm, characters=1, vehicles=0)
    with club.scope():
        news = News.objects.get(cause=f"approved:{team.pk}").text
        assert news == f"House joins the league. It was approved by its own owner, {club.gm}."
        assert set(
            Notice.objects.filter(kind="team-approved", text=news).values_list("user_id", flat=True)
        ) == member_ids(club)
        assert DeskAct.objects.get(kind="team-approved", team=team).detail["own"] is True
        assert (
            News.objects.get(cause=f"approved:{club.teams[0].pk}").text == "Anvil joins the league."
        )
