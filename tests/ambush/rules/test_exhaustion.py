"""Fights with bare hands end with exhaustion (P43)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ambush.board import log
from ambush.by_doctrine import EDITIONS
from ambush.rules.call import AmbushResult, mission_goes_on
from ambush.rules.club_options import own_numbers
from ambush.rules.game import AMBUSH
from ambush.rules.numbers import NUMBERS, NUMBERS_WITHOUT_EXHAUSTION
from ambush.rules.outcome import ambush_result
from ambush.rules.samples import sample_ambush
from ambush.rules.values import EnemyAttacks, Fire, Over, Plan, Reload, Setup, State
from campaign.house_rules.rules.house import HouseRules
from campaign.house_rules.rules.tables import NumberRow
from engine.codec import Codec
from engine.dice import SeededDice, seed_from
from engine.values import changed
from tests.ambush.board.scene import board_for

from .scene import ADA, BEA, STAY, Turn, fighter, ground_with, plan, standoff
from .test_ends import awards_of

BLOW = plan(action=Fire())
MISS = (1, 1)
STAMINA = NUMBERS.stamina_turns


def brawl(turns: int = 0, *, gun: str = "", **facts: Any) -> State:
    """Return two neighbours who have fought with bare hands for this many turns."""
    facts = {"numbers": NUMBERS, "here": (20, 20), "there": (20, 21), **facts}
    state = standoff(fighter(0, *([gun] if gun else [])), fighter(1), **facts)
    ada, bea = state.own
    return changed(state, own=(changed(ada, brawl=turns), changed(bea, brawl=turns)))


def counts(turn: Turn) -> tuple[int, int]:
    return turn.ada.brawl_turns, turn.bea.brawl_turns


def test_p43_both_withdraw_standing_after_six_turns_with_bare_hands() -> None:
    turn = Turn(brawl(STAMINA - 1, turn=9), BLOW, BLOW, *MISS, *MISS)
    assert STAMINA == 6
    assert (turn.table.ending, AMBUSH.outcome(turn.state).winners) == ("exhaustion", (ADA, BEA))
    assert ambush_result(turn.state) == AmbushResult(turns=9)
    assert turn.heard(BEA, Over) == [Over(ending="exhaustion", turn=9, phase=5)]
    assert {why for _, _, why in awards_of(turn.state)} == {"ambush"}


def test_p43_the_mission_of_the_spy_ends() -> None:
    ambush = sample_ambush(fighter(0), fighter(1), 1)
    assert not mission_goes_on(ambush, AmbushResult(turns=9), after_escape=True)


def test_p43_a_turn_counts_if_one_of_them_strikes() -> None:
    turn = Turn(brawl(), STAY, BLOW, *MISS)
    assert turn.table.stage == "planning"
    assert counts(turn) == (1, 1)
    assert counts(Turn(turn.state, BLOW, STAY, *MISS)) == (2, 2)


def test_p43_turns_in_between_do_not_reset_the_count() -> None:
    assert counts(Turn(brawl(3), STAY, STAY)) == (3, 3)
    assert counts(Turn(brawl(3), plan("n, n"), plan("s, s"))) == (3, 3)


@pytest.mark.parametrize("action", [Fire(weapon="shotgun"), None], ids=["fires", "holds"])
def test_p43_no_turn_counts_while_one_of_them_holds_a_weapon(action: Fire | None) -> None:
    state = brawl(STAMINA - 1, gun="shotgun")
    faces = MISS if action else ()
    turn = Turn(state, plan(action=action), BLOW, *faces, *MISS)
    assert turn.table.stage == "planning"
    assert counts(turn) == (STAMINA - 1, STAMINA - 1)


def test_p43_a_turn_with_a_knife_does_not_count() -> None:
    state = standoff(
        fighter(0, "knife"), fighter(1), here=(20, 20), there=(20, 21), numbers=NUMBERS
    )
    turn = Turn(state, plan(action=Fire(weapon="knife")), BLOW, *MISS, *MISS)
    assert counts(turn) == (0, 0)


def test_p43_a_turn_counts_for_neither_unless_both_see_each_other_at_its_end() -> None:
    wall = ground_with(("#", 21, 20), ("#", 21, 21), ("#", 20, 22), ("#", 19, 22))
    state = brawl(2, ground=wall, there=(21, 22), here=(20, 21))
    turn = Turn(state, STAY, STAY)
    assert not turn.ada.mark.in_sight
    assert counts(turn) == (2, 2)


def test_p43_each_side_hears_of_every_blow_that_counts() -> None:
    turn = Turn(brawl(), BLOW, STAY, *MISS)
    assert turn.heard(BEA, EnemyAttacks)


def test_p43_a_knock_out_in_the_last_turn_decides_the_duel() -> None:
    state = brawl(STAMINA - 1)
    bea = changed(state.own[1], man=changed(state.own[1].man, hits=1))
    state = changed(state, own=(state.own[0], bea))
    turn = Turn(state, BLOW, STAY, 6, 6, 4)
    assert (turn.table.ending, AMBUSH.outcome(turn.state).winners) == ("knock_out", (ADA,))


def test_p43_planning_by_phases_counts_a_turn_once() -> None:
    state = brawl(phase_by_phase=True)
    first = Turn(state, BLOW, STAY, *MISS).state
    for _ in range(3):
        first = Turn(first, STAY, STAY).state
    assert first.own[0].brawl_turns == 0
    assert counts(Turn(first, STAY, STAY)) == (1, 1)


def test_p43_a_club_can_change_the_number_of_turns_or_switch_it_off() -> None:
    def numbers(value: int):
        rows = (NumberRow(key="stamina", value=value),)
        return own_numbers(HouseRules(ambush_numbers=rows))

    assert Turn(brawl(1, numbers=numbers(2)), BLOW, STAY, *MISS).table.ending == "exhaustion"
    assert numbers(0) == NUMBERS_WITHOUT_EXHAUSTION
    turn = Turn(brawl(29, turn=29, numbers=numbers(0)), BLOW, STAY, *MISS)
    assert (turn.table.stage, counts(turn)) == ("planning", (29, 29))


def test_p43_duels_from_before_keep_their_bytes_and_have_no_exhaustion() -> None:
    codec = Codec(AMBUSH)
    setup = Setup(
        ambush=sample_ambush(fighter(0), fighter(1), 1), numbers=NUMBERS_WITHOUT_EXHAUSTION
    )
    raw = msgspec.to_builtins(setup)
    assert "stamina" not in raw["numbers"]
    assert codec.setup.take(raw).numbers.stamina_turns == 0
    assert "brawl" not in msgspec.to_builtins(standoff(numbers=NUMBERS))["own"][0]
    assert EDITIONS[1][1] == NUMBERS_WITHOUT_EXHAUSTION


def test_p43_an_imagined_enemy_is_as_tired() -> None:
    view = AMBUSH.view(brawl(4), ADA)
    state = AMBUSH.imagine(view, SeededDice(seed_from("tired"), 0, "test"))
    assert [side.brawl_turns for side in state.own] == [4, 4]


def test_p43_the_page_shows_how_many_turns_are_left() -> None:
    def lines(state: State) -> str:
        return " ".join(board_for(state, ADA).lines)

    assert "Turns with bare hands: 4 of 6. After that, both fighters are exhausted" in lines(
        brawl(4)
    )
    assert "bare hands" not in lines(brawl())
    assert log.ENDINGS["exhaustion"].startswith("Both fighters are exhausted")


def test_p43_reloading_out_of_reach_is_no_brawl() -> None:
    state = standoff(fighter(0, "rifle", "rifle_clip"), fighter(1), numbers=NUMBERS)
    man = changed(state.own[0].man, fired=fighter(0, "rifle").kit.items)
    state = changed(state, own=(changed(state.own[0], man=man), state.own[1]))
    assert counts(Turn(state, Plan(action=Reload(weapon="rifle")), STAY)) == (0, 0)
