"""The card on a club's home for a playing GM, around a report and around a duel."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from campaign.desk.rules.founding import Opening
from campaign.duels.models import DuelEntry, Exchange
from campaign.duels.rules.duel_record import DuelRecord
from campaign.duels.services import results
from campaign.duels.services.entries import crew_of, replace
from campaign.league.models import Team, Week
from campaign.ledger.services.posting import Book
from campaign.members.services import members, owners
from campaign.teams.services import teams
from core.notifications.services.notices import mark_read
from engine.values import changed
from espionage.services.tick import tick
from tests.factories import add_team, duel_of, person

from .conftest import House

PREFETCH = {"Sec-Purpose": "prefetch"}


def card(house: House, who: str = "owner") -> str:
    """Return the next task on the club's home."""
    return house.read(house.path("club"), who).partition("What to do next")[2][:200].strip()


def other_tasks(house: House, who: str = "owner") -> str:
    """Return the text below the card."""
    page = house.read(house.path("club"), who)
    return page.partition("Other tasks")[2].partition("Week 1")[0] if "Other tasks" in page else ""


def ask_to_join(house: House, name: str = "Late") -> Team:
    team = add_team(house.club, name, approved=False)
    teams.ask_approval(team=team, now=house.club.at)
    return team


def enter(house: House, number: int = 0) -> DuelEntry:
    club = house.club
    with club.scope():
        return club.enter(number)


def settle(house: House) -> Week:
    """Settle the week and advance the clock by five minutes."""
    week = house.club.open_week
    tick(now=week.due_at)
    tick(now=week.settle_at)
    house.go_to(week.settle_at + timedelta(minutes=5))
    return week


def record(house: House) -> None:
    """Record the duel ten minutes after its start."""
    club = house.club
    house.go_to(club.open_week.duel_at + timedelta(minutes=10))
    with club.scope():
        form = results.form_for(duel_of(house.week()))
        placed = changed(
            form,
            teams=tuple(changed(row, place=place) for place, row in enumerate(form.teams, start=1)),
        )
        results.record(
            duel=duel_of(house.week()), result=DuelRecord(form=placed), actor=club.gm, now=club.at
        )


def test_a_waiting_card_offers_something_to_do(at_club: Callable[..., House]) -> None:
    house = at_club()
    assert "While you wait" not in house.read(house.path("club"))
    week = house.club.open_week
    house.go_to(week.due_at + timedelta(minutes=5))
    assert "While you wait: Practise writing orders" in card(house)
    assert house.own("garage") in house.get(house.path("club")).content.decode()
    assert "Look at the teams" in card(house, "spectator")


# --- the desk of a GM who plays -------------------------------------------------------------------


def test_a_playing_gm_sees_a_waiting_roster_beside_their_own_orders(
    at_club: Callable[..., House],
) -> None:
    house = at_club(gm_plays=True)
    ask_to_join(house)
    assert "Write this week’s orders" in card(house, "gm")
    assert "Late asks for approval" in other_tasks(house, "gm")
    assert "Approve Late’s roster" not in house.read(house.path("club"), "rival")


def test_a_playing_gm_sees_an_unrecorded_duel(at_club: Callable[..., House]) -> None:
    house = at_club(gm_plays=True)
    enter(house)
    week = settle(house)
    house.read(house.own("espionage:report", number=1), "gm")
    assert "Record the duel" not in house.read(house.path("club"), "gm")
    house.go_to(week.duel_at)
    assert card(house, "gm").startswith("Drive the duel and enter the result")
    house.go_to(week.duel_at + timedelta(hours=24))
    assert "Record the duel of week 1" in house.read(house.path("club"), "gm")
    record(house)
    assert "Record the duel" not in house.read(house.path("club"), "gm")


def test_a_duel_without_entries_needs_no_record(at_club: Callable[..., House]) -> None:
    house = at_club()
    week = settle(house)
    house.go_to(week.duel_at + timedelta(hours=1))
    assert "Record the duel" not in house.read(house.path("club"), "gm")
    assert "No GM tasks" in card(house, "gm")


def test_approval_comes_first_if_the_gms_own_team_waits_for_it(
    at_club: Callable[..., House],
) -> None:
    house = at_club(gm_plays=True, approved=False, week="planned")
    teams.ask_approval(team=house.club.teams[0], now=house.club.at)
    assert card(house, "gm").startswith("Approve Anvil’s roster")


# --- the report -----------------------------------------------------------------------------------


def test_the_report_is_next_until_it_is_read_and_a_prefetch_does_not_count(house: House) -> None:
    week = settle(house)
    report = house.own("espionage:report", number=1)
    assert card(house).startswith("Read your report of week 1")
    browser = house.client("owner")
    assert browser.head(report).status_code == 200
    assert browser.get(report, headers=PREFETCH).status_code == 200
    assert card(house).startswith("Read your report of week 1")
    house.read(report)
    assert card(house).startswith("Next: the duel")
    assert "Read your report" not in house.read(house.path("club"))
    house.go_to(week.duel_at + timedelta(minutes=1))
    assert card(house).startswith("Waiting for the duel result")


