"""A club's duel with people driving: live, and with hours a turn (C99, V124 to V126)."""

from __future__ import annotations

import re
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse

from autoduel.rules.values import Autopilot
from autoduel.services.week_duels import clock_of
from campaign.desk.services import reconcile
from campaign.duels.models import DuelEntry
from campaign.duels.rules.doctrines import Drive
from campaign.duels.services import driven, entries
from campaign.garage.services import garage
from campaign.house_rules.rules.house import HouseRules, check
from campaign.league.models import TeamOwner, Week
from campaign.league.refusals import NotFit
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from core.notifications.models import Notice
from core.web import clock
from core.web.refusals import Refused, WrongTime
from engine.values import Seat, changed
from espionage.services.starting import start_now
from espionage.services.tick import tick
from play.clocking import NO_CLOCK, Clock
from play.models import Chair, ChatLine, Match, Move, Snapshot
from play.reconciling import findings
from play.selectors import history
from play.selectors.participants import place
from play.selectors.table_view import heard_count, view_table
from play.selectors.turns import turns_of
from play.services import clocks, leaving, moving, pausing, rematches, thinking
from play.services.reconcile import findings as table_findings
from play.services.refusals import NotSeated, WrongStage
from tests.autoduel.weeks import driven_duel, make_club_with_duel, result, table_of, think
from tests.factories import duel_of
from tests.middles import middle

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from core.accounts.models import User
    from tests.factories import Club

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)


@contextmanager
def at_duel_time(club: Club, after: timedelta = timedelta(0)) -> Iterator[datetime]:
    """Run the job at this time after the duel's start."""
    moment = club.open_week.duel_at + after
    with clock.set_to(moment):
        tick(now=moment)
        yield moment


def chairs(club: Club) -> list[Chair]:
    return list(Chair.objects.filter(table=table_of(club)).order_by("seat"))


def plan(club: Club, user: User) -> moving.MoveResult:
    """Let a player hand the turn to doctrine."""
    return moving.make_move(table_id=table_of(club).pk, user=user, move=Autopilot())


def time_left(club: Club, seat: int) -> timedelta:
    """Return how long a seat has from when it was asked."""
    chair = chairs(club)[seat]
    assert chair.due_at is not None
    assert chair.asked_at is not None
    return chair.due_at - chair.asked_at


def notices(kind: str) -> list[Any]:
    return list(Notice._base_manager.filter(kind=kind).order_by("at", "user"))


# --- live -----------------------------------------------------------------------------------------


def test_c99_teams_drive_their_own_side_in_a_live_duel_and_are_notified() -> None:
    club = make_club_with_duel("live")
    with at_duel_time(club):
        assert [chair.party for chair in chairs(club)] == [team.pk for team in club.teams]
        assert table_of(club).clock == Clock(kind="live", seconds=90)
        assert [time_left(club, seat) for seat in (0, 1)] == [timedelta(minutes=3)] * 2
        called = notices("duel-drive")
        assert {one.user_id for one in called} == {player.pk for player in club.players}
        assert called[0].path == reverse("play-table", args=[table_of(club).pk])
        assert [turn.table for turn in turns_of(club.players[0])] == [table_of(club).pk]
        assert turns_of(club.gm) == ()
        plan(club, club.players[0])
        assert chairs(club)[0].asked_at is None
        plan(club, club.players[1])
        assert [time_left(club, seat) for seat in (0, 1)] == [timedelta(seconds=90)] * 2
    with clock.set_to(club.open_week.duel_at + SECOND), pytest.raises(NotSeated):
        plan(club, club.gm)


def test_v56_doctrine_drives_for_late_planners_without_a_notice() -> None:
    club = make_club_with_duel("live")
    with at_duel_time(club):
        plan(club, club.players[0])
    with at_duel_time(club, timedelta(minutes=3)):
        assert clocks.move_for_expired_clocks() == 1
        hows = Move.objects.filter(match=table_of(club).match).order_by("ply")
        assert [(move.seat, move.how, move.open) for move in hows] == [
            (0, "person", False), (1, "clock", False),
        ]  # fmt: skip
        seen = view_table(place(table_of(club).pk, club.players[0]))
        assert all("clock" not in line.note for line in seen.lines)
        assert not ChatLine.objects.exists()


def test_v124_side_late_twice_gets_a_tenth_of_the_time_until_it_plans_again() -> None:
    club, gone = make_club_with_duel("live"), 1
    moment = timedelta(0)
    with at_duel_time(club):
        plan(club, club.players[0])
    for turn, full in ((1, 90), (2, 9), (3, 9)):
        moment += time_left(club, gone)
        with at_duel_time(club, moment):
            assert clocks.move_for_expired_clocks() == 1
            assert time_left(club, gone) == timedelta(seconds=full), turn
            assert time_left(club, 0) == timedelta(seconds=90)
            plan(club, club.players[0])
    with at_duel_time(club, moment + SECOND):
        plan(club, club.players[gone])
        assert time_left(club, gone) == timedelta(seconds=90)
        assert not list(table_findings())


