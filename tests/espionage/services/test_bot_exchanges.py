"""Bots and caretakers exchange an entered vehicle after an infiltration (E47)."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest

from campaign.duels.models import DuelEntry, Exchange
from campaign.duels.services import entries
from campaign.duels.services.entries import crew_of
from campaign.garage.rules.record import Exterior, SeenWeapon, list_parts
from campaign.garage.selectors.garage import design_of
from campaign.league.models import CARETAKER, Team, Week
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from core.web import clock
from engine.values import Seat
from espionage.models import Intel, SealedSeat
from espionage.rules.report import Snapshot
from espionage.services import bot_errands
from espionage.services.bot_errands import GARAGE_LEAD_TIME, run_errands
from tests.factories import Club, found_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(monkeypatch: pytest.MonkeyPatch) -> Club:
    """Return a club whose first team has entered a car, may exchange it, and has two more."""
    club = found_club(teams=2, characters=4, vehicles=3)
    monkeypatch.setattr(clock, "now", lambda: club.at)
    club.enter(0, driver="Rook", gunner="Sable")
    week = club.open_week
    with club.scope():
        Week.objects.filter(pk=week.pk).update(status="settled", settled_at=week.settle_at)
        Exchange.objects.create(duel=club.duel, team=club.teams[0], at=week.settle_at)
        see_rival(club)
    club.at = week.duel_at - GARAGE_LEAD_TIME / 2
    return club


def see_rival(club: Club) -> None:
    exterior = Exterior(
        name="Basilisk 1",
        colour="red",
        body="Luxury",
        tyres=("Solid", "Solid"),
        turret=False,
        weapons=(SeenWeapon(facing="front", look="gun"),),
    )
    snapshot = Snapshot(about=Seat(1), vehicle="", name="Basilisk 1", exterior=exterior)
    Intel.objects.create(
        team=club.teams[0],
        about=club.teams[1],
        week=club.open_week,
        vehicle=club.car(1),
        kind=Intel.Kind.EXTERIOR,
        snapshot=msgspec.to_builtins(snapshot),
        cause="week/1",
        at=club.open_week.settle_at,
    )


def run_by(club: Club, bot: str) -> None:
    with club.scope():
        Team.objects.filter(pk=club.teams[0].pk).update(bot=bot)


def shoot_up(club: Club, number: int = 0) -> None:
    """Break a car's plant and front armour, as in an earlier duel."""
    with club.scope():
        car = club.car(0, number)
        plant = next(part.dp for part in list_parts(design_of(car)) if part.key == "plant")
        lost = {"plant": plant, "armour:front": design_of(car).armour.front}
        rows = [
            Line(Book.DAMAGE, car.pk, part, amount, "an old duel", club.at)
            for part, amount in lost.items()
            if amount
        ]
        posting.post(rows)


def errands(club: Club) -> int:
    with club.scope():
        return run_errands(club.at)


def entered(club: Club) -> list[str]:
    with club.scope():
        rows = DuelEntry.objects.filter(team=club.teams[0], withdrawn_at=None)
        return [row.vehicle.name for row in rows]


@pytest.mark.parametrize("bot", ["careful", "greedy", "vengeful", CARETAKER])
def test_e47_bots_and_caretakers_exchange_a_broken_car(club: Club, bot: str) -> None:
    run_by(club, bot)
    shoot_up(club)
    assert errands(club) == 1
    assert entered(club) == ["Anvil 2"]
    with club.scope():
        entry = DuelEntry.objects.get(team=club.teams[0], withdrawn_at=None)
        assert Exchange.objects.get(team=club.teams[0]).entry == entry
        places = {
            place: club.who(0, name).pk for place, name in (("driver", "Rook"), ("gunner", "Sable"))
        }
        assert crew_of(entry) == places
    assert errands(club) == 0


def test_e47_a_bot_keeps_a_car_that_is_as_good_and_looks_once(club: Club) -> None:
    run_by(club, "vengeful")
    assert errands(club) == 0
    shoot_up(club)
    club.at += timedelta(minutes=1)
    assert errands(club) == 0, "it decides once"
    assert entered(club) == ["Anvil 1"]


def test_e47_a_bot_leaves_an_exchange_by_a_person_alone(club: Club) -> None:
    run_by(club, "greedy")
    with club.scope():
        mine = DuelEntry.objects.get(team=club.teams[0], withdrawn_at=None)
        entries.replace(entry=mine, vehicle=club.car(0, 1), crew=crew_of(mine), now=club.at)
    shoot_up(club, 1)
    assert errands(club) == 0
    assert entered(club) == ["Anvil 2"]


@pytest.mark.parametrize("early", [True, False])
def test_e47_a_bot_acts_only_in_the_last_hour_before_the_duel(club: Club, early: bool) -> None:
    run_by(club, "greedy")
    shoot_up(club)
    duel_at = club.open_week.duel_at
    club.at = duel_at - GARAGE_LEAD_TIME - timedelta(seconds=1) if early else duel_at
    assert errands(club) == 0
    assert entered(club) == ["Anvil 1"]


def test_e47_no_bot_exchanges_for_a_team_that_plays_itself_or_has_no_right(club: Club) -> None:
    shoot_up(club)
    assert errands(club) == 0
    run_by(club, "greedy")
    with club.scope():
        Exchange.objects.all().delete()
    assert errands(club) == 0
    assert entered(club) == ["Anvil 1"]


def test_e47_the_bot_also_acts_if_it_entered_the_car_before_the_deadline(club: Club) -> None:
    run_by(club, "greedy")
    with club.scope():
        SealedSeat.objects.update(errands_at=club.open_week.due_at - timedelta(minutes=30))
    shoot_up(club)
    assert errands(club) == 1


def test_e47_a_failing_decision_is_logged_and_not_repeated(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_by(club, "greedy")
    shoot_up(club)
    asked = []

    def fails(*_: object) -> None:
        asked.append(1)
        raise RuntimeError("the bot has lost its keys")

    monkeypatch.setattr(bot_errands, "rank_swaps", fails)
    assert errands(club) == errands(club) == 0
    assert len(asked) == 1
    assert entered(club) == ["Anvil 1"]


def test_e47_the_decision_does_not_depend_on_what_the_team_has_not_seen(club: Club) -> None:
    """The rival's car, garage and entries change nothing."""
    run_by(club, "greedy")
    shoot_up(club)
    with club.scope():
        club.vehicles[club.teams[1].pk][1].delete()
        Intel.objects.filter(team=club.teams[1]).delete()
    assert errands(club) == 1
    assert entered(club) == ["Anvil 2"]
