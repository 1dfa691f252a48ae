"""Matches between bots: fair seats, reproducible results and tallies that merge."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bots import RandomBot
from engine.dice import Dice, SeededDice, seed_from
from engine.game import IllegalMove
from engine.values import HOST, Seat
from lab.simulation import (
    Endless,
    Fixture,
    Plan,
    Result,
    Standing,
    Tally,
    merged,
    play_match,
    seatings,
    simulate_one,
    tally_of,
    wilson,
)
from tests.engine.games.bids import BIDS, Bid
from tests.engine.games.bids import Setup as BidsSetup
from tests.engine.games.couriers import COURIERS, Couriers, View
from tests.engine.games.parley import PARLEY
from tests.games import all_games

SEED = seed_from("simulation")


class RecordingBot:
    """A random bot that records its input."""

    def __init__(self, game) -> None:
        self.game = game
        self.given: list = []

    def choose(self, view, seat, dice):
        self.given.append((view, seat, dice))
        return self.game.propose(view, dice)


class FixedBidBot:
    """A bot that always bids the same."""

    def __init__(self, amount: int) -> None:
        self.amount = amount

    def choose(self, view, seat, dice):
        return Bid(amount=self.amount)


# --- one match ---


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
def test_every_game_is_simulated_reproducibly(game):
    for setup in game.setups():
        bots = [RandomBot(game)] * len(game.seats(setup))
        results = [simulate_one(game, setup, bots, SEED) for _ in range(2)]
        assert results[0] == results[1]
        assert results[0].ending
        assert results[0].plies <= game.max_plies


def test_another_seed_gives_another_match():
    bots = [RandomBot(COURIERS)] * 2
    results = {
        simulate_one(COURIERS, COURIERS.setups()[0], bots, seed_from(str(number))).scores
        for number in range(5)
    }
    assert len(results) > 1


def test_host_questions_are_answered_during_a_simulation():
    """Equal stakes lead to a child match, which only the host can report."""
    watchers = [RecordingBot(PARLEY), RecordingBot(PARLEY)]
    lengths = {
        simulate_one(PARLEY, PARLEY.setups()[0], watchers, seed_from(str(number))).plies
        for number in range(5)
    }
    assert max(lengths) > 8, "four rounds of two stakes and child matches"
    assert all(seat != HOST for watcher in watchers for _, seat, _ in watcher.given)


def test_bot_gets_only_the_view_of_its_seat():
    watchers = [RecordingBot(COURIERS), RecordingBot(COURIERS)]
    simulate_one(COURIERS, COURIERS.setups()[0], watchers, SEED)
    for seat, watcher in enumerate(watchers):
        assert len(watcher.given) == 8
        for view, asked, dice in watcher.given:
            assert (type(view), view.seat, asked) == (View, seat, seat)
            assert isinstance(dice, Dice)


@pytest.mark.parametrize("domain", ["public", "sealed", Seat(0), Seat(1)])
def test_bot_dice_do_not_reveal_game_dice(domain):
    watchers = [RecordingBot(COURIERS), RecordingBot(COURIERS)]
    simulate_one(COURIERS, COURIERS.setups()[0], watchers, SEED)
    bots_own = {
        dice.in_domain(domain).roll(20) for watcher in watchers for _, _, dice in watcher.given
    }
    to_come = {SeededDice(SEED, ply).in_domain(domain).roll(20) for ply in range(20)}
    assert not bots_own & to_come


def test_illegal_move_by_a_bot_is_refused():
    with pytest.raises(IllegalMove):
        simulate_one(BIDS, BidsSetup(players=2), [FixedBidBot(7), FixedBidBot(1)], SEED)


def test_exception_of_a_bot_reaches_the_caller():
    class Broken:
        def choose(self, view, seat, dice):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        simulate_one(BIDS, BidsSetup(players=2), [Broken(), Broken()], SEED)


def test_match_over_the_maximum_length_is_stopped(monkeypatch):
    monkeypatch.setattr(Couriers, "max_plies", 3)
    with pytest.raises(Endless, match="exceeds 3 plies"):
        simulate_one(COURIERS, COURIERS.setups()[0], [RandomBot(COURIERS)] * 2, SEED)


# --- seating ---


@given(st.integers(1, 6), st.integers(1, 8))
def test_every_bot_gets_every_seat_equally_often_in_a_round(bots, seats):
    rounds = seatings(bots, seats)
    for seat in range(seats):
        assert Counter(seating[seat] for seating in rounds) == dict.fromkeys(
            range(bots), len(rounds) // bots
        )


@given(st.integers(1, 6), st.integers(1, 8))
def test_as_many_bots_play_as_there_are_seats(bots, seats):
    assert {len(set(seating)) for seating in seatings(bots, seats)} == {min(bots, seats)}


@given(st.integers(2, 7))
def test_everyone_meets_everyone_in_both_seats_at_a_table_of_two(bots):
    assert sorted(seatings(bots, 2)) == sorted(permutations(range(bots), 2))


def test_short_list_of_bots_repeats():
    assert seatings(2, 3) == ((0, 1, 0), (1, 0, 1))


def test_setups_rotate_faster_than_seats():
    plan = Plan(BIDS, BIDS.setups(), 2, "s")
    assert [(len(BIDS.seats(f.setup)), f.seating) for f in map(plan.fixture, range(5))] == [
        (3, (0, 1, 0)),
        (2, (0, 1)),
        (3, (1, 0, 1)),
        (2, (1, 0)),
        (3, (0, 1, 0)),
    ]
    assert plan.full_round == 4


def test_bot_gets_all_seats_of_a_side_that_wins_together():
    """The sides can differ in each match. Here they depend on the first turn."""
    plan = Plan(
        COURIERS,
        COURIERS.setups()[2:],
        2,
        "s",
        sides=lambda state: [int(seat >= state.table.turn) for seat in range(4)],
    )
    fixtures = [plan.fixture(number) for number in range(8)]
    turns = [
        COURIERS.start(fixture.setup, SeededDice(fixture.seed, 0))[0].table.turn
        for fixture in fixtures
    ]
    assert len(set(turns)) > 1
    for number, (fixture, turn) in enumerate(zip(fixtures, turns, strict=True)):
        first, second = number % 2, 1 - number % 2
        assert fixture.seating == (first,) * turn + (second,) * (4 - turn)
    assert plan.full_round == 2


def test_every_match_derives_its_seed_from_seed_and_number():
    seeds = [
        Plan(BIDS, BIDS.setups(), 2, seed).fixture(number).seed
        for seed in "ab"
        for number in range(10)
    ]
    assert len(set(seeds)) == 20
    assert isinstance(Plan(BIDS, BIDS.setups(), 2, "a").fixture(3), Fixture)


# --- tallies ---


def test_highest_bidding_bot_wins_in_any_seat():
    plan = Plan(BIDS, BIDS.setups()[1:], 2, "s")
    tally = merged(
        play_match(plan, number, [FixedBidBot(6), FixedBidBot(1)]) for number in range(4)
    )
    assert (tally.standing(0)[:4], tally.standing(1)[:4]) == ((4, 4, 0, 1.0), (4, 0, 0, 0.0))
    assert (tally.seats, tally.plies, tally.length()) == ({0: 2, 1: 2}, 24, (6, 6, 6))
    assert tally.endings == {"all-rounds": 4}


def test_partial_tallies_merge_in_any_order():
    plan = Plan(COURIERS, COURIERS.setups(), 2, "s")
    bots = [RandomBot(COURIERS)] * 2
    parts = [play_match(plan, number, bots) for number in range(12)]
    assert merged(parts) == merged(parts[::-1]) == merged(parts[:5]) + merged(parts[5:])
    assert merged(parts).matches == 12


def test_joint_win_counts_once_per_bot_and_is_shared_between_bots():
    shared = tally_of(Result(winners=(Seat(0), Seat(1), Seat(2)), ending="tie", plies=3), (0, 1, 0))
    alone = tally_of(Result(winners=(Seat(0), Seat(2)), ending="tie", plies=5), (0, 1, 0))
    nobody = tally_of(Result(winners=(), ending="tie", plies=7), (0, 1, 0))
    tally = merged([shared, alone, nobody])
    assert [tally.standing(bot)[:3] for bot in (0, 1)] == [(3, 1, 1), (3, 0, 1)]
    assert [tally.standing(bot).rate for bot in (0, 1)] == pytest.approx([(1 + 2 / 3) / 3, 1 / 9])
    assert (tally.undecided, tally.length()) == (1, (5, 3, 7))


def test_median_of_two_middle_lengths_is_the_shorter():
    results = [Result(winners=(), ending="", plies=plies) for plies in (9, 1, 4, 6)]
    assert merged(tally_of(result, (0,)) for result in results).length().median == 4


def test_empty_tally_has_no_results():
    assert merged([]).standing(0) == Standing(0, 0, 0, 0.0, 0.0, 1.0)
    assert Tally().length() == (0, 0, 0)


def test_tally_has_the_wilson_interval():
    """Figures calculated by hand: 8 of 10, and 0 of 20 (z² / (n + z²))."""
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0, 3.8415 / 23.8415), abs=5e-5)


@given(st.integers(1, 500), st.data())
def test_interval_contains_the_rate_within_bounds(matches, data):
    wins = data.draw(st.integers(0, 2 * matches)) / 2
    low, high = wilson(wins, matches)
    assert 0 <= low <= wins / matches + 1e-12
    assert wins / matches - 1e-12 <= high <= 1