def test_v125_side_with_more_cars_gives_everyone_more_time() -> None:
    def seconds(mode: str, *cars: int) -> Any:
        class Sides:
            sides = tuple([type("Side", (), {"cars": (0,) * count})() for count in cars])

        return clock_of(HouseRules(duel_mode=mode), Sides)  # type: ignore[arg-type]

    assert seconds("live", 1, 1) == Clock(kind="live", seconds=90)
    assert seconds("live", 1, 2) == Clock(kind="live", seconds=120)
    assert seconds("slow", 2, 2) == Clock(kind="correspondence", seconds=7200)
    assert seconds("quick", 1, 1) == NO_CLOCK


def test_v126_ownerless_team_is_driven_by_its_doctrine() -> None:
    club = make_club_with_duel("live")
    with club.scope():
        TeamOwner.objects.filter(team=club.teams[1]).update(until=club.at)
    with at_duel_time(club):
        assert [(chair.party, chair.bot) for chair in chairs(club)] == [
            (club.teams[0].pk, ""), (None, "doctrine"),
        ]  # fmt: skip
        assert [one.user_id for one in notices("duel-drive")] == [club.players[0].pk]
        plan(club, club.players[0])
        assert thinking.think(limit=1, seconds=60) == 1
        assert time_left(club, 0) == timedelta(seconds=90)


def test_c99_club_duel_cannot_be_paused_resigned_or_rematched() -> None:
    club = make_club_with_duel("live")
    with at_duel_time(club):
        table = table_of(club).pk
        with pytest.raises(Refused, match="its own deadlines"):
            pausing.ask_for_pause(table_id=table, user=club.players[0])
        with pytest.raises(Refused, match="cannot resign"):
            leaving.resign(table_id=table, user=club.players[0])
        with pytest.raises(NotSeated):
            rematches.rematch(table_id=table, user=club.players[0])


@pytest.mark.slow("drives a duel to its end")
def test_v58_unattended_live_duel_is_driven_to_its_end_and_booked() -> None:
    club = make_club_with_duel("live", duel_books_at_once=True)
    moment, turns = timedelta(0), 0
    with at_duel_time(club):
        pass
    while driven_duel(club).over_at is None:
        turns += 1
        assert turns <= 41
        moment += max(time_left(club, chair.seat) for chair in chairs(club) if chair.due_at)
        with at_duel_time(club, moment):
            clocks.move_for_expired_clocks()
    assert moment <= timedelta(minutes=20)
    with at_duel_time(club, moment + SECOND):
        pass
    assert result(club) is not None
    assert not list(table_findings())
    with club.scope():
        assert not list(reconcile.findings([club.campaign.pk]))


# --- slow duels -----------------------------------------------------------------------------------

SLOW: Any = {"closes_day": "tuesday", "opens_day": "wednesday", "due_day": "friday"}


def test_v6_slow_duel_has_time_for_thirty_turns_before_the_week_closes() -> None:
    slow = HouseRules(duel_mode="slow", duel_turn_hours=2, **SLOW)
    assert check(slow) == ()
    (problem,) = check(changed(slow, duel_turn_hours=3))
    assert problem.field == "duel_turn_hours"
    assert "needs 90 hours" in problem.sentence
    assert check(changed(slow, duel_turn_hours=3, duel_mode="live")) == ()


def test_c99_turn_of_a_slow_duel_lasts_hours_and_idle_sides_are_reminded() -> None:
    club = make_club_with_duel("slow", **SLOW)
    with at_duel_time(club):
        assert table_of(club).clock == Clock(kind="correspondence", seconds=7200)
        assert len(notices("duel-drive")) == 2
        plan(club, club.players[0])
    with at_duel_time(club, timedelta(minutes=1)):
        plan(club, club.players[1])
    with at_duel_time(club, timedelta(minutes=14)):
        plan(club, club.players[0])
        assert notices("duel-turn") == []
    for minutes in (16, 17):
        with at_duel_time(club, timedelta(minutes=minutes)):
            (told,) = notices("duel-turn")
            assert told.user_id == club.players[1].pk
            assert "Doctrine drives unless you plan the turn by" in told.text
    with at_duel_time(club, timedelta(hours=2, minutes=1)):
        assert clocks.move_for_expired_clocks() == 1


