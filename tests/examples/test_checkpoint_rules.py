"""The rules of Checkpoint, row by row."""

from __future__ import annotations

from collections import Counter
from typing import Final

import pytest

from engine.dice import ScriptedDice, SeededDice, seed_from
from engine.game import IllegalMove
from engine.match import heard_by, submit
from engine.values import Audience, Seat, changed
from tests.examples.checkpoint.rules.game import (
    CHECKPOINT,
    DECK,
    WORTHS,
    Carry,
    Dealt,
    Declared,
    Event,
    Move,
    Open,
    Opened,
    Own,
    Packed,
    Paper,
    Setup,
    State,
    Table,
    Wave,
    Waved,
)

ANN, BO, CAT = (Seat(seat) for seat in range(3))


def papers(*worths: int) -> tuple[Paper, ...]:
    return tuple([Paper(worth) for worth in worths])


START: Final = State(
    table=Table(courier=ANN, scores=(0, 0, 0), hands=(2, 2, 1), unopened=(0, 0, 0)),
    own=(Own(hand=papers(2, 5)), Own(hand=papers(1, 6)), Own(hand=papers(3))),
)


def play_moves(state: State, *moves: Move) -> tuple[State, list[tuple[Event, Audience]]]:
    """Return the state after these moves and all events with their audiences."""
    told = []
    for move in moves:
        (seat,) = CHECKPOINT.to_act(state)
        state, more = submit(CHECKPOINT, state, seat=seat, move=move, dice=ScriptedDice())
        told += [(each.event, each.to) for each in more]
    return state, told


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", [3, 5, 6])
def test_c1_everyone_is_dealt_equally_many_of_four_papers_of_each_value(
    players: int, size: int
) -> None:
    setup = Setup(players=players, papers=size)
    state, told = CHECKPOINT.start(setup, SeededDice(seed_from("deal"), 0))
    assert Counter(DECK) == {Paper(worth): 4 for worth in WORTHS}
    held = [paper for own in state.own for paper in own.hand]
    assert len(held) == players * size and Counter(held) <= Counter(DECK)
    for seat in CHECKPOINT.seats(setup):
        dealt = [event for event in heard_by(seat, told) if isinstance(event, Dealt)]
        assert dealt == [Dealt(papers=state.own[seat].hand)]


def test_c1_first_seat_is_the_first_courier() -> None:
    state, _ = CHECKPOINT.start(Setup(players=3), SeededDice(seed_from("deal"), 0))
    assert CHECKPOINT.to_act(state) == (ANN,)


def test_c2_packed_paper_is_secret_and_everyone_hears_a_declared_value() -> None:
    state, told = play_moves(START, Carry(paper=Paper(2), worth=6))
    assert told == [
        (Packed(paper=Paper(2)), (ANN,)),
        (Declared(courier=ANN, worth=6), "everyone"),
    ]
    assert state.own[ANN] == Own(hand=papers(5), bag=papers(2))
    assert (state.table.hands, state.table.declared) == ((1, 2, 1), 6)


@pytest.mark.parametrize(("paper", "worth"), [(3, 1), (2, 7), (2, 0)])
def test_c2_paper_must_be_in_hand_and_the_declaration_1_to_6(paper: int, worth: int) -> None:
    with pytest.raises(IllegalMove):
        play_moves(START, Carry(paper=Paper(paper), worth=worth))


def test_c3_player_on_the_left_of_the_courier_is_the_guard() -> None:
    state, _ = play_moves(START, Carry(paper=Paper(2), worth=6))
    assert CHECKPOINT.to_act(state) == (BO,)
    last = changed(START, table=changed(START.table, courier=CAT))
    assert CHECKPOINT.to_act(play_moves(last, Carry(paper=Paper(3), worth=3))[0]) == (ANN,)


def test_c3_paper_waved_through_scores_its_declaration_and_is_never_shown() -> None:
    state, told = play_moves(START, Carry(paper=Paper(2), worth=6), Wave())
    assert told[-1] == (Waved(guard=BO, courier=ANN, points=6), "everyone")
    assert (state.table.scores, state.table.unopened) == ((6, 0, 0), (1, 0, 0))
    assert state.table.opened == () and state.own[ANN].across == papers(2)


@pytest.mark.parametrize(
    ("declared", "winner", "points"), [(5, ANN, 10), (4, ANN, 8), (1, ANN, 2), (6, BO, 6)]
)
def test_c4_opened_paper_scores_double_for_an_honest_courier_else_for_the_guard(
    declared: int, winner: Seat, points: int
) -> None:
    state, told = play_moves(START, Carry(paper=Paper(5), worth=declared), Open())
    opened = Opened(guard=BO, courier=ANN, paper=Paper(5), winner=winner, points=points)
    assert told[-1] == (opened, "everyone")
    assert state.table.scores == tuple([points if seat == winner else 0 for seat in range(3)])
    assert state.table.opened == papers(5) and state.own[ANN].bag == ()


def test_c5_guard_is_the_next_courier() -> None:
    state, _ = play_moves(START, Carry(paper=Paper(2), worth=2), Wave())
    assert state.table.courier == BO and CHECKPOINT.to_act(state) == (BO,)


@pytest.mark.parametrize(
    ("scores", "winners"), [((4, 2), (ANN,)), ((1, 2), (BO,)), ((2, 2), (ANN, BO))]
)
def test_c5_most_points_win_when_no_paper_is_left_and_ties_share(
    scores: tuple[int, ...], winners: tuple[Seat, ...]
) -> None:
    table = Table(courier=ANN, scores=scores, hands=(0, 0), unopened=(3, 3))
    outcome = CHECKPOINT.outcome(State(table=table, own=(Own(hand=()), Own(hand=()))))
    assert outcome is not None
    assert (outcome.winners, outcome.ending) == (winners, "last-paper")


def test_c5_game_is_not_over_before_the_last_guard_has_answered() -> None:
    table = Table(courier=ANN, scores=(0, 0), hands=(1, 0), unopened=(2, 3))
    state = State(table=table, own=(Own(hand=papers(4), across=papers(1, 1)), Own(hand=())))
    state, _ = play_moves(state, Carry(paper=Paper(4), worth=4))
    assert CHECKPOINT.outcome(state) is None and CHECKPOINT.to_act(state) == (BO,)
    assert CHECKPOINT.outcome(play_moves(state, Open())[0]).winners == (ANN,)


def test_imagined_state_keeps_what_the_viewer_saw() -> None:
    state, _ = play_moves(START, Carry(paper=Paper(2), worth=6))
    for number in range(20):
        dice = SeededDice(seed_from(f"imagined {number}"), 0)
        there = CHECKPOINT.imagine(CHECKPOINT.view(state, BO), dice)
        assert there.own[BO] == state.own[BO] and len(there.own[ANN].bag) == 1
        lying = [paper for own in there.own for paper in (*own.hand, *own.bag, *own.across)]
        assert Counter(lying) <= Counter(DECK)
