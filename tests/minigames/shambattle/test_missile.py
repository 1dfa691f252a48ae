"""The missile, capture, escort, escape and every grade of victory.

Rulebook; S6, S7, S11 and S13 to S15.
"""

from __future__ import annotations

import pytest

from engine.game import Outcome
from engine.values import changed, swap
from minigames.shambattle.rules.values import (
    BattleOver,
    Done,
    Drown,
    Holding,
    Judo,
    Man,
    MastermindSettled,
    MissileSettled,
    Push,
    Shoot,
    Spray,
    StepBegan,
)
from minigames.shambattle.rules.victory import grades_of, outcome
from tests.minigames.shambattle.scene import (
    BOSS,
    COMMANDO,
    COMMANDO_2,
    COMMANDO_3,
    COMMANDO_4,
    GUARD,
    GUARD_2,
    GUARD_3,
    MASTERMIND,
    SPY,
    end_turn,
    end_turns,
    play,
    refusal_code,
    table,
    walk,
    with_spot,
)

WEST, EAST = (2920, 1800), (3060, 1800)
HOLD = {"m22": WEST, "m23": EAST}


# --- disabling (S6, S15) --------------------------------------------------------------------------


def test_s6_two_men_on_the_platform_for_a_full_round_disable_the_missile():
    held, events = end_turn(table(**HOLD))
    assert Holding(men=(COMMANDO, COMMANDO_2)) in events and held.missile == "ready"
    waited, _ = end_turn(held)
    after, events = end_turn(waited)
    assert after.missile == "disabled" and MissileSettled(missile="disabled") in events


def test_s6_one_man_cannot_disable_the_missile():
    assert end_turns(table(m22=WEST), 3).missile == "ready"


def test_s15_same_two_men_must_stay():
    held = end_turns(table(m22=WEST, m24=(2500, 1800), m23=EAST), 2)
    swapped = with_spot(with_spot(held, COMMANDO_2, (3460, 1800)), COMMANDO_3, EAST)
    after, _ = end_turn(swapped)
    assert after.missile == "ready" and after.holding == (COMMANDO, COMMANDO_3)


def test_s15_they_can_move_on_the_platform():
    held = end_turns(table(**HOLD), 2)
    after, _ = play(held, walk(COMMANDO, (2900, 1800)))
    assert end_turn(after)[0].missile == "disabled"


def test_s6_neither_can_shoot_meanwhile():
    held = end_turns(table(**HOLD, m5=(3500, 1800)), 2)
    shot, _ = play(play(held, Done())[0], Shoot(man=COMMANDO_2, at=GUARD), 1)
    assert end_turn(shot)[0].missile == "ready"


def test_s6_shooting_before_the_hold_begins_does_not_matter():
    shot, _ = play(table(SPY, "fire", **HOLD, m5=(3500, 1800)), Shoot(man=COMMANDO_2, at=GUARD), 1)
    assert end_turns(shot, 3).missile == "disabled"


def test_s15_defending_in_judo_is_fighting_but_being_shot_at_is_not():
    held = changed(
        table(MASTERMIND, "judo", **HOLD, m5=(3160, 1800)), holding=(COMMANDO, COMMANDO_2)
    )
    fought, _ = play(held, Judo(man=GUARD, against=COMMANDO_2), 3, 3)
    assert fought.holding == (COMMANDO,)
    shot_at = changed(
        table(MASTERMIND, "fire", **HOLD, m5=(3400, 1800)), holding=(COMMANDO, COMMANDO_2)
    )
    missed, _ = play(shot_at, Shoot(man=GUARD, at=COMMANDO_2), 1)
    assert missed.holding == (COMMANDO, COMMANDO_2)


