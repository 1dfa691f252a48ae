"""The calendar, stuck weeks, seasons."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from django.utils.formats import date_format

from campaign.desk.services import founding
from campaign.league.models import DeskAct, Season, Week
from campaign.news.models import News
from core.notifications.models import Notice
from espionage.models import OrderSheet
from espionage.rules.orders import Order, Sheet
from espionage.services.sheets import save_sheet
from tests.factories import duel_of

from .conftest import Desk, words


def local(moment: object) -> str:
    return date_format(timezone.localtime(moment), "Y-m-d\\TH:i")  # type: ignore[arg-type]


def change(desk: Desk, **values: object) -> None:
    with desk.club.scope():
        Week.objects.filter(season=desk.club.season, number=1).update(**values)


# --- more time ------------------------------------------------------------------------------------


def test_an_extension_is_previewed_and_announced(desk: Desk) -> None:
    later = desk.week().due_at + timedelta(days=1)
    said = {"due_at": local(later), "duel_at": "", "reason": "Storm"}
    asked = desk.send("desk-extend", said, number=1)
    assert asked.status_code == 200
    assert "Week 1: orders due" in words(asked)
    assert desk.week().due_at < later
    for _ in range(2):
        assert desk.send("desk-extend", said, number=1, sure=True, key="again").status_code == 303
    assert desk.week().due_at == later
    with desk.club.scope():
        assert DeskAct.objects.get(kind="deadline-extended").reason == "Storm"
        assert News.objects.filter(kind="deadline-extended").count() == 1
        assert Notice.objects.filter(kind="deadline-extended").count() == 4


@pytest.mark.parametrize(
    ("hours", "sentence"),
    [
        (-1, "must be later than the current one"),
        (0, "must be later than the current one"),
        (24 * 9, "would overlap with week 2"),
    ],
)
def test_an_impossible_deadline_is_refused_at_its_field(
    desk: Desk, hours: int, sentence: str
) -> None:
    said = {"due_at": local(desk.week().due_at + timedelta(hours=hours)), "reason": "Storm"}
    for sure in (False, True):
        answer = desk.send("desk-extend", said, number=1, sure=sure)
        assert answer.status_code == 422
        assert sentence in words(answer)
        assert "Storm" in words(answer)


@pytest.mark.parametrize(
    "said", [{"due_at": "tomorrow", "reason": "x"}, {"due_at": "", "reason": "x"}, {"reason": ""}]
)
def test_an_unreadable_deadline_changes_nothing(desk: Desk, said: dict[str, str]) -> None:
    before = desk.week().due_at
    assert desk.send("desk-extend", said, number=1, sure=True).status_code == 422
    assert desk.week().due_at == before


def test_a_passed_deadline_cannot_be_moved(desk: Desk) -> None:
    desk.go_to(desk.week().due_at)
    said = {"due_at": local(desk.week().due_at + timedelta(hours=1)), "reason": "Storm"}
    assert "The deadline has passed" in words(desk.send("desk-extend", said, number=1, sure=True))
    assert "Extend deadline" not in words(desk.get("desk-week", number=1))


def test_times_are_in_the_clubs_time_zone(at_desk: object) -> None:
    desk = at_desk(timezone="America/New_York")  # type: ignore[operator]
    with timezone.override("America/New_York"):
        due = local(desk.week().due_at)
    assert due.endswith("T20:00")
    assert f'value="{due}"' in words(desk.get("desk-extend", number=1))


# --- planned weeks --------------------------------------------------------------------------------


def test_weeks_are_planned_after_a_preview_of_their_dates(desk: Desk) -> None:
    said = {"first": "2040-04-02", "weeks": "3"}
    shown = words(desk.send("desk-plan", said))
    assert "Week 7" in shown
    with desk.club.scope():
        assert Week.objects.count() == 4
    for _ in range(2):
        assert desk.send("desk-plan", said, sure=True, key="again").status_code == 303
    with desk.club.scope():
        assert Week.objects.count() == 7


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"first": "2040-03-06", "weeks": "2"}, "before week 4 closes"),
        ({"first": "2030-01-01", "weeks": "2"}, "in the past"),
        ({"first": "2040-04-02", "weeks": "99"}, "less than or equal to 60"),
        ({"first": "soon", "weeks": "2"}, "Enter a valid date"),
    ],
)
def test_impossible_weeks_are_not_planned(desk: Desk, said: dict[str, str], sentence: str) -> None:
    for sure in (False, True):
        answer = desk.send("desk-plan", said, sure=sure)
        assert (answer.status_code, sentence in words(answer)) == (422, True)


def test_postponing_a_week_moves_all_later_ones(desk: Desk) -> None:
    before = desk.week(2).opens_at
    said = {"weeks": "2", "reason": "Holidays"}
    assert "Week 4: orders due" in words(desk.send("desk-postpone", said, number=2))
    for _ in range(2):
        assert desk.send("desk-postpone", said, number=2, sure=True, key="again").status_code == 303
    assert desk.week(2).opens_at == before + timedelta(weeks=2)


def test_cancelling_a_week_renumbers_later_ones(desk: Desk) -> None:
    third = desk.week(3).opens_at
    said = {"reason": "Holidays"}
    assert "deleted" in words(desk.send("desk-cancel", said, number=2))
    for _ in range(2):
        assert desk.send("desk-cancel", said, number=2, sure=True, key="again").status_code == 303
    assert desk.week(2).opens_at == third
    with desk.club.scope():
        assert Week.objects.count() == 3


def test_c106_rescheduling_weeks_shows_old_and_new_dates_first(desk: Desk) -> None:
    play_on_fridays(desk)
    before = desk.week(2).opens_at
    assert desk.path("desk-reschedule") in words(desk.get("desk-calendar"))
    said = {"first": "", "reason": "We voted"}
    shown = words(desk.send("desk-reschedule", said))
    assert "Duel: Sat 17 Mar 2040, 19:00 UTC" in shown
    assert "Duel: Fri 16 Mar 2040, 19:00 UTC" in shown
    assert "Orders open: " not in shown, "it stays"
    assert "Week 4" in shown and '<th scope="row">Week 1</th>' not in shown
    assert desk.week(2).opens_at == before
    for _ in range(2):
        assert desk.send("desk-reschedule", said, sure=True, key="again").status_code == 303
    assert desk.week(2).duel_at.isoformat() == "2040-03-16T19:00:00+00:00"
    with desk.club.scope():
        assert DeskAct.objects.filter(kind="weeks-rescheduled").count() == 1
        assert Notice.objects.filter(kind="weeks-rescheduled", user=desk.club.gm).count() == 1
        assert News.objects.filter(kind="weeks-rescheduled").count() == 1


@pytest.mark.parametrize(
    ("first", "sentence"),
    [("2030-01-01", "in the past"), ("soon", "Enter a valid date")],
)
def test_c106_weeks_do_not_move_to_impossible_dates(desk: Desk, first: str, sentence: str) -> None:
    play_on_fridays(desk)
    for sure in (False, True):
        answer = desk.send("desk-reschedule", {"first": first, "reason": "x"}, sure=sure)
        assert (answer.status_code, sentence in words(answer)) == (422, True)


def test_c106_weeks_on_schedule_are_not_rescheduled(desk: Desk) -> None:
    answer = desk.send("desk-reschedule", {"first": "", "reason": "x"})
    assert "already follow the club’s weekly schedule" in words(answer)


def play_on_fridays(desk: Desk) -> None:
    with desk.club.scope():
        founding.change_rules(
            campaign=desk.club.campaign,
            options={"duel_day": "friday"},
            actor=desk.club.gm,
            now=desk.club.at,
        )


@pytest.mark.parametrize("name", ["desk-postpone", "desk-cancel"])
def test_an_open_week_can_be_neither_postponed_nor_cancelled(desk: Desk, name: str) -> None:
    answer = desk.send(name, {"weeks": "1", "reason": "x"}, number=1, sure=True)
    assert answer.status_code == 422
    assert "has already opened" in words(answer)


def test_the_duel_gets_a_name_and_a_budget(desk: Desk) -> None:
    said = {"event_name": "Rust Cup", "arena": "Armadillo", "budget": "40000"}
    assert desk.send("desk-event", said, number=1).status_code == 303
    duel = duel_of(desk.week())
    assert (duel.name, duel.arena, duel.budget) == ("Rust Cup", "Armadillo", 40_000)
    assert desk.send("desk-event", {**said, "budget": "-1"}, number=1).status_code == 422


# --- stuck weeks ----------------------------------------------------------------------------------


def test_a_stuck_week_shows_its_error_and_is_retried_with_the_same_dice(desk: Desk) -> None:
    change(desk, parked_at=desk.club.at, attempts=3, fault="resolve: KeyError")
    assert "Week 1 is stuck" in words(desk.get("desk"))
    page = words(desk.get("desk-week", number=1))
    assert "resolve: KeyError" in page
    assert "same dice" in page
    for _ in range(2):
        assert desk.send("desk-retry", number=1, key="again").status_code == 303
    week = desk.week()
    assert (week.attempts, week.parked_at, week.status) == (0, None, "open")
    with desk.club.scope():
        assert DeskAct.objects.get(kind="week-retried").detail == {
            "week": 1,
            "fault": "resolve: KeyError",
            "attempts": 3,
        }
    assert "again after a fault" in words(desk.get("desk-log", "player"))


def test_a_week_that_took_too_long_is_tried_again_by_itself(desk: Desk) -> None:
    change(desk, parked_at=desk.club.at, attempts=3, fault="resolve: TookTooLong")
    page = words(desk.get("desk-week", number=1))
    assert "tries again every hour" in page and "software error" not in page


def test_a_week_that_is_not_stuck_cannot_be_retried(desk: Desk) -> None:
    answer = desk.send("desk-retry", number=1)
    assert "is not stuck" in words(desk.client("gm").get(answer["Location"]))
    with desk.club.scope():
        assert not DeskAct.objects.filter(kind="week-retried").exists()


def test_e40_voiding_a_stuck_week_is_confirmed_and_announced(desk: Desk) -> None:
    assert "Void week" not in words(desk.get("desk-week", number=1))
    change(desk, parked_at=desk.club.at, attempts=3, fault="resolve: KeyError")
    assert "Void week" in words(desk.get("desk-week", number=1))
    assert desk.send("desk-void", {"reason": ""}, number=1).status_code == 422
    asked = words(desk.send("desk-void", {"reason": "Saturday comes."}, number=1))
    assert "This cannot be undone" in asked
    assert all(
        lost in asked
        for lost in (
            "skill points or news",
            "Its duel is not recorded",
            "are released",
            "until the season ends",
        )
    )
    assert desk.week().status == "open"
    answers = [
        desk.send("desk-void", {"reason": "Saturday comes."}, number=1, sure=True, key="again")
        for _ in range(2)
    ]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert "Week 1 is void. The club has been notified." in words(
        desk.client("gm").get(answers[0]["Location"])
    )
    with desk.club.scope():
        assert DeskAct.objects.get(kind="week-voided").reason == "Saturday comes."
    assert "Declared week 1 void after a fault" in words(desk.get("desk-log", "spectator"))
    assert "Saturday comes." in words(desk.get("news", "player"))
    assert "This week is void." in words(desk.get("week", "spectator", number=1))
    assert "Void weeks do not count: week 1" in words(desk.get("standings", "spectator"))
    report = desk.get("espionage:report", "first", team=desk.club.teams[0].slug, number=1)
    assert "This week is void" in words(report)
    assert "Void" in words(desk.get("espionage:reports", "first", team=desk.club.teams[0].slug))
    again = desk.send("desk-void", {"reason": "Once more."}, number=1, sure=True)
    assert again.status_code == 422
    assert "is not stuck" in words(again)


def test_e40_the_announcement_of_a_void_week_hides_who_sent_orders(at_desk: Any) -> None:
    said = []
    for sends in (False, True):
        desk: Desk = at_desk()
        if sends:
            order = Order(
                spy=str(desk.club.who(0, "Vesper").pk),
                action="infiltrate",
                target_team=str(desk.club.teams[1].pk),
            )
            with desk.club.scope():
                save_sheet(
                    week_id=desk.club.open_week.pk,
                    team=desk.club.teams[0],
                    sheet=Sheet(orders=(order,)),
                    state=OrderSheet.State.FINAL,
                    seen_version=0,
                    saved_by=desk.club.players[0],
                )
        change(desk, parked_at=desk.club.at, attempts=3, fault="resolve: KeyError")
        desk.send("desk-void", {"reason": "Enough."}, number=1, sure=True)
        with desk.club.scope():
            act, news = (
                DeskAct.objects.get(kind="week-voided"),
                News.objects.get(kind="week-voided"),
            )
            told = Notice.objects.filter(kind="week-voided").values_list("text", flat=True)
            said.append(
                [
                    text.replace(str(desk.club.gm), "")
                    for text in (news.text, str(act.detail), act.reason, *told)
                ]
            )
    assert said[0] == said[1]


def test_an_overdue_week_is_called_late(desk: Desk) -> None:
    desk.go_to(desk.week().due_at + timedelta(minutes=9))
    assert "is late" not in words(desk.get("desk"))
    desk.go_to(desk.week().due_at + timedelta(minutes=11))
    assert "Week 1 is late" in words(desk.get("desk"))


# --- seasons --------------------------------------------------------------------------------------


def test_a_season_with_a_running_week_cannot_be_closed(desk: Desk) -> None:
    assert "You can close the season when the week is closed" in words(desk.get("desk-season"))
    answer = desk.send("desk-season-close", sure=True)
    assert "still in progress" in words(desk.client("gm").get(answer["Location"]))


def test_a_season_is_closed_for_good_and_the_next_one_opened(desk: Desk) -> None:
    change(desk, status="closed")
    assert "cannot be reopened" in words(desk.send("desk-season-close"))
    for _ in range(2):
        assert desk.send("desk-season-close", sure=True, key="again").status_code == 303
    page = words(desk.get("desk"))
    assert "Start a season" in page
    said = {"name": "Summer", "first": "2040-05-01", "weeks": "2"}
    assert desk.send("desk-season-open", {**said, "weeks": "-1"}).status_code == 422
    for _ in range(2):
        assert desk.send("desk-season-open", said, key="new").status_code == 303
    with desk.club.scope():
        summer = Season.objects.get(number=2)
        assert (summer.name, summer.weeks.count()) == ("Summer", 2)
    answer = desk.send("desk-season-open", said)
    assert "Close the current season first" in words(desk.client("gm").get(answer["Location"]))


def test_the_clubs_name_and_description_are_changed(desk: Desk) -> None:
    assert desk.send("desk-club", {"name": "Rust Belt", "blurb": "Cars."}).status_code == 303
    desk.club.campaign.refresh_from_db()
    assert desk.club.campaign.name == "Rust Belt"
    assert desk.send("desk-club", {"name": "x", "blurb": ""}).status_code == 422
