"""Thrown and launched grenades and their effects (P18)."""

from __future__ import annotations

from typing import Any

import pytest

from ambush.rules.game import AMBUSH
from ambush.rules.ground import OFF_MAP, square_at
from ambush.rules.outcome import ambush_result
from ambush.rules.values import Attacked, Burst, Cloud, Dazzled, Fire, Suffered, Throw
from campaign.ledger.rules.gear import GEAR
from engine.game import Refusal
from engine.values import changed

from .scene import ADA, BEA, RIFLE, STAY, Turn, fighter, ground_with, plan, standoff

NEAR: dict[str, Any] = {"here": (20, 20), "there": (20, 32)}


def make_thrower(*gear, **facts):
    return fighter(0, *gear, **facts)


def throw_grenade(state, gear, square=None, *faces, two=STAY, words="", phase=1):
    action = Throw(
        gear=f"{gear}_grenade", at=OFF_MAP if square is None else square_at(*square), phase=phase
    )
    return Turn(state, plan(words, action, vanish=False), two, *faces)


@pytest.mark.parametrize(
    ("key", "dice", "add", "cost"),
    [
        ("explosive", 1, 0, 25),
        ("concussion", 0, 1, 40),
        ("flechette", 1, 0, 20),
        ("flaming_oil", 1, -2, 75),
        ("smoke", 0, 0, 20),
        ("tear_gas", 0, 0, 30),
        ("paint", 0, 0, 20),
        ("flash", 0, 0, 150),
    ],
)
def test_p18_grenade_table_matches_the_catalogue(key, dice, add, cost):
    gear = GEAR[f"{key}_grenade"]
    assert (gear.grenade.dice, gear.grenade.add, gear.cost, gear.half_ge) == (dice, add, cost, 2)
    assert (gear.grenade.to_hit, gear.grenade.thrown) == (9, 16)


def test_p18_p23_grenade_at_a_square_needs_nine_without_target_modifiers():
    (event,) = throw_grenade(
        standoff(make_thrower("smoke_grenade"), **NEAR), "smoke", (20, 30), 4, 4
    ).heard(ADA, Attacked)
    assert ({part.name: part.value for part in event.parts}, event.need, event.hit) == (
        {"not moving": 1},
        8,
        True,
    )


def test_p18_grenade_at_a_person_has_minus_three():
    (event,) = throw_grenade(
        standoff(make_thrower("smoke_grenade"), **NEAR), "smoke", None, 5, 6
    ).heard(ADA, Attacked)
    assert {part.name: part.value for part in event.parts} == {
        "on foot": -3,
        "target not moving": 1,
        "not moving": 1,
    }
    assert event.at == square_at(20, 32)


def test_p18_grenade_range_is_four_inches():
    with pytest.raises(Refusal, match="The range of the Smoke grenade is 16 squares"):
        throw_grenade(standoff(make_thrower("smoke_grenade")), "smoke", (20, 37))
    assert throw_grenade(
        standoff(make_thrower("smoke_grenade")), "smoke", (20, 37), 6, 6, words="s", phase=1
    ).heard(ADA, Attacked)
    assert (
        throw_grenade(standoff(make_thrower("smoke_grenade")), "smoke").heard(ADA, Attacked) == []
    ), "the enemy is 24 squares away"


def test_p18_grenade_cannot_be_thrown_at_solid_squares_or_over_walls():
    ground = ground_with(("#", 20, 25), ("#", 19, 25), ("#", 21, 25))
    with pytest.raises(Refusal, match="Throw at an open square"):
        throw_grenade(
            standoff(make_thrower("smoke_grenade"), ground=ground, **NEAR), "smoke", (20, 25)
        )
    assert (
        throw_grenade(
            standoff(make_thrower("smoke_grenade"), ground=ground, **NEAR), "smoke", (20, 28)
        ).heard(ADA, Attacked)
        == []
    )


def test_p18_thrown_grenade_is_used_up_and_must_be_carried():
    turn = throw_grenade(standoff(make_thrower("smoke_grenade"), **NEAR), "smoke", (20, 30), 6, 6)
    assert [(item.gear, item.count) for item in turn.ada.man.spent] == [("smoke_grenade", 1)]
    with pytest.raises(Refusal, match="You do not have this grenade"):
        throw_grenade(turn.state, "smoke", (20, 30))


def test_p18_grenade_bursts_at_the_end_of_the_turn_where_it_landed():
    state = standoff(make_thrower("explosive_grenade"), fighter(1, dp=9), **NEAR)
    turn = throw_grenade(state, "explosive", None, 6, 6, 4, two=plan("s, s, s, s, s"))
    assert turn.heard(BEA, Burst) == [
        Burst(by=ADA, gear="explosive_grenade", at=square_at(20, 32), faces=(4,))
    ]
    assert turn.bea.man.hits == 0, "five squares away by then"


