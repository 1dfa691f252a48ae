from __future__ import annotations

from datetime import UTC, date, timedelta
from itertools import pairwise
from typing import Any

import pytest

from campaign.calendar.rules.acts import Extending
from campaign.calendar.services import calendar, pausing
from campaign.desk.services import founding, reconcile
from campaign.desk.views.log_sentences import sentence
from campaign.league.models import Deputy, DeskAct, Duel, Week
from campaign.league.selectors.seasons import week_times
from campaign.news.models import News
from core.notifications.models import Notice
from core.web.moments import localize
from core.web.refusals import BadForm, ReasonNeeded, Refused, WrongTime
from tests.factories import Club, found_club, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return found_club(teams=1, characters=0, vehicles=0)


def weeks(club: Club) -> list[Week]:
    with club.scope():
        return list(Week.objects.select_related("season__campaign").order_by("number"))


def test_an_extended_deadline_moves_the_publication_and_is_announced(club: Club) -> None:
    week = club.open_week
    due = week.due_at + timedelta(hours=12)
    changed = calendar.extend(
        week=week,
        change=Extending(due_at=due, reason="Server trouble."),
        actor=club.gm,
        now=club.at,
    )
    assert (changed.due_at, changed.settle_at, changed.duel_at) == (due, due, week.duel_at)
    with club.scope():
        act = DeskAct.objects.get(kind="deadline-extended")
        assert act.reason == "Server trouble."
        assert act.detail["before"]["due_at"] == week.due_at.isoformat()
        assert News.objects.filter(kind="deadline-extended").count() == 1
        assert set(
            Notice.objects.filter(kind="deadline-extended").values_list("user", flat=True)
        ) == {club.gm.pk, club.players[0].pk}


def test_the_duel_and_the_close_move_only_if_necessary(club: Club) -> None:
    week = club.open_week
    changed = calendar.extend(
        week=week,
        change=Extending(due_at=week.duel_at + timedelta(hours=2), reason="Snow."),
        actor=club.gm,
        now=club.at,
    )
    assert changed.settle_at == changed.duel_at == week.duel_at + timedelta(hours=2)
    assert changed.closes_at == week.closes_at


def test_a_deadline_cannot_be_advanced_or_moved_after_it_has_passed(club: Club) -> None:
    week = club.open_week
    with pytest.raises(WrongTime, match="must be later"):
        calendar.extend(
            week=week,
            change=Extending(due_at=week.due_at - timedelta(hours=1), reason="Hurry."),
            actor=club.gm,
            now=club.at,
        )
    with pytest.raises(WrongTime, match="has passed"):
        calendar.extend(
            week=week,
            change=Extending(due_at=week.due_at + timedelta(days=1), reason="Late."),
            actor=club.gm,
            now=week.due_at,
        )
    with pytest.raises(ReasonNeeded):
        calendar.extend(
            week=week,
            change=Extending(due_at=week.due_at + timedelta(days=1), reason=""),
            actor=club.gm,
            now=club.at,
        )


def test_a_deadline_after_the_next_weeks_opening_is_refused(club: Club) -> None:
    week = club.open_week
    with pytest.raises(BadForm, match="overlap with week 2"):
        calendar.extend(
            week=week,
            change=Extending(due_at=week.due_at + timedelta(days=6), reason="Holiday."),
            actor=club.gm,
            now=club.at,
        )


def test_postponing_a_week_postpones_all_later_ones(club: Club) -> None:
    before = weeks(club)
    calendar.postpone(week=before[1], weeks=2, actor=club.gm, reason="Convention.", now=club.at)
    after = weeks(club)
    assert after[0].opens_at == before[0].opens_at
    assert [
        new.opens_at - old.opens_at for new, old in zip(after[1:], before[1:], strict=True)
    ] == [timedelta(weeks=2)] * 3


def test_cancelling_a_week_leaves_a_gap_in_dates_but_not_in_numbers(club: Club) -> None:
    before = weeks(club)
    calendar.cancel(week=before[1], actor=club.gm, reason="Convention.", now=club.at)
    after = weeks(club)
    assert [week.number for week in after] == [1, 2, 3]
    assert [week.opens_at for week in after] == [
        before[0].opens_at,
        before[2].opens_at,
        before[3].opens_at,
    ]
    with club.scope():
        assert (
            News.objects.get(kind="week-cancelled").text == "Week 2 was deleted from the schedule."
        )


