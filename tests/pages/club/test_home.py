"""The club's home: the next task of each role, and the time left."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from campaign.calendar.rules.acts import Extending
from campaign.calendar.services import calendar
from campaign.desk.rules.founding import Opening
from campaign.league.models import Campaign, DeskAct, Week
from campaign.ledger.services.posting import Book
from campaign.members.services import members
from campaign.teams.services import teams
from espionage.models import OrderSheet
from espionage.rules.orders import NO_SHEET
from espionage.services.sheets import save_sheet
from espionage.services.tick import tick
from tests.factories import add_team, person

from .conftest import House


def next_of(page: str) -> str:
    """Return the text from "What to do next" on."""
    return page.partition("What to do next")[2][:260]


def save(house: House, state: OrderSheet.State, seen: int = 0) -> None:
    with house.club.scope():
        save_sheet(
            week_id=house.club.open_week.pk,
            team=house.club.teams[0],
            sheet=NO_SHEET,
            state=state,
            seen_version=seen,
            saved_by=house.people["owner"],
        )


def enter(house: House) -> None:
    club = house.club
    with club.scope():
        club.enter(0)


def test_missing_orders_come_first_with_the_time_left(house: House) -> None:
    first = next_of(house.read(house.path("club")))
    assert "Write this week’s orders" in first
    assert "Nothing sent" in first
    assert "3 days 10 h left" in first


def test_e15_each_state_of_the_sheet_looks_different(house: House) -> None:
    save(house, OrderSheet.State.DRAFT)
    first = next_of(house.read(house.path("club")))
    assert "Finish this week’s orders" in first
    assert "Draft" in first
    save(house, OrderSheet.State.FINAL, seen=1)
    assert "Enter the duel" in next_of(house.read(house.path("club")))
    enter(house)
    first = next_of(house.read(house.path("club")))
    assert "You are all set" in first
    assert "Sealed" in first
    save(house, OrderSheet.State.PASSED, seen=2)
    assert "Passed" in next_of(house.read(house.path("club")))


def test_only_the_owner_sees_the_state_of_a_sheet(house: House) -> None:
    before = {
        who: house.get(house.path("club"), who).content for who in ("rival", "gm", "spectator")
    }
    save(house, OrderSheet.State.FINAL)
    enter(house)
    assert before == {who: house.get(house.path("club"), who).content for who in before}


def test_other_tasks_are_listed_below(house: House) -> None:
    club = house.club
    house.book(Book.SKILL, club.who(0, "Rook").pk, "general", 2)
    house.book(Book.DAMAGE, club.car(0).pk, "plant", 1)
    page = house.read(house.path("club"))
    assert "Assign 2 skill points" in page
    assert "Unassigned points: Rook" in page
    assert "Anvil 1 is damaged" in page


def test_points_of_the_dead_are_no_task(house: House) -> None:
    rook = house.club.who(0, "Rook").pk
    house.book(Book.SKILL, rook, "general", 2)
    house.book(Book.WOUND, rook, "dp", 3)
    assert "skill point" not in house.read(house.path("club"))


def test_a_player_without_a_team_is_asked_to_create_one(house: House) -> None:
    members.admit(
        campaign=house.club.campaign,
        user=house.people["stranger"],
        role="player",
        now=house.club.at,
    )
    assert "Create your team" in next_of(house.read(house.path("club"), "stranger"))


def test_a_spectator_reads_what_comes_next(house: House) -> None:
    assert "The teams are writing their orders" in next_of(
        house.read(house.path("club"), "spectator")
    )


def test_a_gm_sees_the_tasks_of_the_desk(at_club: Callable[..., House]) -> None:
    house = at_club()
    assert "No GM tasks" in next_of(house.read(house.path("club"), "gm"))
    team = add_team(house.club, "Late", approved=False)
    teams.ask_approval(team=team, now=house.club.at)
    assert "Late asks for approval" in next_of(house.read(house.path("club"), "gm"))
    with house.club.scope():
        Week.objects.filter(pk=house.club.open_week.pk).update(parked_at=house.club.at)
    first = next_of(house.read(house.path("club"), "gm"))
    assert "Week 1 is stuck" in first
    assert "stuck" not in house.read(house.path("club"))


def test_a_playing_gm_sees_their_own_orders_first(at_club: Callable[..., House]) -> None:
    house = at_club(gm_plays=True)
    assert "Write this week’s orders" in next_of(house.read(house.path("club"), "gm"))


def test_a_new_team_is_led_step_by_step_into_the_league(at_club: Callable[..., House]) -> None:
    house = at_club(teams=1)
    late = person("late")
    members.admit(campaign=house.club.campaign, user=late, role="player", now=house.club.at)
    house.people["late"] = late
    team = add_team(house.club, "Late", late, characters=0, vehicles=0, approved=False)
    assert "Hire your team" in next_of(house.read(house.path("club"), "late"))
    add_people(house)
    assert "Request roster approval" in next_of(house.read(house.path("club"), "late"))
    teams.ask_approval(team=team, now=house.club.at)
    assert "Waiting for roster approval" in next_of(house.read(house.path("club"), "late"))
    teams.send_back(
        team=team, actor=house.club.gm, remark="Hire a driver, please.", now=house.club.at
    )
    assert "Hire a driver, please." in next_of(house.read(house.path("club"), "late"))
    teams.approve(team=team, actor=house.club.gm, now=house.club.at)
    assert "You play from the next week" in house.read(
        house.path("club"), "late"
    ) or "Build a vehicle" in house.read(house.path("club"), "late")


def add_people(house: House) -> None:
    from campaign.roster.rules.acts import NewCharacter
    from campaign.roster.services import roster

    team = house.club.teams[-1]
    points = {"driver": 40, "gunner": 20, "handgunner": 20, "espionage": 10, "running": 10}
    roster.hire(
        team=team,
        actor=house.people["late"],
        now=house.club.at,
        new=NewCharacter(name="Rook", role="driver", points=points),
    )


def test_the_report_is_next_once_the_week_is_settled(house: House) -> None:
    week = house.club.open_week
    tick(now=week.due_at)
    tick(now=week.settle_at)
    house.go_to(week.settle_at + timedelta(minutes=5))
    page = house.read(house.path("club"))
    assert "Read your report of week 1" in next_of(page)
    assert "Read the news of week 1" in next_of(house.read(house.path("club"), "spectator"))


def test_a_club_without_weeks_says_so(at_club: Callable[..., House]) -> None:
    house = at_club(week=None)
    assert "No week scheduled" in next_of(house.read(house.path("club")))
    assert "Start the first week" in next_of(house.read(house.path("club"), "gm"))


def test_after_the_last_week_a_gm_can_start_the_next_one(house: House) -> None:
    with house.club.scope():
        house.club.season.weeks.update(status="closed")
    assert "No week scheduled" in next_of(house.read(house.path("club")))
    assert "Start the next week" in next_of(house.read(house.path("club"), "gm"))


def test_times_are_in_the_clubs_time_zone(at_club: Callable[..., House]) -> None:
    house = at_club(timezone="America/New_York")
    assert "Thursday 8 March 2040, 20:00 EST" in house.read(house.path("week", number=1))


def test_the_public_week_page_shows_times_hashes_and_extensions(house: House) -> None:
    week = house.club.open_week
    page = house.read(house.path("week", number=1), "spectator")
    assert "Hash of the seed, published when the week opened" in page
    assert page.count("Published Thu 8 Mar, 20:00") == 2
    calendar.extend(
        week=week,
        change=Extending(due_at=week.due_at + timedelta(hours=5), reason="Power cut"),
        actor=house.club.gm,
        now=house.club.at,
    )
    page = house.read(house.path("week", number=1), "spectator")
    assert "Deadline changes" in page
    assert "Power cut" in page
    with house.club.scope():
        assert DeskAct.objects.filter(kind="deadline-extended").count() == 1


def test_the_order_root_is_shown_at_the_deadline_and_the_dice_root_later(house: House) -> None:
    week = house.club.open_week
    tick(now=week.due_at)
    tick(now=week.settle_at)
    house.go_to(week.settle_at)
    page = house.read(house.path("week", number=1), "spectator")
    assert "Published Thu " not in page.partition("Verify this week")[2]


def test_unknown_weeks_and_seasons_are_not_found(house: House) -> None:
    assert house.get(house.path("week", number=99)).status_code == 404
    assert house.get(house.path("week", number=1) + "?season=7").status_code == 404
    assert house.get(house.path("weeks") + "?season=x").status_code == 404


def test_news_are_paged_and_house_rules_are_written_out(at_club: Callable[..., House]) -> None:
    house = at_club(options={"approve_legal_rosters": True})
    page = house.read(house.path("news"))
    assert "Anvil joins the league. Its roster follows the house rules" in page
    rules = house.read(house.path("house-rules"))
    assert "uses the preset without changes" in rules
    assert "Price of a brick of plastique $3,000" in rules
    changed = {**house.club.campaign.house_rules, "plastique_price": 500}
    Campaign.objects.filter(pk=house.club.campaign.pk).update(house_rules=changed)
    assert "preset: $3,000" in house.read(house.path("house-rules"))


def test_members_are_listed_with_their_teams(house: House) -> None:
    page = house.read(house.path("members"), "spectator")
    assert "Anvil" in page
    assert house.club.gm.username in page
    assert "stranger" not in page


def test_a_closed_season_is_one_click_away(at_club: Callable[..., House]) -> None:
    from campaign.desk.services import founding

    house = at_club(week="planned")
    founding.close_season(season=house.club.season, actor=house.club.gm, now=house.club.at)
    founding.open_season(
        campaign=house.club.campaign,
        actor=house.club.gm,
        now=house.club.at,
        new=Opening(first=house.club.at.date() + timedelta(days=3)),
    )
    assert "Season 1" in house.read(house.path("standings"))
    assert "Season 1" in house.read(house.path("standings") + "?season=1")
