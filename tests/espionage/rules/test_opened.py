"""What the end of a season opens and keeps closed, and luck compared with exact odds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ambush.rules.call import Fighter
from campaign.garage.rules.record import view_exterior
from campaign.ledger.rules.gear import Packed
from engine.values import Seat
from espionage.rules.luck import (
    all_rolls,
    chance_of_row_or_better,
    chance_of_row_or_worse,
    luckiest,
    tallies_by_seat,
    unluckiest,
)
from espionage.rules.redaction import COULD_NOT_PAY, Garages, redact_events
from espionage.rules.report import Spending
from espionage.rules.values import Debriefed, OrdersStruck
from tests.espionage.rules.scene import (
    ARMED,
    A,
    B,
    PlayedWeek,
    assassinate,
    blow_up,
    guard,
    infiltrate,
    play,
    sheet_of,
    team_file,
)

SECTION = {("ambush", A, B, 1): (1,)}


def garages(*gone: str) -> Garages:
    parked = [vehicle for team in ("alphas", "betas") for vehicle in team_file(team).garage]
    return Garages(
        out_of_play=frozenset(gone),
        exteriors={vehicle.id: view_exterior(vehicle.record) for vehicle in parked},
    )


def opened_debrief(week: PlayedWeek, seat: Seat, *gone: str):
    (debriefed,) = [
        event
        for event in redact_events(week.heard(seat), garages(*gone))
        if isinstance(event, Debriefed)
    ]
    return debriefed.debrief


# --- private facts --------------------------------------------------------------------------------


def test_sheet_is_opened_as_an_exterior_while_its_vehicle_is_in_play():
    week = play(sheet_of(infiltrate("ada")), a=(11,), sealed=(2,))
    (seen,) = week.debrief(A).missions[0].saw
    assert seen.sheet is not None
    (told,) = opened_debrief(week, A).missions[0].saw
    assert told.sheet is None
    assert told.exterior is not None
    assert (told.vehicle, told.exterior.name) == (seen.vehicle, seen.sheet.name)


def test_sheet_of_a_vehicle_out_of_play_is_opened_completely():
    week = play(sheet_of(infiltrate("ada")), a=(11,), sealed=(2,))
    (seen,) = week.debrief(A).missions[0].saw
    assert opened_debrief(week, A, seen.vehicle).missions[0].saw == (seen,)


def test_vehicle_damage_stays_private_but_the_bombs_dice_are_opened():
    week = play(sheet_of(blow_up("ada", "b1")), a=(11, 3), harm=(6, 6, 5, 5, 1))
    harm = week.debrief(B).harm[0]
    assert harm.damage
    assert opened_debrief(week, B).harm[0].damage == ()
    assert opened_debrief(week, B).harm[0].bang == harm.bang
    assert opened_debrief(week, B, "b1").harm[0] == harm


def test_general_points_stay_private_and_other_points_are_opened():
    week = play(
        sheet_of(infiltrate("ada", kit=ARMED)),
        sheet_of(guard("bea")),
        a=(8,),
        b=(2,),
        sealed=(),
        domains=SECTION,
    ).fought(Fighter(hits=1))
    assert "general" in {award.skill for award in week.debrief(A).awards}
    assert {award.skill for award in opened_debrief(week, A).awards} == {"espionage"}


def test_purchases_and_payments_stay_private():
    files = (team_file("alphas", stock=(Packed(gear="heavy_pistol"),)), team_file("betas"))
    week = play(sheet_of(infiltrate("ada", kit=ARMED)), files=files, a=(5,))
    assert week.debrief(A).spending.bought == (Packed(gear="body_armour"),)
    assert opened_debrief(week, A).spending == Spending()


def test_unpaid_order_does_not_reveal_the_balance():
    week = play(
        sheet_of(infiltrate("ada", kit=ARMED)),
        files=(team_file("alphas", money=17), team_file("betas")),
    )
    assert "$17" in week.one(OrdersStruck, A).struck[0].sentence
    (event,) = [
        event
        for event in redact_events(week.heard(A), garages())
        if isinstance(event, OrdersStruck)
    ]
    assert event.struck[0].sentence == COULD_NOT_PAY
    assert event.struck[0].order == week.one(OrdersStruck, A).struck[0].order


def test_other_events_are_opened_as_they_were_heard():
    week = play(
        sheet_of(infiltrate("ada"), assassinate("abe", "bea")),
        sheet_of(guard("bea")),
        a=(5, 6),
        b=(5, 9),
    )
    for seat in (A, B):
        kept = [event for event in week.heard(seat) if not isinstance(event, Debriefed)]
        assert [
            event
            for event in redact_events(week.heard(seat), garages())
            if not isinstance(event, Debriefed)
        ] == kept


# --- luck -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("modifier", "row", "good", "bad"),
    [
        (0, 7, Fraction(21, 36), Fraction(21, 36)),
        (0, 12, Fraction(1, 36), Fraction(1)),
        (0, 2, Fraction(1), Fraction(1, 36)),
        (3, 12, Fraction(10, 36), Fraction(1)),
        (-4, 2, Fraction(1), Fraction(15, 36)),
    ],
)
def test_e1_chance_of_a_row_or_better_and_of_a_row_or_worse(modifier, row, good, bad):
    assert (chance_of_row_or_better(modifier, row), chance_of_row_or_worse(modifier, row)) == (
        good,
        bad,
    )


def test_team_luck_compares_results_with_expected_ones():
    week = play(
        sheet_of(infiltrate("ada"), infiltrate("abe")),
        sheet_of(guard("bea")),
        a=(6, 12),
        b=(5, 9),
        sealed=(),
    )
    alphas, betas = tallies_by_seat(week.state.hidden.records, 2)
    assert (alphas.missions, alphas.successful_rolls, alphas.successes) == (2, 1, 0)
    assert alphas.expected == 2 * Fraction(21, 36)
    assert (betas.attempts, betas.stopped) == (2, 1)
    assert alphas.luck == 1 - 2 * Fraction(21, 36)
    assert betas.luck == 1 - betas.expected_stopped
    assert alphas.plus(alphas).missions == 4


def test_luckiest_and_unluckiest_rolls_are_named():
    week = play(
        sheet_of(infiltrate("ada"), infiltrate("abe")),
        sheet_of(guard("bea")),
        a=(6, 12),
        b=(5, 3),
        domains={("sealed", A, B, 2): (1,)},
    )
    found = list(all_rolls(week.state.hidden.records))
    assert (luckiest(found).character, unluckiest(found).character) == ("abe", "bea")
    assert luckiest([]) is None
