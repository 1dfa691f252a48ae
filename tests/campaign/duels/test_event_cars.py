"""Cars that events lend to each team (C137) or give to the winner (C138)."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
import time_machine
from django.urls import reverse

from autoduel.game import AUTODUEL
from campaign.desk.services import reconcile
from campaign.duels.models import DrivenDuel
from campaign.duels.rules.acts import Making
from campaign.duels.rules.duel_record import DuelRecord, Fate
from campaign.duels.rules.event_cars import LENT_CARS, TURNS
from campaign.duels.services import events, results
from campaign.garage.models import Vehicle
from campaign.garage.services import garage, trading
from campaign.league.models import Duel, Week
from campaign.league.refusals import NotFit
from campaign.league.selectors.links import week_path
from core.web.refusals import BadForm
from espionage.services.tick import tick
from play.running import readers
from tests.factories import found_club, signed_in

from .test_drafts import record

if TYPE_CHECKING:
    from tests.factories import Club

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return found_club(teams=3, characters=4)


@pytest.fixture
def night(club: Club) -> Duel:
    return amateur_night(club)


def amateur_night(club: Club) -> Duel:
    """Create an event that starts in an hour and lends each team a Terrier."""
    new = Making(name="Rookies", lent="terrier", starts_at=club.at + timedelta(hours=1))
    with club.scope():
        return events.make(week=club.open_week, new=new, actor=club.gm, now=club.at)


def event_car(club: Club, team: int) -> Vehicle:
    return Vehicle.objects.get(team=club.teams[team], event__isnull=False)


@pytest.fixture
def cup(club: Club) -> Duel:
    """An event with a Wasp as its prize, which the first team has won."""
    new = Making(name="Cup", prize="wasp", starts_at=club.at + timedelta(hours=1))
    with club.scope():
        cup = events.make(week=club.open_week, new=new, actor=club.gm, now=club.at)
        for team in (0, 1):
            club.enter(team, duel=cup)
        Week.objects.filter(pk=cup.week_id).update(
            status="settled", settled_at=club.open_week.settle_at
        )
        cup = Duel.objects.get(pk=cup.pk)
        results.record(duel=cup, result=record(club), actor=club.gm, now=club.open_week.duel_at)
    return cup


def test_c137_cars_that_can_be_lent_are_cheap() -> None:
    assert {"terrier", "kestrel", "sparrow"} <= set(LENT_CARS)
    assert not {"greyhound", "chairman"} & set(LENT_CARS)


def test_c137_each_team_is_lent_the_same_car(club: Club, night: Duel) -> None:
    with club.scope():
        cars = [event_car(club, team) for team in (0, 1)]
    assert cars[0].design == cars[1].design
    assert "It is yours if it survives." in cars[0].notes


def test_c137_only_lent_cars_take_part_and_only_in_their_night(club: Club, night: Duel) -> None:
    with club.scope():
        with pytest.raises(BadForm, match="Only the lent cars"):
            club.enter(0, duel=night)
        with pytest.raises(BadForm, match="is lent for Rookies"):
            club.enter(0, vehicle=event_car(club, 0))
        assert club.enter(0, duel=night, vehicle=event_car(club, 0)).duel == night


def test_c137_a_lent_car_cannot_be_sold_before_the_result(club: Club, night: Duel) -> None:
    with club.scope(), pytest.raises(NotFit, match="is lent"):
        garage.sell(vehicle=event_car(club, 0), actor=club.gm, now=club.at)


def test_c137_a_cancelled_night_takes_its_cars_back(club: Club, night: Duel) -> None:
    with club.scope():
        events.call_off(event=night, actor=club.gm, reason="Rain", now=club.at)
        assert set(Vehicle.objects.filter(event=night).values_list("gone_how", flat=True)) == {
            "returned"
        }


def test_c137_skills_do_not_count_and_the_night_is_short() -> None:
    club = found_club(characters=4, options={"duel_mode": "quick"})
    night = amateur_night(club)
    with club.scope():
        for team in (0, 1):
            club.enter(team, duel=night, vehicle=event_car(club, team))
    tick(now=night.start)
    with club.scope():
        row = DrivenDuel.objects.select_related("table__match").get(duel=night)
    assert row.table is not None and row.table.match is not None
    setup = readers(AUTODUEL.key).setup.decode(row.table.match.setup)
    assert setup.numbers.turn_limit == TURNS
    crews = [person for side in setup.sides for car in side.cars for person in car.crew]
    assert {(person.driving, person.gunnery) for person in crews} == {(0, 0)}


def test_c137_a_team_keeps_its_car_if_it_survives(club: Club, night: Duel) -> None:
    with club.scope():
        survivor, wreck = event_car(club, 0), event_car(club, 1)
        spare = Vehicle.objects.get(team=club.teams[2], event=night)
        for team, car in ((0, survivor), (1, wreck)):
            club.enter(team, duel=night, vehicle=car)
        form = record(club).form
        said = DuelRecord(form=form, vehicles=(Fate(vehicle=str(wreck.pk), fate="destroyed"),))
        Week.objects.filter(pk=night.week_id).update(
            status="settled", settled_at=club.open_week.settle_at
        )
        night = Duel.objects.get(pk=night.pk)
        results.record(duel=night, result=said, actor=club.gm, now=club.open_week.duel_at)
        for car in (survivor, wreck, spare):
            car.refresh_from_db()
        assert [car.gone_how for car in (survivor, wreck, spare)] == ["", "destroyed", "returned"]
        assert list(reconcile.findings([club.campaign.pk])) == []


def test_c137_a_gm_lends_cars_by_the_form_and_the_page_says_so(club: Club) -> None:
    prefix = reverse("club", kwargs={"slug": club.campaign.slug})
    data = {
        "name": "Rookies", "arena": "", "budget": "", "laps": "", "lent": "kestrel", "prize": "",
        "starts_at": (club.at + timedelta(hours=20)).strftime("%Y-%m-%dT%H:%M"),
        "idempotency": "once",
    }  # fmt: skip
    path = prefix + week_path("desk-event-make", club.open_week)
    with time_machine.travel(club.at, tick=False):
        answer = signed_in(club.gm).post(path, data, follow=True)
    assert "A team keeps its car if the car survives." in answer.text
    with club.scope():
        assert Duel.objects.get(name="Rookies").lent == "kestrel"
        assert event_car(club, 2).name == "Lent Kestrel"


def test_c138_the_winner_gets_the_prize_car_and_a_correction_moves_it(
    club: Club, cup: Duel
) -> None:
    later = club.open_week.duel_at
    with club.scope():
        assert event_car(club, 0).name == "Prize Wasp"
        results.correct(
            duel=cup, result=record(club, winner=1), actor=club.gm, reason="Photo", now=later
        )
        assert event_car(club, 0).gone_how == "returned"
        assert event_car(club, 1).gone_how == ""
        assert list(reconcile.findings([club.campaign.pk])) == []


def test_c138_an_amateur_night_has_no_other_prize(club: Club) -> None:
    new = Making(name="Cup", prize="wasp", lent="wasp", starts_at=club.at + timedelta(hours=1))
    with club.scope(), pytest.raises(BadForm, match="The prize of an amateur night"):
        events.make(week=club.open_week, new=new, actor=club.gm, now=club.at)


def test_c138_a_buyer_keeps_a_prize_car_after_a_correction(club: Club, cup: Duel) -> None:
    later = club.open_week.duel_at
    with club.scope():
        car = event_car(club, 0)
        offer = trading.offer(vehicle=car, to=club.teams[2], price=1, now=later)
        trading.accept(offer=offer, actor=club.gm, now=later)
        new = record(club, winner=1)
        results.correct(duel=cup, result=new, actor=club.gm, reason="Photo", now=later)
        car.refresh_from_db()
        assert car.team == club.teams[2]
        assert car.gone_how == ""
        assert event_car(club, 1).name == "Prize Wasp"


def test_c138_a_winner_that_sold_its_prize_gets_no_second_one(club: Club, cup: Duel) -> None:
    later = club.open_week.duel_at
    with club.scope():
        offer = trading.offer(vehicle=event_car(club, 0), to=club.teams[2], price=1, now=later)
        trading.accept(offer=offer, actor=club.gm, now=later)
        results.correct(
            duel=cup, result=record(club), actor=club.gm, reason="Typing error", now=later
        )
        assert not Vehicle.objects.filter(event=cup).exists()


def test_c138_a_prize_car_of_another_team_is_found(club: Club, cup: Duel) -> None:
    with club.scope():
        Vehicle.objects.filter(event=cup).update(team=club.teams[1])
    assert [row.code for row in reconcile.findings([club.campaign.pk])] == ["wrong-event-car"]


def test_c137_a_car_of_a_cancelled_night_is_found(club: Club, night: Duel) -> None:
    with club.scope():
        Duel.objects.filter(pk=night.pk).update(called_off_at=club.at)
    sentences = [row.sentence for row in reconcile.findings([club.campaign.pk])]
    assert len(sentences) == 3
    assert sentences[0].startswith("Lent car Lent Terrier of Rookies does not belong to ")
