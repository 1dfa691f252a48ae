"""Pistol and submachine gun (rulebook; S1, S4, S9, S17)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from minigames.shambattle.rules.fire import figures_under, find_shot, shots_of, sprays_of, triangle
from minigames.shambattle.rules.values import Man, Shoot, Spray, Volley
from tests.minigames.shambattle.scene import (
    BOSS,
    COMMANDO,
    COMMANDO_2,
    GUARD,
    GUARD_2,
    HENCHMAN,
    MASTERMIND,
    OFFICER,
    SPY,
    end_turn,
    play,
    refusal_code,
    table,
)

HERE = (1000, 1000)


def firing_line(shooter, distance, **more):
    """Return a table with a guard this far west of a shooter, from edge to centre."""
    return table(SPY, "fire", **{f"m{shooter}": HERE}, m5=(950 - distance, 1000), **more)


@pytest.mark.parametrize(
    ("shooter", "distance", "needs"),
    [
        (OFFICER, 56, 4),
        (OFFICER, 200, 4),
        (OFFICER, 201, 5),
        (OFFICER, 400, 5),
        (COMMANDO, 56, 4),
        (COMMANDO, 300, 4),
        (COMMANDO, 301, 5),
        (COMMANDO, 600, 5),
    ],
)
@pytest.mark.parametrize("over", [0, 1])
def test_pistol_and_submachine_gun_hit_by_range(shooter, distance, needs, over):
    after, (shot,) = play(
        firing_line(shooter, distance), Shoot(man=shooter, at=GUARD), needs - over
    )
    assert (shot.needed, shot.hit, after.men[GUARD].here) == (needs, not over, bool(over))


@pytest.mark.parametrize(("shooter", "distance"), [(OFFICER, 401), (COMMANDO, 601)])
def test_target_out_of_range_cannot_be_shot(shooter, distance):
    assert (
        refusal_code(firing_line(shooter, distance), Shoot(man=shooter, at=GUARD)) == "out-of-range"
    )


def test_s5_henchman_carries_a_pistol():
    where = table(MASTERMIND, "fire", m1=HERE, m22=(450, 1000))
    assert refusal_code(where, Shoot(man=HENCHMAN, at=COMMANDO)) == "out-of-range"


def test_s9_each_man_fires_once_a_turn():
    after, _ = play(firing_line(COMMANDO, 300), Shoot(man=COMMANDO, at=GUARD), 1)
    assert refusal_code(after, Shoot(man=COMMANDO, at=GUARD)) == "fired-already"
    assert not end_turn(after)[0].men[COMMANDO].fired


def test_soldiers_in_contact_cannot_shoot():
    where = firing_line(COMMANDO, 300, m6=(1000, 1105))
    assert refusal_code(where, Shoot(man=COMMANDO, at=GUARD)) == "touching"
    assert play(firing_line(COMMANDO, 300, m6=(1000, 1106)), Shoot(man=COMMANDO, at=GUARD), 6)


def test_stunned_man_cannot_shoot_but_can_be_shot():
    stunned = table(SPY, "fire", m22=Man(spot=HERE, here=True, stun=1), m5=(1300, 1000))
    assert refusal_code(stunned, Shoot(man=COMMANDO, at=GUARD)) == "stunned"
    target = table(SPY, "fire", m22=HERE, m5=Man(spot=(1300, 1000), here=True, stun=1))
    assert play(target, Shoot(man=COMMANDO, at=GUARD), 4)[1][0].hit


def test_s4_wall_blocks_the_line_of_fire():
    where = table(SPY, "fire", m22=(1300, 600), m5=(1600, 600))
    assert refusal_code(where, Shoot(man=COMMANDO, at=GUARD)) == "no-line"
    through_the_door = table(SPY, "fire", m22=(1800, 1400), m5=(1800, 1100))
    assert play(through_the_door, Shoot(man=COMMANDO, at=GUARD), 4)


@pytest.mark.parametrize("side", [COMMANDO_2, GUARD_2])
def test_s4_s29_figure_of_either_side_blocks_the_line_unless_only_grazed(side):
    assert (
        refusal_code(
            firing_line(COMMANDO, 300, **{f"m{side}": (850, 1049)}), Shoot(man=COMMANDO, at=GUARD)
        )
        == "no-line"
    )
    assert play(
        firing_line(COMMANDO, 300, **{f"m{side}": (825, 1050)}), Shoot(man=COMMANDO, at=GUARD), 4
    )


def test_s29_line_that_touches_the_corner_of_a_wall_is_blocked():
    """The north-west corner of the laboratory at 14, 12."""
    assert (
        refusal_code(
            table(SPY, "fire", m22=(1300, 1100), m5=(1500, 1300)), Shoot(man=COMMANDO, at=GUARD)
        )
        == "no-line"
    )
    assert play(
        table(SPY, "fire", m22=(1300, 1101), m5=(1500, 1301)), Shoot(man=COMMANDO, at=GUARD), 4
    )


def test_s4_consoles_do_not_block_the_line():
    assert play(
        table(SPY, "fire", m22=(1800, 650), m5=(1800, 1000)), Shoot(man=COMMANDO, at=GUARD), 4
    )


def test_s9_touching_a_console_across_the_line_steadies_the_shooter():
    where = table(SPY, "fire", m22=(1800, 700), m5=(1800, 1000))
    shot = find_shot(where, COMMANDO, GUARD)
    assert (shot.steady, shot.covered, shot.chance) == (True, False, Fraction(4, 6))
    assert play(where, Shoot(man=COMMANDO, at=GUARD), 3)[1][0].hit


def test_s9_touching_a_console_from_the_other_side_gives_cover():
    where = table(SPY, "fire", m22=(1800, 600), m5=(1800, 900))
    shot = find_shot(where, COMMANDO, GUARD)
    assert (shot.steady, shot.covered, shot.chance) == (False, True, Fraction(2, 6))
    assert not play(where, Shoot(man=COMMANDO, at=GUARD), 4)[1][0].hit
    assert play(where, Shoot(man=COMMANDO, at=GUARD), 5)[1][0].hit


def test_s9_effects_of_both_at_one_console_cancel_out():
    shot = find_shot(table(SPY, "fire", m22=(1800, 700), m5=(1800, 900)), COMMANDO, GUARD)
    assert shot.steady and shot.covered and shot.modifier == 0


def test_s9_console_beside_the_line_or_untouched_gives_no_cover():
    assert (
        find_shot(table(SPY, "fire", m22=(1800, 700), m5=(1600, 600)), COMMANDO, GUARD).modifier
        == 0
    )
    assert (
        find_shot(table(SPY, "fire", m22=(1800, 694), m5=(1800, 906)), COMMANDO, GUARD).modifier
        == 0
    )
    assert (
        find_shot(table(SPY, "fire", m22=(1800, 695), m5=(1800, 906)), COMMANDO, GUARD).modifier
        == 1
    )


def test_s7_mastermind_shoots_a_pistol_and_can_be_shot():
    where = table(MASTERMIND, "fire", m0=HERE, m22=(600, 1000))
    assert play(where, Shoot(man=BOSS, at=COMMANDO), 5)[1][0].hit
    after, events = play(
        table(SPY, "fire", m0=HERE, m22=(600, 1000)), Shoot(man=COMMANDO, at=BOSS), 6
    )
    assert after.mastermind == "dead" and events[-1].fate == "dead"


def test_s13_captive_cannot_shoot_or_be_shot():
    captive = {
        "m0": HERE,
        "m22": (1100, 1000),
        "m23": (1400, 1300),
        "mastermind": "captive",
        "guards": (COMMANDO,),
    }
    assert (
        refusal_code(table(MASTERMIND, "fire", **captive), Shoot(man=BOSS, at=COMMANDO_2))
        == "captive"
    )
    assert (
        refusal_code(table(SPY, "fire", **captive), Shoot(man=COMMANDO_2, at=BOSS))
        == "not-an-enemy"
    )


@pytest.mark.parametrize(
    ("side", "shooter", "enemy"), [(SPY, COMMANDO_2, GUARD), (MASTERMIND, GUARD, COMMANDO_2)]
)
def test_s24_neither_side_can_fire_a_spray_that_overlaps_a_captive(side, shooter, enemy):
    men = {"m0": (1250, 1000), "m22": (1250, 1100), f"m{shooter}": HERE, f"m{enemy}": (1150, 1000)}
    where = table(side, "fire", **men, mastermind="captive", guards=(COMMANDO,))
    assert refusal_code(where, Spray(man=shooter, aim=(1300, 1000))) == "friend-under"
    assert sprays_of(where, shooter) == ()


def test_s13_touching_the_captive_does_not_stop_a_guard_from_shooting():
    where = table(
        SPY,
        "fire",
        m0=HERE,
        m22=(900, 1000),
        m5=(500, 1000),
        mastermind="captive",
        guards=(COMMANDO,),
    )
    assert play(where, Shoot(man=COMMANDO, at=GUARD), 4)


# --- spray (S17) ----------------------------------------------------------------------------------


def spray_table(**men):
    return table(SPY, "fire", m22=HERE, **men)


def test_everyone_under_the_cone_is_removed_without_a_roll():
    where = spray_table(m5=(1150, 1000), m6=(1260, 1000), m1=(1260, 1120))
    after, (event,) = play(where, Spray(man=COMMANDO, aim=(1300, 1000)))
    assert event.hit == (HENCHMAN, GUARD, GUARD_2)
    assert not any(after.men[n].here for n in event.hit)


def test_s17_triangle_starts_half_an_inch_out_and_is_1_5_inches_wide_at_2_5():
    assert triangle(HERE, (1700, 1000)) == ((1050, 1000), (1250, 1075), (1250, 925))
    assert triangle(HERE, (1000, 900)) == ((1000, 950), (1075, 750), (925, 750))


@pytest.mark.parametrize(
    ("spot", "is_under"),
    [((1299, 1000), True), ((1300, 1000), False), ((1250, 1124), True), ((1250, 1125), False)],
)
def test_s17_man_whose_disc_overlaps_the_triangle_is_under_it(spot, is_under):
    where = spray_table(m5=spot, m6=(1150, 1000))
    assert (GUARD in figures_under(where, COMMANDO, (1900, 1000))) == is_under


def test_spray_at_friendly_troops_is_refused():
    where = spray_table(m5=(1150, 1000), m23=(1260, 1000))
    assert refusal_code(where, Spray(man=COMMANDO, aim=(1300, 1000))) == "friend-under"
    assert sprays_of(where, COMMANDO) == ()


def test_s17_wall_protects_from_the_spray_but_cover_and_men_do_not():
    walled = table(SPY, "fire", m22=(1300, 600), m5=(1500, 600), m23=(1500, 720))
    assert figures_under(walled, COMMANDO, (1600, 650)) == ()
    assert refusal_code(walled, Spray(man=COMMANDO, aim=(1600, 650))) == "nobody-under"
    assert figures_under(
        table(SPY, "fire", m22=(1800, 700), m5=(1800, 900)), COMMANDO, (1800, 900)
    ) == (GUARD,)


def test_s17_s23_only_an_untouched_submachine_gun_sprays_once_at_someone():
    assert (
        refusal_code(
            table(SPY, "fire", m18=HERE, m5=(1200, 1000)), Spray(man=OFFICER, aim=(1300, 1000))
        )
        == "no-spray"
    )
    assert (
        refusal_code(spray_table(m5=(1100, 1000)), Spray(man=COMMANDO, aim=(1300, 1000)))
        == "touching"
    )
    assert refusal_code(spray_table(m5=(1200, 1000)), Spray(man=COMMANDO, aim=HERE)) == "no-aim"
    assert (
        refusal_code(spray_table(m5=(1200, 1000)), Spray(man=COMMANDO, aim=(700, 1000)))
        == "nobody-under"
    )
    after, _ = play(
        spray_table(m5=(1200, 1000), m6=(1000, 1200)), Spray(man=COMMANDO, aim=(1300, 1000))
    )
    assert refusal_code(after, Spray(man=COMMANDO, aim=(1000, 1300))) == "fired-already"


def test_every_listed_shot_is_legal():
    where = spray_table(m5=(1300, 1000), m6=(1600, 1000), m1=(1000, 1500))
    listed = {shot.at: shot for shot in shots_of(where, COMMANDO)}
    assert listed.keys() == {GUARD, HENCHMAN}, "the second guard stands behind the first"
    assert (listed[GUARD].distance, listed[GUARD].chance) == (250, Fraction(1, 2))
    assert refusal_code(where, Shoot(man=COMMANDO, at=GUARD_2)) == "no-line"


def test_s10_firing_belongs_to_its_step():
    assert (
        refusal_code(table(SPY, "move", m22=HERE, m5=(1300, 1000)), Shoot(man=COMMANDO, at=GUARD))
        == "wrong-step"
    )
    assert (
        refusal_code(
            table(SPY, "judo", m22=HERE, m5=(1300, 1000)), Spray(man=COMMANDO, aim=(1300, 1000))
        )
        == "wrong-step"
    )


# --- volleys --------------------------------------------------------------------------------------


def test_s35_volley_is_fired_in_order_and_men_without_a_target_can_fire_again():
    where = table(SPY, "fire", m22=(1000, 1800), m23=(1000, 2000), m5=(1400, 1800), m6=(1400, 2400))
    told = Volley(fire=(Shoot(man=COMMANDO, at=GUARD), Shoot(man=COMMANDO_2, at=GUARD)))
    after, events = play(where, told, 6)
    assert [(each.man, each.hit) for each in events] == [(COMMANDO, True)]
    assert after.men[COMMANDO].fired and not after.men[COMMANDO_2].fired
    after, events = play(where, told, 1, 6)
    assert [(each.man, each.hit) for each in events] == [(COMMANDO, False), (COMMANDO_2, True)]


def test_s35_volley_can_count_on_its_bursts_and_lists_nobody_twice():
    where = table(SPY, "fire", m22=(1000, 1800), m18=(900, 1900), m5=(1200, 1800), m6=(1350, 1800))
    burst = Spray(man=COMMANDO, aim=(1200, 1800))
    after, _ = play(where, Volley(fire=(burst,)))
    assert not after.men[GUARD].here
    assert refusal_code(where, Volley(fire=(burst, burst))) == "fired-already"
    assert refusal_code(where, Volley(fire=(Shoot(man=GUARD, at=COMMANDO),))) == "not-yours"
