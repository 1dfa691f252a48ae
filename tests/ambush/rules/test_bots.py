"""The search bot of the ambush: considered plans, position values and playouts."""

from __future__ import annotations

import pytest

from ambush.bots import BOTS
from ambush.doctrine import DOCTRINE
from ambush.rules.game import AMBUSH
from ambush.rules.samples import sample_ambush
from ambush.rules.terrain import terrain_of
from ambush.rules.turn import play_turn
from ambush.rules.values import Fire, Plan, Reload, Setup, Throw
from ambush.thinking import SEARCH_GAME
from ambush.worth import position_value
from engine.bots import RandomBot, find_bot
from engine.dice import SeededDice, seed_from
from engine.values import changed
from lab.simulation import simulate_one

from .scene import ADA, BEA, HERE, fighter, ground_with, seeded_dice, standoff


def considered_plans(state, seat=ADA):
    return SEARCH_GAME.legal_moves(AMBUSH.view(state, seat))


def search_plan(state, seat=ADA, name="search:60"):
    return find_bot(name, AMBUSH, BOTS).choose(
        AMBUSH.view(state, seat), seat, seeded_dice("search")
    )


def final_square(state, chosen, seat=ADA):
    """Return the square where a fighter ends if only this plan is played."""
    own = [
        changed(each, plan=chosen if at == seat else Plan()) for at, each in enumerate(state.own)
    ]
    return play_turn(changed(state, own=tuple(own)), seeded_dice("ends"))[0].own[seat].man.at


@pytest.mark.parametrize("phase_by_phase", [False, True])
def test_p17_every_considered_plan_is_legal(phase_by_phase):
    """In random duels on all maps with all gear, there are fewer plans than playouts."""
    for number, setup in enumerate(AMBUSH.setups()):
        seed = seed_from(f"considered {number} {phase_by_phase}")
        state, ply = (
            AMBUSH.start(changed(setup, phase_by_phase=phase_by_phase), SeededDice(seed, 0))[0],
            0,
        )
        while (acting := AMBUSH.to_act(state)) and ply < 40:
            ply += 1
            view = AMBUSH.view(state, acting[0])
            plans = SEARCH_GAME.legal_moves(view)
            assert 1 < len(plans) <= 20
            for each in plans:
                AMBUSH.check(view, each)
            state, _ = AMBUSH.apply(
                state, acting[0], AMBUSH.propose(view, SeededDice(seed, ply)), SeededDice(seed, ply)
            )


def test_seat_that_cannot_plan_considers_no_plans():
    state = standoff()
    sealed = changed(state, own=(changed(state.own[ADA], plan=Plan()), state.own[BEA]))
    assert considered_plans(sealed) == ()
    assert SEARCH_GAME.legal_moves(AMBUSH.view(state, None)) == ()


def test_search_considers_hiding_behind_a_wall_before_or_after_the_shot():
    state = standoff(
        ground=ground_with(*[("#", x, 22) for x in range(18, 23)]), here=(24, 20), there=(24, 40)
    )
    land = terrain_of(state.table.ground)
    hidden = [
        each
        for each in considered_plans(state)
        if each.phases and not land.is_clear(final_square(state, each), state.own[BEA].man.at)
    ]
    assert {len(each.phases[0]) for each in hidden if isinstance(each.action, Fire)} == {0, 1}


def test_search_considers_firing_from_behind_a_fence():
    state = standoff(ground=ground_with(*[("f", x, 30) for x in range(15, 19)]), there=(20, 40))
    land, enemy = terrain_of(state.table.ground), state.own[BEA].man.at
    assert any(
        land.gives_cover(land.line_of_sight(final_square(state, each), enemy), enemy)
        for each in considered_plans(state)
        if each.action
    )


def test_search_considers_reloading_and_throwing_a_grenade():
    armed = fighter(0, "rifle", "rifle_clip", "explosive_grenade")
    state = standoff(changed(armed, fired=()), there=(20, 30))
    assert Throw(gear="explosive_grenade") in [each.action for each in considered_plans(state)]
    man = changed(state.own[ADA].man, fired=(changed(armed.kit.items[0], count=15),))
    worn = changed(state, own=(changed(state.own[ADA], man=man), state.own[BEA]))
    assert Reload(weapon="rifle") in [each.action for each in considered_plans(worn)]


# --- position values ---


def test_value_is_1_for_a_win_half_for_a_draw_and_0_for_a_loss():
    over = changed(standoff(), table=changed(standoff().table, stage="over", ending="edge"))
    assert [position_value(over, seat) for seat in (ADA, BEA)] == [0.5, 0.5]
    fallen = changed(
        over, own=(over.own[ADA], changed(over.own[BEA], man=changed(over.own[BEA].man, hits=3)))
    )
    assert [position_value(fallen, seat) for seat in (ADA, BEA)] == [1, 0]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (fighter(0, "rifle"), fighter(1, "light_pistol")),
        (fighter(0, "rifle", armour=3), fighter(1, "rifle")),
        (fighter(0, "rifle", handgunner=2), fighter(1, "rifle")),
        (fighter(0, "rifle"), fighter(1, "knife")),
        (fighter(0, "knife"), fighter(1)),
        (fighter(0, "grenade_launcher"), fighter(1, "light_pistol")),
    ],
)
def test_value_before_the_end_depends_on_firepower_and_toughness(better, worse):
    state = standoff(better, worse)
    assert 1 > position_value(state, ADA) > 0.5 > position_value(state, BEA) > 0
    assert position_value(state, ADA) + position_value(state, BEA) == pytest.approx(1)


def test_wound_lowers_the_value():
    state = standoff()
    hurt = changed(
        state,
        own=(changed(state.own[ADA], man=changed(state.own[ADA].man, hits=1)), state.own[BEA]),
    )
    assert position_value(hurt, ADA) < position_value(state, ADA)


# --- the search ---


def test_search_shoots_a_helpless_enemy():
    state = standoff(
        fighter(0, "double_shotgun", handgunner=2), fighter(1), here=HERE, there=(20, 23)
    )
    assert isinstance(search_plan(state).action, Fire)


def test_search_flees_when_it_cannot_win():
    """A fighter with bare hands faces an assault rifle three steps from the edge."""
    state = standoff(
        fighter(0, running=4, martial_arts=-4),
        fighter(1, "assault_rifle", handgunner=2),
        here=(20, 2),
        there=(20, 26),
    )
    assert AMBUSH.outcome(
        play_turn(
            changed(state, own=(changed(state.own[ADA], plan=search_plan(state)), state.own[BEA])),
            seeded_dice("run"),
        )[0]
    )


def test_registered_search_bot_uses_the_considered_plans():
    bot = find_bot("search", AMBUSH, BOTS)
    assert (bot.game, bot.worth, bot.policy, bot.depth, bot.trust) == (
        SEARCH_GAME,
        position_value,
        DOCTRINE,
        BOTS.depth,
        BOTS.trust,
    )


def test_search_plays_a_duel_against_random_moves_to_its_end():
    setup = Setup(ambush=sample_ambush(fighter(0, "rifle"), fighter(1, "shotgun"), 1))
    result = simulate_one(
        AMBUSH,
        setup,
        [find_bot("search:12", AMBUSH, BOTS), RandomBot(AMBUSH)],
        seed_from("search duel"),
    )
    assert result.ending
