"""Pausing and resuming a league (C26)."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
import time_machine

from campaign.calendar.models import Pause
from campaign.calendar.rules.acts import Extending
from campaign.calendar.selectors import pauses
from campaign.calendar.selectors.calendar_feed import feed_weeks
from campaign.calendar.services import calendar, pausing
from campaign.duels.rules.acts import Calling, HeatsMaking, Making
from campaign.duels.selectors.arena_queue import meets_to_draw
from campaign.duels.services import challenges, events, meets
from campaign.league.models import Challenge, DeskAct, Duel, Meet, Week
from campaign.league.selectors.seasons import week_times
from campaign.news.models import News
from core.notifications.models import Notice
from core.web import clock
from core.web.refusals import ReasonNeeded, Refused, WrongTime
from espionage.models import OrderSheet
from espionage.rules.orders import NO_SHEET
from espionage.services import deadline_reminders, sheets
from espionage.services.starting import start_now
from espionage.services.tick import tick
from tests.factories import Club, found_club

pytestmark = pytest.mark.django_db
WEEK, DAY, HOUR = timedelta(weeks=1), timedelta(days=1), timedelta(hours=1)
BERLIN = "Europe/Berlin"


@pytest.fixture
def club() -> Club:
    return found_club(teams=2, characters=0, vehicles=0)


def weeks(club: Club) -> list[Week]:
    with club.scope():
        return list(Week.objects.filter(season=club.season).order_by("number"))


def pause(club: Club, number: int = 2, at: datetime | None = None, reason: str = "Snow.") -> Pause:
    return pausing.pause(
        campaign=club.campaign, weeks=number, actor=club.gm, reason=reason, now=at or club.at
    )


def go_on(club: Club, at: datetime) -> Pause:
    return pausing.resume(campaign=club.campaign, actor=club.gm, now=at)


def standing(club: Club, at: datetime) -> Pause | None:
    with club.scope():
        return pauses.current_pause(club.campaign, at)


def moved_by(before: Week, after: Week) -> list[timedelta]:
    pairs = zip(
        calendar.log_times(week_times(before)), calendar.log_times(week_times(after)), strict=True
    )
    return [getattr(after, new) - getattr(before, old) for old, new in pairs]


# --- pausing --------------------------------------------------------------------------------------


def test_c26_a_pause_moves_future_times_but_not_the_opening_of_an_open_week(club: Club) -> None:
    before = weeks(club)
    paused = pause(club, 2)
    after = weeks(club)
    assert moved_by(before[0], after[0]) == [timedelta(), *[2 * WEEK] * 4]
    assert [moved_by(*pair) for pair in list(zip(before, after, strict=True))[1:]] == [
        [2 * WEEK] * 5
    ] * 3
    assert paused.until == club.at + 2 * WEEK
    assert standing(club, paused.until - HOUR) == paused
    assert standing(club, paused.until) is None, "it ends by itself"


def test_c26_a_week_being_played_is_published_on_time() -> None:
    club = found_club(teams=2, characters=0, vehicles=0, options={"settle_hours": 12})
    with club.scope():
        for _ in range(2):
            tick(now=club.open_week.due_at)
    before = weeks(club)[0]
    assert before.status == "playing"
    pause(club, 1, at=before.due_at + HOUR)
    after = weeks(club)[0]
    assert moved_by(before, after) == [timedelta(), timedelta(), timedelta(), WEEK, WEEK]
    with club.scope():
        tick(now=after.settle_at)
    assert weeks(club)[0].status == "settled"


def test_c26_the_duel_of_a_settled_week_waits_unless_it_has_started(club: Club) -> None:
    with club.scope():
        for _ in range(3):
            tick(now=club.open_week.settle_at)
    before = weeks(club)[0]
    assert before.status == "settled"
    pause(club, 1, at=before.duel_at + HOUR)
    assert moved_by(before, weeks(club)[0]) == [*[timedelta()] * 4, WEEK]


def test_c26_local_times_stay_the_same_across_a_time_change() -> None:
    club = found_club(teams=1, characters=0, vehicles=0, timezone=BERLIN)
    zone = calendar.zone_of(club.campaign)
    before = weeks(club)
    pause(club, 4)  # from the 5th of March over the 25th, when the clocks go forward
    for old, new in zip(before[1:], weeks(club)[1:], strict=True):
        wall = [week.due_at.astimezone(zone).replace(tzinfo=None) for week in (old, new)]
        assert wall[1] - wall[0] == 4 * WEEK
    assert weeks(club)[0].due_at - before[0].due_at == 4 * WEEK - HOUR


def test_c26_everyone_sees_who_paused_the_league_how_long_and_why(club: Club) -> None:
    pause(club, 2, reason="Half the club is at a convention.")
    with club.scope():
        act = DeskAct.objects.get(kind="league-paused")
        news = News.objects.get(kind="league-paused").text
        told = Notice.objects.filter(kind="league-paused").values_list("user", flat=True)
        assert set(told) == {club.gm.pk, *(player.pk for player in club.players)}
    assert (act.public, act.actor, act.detail["weeks"]) == (True, club.gm, 2)
    assert news.startswith(f"{club.gm.username} paused the league until {{2040-03-19T10:00Z}}")
    assert news.endswith(": Half the club is at a convention.")
    feed = feed_weeks(club.players[0])
    assert {row.since for row in feed} == {club.at}, "calendars hear that their weeks have moved"


def test_c26_pausing_again_adds_weeks_up_to_half_a_year(club: Club) -> None:
    before = weeks(club)
    pause(club, 20)
    longer = pause(club, 6, at=club.at + DAY, reason="Still snow.")
    assert (longer.weeks, longer.until, longer.reason) == (26, club.at + 26 * WEEK, "Still snow.")
    assert moved_by(before[1], weeks(club)[1]) == [26 * WEEK] * 5
    with pytest.raises(Refused, match="1 to 26 weeks"):
        pause(club, 1, at=club.at + 2 * DAY)
    with club.scope():
        assert Pause.objects.count() == 1


def test_c26_a_pause_needs_a_reason_weeks_and_a_season(club: Club) -> None:
    with pytest.raises(ReasonNeeded):
        pause(club, reason=" ")
    with pytest.raises(Refused, match="1 to 26"):
        pause(club, 0)
    with club.scope():
        club.season.closed_at = club.at
        club.season.save()
    with pytest.raises(WrongTime, match="No season is open"):
        pause(club)


def test_c26_another_pause_can_follow_an_ended_one(club: Club) -> None:
    first = pause(club, 1)
    second = pause(club, 1, at=first.until + HOUR)
    assert second.pk != first.pk and second.weeks == 1
    first.refresh_from_db()
    assert first.ended_at == first.until


# --- going on -------------------------------------------------------------------------------------


def test_c26_a_pause_ended_at_once_leaves_all_times_unchanged(club: Club) -> None:
    before = weeks(club)
    pause(club, 5)
    go_on(club, club.at + HOUR / 2)
    assert [week_times(week) for week in weeks(club)] == [week_times(week) for week in before]
    assert standing(club, club.at + HOUR) is None


def test_c26_an_early_end_moves_times_back_as_far_as_is_fair(club: Club) -> None:
    before = weeks(club)
    pause(club, 5)
    ended = go_on(club, club.at + 10 * DAY)
    after = weeks(club)
    assert moved_by(before[0], after[0]) == [timedelta(), *[2 * WEEK] * 4]
    assert moved_by(before[3], after[3]) == [2 * WEEK] * 5
    assert (ended.ended_by, standing(club, club.at + 10 * DAY)) == (club.gm, None)
    with club.scope():
        told = Notice.objects.filter(kind="league-goes-on")
        assert told.count() == 3 and News.objects.filter(kind="league-goes-on").count() == 1
    with pytest.raises(WrongTime, match="not paused"):
        go_on(club, club.at + 11 * DAY)


def test_c26_a_gms_change_during_the_pause_is_kept(club: Club) -> None:
    before = weeks(club)[0]
    pause(club, 3)
    week = weeks(club)[0]
    calendar.extend(
        week=week,
        change=Extending(due_at=week.due_at + DAY, reason="More."),
        actor=club.gm,
        now=club.at + HOUR,
    )
    go_on(club, club.at + 2 * DAY)
    after = weeks(club)[0]
    assert after.due_at == before.due_at + WEEK + DAY


def test_c26_weeks_planned_during_a_pause_open_after_it(club: Club) -> None:
    pause(club, 5)
    planned = calendar.plan(
        season=club.season, first=weeks(club)[-1].closes_at.date(), weeks=1, now=club.at + HOUR
    )
    go_on(club, club.at + 2 * DAY)
    assert week_times(weeks(club)[4]) == week_times(planned[0])


def test_c26_no_week_can_be_planned_into_a_pause() -> None:
    club = found_club(teams=2, characters=0, vehicles=0, week=None)
    pause(club, 3)
    with pytest.raises(WrongTime, match="paused at that time"):
        calendar.plan(season=club.season, first=club.at.date() + WEEK, weeks=1, now=club.at)
    calendar.plan(season=club.season, first=club.at.date() + 3 * WEEK, weeks=1, now=club.at)


def test_c26_an_evening_continues_in_the_minute_the_pause_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = found_club(teams=2, characters=0, vehicles=0, week=None)
    monkeypatch.setattr(clock, "now", lambda: club.at)
    week = start_now(campaign=club.campaign, actor=club.gm, evening=True, now=club.at)
    before, began, ends = week_times(week), club.at + HOUR / 12, club.at + HOUR
    pause(club, 1, at=began)
    assert weeks(club)[0].due_at == before.due_at + WEEK
    go_on(club, ends)
    after = weeks(club)[0]
    assert after.due_at - ends == before.due_at - began
    assert after.closes_at - after.due_at == before.closes_at - before.due_at


def test_c26_events_heats_and_challenges_wait_like_the_duel() -> None:
    club = found_club(teams=2, characters=0, vehicles=0)
    with club.scope():
        week = club.open_week
        for name, hours in (("Over", 1), ("Cup", 30)):
            events.make(
                week=week,
                new=Making(name=name, starts_at=club.at + hours * HOUR),
                actor=club.gm,
                now=club.at,
            )
        plan = HeatsMaking(
            name="Heats",
            closes_at=club.at + 31 * HOUR,
            starts_at=club.at + 32 * HOUR,
            final_at=club.at + 34 * HOUR,
            go_on=1,
            heats=2,
        )
        meets.make(week=week, plan=plan, actor=club.gm, now=club.at)
        challenges.call_out(
            challenger=club.teams[0],
            new=Calling(to=club.teams[1].slug, starts_at=club.at + 33 * HOUR),
            actor=club.players[0],
            now=club.at,
        )
        before = hours_of(club)
        began = club.at + 2 * HOUR
        pause(club, 2, at=began)
        pause(club, 1, at=began + HOUR)
        over, *ahead = hours_of(club)
        assert over == before[0]
        assert ahead == [hour + 3 * WEEK for hour in before[1:]]
        with club.scope():
            assert not meets_to_draw(before[-1] + DAY), "nothing is drawn in a pause"
        go_on(club, began + 3 * DAY)
        assert hours_of(club) == [over, *(hour + WEEK for hour in before[1:])]


@pytest.mark.parametrize("after", [HOUR / 2, 3 * DAY], ids=["a slip", "some days"])
def test_c55_the_end_of_a_pause_does_not_reveal_a_challenge(after: timedelta) -> None:
    found = []
    for called_out in (False, True):
        club = found_club(teams=2, characters=0, vehicles=0)
        if called_out:
            challenges.call_out(
                challenger=club.teams[0],
                new=Calling(to=club.teams[1].slug, starts_at=club.at + 12 * HOUR),
                actor=club.players[0],
                now=club.at,
            )
        pause(club, 2)
        go_on(club, club.at + after)
        found.append([week_times(week) for week in weeks(club)])
    assert found[0] == found[1]


def hours_of(club: Club) -> list[datetime]:
    """Return the times of all events, heats and challenges."""
    (meet,) = Meet.objects.all()
    (challenge,) = Challenge.objects.all()
    return [
        *(duel.start for duel in Duel.objects.order_by("number") if not duel.is_weekly),
        meet.closes_at,
        meet.starts_at,
        challenge.starts_at,
    ]


# --- meanwhile ------------------------------------------------------------------------------------


def write(club: Club, team: int) -> None:
    with club.scope():
        sheets.save_sheet(
            week_id=club.open_week.pk,
            team=club.teams[team],
            sheet=NO_SHEET,
            state=OrderSheet.State.FINAL,
            seen_version=0,
            saved_by=club.players[team],
        )


def test_c26_orders_can_be_written_in_a_pause_without_resolving_the_week(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = found_club(teams=2, characters=0, vehicles=0, options={"resolve_when_sealed": True})
    monkeypatch.setattr(clock, "now", lambda: club.at)
    pause(club, 2)
    for team in (0, 1):
        write(club, team)
    later = club.at + HOUR
    with club.scope():
        tick(now=later)
    assert weeks(club)[0].status == "open"
    go_on(club, later)
    with club.scope():
        tick(now=later)
    assert weeks(club)[0].status != "open", "all were ready"


def test_c26_no_week_starts_or_opens_in_a_pause() -> None:
    club = found_club(teams=2, characters=0, vehicles=0, week="planned")
    opens, until = weeks(club)[0].opens_at, pause(club, 1).until
    with pytest.raises(WrongTime, match="paused"):
        start_now(campaign=club.campaign, actor=club.gm, evening=False, now=club.at + HOUR)
    with club.scope():
        tick(now=until - HOUR)
        assert weeks(club)[0].status == "planned"
        tick(now=opens + WEEK)
    assert weeks(club)[0].status == "open"


def test_c26_teams_without_orders_are_reminded_before_the_new_deadline(club: Club) -> None:
    due = club.open_week.due_at
    pause(club, 1)
    for at, told in ((due - HOUR, 0), (due + WEEK - HOUR, 2)):
        with time_machine.travel(at, tick=False), club.scope():
            deadline_reminders.send_reminders(at)
            assert Notice.objects.filter(kind="orders-due").count() == told