def test_an_opened_week_can_neither_be_moved_nor_cancelled(club: Club) -> None:
    for act in (
        lambda: calendar.cancel(week=club.open_week, actor=club.gm, reason="No.", now=club.at),
        lambda: calendar.postpone(
            week=club.open_week, weeks=1, actor=club.gm, reason="No.", now=club.at
        ),
    ):
        with pytest.raises(WrongTime, match="has already opened"):
            act()


def test_more_weeks_are_planned_after_the_last_one(club: Club) -> None:
    with pytest.raises(WrongTime, match="before week 4 closes"):
        calendar.plan(season=club.season, first=date(2040, 3, 26), weeks=1, now=club.at)
    with pytest.raises(WrongTime, match="in the past"):
        calendar.plan(season=club.season, first=date(2040, 1, 1), weeks=1, now=club.at)
    with pytest.raises(Refused, match="1 to 60"):
        calendar.plan(season=club.season, first=date(2040, 4, 2), weeks=0, now=club.at)
    added = calendar.plan(season=club.season, first=date(2040, 4, 2), weeks=2, now=club.at)
    assert [week.number for week in added] == [5, 6]


# --- another weekly schedule ----------------------------------------------------------------------

FRIDAYS = {
    "opens_day": "saturday", "due_day": "wednesday", "duel_day": "friday", "duel_time": "20:00",
    "closes_day": "friday", "closes_time": "23:30",
}  # fmt: skip


def play_on_fridays(club: Club, zone: str = "") -> None:
    founding.change_rules(
        campaign=club.campaign, options=FRIDAYS, actor=club.gm, now=club.at, timezone=zone
    )


def reschedule(club: Club, **values: Any) -> list[Week]:
    return calendar.reschedule(
        season=club.season, actor=club.gm, **{"reason": "A vote.", "now": club.at, **values}
    )


def test_c106_planned_weeks_move_to_the_new_days_in_the_new_time_zone(club: Club) -> None:
    before = weeks(club)
    play_on_fridays(club, "Europe/Berlin")
    assert [week_times(week) for week in weeks(club)] == [week_times(week) for week in before]
    reschedule(club)
    after = weeks(club)
    assert week_times(after[0]) == week_times(before[0]), "the open week keeps its dates"
    assert [week.pk for week in after] == [week.pk for week in before]
    assert [week.duel_at.isoformat() for week in after[1:]] == [
        "2040-03-23T19:00:00+00:00", "2040-03-30T18:00:00+00:00", "2040-04-06T18:00:00+00:00"
    ]  # fmt: skip
    assert list(reconcile.findings([club.campaign.pk])) == []


def test_c106_deputies_and_named_duels_stay_with_their_weeks(club: Club) -> None:
    week, friend = weeks(club)[1], person("friend")
    with club.scope():
        named = Deputy.objects.create(
            team=club.teams[0],
            user=friend,
            week=week,
            named_by=club.players[0],
            named_at=club.at,
        )
        calendar.name_duel(week=week, now=club.at, actor=club.gm, name="Mudfest")
    play_on_fridays(club)
    reschedule(club)
    with club.scope():
        assert Deputy.objects.get(pk=named.pk).week_id == weeks(club)[1].pk
        assert Duel.objects.get(pk=week.pk).name == "Mudfest"


def test_c106_a_new_schedule_is_announced_once(club: Club) -> None:
    play_on_fridays(club)
    reschedule(club)
    with club.scope():
        text = localize(News.objects.get(kind="weeks-rescheduled").text, UTC)
        assert text == (
            "Weeks 2 to 4 were rescheduled. Week 2 opens Sat 17 Mar, 09:00, and its orders "
            "are due Wed 21 Mar, 20:00 (UTC)."
        )
        told = Notice.objects.filter(kind="weeks-rescheduled")
        assert sorted(told.values_list("user", flat=True)) == sorted(
            [club.gm.pk, club.players[0].pk]
        )
        act = DeskAct.objects.get(kind="weeks-rescheduled")
        assert (act.public, act.reason) == (True, "A vote.")
        assert sentence(act) == "Rescheduled weeks 2, 3 and 4"
        assert len(act.detail["before"]) == len(act.detail["after"]) == 3


