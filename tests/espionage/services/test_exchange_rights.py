"""Settlement gives teams that saw a rival's vehicle the right to exchange one of theirs (E47)."""

from __future__ import annotations

import pytest

from campaign.garage.rules.record import view_exterior
from campaign.garage.rules.vehicles import make_sheet
from campaign.garage.selectors.garage import record_of
from campaign.league.models import Week
from engine.values import Seat, changed
from espionage.models import SealedSeat
from espionage.rules.effects import Effects, Intelligence
from espionage.rules.report import Snapshot
from espionage.services.settling import Settlement, exchanges, sheet_points
from tests.factories import Club, found_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return found_club(teams=3)


def sighting(club: Club, by: int, *, whole_sheet: bool) -> Intelligence:
    car = club.car(2)
    record = record_of(car)
    snapshot = Snapshot(
        about=Seat(2),
        vehicle=str(car.pk),
        name=car.name,
        exterior=None if whole_sheet else view_exterior(record),
        sheet=make_sheet(record) if whole_sheet else None,
    )
    return Intelligence(seat=Seat(by), snapshot=snapshot)


def rights(club: Club, *sightings: Intelligence) -> dict[str, bool]:
    seats = [
        SealedSeat(week=club.week, seat=seat, team=team) for seat, team in enumerate(club.teams)
    ]
    week = Week.objects.select_related("season__campaign").get(pk=club.week.pk)
    settlement = Settlement(week, seats, Effects(intelligence=sightings))
    rows = list(exchanges(settlement))
    assert all(row.duel_id == week.pk and row.at == week.settle_at for row in rows)
    return {row.team.name: row.can_refit for row in rows}


def test_e47_each_team_that_saw_a_vehicle_gets_one_right(club: Club) -> None:
    with club.scope():
        first, second = club.teams[0].name, club.teams[1].name
        outside = sighting(club, 0, whole_sheet=False)
        assert rights(club) == {}
        assert rights(club, outside, outside) == {first: False}
        assert rights(
            club, sighting(club, 1, whole_sheet=True), outside, sighting(club, 1, whole_sheet=False)
        ) == {second: True, first: False}


def test_e47_a_club_without_the_option_gives_no_rights(club: Club) -> None:
    with club.scope():
        Week.objects.filter(pk=club.week.pk).update(
            rules={
                **Week.objects.get(pk=club.week.pk).rules,
                "exchange_after_infiltration": False,
            }
        )
        assert rights(club, sighting(club, 0, whole_sheet=True)) == {}


def points(club: Club, *sightings: Intelligence) -> dict[str, int]:
    seats = [
        SealedSeat(week=club.week, seat=seat, team=team) for seat, team in enumerate(club.teams)
    ]
    week = Week.objects.select_related("season__campaign").get(pk=club.week.pk)
    lines = list(sheet_points(Settlement(week, seats, Effects(intelligence=sightings))))
    assert all(line.week == week.pk and line.booked_at == week.closes_at for line in lines)
    return {str(line.owner): line.amount for line in lines}


def test_e55_a_team_gets_a_point_for_each_rival_whose_whole_sheet_it_stole(club: Club) -> None:
    with club.scope():
        first, second = str(club.teams[0].pk), str(club.teams[1].pk)
        twice = sighting(club, 0, whole_sheet=True)
        assert points(club, sighting(club, 0, whole_sheet=False)) == {}
        assert points(club, twice, twice) == {first: 1}
        other = Intelligence(
            seat=Seat(0), snapshot=changed(twice.snapshot, about=Seat(1), vehicle="other")
        )
        by_second = sighting(club, 1, whole_sheet=True)
        assert points(club, twice, other, by_second) == {first: 2, second: 1}


def test_e55_the_house_rule_sets_the_points_or_turns_them_off(club: Club) -> None:
    with club.scope():
        stolen = sighting(club, 0, whole_sheet=True)
        for each, expected in ((3, {str(club.teams[0].pk): 3}), (0, {})):
            rules = {**Week.objects.get(pk=club.week.pk).rules, "sheet_points": each}
            Week.objects.filter(pk=club.week.pk).update(rules=rules)
            assert points(club, stolen) == expected
