"""The bots: doctrine for both sides, and position values."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from engine.bots import RandomBot, ThinkingBot
from engine.dice import SeededDice, seed_from
from engine.match import submit
from engine.values import changed
from minigames.shambattle import routes
from minigames.shambattle.bots import BOTS
from minigames.shambattle.doctrine import DOCTRINE, doctrine_volley
from minigames.shambattle.rules.fire import shots_of
from minigames.shambattle.rules.game import SHAMBATTLE
from minigames.shambattle.rules.geometry import is_touching, is_within
from minigames.shambattle.rules.ground import ground
from minigames.shambattle.rules.missile import on_platform
from minigames.shambattle.rules.values import (
    MASTERMIND,
    SPY,
    Deploy,
    Done,
    Drown,
    Judo,
    March,
    Pending,
    Push,
    Setup,
    Shoot,
    Spray,
    State,
    View,
)
from minigames.shambattle.tempers import BRAWLER, SHOWMAN, TEMPERS
from minigames.shambattle.worth import evaluate
from tests.minigames.shambattle.scene import (
    BOSS,
    COMMANDO,
    COMMANDO_2,
    GUARD,
    HENCHMAN,
    end_turn,
    play,
    table,
)

RANDOM = RandomBot(SHAMBATTLE)
DICE = SeededDice(seed_from("unused"), 0)


def play_battle(bots, name, setup=Setup()):  # noqa: B008 - a value
    """Play a whole match. Return its last state and all states."""
    seed = seed_from(name)
    chooser = SeededDice(seed, 0, "chooser")
    states, ply = [SHAMBATTLE.start(setup, SeededDice(seed, 0))[0]], 0
    while acting := SHAMBATTLE.to_act(states[-1]):
        ply += 1
        move = bots[acting[0]].choose(SHAMBATTLE.view(states[-1], acting[0]), acting[0], chooser)
        states.append(
            submit(SHAMBATTLE, states[-1], seat=acting[0], move=move, dice=SeededDice(seed, ply))[0]
        )
    return states[-1], states


def chosen_move(where):
    return DOCTRINE.choose(View(seat=where.side, table=where), where.side, DICE)


@pytest.mark.slow("plays whole battles between good bots")
@pytest.mark.parametrize("seat", [MASTERMIND, SPY])
def test_doctrine_beats_random_play_from_either_side(seat):
    bots: list[Any] = [RANDOM, RANDOM]
    bots[seat] = DOCTRINE
    won = [
        SHAMBATTLE.outcome(play_battle(bots, f"random {n}")[0]).winners == (seat,)
        for n in range(12)
    ]
    assert sum(won) >= 10


@pytest.mark.parametrize("number", [11, 37, 41, 42, 59])
def test_spy_side_crosses_the_bridge_without_blocking_itself(number):
    end, _ = play_battle((RANDOM, DOCTRINE), f"late {number}")
    assert end.table.missile == "disabled" and SHAMBATTLE.outcome(end).winners == (SPY,)


@pytest.mark.parametrize("key", ["volcano", "drydock"])
def test_doctrine_plays_a_full_game_against_itself_legally(key):
    end, states = play_battle((DOCTRINE, DOCTRINE), "itself", Setup(map=key))
    assert SHAMBATTLE.outcome(end) is not None
    assert all(on_platform(state.table, MASTERMIND) for state in states if state.table.turn == 2), (
        "guards hold the platform"
    )
    assert any(not man.here for man in end.table.men[17:]) and any(
        not man.here for man in end.table.men[:17]
    )


def test_same_view_gives_the_same_move():
    _, states = play_battle((DOCTRINE, DOCTRINE), "twice")
    for state in states[:-1:7]:
        seat = SHAMBATTLE.to_act(state)[0]
        view = SHAMBATTLE.view(state, seat)
        assert DOCTRINE.choose(view, seat, DICE) == DOCTRINE.choose(
            view, seat, SeededDice(seed_from("other"), 3)
        )


def test_men_who_hold_the_platform_stay_still():
    where = table(
        m22=(2920, 1800), m23=(3060, 1800), m5=(3500, 1800), holding=(COMMANDO, COMMANDO_2)
    )
    march = chosen_move(where)
    assert not {COMMANDO, COMMANDO_2} & {
        walk.man for walk in (march.walks if isinstance(march, March) else ())
    }
    fire = changed(where, step="fire")
    assert chosen_move(fire) == Done()


def test_doctrine_moves_to_a_sure_burst_and_fires_it():
    where = table(m22=(1000, 1800), m5=(1500, 1800))
    after, _ = play(where, chosen_move(where))
    assert is_within(after.men[COMMANDO].spot, (1500, 1800), 300)
    after, _ = play(after, Done())
    assert isinstance(chosen_move(after), Spray)


def test_blocked_man_looks_for_a_line_of_fire():
    where = table(MASTERMIND, m1=(3000, 1850), m2=(2900, 1800), m5=(3600, 1800), m22=(4600, 1800))
    assert not [shot for shot in shots_of(where, GUARD) if shot.sixths]
    after, _ = play(where, chosen_move(where))
    assert [shot.at for shot in shots_of(after, GUARD) if shot.sixths] == [COMMANDO], (
        "the platform needs no third guard"
    )


def test_two_men_enter_a_free_platform_before_the_others_crowd_the_bridge():
    where = table(
        m22=(2576, 1877),
        m23=(2534, 1786),
        m24=(2669, 1914),
        m25=(2698, 1800),
        m26=(2470, 1800),
        m5=(2813, 1100),
    )
    after, _ = play(where, chosen_move(where))
    assert len(on_platform(after, SPY)) == 2


@pytest.mark.parametrize("key", ["volcano", "drydock"])
def test_no_step_of_a_path_leads_into_a_corner(key):
    floor, to = ground(key), routes.field_of(key, ground(key).centre)
    places = {
        cell: (cell[0] * routes.MESH_SIZE, cell[1] * routes.MESH_SIZE) for cell in to.next_cells
    }
    assert len(places) > 5000 and all(
        floor.is_open(places[cell], places[further])
        for cell, further in to.next_cells.items()
        if further != cell
    )


def test_man_touching_a_corner_before_the_bridge_finds_a_way_around_it():
    spot, floor = (2678, 1731), ground("volcano")
    way = routes.field_of("volcano", floor.centre).path_from(spot)
    assert way and all(floor.is_open(a, b) for a, b in pairwise((spot, *way)))


def test_doctrine_takes_an_available_shot():
    where = table(SPY, "fire", m22=(1000, 1800), m5=(1550, 1800))
    assert chosen_move(where) == Shoot(man=COMMANDO, at=GUARD)


def test_doctrine_fights_if_the_odds_are_not_against_it():
    assert chosen_move(table(SPY, "judo", m22=(1000, 1800), m5=(1100, 1800))) == Judo(
        man=COMMANDO, against=GUARD
    )
    assert chosen_move(table(SPY, "judo", m22=(1000, 1800), m1=(1100, 1800))) == Done(), (
        f"not with figure {HENCHMAN}"
    )


def test_doctrine_drowns_an_enemy_if_possible_else_pushes_him_off():
    where = table(SPY, "judo", m22=(3000, 1150), m5=(3000, 1250))
    for pool, move in ((True, Drown()), (False, Push(distance=150))):
        assert (
            chosen_move(
                changed(where, push=Pending(winner=COMMANDO, loser=GUARD, limit=150, pool=pool))
            )
            == move
        )


def test_mastermind_heads_for_the_helipad():
    where = table(MASTERMIND, m0=(4000, 1800), m22=(500, 500))
    for _ in range(6):
        where, _ = play(where, chosen_move(where))
        where, _ = end_turn(where)
        where, _ = end_turn(where)
    assert ground("volcano").is_on_helipad(where.men[BOSS].spot)


def test_captive_is_led_to_edge_a():
    where = table(m0=(1500, 1800), m22=(1400, 1800), mastermind="captive", guards=(COMMANDO,))
    for _ in range(8):
        if where.mastermind != "captive":
            break
        move = chosen_move(where)
        where, _ = play(where, move)
        if where.mastermind == "captive":
            assert is_touching(where.men[BOSS].spot, where.men[COMMANDO].spot)
            where, _ = end_turn(where)
            where, _ = end_turn(where)
    assert where.mastermind == "captured"


def test_value_rises_with_the_outcome_and_sums_to_one():
    states = play_battle((DOCTRINE, DOCTRINE), "worth")[1][::9]
    assert all(
        0 <= evaluate(state, SPY) <= 1
        and abs(evaluate(state, SPY) + evaluate(state, MASTERMIND) - 1) < 1e-9
        for state in states
    )
    won = State(table=table(step="over", missile="disabled", mastermind="captured"))
    half = State(table=table(step="over", missile="disabled", mastermind="escaped"))
    lost = State(table=table(step="over", missile="launched", mastermind="escaped"))
    assert evaluate(won, SPY) == 1 > evaluate(half, SPY) > 0.5 > evaluate(lost, SPY) == 0


def test_search_bot_plays_legal_moves_from_the_sampled_menu():
    bot = ThinkingBot(SHAMBATTLE, BOTS.worth, playouts=12, depth=8)
    start = table(m22=(1000, 1800), m5=(1600, 1800), m23=(900, 1700))
    move = bot.choose(View(seat=SPY, table=start), SPY, SeededDice(seed_from("think"), 0))
    SHAMBATTLE.check(View(seat=SPY, table=start), move)
    assert isinstance(
        BOTS.own_bots["doctrine"].choose(
            View(seat=MASTERMIND, table=new_table()), MASTERMIND, DICE
        ),
        Deploy,
    )


def new_table():
    return SHAMBATTLE.start(Setup(), DICE)[0].table


# --- tempers --------------------------------------------------------------------------------------


def test_showman_waits_beside_his_guards_until_the_missiles_fate_is_settled():
    where = table(MASTERMIND, m0=(3440, 1800), m22=(500, 500))
    march = SHOWMAN.choose(View(seat=MASTERMIND, table=where), MASTERMIND, DICE)
    after, _ = play(where, march)
    assert is_within(after.men[BOSS].spot, (3800, 1600), 60)
    settled = changed(where, missile="launched")
    march = SHOWMAN.choose(View(seat=MASTERMIND, table=settled), MASTERMIND, DICE)
    after, _ = play(settled, march)
    assert after.men[BOSS].spot[0] > 3900, "he heads for his helicopter"


def test_showman_never_shoots_the_mastermind_and_doctrine_only_to_stop_an_escape():
    where = table(SPY, "fire", missile="disabled", m0=(5300, 1800), m22=(4900, 1800))
    view = View(seat=SPY, table=where)
    assert SHOWMAN.choose(view, SPY, DICE) == Done()
    assert DOCTRINE.choose(view, SPY, DICE) == Shoot(man=COMMANDO, at=BOSS)


def test_guards_of_a_brawler_attack_where_doctrine_stays():
    where = table(MASTERMIND, m3=(3000, 1850), m4=(2900, 1800), m5=(3500, 1800), m22=(1000, 1800))
    view = View(seat=MASTERMIND, table=where)
    out, _ = play(where, BRAWLER.choose(view, MASTERMIND, DICE))
    assert out.men[GUARD].spot != (3500, 1800)
    stayed, _ = play(where, DOCTRINE.choose(view, MASTERMIND, DICE))
    assert stayed.men[GUARD].spot == (3500, 1800)


@pytest.mark.slow("plays whole battles between good bots")
def test_good_bots_usually_capture_the_mastermind_alive():
    """Seeds in which both sides head for the helipad, with their rare endings."""
    endings = [
        SHAMBATTLE.outcome(
            play_battle((SHOWMAN, DOCTRINE), f"showman {n}", Setup(map=key))[0]
        ).ending
        for n in range(5)
        for key in ("volcano", "drydock")
    ]
    assert sum([ending.endswith("captured") for ending in endings]) >= 3
    assert "disabled-captured" in endings


def test_tempers_have_unique_names():
    names = [name for temper in TEMPERS for name in temper.names]
    assert len({*names}) == len(names) and all(
        len(temper.names) >= 2 and max(map(len, temper.names)) <= 12 for temper in TEMPERS
    )


def test_volley_spreads_its_shots_and_spares_the_mastermind():
    where = table(
        SPY,
        "fire",
        m0=(1400, 1500),
        m22=(1000, 1800),
        m23=(1000, 2000),
        m5=(1450, 1800),
        m6=(1450, 2000),
    )
    told = doctrine_volley(where, SPY)
    assert {each.at for each in told} == {GUARD, GUARD + 1}
