"""Combat judo in all its cases (rulebook; S8, S16)."""

from __future__ import annotations

import pytest

from engine.dice import odds_of
from engine.values import changed
from minigames.shambattle.rules import judo
from minigames.shambattle.rules.values import Drown, Judo, Man, Pending, Push
from tests.minigames.shambattle.scene import (
    BOSS,
    COMMANDO,
    COMMANDO_2,
    COMMANDO_3,
    COMMANDO_4,
    GUARD,
    GUARD_OFFICER,
    HENCHMAN,
    MASTERMIND,
    OFFICER,
    SPY,
    THE_SPY,
    end_turn,
    play,
    refusal_code,
    table,
    with_spot,
)

A, B = (1000, 1000), (1100, 1000)
STUNNED = Man(spot=B, here=True, stun=1)
FIGHT = Judo(man=COMMANDO, against=GUARD)


def judo_table(**more):
    return table(SPY, "judo", m22=A, m5=more.pop("m5", B), **more)


def test_higher_score_wins_and_the_loser_is_stunned_until_pushed():
    after, (fought,) = play(judo_table(), FIGHT, 5, 3)
    assert (fought.result, fought.loser, fought.faces) == ("stunned", GUARD, (5, 3))
    assert after.men[GUARD].stun == 1
    assert after.push == Pending(winner=COMMANDO, loser=GUARD, limit=200, pool=False)


@pytest.mark.parametrize("distance", [0, 1, 137, 200])
def test_s8_winner_chooses_how_far_the_loser_is_pushed_straight_away(distance):
    after, _ = play(judo_table(), FIGHT, 5, 3)
    after, (pushed,) = play(after, Push(distance=distance))
    assert after.men[GUARD].spot == pushed.to == (1100 + distance, 1000)
    assert after.push is None


def test_s8_push_is_at_most_a_short_move():
    assert refusal_code(play(judo_table(), FIGHT, 5, 3)[0], Push(distance=201)) == "too-far"


def test_s8_winning_defender_chooses_in_the_attackers_turn():
    after, (fought,) = play(judo_table(), FIGHT, 2, 4)
    assert fought.loser == COMMANDO
    assert refusal_code(after, Judo(man=COMMANDO, against=GUARD)) == "not-your-turn"
    after, _ = play(after, Push(distance=100), seat=MASTERMIND)
    assert after.men[COMMANDO].spot == (900, 1000)


@pytest.mark.parametrize(("faces", "loser"), [((6, 2), GUARD), ((1, 5), COMMANDO)])
def test_win_by_four_or_more_removes_the_loser(faces, loser):
    after, (fought,) = play(judo_table(), FIGHT, *faces)
    assert fought.result == "removed" and not after.men[loser].here and after.push is None


def test_s8_equal_totals_change_nothing():
    after, (fought,) = play(judo_table(), FIGHT, 4, 4)
    assert fought.result == "equal" and after.men[GUARD].stun == after.men[COMMANDO].stun == 0


@pytest.mark.parametrize(
    ("man", "against", "adds"),
    [
        (OFFICER, GUARD, (1, 0)),
        (THE_SPY, GUARD_OFFICER, (2, 1)),
        (COMMANDO, HENCHMAN, (0, 2)),
        (COMMANDO, GUARD, (0, 0)),
    ],
)
def test_officers_add_one_and_spy_and_henchman_two(man, against, adds):
    where = table(SPY, "judo", **{f"m{man}": A, f"m{against}": B})
    _, (fought,) = play(where, Judo(man=man, against=against), 3, 3 + adds[0] - adds[1])
    assert fought.modifiers == adds and fought.result == "equal"


def test_stunned_defender_subtracts_one():
    _, (fought,) = play(judo_table(m5=STUNNED), FIGHT, 3, 4)
    assert fought.modifiers == (0, -1) and fought.result == "equal"


@pytest.mark.parametrize("face", [3, 6])
def test_s16_stunned_winner_foils_the_attack_without_effect_at_any_margin(face):
    after, (fought,) = play(judo_table(m5=STUNNED), FIGHT, 1, face)
    assert fought.result == "foiled"
    assert after.men[COMMANDO] == Man(spot=A, here=True, fought=True) and after.push is None


def test_stunned_man_who_loses_stays_stunned_or_is_removed():
    assert play(judo_table(m5=STUNNED), FIGHT, 4, 4)[0].men[GUARD].stun == 1
    assert not play(judo_table(m5=STUNNED), FIGHT, 4, 1)[0].men[GUARD].here