def test_s15_enemy_on_the_platform_at_any_moment_breaks_the_hold():
    start = table(
        MASTERMIND,
        m22=(2900, 1750),
        m23=(2900, 1850),
        m5=(3200, 1800),
        holding=(COMMANDO, COMMANDO_2),
    )
    there, _ = play(start, walk(GUARD, (3100, 1800), (3200, 1800)))
    assert there.holding == ()
    nearly, _ = play(start, walk(GUARD, (3151, 1800)))
    assert nearly.holding == (COMMANDO, COMMANDO_2)


def test_s15_enemy_pushed_across_the_platform_breaks_the_hold():
    start = table(
        SPY,
        "judo",
        m22=(3300, 1800),
        m5=(3200, 1800),
        m23=(2900, 1750),
        m24=(2900, 1850),
        holding=(COMMANDO_2, COMMANDO_3),
    )
    pushed, _ = play(play(start, Judo(man=COMMANDO, against=GUARD), 5, 3)[0], Push(distance=80))
    assert pushed.men[GUARD].spot == (3120, 1800) and pushed.holding == ()


def test_s15_hold_cannot_begin_with_an_enemy_or_the_mastermind_there():
    after, _ = end_turn(table(m22=WEST, m23=(2920 - 100, 1800), m0=(3060, 1800)))
    assert after.holding == ()


def test_s15_captive_mastermind_on_the_platform_does_not_count_as_an_enemy():
    after, _ = end_turn(
        table(
            m22=(2930, 1760),
            m23=(2930, 1860),
            m0=(3040, 1810),
            mastermind="captive",
            guards=(COMMANDO, COMMANDO_2),
        )
    )
    assert after.holding == (COMMANDO, COMMANDO_2)


def test_s6_missile_launches_at_the_end_of_the_masterminds_numbered_turn():
    start = table(MASTERMIND, m22=(500, 500), turn=9)
    after, _ = end_turn(start)
    assert after.missile == "ready"
    after, events = end_turn(end_turn(after)[0])
    assert after.missile == "launched" and MissileSettled(missile="launched") in events


def test_s6_disabled_missile_does_not_launch():
    assert end_turns(table(MASTERMIND, turn=10, missile="disabled"), 1).missile == "disabled"


# --- capture (S7, S13) ----------------------------------------------------------------------------


def capture_table(**more):
    return table(m0=(1000, 1000), m22=(1100, 1000), **more)


def test_s7_spy_side_man_in_contact_captures_the_mastermind_at_the_end_of_the_turn():
    after, events = end_turn(capture_table())
    assert after.mastermind == "captive" and after.guards == (COMMANDO,)
    assert MastermindSettled(fate="captive", guards=(COMMANDO,)) in events


@pytest.mark.parametrize("stun", [0, 1])
@pytest.mark.parametrize(("x", "fate"), [(700, "large"), (699, "captive")])
def test_s7_another_defender_within_two_inches_prevents_capture_even_if_stunned(x, fate, stun):
    assert (
        end_turn(capture_table(m5=Man(spot=(x, 1000), here=True, stun=stun)))[0].mastermind == fate
    )


def test_s7_stunned_man_captures_nobody():
    assert (
        end_turn(table(m0=(1000, 1000), m22=Man(spot=(1100, 1000), here=True, stun=2)))[
            0
        ].mastermind
        == "large"
    )


FOUR = {"m22": (1100, 1000), "m23": (900, 1000), "m24": (1000, 1100), "m25": (1000, 900)}


def test_s13_s25_spy_names_up_to_three_guards():
    where = table(m0=(1000, 1000), step="fire", **FOUR)
    after, _ = play(where, Done(guards=(COMMANDO_2, COMMANDO_3, COMMANDO_4)))
    assert after.guards == (COMMANDO_2, COMMANDO_3, COMMANDO_4)
    assert play(where, Done())[0].guards == (COMMANDO, COMMANDO_2, COMMANDO_3), (
        "by default the first three"
    )


def test_s25_stunned_man_can_guard_a_captive():
    held = table(
        m0=(1000, 1000),
        m22=Man(spot=(1100, 1000), here=True, stun=2),
        mastermind="captive",
        guards=(COMMANDO,),
    )
    after, _ = end_turn(held)
    assert (after.mastermind, after.guards) == ("captive", (COMMANDO,))