def test_p14_burst_sounds_the_same_whether_or_not_it_hit_someone():
    bursts = []
    for there in ((20, 32), (20, 38)):
        state = standoff(
            make_thrower("explosive_grenade"), fighter(1, dp=9), here=(20, 20), there=there
        )
        turn = throw_grenade(state, "explosive", (20, 30), 6, 6, 4)
        bursts += [(turn.bea.man.hits > 0, turn.heard(None, Burst), turn.heard(ADA, Burst))]
    (hurt, *one), (missed, *other) = bursts
    assert (hurt, missed) == (True, False)
    assert one == other


@pytest.mark.parametrize(
    ("there", "hits"),
    [((20, 30), 5), ((21, 31), 5), ((20, 32), 2), ((20, 34), 2), ((20, 35), 0), ((23, 33), 0)],
)
def test_p18_damage_is_full_within_a_square_and_half_to_four_squares(there, hits):
    state = standoff(
        make_thrower("explosive_grenade"), fighter(1, dp=9), here=(20, 20), there=there
    )
    assert throw_grenade(state, "explosive", (20, 30), 6, 6, 5).bea.man.hits == hits


def test_p18_burst_also_hurts_the_thrower_and_can_fell_both():
    state = standoff(make_thrower("explosive_grenade"), here=(20, 20), there=(20, 23))
    turn = throw_grenade(state, "explosive", (20, 22), 6, 6, 6)
    assert [own.man.hits for own in turn.state.own] == [3, 6]
    assert turn.table.ending == "death"
    assert AMBUSH.outcome(turn.state).winners == ()
    assert ambush_result(turn.state).ambusher.felled_with == "handgunner"


def test_p13_falling_to_ones_own_grenade_earns_no_points():
    turn = throw_grenade(
        standoff(make_thrower("explosive_grenade"), **NEAR), "explosive", (20, 21), 6, 6, 6
    )
    assert (turn.table.ending, AMBUSH.outcome(turn.state).winners) == ("death", (BEA,))
    assert [own.man.felled_with for own in turn.state.own] == ["", ""]


def test_p18_burst_does_not_reach_behind_walls():
    ground = ground_with(*[("#", x, 31) for x in range(17, 24)])
    state = standoff(
        make_thrower("explosive_grenade"),
        fighter(1, dp=9),
        here=(20, 20),
        there=(20, 32),
        ground=ground,
    )
    assert throw_grenade(state, "explosive", (20, 30), 6, 6, 6).bea.man.hits == 0


def test_p18_crouching_behind_a_fence_protects_from_a_burst_in_front():
    ground = ground_with(*[("f", x, 31) for x in range(17, 24)])
    state = standoff(make_thrower("explosive_grenade"), fighter(1, dp=9), ground=ground, **NEAR)
    assert throw_grenade(state, "explosive", (20, 29), 6, 6, 6).bea.man.hits == 3
    low = standoff(
        make_thrower("explosive_grenade"),
        fighter(1, dp=9),
        ground=ground,
        crouched=(False, True),
        **NEAR,
    )
    assert throw_grenade(low, "explosive", (20, 29), 6, 6, 6).bea.man.hits == 0


def test_p18_missed_throw_scatters_by_1d_plus_the_margin_in_eight_directions():
    """The throw needs 8, rolls 6 and fails by 2. Direction 3 is east. The die shows 4."""
    (event,) = throw_grenade(
        standoff(make_thrower("smoke_grenade"), **NEAR), "smoke", (20, 30), 3, 3, 3, 4
    ).heard(ADA, Attacked)
    assert (event.drift, event.at) == ((3, 6), square_at(26, 30))


def test_p24_missed_grenade_stops_at_walls_and_has_no_effect_off_the_map():
    wall = standoff(make_thrower("smoke_grenade"), ground=ground_with(("#", 23, 30)), **NEAR)
    assert throw_grenade(wall, "smoke", (20, 30), 3, 3, 3, 4).heard(ADA, Attacked)[
        0
    ].at == square_at(22, 30)
    edge = standoff(make_thrower("smoke_grenade"), here=(40, 20), there=(40, 32))
    turn = throw_grenade(edge, "smoke", (44, 30), 3, 3, 3, 4)
    assert turn.heard(ADA, Attacked)[0].at == OFF_MAP and turn.heard(ADA, Burst) == []


def test_p18_smoke_blocks_sight_for_ten_turns():
    turn = throw_grenade(standoff(make_thrower("smoke_grenade"), **NEAR), "smoke", (20, 26), 6, 6)
    assert turn.table.clouds == (Cloud(kind="smoke", at=square_at(20, 26), until=11, by=ADA),)
    assert not turn.ada.mark.in_sight and not turn.bea.mark.in_sight
    tenth = Turn(
        changed(turn.state, table=changed(turn.table, turn=10)),
        plan(vanish=False),
        plan(vanish=False),
    )
    assert tenth.table.clouds == turn.table.clouds and not tenth.ada.mark.in_sight
    last = Turn(
        changed(turn.state, table=changed(turn.table, turn=11)),
        plan(vanish=False),
        plan(vanish=False),
    )
    assert last.table.clouds == () and last.ada.mark.in_sight


