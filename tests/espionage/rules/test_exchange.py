"""An ambush by doctrine: the numbers of P6 and P7, the doctrines, and a result that the week accepts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.rules.gear import GEAR, Packed
from engine.dice import SeededDice, odds_of, seed_from
from engine.values import Seat, changed
from espionage.rules.ambush.call import Ambush, Combatant, condition
from espionage.rules.answering import check_result
from espionage.rules.exchange import Ground, Man, exchange, fire_modifier, take_turn
from espionage.rules.files import Skills
from espionage.rules.orders import Kit
from tests.espionage.rules.scene import TRAINED

RIFLE = Kit(items=(Packed(gear="rifle"), Packed(gear="rifle_clip")))
PISTOL = Kit(items=(Packed(gear="heavy_pistol"),))
GUNS = [key for key, gear in GEAR.items() if gear.weapon]


def man(seat=0, kit=RIFLE, tactics="cautious", skills=TRAINED, **facts):
    facts = {"dp": 3, "full_dp": 3, "armour": 0, "fired": (), "live": False, **facts}
    return Combatant(seat=Seat(seat), team=f"t{seat}", id=f"p{seat}", name=f"P{seat}", kit=kit, tactics=tactics, skills=skills, **facts)


def meet(ambusher=None, other=None):
    return Ambush(
        by=Seat(0),
        order=1,
        against=Seat(1),
        number=1,
        nth=1,
        cause="hunted",
        map="midville",
        section=1,
        ambusher=ambusher or man(0),
        ambushed=other or man(1),
    )


def fights(ambush, count=200):
    return [exchange(ambush, SeededDice(seed_from(f"fight {number}"), 0)) for number in range(count)]


def chance(to_hit, **facts):
    """Percent of hitting, 2 always missing and 12 always hitting (P6)."""
    facts = {"handgunner": 0, "wounds": 0, "firer_still": True, "target_still": True, "cover": False, **facts}
    modifier = fire_modifier(24, **facts)
    totals = odds_of(lambda dice: sum(dice.roll(2)))
    return round(100 * sum(odds for total, odds in totals.items() if total == 12 or (total != 2 and total + modifier >= to_hit)))


@pytest.mark.parametrize(
    ("facts", "percent"),
    [({}, 42), ({"target_still": False}, 28), ({"cover": True}, 17), ({"handgunner": -4}, 3), ({"wounds": -2}, 17)],
    ids=["standing", "moving", "in cover", "untrained", "wounded firer"],
)
def test_p6_expected_play_at_24_squares_with_a_rifle_or_heavy_pistol(facts, percent):
    assert GEAR["rifle"].weapon.to_hit == GEAR["heavy_pistol"].weapon.to_hit == 7
    assert chance(7, **facts) == percent


@pytest.mark.parametrize(("squares", "modifier"), [(4, 1), (5, -3), (15, -3), (16, -4), (32, -5), (48, -6), (64, -7)])
def test_p6_range(squares, modifier):
    assert fire_modifier(squares, handgunner=0, wounds=0, firer_still=False, target_still=False, cover=False) == modifier


def test_the_same_dice_give_the_same_fight():
    dice = [SeededDice(seed_from("same"), 3, "fight") for _ in range(2)]
    assert exchange(meet(), dice[0]) == exchange(meet(), dice[1])


def test_p12_after_thirty_turns_both_withdraw():
    unarmed = man(1, Kit(), "cautious", changed(TRAINED, handgunner=-4))
    waiting = meet(man(0, RIFLE, "cautious"), changed(unarmed, tactics="aggressive", armour=0))
    assert all(1 <= result.turns <= 30 for result in fights(waiting))


def test_flee_first_runs_and_escapes_by_the_edge():
    ends = [result.ambushed.left for result in fights(meet(man(0, Kit(), "aggressive"), man(1, RIFLE, "flee_first")))]
    assert ends.count("edge") > 150


def test_p11_who_has_stealth_and_no_near_edge_hides_and_may_vanish_unseen_for_two_whole_turns():
    """Edges lie 9 to 20 squares off; who is wounded in the legs (running 0, 5 a turn) is always near one, so the edge is moved away."""
    hider = man(1, RIFLE, "flee_first", changed(TRAINED, stealth=3))
    ends = [_hiding(hider, number) for number in range(200)]
    assert all(turns >= 3 for left, turns in ends if left == "stealth")
    assert sum(left == "stealth" for left, _ in ends) > 150


def _hiding(hider, number):
    """The ambushed hides from an unarmed man, too far from any edge to run."""
    dice = SeededDice(seed_from(f"hide {number}"), 0)
    ground = Ground(
        ambusher=Man(who=man(0, Kit(), "aggressive", changed(TRAINED, martial_arts=-4)), edge=99),
        other=Man(who=hider, edge=99),
        apart=20,
        dice=dice,
    )
    turns = 0
    while turns < 30 and not ground.over:
        turns += 1
        take_turn(ground)
    return ground.other.left, turns


@pytest.mark.parametrize("who", [man(1, PISTOL, "cautious", Skills()), man(1, Kit(), "cautious")], ids=["untrained", "unarmed"])
def test_p15_the_untrained_and_the_unarmed_do_not_trade_shots(who):
    results = fights(meet(man(0, Kit()), who))
    assert not any(result.ambushed.fired for result in results)
    assert all(result.ambushed.left == "edge" or result.ambusher.left == "edge" for result in results)


def test_p15_a_pistol_leaves_rather_than_shoot_at_armour_from_afar():
    results = fights(meet(man(0, Kit(), "cautious", armour=3), man(1, PISTOL, "cautious")))
    assert not any(result.ambushed.fired for result in results)


def test_p9_an_aggressive_man_without_a_firearm_closes_and_fights_hand_to_hand():
    knife = man(0, Kit(items=(Packed(gear="knife"),)), "aggressive", changed(TRAINED, blade=3))
    fists = man(1, Kit(), "aggressive", changed(TRAINED, martial_arts=3))
    skills = {result.ambusher.felled_with for result in fights(meet(knife, fists))} | {
        result.ambushed.felled_with for result in fights(meet(knife, fists))
    }
    assert {"blade", "martial_arts"} <= skills


def test_p7_armour_is_lost_before_the_wearer_is_hurt():
    for result in fights(meet(man(0), man(1, armour=3))):
        assert result.ambushed.armour == 3 or result.ambushed.hits == 0


def test_a_fallen_man_earns_his_enemy_the_skill_he_was_felled_with():
    ambush = meet()
    for result in fights(ambush):
        assert (result.ambusher.felled_with == "handgunner") == (condition(ambush.ambushed, result.ambushed) != "standing")


def test_initiative_and_skill_pay():
    even = fights(meet(), 400)
    first = sum(result.ambusher.felled_with != "" for result in even)
    second = sum(result.ambushed.felled_with != "" for result in even)
    assert first > second
    sharp = fights(meet(man(0), man(1, skills=changed(TRAINED, handgunner=3))), 400)
    assert sum(result.ambushed.felled_with != "" for result in sharp) > second


def test_an_empty_magazine_is_reloaded_from_a_clip_and_then_done():
    ambush = meet(
        man(0, Kit(items=(Packed(gear="shotgun"), Packed(gear="shotgun_clip"))), "aggressive", changed(TRAINED, handgunner=-4)),
        man(1, Kit(), "aggressive", armour=90),
    )
    spent = [result.ambusher for result in fights(ambush, 50)]
    assert any(end.spent == (Packed(gear="shotgun_clip"),) for end in spent)


levels = st.integers(-4, 4)
skills_ = st.builds(Skills, stealth=levels, handgunner=levels, blade=levels, martial_arts=levels, running=levels)
kits = st.lists(st.sampled_from([*GUNS, "knife", "rifle_clip", "smg_clip", "body_armour", "smoke_grenade"]), max_size=5, unique=True).map(
    lambda keys: Kit(items=tuple(Packed(gear=key) for key in keys))
)
men = st.builds(
    lambda seat, kit, tactics, skills, dp, armour: man(seat, kit, tactics, skills, dp=dp, full_dp=max(3, dp), armour=armour),
    st.just(0),
    kits,
    st.sampled_from(["aggressive", "cautious", "flee_first"]),
    skills_,
    st.integers(2, 5),
    st.integers(0, 6),
)


@settings(max_examples=150, deadline=None)
@given(men, men, st.integers(0, 10**6))
def test_whoever_meets_the_fight_ends_and_its_result_is_one_the_week_accepts(one, two, seed):
    ambush = meet(one, changed(two, seat=Seat(1)))
    result = exchange(ambush, SeededDice(seed_from(str(seed)), 0))
    check_result(ambush, result)
    assert 1 <= result.turns <= 30
