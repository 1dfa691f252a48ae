"""Live decisions: questions to teams, and deadlines that answer for late teams."""

from __future__ import annotations

import pytest

from ambush.rules.call import AmbushResult
from campaign.house_rules.rules.house import HouseRules
from engine.game import IllegalMove
from engine.values import HOST
from espionage.rules.values import (
    AmbushCalled,
    AmbushFought,
    AskCancel,
    AskChase,
    Asked,
    AskGuard,
    AskSection,
    AskSpyTwelve,
    AskTwelve,
    Cancel,
    CancelSealed,
    Chase,
    ChaseDecided,
    ChooseSection,
    Deadline,
    GuardSent,
    SendGuard,
    SpyRolled,
    SpyTwelveTaken,
    TakeSpyTwelve,
    TakeTwelve,
    TwelveTaken,
)
from espionage.rules.week import WEEK
from tests.espionage.rules.scene import (
    ARMED,
    SEALED,
    A,
    B,
    C,
    blow_up,
    guard,
    infiltrate,
    play,
    sheet_of,
)

LIVE = HouseRules(live_decisions=True)
SECTION = {("ambush", A, B, 1): (1,)}


def question_to(week, seat):
    return week.state.own[seat].question


def test_target_is_asked_whether_to_counterspy_and_with_whom():
    week = play(sheet_of(infiltrate("ada")), sheet_of(guard("bea"), guard("ben")), house=LIVE)
    assert WEEK.to_act(week.state) == (B,)
    assert week.one(Asked, B).question == AskGuard(number=1, guards=("bea", "ben"))
    assert WEEK.legal_moves(WEEK.view(week.state, B)) == (
        SendGuard(),
        SendGuard(spy="bea"),
        SendGuard(spy="ben"),
    )
    after = week.then(SendGuard(spy="ben"), B, a=(5,), b=(5,))
    assert after.one(GuardSent, B).spy == "ben"
    assert after.over


def test_target_without_counterspies_on_duty_is_not_asked():
    assert play(sheet_of(infiltrate("ada")), house=LIVE, a=(5,)).over


def test_counterspys_12_asks_for_ambush_or_cancellation():
    week = play(sheet_of(infiltrate("ada")), sheet_of(guard("bea")), house=LIVE).then(
        SendGuard(spy="bea"), B, a=(8,), b=(12,)
    )
    assert question_to(week, B) == AskTwelve(number=1, guard="bea")
    fought = week.then(TakeTwelve(ambush=True), B)
    assert fought.one(TwelveTaken, B).ambush
    assert question_to(fought, B) == AskSection(number=1, guard="bea")
    met = fought.then(ChooseSection(section=3), B)
    assert met.state.hidden.ambush.section == 3
    assert WEEK.to_act(met.state) == (HOST,)
    assert week.then(TakeTwelve(ambush=False), B).debrief(A).missions[0].ending == "called_off"


@pytest.mark.parametrize(("choice", "ending"), [("eleven", "saw"), ("infiltrate", "modifier")])
def test_spys_12_is_decided_after_the_roll(choice, ending):
    order = infiltrate("ada", on_twelve="eleven")
    week = play(sheet_of(order), sheet_of(guard("bea")), house=LIVE)
    rolled = week.then(SendGuard(spy="bea"), B, a=(12,))
    assert rolled.one(SpyRolled, A).choice == ""
    assert question_to(rolled, A) == AskSpyTwelve(order=1)
    assert rolled.heard(B) == week.then(SendGuard(spy="bea"), B, a=(12,)).heard(B)
    seen = {SEALED: (1,)} if choice == "eleven" else {}
    after = rolled.then(TakeSpyTwelve(choice=choice), A, b=(5,), domains=seen)
    assert after.one(SpyTwelveTaken, A).choice == choice
    assert after.debrief(A).missions[0].ending == ending
    late = rolled.then(Deadline(), b=(5,), domains={SEALED: (1,)})
    assert late.one(SpyTwelveTaken, A).choice == "eleven", "as ordered on the sheet"


def test_spying_team_chooses_the_section_of_its_ambush():
    week = play(sheet_of(infiltrate("ada")), sheet_of(guard("bea")), house=LIVE)
    spotted = week.then(SendGuard(spy="bea"), B, a=(5,), b=(2,))
    assert question_to(spotted, A) == AskSection(order=1)
    assert not spotted.all(AmbushCalled, B)
    met = spotted.then(ChooseSection(section=4), A)
    assert (met.state.hidden.ambush.cause, met.state.hidden.ambush.section) == ("ambushed", 4)
    assert met.one(AmbushCalled, B).meeting.section == 4
    with pytest.raises(IllegalMove):
        spotted.then(ChooseSection(section=5), A)