@pytest.mark.parametrize("guards", [(22, 22), (23, 22), (22, 30), (5,), (255,)])
def test_s13_guards_are_different_men_in_contact(guards):
    assert (
        refusal_code(table(m0=(1000, 1000), step="fire", **FOUR), Done(guards=guards))
        == "no-guards"
    )


def test_s13_guards_are_named_at_no_other_time():
    assert refusal_code(table(m0=(1000, 1000), **FOUR), Done(guards=(COMMANDO,))) == "no-guards"
    assert refusal_code(table(step="fire", m22=(500, 500)), Done(guards=(COMMANDO,))) == "no-guards"


def guarded_table(step="fire", **more):
    """Return a captive with two guards in the Mastermind's turn."""
    return table(
        MASTERMIND,
        step,
        m0=(1000, 1000),
        m22=(1100, 1000),
        m23=(900, 1000),
        mastermind="captive",
        guards=(COMMANDO, COMMANDO_2),
        **more,
    )


def test_s13_captive_is_free_if_every_guard_was_shot_at():
    where = guarded_table(m5=(1300, 1000), m6=(500, 1000))
    one, _ = play(where, Shoot(man=GUARD, at=COMMANDO), 1)
    assert end_turn(one)[0].mastermind == "captive"
    both, _ = play(one, Shoot(man=GUARD_2, at=COMMANDO_2), 1)
    after, events = end_turn(both) if both.side == MASTERMIND else (both, [])
    assert after.mastermind == "large" and MastermindSettled(fate="large") in events


@pytest.mark.parametrize(
    ("spot", "holding"), [((3040, 1810), ()), ((3170, 1810), (COMMANDO, COMMANDO_2))]
)
def test_s15_captive_freed_on_the_platform_breaks_the_hold(spot, holding):
    men = {
        "m22": (2930, 1760),
        "m23": (2930, 1860),
        "m24": (spot[0], spot[1] - 100),
        "m5": (3040, 1350),
    }
    where = table(
        MASTERMIND,
        "fire",
        m0=spot,
        **men,
        mastermind="captive",
        guards=(COMMANDO_3,),
        holding=(COMMANDO, COMMANDO_2),
    )
    after, events = play(where, Shoot(man=GUARD, at=COMMANDO_3), 1)
    after, events = play(after, Done())
    assert MastermindSettled(fate="large") in events and after.side == SPY
    assert after.holding == holding
    assert end_turn(after)[0].missile == ("disabled" if holding else "ready")


def test_s13_captive_is_free_if_every_guard_was_attacked_in_judo():
    where = guarded_table("judo", m5=(1200, 1000), m6=(800, 1000))
    one, _ = play(where, Judo(man=GUARD, against=COMMANDO), 3, 3)
    both, _ = play(one, Judo(man=GUARD_2, against=COMMANDO_2), 3, 3)
    assert end_turn(both)[0].mastermind == "large"


def test_s13_attacks_of_two_turns_do_not_add_up():
    one, _ = play(guarded_table(m5=(1300, 1000), m6=(500, 1000)), Shoot(man=GUARD, at=COMMANDO), 1)
    later = end_turns(one, 2)
    assert later.attacked == () and later.mastermind == "captive"


def test_s13_captive_is_free_without_a_guard_in_contact():
    where = guarded_table()
    apart = with_spot(with_spot(where, COMMANDO, (1400, 1000)), COMMANDO_2, (600, 1000))
    assert end_turn(apart)[0].mastermind == "large"