def test_c106_weeks_that_follow_the_schedule_are_not_announced_again(club: Club) -> None:
    play_on_fridays(club)
    reschedule(club)
    with pytest.raises(WrongTime, match="already follow"):
        reschedule(club)


def test_c106_impossible_dates_are_refused(club: Club) -> None:
    play_on_fridays(club)
    with pytest.raises(WrongTime, match="in the past"):
        reschedule(club, first=date(2040, 1, 1))
    with pytest.raises(WrongTime, match="before week 1 closes"):
        reschedule(club, first=date(2040, 3, 7))
    with pytest.raises(ReasonNeeded):
        reschedule(club, reason="")
    pausing.pause(campaign=club.campaign, weeks=3, actor=club.gm, reason="Snow.", now=club.at)
    with pytest.raises(WrongTime, match="paused"):
        reschedule(club, first=date(2040, 3, 24))
    with club.scope():
        Week.objects.update(status=Week.Status.CLOSED)
    with pytest.raises(WrongTime, match="No scheduled week"):
        reschedule(club)


def test_c106_in_a_pause_the_weeks_move_to_its_end_and_back_when_it_ends_early(club: Club) -> None:
    play_on_fridays(club)
    paused = pausing.pause(
        campaign=club.campaign, weeks=3, actor=club.gm, reason="Snow.", now=club.at
    )
    reschedule(club)
    assert weeks(club)[1].opens_at >= paused.until
    early = club.at + timedelta(days=6)
    pausing.resume(campaign=club.campaign, actor=club.gm, now=early)
    moved = weeks(club)
    assert moved[1].opens_at < paused.until
    assert all(old.closes_at <= new.opens_at for old, new in pairwise(moved))
    assert {week.duel_at.strftime("%a %H:%M") for week in moved[1:]} == {"Fri 20:00"}


def test_c106_a_changed_time_zone_is_logged_and_published(club: Club) -> None:
    founding.change_rules(
        campaign=club.campaign, options={}, timezone="Europe/Berlin", actor=club.gm, now=club.at
    )
    club.campaign.refresh_from_db()
    assert club.campaign.timezone == "Europe/Berlin"
    with club.scope():
        act = DeskAct.objects.get(kind="rules-changed")
        assert act.detail == {
            "before": {"timezone": "UTC"},
            "after": {"timezone": "Europe/Berlin"},
        }
        assert sentence(act) == "Changed house rules: Time zone"
        assert News.objects.get(kind="rules-changed").text == "House rules changed: Time zone."
    with pytest.raises(BadForm, match="valid time zone"):
        founding.change_rules(
            campaign=club.campaign, options={}, timezone="Mars", actor=club.gm, now=club.at
        )


def test_a_duel_can_be_named_until_entries_close(club: Club) -> None:
    duel = calendar.name_duel(
        week=club.open_week,
        now=club.at,
        actor=club.gm,
        name="Mudfest",
        arena="Quarry",
        budget=20_000,
    )
    assert (duel.name, duel.arena, duel.budget) == ("Mudfest", "Quarry", 20_000)
    with pytest.raises(WrongTime):
        calendar.name_duel(week=duel.week, now=duel.week.due_at, actor=club.gm, name="Dustfest")


def test_every_week_has_a_weekly_duel_with_its_id_and_start(club: Club) -> None:
    with club.scope():
        (week,) = calendar.plan(season=club.season, first=date(2041, 4, 1), weeks=1, now=club.at)
        duel = Duel.objects.get(week=week)
        assert (duel.pk, duel.kind, duel.number, duel.starts_at) == (week.pk, "weekly", 0, None)
        later = week.due_at + timedelta(days=1)
        calendar.extend(
            week=week, change=Extending(due_at=later, reason="A storm."), actor=club.gm, now=club.at
        )
        week.refresh_from_db()
        assert Duel.objects.get(pk=week.pk).start == week.duel_at >= later
        assert list(reconcile.findings([club.campaign.pk])) == []
        Duel.objects.filter(pk=week.pk).delete()
    assert [one.code for one in reconcile.findings([club.campaign.pk])] == ["no-duel"]
