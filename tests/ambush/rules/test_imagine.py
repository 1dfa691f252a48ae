"""States imagined by bots vary in everything hidden about the enemy."""

from __future__ import annotations

import pytest

from ambush.rules.fighting import are_in_sight, is_down
from ambush.rules.game import AMBUSH
from ambush.rules.ground import OFF_MAP
from ambush.rules.terrain import terrain_of
from engine.dice import SeededDice, seed_from
from engine.values import changed

from .scene import ADA, BEA, STAY, fighter, ground_with, standoff, start


def imagined_states(state, seat=ADA, count=60):
    return [
        AMBUSH.imagine(AMBUSH.view(state, seat), SeededDice(seed_from(f"twin {number}"), 0))
        for number in range(count)
    ]


def test_imagined_states_vary_everything_hidden_about_the_enemy():
    enemies = [
        state.own[BEA] for state in imagined_states(standoff(two=fighter(1, "rifle", armour=3)))
    ]
    for facts in (
        {enemy.man.who.dp for enemy in enemies},
        {enemy.man.who.armour for enemy in enemies},
        {enemy.man.who.skills.handgunner for enemy in enemies},
        {enemy.man.who.kit for enemy in enemies},
        {enemy.plan is None for enemy in enemies},
    ):
        assert len(facts) > 1


def test_imagined_enemy_in_sight_keeps_place_and_weapon():
    state = standoff()
    for twin in imagined_states(state):
        assert twin.own[BEA].man.at == state.own[BEA].man.at
        assert twin.own[BEA].man.hand == "rifle"
        assert any(item.gear == "rifle" for item in twin.own[BEA].man.who.kit.items)
        assert not is_down(twin.own[BEA].man)


@pytest.mark.parametrize("seat", [ADA, BEA])
def test_imagined_enemy_out_of_sight_stays_out_of_sight(seat):
    state = standoff(ground=ground_with(*[("#", x, 30) for x in range(48)]), turn=3)
    twins = imagined_states(state, seat)
    squares = {twin.own[1 - seat].man.at for twin in twins}
    assert len(squares) > 10 and OFF_MAP not in squares
    land = terrain_of(state.table.ground)
    for twin in twins:
        assert not are_in_sight(land, frozenset(), twin.own[0].man, twin.own[1].man)


def test_sealed_player_imagines_an_enemy_without_a_plan():
    state = standoff()
    sealed = changed(state, own=(changed(state.own[ADA], plan=STAY), state.own[BEA]))
    assert all(
        twin.own[BEA].plan is None and twin.own[ADA].plan == STAY
        for twin in imagined_states(sealed)
    )


def test_imagined_enemy_is_blind_if_only_we_see():
    """Ada sees Bea, but Bea does not see Ada, so Bea must be blind."""
    state = standoff()
    state = changed(state, own=(changed(state.own[ADA], seen=False), state.own[BEA]))
    assert all(twin.own[BEA].man.blind == 1 for twin in imagined_states(state, count=10))


def test_imagined_states_exist_before_placement_and_for_spectators():
    for seat in (ADA, BEA, None):
        for state in (start(fighter(0), fighter(1)), standoff()):
            for twin in imagined_states(state, seat, count=5):
                assert AMBUSH.view(twin, seat) == AMBUSH.view(state, seat)