def test_each_owner_reads_the_report_for_themselves(house: House) -> None:
    heir = person("ally")
    members.admit(campaign=house.club.campaign, user=heir, role="player", now=house.club.at)
    with house.club.scope():
        owners.add_owner(team=house.club.teams[0], user=heir, now=house.club.at)
    house.people["ally"] = heir
    settle(house)
    house.read(house.own("espionage:report", number=1))
    assert "Read your report" not in card(house)
    assert card(house, "ally").startswith("Read your report of week 1")
    assert card(house, "rival").startswith("Read your report of week 1")


def test_marking_all_notices_as_read_counts_as_reading_the_report(house: House) -> None:
    settle(house)
    mark_read(user=house.people["owner"], now=house.club.at)
    assert card(house).startswith("Next: the duel")


def test_repairs_come_after_the_report_and_before_the_duel(house: House) -> None:
    enter(house)
    settle(house)
    house.book(Book.DAMAGE, house.club.car(0).pk, "plant", 1)
    assert card(house).startswith("Read your report of week 1")
    assert "Repair your vehicles" in other_tasks(house)
    house.read(house.own("espionage:report", number=1))
    assert card(house).startswith("Repair your vehicles")
    assert "Drive the duel" in other_tasks(house)


def test_an_unread_report_stays_a_task_in_the_next_week(house: House) -> None:
    week = settle(house)
    tick(now=week.closes_at)
    house.go_to(week.closes_at + timedelta(minutes=1))
    assert card(house).startswith("Read your report of week 1")
    tick(now=house.week(2).opens_at)
    house.go_to(house.week(2).opens_at + timedelta(minutes=1))
    assert card(house).startswith("Read your report of week 1")
    assert "Write this week’s orders" in house.read(house.path("club"))
    house.go_to(house.week(2).due_at - timedelta(hours=3))
    assert card(house).startswith("Write this week’s orders"), "what is urgent goes first"
    house.read(house.own("espionage:report", number=1))
    assert "Read your report" not in house.read(house.path("club"))


# --- the duel -------------------------------------------------------------------------------------


def test_after_the_report_the_card_leads_from_the_duel_to_its_result(house: House) -> None:
    enter(house)
    week = settle(house)
    house.read(house.own("espionage:report", number=1))
    assert card(house).startswith("Drive the duel")
    house.go_to(week.duel_at + timedelta(minutes=1))
    assert card(house).startswith("Drive the duel and enter the result")
    record(house)
    for who in ("owner", "rival", "spectator"):
        assert "Duel result" in house.read(house.path("club"), who)
    duel = house.path("duel", number=1)
    assert house.client("owner").head(duel).status_code == 200
    assert card(house).startswith("Duel result")
    house.read(duel)
    assert card(house).startswith("Assign 3")
    assert "Duel result" in house.read(house.path("club"), "rival")


def test_nobody_learns_before_the_result_whether_others_entered(
    at_club: Callable[..., House],
) -> None:
    house = at_club()
    enter(house)
    week = settle(house)
    house.read(house.own("espionage:report", number=1))
    house.go_to(week.duel_at + timedelta(minutes=1))
    before = {who: house.get(house.path("club"), who).content for who in ("rival", "spectator")}
    with house.club.scope():
        DuelEntry.objects.update(withdrawn_at=house.club.at)
    assert before == {who: house.get(house.path("club"), who).content for who in before}


def test_a_spectator_waits_for_the_duel_its_result_and_the_end(house: House) -> None:
    enter(house)
    week = settle(house)
    assert card(house, "spectator").startswith("Read the news of week 1")
    house.go_to(week.duel_at + timedelta(minutes=1))
    assert card(house, "spectator").startswith("Waiting for the duel result")
    record(house)
    assert card(house, "spectator").startswith("Duel result")
    house.read(house.path("duel", number=1), "spectator")
    assert card(house, "spectator").startswith("Week 1 is almost over")


def test_an_unread_report_of_a_closed_season_is_no_task(at_club: Callable[..., House]) -> None:
    """Its address would be that of a week of the new season."""
    from campaign.desk.services import founding

    house = at_club(weeks=1)
    week = settle(house)
    tick(now=week.closes_at)
    house.go_to(week.closes_at + timedelta(days=1))
    assert card(house).startswith("Read your report of week 1")
    founding.close_season(season=house.club.season, actor=house.club.gm, now=house.club.at)
    assert card(house).startswith("Read your report of week 1")
    founding.open_season(
        campaign=house.club.campaign,
        actor=house.club.gm,
        now=house.club.at,
        new=Opening(first=house.club.at.date() + timedelta(days=3), weeks=2),
    )
    assert "Read your report" not in house.read(house.path("club"))