def test_bombers_are_ambushed_at_the_truck_stop_without_a_question():
    week = play(sheet_of(blow_up("ada", "b1")), sheet_of(guard("bea")), house=LIVE)
    week = week.then(SendGuard(spy="bea"), B, a=(5,), b=(12,))
    met = week.then(TakeTwelve(ambush=True), B)
    assert met.state.hidden.ambush.map == "truck_stop"


def test_bomb_that_goes_off_soon_asks_for_a_chase():
    week = play(sheet_of(blow_up("ada", "b1")), sheet_of(guard("bea")), house=LIVE).then(
        SendGuard(), B, a=(11, 3), harm=(3, 3, 2, 2, 1)
    )
    assert question_to(week, B) == AskChase(number=1, guards=("bea",))
    assert week.then(Chase(), B).over
    assert week.then(Chase(), B).one(ChaseDecided, B).spy == ""
    assert week.then(Chase(spy="bea"), B).state.hidden.ambush.cause == "bomber"


def week_with_cancellations():
    """Return a week in which each team won a cancellation and can choose among two missions."""
    week = play(
        sheet_of(infiltrate("ada"), infiltrate("abe"), guard("axl")),
        sheet_of(infiltrate("ben", "alphas"), infiltrate("bob", "alphas"), guard("bea")),
        house=LIVE,
    )
    week = week.then(SendGuard(spy="bea"), B, a=(8,), b=(11,))
    week = week.then(SendGuard(spy="axl"), A, a=(11,), b=(8,))
    return week.then(SendGuard(), B, a=(9,)).then(SendGuard(), A, b=(9,))


def test_e18_cancellations_are_chosen_simultaneously_and_sealed():
    week = week_with_cancellations()
    assert WEEK.to_act(week.state) == (A, B)
    assert question_to(week, B) == AskCancel(count=1, numbers=(1, 2))
    one = week.then(Cancel(numbers=(2,)), A)
    assert not one.over
    assert one.heard(B) == week.heard(B)
    both = one.then(Cancel(numbers=(1,)), B)
    assert [report.ending for report in both.debrief(A).missions] == ["called_off", "saw"]
    assert [report.ending for report in both.debrief(B).missions] == ["saw", "called_off"]
    other_way = week.then(Cancel(numbers=(1,)), B).then(Cancel(numbers=(2,)), A)
    assert other_way.state == both.state


@pytest.mark.parametrize("numbers", [(), (1, 2), (3,), (2, 2), (0,), (-1,)])
def test_e18_team_must_choose_as_many_cancellations_as_it_won(numbers):
    with pytest.raises(IllegalMove):
        week_with_cancellations().then(Cancel(numbers=numbers), B)


@pytest.mark.parametrize(
    "move",
    [SendGuard(spy="ada"), SendGuard(spy="bob"), TakeTwelve(ambush=True), Chase(), Deadline()],
)
def test_answer_to_another_question_is_refused(move):
    week = play(sheet_of(infiltrate("ada")), sheet_of(guard("bea")), house=LIVE)
    with pytest.raises(IllegalMove):
        week.then(move, B)


def test_deadline_answers_by_standing_orders():
    watch = sheet_of(
        guard("bea", kit=ARMED), counterspy_by="listed", on_counterspy_twelve="if_armed"
    )
    week = play(sheet_of(infiltrate("ada")), watch, house=LIVE)
    after = week.then(Deadline(), a=(8,), b=(12,))
    assert after.one(GuardSent, B).spy == "bea"
    hunting = after.then(Deadline()).then(Deadline(), domains=SECTION)
    assert hunting.state.hidden.ambush is not None
    sealed = week_with_cancellations().then(Deadline())
    assert sealed.over
    assert sealed.one(CancelSealed, B).numbers == (1,)


def test_deadline_answers_for_late_teams_and_keeps_sealed_answers():
    week = week_with_cancellations().then(Cancel(numbers=(2,)), A).then(Deadline())
    assert [report.ending for report in week.debrief(B).missions] == ["saw", "called_off"]
    assert [report.ending for report in week.debrief(A).missions] == ["called_off", "saw"]


def test_e25_teams_do_not_notice_a_question_to_another_team():
    week = play(sheet_of(infiltrate("ada")), sheet_of(guard("bea")), sheet_of(), house=LIVE)
    assert [type(event).__name__ for event in week.heard(C)] == ["OrderRolled"]
    assert WEEK.view(week.state, A).asked is False
    assert WEEK.view(week.state, None).asked is False
    assert WEEK.view(week.state, HOST).asked is True


def test_host_can_call_the_deadline_only_while_a_team_is_asked():
    week = play(sheet_of(infiltrate("ada")), sheet_of(guard("bea")), house=LIVE)
    assert WEEK.legal_moves(WEEK.view(week.state, HOST)) == (Deadline(),)
    with pytest.raises(IllegalMove):
        week.then(AmbushFought(result=AmbushResult()))
