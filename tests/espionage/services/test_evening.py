"""Phases of an evening end when all teams are ready, or when a GM moves on. Weekly clubs have no
such phases.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock, patch
from uuid import uuid4

import pytest

from campaign.duels.models import DuelResult
from campaign.league.models import DeskAct, Week
from campaign.league.selectors.seasons import newest_week
from campaign.teams.rules.acts import BotSeat
from campaign.teams.services import bots
from campaign.voices.models import Thread
from core.web import clock
from core.web.refusals import ReasonNeeded, WrongTime
from espionage import tasks
from espionage.selectors.evening import Phase, next_evening, phase_of, readiness
from espionage.services.evening import MAX_ANSWERS, answer_next, move_on, say_ready
from espionage.services.starting import start_now
from espionage.services.tick import tick
from play.models import Table
from tests.factories import Club, found_club, signed_in

if TYPE_CHECKING:
    from datetime import datetime

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


@pytest.fixture
def evening(monkeypatch: pytest.MonkeyPatch) -> Club:
    """Return a club of two teams whose evening is open for orders."""
    return make_evening(monkeypatch)


def make_evening(monkeypatch: pytest.MonkeyPatch, **options: object) -> Club:
    club = found_club(teams=2, week=None, options=options)
    monkeypatch.setattr(clock, "now", lambda: club.at)
    club.week = start_now(campaign=club.campaign, actor=club.gm, evening=True, now=club.at)
    return club


def put(club: Club, moment: datetime) -> Week:
    """Set the clock, do everything that is due, and return the week."""
    club.at = moment
    with club.scope():
        tick(now=moment)
    return this_week(club)


def this_week(club: Club) -> Week:
    with club.scope():
        return Week.objects.select_related("season__campaign").get(pk=club.open_week.pk)


def press_ready(club: Club, team: int) -> None:
    with club.scope():
        say_ready(
            week=this_week(club), team=club.teams[team], actor=club.players[team], now=club.at
        )


def settled(club: Club) -> Week:
    """Return the evening after its reports have been published."""
    week = put(club, club.open_week.settle_at + SECOND)
    assert week.status == Week.Status.SETTLED
    return week


# --- ready ----------------------------------------------------------------------------------------


def test_duel_starts_when_all_teams_are_ready(evening: Club) -> None:
    before = settled(evening)
    press_ready(evening, 0)
    assert this_week(evening).duel_at == before.duel_at
    press_ready(evening, 0)
    assert this_week(evening).duel_at == before.duel_at, "one team cannot answer for the other"
    press_ready(evening, 1)
    after = this_week(evening)
    assert after.duel_at == evening.at
    assert after.closes_at - after.duel_at == before.closes_at - before.duel_at
    with evening.scope():
        assert DeskAct.objects.filter(kind="team-ready", public=True).count() == 2


def test_week_closes_when_all_teams_are_ready_after_the_duels_result(evening: Club) -> None:
    week = put(evening, settled(evening).duel_at + SECOND)
    with pytest.raises(WrongTime):
        press_ready(evening, 0)
    with evening.scope():
        payload = {"record": {"form": {"teams": [], "people": []}, "vehicles": []}, "drove": {}}
        DuelResult.objects.create(
            duel_id=week.pk, revision=1, payload=payload, recorded_at=evening.at
        )
    press_ready(evening, 0)
    assert this_week(evening).status == Week.Status.SETTLED
    press_ready(evening, 1)
    assert put(evening, evening.at + SECOND).status == Week.Status.CLOSED


def test_teams_run_by_bots_are_not_awaited(evening: Club) -> None:
    with evening.scope():
        seat = BotSeat(temper="careful", how_long="on")
        bots.seat(team=evening.teams[1], bot=seat, actor=evening.players[1], now=evening.at)
    settled(evening)
    press_ready(evening, 0)
    assert this_week(evening).duel_at == evening.at


@pytest.mark.parametrize("moment", ["opens_at", "duel_at"])
def test_teams_cannot_be_ready_during_orders_or_before_the_duels_result(
    evening: Club, moment: str
) -> None:
    put(evening, getattr(evening.open_week, moment) + SECOND)
    with pytest.raises(WrongTime):
        press_ready(evening, 0)


def test_weekly_club_has_no_phases_that_end_early(monkeypatch: pytest.MonkeyPatch) -> None:
    club = found_club(teams=2)
    monkeypatch.setattr(clock, "now", lambda: club.at)
    settled(club)
    assert phase_of(this_week(club), club.at) is None
    with pytest.raises(WrongTime):
        press_ready(club, 0)
    with club.scope(), pytest.raises(WrongTime):
        move_on(week=this_week(club), actor=club.gm, reason="Late.", now=club.at)
    assert "Ready?" not in page(club, 0)


def page(club: Club, team: int) -> str:
    return signed_in(club.players[team]).get(f"/c/{club.campaign.slug}/").content.decode()


def test_front_page_shows_who_is_ready_and_the_button_until_it_is_pressed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_evening(monkeypatch)
    club.enter(0)
    assert "Ready?" not in page(club, 0)
    settled(club)
    monkeypatch.setattr("django.utils.timezone.now", lambda: club.at)
    assert "We are ready" in (before := page(club, 0))
    assert "While you wait" not in before
    path = f"/c/{club.campaign.slug}/teams/{club.teams[0].slug}/evening/ready/"
    answer = signed_in(club.players[0]).post(path, {"idempotency": "once"}, follow=True)
    assert f"{club.teams[0].name} is ready." in answer.content.decode()
    assert "We are ready" not in page(club, 0)
    assert "While you wait" in page(club, 0)
    assert "We are ready" in page(club, 1)
    assert signed_in(club.players[1]).post(path, {"idempotency": "two"}).status_code == 404


def test_evening_continues_at_once_when_the_last_team_is_ready(
    evening: Club, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    settled(evening)
    monkeypatch.setattr("django.utils.timezone.now", lambda: evening.at)
    rung = []
    monkeypatch.setattr(tasks.tick, "apply_async", lambda **_: rung.append(evening.at))
    for team, player in zip(evening.teams, evening.players, strict=True):
        assert evening.at < this_week(evening).duel_at
        tasks.cache.delete(tasks.RUNG)
        path = f"/c/{evening.campaign.slug}/teams/{team.slug}/evening/ready/"
        with django_capture_on_commit_callbacks(execute=True):
            signed_in(player).post(path, {"idempotency": team.slug})
    assert rung[-1] == this_week(evening).duel_at


def test_the_end_of_a_table_continues_a_week_but_not_for_a_table_of_the_lobby(
    evening: Club, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    rung = []
    monkeypatch.setattr(tasks.tick, "apply_async", lambda **options: rung.append(options))
    note_end = tasks.ringing(Mock())
    tasks.cache.delete(tasks.RUNG)
    for opened_by in (evening.gm, None, None):
        with django_capture_on_commit_callbacks(execute=True):
            note_end(Table(opened_by=opened_by), None)
    assert rung == [{"expires": 30}], "at most one tick in two seconds, and none for the lobby"


def test_evening_continues_without_a_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    tasks.cache.delete(tasks.RUNG)
    monkeypatch.setattr(tasks.tick, "apply_async", Mock(side_effect=ConnectionError))
    tasks.ring()


# --- moving on ------------------------------------------------------------------------------------


@pytest.mark.everyday
def test_gm_ends_each_phase_with_a_reason_that_the_club_sees(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_evening(monkeypatch, ambush_by_doctrine=False, settle_hours=20)
    club.at += timedelta(minutes=1)
    with club.scope():
        with pytest.raises(ReasonNeeded):
            move_on(week=this_week(club), actor=club.gm, reason=" ", now=club.at)
        assert move_on(week=this_week(club), actor=club.gm, reason="Pizza.", now=club.at) == (
            Phase.ORDERS
        )
    assert put(club, club.at + SECOND).status != Week.Status.OPEN
    week = put(club, club.at + SECOND)
    assert week.status == Week.Status.SETTLED, "there is no fight to wait for"
    with club.scope():
        move_on(week=week, actor=club.gm, reason="Pizza is here.", now=club.at)
        assert this_week(club).duel_at == club.at
        reasons = DeskAct.objects.filter(kind="phase-ended", public=True).order_by("at")
        assert [act.reason for act in reasons] == ["Pizza.", "Pizza is here."]
        with pytest.raises(WrongTime):
            move_on(week=this_week(club), actor=club.gm, reason="Again.", now=club.at)


def test_readiness_is_hidden_before_reports_and_lists_all_teams_after(evening: Club) -> None:
    with evening.scope():
        assert readiness(this_week(evening), evening.at) is None
        settled(evening)
        found = readiness(this_week(evening), evening.at, [evening.teams[1].pk])
    assert found is not None
    assert [row.ready for row in found.teams] == [False, False]
    assert found.waits_for_viewer == evening.teams[1]


# --- the next evening -----------------------------------------------------------------------------


def home_of(club: Club, who: int | None) -> str:
    user = club.gm if who is None else club.players[who]
    with patch("django.utils.timezone.now", return_value=club.at):
        return signed_in(user).get(f"/c/{club.campaign.slug}/").content.decode()


def answer(club: Club, who: int | None, act: str) -> int:
    user = club.gm if who is None else club.players[who]
    path = f"/c/{club.campaign.slug}/evening/next/"
    with patch("django.utils.timezone.now", return_value=club.at):
        return signed_in(user).post(path, {"act": act, "idempotency": uuid4().hex}).status_code


def test_next_evening_is_proposed_a_week_later_once_the_duel_has_begun(evening: Club) -> None:
    settled(evening)
    assert "next-evening" not in home_of(evening, 0)
    week = put(evening, this_week(evening).duel_at + SECOND)
    with evening.scope():
        proposal = next_evening(evening.campaign, newest_week(evening.campaign), evening.at)
    assert proposal and not proposal.is_set and proposal.answers == {}
    assert abs(proposal.starts_at - week.opens_at - timedelta(days=7)) <= timedelta(minutes=15)
    assert proposal.starts_at.minute in {0, 30}
    assert "Suggest another date" in home_of(evening, 0)


@pytest.mark.everyday
def test_answers_are_shown_to_gms_and_a_confirmed_date_is_announced(evening: Club) -> None:
    settled(evening)
    put(evening, this_week(evening).duel_at + SECOND)
    first, second = (user.get_username() for user in evening.players[:2])
    assert {answer(evening, 0, "yes"), answer(evening, 1, "yes"), answer(evening, 1, "no")} == {303}
    with evening.scope():
        proposal = next_evening(evening.campaign, newest_week(evening.campaign), evening.at)
    assert proposal and (proposal.available, proposal.unavailable) == ([first], [second])
    assert "Confirm date" in home_of(evening, None) and "Confirm date" not in home_of(evening, 0)
    assert "You answered no" in home_of(evening, 1)
    with evening.scope():
        assert not DeskAct.objects.filter(kind="next-evening-answer", public=True).exists()
    assert answer(evening, 0, "set") == 404
    assert {answer(evening, None, "set"), answer(evening, None, "set")} == {303}
    assert "A GM has confirmed this date." in home_of(evening, 0)
    with evening.scope():
        assert DeskAct.objects.filter(kind="next-evening", public=True).count() == 1
        assert Thread.objects.filter(kind=Thread.Kind.ANNOUNCEMENT).count() == 1


def test_a_member_can_change_an_answer_only_a_few_times(evening: Club) -> None:
    settled(evening)
    put(evening, this_week(evening).duel_at + SECOND)
    for number in range(MAX_ANSWERS + 3):
        evening.at += SECOND
        answer(evening, 0, ("yes", "no")[number % 2])
    with evening.scope():
        assert DeskAct.objects.filter(kind="next-evening-answer").count() == MAX_ANSWERS
    assert "You answered no" in home_of(evening, 0)


def test_next_evening_is_not_asked_about_in_other_clubs_or_during_the_evening(
    evening: Club,
) -> None:
    with evening.scope(), pytest.raises(WrongTime):
        answer_next(campaign=evening.campaign, actor=evening.players[0], yes=True, now=evening.at)
    settled(evening)
    week = put(evening, this_week(evening).duel_at + SECOND)
    week.evening = False
    with evening.scope():
        assert next_evening(evening.campaign, week, evening.at) is None
