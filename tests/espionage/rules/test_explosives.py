"""The Blow Up table row by row, and the effects of a blast."""

from __future__ import annotations

import pytest

from ambush.rules.call import Fighter
from campaign.house_rules.rules.house import HouseRules
from campaign.ledger.rules.gear import Packed
from campaign.roster.rules.spies import Kit
from engine.values import changed
from espionage.rules.explosives import blast_hits
from espionage.rules.values import AmbushCalled, Blast, ChaseDecided, ExplosivesRolled
from tests.espionage.rules.scene import (
    ARMED,
    A,
    B,
    blow_up,
    guard,
    infiltrate,
    play,
    sheet_of,
    team_file,
    with_person,
)

DAMAGE = (3, 3, 2, 2)
FRONT = 1


def mission_report(week):
    (mission,) = week.debrief(A).missions
    return mission


@pytest.mark.parametrize("total", [3, 4, 5, 6])
def test_blow_up_3_to_6_reaches_no_vehicle(total):
    week = play(sheet_of(blow_up("ada")), a=(total,))
    assert mission_report(week).ending == "failed"
    assert not week.all(ExplosivesRolled, A)


@pytest.mark.parametrize("total", [7, 8, 9, 10])
def test_blow_up_7_to_10_reaches_a_random_vehicle(total):
    week = play(sheet_of(blow_up("ada", "b1")), a=(total, 7), sealed=(3,))
    assert mission_report(week).victim == "b3"


@pytest.mark.parametrize("total", [11, 12])
def test_blow_up_11_and_12_reach_the_chosen_vehicle(total):
    week = play(sheet_of(blow_up("ada", "b2")), a=(total, 7))
    assert mission_report(week).victim == "b2"


def test_explosives_2_or_less_go_off_in_hand_with_full_damage():
    week = play(sheet_of(blow_up("ada", "b1")), a=(11, 2), harm=(*DAMAGE, FRONT))
    (hit,) = week.effects.vehicle_hits
    assert (hit.vehicle, hit.strike.hits, hit.location) == ("b1", 10, 1)
    (hurt,) = week.effects.hurt
    assert (hurt.character, hurt.hits, hurt.how, hurt.after) == (
        "ada",
        10,
        "own_explosives",
        "dead",
    )
    assert mission_report(week).ending == "exploded"


def test_e13_body_armour_counts_for_the_bomber():
    week = play(sheet_of(blow_up("ada", "b1", kit=ARMED)), a=(11, 2), harm=(1, 1, 1, 1, FRONT))
    assert week.effects.hurt[0].hits == 1
    assert week.effects.hurt[0].after == "standing"


def test_e37_impact_armour_halves_the_bombers_own_blast():
    kit = Kit(items=(Packed(gear="impact_armour"),))
    house = HouseRules(gear_list="full")
    week = play(
        sheet_of(blow_up("ada", "b1", kit=kit)), house=house, a=(11, 2), harm=(*DAMAGE, FRONT)
    )
    assert week.effects.hurt[0].hits == 2
    assert week.effects.vehicle_hits[0].strike.hits == 10


@pytest.mark.parametrize("total", [3, 4])
def test_explosives_3_and_4_go_off_soon_with_full_damage(total):
    week = play(sheet_of(blow_up("ada", "b1")), a=(11, total), harm=(*DAMAGE, FRONT))
    assert week.effects.vehicle_hits[0].strike.hits == 10
    assert week.effects.hurt == ()


@pytest.mark.parametrize("total", [5, 6])
def test_explosives_5_and_6_do_half_damage_rounded_down(total):
    week = play(sheet_of(blow_up("ada", "b1")), a=(11, total), harm=(3, 3, 3, 2, FRONT))
    assert week.effects.vehicle_hits[0].strike.hits == 5


