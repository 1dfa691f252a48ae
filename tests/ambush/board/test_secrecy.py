"""Equal views give equal boards and logs, and nothing secret of the enemy is shown (P14)."""

from __future__ import annotations

import msgspec
import pytest

from ambush.board.coach import next_advice
from ambush.board.fighters import Duel
from ambush.rules.game import AMBUSH
from ambush.rules.ground import OFF_MAP
from ambush.rules.values import Plan
from ambush.tabletop import AMBUSH_TABLE
from campaign.ledger.rules.gear import GEAR
from engine.dice import SeededDice, seed_from
from engine.match import heard_by, submit
from engine.values import Seat, changed
from play.tabletop.board import Draft
from tests.ambush.rules.scene import fighter, ground_with, standoff

from .scene import ADA, BEA, NAMES, board, board_for, board_text, make_draft, make_duel

MATCHES = 4
PLIES = 24


def _encoded(found: object) -> bytes:
    return msgspec.json.encode(found)


@pytest.mark.parametrize("number", range(MATCHES))
def test_indistinguishable_worlds_give_the_same_board_log_and_coach(
    number: int,
) -> None:
    seed = seed_from(f"twins {number}")
    state, _ = AMBUSH.start(AMBUSH.setups()[number], SeededDice(seed, 0))
    for ply in range(1, PLIES):
        acting = AMBUSH.to_act(state)
        if not acting:
            break
        for seat in (ADA, BEA, None):
            view = AMBUSH.view(state, seat)
            twin = AMBUSH.imagine(view, SeededDice(seed, ply, "imagined"))
            other = AMBUSH.view(twin, seat)
            if ply % 4 == 1:
                assert _encoded(board(other)) == _encoded(board(view))
                assert _encoded(board(other, make_draft(step1="n"))) == _encoded(
                    board(view, make_draft(step1="n"))
                )
            assert next_advice(other) == next_advice(view)
        view = AMBUSH.view(state, acting[0])
        state, _ = submit(
            AMBUSH,
            state,
            seat=acting[0],
            move=AMBUSH.propose(view, SeededDice(seed, ply, "moves")),
            dice=SeededDice(seed, ply),
        )


def test_log_line_depends_only_on_the_event_and_its_reader() -> None:
    seed = seed_from("ears")
    state, _ = AMBUSH.start(AMBUSH.setups()[0], SeededDice(seed, 0))
    for ply in range(1, PLIES):
        acting = AMBUSH.to_act(state)
        if not acting:
            break
        move = AMBUSH.propose(AMBUSH.view(state, acting[0]), SeededDice(seed, ply, "moves"))
        state, told = submit(AMBUSH, state, seat=acting[0], move=move, dice=SeededDice(seed, ply))
        hidden = state.own[1].man.who.name
        for event in heard_by(None, told):
            assert hidden not in AMBUSH_TABLE.say(event, NAMES, None)


def test_p14_board_hides_everything_only_the_enemy_knows() -> None:
    secret = ("assault_rifle", "tear_gas_grenade", "gas_mask")
    enemy = fighter(1, "light_pistol", *secret, armour=6, dp=5, stealth=3)
    state = standoff(two=enemy, ground=ground_with())
    hidden = changed(
        state.own[1],
        man=changed(state.own[1].man, hand="light_pistol", hits=1),
        plan=Plan(phases=(("n",), ("ne",))),
    )
    mine = changed(state.own[0], mark=changed(state.own[0].mark, hand="light_pistol"))
    shown = board_for(changed(state, own=(mine, hidden)))
    printed = _encoded(shown).decode()
    assert "ight pistol in hand" in printed
    for key in secret:
        assert GEAR[key].name.lower() not in printed.lower()
    assert _encoded(shown) == _encoded(
        board_for(changed(state, own=(mine, changed(hidden, plan=None))))
    )
    assert _encoded(shown) == _encoded(
        board_for(
            changed(state, own=(mine, changed(hidden, man=changed(hidden.man, hits=3, fired=()))))
        )
    )


@pytest.mark.parametrize("seat", [ADA, BEA])
def test_board_does_not_reveal_whether_the_enemy_has_sealed(seat: Seat) -> None:
    state = standoff()
    theirs = [state.own[0], state.own[1]]
    theirs[1 - seat] = changed(theirs[1 - seat], plan=Plan())
    sealed = changed(state, own=(theirs[0], theirs[1]))
    assert board_for(sealed, seat).waiting == (seat,)
    assert _encoded(board_for(sealed, seat)) == _encoded(board_for(state, seat))
    assert board_for(sealed, None).waiting == board_for(state, None).waiting == ()
    both = changed(
        sealed, own=(changed(sealed.own[0], plan=Plan()), changed(sealed.own[1], plan=Plan()))
    )
    assert board_for(both, seat).waiting == ()


def test_spectator_sees_only_the_map_and_the_clock() -> None:
    shown = board_for(make_duel(mine="S14", enemy="W30"), None)
    printed = _encoded(shown).decode() + board_text(shown)
    assert shown.menus == ()
    assert shown.panels == ()
    assert "Quill" not in printed
    assert "Harker" not in printed
    assert next_advice(AMBUSH.view(make_duel(mine="S14", enemy="W30"), None)) == ""


def test_draft_shows_only_what_its_writer_typed() -> None:
    state = standoff(ground=ground_with(("#", 20, 30)))
    unseen = changed(state.own[0], mark=changed(state.own[0].mark, at=OFF_MAP, in_sight=False))
    one = changed(state, own=(unseen, state.own[1]))
    two = changed(one, own=(unseen, changed(state.own[1], man=changed(state.own[1].man, at=7))))
    draft: Draft = make_draft(step1="s", step2="s", action="fire:rifle")
    assert _encoded(board_for(one, ADA, draft)) == _encoded(board_for(two, ADA, draft))


def test_truth_view_shows_both_and_needs_the_whole_state() -> None:
    state = make_duel(Duel(ambushed="rifle"), "S14", "W30")
    truth = AMBUSH_TABLE.truth(state, NAMES)
    assert truth is not None
    assert truth.lines == (
        "Quill (Ann) is at S14, standing: 3 of 3 DP.",
        "Harker (Bob) is at W30, standing: 3 of 3 DP.",
    )
    assert truth.menus == ()
