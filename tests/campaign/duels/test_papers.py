"""The papers of a duel: who gets which sheet, and the state of the cars on it (C30)."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from campaign.duels.rules.papers import CarPaper, EntryLine, replace_unprintable
from campaign.duels.selectors.papers import EveningPapers, car_paper, evening_papers, numbers_now
from campaign.league.models import Membership, Week
from campaign.league.selectors.duels import weekly_duel
from campaign.league.selectors.viewer import viewer
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from core.accounts.models import User
from core.web.pdf import can_print
from engine.values import changed
from espionage.models import Charge
from espionage.services.tick import tick
from tests.factories import Club, found_club

from .test_duels import enter, settle
from .test_muster import drive

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return found_club(teams=2, characters=4, vehicles=2)


def papers(club: Club, who: User, at: datetime | None = None) -> EveningPapers:
    with club.scope():
        week = Week.objects.select_related("season__campaign").get(pk=club.open_week.pk)
        return evening_papers(viewer(who, club.campaign), weekly_duel(week), at or week.duel_at)


def armour(paper: CarPaper, side: str = "front") -> int:
    return next(row.now for row in paper.sheet.armour if row.location == side)


def book(club: Club, part: str, lost: int, cause: str, at: datetime, team: int = 0) -> None:
    with club.scope():
        posting.post([Line(Book.DAMAGE, club.car(team).pk, part, lost, cause, at)])


def plant(club: Club) -> None:
    """Put a charge for the first phase under Anvil's car."""
    with club.scope():
        Charge.objects.create(
            week=club.open_week,
            vehicle=club.car(0),
            planted_by=club.teams[1],
            due="duel",
            payload={"faces": [1, 1], "location": 1, "halves": 2},
            cause="test:charge",
            at=club.open_week.due_at,
        )


def enter_both(club: Club) -> None:
    enter(club)
    enter(club, team=1)
    settle(club)


def test_c30_before_the_start_a_team_prints_only_its_own_cars(club: Club) -> None:
    enter_both(club)
    early = club.open_week.duel_at - timedelta(seconds=1)
    own = papers(club, club.players[0], early)
    assert [one.team for one in own.cars] == ["Anvil"]
    assert [one.car for one in own.entries] == [own.cars[0].sheet.name]
    assert not own.at_the_start
    assert papers(club, club.gm, early) == EveningPapers()


def test_c30_from_the_start_the_gm_prints_all_cars_and_rivals_their_own(club: Club) -> None:
    enter_both(club)
    pack = papers(club, club.gm)
    assert [one.team for one in pack.cars] == ["Anvil", "Basilisk"]
    assert pack.all_cars
    assert pack.at_the_start
    mine = papers(club, club.players[1])
    assert [one.team for one in mine.cars] == ["Basilisk"]
    assert len(mine.entries) == 2, "who came, everybody sees from the hour on (C27)"


def test_c30_a_car_without_a_fit_driver_has_no_sheet_at_the_start(club: Club) -> None:
    enter(club)
    enter(club, team=1)
    who = club.who(0, "Rook").pk
    settle(club, Line(Book.WOUND, who, "dp", 3, "test:hurt", club.open_week.due_at))
    assert [one.team for one in papers(club, club.gm).cars] == ["Basilisk"]
    assert papers(club, club.players[0]).cars == ()


def test_c30_a_playing_gm_never_gets_a_rivals_sheet(club: Club) -> None:
    enter_both(club)
    with club.scope():
        Membership.objects.filter(user=club.players[0]).update(role=Membership.Role.GM)
    assert [one.team for one in papers(club, club.players[0]).cars] == ["Anvil"]
    drive(club, (0, "Rook"), (1, "Rook"), cars=((0, 0), (1, 0)))
    after = papers(club, club.players[0])
    assert [one.team for one in after.cars] == ["Anvil"] and not after.all_cars
    assert len(after.entries) == 2, "who came, everybody sees"
    assert len(papers(club, club.gm).cars) == 2, "a GM without a team reads the books"


