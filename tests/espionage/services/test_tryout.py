"""The try-out: a whole week by five buttons, and a club that can be kept (C25)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

import pytest
from django_scopes import scope

from autoduel.rules.values import Autopilot
from campaign.desk.services.reconcile import findings as club_findings
from campaign.duels.models import DuelEntry
from campaign.garage.selectors.garage import usual_crews
from campaign.house_rules.rules import presets
from campaign.house_rules.rules.house import hours_to_publish
from campaign.league.models import Campaign, Membership, Team, TeamOwner, Week
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.viewer import viewer
from campaign.news.models import News
from core.accounts.models import User
from core.accounts.services import guests
from core.web import clock
from core.web.refusals import Refused, WrongTime
from espionage.models import AmbushFight, OrderSheet
from espionage.selectors.tryout import Progress, progress, tryout_of
from espionage.services import tryout
from espionage.services.reconcile import findings as week_findings
from espionage.services.starting import start_now
from play.models import Chair, Table
from play.services import moving, thinking
from tests.factories import duel_of

pytestmark = pytest.mark.django_db
AT: Final = datetime(2031, 5, 3, 20, 0, tzinfo=UTC)


@pytest.fixture
def person() -> User:
    return guests.create_guest()


@pytest.fixture
def campaign(person: User, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    monkeypatch.setattr(clock, "now", lambda: AT)
    return tryout.begin(person=person, now=AT, timezone="Europe/Berlin")


def load_progress(campaign: Campaign, person: User) -> Progress:
    with scope(campaign=campaign.pk):
        found = progress(viewer(person, campaign))
    assert found is not None
    return found


def current_part(campaign: Campaign, person: User) -> str:
    return load_progress(campaign, person).part


def settle(campaign: Campaign) -> None:
    tryout.end_orders(campaign=campaign, now=AT + timedelta(minutes=2))
    tryout.publish(campaign=campaign, now=AT + timedelta(minutes=4))


def test_c25_try_out_starts_with_an_open_week_against_three_bots(
    campaign: Campaign, person: User
) -> None:
    with scope(campaign=campaign.pk):
        teams = list(Team.objects.filter(campaign=campaign))
        week = Week.objects.get(season__campaign=campaign)
        assert sorted(team.bot for team in teams) == ["", "careful", "greedy", "vengeful"]
        assert all(team.approved_at for team in teams)
        assert TeamOwner.objects.filter(until=None).count() == 1
        assert week.status == Week.Status.OPEN
        assert week.evening
        assert week.settle_at - week.due_at == timedelta(hours=hours_to_publish(rules_of(campaign)))
    assert campaign.timezone == "Europe/Berlin"
    assert tryout_of(person) == campaign


def test_c25_assistant_has_drafted_orders_and_entered_a_car(
    campaign: Campaign, person: User
) -> None:
    with scope(campaign=campaign.pk):
        (sheet,) = OrderSheet.objects.filter(week__season__campaign=campaign)
        week = Week.objects.get(season__campaign=campaign)
        entered = set(duel_of(week).entries.values_list("team", flat=True))
        assert sheet.state == OrderSheet.State.DRAFT
        assert sheet.saved_by == person
        assert len(entered) == 4


def test_c25_no_two_teams_have_the_same_pair_of_cars(campaign: Campaign) -> None:
    with scope(campaign=campaign.pk):
        teams = Team.objects.filter(campaign=campaign)
        pairs = [frozenset(team.vehicles.values_list("design__model", flat=True)) for team in teams]
    assert len(set(pairs)) == 4
    assert not frozenset.intersection(*pairs), "no model is in all garages"


def test_c25_each_car_is_entered_with_the_crew_shown_in_the_garage(campaign: Campaign) -> None:
    with scope(campaign=campaign.pk):
        rows = DuelEntry.objects.filter(duel__week__season__campaign=campaign).select_related(
            "vehicle"
        )
        assert len(rows) == 8
        crews = usual_crews([row.vehicle_id for row in rows])
        for row in rows:
            usual = {one.place: one.character for one in crews[row.vehicle_id]}
            assert {one["place"]: one["character"] for one in row.crew} == usual


def test_c25_whole_week_can_be_played_by_buttons_with_consistent_ledgers(
    campaign: Campaign, person: User
) -> None:
    assert current_part(campaign, person) == "orders"
    tryout.end_orders(campaign=campaign, now=AT + timedelta(minutes=2))
    assert current_part(campaign, person) == "fight"
    tryout.publish(campaign=campaign, now=AT + timedelta(minutes=4))
    assert current_part(campaign, person) == "report"
    week = tryout.finish_duel(campaign=campaign, now=AT + timedelta(minutes=6))
    assert current_part(campaign, person) == "result"
    with scope(campaign=campaign.pk):
        (result,) = duel_of(week).results.all()
        assert result.recorded_by is None
        assert result.reason == "Driven on the site."
        early = News.objects.get(kind="week-early")
        assert early.text == "The deadline of week 1 was brought forward in the try-out."
    assert not [*week_findings([campaign.pk]), *club_findings([campaign.pk])]


def test_c25_person_drives_at_most_five_turns_against_the_bots(
    campaign: Campaign, person: User
) -> None:
    settle(campaign)
    at = AT + timedelta(minutes=6)
    week = tryout.drive(campaign=campaign, now=at)
    state = load_progress(campaign, person)
    assert state.part == "driving"
    assert state.table is not None
    chairs = Chair.objects.filter(table=state.table)
    assert [chair.party for chair in chairs if not chair.bot] == [state.team.pk]
    turns = 0
    while Table.objects.get(pk=state.table).status == Table.Status.PLAYING:
        thinking.think(limit=10)
        moving.make_move(table_id=state.table, user=person, move=Autopilot())
        thinking.think(limit=10)
        turns += 1
    assert turns <= 5
    assert current_part(campaign, person) == "driven"
    tryout.finish_duel(campaign=campaign, now=at + timedelta(minutes=2))
    assert current_part(campaign, person) == "result"
    with scope(campaign=campaign.pk):
        assert duel_of(week).results.count() == 1
    with pytest.raises(WrongTime, match="The duel is over"):
        tryout.drive(campaign=campaign, now=at + timedelta(minutes=3))
    assert not [*week_findings([campaign.pk]), *club_findings([campaign.pk])]


def test_c25_doctrine_drives_the_rest_of_a_duel_that_the_person_leaves(
    campaign: Campaign, person: User
) -> None:
    settle(campaign)
    tryout.drive(campaign=campaign, now=AT + timedelta(minutes=6))
    tryout.finish_duel(campaign=campaign, now=AT + timedelta(minutes=7))
    assert current_part(campaign, person) == "result"


def test_c25_doctrine_drives_if_the_team_has_no_car_at_the_start(
    campaign: Campaign, person: User
) -> None:
    settle(campaign)
    with scope(campaign=campaign.pk):
        DuelEntry.objects.filter(team__bot="").update(withdrawn_at=AT)
    tryout.drive(campaign=campaign, now=AT + timedelta(minutes=6))
    assert current_part(campaign, person) == "result"


def test_c25_dice_are_chosen_so_that_the_person_has_an_ambush(
    campaign: Campaign, person: User
) -> None:
    week = tryout.end_orders(campaign=campaign, now=AT + timedelta(minutes=2))
    with scope(campaign=campaign.pk):
        own = Team.objects.get(campaign=campaign, bot="")
        fight = AmbushFight.objects.filter(week=week).first()
        assert fight is not None
        seats = dict(week.seats.values_list("seat", "team"))
        assert own.pk in {seats[fight.by], seats[fight.against]}


@pytest.mark.slow("plays two weeks")
def test_c25_button_starts_another_week(campaign: Campaign, person: User) -> None:
    settle(campaign)
    tryout.finish_duel(campaign=campaign, now=AT + timedelta(minutes=6))
    week = tryout.start(campaign=campaign, person=person, now=AT + timedelta(minutes=8))
    assert week.number == 2
    assert current_part(campaign, person) == "orders"


def test_c25_steps_are_refused_out_of_order(campaign: Campaign, person: User) -> None:
    at = AT + timedelta(minutes=2)
    with pytest.raises(WrongTime):
        tryout.publish(campaign=campaign, now=at)
    for step in (tryout.drive, tryout.finish_duel):
        with pytest.raises(WrongTime):
            step(campaign=campaign, now=at)
    with pytest.raises(WrongTime):
        tryout.start(campaign=campaign, person=person, now=at)
    assert current_part(campaign, person) == "orders"


def test_c25_kept_try_out_becomes_a_club_with_normal_deadlines(
    campaign: Campaign, person: User
) -> None:
    with pytest.raises(Refused, match="Sign up first"):
        tryout.keep(campaign=campaign, now=AT + timedelta(minutes=1))
    User.objects.filter(pk=person.pk).update(guest=False)
    kept = tryout.keep(campaign=campaign, now=AT + timedelta(minutes=1))
    assert not kept.tryout
    assert rules_of(kept) == presets.EVENINGS.house
    assert tryout_of(person) is None
    with pytest.raises(WrongTime, match="not a try-out"):
        tryout.end_orders(campaign=kept, now=AT + timedelta(minutes=2))
    with scope(campaign=campaign.pk):
        assert News.objects.filter(kind="tryout-kept").exists()


@pytest.mark.slow("plays a try-out")
def test_c25_unkept_try_out_is_removed_after_two_days(campaign: Campaign, person: User) -> None:
    later = AT + timedelta(days=2, minutes=1)
    tryout.begin(person=guests.create_guest(), now=later)
    campaign.refresh_from_db()
    assert campaign.archived_at == later
    assert tryout_of(person) is None
    assert Membership.objects.with_scopes_disabled().filter(campaign=campaign).exists()


def test_normal_club_has_no_try_out_buttons(campaign: Campaign, person: User) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(tryout=False)
    campaign.refresh_from_db()
    for step in (tryout.end_orders, tryout.publish):
        with pytest.raises(WrongTime, match="not a try-out"):
            step(campaign=campaign, now=AT)
    with pytest.raises(WrongTime):
        start_now(campaign=campaign, actor=person, evening=True, now=AT)
