"""One's own page shows the events in which one's team drives on the site (C101, C103)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django_scopes import scopes_disabled

from campaign.duels.models import DrivenDuel, DuelEntry
from campaign.duels.rules.acts import HeatsMaking, Making
from campaign.duels.selectors.driven import people_drive_until
from campaign.duels.services import events, meets
from campaign.garage.rules.acts import VehicleFace
from campaign.garage.services import garage
from campaign.league.models import Duel
from core.web import clock
from espionage.services.tick import tick
from home.selectors import front
from tests.factories import KILLER

from .conftest import House
from .test_arena_events import an_event, enter, table_of

HOUR = timedelta(hours=1)
EVERYBODY = ("owner", "rival", "gm", "spectator")


def roles_reading(house: House, said: str) -> set[str]:
    """Return the roles whose own page contains this text."""
    return {who for who in EVERYBODY if said in house.read(reverse("me"), who)}


@pytest.mark.parametrize(("mode", "drive"), [("live", True), ("slow", True), ("quick", False)])
def test_c101_the_personal_page_shows_the_start_of_the_users_event(
    at_club: Callable[..., House], mode: str, drive: bool
) -> None:
    calendar: Any = {"opens_day": "wednesday", "due_day": "friday", "closes_day": "tuesday"}
    house, event = an_event(at_club, mode, **calendar)
    assert roles_reading(house, "Ash Cup starts") == {"owner", "rival"}
    assert roles_reading(house, ". Drive it.") == ({"owner", "rival"} if drive else set())
    with house.club.scope():
        events.call_off(event=event, actor=house.club.gm, reason="Rain", now=house.club.at)
    assert roles_reading(house, "Ash Cup") == set()


def test_c101_a_team_that_is_not_entered_learns_nothing_of_entries(
    at_club: Callable[..., House],
) -> None:
    house, _ = an_event(at_club, "live", teams=(0,))
    assert roles_reading(house, "Ash Cup") == {"owner"}


def test_c101_an_event_driven_elsewhere_is_not_on_the_personal_page(
    at_club: Callable[..., House],
) -> None:
    house, _ = an_event(at_club, "recorded")
    assert roles_reading(house, "Ash Cup") == set()


@pytest.mark.parametrize("mode", ["live", "quick"])
def test_c101_during_an_event_the_personal_page_links_to_the_table(
    at_club: Callable[..., House], mode: str
) -> None:
    house, event = an_event(at_club, mode)
    house.go_to(event.start)
    assert roles_reading(house, "Ash Cup: your car is being lined up.") == {"owner", "rival"}
    with clock.set_to(event.start):
        tick(now=event.start)
        does = "Drive" if mode == "live" else "Watch"
        assert roles_reading(house, f"Ash Cup: your car is in the arena. {does}") == {
            "owner",
            "rival",
        }
        wheel = reverse("play-table", args=[table_of(house)])
        assert f'href="{wheel}"' in house.get(reverse("me")).content.decode()
        house.go_to(people_drive_until(event.week))
        assert roles_reading(house, "Watch live") == {"owner", "rival"}


def test_c101_a_car_left_out_of_the_arena_is_not_announced_as_in_it(
    at_club: Callable[..., House],
) -> None:
    house, event = an_event(at_club, "live")
    house.go_to(event.start)
    with clock.set_to(event.start):
        tick(now=event.start)
        with house.club.scope():
            row, out = DrivenDuel.objects.get(), str(house.club.teams[0].pk)
            row.lineup = [side for side in row.lineup if side["team"] != out]
            row.save(update_fields=["lineup"])
        assert roles_reading(house, "Ash Cup: your car is in the arena.") == {"rival"}


def test_c103_heats_are_announced_before_and_after_their_draw(
    at_club: Callable[..., House],
) -> None:
    house = at_club(teams=4, options={"duel_mode": "live"})
    club = house.club
    plan = HeatsMaking(
        name="Rust Cup",
        closes_at=club.at + HOUR,
        starts_at=club.at + 2 * HOUR,
        final_at=club.at + 4 * HOUR,
        go_on=1,
        heats=2,
    )
    with club.scope():
        final = meets.make(week=club.open_week, plan=plan, actor=club.gm, now=club.at)
    for team in range(4):
        enter(house, final, team)
    assert roles_reading(house, "Rust Cup: the heats start") == {"owner", "rival"}

    tick(now=plan.closes_at)
    with club.scope():
        rows = DuelEntry.objects.filter(duel__kind=Duel.Kind.HEAT).select_related("duel")
        heat = {row.team_id: row.duel.name for row in rows}
    for who, team in zip(("owner", "rival"), club.teams, strict=False):
        own = house.read(reverse("me"), who)
        assert f"{heat[team.pk]} starts" in own
        assert not [name for name in heat.values() if name != heat[team.pk] and name in own]

    with club.scope():  # who has gone on: the final waits for the heats beyond its hour
        DuelEntry.objects.filter(team=club.teams[0]).update(duel=final)
    house.go_to(plan.final_at)
    assert roles_reading(house, "Rust Cup starts after the heats.") == {"owner"}


def test_c101_more_events_take_no_more_queries(at_club: Callable[..., House]) -> None:
    house, _ = an_event(at_club, "live")
    club, owner = house.club, house.club.players[0]

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            front.home(owner)
        return len(asked)

    before = queries()
    for number, driver in enumerate(("Vesper", "Sable")):
        with club.scope():
            made = events.make(
                week=club.open_week,
                new=Making(name=f"Cup {number}", starts_at=club.at + (5 + number) * HOUR),
                actor=club.gm,
                now=club.at,
            )
        spare = garage.build(
            team=club.teams[0],
            design=KILLER,
            actor=owner,
            now=club.at,
            face=VehicleFace(name=f"Spare {number}", colour="red"),
        )
        club.enter(0, duel=made, driver=driver, vehicle=spare)
    with scopes_disabled():
        (mine,) = front.home(owner).clubs
    assert [one.event.name for one in mine.starts] == ["Ash Cup", "Cup 0", "Cup 1"]
    assert queries() == before