def test_e23_the_sheets_show_a_charge_of_the_first_phase_after_it_went_off(club: Club) -> None:
    enter_both(club)
    plant(club)
    hour = club.open_week.duel_at
    before = papers(club, club.players[0], hour - timedelta(seconds=1))
    whole = armour(before.cars[0])
    waiting = papers(club, club.gm)
    assert waiting.waiting
    assert not waiting.cars
    assert not waiting.entries
    tick(now=hour)
    (car, other) = papers(club, club.gm).cars
    assert armour(car) < whole
    assert armour(other) == whole
    drive(club, (0, "Rook"), (1, "Rook"))
    book(club, "armour:front", 1, f"duel:{club.open_week.pk}:1:x", hour)
    assert papers(club, club.gm).cars[0] == car, "what the duel did is not on its papers"


def test_c30_changes_after_the_start_are_not_on_the_sheets(club: Club) -> None:
    enter_both(club)
    hour = club.open_week.duel_at
    book(club, "armour:front", 2, "test:early", hour - timedelta(minutes=1))
    start = armour(papers(club, club.gm).cars[0])
    book(club, "armour:front", 3, "test:late", hour + timedelta(minutes=1))
    assert armour(papers(club, club.gm, hour + timedelta(hours=1)).cars[0]) == start
    with club.scope():
        now = car_paper(club.teams[0], club.car(0))
    assert armour(now) == start - 3


def test_c30_the_sheet_shows_the_crews_dp_and_skills(club: Club) -> None:
    enter_both(club)
    (car, _) = papers(club, club.gm).cars
    driver = car.crew[0]
    assert (driver.place, driver.name, driver.dp, driver.full_dp) == ("driver", "Rook", 3, 3)
    assert [(line.title, line.level) for line in driver.skills] == [
        ("Driver", 3),
        ("Gunner", 1),
        ("Handgunner", 1),
    ]


def test_c30_notes_on_a_vehicle_are_printed_for_its_own_team(club: Club) -> None:
    enter_both(club)
    with club.scope():
        car = club.car(0)
        car.notes = "Pulls to the left."
        car.save()
    assert papers(club, club.players[0]).cars[0].notes == "Pulls to the left."
    assert papers(club, club.gm).cars[0].notes == ""


def test_c30_nothing_is_printed_after_the_week_is_closed(club: Club) -> None:
    enter_both(club)
    tick(now=club.open_week.duel_at)
    drive(club, (0, "Rook"), (1, "Rook"))
    tick(now=club.open_week.closes_at)
    over = papers(club, club.gm, club.open_week.closes_at)
    assert over == EveningPapers(over=True)


def test_c31_the_papers_use_the_numbers_of_the_weeks_opening(club: Club) -> None:
    enter_both(club)
    with club.scope():
        week = Week.objects.get(pk=club.open_week.pk)
        assert week.rules is not None
        week.rules = {**week.rules, "duel_numbers": [{"key": "suit", "value": 5}]}
        week.save()
    assert papers(club, club.gm).numbers.suit == 5
    with club.scope():
        assert numbers_now(club.campaign).suit == 3


def test_c30_unprintable_names_are_replaced(club: Club) -> None:
    with club.scope():
        team, car = club.teams[0], club.vehicles[club.teams[0].pk][0]
        printed = car_paper(team, car)
    entries = (
        EntryLine(team="Bolt", car="Nail", crew=("Ada",)),
        EntryLine(team=team.name, car="Rust", crew=("Vesna", "गीता")),
        EntryLine(team=team.name, car="大车", crew=("李", "Otto")),
        EntryLine(team="ทีม", car="Żuk", crew=("Łukasz",)),
        EntryLine(team="ทีม", car="夜", crew=()),
    )
    own = changed(printed, sheet=changed(printed.sheet, name="大车"), notes="夜")
    assert can_print("Żuk Łukasz É Жук Ωμέγα — ½") and not can_print("大车")
    (sheet,), lines = replace_unprintable((own,), entries, can_print)
    assert (sheet.team, sheet.sheet.name, sheet.notes) == ("Anvil", "Car 2 of Anvil", "")
    assert [(one.team, one.car, one.crew) for one in lines] == [
        ("Bolt", "Nail", ("Ada",)),
        ("Anvil", "Rust", ("Vesna", "Crew 2")),
        ("Anvil", "Car 2 of Anvil", ("Driver", "Otto")),
        ("Team 3", "Żuk", ("Łukasz",)),
        ("Team 3", "Car 2 of Team 3", ()),
    ]
    assert replace_unprintable((printed,), entries[:1], can_print) == ((printed,), entries[:1])