@pytest.mark.slow("drives a duel to its end")
def test_c99_side_with_a_tenth_of_the_time_is_not_notified_each_turn() -> None:
    days = {**SLOW, "due_day": "thursday", "duel_day": "friday"}
    club, moment = make_club_with_duel("slow", duel_turn_hours=3, **days), timedelta(0)
    for minutes, calls in ((180, 0), (180, 1), (18, 1), (18, 1)):
        with at_duel_time(club, moment):
            plan(club, club.players[0])
            assert time_left(club, 1) == timedelta(minutes=minutes)
        with at_duel_time(club, moment + timedelta(minutes=16)):
            assert len(notices("duel-turn")) == calls
        moment += timedelta(minutes=minutes)
        with at_duel_time(club, moment):
            assert clocks.move_for_expired_clocks() == 1


def close_after(club: Club, after: timedelta) -> Week:
    """Set the week's close to this time after the duel's start."""
    week = club.open_week
    with club.scope():
        Week.objects.filter(pk=week.pk).update(closes_at=week.duel_at + after)
    return week


def test_v126_doctrine_drives_from_the_start_if_less_than_a_turn_is_left() -> None:
    club = make_club_with_duel("slow", **SLOW)
    close_after(club, timedelta(hours=2))
    with at_duel_time(club):
        assert [chair.bot for chair in chairs(club)] == ["doctrine", "doctrine"]
        assert notices("duel-drive") == []


def test_v6_time_used_by_doctrine_is_not_promised_to_anyone() -> None:
    club = make_club_with_duel("slow", **SLOW)
    week = close_after(club, timedelta(hours=2, minutes=20))
    with at_duel_time(club, timedelta(minutes=7)):
        until = week.duel_at + timedelta(hours=2, minutes=7)
        assert {told.until for told in notices("duel-drive")} == {until}
    with at_duel_time(club, timedelta(minutes=10)):
        plan(club, club.players[0])
        plan(club, club.players[1])
    with at_duel_time(club, timedelta(minutes=26)):
        until = week.duel_at + timedelta(hours=2, minutes=10)
        assert {told.until for told in notices("duel-turn")} == {until}


def start_next(club: Club, at: datetime) -> Week:
    with club.scope():
        return start_now(campaign=club.campaign, actor=club.gm, evening=False, now=at)


def test_c96_next_week_cannot_start_before_the_site_drove_the_duel() -> None:
    club = make_club_with_duel("live")
    week = club.open_week
    with at_duel_time(club) as moment:
        with pytest.raises(WrongTime, match="still driving the duel of week 1"):
            start_next(club, moment)
        with club.scope():
            assert Week.objects.get(pk=week.pk).closes_at == week.closes_at
            driven.take_out(duel=duel_of(week), actor=club.gm, reason="A flood.", now=moment)
        assert start_next(club, moment).number == 2
    with club.scope():
        assert Week.objects.get(pk=week.pk).status == "closed"


def test_c96_evening_week_does_not_close_before_its_duel_is_lined_up() -> None:
    club = make_club_with_duel("quick")
    week = club.open_week
    with club.scope():
        Week.objects.filter(pk=week.pk).update(evening=True)
    with pytest.raises(WrongTime, match="still driving the duel of week 1"):
        start_next(club, week.duel_at - timedelta(minutes=5))


@pytest.mark.slow("drives a duel to its end")
def test_c95_duel_driven_on_the_site_is_booked_when_the_next_week_starts() -> None:
    club = make_club_with_duel("quick")
    with at_duel_time(club) as moment:
        think(club)
        tick(now=moment)
        assert result(club) is None
        start_next(club, moment)
    assert result(club) is not None
    with club.scope():
        assert Week.objects.get(pk=club.open_week.pk).status == "closed"


@pytest.mark.slow("drives a duel to its end")
def test_v6_doctrine_takes_over_ten_minutes_before_the_close_which_waits() -> None:
    club = make_club_with_duel("slow", **SLOW)
    week = club.open_week
    with at_duel_time(club):
        plan(club, club.players[0])
    short = week.closes_at - week.duel_at - timedelta(minutes=10)
    with at_duel_time(club, short - SECOND):
        assert [chair.bot for chair in chairs(club)] == ["", ""]
    with at_duel_time(club, short):
        assert [chair.bot for chair in chairs(club)] == ["doctrine", "doctrine"]
        assert ChatLine.objects.get().text.startswith("There is no time left")
        assert [chair.party for chair in chairs(club)] == [team.pk for team in club.teams]
        with pytest.raises(WrongStage, match="A bot plays your seat"):
            plan(club, club.players[1])
        assert not place(table_of(club).pk, club.players[1]).may_act
        assert turns_of(club.players[1]) == ()
        assert place(table_of(club).pk, club.players[1]).seat == 1
        assert not list(table_findings())
    with at_duel_time(club, week.closes_at - week.duel_at):
        think(club)
    for seconds in (1, 2):
        with at_duel_time(club, week.closes_at - week.duel_at + seconds * SECOND):
            pass
    with club.scope():
        assert Week.objects.get(pk=week.pk).status == "closed"
    assert result(club) is not None


