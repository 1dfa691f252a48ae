"""Bots see a view and answer with a move; the thinking one beats chance, and neither can peek."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.bots import RandomBot, ThinkingBot, share_of_win
from engine.dice import SeededDice, seed_from
from engine.match import Match
from engine.values import Seat, changed
from tests.engine.games.bids import BIDS
from tests.engine.games.couriers import COURIERS, State
from tests.engine.games.parley import PARLEY

if TYPE_CHECKING:
    from engine.game import Game

DICE = seed_from("bots")


def play(game: Game, bots, seed: bytes) -> Match:
    """Let bots play a match to its end; the host, when it is asked, answers at random."""
    match = Match.begin(game, game.setups()[0], seed)
    while match.to_act:
        seat, dice = match.to_act[0], SeededDice(seed, len(match.moves), "bot")
        bot = bots[seat] if seat in match.seats else RandomBot(game)
        match = match.submit(seat, bot.choose(match.view(seat), seat, dice))
    return match


@pytest.mark.parametrize("game", [BIDS, COURIERS, PARLEY], ids=lambda game: game.key)
def test_bots_play_any_game_to_its_end(game):
    bot = ThinkingBot(game, playouts=4, depth=6)
    match = play(game, [bot, RandomBot(game), bot], seed_from(game.key))
    assert match.outcome is not None


def lead(state: State, seat: Seat) -> float:
    """How good a lead is, for two players: 20 points are all one can wish for."""
    scores = state.table.scores
    return min(1.0, max(0.0, 0.5 + (scores[seat] - scores[1 - seat]) / 40))


def test_thinking_beats_chance():
    """Two players: a fair share would be 10 of 20."""
    thinker = ThinkingBot(COURIERS, lead, playouts=40, depth=6)
    won = 0.0
    for number in range(20):
        seat = number % 2
        bots = [RandomBot(COURIERS), RandomBot(COURIERS)]
        outcome = play(COURIERS, [*bots[:seat], thinker, *bots[seat:]], seed_from(f"duel {number}")).outcome
        assert outcome is not None
        won += (seat in outcome.winners) / len(outcome.winners)
    assert won >= 15


def test_a_bot_chooses_the_same_in_every_world_that_looks_the_same():
    """Two matches that differ only in what the seat cannot see."""
    match = Match.begin(COURIERS, COURIERS.setups()[1], DICE)
    (seat,) = match.to_act
    twin = COURIERS.imagine(match.view(seat), SeededDice(DICE, 1))
    assert twin != match.state
    bot = ThinkingBot(COURIERS, playouts=20, depth=6)
    choices = [bot.choose(COURIERS.view(state, seat), seat, SeededDice(DICE, 2)) for state in (match.state, twin)]
    assert choices[0] == choices[1]


def test_a_seat_with_one_move_does_not_think():
    state = changed(Match.begin(PARLEY, PARLEY.setups()[0], DICE).state)
    bot = ThinkingBot(PARLEY, playouts=10**9, depth=6)
    assert bot.choose(PARLEY.view(state, Seat(255)), Seat(255), SeededDice(DICE, 3)) == PARLEY.legal_moves(PARLEY.view(state, Seat(255)))[0]


def test_winners_share_the_worth_and_losers_have_none():
    worth = share_of_win(BIDS)
    match = Match.begin(BIDS, BIDS.setups()[1], DICE)
    assert worth(match.state, Seat(0)) == 0.5
    over = changed(match.state, table=changed(match.state.table, round=9, scores=(2, 1)))
    assert (worth(over, Seat(0)), worth(over, Seat(1))) == (1, 0)
    tied = changed(over, table=changed(over.table, scores=(2, 2)))
    assert worth(tied, Seat(1)) == 0.5
