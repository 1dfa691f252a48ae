"""Bots against bots: fair seats, the same results from the same seed, and tallies that merge."""

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


class Watcher:
    """Plays at random and remembers what it was handed."""

    def __init__(self, game) -> None:
        self.game = game
        self.given: list = []

    def choose(self, view, seat, dice):
        self.given.append((view, seat, dice))
        return self.game.propose(view, dice)


class Always:
    """Bids the same every time."""

    def __init__(self, amount: int) -> None:
        self.amount = amount

    def choose(self, view, seat, dice):
        return Bid(amount=self.amount)


# --- one match ---


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
def test_every_game_is_played_to_its_end_and_the_same_seed_gives_the_same_result(game):
    for setup in game.setups():
        bots = [RandomBot(game)] * len(game.seats(setup))
        results = [simulate_one(game, setup, bots, SEED) for _ in range(2)]
        assert results[0] == results[1]
        assert results[0].ending
        assert results[0].plies <= game.max_plies


def test_another_seed_is_another_match():
    bots = [RandomBot(COURIERS)] * 2
    results = {
        simulate_one(COURIERS, COURIERS.setups()[0], bots, seed_from(str(number))).scores
        for number in range(5)
    }
    assert len(results) > 1


def test_the_host_is_answered_for_while_a_match_waits_for_it():
    """Equal stakes lead to a duel, which nobody at the table can report."""
    watchers = [Watcher(PARLEY), Watcher(PARLEY)]
    lengths = {
        simulate_one(PARLEY, PARLEY.setups()[0], watchers, seed_from(str(number))).plies
        for number in range(5)
    }
    assert max(lengths) > 8, "four rounds of two stakes, and duels"
    assert all(seat != HOST for watcher in watchers for _, seat, _ in watcher.given)


def test_a_bot_is_handed_its_seats_view_and_nothing_else():
    watchers = [Watcher(COURIERS), Watcher(COURIERS)]
    simulate_one(COURIERS, COURIERS.setups()[0], watchers, SEED)
    for seat, watcher in enumerate(watchers):
        assert len(watcher.given) == 8
        for view, asked, dice in watcher.given:
            assert (type(view), view.seat, asked) == (View, seat, seat)
            assert isinstance(dice, Dice)


@pytest.mark.parametrize("domain", ["public", "sealed", Seat(0), Seat(1)])
def test_a_bots_dice_never_show_what_is_about_to_fall(domain):
    watchers = [Watcher(COURIERS), Watcher(COURIERS)]
    simulate_one(COURIERS, COURIERS.setups()[0], watchers, SEED)
    bots_own = {
        dice.in_domain(domain).roll(20) for watcher in watchers for _, _, dice in watcher.given
    }
    to_come = {SeededDice(SEED, ply).in_domain(domain).roll(20) for ply in range(20)}
    assert not bots_own & to_come


def test_what_the_rules_refuse_a_bot_is_refused():
    with pytest.raises(IllegalMove):
        simulate_one(BIDS, BidsSetup(players=2), [Always(7), Always(1)], SEED)


def test_what_a_bot_raises_goes_to_the_caller():
    class Broken:
        def choose(self, view, seat, dice):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        simulate_one(BIDS, BidsSetup(players=2), [Broken(), Broken()], SEED)


def test_a_match_beyond_the_longest_is_stopped(monkeypatch):
    monkeypatch.setattr(Couriers, "max_plies", 3)
    with pytest.raises(Endless, match="exceeds 3 plies"):
        simulate_one(COURIERS, COURIERS.setups()[0], [RandomBot(COURIERS)] * 2, SEED)


# --- who sits where ---


@given(st.integers(1, 6), st.integers(1, 8))
def test_over_a_round_every_bot_has_every_seat_equally_often(bots, seats):
    rounds = seatings(bots, seats)
    for seat in range(seats):
        assert Counter(seating[seat] for seating in rounds) == dict.fromkeys(
            range(bots), len(rounds) // bots
        )


@given(st.integers(1, 6), st.integers(1, 8))
def test_as_many_bots_play_as_the_table_holds(bots, seats):
    assert {len(set(seating)) for seating in seatings(bots, seats)} == {min(bots, seats)}