# --- the exchange of a vehicle --------------------------------------------------------------------

EXCHANGE = "Exchange a vehicle before the duel"


def allow_exchange(house: House) -> None:
    """Give the first team an unread report, an entered vehicle and the right to exchange it."""
    enter(house)
    week = settle(house)
    with house.club.scope():
        rights = Exchange.objects.filter(duel=week.pk)
        rights.delete()
        Exchange.objects.create(duel=duel_of(week), team=house.club.teams[0], at=week.settle_at)
    house.read(house.own("espionage:report", number=1))


def exchange_tasks(house: House, who: str) -> list[bool]:
    """Return whether the task is on the club's home, on my clubs, and in both lists of the API."""
    steps = house.client(who).get(f"/api/v1/campaigns/{house.club.campaign.slug}/next/").json()
    return [
        EXCHANGE in house.read(house.path("club"), who),
        EXCHANGE in house.read("/me/", who),
        EXCHANGE in [step["title"] for step in steps["steps"]],
        ("exchange", EXCHANGE) in errands(house, who),
    ]


def test_e47_an_unused_exchange_is_a_task_of_the_owners_until_the_duel(
    at_club: Callable[..., House],
) -> None:
    house = at_club(vehicles=2)
    allow_exchange(house)
    assert card(house).startswith(EXCHANGE)
    assert exchange_tasks(house, "owner") == [True] * 4
    for who in ("rival", "gm", "spectator"):
        assert not any(exchange_tasks(house, who))
    (told,) = [
        row
        for row in house.client("owner").get("/api/v1/errands/").json()["results"]
        if row["kind"] == "exchange"
    ]
    assert told["due_at"] == house.week().duel_at.isoformat().replace("+00:00", "Z")
    assert "Exchange vehicle" in house.read(told["path"])
    house.go_to(house.week().duel_at)
    assert not any(exchange_tasks(house, "owner"))


def test_e47_a_used_exchange_is_no_task(at_club: Callable[..., House]) -> None:
    house = at_club(vehicles=2)
    allow_exchange(house)
    with house.club.scope():
        entry = DuelEntry.objects.get(team=house.club.teams[0], withdrawn_at=None)
        replace(entry=entry, vehicle=house.club.car(0, 1), crew=crew_of(entry), now=house.club.at)
    assert not any(exchange_tasks(house, "owner"))


def test_e47_a_team_without_an_entry_has_nothing_to_exchange(at_club: Callable[..., House]) -> None:
    house = at_club(vehicles=2)
    allow_exchange(house)
    with house.club.scope():
        DuelEntry.objects.update(withdrawn_at=house.club.at)
    assert not any(exchange_tasks(house, "owner"))


# --- over all clubs -------------------------------------------------------------------------------


def errands(house: House, who: str) -> list[tuple[str, str]]:
    told = house.client(who).get("/api/v1/errands/").json()["results"]
    return [(errand["kind"], errand["title"]) for errand in told]


def test_a_playing_gms_page_and_api_list_the_tasks_of_the_desk(
    at_club: Callable[..., House],
) -> None:
    house = at_club(gm_plays=True)
    ask_to_join(house)
    enter(house)
    enter(house, 1)
    assert ("approval", "Approve Late’s roster") in errands(house, "gm")
    assert "Approve Late’s roster Test club View roster" in house.read("/me/", "gm")
    week = settle(house)
    assert "result" not in dict(errands(house, "gm"))
    house.go_to(week.duel_at + timedelta(hours=24))
    assert ("result", "Record the duel of week 1") in errands(house, "gm")
    (told,) = [
        row
        for row in house.client("gm").get("/api/v1/errands/").json()["results"]
        if row["kind"] == "result"
    ]
    assert told["desk"] == {"campaign": house.club.campaign.slug, "week": 1, "team": None}
    assert told["path"] == f"{house.path('desk-duel', number=1)}?season=1"
    for who in ("owner", "rival", "spectator", "stranger"):
        if house.people[who] != house.club.gm:
            assert not {"approval", "result", "stuck"} & set(dict(errands(house, who)))
    record(house)
    assert "result" not in dict(errands(house, "gm"))


def test_a_stuck_week_comes_first_on_a_gms_own_page(at_club: Callable[..., House]) -> None:
    house = at_club(gm_plays=True)
    with house.club.scope():
        Week.objects.filter(pk=house.club.open_week.pk).update(parked_at=house.club.at)
    assert errands(house, "gm")[0] == ("stuck", "Week 1 is stuck")
    assert "stuck" not in dict(errands(house, "rival"))