# --- doctrine and the garage ----------------------------------------------------------------------


def say(club: Club, at: datetime, doctrine: Drive | None, driver: str = "Rook") -> DuelEntry:
    return entries.enter(
        duel=club.duel,
        team=club.teams[0],
        vehicle=club.car(0),
        crew={"driver": club.who(0, driver).pk, "gunner": club.who(0, "Sable").pk},
        now=at,
        drive=doctrine,
    )


@pytest.mark.parametrize("mode", ["quick", "live"])
def test_c100_doctrine_can_be_changed_until_the_start_but_the_crew_cannot(
    mode: str,
) -> None:
    club, charger = make_club_with_duel(mode), Drive(doctrine="charger", yields="never")
    late = club.open_week.duel_at - SECOND
    for crew, doctrine in (("Vesper", charger), ("Rook", None)):
        with pytest.raises(WrongTime, match="Entries are closed"):
            say(club, late, doctrine, crew)
    before = say(club, late, charger)
    assert before.drive == charger
    with club.scope():
        assert DuelEntry.objects.filter(team=club.teams[0]).count() == 1
    with pytest.raises(WrongTime, match="Entries are closed"):
        say(club, club.open_week.duel_at, Drive(doctrine="circler"))
    with at_duel_time(club):
        match = table_of(club).match
        assert match is not None
        assert '"kind":"charger"' in match.setup
    with pytest.raises(
        WrongTime, match="Entries are closed"
    ):  # who waited for the week while it was lined up
        say(club, late, Drive(doctrine="circler"))


def test_c100_recorded_duel_takes_no_late_doctrine() -> None:
    club = make_club_with_duel("recorded")
    with pytest.raises(WrongTime, match="Entries are closed"):
        say(club, club.open_week.duel_at - SECOND, Drive(doctrine="charger"))


def test_v4_workshop_does_not_touch_a_car_in_the_arena_until_it_is_recorded() -> None:
    club, cause = make_club_with_duel("live", duel_books_at_once=True), iter(range(9))
    car = club.car(0)

    def break_and_repair(at: datetime) -> int:
        with club.scope():
            worn = Line(Book.DAMAGE, car.pk, "armour:front", 2, f"test:{next(cause)}", at)
            posting.post([worn])
        return garage.repair(vehicle=car, parts=["armour:front"], actor=club.players[0], now=at)

    assert break_and_repair(club.at - SECOND) > 0
    with at_duel_time(club) as moment:
        with pytest.raises(NotFit, match="in the arena"):
            break_and_repair(moment)
        with club.scope():
            driven.take_out(duel=club.duel, actor=club.gm, reason="A flood.", now=moment)
        assert break_and_repair(moment) > 0


@pytest.mark.slow("drives a duel to its end")
def test_v4_workshop_gets_the_car_back_once_it_is_recorded() -> None:
    club = make_club_with_duel(duel_books_at_once=True)
    with at_duel_time(club) as moment:
        think(club)
        tick(now=moment)
        assert result(club) is not None
        with club.scope():
            worn = Line(Book.DAMAGE, club.car(0).pk, "armour:front", 1, "test:0", moment)
            posting.post([worn])
        car, by = club.car(0), club.players[0]
        assert garage.repair(vehicle=car, parts=["armour:front"], actor=by, now=moment) > 0


def test_match_of_older_rules_goes_on_but_shows_no_false_replay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In rules version 14, cars started in their gates, and some numbers did not exist."""
    there = middle("autoduel", monkeypatch)
    match = Match.objects.select_related("snapshot").get(table=there.table)

    def without_new_numbers(text: str) -> str:
        return re.sub(r'"(start_ahead|driver_fire|plant_heat|volatile_heat)":\d+,', "", text)

    setup = match.setup.replace('"start_ahead":2000', '"start_ahead":0')
    Match.objects.filter(pk=match.pk).update(rules_version=14, setup=setup)
    Snapshot.objects.filter(match=match).update(state=without_new_numbers(match.snapshot.state))
    before = heard_count(place(there.table.pk, there.me))
    there.move(Seat(0))
    there.until_mine(1)
    assert heard_count(place(there.table.pk, there.me)) > before
    assert [finding.code for finding in findings(match.pk, repair=True)] == ["older-rules"]
    with pytest.raises(history.NoSuchStep):
        history.history(place(there.table.pk, there.me))