def test_s16_stun_lasts_to_the_end_of_the_mans_own_next_turn():
    after, _ = play(judo_table(), FIGHT, 5, 3)
    after, _ = end_turn(play(after, Push(distance=200))[0])
    assert after.side == MASTERMIND and after.men[GUARD].stun == 1
    after, _ = end_turn(after)
    assert after.men[GUARD].stun == 0


def test_s16_attacker_stunned_in_his_own_turn_also_misses_the_next():
    after, _ = play(judo_table(), FIGHT, 3, 5)
    after, _ = play(after, Push(distance=200), seat=MASTERMIND)
    after = end_turn(end_turn(after)[0])[0]
    assert after.side == SPY and after.men[COMMANDO].stun == 1
    assert end_turn(after)[0].men[COMMANDO].stun == 0


def test_s16_new_loss_renews_the_stun():
    """Stunned in the Spy's turn and again by a second attacker: until the end of his next turn."""
    after, _ = play(judo_table(m23=(1300, 1000)), FIGHT, 5, 3)
    after, _ = play(after, Push(distance=100))
    assert after.men[GUARD].spot == (1200, 1000)
    after, (fought,) = play(after, Judo(man=COMMANDO_2, against=GUARD), 5, 4)
    assert (fought.modifiers, fought.result) == ((0, -2), "stunned")
    after, _ = play(after, Push(distance=0))
    assert after.men[GUARD].stun == 1
    own = table(
        MASTERMIND, "judo", m22=A, m5=Man(spot=B, here=True), m6=Man(spot=(900, 1000), here=True)
    )
    lost, _ = play(own, Judo(man=GUARD, against=COMMANDO), 3, 5)
    lost, _ = play(lost, Push(distance=0), seat=SPY)
    assert lost.men[GUARD].stun == 2, "in his own turn: to the end of the next"


def test_soldier_starts_only_one_fight_a_turn():
    where = judo_table(m6=(900, 1000))
    after, _ = play(where, FIGHT, 4, 4)
    assert refusal_code(after, Judo(man=COMMANDO, against=6)) == "fought-already"


def test_man_defends_three_times_with_minus_one_after_the_first_and_not_a_fourth():
    ring = {"m23": (1100, 1100), "m24": (1200, 1000), "m25": (1100, 900)}
    where, adds = judo_table(**ring), []
    for man in (COMMANDO, COMMANDO_2, COMMANDO_3):
        where, (fought,) = play(where, Judo(man=man, against=GUARD), 3, 3 if man == COMMANDO else 4)
        adds.append(fought.modifiers[1])
    assert adds == [0, -1, -1]
    assert refusal_code(where, Judo(man=COMMANDO_4, against=GUARD)) == "three-already"


def test_attacks_are_counted_per_turn():
    after, _ = play(judo_table(), FIGHT, 4, 4)
    after, _ = end_turn(after)
    assert after.men[GUARD].attacks == 0 and not after.men[COMMANDO].fought


def test_s1_fight_needs_contact():
    assert refusal_code(judo_table(m5=(1106, 1000)), FIGHT) == "not-touching"
    assert play(judo_table(m5=(1105, 1000)), FIGHT, 3, 3)


def test_s7_mastermind_cannot_fight_or_be_fought():
    assert (
        refusal_code(table(SPY, "judo", m0=B, m22=A), Judo(man=COMMANDO, against=BOSS))
        == "mastermind"
    )
    assert (
        refusal_code(table(MASTERMIND, "judo", m0=B, m22=A), Judo(man=BOSS, against=COMMANDO))
        == "mastermind"
    )


def test_stunned_man_cannot_attack():
    assert (
        refusal_code(table(SPY, "judo", m22=Man(spot=A, here=True, stun=1), m5=B), FIGHT)
        == "stunned"
    )


@pytest.mark.parametrize(
    ("man", "against", "code"),
    [
        (5, 22, "not-yours"),
        (22, 23, "not-an-enemy"),
        (99, 5, "not-yours"),
        (22, 99, "not-an-enemy"),
    ],
)
def test_fight_is_between_an_own_and_an_enemy_figure(man, against, code):
    assert refusal_code(judo_table(m23=(900, 1000)), Judo(man=man, against=against)) == code


