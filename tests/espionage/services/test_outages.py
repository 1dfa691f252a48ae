"""Deadlines in an outage wait until the site has been up for an hour (C21)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django_scopes import scopes_disabled

from campaign.calendar.models import OutageHold
from campaign.calendar.rules.acts import Extending
from campaign.calendar.selectors import holds
from campaign.calendar.services import calendar
from campaign.desk.views.log_sentences import sentence
from campaign.league.models import DeskAct, Membership, Week
from campaign.members.services import members
from campaign.news.models import News
from core.notifications.models import Notice
from core.uptime.models import Heartbeat, Outage
from core.web import clock, moments
from engine.values import Seat
from espionage.models import AmbushFight, OrderSheet, Seal
from espionage.rules.orders import Sheet
from espionage.rules.values import AskGuard
from espionage.selectors.sheets import newest_sheet
from espionage.services import sheets
from espionage.services.due import MAX_ATTEMPTS
from espionage.services.starting import start_now
from espionage.services.tick import tick
from play.selectors.matches import current_match
from tests.espionage.ambushes import LIVE, PLAYED, save_sheets_with_ambush
from tests.factories import Club, found_club, person

from .test_life_of_a_week import counterspy_order, give, mission_order

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.accounts.models import User

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)


def tick_at(moment: datetime) -> Mapping[str, int]:
    """Run the scheduled job at this time without an outage."""
    Heartbeat.objects.update(at=moment - timedelta(seconds=30))
    return resume_site(moment)


def resume_site(moment: datetime) -> Mapping[str, int]:
    """Run the job for the first time since its last run."""
    with clock.set_to(moment):
        return tick(regular=True)


def simulate_outage(began: datetime, ended: datetime) -> Mapping[str, int]:
    """Keep the site up until one time and down until another. Return what the first tick did."""
    tick_at(began)
    return resume_site(ended)


def reload_week(week: Week) -> Week:
    with scopes_disabled():
        return Week.objects.select_related("season__campaign").get(pk=week.pk)


def planned_deadline(club: Club) -> datetime:
    """Return the deadline as first planned."""
    return club.open_week.due_at


def held_notices(user: User) -> list[str]:
    with scopes_disabled():
        found = Notice.objects.filter(user=user, kind="deadline-held")
        return [localize_in_utc(text) for text in found.values_list("text", flat=True)]


def localize_in_utc(text: str) -> str:
    """Return a line as a person in UTC sees it."""
    return moments.localize(text, UTC)


@pytest.fixture
def club() -> Club:
    return found_club(teams=2, spectator=True)


# --- the deadline ---------------------------------------------------------------------------------


def test_c21_deadline_in_an_outage_is_held_for_an_hour_of_uptime(
    club: Club,
) -> None:
    done = simulate_outage(
        planned_deadline(club) - minutes(20), planned_deadline(club) + minutes(25)
    )
    assert (done["hold"], done["resolve"]) == (1, 0)
    week = reload_week(club.open_week)
    until = planned_deadline(club) + minutes(85)
    assert (week.status, week.due_at, week.settle_at) == (Week.Status.OPEN, until, until)
    assert week.duel_at == club.open_week.duel_at, "other times stay"
    assert tick_at(until - minutes(1))["resolve"] == 0
    assert tick_at(until)["resolve"] == 1


@pytest.mark.parametrize(
    ("began", "ended", "later"),
    [
        (-5, 4, 0),
        (-5, 6, 66),
        (-130, -119, 0),
        (-90, -70, 0),
        (-70, -59, 1),
        (-12, -1, 59),
        (1, 20, 0),
    ],
)
def test_c21_only_an_outage_over_ten_minutes_around_the_deadline_holds_it(
    club: Club, began: float, ended: float, later: float
) -> None:
    simulate_outage(
        planned_deadline(club) + minutes(began), planned_deadline(club) + minutes(ended)
    )
    assert reload_week(club.open_week).due_at == planned_deadline(club) + minutes(later)


@pytest.mark.parametrize(
    ("began", "ended", "later"),
    [
        (-80, -1, 23),
        (-80, 20, 44),
        (-5, 3, 11),
        (-5, -1, 3),
        (-13, -7, 0),
        (-14, -6, 2),
        (-40, -24, 0),
        (-80, -23, 1),
    ],
)
def test_c21_long_outage_gives_back_the_time_it_took_up_to_a_day(
    club: Club, began: int, ended: int, later: int
) -> None:
    due = planned_deadline(club)
    done = simulate_outage(due + began * HOUR, due + ended * HOUR)
    assert reload_week(club.open_week).due_at == due + later * HOUR
    assert done["hold"] == (later > 0)
    assert tick_at(due + (ended + 0.1) * HOUR)["hold"] == 0, "only once"


def test_c21_duel_of_a_held_week_moves_to_another_day_at_the_same_hour(club: Club) -> None:
    """The site was down from the first hour of the week until an hour before it closes."""
    planned = reload_week(club.open_week)
    back = planned.closes_at - HOUR
    simulate_outage(planned.opens_at + HOUR, back)
    week = reload_week(club.open_week)
    assert week.due_at == week.settle_at == back + 24 * HOUR
    assert week.duel_at == planned.duel_at + timedelta(days=3)
    assert week.closes_at - week.duel_at == planned.closes_at - planned.duel_at
    duel = localize_in_utc(moments.in_text(week.duel_at))
    assert held_notices(club.gm)[0].endswith(f"The duel starts {duel}.")
    tick_at(week.due_at)
    tick_at(week.duel_at - HOUR)
    assert reload_week(week).status == Week.Status.SETTLED, "the duel is still to come"


def test_c21_duel_on_the_evening_of_the_deadline_starts_later_on_that_evening() -> None:
    club = found_club(teams=2, options={"duel_day": "thursday", "duel_time": "22:00"})
    planned = reload_week(club.open_week)
    simulate_outage(planned.due_at - minutes(20), planned.due_at + minutes(25))
    week = reload_week(club.open_week)
    assert week.duel_at == week.settle_at + 2 * HOUR == planned.duel_at + minutes(85)


def test_c21_orders_written_until_the_new_deadline_count(club: Club) -> None:
    simulate_outage(planned_deadline(club) - minutes(20), planned_deadline(club) + minutes(25))
    club.at = planned_deadline(club) + minutes(80)
    with clock.set_to(club.at):
        give(club, 0, mission_order(club, 0, "Vesper", "infiltrate", 1))
    tick_at(planned_deadline(club) + minutes(85))
    with club.scope():
        seal = Seal.objects.get(week=club.open_week)
        assert (
            newest_sheet(reload_week(club.open_week), club.teams[0]).state == OrderSheet.State.FINAL
        )
        assert seal.frozen_at == planned_deadline(club) + minutes(85)
    late = clock.set_to(planned_deadline(club) + minutes(86))
    with club.scope(), late, pytest.raises(sheets.TooLate):
        sheets.save_sheet(
            week_id=club.open_week.pk,
            team=club.teams[0],
            sheet=Sheet(),
            state=OrderSheet.State.FINAL,
            seen_version=1,
            saved_by=club.players[0],
        )


def test_c21_everyone_is_told_once(club: Club) -> None:
    simulate_outage(planned_deadline(club) - minutes(20), planned_deadline(club) + minutes(25))
    tick_at(planned_deadline(club) + minutes(26))
    text = (
        "The site was down Thu 8 Mar, 19:40 to Thu 8 Mar, 20:25. The deadline of week 1 was "
        "extended. Orders are due Thu 8 Mar, 21:25 (UTC)."
    )
    assert club.spectator is not None
    assert [held_notices(user) for user in (club.gm, *club.players, club.spectator)] == [[text]] * 4
    assert held_notices(person("stranger")) == []
    with club.scope():
        assert [localize_in_utc(row.text) for row in News.objects.filter(kind="deadline-held")] == [
            text
        ]
        act = DeskAct.objects.get(kind="deadline-held")
        assert (act.actor, act.public, act.week) == (None, True, club.open_week)
        assert (
            localize_in_utc(act.reason)
            == "The site was down Thu 8 Mar, 19:40 to Thu 8 Mar, 20:25 (UTC)."
        )
        assert sentence(act) == "Postponed the deadline of week 1 after an outage"
        assert (act.detail["before"]["due_at"], act.detail["after"]["due_at"]) == (
            planned_deadline(club).isoformat(),
            (planned_deadline(club) + minutes(85)).isoformat(),
        )


def test_c21_evening_is_not_held_for_the_length_of_the_outage() -> None:
    club = found_club(teams=2, week=None)
    week = start_evening(club)
    simulate_outage(club.at + minutes(5), club.at + minutes(605))
    assert reload_week(week).due_at == club.at + minutes(665)


def test_c21_notice_of_an_outage_overnight_names_both_days(club: Club) -> None:
    simulate_outage(planned_deadline(club) - minutes(20), planned_deadline(club) + minutes(300))
    assert "down Thu 8 Mar, 19:40 to Fri 9 Mar, 01:00." in held_notices(club.gm)[0]


def test_c21_teams_without_orders_are_reminded_of_the_new_deadline(club: Club) -> None:
    give(club, 0, counterspy_order(club, 0, "Rook"))
    assert tick_at(planned_deadline(club) - 24 * HOUR)["warn"] == 1
    assert (
        simulate_outage(planned_deadline(club) - minutes(20), planned_deadline(club) + minutes(25))[
            "warn"
        ]
        == 1
    )
    with club.scope():
        rows = Notice.objects.filter(kind="orders-due").order_by("at")
        assert [(row.user, "20:00" in row.text, "21:25" in row.text) for row in rows] == [
            (club.players[1], True, False),
            (club.players[1], False, True),
        ]


def test_c21_two_outages_hold_a_deadline_twice_and_announce_both(club: Club) -> None:
    simulate_outage(planned_deadline(club) - minutes(20), planned_deadline(club) + minutes(25))
    simulate_outage(planned_deadline(club) + minutes(70), planned_deadline(club) + minutes(90))
    assert reload_week(club.open_week).due_at == planned_deadline(club) + minutes(150)
    assert len(held_notices(club.gm)) == 2
    with club.scope():
        rows = OutageHold.objects.filter(week=club.open_week).order_by("nth")
        assert [(row.nth, row.before_at, row.until_at) for row in rows] == [
            (1, planned_deadline(club), planned_deadline(club) + minutes(85)),
            (2, planned_deadline(club) + minutes(85), planned_deadline(club) + minutes(150)),
        ]


def test_c21_deadline_is_held_at_most_three_times(
    club: Club,
) -> None:
    moment = planned_deadline(club) - minutes(20)
    for _ in range(3):
        assert simulate_outage(moment, moment + minutes(30))["hold"] == 1
        moment += minutes(60)
    until = reload_week(club.open_week).due_at
    assert until == moment + minutes(30)
    done = simulate_outage(moment, moment + minutes(45))
    assert (done["hold"], done["resolve"]) == (0, 1)
    assert len(held_notices(club.gm)) == 3


def test_c21_every_club_with_that_deadline_is_held(club: Club) -> None:
    other = found_club(teams=2, name="Elsewhere")
    assert (
        simulate_outage(planned_deadline(club) - minutes(20), planned_deadline(club) + minutes(25))[
            "hold"
        ]
        == 2
    )
    assert reload_week(other.open_week).due_at == planned_deadline(club) + minutes(85)
    assert len(held_notices(other.gm)) == 1


def test_c21_deadline_is_not_held_without_the_house_rule() -> None:
    club = found_club(teams=2, options={"hold_after_outage": False})
    done = simulate_outage(
        planned_deadline(club) - minutes(20), planned_deadline(club) + minutes(25)
    )
    assert (done["hold"], done["resolve"]) == (0, 1)
    assert held_notices(club.gm) == []


def test_e26_week_follows_the_house_rule_of_its_opening(club: Club) -> None:
    with club.scope():
        club.campaign.house_rules = {**club.campaign.house_rules, "hold_after_outage": False}
        club.campaign.save()
    assert (
        simulate_outage(planned_deadline(club) - minutes(20), planned_deadline(club) + minutes(25))[
            "hold"
        ]
        == 1
    )


def test_week_opened_before_the_rule_existed_is_held(club: Club) -> None:
    week = reload_week(club.open_week)
    week.rules = {name: it for name, it in week.rules.items() if name != "hold_after_outage"}
    week.save()
    assert (
        simulate_outage(planned_deadline(club) - minutes(20), planned_deadline(club) + minutes(25))[
            "hold"
        ]
        == 1
    )


def test_tick_for_another_time_is_not_a_heartbeat(club: Club) -> None:
    """The demo and the tests use times in the past and in the future."""
    tick(now=planned_deadline(club) - minutes(20))
    assert tick(now=planned_deadline(club) + minutes(25))["resolve"] == 1
    assert not Heartbeat.objects.exists()


def test_gm_can_extend_a_held_deadline_and_the_hold_notice_disappears(
    club: Club,
) -> None:
    simulate_outage(planned_deadline(club) - minutes(20), planned_deadline(club) + minutes(25))
    with club.scope():
        held = holds.current_hold(reload_week(club.open_week))
        assert held.outage == Outage.objects.get() and held.until_at == planned_deadline(
            club
        ) + minutes(85)
        calendar.extend(
            week=reload_week(club.open_week),
            change=Extending(due_at=planned_deadline(club) + 5 * HOUR, reason="A storm"),
            actor=club.gm,
            now=planned_deadline(club) + minutes(30),
        )
        assert holds.current_hold(reload_week(club.open_week)) is None
    assert tick_at(planned_deadline(club) + minutes(31))["hold"] == 0


def test_week_that_cannot_be_held_is_not_resolved_and_stops_no_other(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    from campaign.calendar.services import holding

    other = found_club(teams=2, name="Elsewhere")
    times = holding.week_times

    def broken(week: Week) -> Any:
        if week.pk == other.open_week.pk:
            raise ZeroDivisionError
        return times(week)

    monkeypatch.setattr(holding, "week_times", broken)
    tick_at(planned_deadline(club) - minutes(20))
    for attempt in range(MAX_ATTEMPTS):
        done = resume_site(planned_deadline(club) + minutes(25 + attempt))
        assert (done["hold"], done["resolve"]) == (attempt == 0, 0)
    assert reload_week(club.open_week).due_at == planned_deadline(club) + minutes(85)
    assert reload_week(other.open_week).parked_at is not None


# --- running weeks --------------------------------------------------------------------------------


@pytest.fixture
def club_with_question() -> Club:
    """Return a club whose second team is asked for 12 hours whether to counterspy.

    The week is published after 36 hours.
    """
    club = found_club(
        teams=3, options={"live_decisions": True, "settle_hours": 36, "decision_hours": 12}
    )
    with clock.set_to(club.at):
        give(club, 0, mission_order(club, 0, "Vesper", "infiltrate", 1))
        give(club, 1, counterspy_order(club, 1, "Rook"), counterspy_order(club, 1, "Sable"))
    tick_at(planned_deadline(club))
    return club


def open_question(club: Club) -> Any:
    with scopes_disabled():
        seal = Seal.objects.select_related("match").get(week=club.open_week)
        seats = range(len(club.teams))
        assert seal.match is not None
        found = [current_match(seal.match).view(Seat(seat)).own.question for seat in seats]
    return next((each for each in found if each is not None), None)


def decide_by(club: Club) -> datetime | None:
    with scopes_disabled():
        return Seal.objects.get(week=club.open_week).decide_by


def test_e39_question_that_expired_in_an_outage_stays_open_for_an_hour_after_it(
    club_with_question: Club,
) -> None:
    assert isinstance(open_question(club_with_question), AskGuard)
    until = planned_deadline(club_with_question) + 2 * HOUR + minutes(7)
    assert decide_by(club_with_question) == until
    simulate_outage(until - minutes(20), until + minutes(25))
    assert decide_by(club_with_question) == until + minutes(85)
    assert isinstance(open_question(club_with_question), AskGuard), "no default has answered"
    assert (
        reload_week(club_with_question.open_week).settle_at
        == planned_deadline(club_with_question) + 36 * HOUR
    )
    with club_with_question.scope():
        rows = Notice.objects.filter(kind="decision").order_by("at")
        assert [(row.user, row.read_at is None) for row in rows] == [
            (club_with_question.players[1], False),
            (club_with_question.players[1], True),
        ], "only the asked team is told of the new time"
        assert localize_in_utc(rows[1].text).endswith("by Thu 8 Mar, 23:32 (UTC).")
        assert not Notice.objects.filter(kind="deadline-held").exists()
    tick_at(until + minutes(84))
    assert isinstance(open_question(club_with_question), AskGuard)
    tick_at(until + minutes(85))
    assert decide_by(club_with_question) != until + minutes(85)


def test_e39_publication_waits_for_pending_questions_without_revealing_them(
    club_with_question: Club,
) -> None:
    with scopes_disabled():
        Seal.objects.filter(week=club_with_question.open_week).update(
            decide_by=planned_deadline(club_with_question) + 36 * HOUR
        )
    settle_at = planned_deadline(club_with_question) + 36 * HOUR
    assert simulate_outage(settle_at - minutes(20), settle_at + minutes(25))["hold"] == 1
    week = reload_week(club_with_question.open_week)
    assert (week.status, week.settle_at) == (Week.Status.PLAYING, settle_at + minutes(85))
    planned = club_with_question.open_week
    assert (week.duel_at, week.closes_at) == (planned.duel_at, planned.closes_at)
    assert decide_by(club_with_question) == week.settle_at
    assert held_notices(club_with_question.gm) == [
        (
            "The site was down Sat 10 Mar, 07:40 to Sat 10 Mar, 08:25. Week 1 will be published "
            "later, Sat 10 Mar, 09:25 (UTC). No one loses time for decisions or fights."
        )
    ]
    with club_with_question.scope():
        assert holds.current_hold(week).kind == OutageHold.Kind.PUBLICATION
    tick_at(week.settle_at)
    assert reload_week(week).status == Week.Status.SETTLED


def test_e25_week_without_questions_waits_like_one_with_questions() -> None:
    club = found_club(teams=2, options={"live_decisions": True, "settle_hours": 36})
    tick_at(planned_deadline(club))
    assert open_question(club) is None
    settle_at = planned_deadline(club) + 36 * HOUR
    simulate_outage(settle_at - minutes(20), settle_at + minutes(25))
    assert reload_week(club.open_week).settle_at == settle_at + minutes(85)


def test_week_without_live_questions_is_published_when_the_site_is_back() -> None:
    club = found_club(teams=2, options={"settle_hours": 36})
    tick_at(planned_deadline(club))
    settle_at = planned_deadline(club) + 36 * HOUR
    simulate_outage(settle_at - minutes(20), settle_at + minutes(25))
    week = reload_week(club.open_week)
    assert (week.status, week.settle_at) == (Week.Status.SETTLED, settle_at)


def test_p19_fight_continues_for_an_hour_after_the_outage() -> None:
    club = found_club(teams=3, options=PLAYED)
    with clock.set_to(club.at):
        save_sheets_with_ambush(club, LIVE, LIVE)
    tick_at(planned_deadline(club))
    settle_at = reload_week(club.open_week).settle_at
    simulate_outage(settle_at - minutes(20), settle_at + minutes(25))
    with club.scope():
        going_on = AmbushFight.objects.filter(week=club.open_week, over_at=None)
        assert going_on.count() == 1
    tick_at(settle_at + minutes(85))
    assert not going_on.exists()
    assert reload_week(club.open_week).status == Week.Status.SETTLED


# --- planned weeks --------------------------------------------------------------------------------


def planned_weeks(club: Club) -> list[Week]:
    with scopes_disabled():
        return list(
            Week.objects.filter(season=club.season, status=Week.Status.PLANNED).order_by("number")
        )


@pytest.mark.everyday
def test_c21_planned_week_lost_to_an_outage_is_postponed_by_whole_weeks(club: Club) -> None:
    """After sixteen days down, the open week waits a day. Other weeks do not open late."""
    before = planned_weeks(club)
    back = planned_deadline(club) + timedelta(days=16)
    simulate_outage(planned_deadline(club) - minutes(20), back)
    assert reload_week(club.open_week).due_at == back + 24 * HOUR
    after = planned_weeks(club)
    assert [week.number for week in after] == [2, 3, 4]
    assert after[0].opens_at >= reload_week(club.open_week).closes_at
    later = {new.due_at - old.due_at for old, new in zip(before, after, strict=True)}
    assert later == {timedelta(weeks=3)}, "by the smallest sufficient number of weeks"
    with club.scope():
        assert DeskAct.objects.filter(kind="week-postponed", actor=None).count() == 1
        assert Notice.objects.filter(user=club.gm, kind="week-postponed").count() == 1
    tick_at(reload_week(club.open_week).due_at)
    tick_at(after[0].opens_at)
    assert reload_week(after[0]).status == Week.Status.OPEN


def test_c21_planned_week_with_enough_time_left_opens_late(club: Club) -> None:
    before = planned_weeks(club)
    monday = before[0].opens_at
    tick_at(planned_deadline(club))
    done = simulate_outage(monday - HOUR, monday + 5 * HOUR)
    assert done["postpone"] == 0 and done["open"] == 1
    assert reload_week(before[0]).due_at == before[0].due_at


def test_planned_weeks_do_not_move_without_the_house_rule() -> None:
    club = found_club(teams=2, options={"hold_after_outage": False})
    before = planned_weeks(club)
    simulate_outage(
        planned_deadline(club) - minutes(20), planned_deadline(club) + timedelta(days=16)
    )
    with scopes_disabled():
        rows = Week.objects.filter(pk__in=[week.pk for week in before]).order_by("number")
        assert [row.due_at for row in rows] == [week.due_at for week in before]


# --- pages not served ----------------------------------------------------------------------------


def test_no_week_is_processed_while_pages_are_not_served(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    from core.uptime.services import heartbeat

    tick_at(planned_deadline(club) - minutes(20))
    monkeypatch.setattr(heartbeat, "is_serving", lambda: False)
    assert not any(resume_site(planned_deadline(club) + minutes(1)).values())
    monkeypatch.setattr(heartbeat, "is_serving", lambda: True)
    assert resume_site(planned_deadline(club) + minutes(25))["hold"] == 1
    assert reload_week(club.open_week).due_at == planned_deadline(club) + minutes(85)


def test_people_who_join_after_the_outage_are_not_told(club: Club) -> None:
    simulate_outage(planned_deadline(club) - minutes(20), planned_deadline(club) + minutes(25))
    late = person("late")
    members.admit(
        campaign=club.campaign,
        user=late,
        role=Membership.Role.SPECTATOR,
        now=planned_deadline(club) + minutes(30),
    )
    tick_at(planned_deadline(club) + minutes(31))
    assert held_notices(late) == []


# --- an evening -----------------------------------------------------------------------------------


def start_evening(club: Club) -> Week:
    """Start a week now that ends within the evening."""
    with clock.set_to(club.at):
        return start_now(campaign=club.campaign, actor=club.gm, evening=True, now=club.at)


def test_c21_outage_that_ended_before_the_week_opened_is_ignored() -> None:
    club = found_club(teams=2, week=None)
    simulate_outage(club.at - minutes(40), club.at - minutes(1))
    week = start_evening(club)
    assert tick_at(club.at + minutes(1))["hold"] == 0
    assert reload_week(week).due_at == club.at + minutes(20)


def test_c21_duel_of_an_evening_moves_with_its_held_deadline() -> None:
    club = found_club(teams=2, week=None)
    week = start_evening(club)
    assert simulate_outage(club.at + minutes(5), club.at + minutes(18))["hold"] == 1
    held, later = reload_week(week), minutes(78) - minutes(20)
    assert held.due_at == week.due_at + later
    assert (held.duel_at, held.closes_at) == (week.duel_at + later, week.closes_at + later)
