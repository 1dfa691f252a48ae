"""Starting a week on the desk and over the API, and the week's page that shows who has sent
orders.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from campaign.league.models import Week
from core.notifications.models import Notice
from core.web import clock
from espionage.models import OrderSheet
from espionage.rules.orders import COUNTERSPY, NO_SHEET, Order, Sheet
from espionage.services import sheets
from espionage.services.tick import tick

from .conftest import Desk, words

UNPLANNED: dict[str, Any] = {"teams": 2, "week": None}


def save(desk: Desk, team: int, sheet: Sheet = NO_SHEET, seen: int = 0) -> None:
    club = desk.club
    with club.scope():
        sheets.save_sheet(
            week_id=desk.week().pk,
            team=club.teams[team],
            sheet=sheet,
            state=OrderSheet.State.FINAL,
            seen_version=seen,
            saved_by=club.players[team],
        )


@pytest.fixture
def evening(at_desk: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Return a running evening in a club that shows who has sent orders."""
    desk = at_desk(**UNPLANNED, options={"show_sealed": True, "resolve_when_sealed": True})
    monkeypatch.setattr(clock, "now", lambda: desk.club.at)
    desk.send("desk-start", {"how": "evening"})
    return desk


def test_one_press_starts_an_evening_and_notifies_everyone(at_desk: Callable[..., Desk]) -> None:
    desk = at_desk(**UNPLANNED)
    asked = words(desk.get("desk-start"))
    assert "One evening" in asked and "As scheduled" not in asked
    answer = desk.send("desk-start", {"how": "evening"})
    assert (
        answer.status_code == 303 and answer.url == f"{desk.path('desk-week', number=1)}?season=1"
    )
    week = desk.week()
    assert (week.status, week.due_at - week.opens_at) == ("open", timedelta(minutes=20))
    with desk.club.scope():
        told = set(Notice.objects.filter(kind="week-opened").values_list("user", flat=True))
    assert told == {player.pk for player in desk.club.players}
    assert "Started week 1 as a single evening" in words(desk.get("desk-log", "spectator"))


def test_a_playing_gm_who_starts_a_week_arrives_at_their_orders(
    at_desk: Callable[..., Desk],
) -> None:
    desk = at_desk(gm_plays=True, **UNPLANNED)
    answer = desk.send("desk-start", {"how": "evening"})
    team = desk.club.teams[0].slug
    assert answer.url == desk.path("espionage:orders", team=team)


def test_the_page_explains_each_way_to_start(at_desk: Callable[..., Desk]) -> None:
    desk = at_desk()
    with desk.club.scope():
        for moment in (desk.week().due_at, desk.week().due_at):
            tick(now=moment)
    desk.go_to(desk.week().settle_at + timedelta(hours=1))
    answer = desk.send("desk-start", {"how": "planned"})
    assert answer.status_code == 422 and "not started yet" in words(answer)
    desk.go_to(desk.week().duel_at + timedelta(hours=1))
    asked = words(desk.get("desk-start"))
    assert "As scheduled" in asked and "One evening" not in asked, "people count on dates"
    assert "Week 1 closes at the same time" in asked
    desk.send("desk-start", {"how": "planned"})
    assert (desk.week(1).status, desk.week(2).status) == ("closed", "open")


def test_an_impossible_start_is_explained_and_changes_nothing(desk: Desk) -> None:
    asked = words(desk.get("desk-start"))
    assert "A week is in progress" in asked and "Start week" not in asked
    assert "Start week" not in words(desk.get("desk-calendar"))
    assert "Events and heats" in words(desk.get("desk"))
    answer = desk.send("desk-start", {"how": "planned"})
    assert answer.status_code == 422 and "Week 1 is in progress" in words(answer)
    answer = desk.send("desk-start", {"how": "tomorrow"})
    assert answer.status_code == 422
    with desk.club.scope():
        assert Week.objects.filter(season=desk.club.season).exclude(status="planned").count() == 1


def test_pressing_twice_starts_one_week(at_desk: Callable[..., Desk]) -> None:
    desk = at_desk(**UNPLANNED)
    first = desk.send("desk-start", {"how": "evening"}, key="once")
    again = desk.send("desk-start", {"how": "evening"}, key="once")
    assert (first.url, again.url) == (f"{desk.path('desk-week', number=1)}?season=1",) * 2


def test_the_api_starts_a_week(at_desk: Callable[..., Desk]) -> None:
    desk = at_desk(**UNPLANNED)
    path = reverse("api-week-start", args=[desk.club.campaign.slug])
    refused = desk.client("gm").post(path, {"evening": False}, content_type="application/json")
    assert refused.status_code == 409 and "No week is" in refused.json()["errors"][0]["detail"]
    made = desk.client("gm").post(path, {}, content_type="application/json")
    assert made.status_code == 201 and made.json()["evening"] is True


def test_the_club_sees_who_has_sent_orders_but_not_their_content(evening: Desk) -> None:
    save(evening, 0)
    path = reverse("api-week", args=[evening.club.campaign.slug, 1])

    def shown(who: str) -> tuple[str, Any]:
        tool = evening.client(who).get(path).json()
        return words(evening.get("week", who, number=1)), tool

    evening.get("week", number=1)  # what the press said is read once
    before = {who: shown(who) for who in ("gm", "player", "spectator")}
    for page, tool in before.values():
        assert "Orders received" in page and "20 seconds after the last" in page
        assert [(row["team"]["name"], row["ready"]) for row in tool["orders_in"]] == [
            ("Anvil", True),
            ("Basilisk", False),
        ]
    watch = Order(spy=str(evening.club.who(0, "Sable").pk), action=COUNTERSPY)
    save(evening, 0, Sheet(orders=(watch,)), seen=1)
    assert {who: shown(who) for who in before} == before


def test_by_default_the_week_does_not_show_who_has_sent_orders(desk: Desk) -> None:
    save(desk, 0)
    assert "Orders received" not in words(desk.get("week", "gm", number=1))
    tool = desk.client("gm").get(reverse("api-week", args=[desk.club.campaign.slug, 1])).json()
    assert tool["orders_in"] is None


def test_a_club_for_evenings_has_no_planned_weeks_and_says_how_to_start(
    at_desk: Callable[..., Desk],
) -> None:
    desk = at_desk(**UNPLANNED)
    assert f'href="{desk.path("desk-start")}"' in words(desk.get("desk"))
    assert f'href="{desk.path("desk-start")}"' in words(desk.get("club"))
    assert "No week scheduled" not in words(desk.get("desk")), "its first steps say what to do"
    made = desk.client("gm").post(
        reverse("campaign-new"),
        {"preset": "evenings", "name": "Fridays", "timezone": "UTC", "idempotency": "x"},
    )
    assert made.status_code == 303