# --- pushing (S16) --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b", "more", "limit"),
    [
        ((1200, 600), (1300, 600), {}, 50),
        ((1600, 620), (1600, 700 - 20), {}, None),
        ((2400, 1800), (2500, 1800), {"m6": (2690, 1800)}, 90),
        ((200, 1000), (100, 1000), {}, 50),
        ((3000, 1250), (3000, 1350), {}, 100),
    ],
    ids=["wall", "console", "man", "edge", "rim"],
)
def test_s16_push_stops_at_contact(a, b, more, limit):
    if limit is None:
        a, b, limit = (1800, 550), (1800, 650), 50
    where = table(SPY, "judo", m22=a, m5=b, **more)
    after, _ = play(where, FIGHT, 5, 3)
    assert (after.push.limit if after.push else 0) == limit


def test_s16_push_without_room_is_not_asked():
    where = table(SPY, "judo", m22=(1250, 600), m5=(1350, 600))
    after, _ = play(where, FIGHT, 5, 3)
    assert after.push is None and after.men[GUARD].stun == 1


def test_s16_slanting_push_follows_the_line_of_centres():
    where = table(SPY, "judo", m22=A, m5=(1060, 1080))
    after, _ = play(play(where, FIGHT, 5, 3)[0], Push(distance=200))
    assert after.men[GUARD].spot == (1180, 1240)


def test_s8_winner_near_the_pool_can_force_the_loser_in():
    where = table(SPY, "judo", m22=(3000, 1150), m5=(3000, 1250))
    after, _ = play(where, FIGHT, 5, 3)
    assert after.push.pool
    after, (drowned,) = play(after, Drown())
    assert drowned.man == GUARD and not after.men[GUARD].here and after.push is None


def test_s16_s28_pool_is_near_up_to_two_inches():
    after, _ = play(table(SPY, "judo", m22=(3000, 1149), m5=(3000, 1249)), FIGHT, 5, 3)
    assert not after.push.pool
    assert refusal_code(after, Drown()) == "no-pool"


def test_s28_pool_is_near_on_the_bridge_too():
    after, _ = play(table(SPY, "judo", m22=(2750, 1800), m5=(2850, 1800)), FIGHT, 5, 3)
    assert after.push.pool
    assert not play(after, Drown())[0].men[GUARD].here


def test_s8_defender_who_wins_near_the_pool_drowns_the_attacker():
    after, _ = play(table(SPY, "judo", m22=(3000, 1250), m5=(3000, 1150)), FIGHT, 3, 5)
    after, _ = play(after, Drown(), seat=MASTERMIND)
    assert not after.men[COMMANDO].here


def test_pending_push_comes_before_anything_else():
    after, _ = play(judo_table(m23=(1100, 1100)), FIGHT, 5, 3)
    assert refusal_code(after, Judo(man=COMMANDO_2, against=GUARD)) == "wrong-step"
    assert refusal_code(judo_table(), Push(distance=1)) == "no-push"
    assert refusal_code(judo_table(), Drown()) == "no-push"


# --- odds -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("man", [COMMANDO, OFFICER, THE_SPY])
@pytest.mark.parametrize("against", [GUARD, GUARD_OFFICER, HENCHMAN])
@pytest.mark.parametrize("stun", [0, 1])
@pytest.mark.parametrize("attacks", [0, 1])
def test_shown_fight_odds_match_every_roll(man, against, stun, attacks):
    where = table(
        SPY,
        "judo",
        **{f"m{man}": A, f"m{against}": Man(spot=B, here=True, stun=stun, attacks=attacks)},
    )

    def thrown(dice):
        fought = judo.roll_fight(where, man, against, dice)[1]
        return fought.result, fought.loser

    exact, shown = odds_of(thrown), judo.fight_odds(where, man, against)
    assert shown.chance("removes") == exact["removed", against]
    assert shown.chance("stuns") == exact["stunned", against]
    assert shown.chance("stunned") == exact["stunned", man]
    assert shown.chance("removed") == exact["removed", man]
    assert shown.chance("nothing") == exact["equal", None] + exact["foiled", None]


def test_listed_fights_are_those_in_contact():
    where = judo_table(m23=(1100, 1100), m24=(500, 500))
    assert judo.possible_fights(where, SPY) == [(COMMANDO, GUARD), (COMMANDO_2, GUARD)]
    assert judo.possible_fights(changed(with_spot(where, COMMANDO_2, (1400, 1400))), SPY) == [
        (COMMANDO, GUARD)
    ]
