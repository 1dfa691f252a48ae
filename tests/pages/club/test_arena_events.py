"""The club's pages about an event driven on the site (C101)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse

from campaign.duels.models import DrivenDuel
from campaign.duels.rules.acts import Making
from campaign.duels.rules.doctrines import Drive
from campaign.duels.services import events
from core.web import clock
from espionage.services.tick import tick
from play.services import thinking

from .conftest import NOT_FOUND, House

if TYPE_CHECKING:
    from uuid import UUID

    from campaign.league.models import Duel


def an_event(
    at_club: Callable[..., House], mode: str, *, teams: tuple[int, ...] = (0, 1), **options: Any
) -> tuple[House, Duel]:
    """Create an event of the open week with these teams entered, driven in this mode."""
    house = at_club(options={"duel_mode": mode, **options})
    club = house.club
    with club.scope():
        event = events.make(
            week=club.open_week,
            new=Making(name="Ash Cup", starts_at=club.at + timedelta(hours=1)),
            actor=club.gm,
            now=club.at,
        )
        for team in teams:
            enter(house, event, team)
    return house, event


def enter(house: House, event: Duel, team: int, drive: Drive | None = None) -> None:
    club = house.club
    club.enter(team, duel=event, drive=drive)


def page(house: House, name: str = "duel") -> str:
    return reverse(name, args=[house.club.campaign.slug, 1, 1])


def table_of(house: House) -> UUID:
    with house.club.scope():
        table = DrivenDuel.objects.get().table_id
    assert table is not None
    return table


@pytest.mark.slow("drives an event to its end")
def test_c101_event_pages_show_the_state_and_link_to_the_table(
    at_club: Callable[..., House],
) -> None:
    house, event = an_event(at_club, "quick")
    week_page, arena = house.path("week", number=1), page(house, "api-duel")
    for who in ("owner", "rival", "spectator"):
        shown = house.read(page(house), who)
        assert "The site drives this duel at the scheduled time" in shown
        assert "Print sheets" not in shown
        assert "Watch it" not in house.read(week_page, who)
    assert house.get(page(house, "duel-table")).status_code == NOT_FOUND

    house.go_to(event.start)
    assert "is about to start" in house.read(page(house))
    tick(now=event.start)
    at_table = reverse("play-table", args=[table_of(house)])
    for who in ("owner", "rival", "spectator"):
        assert "The duel is in progress" in house.read(page(house), who)
        assert f'href="{at_table}"' in house.get(week_page, who).content.decode()
    assert house.get(at_table, "spectator").status_code == 200
    assert "enter the result" not in house.read(house.path("club"))
    while thinking.think(limit=500, seconds=60):
        pass
    tick(now=event.start)
    assert "Watch the replay" in house.read(page(house))
    assert "Driven on the site" in house.read(page(house, "duel-record"))
    assert "Sign the record of Ash Cup" in house.read(house.path("club"), "rival")
    assert house.get(arena).json()["arena"]["stage"] == "over"


def test_c97_a_gm_moves_an_event_to_the_tabletop_on_its_page(at_club: Callable[..., House]) -> None:
    house, event = an_event(at_club, "quick")
    paper = page(house, "desk-duel-paper")
    assert "Record manually instead" in house.read(page(house), "gm")
    assert "Record manually instead" not in house.read(page(house))
    assert "does not count" in house.read(paper, "gm")
    assert "will be recorded manually" in house.done(paper, {"reason": "A flood."}, "gm")
    for who in ("owner", "rival", "spectator"):
        assert "A GM chose to record this duel manually" in house.read(page(house), who)
        assert "A flood." in house.read(house.path("news"), who)
        assert "The site drives this duel" in house.read(house.path("duel", number=1), who)
    assert house.get(paper, "gm").status_code == NOT_FOUND
    house.go_to(event.start)
    tick(now=event.start)
    assert "Open your sheet" in house.read(page(house))


@pytest.mark.slow("drives an event to its end")
def test_c99_at_an_events_start_owners_get_the_controls_and_others_watch(
    at_club: Callable[..., House],
) -> None:
    house, event = an_event(at_club, "live")
    assert "Everyone plans their turns online" in house.read(house.path("club"))
    house.go_to(event.start)
    with clock.set_to(house.club.at):
        tick(now=house.club.at)
        at_table = reverse("play-table", args=[table_of(house)])
        for who in ("owner", "rival"):
            assert "Plan your turns." in house.read(page(house), who)
            home = house.get(house.path("club"), who).content.decode()
            assert "Drive Ash Cup" in home and f'href="{at_table}"' in home
            assert "Your move: Ash Cup" in house.read(reverse("me"), who)
            shown = house.get(at_table, who).content.decode()
            assert "Plan turn 1" in shown
            assert f'href="{page(house)}?season=1"' in shown
        for who in ("gm", "spectator"):
            assert "Teams plan their turns" in house.read(page(house), who)
            assert "Plan turn 1" not in house.read(at_table, who)


@pytest.mark.parametrize("mode", ["quick", "live"])
@pytest.mark.slow("opens pages of two worlds")
def test_c98_a_rivals_doctrine_for_an_event_shows_on_no_page_before_the_start(
    at_club: Callable[..., House], mode: str
) -> None:
    house, event = an_event(at_club, mode)
    pages = (
        page(house),
        page(house, "api-duel"),
        house.path("week", number=1),
        house.path("club"),
        house.path("news"),
    )

    def look() -> dict[tuple[str, str], str]:
        every = ("rival", "gm", "spectator")
        return {(path, who): house.read(path, who) for path in pages for who in every}

    look()  # a first look may show another page
    before = look()
    enter(house, event, 0, Drive(doctrine="charger", yields="never"))
    assert look() == before


@pytest.mark.slow("drives an event to its end")
@pytest.mark.parametrize("stands", ["teams", "club"])
def test_c101_the_list_of_events_shows_each_state_and_where_to_watch(
    at_club: Callable[..., House], stands: str
) -> None:
    house, event = an_event(at_club, "quick", stands=stands)
    path = reverse("api-events", args=[house.club.campaign.slug, 1])

    def told(who: str = "owner") -> object:
        (one,) = house.get(path, who).json()
        return one["driven"]

    assert told() == {"stage": "to-come", "table": None, "mode": "quick"}
    house.go_to(event.start)
    assert told("spectator") == {"stage": "due", "table": None, "mode": "quick"}
    tick(now=event.start)
    with house.club.scope():
        table = str(DrivenDuel.objects.get().table_id)
    assert told() == {"stage": "driving", "table": table, "mode": "quick"}
    seen = table if stands == "club" else None
    for who in ("spectator", "gm"):
        assert told(who) == {"stage": "driving", "table": seen, "mode": "quick"}
        week_page = house.get(house.path("week", number=1), who).content.decode()
        assert (table in week_page) is bool(seen)
    while thinking.think(limit=500, seconds=60):
        pass
    for who in ("owner", "spectator"):
        assert told(who) == {"stage": "over", "table": table, "mode": "quick"}
