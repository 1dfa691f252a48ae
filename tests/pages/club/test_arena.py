"""The club's pages about a duel driven on the site, and moving it to the tabletop (C93, C97)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse

from autoduel.rules.values import Autopilot
from campaign.duels.models import DrivenDuel, DuelDraft, DuelResult
from core.web import clock
from espionage.services.tick import tick
from play.services import moving, thinking

from .conftest import NOT_FOUND, House, settle_with_cars

OUT = {"reason": "The dice are loaded."}


@pytest.fixture
def arena(at_club: Callable[..., House]) -> House:
    return settled(at_club, "quick")


def settled(at_club: Callable[..., House], mode: str, **options: str) -> House:
    """Enter a car of each team and settle the week, with a duel driven in this mode."""
    return settle_with_cars(at_club(options={"duel_mode": mode, **options}))


def drive(house: House) -> None:
    """Go to the start of the duel and drive it to its end."""
    house.go_to(house.club.open_week.duel_at)
    tick(now=house.club.open_week.duel_at)
    while thinking.think(limit=500, seconds=60):
        pass
    tick(now=house.club.open_week.duel_at)


def duel(house: House) -> str:
    return house.path("duel", number=1)


@pytest.mark.slow("drives a duel to its end")
def test_c93_the_pages_show_the_state_of_the_duel_and_link_to_its_table(arena: House) -> None:
    house, week = arena, arena.club.open_week
    week_page = house.path("week", number=1)
    for who in ("owner", "rival", "spectator"):
        page = house.read(duel(house), who)
        assert "The site drives this duel at the scheduled time" in page
        assert "Watch it" not in page
        assert "Print sheets" not in page
    assert "drives this week’s duel" in house.read(week_page)

    house.go_to(week.duel_at)
    assert "is about to start" in house.read(duel(house))
    tick(now=week.duel_at)
    for who in ("owner", "rival", "spectator"):
        page = house.read(duel(house), who)
        assert "The duel is in progress" in page and "Watch live" in page
        assert "Open your sheet" not in page
        assert "Watch live" in house.read(week_page, who)
    assert "The site drives this duel" in house.read(house.path("duel-record", number=1))
    with house.club.scope():
        table = DrivenDuel.objects.get().table
    assert table is not None
    seen = reverse("play-table", args=[table.pk])
    assert house.get(seen, "spectator").status_code == 200
    for name in ("duel-table", "duel-draft"):
        assert house.get(house.path(name, number=1)).status_code == NOT_FOUND
    assert "enter the result" not in house.read(house.path("club"))

    drive(house)
    assert "Watch the replay" in house.read(duel(house))


@pytest.mark.slow("drives a duel to its end")
def test_c94_the_arenas_record_is_signed_on_its_page(arena: House) -> None:
    house = arena
    drive(house)
    record = house.path("duel-record", number=1)
    page = house.read(record)
    assert "Record from the arena" in page and "Driven on the site" in page
    assert "Enter another record" not in page and "Losses of" not in page
    assert "Sign the duel record" in house.read(house.path("club"), "rival")
    with house.club.scope():
        seen = DuelDraft.objects.get().number
    for who in ("owner", "rival"):
        house.done(house.path("duel-sign", number=1), {"seen": seen}, who)
    assert "The duel was recorded automatically" in house.read(record)
    with house.club.scope():
        assert DuelResult.objects.get().recorded_by is None


@pytest.mark.slow("drives a duel to its end")
def test_c97_a_gm_moves_the_duel_to_the_tabletop_publicly(arena: House) -> None:
    house = arena
    paper = reverse("desk-duel-paper", args=[house.club.campaign.slug, 1, 0])
    assert "Record manually instead" in house.read(duel(house), "gm")
    assert "Record manually instead" not in house.read(duel(house))
    assert "does not count" in house.read(paper, "gm")
    house.refused(paper, {"reason": " "}, "gm")
    assert "The site drives this duel at the scheduled time" in house.read(duel(house))
    assert "will be recorded manually" in house.done(paper, OUT, "gm")
    for who in ("owner", "rival", "spectator"):
        assert "A GM chose to record this duel manually" in house.read(duel(house), who)
        assert "The dice are loaded." in house.read(house.path("news"), who)
    assert house.get(paper, "gm").status_code == NOT_FOUND

    house.go_to(house.club.open_week.duel_at)
    tick(now=house.club.open_week.duel_at)
    assert "Open your sheet" in house.read(duel(house))


@pytest.mark.slow("drives a duel to its end")
def test_c93_the_api_shows_the_state_of_the_duel(arena: House) -> None:
    house = arena
    path = reverse("api-duel", args=[house.club.campaign.slug, 1, 0])
    assert house.get(path).json()["arena"] == {
        "stage": "to-come", "table": None, "mode": "quick",
    }  # fmt: skip
    drive(house)
    with house.club.scope():
        table = DrivenDuel.objects.get().table_id
    assert house.get(path).json()["arena"] == {
        "stage": "over", "table": str(table), "mode": "quick",
    }  # fmt: skip
    record = house.get(reverse("api-duel-record", args=[house.club.campaign.slug, 1, 0])).json()
    assert (record["draft"]["team"], record["draft"]["by"]) == (None, "")


def test_c98_a_teams_doctrine_is_hidden_from_rivals_before_the_start(
    at_club: Callable[..., House],
) -> None:
    house = at_club(options={"duel_mode": "quick"})
    club = house.club
    entry = {
        "vehicle": club.car(0).pk,
        "driver": club.who(0, "Rook").pk,
        "doctrine": "charger",
        "yields": "never",
    }
    assert "Doctrine" in house.read(duel(house))
    page = house.done(house.path("duel-enter", number=1), entry)
    assert "Driven by the site as a charger." in page
    path = reverse("api-duel", args=[club.campaign.slug, 1, 0])
    (mine,) = house.get(path).json()["entries"]
    assert mine["drive"] == {"doctrine": "charger", "yields": "never"}
    for who in ("rival", "spectator", "gm"):
        assert "as a charger" not in house.read(duel(house), who)
        assert house.get(path, who).json()["entries"] == []

    for moment in (club.open_week.due_at, club.open_week.settle_at, club.open_week.duel_at):
        tick(now=moment)
    house.go_to(club.open_week.duel_at)
    (seen,) = house.get(path, "rival").json()["entries"]
    assert seen["drive"] is None


def test_c98_no_doctrine_is_asked_for_if_people_drive(house: House) -> None:
    assert "Doctrine" not in house.read(duel(house))


# --- with people at the wheel ---------------------------------------------------------------------


def test_c99_before_the_start_owners_read_that_they_drive_a_live_duel(
    at_club: Callable[..., House],
) -> None:
    house = settled(at_club, "live")
    for who in ("owner", "rival", "spectator"):
        assert "with 90 seconds for each turn" in house.read(duel(house), who)
        week_page = house.read(house.path("week", number=1), who)
        assert "driven here with everyone online, starting at the scheduled time" in week_page
    home = house.read(house.path("club"))
    assert "Drive the duel" in home
    assert "Everyone plans their turns online at the scheduled time" in home


@pytest.mark.parametrize("mode", ["live", "slow", "quick"])
def test_c99_the_personal_page_shows_the_start_of_the_users_duel(
    at_club: Callable[..., House], mode: str
) -> None:
    calendar = {"opens_day": "wednesday", "due_day": "friday", "closes_day": "tuesday"}
    house = settled(at_club, mode, **calendar)
    me = {who: house.read(reverse("me"), who) for who in ("owner", "rival", "gm", "spectator")}
    said = "Week 1: your duel starts"
    assert {who for who, page in me.items() if said in page} == (
        set() if mode == "quick" else {"owner", "rival"}
    )


@pytest.mark.slow("drives a duel to its end")
def test_c99_at_the_start_owners_get_the_controls_and_others_watch(
    at_club: Callable[..., House],
) -> None:
    house = settled(at_club, "live")
    house.go_to(house.club.open_week.duel_at)
    with clock.set_to(house.club.at):
        tick(now=house.club.at)
        with house.club.scope():
            table = DrivenDuel.objects.get().table
        assert table is not None
        at_table = reverse("play-table", args=[table.pk])
        for who in ("owner", "rival"):
            page = house.read(duel(house), who)
            assert "Plan your turns." in page
            assert "Watch it" not in page
            assert "Watch it" not in house.read(house.path("week", number=1), who)
            assert f'href="{at_table}"' in house.get(house.path("club"), who).content.decode()
            assert "Drive your duel" in house.read(house.path("club"), who)
            assert "Your move: The duel of week 1" in house.read(reverse("me"), who)
            page = house.read(at_table, who)
            assert "Plan turn 1" in page
            assert "Back to Test club, week 1" in page
            assert "After that, doctrine drives the rest." in page
            for act in ("Ask for a pause", "Resign"):
                assert act not in page
        for who in ("gm", "spectator"):
            page = house.read(duel(house), who)
            assert "Teams plan their turns" in page
            assert "Watch live" in page
            page = house.read(at_table, who)
            assert "Plan turn 1" not in page
            assert "Back to Test club" not in page
        api = reverse("api-duel", args=[house.club.campaign.slug, 1, 0])
        assert house.get(api).json()["arena"] == {
            "stage": "driving", "table": str(table.pk), "mode": "live",
        }  # fmt: skip


def test_c99_no_page_shows_whether_a_rival_has_planned(at_club: Callable[..., House]) -> None:
    house = settled(at_club, "live")
    house.go_to(house.club.open_week.duel_at)
    with clock.set_to(house.club.at):
        tick(now=house.club.at)
        with house.club.scope():
            table = DrivenDuel.objects.get().table_id
        assert table is not None
        pages = (
            duel(house),
            house.path("week", number=1),
            reverse("play-table", args=[table]),
            reverse("api-table", args=[table]),
        )

        def look() -> dict[tuple[str, str], str]:
            return {(path, who): house.read(path, who) for path in pages for who in ("rival", "gm")}

        look()  # a first look may show another page
        before = look()
        moving.make_move(table_id=table, user=house.people["owner"], move=Autopilot())
        assert look() == before


@pytest.mark.parametrize("mode", ["quick", "live"])
def test_c100_after_entries_close_a_team_can_still_change_its_doctrine(
    at_club: Callable[..., House], mode: str
) -> None:
    house = settled(at_club, mode)
    club = house.club
    assert "Change doctrine" in house.read(duel(house))
    assert "Change doctrine" not in house.read(duel(house), "gm")
    said = {
        "vehicle": club.car(0).pk,
        "driver": club.who(0, "Rook").pk,
        "doctrine": "survivor",
        "yields": "holed",
    }
    house.done(house.path("duel-enter", number=1), said)
    assert "Driven by the site as a survivor." in house.read(duel(house))
    assert "as a survivor" not in house.read(duel(house), "rival")
    locked = house.refused(
        house.path("duel-enter", number=1), {**said, "driver": club.who(0, "Sable").pk}
    )
    assert "Entries are closed" in locked
    house.go_to(club.open_week.duel_at)
    assert "Change doctrine" not in house.read(duel(house))
