"""The duel's page: the reader's entries before the deadline, all entries with the result, and
substitutes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

import pytest

from campaign.duels.models import DuelEntry, Exchange
from campaign.duels.rules.duel import Deeds, DuelForm, TeamResult
from campaign.duels.rules.duel_record import DuelRecord
from campaign.duels.services import results
from campaign.ledger.services.posting import Book, Line, post
from core.notifications.models import Notice
from espionage.services.tick import tick
from tests.factories import duel_of

from .conftest import NOT_FOUND, House


def entry(house: House, team: int = 0, driver: str = "Rook") -> dict[str, object]:
    return {"vehicle": house.club.car(team).pk, "driver": house.club.who(team, driver).pk}


def settle(house: House) -> None:
    week = house.club.open_week
    for moment in (week.due_at, week.settle_at):
        tick(now=moment)
    house.go_to(week.settle_at + timedelta(hours=1))


def record(house: House) -> None:
    """Record the duel of both teams; the first won."""
    club, week = house.club, house.week()
    house.go_to(week.duel_at)
    form = DuelForm(
        teams=tuple(
            TeamResult(team=str(team.pk), place=at + 1, vehicles_lost=at)
            for at, team in enumerate(club.teams)
        ),
        people=tuple(
            Deeds(character=str(club.who(at, "Rook").pk), team=str(team.pk), kills=1 - at)
            for at, team in enumerate(club.teams)
        ),
    )
    results.record(duel=duel_of(week), result=DuelRecord(form=form), actor=club.gm, now=club.at)


def test_a_vehicle_is_entered_with_its_crew_and_withdrawn_after_confirmation(house: House) -> None:
    page = house.done(house.path("duel-enter", number=1), entry(house))
    assert "Anvil 1 was entered." in page
    assert "Driver: Rook" in page
    with house.club.scope():
        pk = DuelEntry.objects.get(withdrawn_at=None).pk
    path = house.path("duel-withdraw", number=1, pk=pk)
    assert "will not take part" in house.read(path)
    assert "Anvil 1 was withdrawn." in house.done(path, {"confirmed": "1"})
    assert house.get(path).status_code == NOT_FOUND


def test_a_vehicle_without_a_usual_driver_proposes_one_who_is_free(house: House) -> None:
    stall = house.get(house.path("duel", number=1)).context["stalls"][0]
    assert stall.form.initial["driver"] == str(house.club.who(0, "Rook").pk)


def test_e11_nobody_else_sees_an_entry_before_the_result(house: House) -> None:
    before = {
        who: house.get(house.path("duel", number=1), who).content for who in ("gm", "spectator")
    }
    house.done(house.path("duel-enter", number=1), entry(house))
    assert before == {who: house.get(house.path("duel", number=1), who).content for who in before}
    assert "Anvil 1" not in house.read(house.path("duel", number=1), "rival")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [({"driver": ""}, "This field is required."), ({"driver": "nobody"}, "Select a valid choice")],
)
def test_an_entry_needs_a_driver_of_the_same_team(
    change: dict[str, str], sentence: str, house: House
) -> None:
    assert sentence in house.refused(house.path("duel-enter", number=1), {**entry(house), **change})


def test_another_teams_vehicle_cannot_be_entered(house: House) -> None:
    assert (
        house.send(house.path("duel-enter", number=1), entry(house, team=1)).status_code
        == NOT_FOUND
    )


def test_an_unconscious_person_cannot_drive_and_a_busy_one_is_named(house: House) -> None:
    house.done(house.path("duel-enter", number=1), entry(house))
    house.book(Book.WOUND, house.club.who(0, "Rook").pk, "dp", 2)
    assert "Rook is unconscious and cannot drive" in house.read(house.path("duel", number=1))
    assert "unconscious" in house.refused(house.path("duel-enter", number=1), entry(house))


def test_e22_entries_close_with_the_orders(house: House) -> None:
    house.go_to(house.club.open_week.due_at)
    assert "Entries are closed" in house.read(house.path("duel", number=1))
    assert "Entries are closed" in house.refused(house.path("duel-enter", number=1), entry(house))


def test_a_vehicle_above_the_limit_is_not_offered(at_club: Callable[..., House]) -> None:
    house = at_club(options={"vehicle_limit": 5000})
    page = house.read(house.path("duel", number=1))
    assert "The maximum cost is $5,000" in page
    assert "Enter Anvil 1" not in page


def test_late_entries_are_accepted_if_the_house_rules_allow_them(
    at_club: Callable[..., House],
) -> None:
    house = at_club(options={"late_entries": True}, vehicles=2)
    before = house.read(house.path("duel", number=1))
    assert re.search(
        r"Late entries from .{1,40}? until the duel, for teams without an entry", before
    )
    settle(house)
    page = house.read(house.path("duel", number=1))
    assert "Enter Anvil 1" in page and "Enter Anvil 2" in page
    assert "Anvil 1 was entered." in house.done(house.path("duel-enter", number=1), entry(house))
    second = {"vehicle": house.club.car(0, 1).pk, "driver": house.club.who(0, "Sable").pk}
    page = house.done(house.path("duel-enter", number=1), second)
    assert "Anvil 2 was entered." in page and "Driver: Sable" in page


def test_the_page_shows_when_late_entries_close(at_club: Callable[..., House]) -> None:
    house = at_club(options={"late_entries": True})
    settle(house)
    page = house.get(house.path("duel", number=1)).content.decode()
    closing = page.split("<dt>Entries close</dt>")[1][:200]
    assert f"{house.week().duel_at:%Y-%m-%dT%H:%M}" in closing


@pytest.mark.everyday
def test_e22_only_hurt_crew_can_be_replaced(house: House) -> None:
    club = house.club
    house.done(house.path("duel-enter", number=1), entry(house))
    settle(house)
    with club.scope():
        pk = DuelEntry.objects.get(withdrawn_at=None).pk
    path = house.path("duel-replace", number=1, pk=pk)
    assert "Replace damaged entry" not in house.read(house.path("duel", number=1))
    sable = {"vehicle": club.car(0).pk, "driver": club.who(0, "Sable").pk}
    assert "not hurt and cannot be replaced" in house.refused(path, sable)
    week = house.week()
    with club.scope():
        cause = f"week:{week.pk}/defence/1/assassination"
        assert week.settled_at is not None
        post(
            [
                Line(
                    Book.WOUND,
                    club.who(0, "Rook").pk,
                    "dp",
                    1,
                    cause,
                    week.settled_at,
                    week=week.pk,
                )
            ]
        )
    assert "Replace damaged entry" in house.read(house.path("duel", number=1))
    assert "Driver: Sable" in house.done(path, sable)
    assert house.get(path, "rival").status_code == NOT_FOUND


def test_e47_a_team_exchanges_and_refits_a_vehicle_on_the_duel_page(
    at_club: Callable[..., House],
) -> None:
    house = at_club(vehicles=2)
    club = house.club
    house.done(house.path("duel-enter", number=1), entry(house))
    settle(house)
    with club.scope():
        pk = DuelEntry.objects.get(withdrawn_at=None).pk
        Exchange.objects.create(duel=club.duel, team=club.teams[0], can_refit=True, at=club.at)
    page = house.path("duel", number=1)
    assert "Exchange vehicle" in house.read(page)
    assert house.own("vehicle-refit", pk=club.car(0).pk) in house.get(page).content.decode()
    assert "Exchange" not in house.read(page, "rival")
    path = house.path("duel-replace", number=1, pk=pk)
    assert "Your infiltration lets you exchange one entered vehicle" in house.read(path)
    other = {"vehicle": club.car(0, 1).pk, "driver": club.who(0, "Rook").pk}
    assert "Anvil 2" in house.done(path, other)


def test_the_result_shows_entries_purse_points_and_prestige(house: House) -> None:
    for who, team in (("owner", 0), ("rival", 1)):
        house.done(house.path("duel-enter", number=1), entry(house, team), who)
    settle(house)
    assert "Basilisk 1" not in house.read(house.path("duel", number=1))
    record(house)
    page = house.read(house.path("duel", number=1), "spectator")
    assert "Anvil 5 $50,000" in page
    assert "The total prize money was $100,000." in page
    assert "Rook" in page
    assert "+5" in page
    assert "Basilisk 1" in page
    assert "Anvil Anvil 1: still running at the end Basilisk Basilisk 1: out of action" in page
    assert "A kill is a car put out of action." in page
    assert "Basilisk 1 Entered Basilisk Driver: Rook" in page
    table = house.read(house.path("standings"))
    assert "Season 1, after week 1" in table
    assert "1 Anvil 5 1" in table
    assert "Mid-sized" in house.read(house.own("team"), "spectator") or "mid-sized" in house.read(
        house.own("team"), "spectator"
    )


@pytest.mark.everyday
def test_the_owner_reads_who_cannot_drive_and_the_consequence(house: House) -> None:
    """Before the start there is time for a substitute; afterwards the page tells only the owner why
    the car was missing.
    """
    for who, team in (("owner", 0), ("rival", 1)):
        house.done(house.path("duel-enter", number=1), entry(house, team), who)
    settle(house)
    house.book(Book.WOUND, house.club.who(0, "Rook").pk, "dp", 2)
    page = house.path("duel", number=1)
    asked = house.read(page)
    assert (
        "Rook is unconscious and cannot drive. Put someone else in by Sat 10 Mar, 19:00 "
        "UTC , or Anvil 1 stays out of the duel."
    ) in asked
    assert "Replace damaged entry" in asked
    house.go_to(house.week().duel_at)
    assert "Anvil 1 did not drive: Rook was unconscious." in house.read(page)
    form = results.form_for
    duel = duel_of(house.week())
    with house.club.scope():
        said = DuelRecord(form=form(duel))
    results.record(duel=duel, result=said, actor=house.club.gm, now=house.club.at)
    for who in ("rival", "gm", "spectator"):
        assert "Anvil" not in house.read(page, who)
        assert "Rook was" not in house.read(page, who)
    api = house.get(f"/api/v1/campaigns/{house.club.campaign.slug}/weeks/1/duels/0/").json()
    assert [(one["team_name"], one["unfit"]) for one in api["entries"]] == [("Basilisk", [])]
    assert [
        (one["vehicle_name"], [each["why"] for each in one["unfit"]]) for one in api["stayed_out"]
    ] == [("Anvil 1", ["unconscious"])]
    assert [(one["team_name"], one["fate"]) for one in api["result"]["vehicles"]] == [
        ("Basilisk", "survived")
    ]
    assert (
        house.get(f"/api/v1/campaigns/{house.club.campaign.slug}/weeks/1/duels/0/", "rival").json()[
            "stayed_out"
        ]
        == []
    )


def test_the_duel_page_of_a_planned_week_says_when_entries_open(house: House) -> None:
    assert "Entries open with the orders" in house.read(house.path("duel", number=2))
    assert isinstance(house.week(2).pk, UUID)


def test_every_notice_of_a_week_links_to_a_page_its_reader_can_open(house: House) -> None:
    for who, team in (("owner", 0), ("rival", 1)):
        house.done(house.path("duel-enter", number=1), entry(house, team), who)
    settle(house)
    record(house)
    tick(now=house.club.open_week.closes_at)
    names = {user.pk: who for who, user in house.people.items()}
    with house.club.scope():
        sent = list(Notice.objects.all())
    assert {notice.kind for notice in sent} >= {
        "week-opened",
        "report",
        "duel-recorded",
        "team-approved",
    }
    for notice in sent:
        path = house.path("club") + notice.path
        assert house.get(path, names[notice.user_id]).status_code == 200, (notice.kind, notice.path)
