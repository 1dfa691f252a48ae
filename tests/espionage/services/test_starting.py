"""Weeks started by hand, the length of evenings, and early resolution when all have sealed."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaign.calendar.services.calendar import delete_week
from campaign.calendar.views.calendar import moments
from campaign.duels.rules.acts import Making
from campaign.duels.services import events
from campaign.league.models import CARETAKER, DeskAct, Team, Week
from campaign.league.selectors.seasons import week_times
from campaign.news.models import News
from campaign.teams.rules.acts import BotSeat
from campaign.teams.services import bots
from core.web import clock
from core.web.refusals import BadForm, WrongTime
from espionage.models import OrderSheet
from espionage.rules.orders import NO_SHEET
from espionage.selectors.ready import EVENING_QUIET_TIME, early_deadline, ready_teams
from espionage.services import sheets
from espionage.services.starting import start_now
from espionage.services.tick import tick
from tests.espionage.spying import spy_on
from tests.factories import Club, found_club

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def make_club(monkeypatch: pytest.MonkeyPatch, *, planned: bool = False, **options: object) -> Club:
    """Return a club of two playable teams, without a week or with the first of four planned."""
    club = found_club(
        teams=2, characters=6, week="planned" if planned else None, options=options or None
    )
    monkeypatch.setattr(clock, "now", lambda: club.at)
    return club


def start(club: Club, *, evening: bool = True) -> Week:
    week = start_now(campaign=club.campaign, actor=club.gm, evening=evening, now=club.at)
    club.week = week
    return week


def save(
    club: Club, team: int, state: OrderSheet.State = OrderSheet.State.FINAL, seen: int = 0
) -> None:
    with club.scope():
        sheets.save_sheet(
            week_id=club.open_week.pk,
            team=club.teams[team],
            sheet=NO_SHEET,
            state=state,
            seen_version=seen,
            saved_by=club.players[team],
        )


def week_status(club: Club) -> str:
    with club.scope():
        return Week.objects.get(pk=club.open_week.pk).status


# --- starting a week ------------------------------------------------------------------------------


def test_gm_starts_an_evening_with_the_minutes_of_the_house_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club(monkeypatch, evening_orders=25, evening_garage=5, evening_duel=40)
    week = start(club)
    assert (week.number, week.status, week.opens_at) == (1, "open", club.at)
    assert week.due_at == week.settle_at == club.at + 25 * MINUTE, "doctrine fights immediately"
    assert week.duel_at == club.at + 30 * MINUTE
    assert week.closes_at == club.at + 70 * MINUTE
    with club.scope():
        assert DeskAct.objects.filter(kind="week-started", public=True, actor=club.gm).count() == 1
        assert News.objects.filter(kind="week-opened", week=week).count() == 1


def test_evening_with_live_fights_leaves_time_before_the_report(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club(monkeypatch, ambush_by_doctrine=False, settle_hours=20, evening_fights=30)
    week = start(club)
    assert week.settle_at - week.due_at == 30 * MINUTE


def test_next_planned_week_can_start_now_and_keeps_its_deadline(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club(monkeypatch, planned=True)
    before = week_times(club.open_week)
    week = start(club, evening=False)
    assert (week.pk, week.opens_at) == (club.open_week.pk, club.at)
    assert (week.due_at, week.closes_at) == (before.due_at, before.closes_at)
    spy_on(club, 0, 1)


def test_evening_replaces_the_next_planned_week(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club(monkeypatch, planned=True)
    week = start(club)
    assert (week.number, week.evening) == (1, True)
    with club.scope():
        assert Week.objects.filter(season=club.season).count() == 4


def test_evening_that_overlaps_the_next_week_is_refused_without_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club(monkeypatch, planned=True)
    with club.scope():
        second = Week.objects.get(season=club.season, number=2)
        club.at = second.opens_at - 10 * MINUTE
        with pytest.raises(BadForm, match="overlap with week 2"):
            start(club)
        assert Week.objects.filter(season=club.season, status="planned").count() == 4


def test_week_cannot_be_started_while_one_is_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    club = make_club(monkeypatch)
    start(club)
    with pytest.raises(WrongTime, match="Week 1 is in progress"):
        start(club)


def test_week_cannot_be_started_with_one_team(monkeypatch: pytest.MonkeyPatch) -> None:
    club = found_club(teams=1, week=None)
    with pytest.raises(WrongTime, match="You need two teams"):
        start(club)


def test_calendar_club_needs_a_planned_week_to_start(monkeypatch: pytest.MonkeyPatch) -> None:
    club = make_club(monkeypatch)
    with pytest.raises(WrongTime, match="No week is scheduled"):
        start(club, evening=False)


def test_two_consecutive_evening_weeks_settle_and_close_automatically(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club(monkeypatch)
    start(club)
    spy_on(club, 0, 1)
    with club.scope():
        tick(now=club.open_week.due_at)
        tick(now=club.open_week.due_at)
    assert week_status(club) == "settled"
    club.at = club.open_week.settle_at + 3 * MINUTE
    first, second = club.open_week, start(club)
    assert (second.number, second.status) == (2, "open")
    with club.scope():
        over = Week.objects.get(pk=first.pk)
        assert (over.status, over.duel_at, over.closes_at) == ("closed", club.at, club.at)
        tick(now=second.due_at)
        tick(now=second.due_at)
        tick(now=second.closes_at)
    assert week_status(club) == "closed"


def make_club_awaiting_duel(monkeypatch: pytest.MonkeyPatch) -> Club:
    """Return a weekly club whose first week is settled and whose duel is ahead."""
    club = found_club(teams=2, characters=6)
    monkeypatch.setattr(clock, "now", lambda: club.at)
    with club.scope():
        tick(now=club.open_week.due_at)
        tick(now=club.open_week.due_at)
    club.at = club.open_week.settle_at + 3 * MINUTE
    return club


def test_scheduled_duel_time_is_not_shortened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club_awaiting_duel(monkeypatch)
    with pytest.raises(WrongTime, match="duel of week 1 has not started yet"):
        start(club, evening=False)
    club.at = club.open_week.duel_at + 3 * MINUTE
    assert start(club, evening=False).number == 2


def test_c50_week_does_not_end_before_its_event_was_driven_or_called_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club_awaiting_duel(monkeypatch)
    club.at = club.open_week.duel_at + 3 * MINUTE
    with club.scope():
        cup = events.make(
            week=club.open_week,
            new=Making(name="Ash Cup", starts_at=club.at + 60 * MINUTE),
            actor=club.gm,
            now=club.at,
        )
    with pytest.raises(WrongTime, match="Ash Cup has not started yet"):
        start(club, evening=False)
    with club.scope():
        events.call_off(event=cup, actor=club.gm, reason="Rain.", now=club.at)
    assert start(club, evening=False).number == 2


def test_club_cannot_start_an_evening_while_weeks_are_planned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club_awaiting_duel(monkeypatch)
    club.at = club.open_week.duel_at + 3 * MINUTE
    with pytest.raises(WrongTime, match="plays by schedule"):
        start(club)
    with club.scope():
        for week in Week.objects.filter(season=club.season, status="planned"):
            delete_week(week)
    assert start(club).number == 2


def test_report_is_never_after_the_duel_despite_a_late_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club(monkeypatch)
    first = start(club)
    with club.scope():
        tick(now=first.due_at)
        tick(now=first.due_at)
    club.at = first.settle_at - timedelta(seconds=1)
    assert start(club).number == 2
    with club.scope():
        over = Week.objects.get(pk=first.pk)
    assert over.duel_at == over.closes_at == first.settle_at


# --- early resolution -----------------------------------------------------------------------------


@pytest.fixture
def early_club(monkeypatch: pytest.MonkeyPatch) -> Club:
    """Return a club whose evening continues when all have sealed."""
    club = make_club(monkeypatch, resolve_when_sealed=True)
    start(club)
    return club


def status_after(club: Club, later: timedelta) -> str:
    with club.scope():
        tick(now=club.at + later)
        tick(now=club.at + later)
    return week_status(club)


def test_evening_continues_twenty_seconds_after_the_last_team_sealed(early_club: Club) -> None:
    before = early_club.open_week
    save(early_club, 0)
    save(early_club, 1, OrderSheet.State.PASSED)
    assert status_after(early_club, timedelta(seconds=19)) == "open"
    assert status_after(early_club, EVENING_QUIET_TIME) == "settled"
    with early_club.scope():
        week = Week.objects.get(pk=before.pk)
        assert week.due_at == week.settle_at == early_club.at + EVENING_QUIET_TIME
        assert week.closes_at - week.due_at == before.closes_at - before.due_at, (
            "all times move together"
        )
        assert News.objects.filter(kind="week-early", week=week).count() == 1


@pytest.mark.everyday
def test_c50_early_evening_stays_open_until_its_last_event(early_club: Club) -> None:
    before = early_club.open_week
    ends = before.closes_at
    with early_club.scope():
        events.make(
            week=before,
            new=Making(name="Ash Cup", starts_at=ends),
            actor=early_club.gm,
            now=early_club.at,
        )
    save(early_club, 0)
    save(early_club, 1)
    assert status_after(early_club, MINUTE) == "settled"
    with early_club.scope():
        week = Week.objects.get(pk=before.pk)
        assert week.duel_at < before.duel_at
        assert week.closes_at == ends


def test_c101_early_evening_leaves_time_for_the_site_to_drive_its_last_event(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club(monkeypatch, resolve_when_sealed=True, duel_mode="live")
    week = start(club)
    hour = week.closes_at
    with club.scope():
        events.make(
            week=week, new=Making(name="Ash Cup", starts_at=hour), actor=club.gm, now=club.at
        )
    save(club, 0)
    save(club, 1)
    assert status_after(club, MINUTE) == "settled"
    with club.scope():
        assert Week.objects.get(pk=week.pk).closes_at == hour + timedelta(hours=1)


def test_evening_waits_for_a_team_that_edits_within_twenty_seconds(early_club: Club) -> None:
    save(early_club, 0)
    save(early_club, 1)
    early_club.at += timedelta(seconds=15)
    save(early_club, 1, OrderSheet.State.DRAFT, seen=1)
    assert status_after(early_club, timedelta(minutes=3)) == "open"
    early_club.at += timedelta(minutes=3)
    save(early_club, 1, seen=2)
    assert status_after(early_club, timedelta(seconds=19)) == "open", (
        "twenty seconds after the last edit"
    )
    assert status_after(early_club, EVENING_QUIET_TIME) == "settled"


def test_week_waits_for_drafts_and_silent_teams_until_the_deadline(early_club: Club) -> None:
    save(early_club, 0)
    assert status_after(early_club, 5 * MINUTE) == "open"
    save(early_club, 1, OrderSheet.State.DRAFT)
    assert status_after(early_club, 5 * MINUTE) == "open"
    with early_club.scope():
        tick(now=early_club.open_week.due_at)
    assert week_status(early_club) != "open"


@pytest.mark.parametrize("drafted", [False, True], ids=["nothing", "a-draft"])
def test_week_does_not_wait_for_a_bot_even_if_its_people_write(
    early_club: Club, drafted: bool
) -> None:
    seat = BotSeat(temper="careful", how_long="on")
    with early_club.scope():
        bots.seat(
            team=early_club.teams[1], bot=seat, actor=early_club.players[1], now=early_club.at
        )
    if drafted:
        save(early_club, 1, OrderSheet.State.DRAFT)
    save(early_club, 0)
    assert status_after(early_club, MINUTE) == "settled"


def test_weekly_club_of_bots_continues_a_minute_after_its_week_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club(monkeypatch, planned=True, resolve_when_sealed=True)
    seat, opens = BotSeat(temper="careful", how_long="on"), club.open_week.opens_at
    with club.scope():
        for team, owner in zip(club.teams, club.players, strict=True):
            bots.seat(team=team, bot=seat, actor=owner, now=club.at)
        for seconds in (0, 59):
            tick(now=opens + timedelta(seconds=seconds))
            assert week_status(club) == "open"
        tick(now=opens + MINUTE)
        week = Week.objects.get(pk=club.open_week.pk)
    assert (week.status != "open", week.attempts) == (True, 0)


def test_deadline_is_kept_without_the_house_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    club = make_club(monkeypatch)
    start(club)
    save(club, 0)
    save(club, 1)
    assert status_after(club, 5 * MINUTE) == "open"


def test_weekly_club_continues_early_and_keeps_its_duel_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club(monkeypatch, planned=True, resolve_when_sealed=True, settle_hours=3)
    before = start(club, evening=False)
    save(club, 0)
    save(club, 1)
    with club.scope():
        tick(now=club.at + MINUTE)
        week = Week.objects.get(pk=before.pk)
    assert (week.due_at, week.settle_at) == (
        club.at + MINUTE,
        club.at + timedelta(hours=3, minutes=1),
    )
    assert (week.duel_at, week.closes_at) == (before.duel_at, before.closes_at)


# --- order status ---------------------------------------------------------------------------------


def test_club_can_show_whose_orders_are_in_but_not_their_content(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club(monkeypatch, show_sealed=True)
    week = start(club)
    save(club, 0)
    save(club, 1, OrderSheet.State.DRAFT)
    with club.scope():
        shown = ready_teams(week, club.at)
    assert [(row.team.name, row.ready) for row in shown or ()] == [
        ("Anvil", True),
        ("Basilisk", False),
    ]


def test_the_time_left_of_an_evening_is_twenty_seconds_once_all_orders_are_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club(monkeypatch, show_sealed=True, resolve_when_sealed=True)
    week = start(club)
    save(club, 0)
    with club.scope():
        assert early_deadline(week, ready_teams(week, club.at)) is None, "one team is missing"
    save(club, 1)
    with club.scope():
        ends_at = early_deadline(week, ready_teams(week, club.at))
        assert ends_at == club.at + EVENING_QUIET_TIME
        assert ("Orders due", ends_at) in moments(week, ends_at)
        week.resolve_when_sealed = False
        assert early_deadline(week, ready_teams(week, club.at)) is None


def test_the_time_left_does_not_reveal_a_sheet_saved_beside_a_caretaker(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club(monkeypatch, show_sealed=True, resolve_when_sealed=True)
    week = start(club)
    with club.scope():
        Team.objects.filter(pk=club.teams[1].pk).update(bot=CARETAKER)
    save(club, 0)
    ends_at = club.at + EVENING_QUIET_TIME
    club.at += EVENING_QUIET_TIME / 2
    save(club, 1, OrderSheet.State.DRAFT)
    with club.scope():
        assert early_deadline(week, ready_teams(week, club.at)) == ends_at


def test_order_status_is_private_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    club = make_club(monkeypatch)
    week = start(club)
    save(club, 0)
    with club.scope():
        assert ready_teams(week, club.at) is None