@given(st.integers(2, 7))
def test_at_a_table_of_two_everybody_meets_everybody_both_ways_round(bots):
    assert sorted(seatings(bots, 2)) == sorted(permutations(range(bots), 2))


def test_a_short_list_repeats():
    assert seatings(2, 3) == ((0, 1, 0), (1, 0, 1))


def test_setups_go_round_fastest_then_the_seats():
    plan = Plan(BIDS, BIDS.setups(), 2, "s")
    assert [(len(BIDS.seats(f.setup)), f.seating) for f in map(plan.fixture, range(5))] == [
        (3, (0, 1, 0)),
        (2, (0, 1)),
        (3, (1, 0, 1)),
        (2, (1, 0)),
        (3, (0, 1, 0)),
    ]
    assert plan.full_round == 4


def test_where_seats_win_together_a_bot_has_all_seats_of_a_side():
    """Sides as they were dealt, which may be otherwise every time: here by who has the turn."""
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


def test_every_match_has_a_seed_of_its_own_from_seed_and_number():
    seeds = [
        Plan(BIDS, BIDS.setups(), 2, seed).fixture(number).seed
        for seed in "ab"
        for number in range(10)
    ]
    assert len(set(seeds)) == 20
    assert isinstance(Plan(BIDS, BIDS.setups(), 2, "a").fixture(3), Fixture)


# --- tallies ---


def test_the_bot_that_always_bids_most_wins_wherever_it_sits():
    plan = Plan(BIDS, BIDS.setups()[1:], 2, "s")
    tally = merged(play_match(plan, number, [Always(6), Always(1)]) for number in range(4))
    assert (tally.standing(0)[:4], tally.standing(1)[:4]) == ((4, 4, 0, 1.0), (4, 0, 0, 0.0))
    assert (tally.seats, tally.plies, tally.length()) == ({0: 2, 1: 2}, 24, (6, 6, 6))
    assert tally.endings == {"all-rounds": 4}


def test_parts_merge_into_the_whole_in_any_order():
    plan = Plan(COURIERS, COURIERS.setups(), 2, "s")
    bots = [RandomBot(COURIERS)] * 2
    parts = [play_match(plan, number, bots) for number in range(12)]
    assert merged(parts) == merged(parts[::-1]) == merged(parts[:5]) + merged(parts[5:])
    assert merged(parts).matches == 12


def test_a_win_between_seats_of_one_bot_is_one_win_and_between_bots_it_is_shared():
    shared = tally_of(Result(winners=(Seat(0), Seat(1), Seat(2)), ending="tie", plies=3), (0, 1, 0))
    alone = tally_of(Result(winners=(Seat(0), Seat(2)), ending="tie", plies=5), (0, 1, 0))
    nobody = tally_of(Result(winners=(), ending="tie", plies=7), (0, 1, 0))
    tally = merged([shared, alone, nobody])
    assert [tally.standing(bot)[:3] for bot in (0, 1)] == [(3, 1, 1), (3, 0, 1)]
    assert [tally.standing(bot).rate for bot in (0, 1)] == pytest.approx([(1 + 2 / 3) / 3, 1 / 9])
    assert (tally.undecided, tally.length()) == (1, (5, 3, 7))


def test_of_two_middle_lengths_the_median_is_the_shorter():
    results = [Result(winners=(), ending="", plies=plies) for plies in (9, 1, 4, 6)]
    assert merged(tally_of(result, (0,)) for result in results).length().median == 4


def test_nothing_played_is_an_empty_tally():
    assert merged([]).standing(0) == Standing(0, 0, 0, 0.0, 0.0, 1.0)
    assert Tally().length() == (0, 0, 0)


def test_the_interval_is_wilsons():
    """Figures worked out by hand: 8 of 10, and 0 of 20 (z² / (n + z²))."""
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0, 3.8415 / 23.8415), abs=5e-5)


@given(st.integers(1, 500), st.data())
def test_the_interval_holds_the_rate_and_stays_within_bounds(matches, data):
    wins = data.draw(st.integers(0, 2 * matches)) / 2
    low, high = wilson(wins, matches)
    assert 0 <= low <= wins / matches + 1e-12
    assert wins / matches - 1e-12 <= high <= 1