def test_p18_tear_gas_is_minus_four_on_all_rolls_without_a_mask():
    gas = (Cloud(kind="gas", at=square_at(20, 20), until=9, by=BEA),)
    for gear, value in ((("rifle",), -4), (("rifle", "gas_mask"), None)):
        (event,) = Turn(
            standoff(fighter(0, *gear), clouds=gas), plan(action=RIFLE), STAY, 1, 2
        ).heard(ADA, Attacked)
        assert {part.name: part.value for part in event.parts}.get("tear gas") == value
    (event,) = Turn(
        standoff(here=(20, 20), there=(20, 21), clouds=gas), plan(action=Fire()), STAY, 1, 2
    ).heard(ADA, Attacked)
    assert event.need == 11
    turn = throw_grenade(
        standoff(make_thrower("tear_gas_grenade"), **NEAR), "tear_gas", (20, 30), 6, 6
    )
    assert [cloud.until for cloud in turn.table.clouds] == [6], "five turns after this one"


@pytest.mark.parametrize(
    ("grenade", "goggles", "stopped"),
    [
        ("flash", True, True),
        ("flash", False, False),
        ("paint", True, False),
        ("paint", False, False),
    ],
)
def test_p18_paint_and_flash_blind_for_this_turn_and_the_next(grenade, goggles, stopped):
    gear = ("rifle", "tinted_goggles") if goggles else ("rifle",)
    state = standoff(make_thrower("rifle", f"{grenade}_grenade"), fighter(1, *gear), **NEAR)
    turn = throw_grenade(state, grenade, (20, 30), 6, 6)
    if stopped:
        assert turn.heard(BEA, Dazzled) == [] and turn.bea.mark.in_sight
        return
    assert turn.heard(BEA, Dazzled) == [Dazzled(until=2)]
    assert (turn.bea.mark.in_sight, turn.ada.mark.in_sight) == (False, True)
    assert not turn.ada.seen and turn.bea.seen
    turn = Turn(turn.state, plan(vanish=False), plan(action=RIFLE))
    assert turn.heard(BEA, Attacked) == []
    assert turn.bea.mark.in_sight, "he can see again the turn after"


def test_p18_p33_flaming_oil_burns_who_enters_or_stays_nearby():
    state = standoff(
        make_thrower("flaming_oil_grenade"), fighter(1, dp=9), here=(20, 20), there=(20, 30)
    )
    turn = throw_grenade(state, "flaming_oil", (20, 30), 6, 6, 5)
    assert turn.heard(BEA, Suffered) == [Suffered(phase=5, how="fire", armour=0, hits=3)]
    assert turn.table.clouds == (Cloud(kind="fire", at=square_at(20, 30), until=6, by=ADA),)
    turn = Turn(turn.state, STAY, plan("s, s, s"), 4)
    assert [event.hits for event in turn.heard(BEA, Suffered)] == [2], "one step through the flames"
    turn = Turn(turn.state, STAY, STAY)
    assert turn.heard(BEA, Suffered) == []


def test_p29_burning_to_death_counts_for_the_thrower():
    fire = (Cloud(kind="fire", at=square_at(20, 44), until=9, by=ADA),)
    turn = Turn(standoff(clouds=fire), STAY, STAY, 6)
    assert turn.table.ending == "death"
    assert ambush_result(turn.state).ambusher.felled_with == "handgunner"


def test_p7_launcher_fires_at_a_person_or_square_up_to_16_inches():
    launcher = fighter(0, "grenade_launcher")
    state = standoff(launcher, fighter(1, dp=9))
    turn = Turn(state, plan(action=Throw(gear="grenade_launcher")), STAY, 6, 6, 4)
    (event,) = turn.heard(ADA, Attacked)
    assert (event.need, turn.bea.man.hits) == (9, 4)
    assert [(item.gear, item.count) for item in turn.ada.man.fired] == [("grenade_launcher", 1)]
    with pytest.raises(Refusal, match="Aim a launcher like a throw"):
        AMBUSH.check(AMBUSH.view(state, ADA), plan(action=Fire(weapon="grenade_launcher")))


def test_p18_impact_armour_halves_blast_damage():
    state = standoff(
        make_thrower("explosive_grenade"),
        fighter(1, "impact_armour", dp=9),
        here=(20, 20),
        there=(20, 30),
    )
    assert throw_grenade(state, "explosive", (20, 30), 6, 6, 5).bea.man.hits == 2


def test_p28_unexploded_grenades_do_not_burst_after_the_duel():
    state = standoff(make_thrower("explosive_grenade"), **NEAR)
    turn = throw_grenade(state, "explosive", None, 6, 6, 6, 6, two=plan(action=RIFLE))
    assert turn.table.ending == "death" and turn.heard(ADA, Burst) == []


def test_p18_two_flashes_dazzle_no_longer_than_one():
    state = standoff(make_thrower("flash_grenade"), fighter(1, "flash_grenade"), **NEAR)
    answer = plan(action=Throw(gear="flash_grenade", at=square_at(20, 30), phase=1), vanish=False)
    turn = throw_grenade(state, "flash", (20, 30), 6, 6, 6, 6, two=answer)
    assert len(turn.heard(BEA, Burst)) == 2
    assert turn.heard(BEA, Dazzled) == [Dazzled(until=2)]