@pytest.mark.parametrize("total", [7, 8, 9])
def test_explosives_7_to_9_are_a_dud(total):
    week = play(sheet_of(blow_up("ada", "b1")), a=(11, total))
    assert mission_report(week).ending == "dud"
    assert (week.effects.vehicle_hits, week.effects.charges) == ((), ())


@pytest.mark.parametrize(
    ("total", "due", "halves"),
    [(10, "after_duel", 2), (11, "after_duel", 2), (12, "first_phase", 4)],
)
def test_explosives_10_and_more_wait_for_the_duel(total, due, halves):
    week = play(sheet_of(blow_up("ada", "b1")), a=(11, total), harm=(*DAMAGE, FRONT))
    (charge,) = week.effects.charges
    assert (charge.vehicle, charge.due, charge.faces, charge.location, charge.halves) == (
        "b1",
        due,
        DAMAGE,
        1,
        halves,
    )
    assert week.effects.vehicle_hits == ()
    assert (mission_report(week).ending, mission_report(week).bang) == ("waiting", None)


@pytest.mark.parametrize(("halves", "hits"), [(1, 5), (2, 11), (4, 22)])
def test_e13_damage_is_rolled_once_then_halved_or_doubled(halves, hits):
    assert blast_hits(Blast(faces=(5, 3, 2, 1), location=1, halves=halves, due="now")) == hits


@pytest.mark.parametrize(("bricks", "dice"), [(1, 4), (2, 6), (3, 7), (4, 8), (5, 9), (6, 10)])
def test_e13_number_of_dice_depends_on_the_bricks(bricks, dice):
    week = play(sheet_of(blow_up("ada", "b1", bricks=bricks)), a=(11, 3), harm=(*[1] * dice, FRONT))
    assert week.effects.vehicle_hits[0].strike.hits == dice


@pytest.mark.parametrize(
    ("face", "location"), [*enumerate(("front", "back", "left", "right", "top", "under"), start=1)]
)
def test_e13_location_die_chooses_the_side(face, location):
    week = play(sheet_of(blow_up("ada", "b1")), a=(11, 3), harm=(*DAMAGE, face))
    assert week.effects.vehicle_hits[0].strike.location == location


def test_e13_blast_goes_through_armour_then_that_side_then_the_plant():
    week = play(sheet_of(blow_up("ada", "b1", bricks=2)), a=(11, 3), harm=(6, 6, 6, 6, 6, 6, FRONT))
    strike = week.effects.vehicle_hits[0].strike
    assert [(wear.part, wear.lost) for wear in strike.damage] == [
        ("armour:front", 10),
        ("weapon:1", 3),
        ("plant", 8),
    ]
    assert (strike.absorbed, strike.spent, strike.crew) == (10, 15, ())


def test_two_explosions_damage_a_vehicle_one_after_the_other():
    week = play(
        sheet_of(blow_up("ada", "b1"), blow_up("abe", "b1")),
        a=(11, 3, 11, 3),
        harm=(*DAMAGE, FRONT),
        domains={("harm", A, B, 2): (*DAMAGE, FRONT)},
    )
    first, second = week.effects.vehicle_hits
    assert first.strike.damage[0].part == "armour:front"
    assert second.strike.damage[0].part == "weapon:1"


def test_e12_wounds_and_missing_training_lower_explosives_rolls():
    alphas = with_person(team_file("alphas"), "ada", dp=2, skills={"explosives": -4})
    house = HouseRules(untrained_bombers=True)
    week = play(
        sheet_of(blow_up("ada", "b1")),
        files=(alphas, team_file("betas")),
        house=house,
        a=(12, 12),
        harm=(*DAMAGE, FRONT),
        sealed=(1,),
    )
    assert week.one(ExplosivesRolled, A).throw.modifier == -6


def test_e17_bomb_needs_a_vehicle():
    week = play(
        sheet_of(blow_up("ada")),
        files=(team_file("alphas"), team_file("betas", garage=())),
        a=(11,),
    )
    assert mission_report(week).ending == "nobody_there"