def test_s13_guards_lead_the_captive_off_at_edge_a():
    where = table(m0=(400, 1000), m22=(300, 1000), mastermind="captive", guards=(COMMANDO,))
    led, _ = play(where, walk(COMMANDO, (50, 1000)))
    led, events = play(led, walk(BOSS, (155, 1000)))
    assert led.mastermind == "captive"
    there = changed(where, men=swap(where.men, COMMANDO, Man(spot=(55, 1100), here=True)))
    led, events = play(there, walk(BOSS, (55, 1000)))
    assert (
        led.mastermind == "captured"
        and not led.men[BOSS].here
        and MastermindSettled(fate="captured") in events
    )
    assert led.men[COMMANDO].here, "the guards continue"


# --- escape, last call, grades (S11, S14) ---------------------------------------------------------

PAD = (5700, 1700)


def test_s14_helipad_lets_the_mastermind_escape_after_the_missiles_fate():
    assert end_turn(table(MASTERMIND, m0=PAD))[0].mastermind == "large"
    after, _ = end_turn(table(MASTERMIND, m0=PAD, turn=10))
    assert (after.missile, after.mastermind) == ("launched", "escaped")


def test_s14_escape_is_checked_at_every_turns_end_by_his_centre():
    assert end_turn(table(SPY, m0=(5700, 1600), missile="launched"))[0].mastermind == "escaped"
    assert end_turn(table(SPY, m0=(5700, 1599), missile="launched"))[0].mastermind == "large"


def test_s14_captive_on_the_helipad_stays():
    held = table(
        MASTERMIND,
        m0=PAD,
        m22=(5600, 1700),
        mastermind="captive",
        guards=(COMMANDO,),
        missile="launched",
    )
    assert end_turn(held)[0].mastermind == "captive"


@pytest.mark.parametrize(("fate", "then"), [("large", "escaped"), ("captive", "captured")])
def test_s14_last_call_is_ten_mastermind_turns_after_the_missiles_fate(fate, then):
    more = (
        {"m0": (1000, 1000), "m22": (1100, 1000), "guards": (COMMANDO,)}
        if fate == "captive"
        else {}
    )
    start = table(MASTERMIND, missile="launched", mastermind=fate, calls=8, **more)
    ninth, _ = end_turn(start)
    assert ninth.calls == 9 and ninth.step != "over"
    after = end_turns(ninth, 2)
    assert (after.step, after.mastermind) == ("over", then)


def test_s14_ten_turns_begin_after_the_launch():
    after, _ = end_turn(table(MASTERMIND, turn=10))
    assert after.missile == "launched" and after.calls == 0


@pytest.mark.parametrize(
    ("missile", "fate", "score"),
    [
        ("launched", "escaped", (3, 0)),
        ("launched", "dead", (2, 0)),
        ("launched", "captured", (2, 1)),
        ("disabled", "captured", (0, 3)),
        ("disabled", "dead", (0, 2)),
        ("disabled", "escaped", (1, 2)),
    ],
)
def test_s11_grades_follow_the_tables_and_the_higher_wins(missile, fate, score):
    assert grades_of(missile, fate) == score
    over = table(step="over", missile=missile, mastermind=fate)
    assert outcome(over) == Outcome(
        winners=(score.index(max(score)),), ending=f"{missile}-{fate}", scores=score
    )


def test_s11_countdown_is_unopposed_without_commandos():
    last = table(MASTERMIND, "fire", away=(COMMANDO_4,), m22=(1000, 1000), m5=(1300, 1000))
    after, events = play(last, Shoot(man=GUARD, at=COMMANDO), 6)
    assert (after.missile, after.mastermind) == ("launched", "escaped")
    assert events[-1] == BattleOver(missile="launched", mastermind="escaped", grades=(3, 0))


def test_s11_s26_missile_is_undefended_without_guards_and_a_captive_does_not_count():
    last = table(
        SPY,
        "fire",
        away=(GUARD_3,),
        m0=(1000, 1000),
        m22=(1100, 1000),
        m23=(2000, 1400),
        m5=(2200, 1400),
        mastermind="captive",
        guards=(COMMANDO,),
    )
    after, events = play(last, Spray(man=COMMANDO_2, aim=(2300, 1400)))
    assert events[-1] == BattleOver(missile="disabled", mastermind="captured", grades=(0, 3))
    assert after.step == "over"


