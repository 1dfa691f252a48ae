"""People on a team's page and in careers: portraits, decorations, missions and nemesis (C111)."""

from __future__ import annotations

import pytest

from campaign.league.models import Season
from campaign.ledger.models import SkillPoint
from campaign.roster.rules.decorations import Service, list_decorations
from core.web.templatetags.house import portrait
from engine.codec import encode
from engine.values import Seat
from espionage.models import AmbushHeard
from espionage.rules.values import AmbushOver, Meeting, Worn

from .conftest import House
from .test_careers import drive

pytestmark = pytest.mark.django_db


def test_c111_decorations_follow_fixed_rules() -> None:
    def names(service: Service, mark: str = "") -> list[str]:
        return [decoration.name for decoration in list_decorations(service, mark)]

    assert names(Service()) == []
    assert names(Service(missions=9, caught=3, ambushes=2)) == []
    assert names(Service(missions=10, caught=4, ambushes=3), "ace") == [
        "Ace",
        "Agent",
        "Watchdog",
        "Under fire",
    ]


def serve(house: House, *, missions: int) -> None:
    """Book the points for this many successful missions of Rook in week 1."""
    rook, week = house.club.who(0, "Rook"), house.club.open_week
    with house.club.scope():
        for number in range(missions):
            SkillPoint.objects.create(
                character=rook,
                item="espionage",
                amount=1,
                cause=f"{week.pk}/mission/{number}/succeeded",
                week=week,
                at=week.settle_at,
            )


def test_a_team_shows_its_people_with_portraits(house: House) -> None:
    team = house.path("team", team=house.club.teams[0].slug)
    for who in ("owner", "rival", "spectator"):
        body = house.get(team, who).content.decode()
        assert body.count('class="portrait"') > 1
    drive(house)
    career = house.path("duellist", pk=house.club.who(0, "Rook").pk)
    body = house.get(team, "rival").content.decode()
    assert career in body
    assert "Five kills in duels" in body


def test_a_team_page_starts_with_its_season_for_members_of_any_team(house: House) -> None:
    drive(house)
    path = house.path("team", team=house.club.teams[0].slug)
    for who in ("owner", "rival", "spectator"):
        body, page = house.get(path, who).content.decode(), house.read(path, who)
        assert "Place 1 of 2" in page and "Closest rival Basilisk" in page
        assert "1st Week 1" in page and "1, 1 won" in page
        assert "Best duellists Rook" in page and "Best car Anvil 1" in page
        assert body.count('class="small-car"') == 2
    other = house.read(house.path("team", team=house.club.teams[1].slug), "owner")
    assert "Place 2 of 2" in other and "Best duellists" not in other


def test_c111_decorations_for_secret_service_are_secret_until_the_season_is_over(
    house: House,
) -> None:
    drive(house)
    serve(house, missions=10)
    rook = house.club.who(0, "Rook")
    pages = [
        house.path("team", team=house.club.teams[0].slug),
        house.path("duellist", pk=rook.pk),
    ]
    for page in pages:
        for who in ("rival", "gm", "spectator"):
            assert "Ten successful missions" not in house.read(page, who), (page, who)
    assert "Ten successful missions" in house.read(pages[0], "owner")
    character = house.path("character", team=house.club.teams[0].slug, pk=rook.pk)
    assert "Ten successful missions" in house.read(character, "owner")
    assert "Ten successful missions" not in house.read(character, "gm")
    with house.club.scope():
        Season.objects.update(closed_at=house.club.open_week.closes_at)
    for page in pages:
        for who in ("rival", "gm", "spectator"):
            assert "Ten successful missions" in house.read(page, who), (page, who)


def test_a_nemesis_has_the_same_face_as_on_other_pages(house: House) -> None:
    club = house.club
    rook, week = club.who(0, "Rook"), club.open_week
    meeting = Meeting(
        cause="hunted", ambushing=True, mine=str(rook.pk), enemy=Seat(1), enemy_name="Vex",
        map="midville", section=3,
    )  # fmt: skip
    over = AmbushOver(
        meeting=meeting, mine="standing", lost=0, mine_left="", enemy="standing", enemy_left="",
        captured="", worn=Worn(character=str(rook.pk)), turns=3, mission_goes_on=True,
    )  # fmt: skip
    with club.scope():
        for nth in (1, 2):
            AmbushHeard.objects.create(
                team=club.teams[0], about=club.teams[1], week=week, nth=nth,
                over=encode(over).decode(),
            )  # fmt: skip
        SkillPoint.objects.create(
            character=rook, item="espionage", amount=1, cause=f"{week.pk}/ambush", week=week,
            at=week.settle_at,
        )  # fmt: skip
    path = house.path("character", team=club.teams[0].slug, pk=rook.pk)
    assert f"Nemesis: {portrait('Vex')} Vex of Basilisk" in house.get(path).content.decode()
