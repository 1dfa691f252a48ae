"""Live decisions: the asked team answers, and nobody else learns anything (E25)."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from msgspec import UNSET

from campaign.house_rules.rules.presets import PRESETS
from campaign.league.models import Week
from core.notifications.models import Notice
from engine.dice import seed_from
from engine.game import Stale
from engine.sealing import seed_hash, week_seed
from engine.values import Seat
from espionage.models import OrderSheet, Seal
from espionage.rules.values import AskCancel, AskGuard, AskSpyTwelve, SendGuard, Setup
from espionage.rules.week import WEEK
from espionage.selectors.sheets import read_sheet
from espionage.services import decision_moves, resolving
from espionage.services.resolving import rehearse
from espionage.services.tick import tick
from play.running import begin
from play.selectors import match_view

from .conftest import text

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Stage

pytestmark = pytest.mark.django_db

FEW = 16


@pytest.fixture
def asked_stage(make_stage: Callable[..., Stage]) -> Stage:
    """Return a week in which the second team is asked whether to counterspy the first one's
    mission.
    """
    stage = make_stage(options={"live_decisions": True, "settle_hours": 36, "decision_hours": 12})
    stage.post(stage.form(stage.infiltrate("Vesper", 1), do="final"))
    guard = {"spy": stage.id("Rook", 1), "action": "counterspy"}
    stage.post(
        stage.form(guard, {"spy": stage.id("Sable", 1), "action": "counterspy"}, do="final"),
        who=1,
        team=1,
    )
    stage.play()
    return stage


def answer(stage: Stage, choice: str, *, who: int = 1, mark: str = "") -> Any:
    form = stage.get("decision/", who=who, team=who).context
    key = form["form"]["idempotency"].value() if "form" in form else "k"
    return stage.post(
        {"choice": choice, "asked": mark or form["form"].initial["asked"], "idempotency": key},
        "decision/",
        who,
        who,
    )


def test_the_page_shows_question_deadline_and_default(
    asked_stage: Stage, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    browser = asked_stage.browser(1)
    with django_assert_max_num_queries(FEW):
        page = text(browser.get(asked_stage.url("decision/", 1)))
    assert f"{asked_stage.club.teams[0].name} declares Infiltrate" in page
    assert "A delay can give you away." in page
    assert (
        "your standing orders decide: Rook goes" in page
        or "your standing orders decide: Sable goes" in page
    )


def test_e25_only_the_owners_of_the_asked_team_get_one_notice(asked_stage: Stage) -> None:
    asked_stage.at(asked_stage.club.open_week.due_at + timedelta(hours=1))
    tick(now=asked_stage.club.open_week.due_at + timedelta(hours=1))
    with asked_stage.club.scope():
        told = list(Notice.objects.filter(kind="decision").values_list("user", "text", "path"))
    team = asked_stage.club.teams[1]
    words = "Week 1 needs a decision from you by {2040-03-08T22:07Z}."
    assert told == [(asked_stage.club.players[1].pk, words, f"teams/{team.slug}/decision/")]


def test_e25_nobody_else_can_tell_that_a_team_is_asked(asked_stage: Stage) -> None:
    before = [asked_stage.get("decision/", who=team, team=team) for team in (0, 2)]
    assert all("No pending decisions" in text(page) for page in before)
    asked_stage.post(
        {
            "choice": "nobody",
            "asked": asked_stage.get("decision/", who=1, team=1).context["form"].initial["asked"],
            "idempotency": "a" * 32,
        },
        "decision/",
        1,
        1,
    )
    after = [asked_stage.get("decision/", who=team, team=team) for team in (0, 2)]
    assert [page.content for page in before] == [page.content for page in after]


def test_an_answer_continues_the_week(asked_stage: Stage) -> None:
    assert answer(asked_stage, "nobody").status_code == 303
    with asked_stage.club.scope():
        assert Seal.objects.get(week=asked_stage.club.open_week).match.ended_at is not None
        asked_stage.club.open_week.refresh_from_db()
        assert asked_stage.club.open_week.status == Week.Status.PLAYING, (
            "published at its hour, not when it is over"
        )
    assert "No pending decisions" in text(asked_stage.get("decision/", who=1, team=1))


def test_e25_e39_a_follow_up_question_has_its_own_deadline(
    make_stage: Callable[..., Stage],
) -> None:
    stage = make_stage(options={"live_decisions": True, "settle_hours": 36, "decision_hours": 12})
    stage.post(stage.form(stage.infiltrate("Vesper", 1), stage.infiltrate("Sable", 1), do="final"))
    stage.post(
        stage.form({"spy": stage.id("Rook", 1), "action": "counterspy"}, do="final"), who=1, team=1
    )
    stage.play()
    due = stage.club.open_week.due_at
    stage.at(due + timedelta(hours=2))
    answer(stage, "nobody")
    stage.at(due + timedelta(hours=4))
    assert answer(stage, "nobody").status_code == 303, (
        "two hours later, the second question has a time limit of its own"
    )
    with stage.club.scope():
        seal = Seal.objects.get(week=stage.club.open_week)
        assert (seal.match.ended_at, seal.decide_by) == (
            stage.club.open_week.due_at + timedelta(hours=4),
            None,
        )


def test_e51_weeks_from_before_keep_their_hours_for_each_question(
    make_stage: Callable[..., Stage], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        resolving, "Setup", lambda **facts: Setup(**facts | {"asks_by_round": UNSET})
    )
    stage = make_stage(options={"live_decisions": True, "settle_hours": 36, "decision_hours": 12})
    stage.post(stage.form(stage.infiltrate("Vesper", 1), stage.infiltrate("Sable", 1), do="final"))
    stage.post(
        stage.form({"spy": stage.id("Rook", 1), "action": "counterspy"}, do="final"), who=1, team=1
    )
    stage.play()
    due = stage.club.open_week.due_at
    for hours in (11, 22):
        stage.at(due + timedelta(hours=hours))
        assert answer(stage, "nobody").status_code == 303
    with stage.club.scope():
        seal = Seal.objects.select_related("match").get(week=stage.club.open_week)
        assert seal.match is not None
        assert (seal.match.ended_at, seal.decide_by) == (due + timedelta(hours=22), None)


def test_e51_several_questions_of_a_round_are_answered_on_one_page(
    make_stage: Callable[..., Stage],
) -> None:
    stage = make_stage(options={"live_decisions": True, "settle_hours": 36, "decision_hours": 12})
    for team in (0, 2):
        mission = stage.infiltrate(against=1) | {"spy": stage.id("Vesper", team)}
        stage.post(stage.form(mission, do="final"), who=team, team=team)
    stage.post(
        stage.form({"spy": stage.id("Rook", 1), "action": "counterspy"}, do="final"), who=1, team=1
    )
    stage.play()
    assert "More decisions of this round: 1." in text(stage.get("decision/", who=1, team=1))
    with stage.club.scope():
        limit = Seal.objects.get(week=stage.club.open_week).decide_by
    assert answer(stage, "nobody").status_code == 303
    page = text(stage.get("decision/", who=1, team=1))
    assert "Counterspy this mission?" in page
    assert "More decisions" not in page
    with stage.club.scope():
        assert Seal.objects.get(week=stage.club.open_week).decide_by == limit
        assert Notice.objects.filter(kind="decision").count() == 1
    answer(stage, "nobody")
    assert "No pending decisions" in text(stage.get("decision/", who=1, team=1))


def test_e25_an_answer_does_not_extend_another_teams_deadline(
    make_stage: Callable[..., Stage],
) -> None:
    stage = make_stage(options={"live_decisions": True, "settle_hours": 36, "decision_hours": 12})
    for team in (0, 1):
        missions = [
            stage.infiltrate(against=1 - team) | {"spy": stage.id(name, team)}
            for name in ("Vesper", "Sable")
        ]
        guard = {"spy": stage.id("Rook", team), "action": "counterspy"}
        stage.post(stage.form(*missions, guard, do="final"), who=team, team=team)
    with stage.club.scope():
        both_win_a_cancellation(stage.club.open_week)
    stage.play()
    due = stage.club.open_week.due_at
    for hour in (1, 2, 3, 4):
        stage.at(due + timedelta(hours=hour))
        team = next(
            team for team in (0, 1) if "form" in stage.get("decision/", who=team, team=team).context
        )
        answer(stage, stage.id("Rook", team), who=team)
    stage.at(due + timedelta(hours=5))
    assert answer(stage, "1", who=0).status_code == 303
    with stage.club.scope():
        assert Seal.objects.get(week=stage.club.open_week).decide_by == due + timedelta(hours=16)
    assert "form" in stage.get("decision/", who=1, team=1).context


def both_win_a_cancellation(week: Week) -> None:
    """Set a seed with which two counterspies against all missions each win a cancellation."""
    setup, root = rehearse(week)
    for number in range(5_000):
        seed = seed_from(f"cancel {number}")
        running = begin(WEEK, setup, seed=week_seed(seed, root), now=week.due_at, sealed=True)
        for _ in range(4):
            asked = [
                (Seat(seat), own.question)
                for seat, own in enumerate(running.state.own)
                if isinstance(own.question, AskGuard)
            ]
            for seat, question in asked:
                running.submit(seat=seat, move=SendGuard(spy=question.guards[0]), now=week.due_at)
        if [isinstance(own.question, AskCancel) for own in running.state.own] == [
            True,
            True,
            False,
        ]:
            Seal.objects.filter(week=week).update(seed=seed, seed_hash=seed_hash(seed))
            return
    raise LookupError("no dice lead there")


def test_a_repeated_answer_counts_once_and_a_late_one_is_ignored(asked_stage: Stage) -> None:
    sent = {
        "choice": "nobody",
        "asked": asked_stage.get("decision/", who=1, team=1).context["form"].initial["asked"],
        "idempotency": "b" * 32,
    }
    assert [asked_stage.post(sent, "decision/", 1, 1).status_code for _ in range(2)] == [303, 303]


def test_after_the_deadline_the_page_asks_nothing(asked_stage: Stage) -> None:
    asked_stage.at(asked_stage.club.open_week.due_at + timedelta(hours=13))
    assert "No pending decisions" in text(asked_stage.get("decision/", who=1, team=1))
    response = asked_stage.post(
        {"choice": "nobody", "asked": "x", "idempotency": "c" * 32}, "decision/", 1, 1
    )
    assert response.status_code == 303


def test_an_answer_to_another_question_is_refused(asked_stage: Stage) -> None:
    with asked_stage.club.scope(), pytest.raises(Stale):
        decision_moves.answer_question(
            week_id=asked_stage.club.open_week.pk,
            team=asked_stage.club.teams[1],
            move=SendGuard(),
            question_mark="another",
        )
    assert answer(asked_stage, "nobody", mark="another").status_code == 422


def test_a_team_that_is_not_asked_cannot_answer(asked_stage: Stage) -> None:
    with asked_stage.club.scope(), pytest.raises(decision_moves.NothingAsked):
        decision_moves.answer_question(
            week_id=asked_stage.club.open_week.pk,
            team=asked_stage.club.teams[0],
            move=SendGuard(),
            question_mark="",
        )


def test_an_unreadable_answer_is_refused_at_its_field(asked_stage: Stage) -> None:
    browser = asked_stage.browser(1)
    for choice in ("", "somebody", "\x00", ["a", "b"]):
        assert (
            browser.post(
                asked_stage.url("decision/", 1),
                {"choice": choice, "asked": "\x00", "idempotency": "\x00"},
            ).status_code
            == 422
        )


def test_clubs_without_live_decisions_have_no_such_page(stage: Stage) -> None:
    assert stage.get("decision/").status_code == 404


def test_only_the_asked_team_sees_the_decision_on_the_clubs_home(
    asked_stage: Stage, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    home = f"/c/{asked_stage.club.campaign.slug}/"
    browser = asked_stage.browser(1)
    with django_assert_max_num_queries(FEW):
        page = text(browser.get(home))
    assert "Your decision is needed" in page
    assert "Your decision is needed" not in text(asked_stage.browser(0).get(home))


@pytest.mark.everyday
def test_the_printed_preset_plays_ambushes_and_asks_on_a_twelve(
    make_stage: Callable[..., Stage],
) -> None:
    printed = next(preset.house for preset in PRESETS if preset.key == "printed")
    names = ("live_decisions", "ambush_by_doctrine", "due_day", "settle_hours")
    stage = make_stage(teams=2, options={name: getattr(printed, name) for name in names})
    assert stage.get().context["form"].standing["ambushes"].value() == "live"
    stage.post(stage.form(stage.infiltrate("Vesper", 1), do="final"))
    with stage.club.scope():
        sent = OrderSheet.objects.get(week=stage.club.open_week)
        assert read_sheet(sent).standing.ambushes == "live"
        roll_a_twelve(stage.club.open_week)
    stage.play()
    page = text(stage.get("decision/"))
    assert "Your spy rolled 12 or more" in page
    assert "your standing orders decide: the row of 11" in page
    assert answer(stage, "infiltrate", who=0).status_code == 303
    with stage.club.scope():
        match = Seal.objects.select_related("match").get(week=stage.club.open_week).match
        assert match is not None
        target = match_view(match, Seat(1)).own
        assert target is not None
        assert target.modifiers == (-4, 0)


def roll_a_twelve(week: Week) -> None:
    """Set a seed with which the only spy rolls 12 or more."""
    setup, root = rehearse(week)
    for number in range(5_000):
        seed = seed_from(f"twelve {number}")
        running = begin(WEEK, setup, seed=week_seed(seed, root), now=week.due_at, sealed=True)
        if isinstance(running.state.own[0].question, AskSpyTwelve):
            Seal.objects.filter(week=week).update(seed=seed, seed_hash=seed_hash(seed))
            return
    raise LookupError("no dice lead there")