def test_s26_captive_counts_as_escaped_without_commandos():
    last = table(
        MASTERMIND,
        "fire",
        away=(COMMANDO_4,),
        m0=(1000, 1000),
        m22=(1100, 1000),
        m5=(1300, 1000),
        mastermind="captive",
        guards=(COMMANDO,),
    )
    after, events = play(last, Shoot(man=GUARD, at=COMMANDO), 6)
    assert events[-1] == BattleOver(missile="launched", mastermind="escaped", grades=(3, 0))
    assert after.step == "over"


def test_s20_missile_is_resolved_before_the_helipad_at_the_turns_end():
    """He stands on the helipad when the missile is launched and escapes immediately."""
    after, events = end_turn(table(MASTERMIND, turn=10, m0=(5700, 1800), m22=(500, 500)))
    assert events[-1] == BattleOver(missile="launched", mastermind="escaped", grades=(3, 0))
    assert after.step == "over"


def test_s20_capture_is_resolved_before_the_helipad():
    after, _ = end_turn(table(m0=(5700, 1800), m22=(5600, 1800), missile="disabled"))
    assert (after.mastermind, after.guards) == ("captive", (COMMANDO,))


def test_s20_helipad_is_resolved_before_last_call_and_stuns_last():
    gone, _ = end_turn(
        table(MASTERMIND, calls=9, missile="disabled", m0=(5700, 1800), m22=(500, 500))
    )
    assert (gone.step, gone.mastermind) == ("over", "escaped")
    stunned = Man(spot=(1100, 1000), here=True, stun=1)
    after, _ = end_turn(table(m0=(1000, 1000), m22=stunned))
    assert (after.mastermind, after.men[COMMANDO].stun) == ("large", 0), (
        "still stunned when captures are resolved"
    )


def test_s11_mastermind_alone_still_counts():
    last = table(SPY, "fire", away=(GUARD_3,), m22=(1000, 1000), m5=(1200, 1000))
    assert play(last, Spray(man=COMMANDO, aim=(1300, 1000)))[0].step != "over"


def test_s11_battle_ends_when_both_fates_are_settled():
    after, events = play(
        table(SPY, "fire", m0=(1300, 1000), m22=(1000, 1000), missile="disabled"),
        Shoot(man=COMMANDO, at=BOSS),
        6,
    )
    assert events[-1] == BattleOver(missile="disabled", mastermind="dead", grades=(0, 2))
    assert refusal_code(after, Done()) == "match-over"


def test_s11_drowning_the_last_man_ends_the_battle():
    last = table(SPY, "judo", away=(GUARD_3,), mastermind="dead", m22=(3000, 1150), m5=(3000, 1250))
    dead = changed(last, men=swap(last.men, BOSS, Man()))
    after, _ = play(play(dead, Judo(man=COMMANDO, against=GUARD), 5, 3)[0], Drown())
    assert (after.step, after.missile, after.mastermind) == ("over", "disabled", "dead")


def test_s10_turn_is_move_judo_shooting_then_the_other_side():
    where = table(m22=(1000, 1000), m5=(1100, 1000), m23=(2000, 1000), m6=(2300, 1000))
    judo, (began,) = play(where, Done())
    assert began == StepBegan(side=SPY, turn=1, step="judo")
    fire, (began,) = play(judo, Done())
    assert began.step == "fire"
    other, events = play(fire, Done())
    assert events[-1] == StepBegan(side=MASTERMIND, turn=1, step="move")
    assert refusal_code(other, Done(), seat=SPY) == "not-your-turn"
    assert end_turn(other)[0].turn == 2


def test_s21_step_without_options_is_skipped():
    """A ruling of this site (S21)."""
    after, events = play(table(m22=(1000, 1000), m5=(3000, 1400)), Done())
    assert after.side == MASTERMIND and [
        event.step for event in events if isinstance(event, StepBegan)
    ] == ["move"]