@pytest.mark.parametrize("total", [2, 5, 8, 12])
def test_e13_bricks_are_always_spent(total):
    week = play(
        sheet_of(blow_up("ada", "b1", bricks=2, on_twelve="infiltrate")),
        a=(total, 7)[: 2 if total == 8 else 1],
        sealed=(1,) if total == 8 else (),
    )
    assert ("plastique", -2) in [(row.gear, row.count) for row in week.effects.stock]
    assert ("plastique", 2) in [(row.gear, row.count) for row in week.effects.stock]
    assert week.effects.payments[0].dollars == 6000


# --- the chase ------------------------------------------------------------------------------------


def test_by_default_bombers_are_not_chased():
    week = play(
        sheet_of(blow_up("ada", "b1")),
        sheet_of(guard("bea")),
        a=(11, 3),
        b=(5,),
        harm=(*DAMAGE, FRONT),
    )
    assert week.over


def test_explosives_3_and_4_allow_an_ambush_of_the_bomber_at_the_truck_stop():
    week = play(
        sheet_of(blow_up("ada", "b1")),
        sheet_of(guard("bea"), chase_bombers=True, section=2),
        a=(11, 4),
        b=(5,),
        harm=(*DAMAGE, FRONT),
    )
    assert week.one(ChaseDecided, B).spy == "bea"
    ambush = week.state.hidden.ambush
    assert (ambush.cause, ambush.map, ambush.section) == ("bomber", "truck_stop", 0)
    assert (ambush.ambusher.id, ambush.ambushed.id) == ("bea", "ada")
    assert mission_report(week.fought()).ending == "exploded"


def test_e21_after_a_counterspys_2_there_is_one_ambush_and_no_chase():
    week = play(
        sheet_of(blow_up("ada", "b1")),
        sheet_of(guard("bea"), chase_bombers=True),
        a=(11, 3),
        b=(2,),
        harm=(*DAMAGE, FRONT),
    )
    assert week.state.hidden.ambush.cause == "ambushed"
    assert week.fought().over
    assert len(week.all(AmbushCalled, A)) == 1


def test_e21_no_chase_follows_an_ambush_before_the_mission():
    week = play(
        sheet_of(blow_up("ada", "b1")),
        sheet_of(guard("bea", kit=ARMED), chase_bombers=True, on_counterspy_twelve="ambush"),
        a=(11,),
        b=(12,),
    )
    after = week.fought(ambusher=Fighter(left="edge"), a=(3,), harm=(*DAMAGE, FRONT))
    assert after.over
    assert mission_report(after).ending == "exploded"


def test_e21_no_ambush_follows_explosives_in_hand():
    week = play(
        sheet_of(blow_up("ada", "b1")),
        sheet_of(guard("bea")),
        a=(11, 2),
        b=(2,),
        harm=(*DAMAGE, FRONT),
    )
    assert week.over
    assert not week.all(AmbushCalled, A)


def test_bomber_is_not_chased_if_no_counterspy_is_on_duty():
    week = play(
        sheet_of(blow_up("ada", "b1")),
        sheet_of(infiltrate("bea", "alphas"), chase_bombers=True),
        a=(11, 3),
        b=(5,),
        harm=(*DAMAGE, FRONT),
    )
    assert week.over


def test_e36_chaser_can_be_another_counterspy_than_the_one_who_rolled():
    sheet = sheet_of(guard("bea"), guard("ben"), chase_bombers=True, counterspy_by="listed")
    week = play(
        sheet_of(blow_up("ada", "b1", kit=Kit(items=(Packed(gear="knife"),)))),
        sheet,
        a=(11, 3),
        b=(5,),
        harm=(*DAMAGE, FRONT),
    )
    assert week.state.hidden.ambush.ambusher.id == "bea"
    assert changed(week.state.hidden.ambush.ambushed, fired=()).kit.items == (Packed(gear="knife"),)
