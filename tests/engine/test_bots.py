"""Bots see a view and answer with a move, and the search bot beats random play without peeking."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from engine import registry
from engine.bots import (
    LEVELS,
    GameBots,
    RandomBot,
    Slipping,
    Temper,
    ThinkingBot,
    UnknownBot,
    dice_for,
    find_bot,
    search,
    searches,
    share_of_win,
)
from engine.dice import SeededDice, seed_from
from engine.game import Outcome
from engine.match import Match
from engine.registry import Registry
from engine.values import HOST, Seat, changed
from tests.engine.games.bids import BIDS, Bid, Bids
from tests.engine.games.couriers import COURIERS, WORTH, Deliver, Hide, State
from tests.engine.games.parley import PARLEY, Stake
from tests.games import all_games

if TYPE_CHECKING:
    from engine.bots import Bot
    from engine.game import Game
    from tests.engine.games.bids import Move, View

DICE = seed_from("bots")


def play(game: Game, bots, seed: bytes) -> Match:
    """Let bots play a match to its end. The host moves randomly."""
    match = Match.begin(game, game.setups()[0], seed)
    while match.to_act:
        seat = match.to_act[0]
        dice = dice_for(seed, seat, len(match.moves) + 1)
        bot = bots[seat] if seat in match.seats else RandomBot(game)
        match = match.submit(seat, bot.choose(match.view(seat), seat, dice))
    return match


class FixedBidBot:
    """A bot that always bids the same."""

    def choose(self, view: View, seat: Seat, dice: object) -> Move:
        return Bid(amount=2)


def test_temper_has_a_bot_name_for_each_level():
    steady, thinks = FixedBidBot(), ThinkingBot(BIDS, playouts=8, depth=6)
    slips = Slipping(steady, BIDS.propose, one_in=3)
    temper = Temper("steady", "always bids two", ("Ash", "Birch"), slips, steady, thinks)
    bots = GameBots(tempers=(temper,))
    assert [find_bot(f"steady:{level}", BIDS, bots) for level in LEVELS] == [slips, steady, thinks]
    assert bots.names[-3:] == ("steady:newcomer", "steady:club", "steady:strong")
    with pytest.raises(UnknownBot):
        find_bot("steady:grand", BIDS, bots)
    assert [searches(temper.bot_at(level)) for level in LEVELS] == [False, False, True]
    assert searches(Slipping(thinks, BIDS.propose, one_in=2))


def test_slipping_bot_plays_the_proposal_at_the_given_rate():
    view = Match.begin(BIDS, BIDS.setups()[0], DICE).view(Seat(0))
    slips, chosen = Slipping(FixedBidBot(), BIDS.propose, one_in=4), Bid(amount=2)
    others = [slips.choose(view, Seat(0), dice_for(DICE, Seat(0), ply)) for ply in range(400)]
    assert 200 < others.count(chosen) < 400


@pytest.mark.parametrize("game", [BIDS, COURIERS, PARLEY], ids=lambda game: game.key)
def test_bots_play_any_game_to_its_end(game):
    bot = ThinkingBot(game, playouts=4, depth=6)
    match = play(game, [bot, RandomBot(game), bot], seed_from(game.key))
    assert match.outcome is not None


def lead_value(state: State, seat: Seat) -> float:
    """Return the value of a lead of two players, where 20 points are the maximum."""
    scores = state.table.scores
    return min(1.0, max(0.0, 0.5 + (scores[seat] - scores[1 - seat]) / 40))


def test_search_bot_beats_random_play():
    """Between equal players 10 of 20 would be fair."""
    thinker = ThinkingBot(COURIERS, lead_value, playouts=40, depth=6)
    won = 0.0
    for number in range(20):
        seat = number % 2
        bots = [RandomBot(COURIERS), RandomBot(COURIERS)]
        outcome = play(
            COURIERS, [*bots[:seat], thinker, *bots[seat:]], seed_from(f"duel {number}")
        ).outcome
        assert outcome is not None
        won += (seat in outcome.winners) / len(outcome.winners)
    assert won >= 15


def test_bot_chooses_the_same_in_indistinguishable_worlds():
    """Two matches differ only in what the seat cannot see."""
    match = Match.begin(COURIERS, COURIERS.setups()[1], DICE)
    (seat,) = match.to_act
    twin = COURIERS.imagine(match.view(seat), SeededDice(DICE, 1))
    assert twin != match.state
    bot = ThinkingBot(COURIERS, playouts=20, depth=6)
    choices = [
        bot.choose(COURIERS.view(state, seat), seat, SeededDice(DICE, 2))
        for state in (match.state, twin)
    ]
    assert choices[0] == choices[1]


def test_seat_with_one_move_does_not_search():
    state = changed(Match.begin(PARLEY, PARLEY.setups()[0], DICE).state)
    bot = ThinkingBot(PARLEY, playouts=10**9, depth=6)
    assert (
        bot.choose(PARLEY.view(state, Seat(255)), Seat(255), SeededDice(DICE, 3))
        == PARLEY.legal_moves(PARLEY.view(state, Seat(255)))[0]
    )


def test_winners_share_the_reward_and_losers_get_none():
    worth = share_of_win(BIDS)
    match = Match.begin(BIDS, BIDS.setups()[1], DICE)
    assert worth(match.state, Seat(0)) == 0.5
    over = changed(match.state, table=changed(match.state.table, round=9, scores=(2, 1)))
    assert (worth(over, Seat(0)), worth(over, Seat(1))) == (1, 0)
    tied = changed(over, table=changed(over.table, scores=(2, 2)))
    assert worth(tied, Seat(1)) == 0.5


def test_match_without_winners_gives_everyone_a_half(monkeypatch):
    monkeypatch.setattr(BIDS, "outcome", lambda _: Outcome(winners=(), ending="draw"))
    assert share_of_win(BIDS)(Match.begin(BIDS, BIDS.setups()[1], DICE).state, Seat(0)) == 0.5


def bots_of(game: Game) -> dict[str, Bot]:
    """Return every bot of a game by name, with few playouts for the search."""
    bots = registry.bots_of(game)
    return {"random": RandomBot(game), "search": find_bot("search:6", game, bots), **bots.own_bots}


LONG_MATCHES = [pytest.mark.slow("a match of this game takes seconds")]


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=LONG_MATCHES if game.key == "autoduel" else [], id=game.key)
        for game in all_games()
    ],
)
def test_every_bot_depends_only_on_view_seat_and_dice(game):
    """The choice is the same in an indistinguishable world, whatever the bot did in between."""
    bots = bots_of(game)
    differed = 0
    for setup in game.setups()[:2]:
        match = Match.begin(game, setup, DICE)
        for ply in range(1, 5):
            seats = [seat for seat in match.to_act if seat != HOST]
            if not seats:
                break
            view, number = match.view(seats[-1]), 0
            twin = game.imagine(view, SeededDice(DICE, ply, "twin"))
            differed += twin != match.state
            chosen: dict[str, Any] = {}
            for state in (match.state, twin):
                for name in (*bots, *bots):
                    bot, number = (bots, bots_of(game))[number % 2][name], number + 1
                    choice = bot.choose(
                        game.view(state, seats[-1]), seats[-1], dice_for(DICE, seats[-1], ply)
                    )
                    assert chosen.setdefault(name, choice) == choice, name
            match = match.submit(seats[-1], chosen["random"])
    assert differed or game.key in OPEN


OPEN = {"shambattle", "week"}
"""Games without hidden information for the players."""


# --- search ---


def first_view(game: Game, setup: int = 0, seed: bytes = DICE):
    """Return the first view of a match and its seat."""
    match = Match.begin(game, game.setups()[setup], seed)
    seat = match.to_act[0]
    return match.view(seat), seat


def grow_search(bot: ThinkingBot, game: Game, setup: int = 0) -> search._Search:
    """Return a bot's search at the start of a match."""
    view, seat = first_view(game, setup)
    thought = search._Search(bot, seat, SeededDice(DICE, 4))
    for _ in range(bot.playouts):
        thought.playout(game.imagine(view, thought.dice))
    return thought


def test_search_uses_its_budget_or_stops_when_the_choice_is_settled(monkeypatch):
    view, seat = first_view(COURIERS)
    bot = ThinkingBot(COURIERS, lead_value, playouts=400, depth=6, curiosity=0.2)
    short = bot.weigh(view, seat, SeededDice(DICE, 5))
    monkeypatch.setattr(search, "SETTLED", 10**9)
    full = bot.weigh(view, seat, SeededDice(DICE, 5))
    assert sum(each.playouts for each in short) < sum(each.playouts for each in full) == 400
    best = [
        max(weighed, key=lambda each: (each.playouts, each.worth)).move for weighed in (short, full)
    ]
    assert best[0] == best[1] == bot.choose(view, seat, SeededDice(DICE, 5))


def test_bot_with_seconds_thinks_until_the_clock_says_stop():
    """The clock is read before the first playout and after each: ten readings of 0.1 seconds."""
    ticks = count()
    view, seat = first_view(COURIERS)
    bot = ThinkingBot(
        COURIERS, playouts=10**6, depth=6, seconds=1.0, clock=lambda: next(ticks) / 10
    )
    assert sum(each.playouts for each in bot.weigh(view, seat, SeededDice(DICE, 6))) == 10
    late = ThinkingBot(COURIERS, playouts=10**6, depth=6, seconds=0.001, clock=lambda: next(ticks))
    assert sum(each.playouts for each in late.weigh(view, seat, SeededDice(DICE, 6))) == 1


def test_sealed_move_stays_hidden_in_the_trees_of_other_seats():
    """The rival bids later in the playout and knows only its own bids."""
    thought = grow_search(ThinkingBot(BIDS, playouts=60, depth=6), BIDS, setup=1)
    ours, theirs = (thought.trees[Seat(seat)].root.children for seat in (0, 1))
    assert set(map(type, ours)) == set(map(type, theirs)) == {Bid}
    opened = {type(key) for node in ours.values() for key in node.children}
    assert tuple in opened, "once opened, the rival's bid is heard"


def test_playouts_use_one_stream_for_all_domains():
    """Even with the match's dice, a search cannot predict rolls of another domain."""
    thought = grow_search(ThinkingBot(COURIERS, playouts=1, depth=6), COURIERS)
    assert thought.dice.in_domain("sealed") is thought.dice.in_domain(Seat(1)) is thought.dice
    to_come = [SeededDice(DICE, 4, domain).roll(20) for domain in ("public", "sealed", Seat(1))]
    assert (
        grow_search(ThinkingBot(COURIERS, playouts=0, depth=6), COURIERS).dice.roll(20)
        not in to_come
    )


def test_hidden_moves_do_not_separate_nodes_of_other_seats():
    """A rival hears that a card was hidden, but not which."""
    thought = grow_search(ThinkingBot(COURIERS, playouts=200, depth=8), COURIERS)
    rival = next(seat for seat in thought.trees if seat != thought.seat)
    heard = [key for key in thought.trees[rival].root.children if isinstance(key, tuple)]
    assert heard
    assert not any(isinstance(key[1], Hide) for key in heard)


def test_host_moves_are_random_and_never_searched():
    thought = grow_search(ThinkingBot(PARLEY, playouts=200, depth=20), PARLEY)
    assert HOST not in thought.trees
    assert {type(move) for move, _ in thought.visited_moves()} == {Stake}


class BundlePolicy:
    """A policy that delivers all cards of the highest worth, which no menu lists."""

    def choose(self, view, seat, dice):
        hand = view.own.hand
        best = max((WORTH[card] for card in hand), default=0)
        same = tuple([card for card in hand if WORTH[card] == best])
        return Deliver(cards=same) if same else dice.pick(COURIERS.legal_moves(view))


def test_legal_moves_outside_the_menu_are_considered():
    bot = ThinkingBot(COURIERS, lead_value, playouts=100, depth=6, policy=BundlePolicy())
    for number in range(20):
        view, seat = first_view(COURIERS, seed=seed_from(f"bundle {number}"))
        bundle = BundlePolicy().choose(view, seat, SeededDice(DICE, 7))
        if len(bundle.cards) > 1:
            assert bundle not in COURIERS.legal_moves(view)
            assert bundle in [each.move for each in bot.weigh(view, seat, SeededDice(DICE, 7))]
            return
    pytest.fail("no hand had a pair")


class WideBids(Bids):
    """There are more bids than playouts."""

    def legal_moves(self, view):
        return [Bid(amount=amount) for amount in range(1, 201)] if super().legal_moves(view) else ()


def test_wide_menu_is_searched_progressively():
    game = WideBids()
    view, seat = first_view(game, 1)
    widths = [
        len(ThinkingBot(game, playouts=playouts, depth=6).weigh(view, seat, SeededDice(DICE, 8)))
        for playouts in (20, 400)
    ]
    assert search.WIDE <= widths[0] < widths[1] < 60


def test_policy_guides_the_playouts_and_is_tried_first():
    """Against a rival who always bids 1 the bot needs no 6, but tries its policy's bid first."""

    class Ones:
        def choose(self, view, seat, dice):
            return Bid(amount=1)

    view, seat = first_view(BIDS, 1)
    weighed = ThinkingBot(BIDS, playouts=50, depth=6, policy=Ones()).weigh(
        view, seat, SeededDice(DICE, 9)
    )
    assert weighed[0].move == Bid(amount=1)


def test_trusted_policy_gives_its_choice_a_head_start():
    """A bid of 1 is bad.

    With a head start of twenty playouts it is tried longer, but not always.
    """

    class Ones:
        def choose(self, view, seat, dice):
            return Bid(amount=1)

    view, seat = first_view(BIDS, 1)
    looked = []
    for trust in (0.0, 20.0):
        bot = ThinkingBot(BIDS, playouts=400, depth=6, policy=Ones(), trust=trust)
        looked.append(
            {
                each.move.amount: each.playouts
                for each in bot.weigh(view, seat, SeededDice(DICE, 10))
            }[1]
        )
    assert looked[0] + 10 < looked[1] < 200


def test_rewards_that_differ_only_by_rounding_are_equal():
    """The average of fifty tenths, half of them rounded up, is below their minimum."""
    tree = search._Tree()
    node = tree.root.child("only")
    for number in range(50):
        tree.learn(node, 0.1 if number % 2 else 0.1 * (1 + 2**-52))
    assert tree.low < tree.high
    assert node.reward / node.visits < tree.low - (tree.high - tree.low)
    assert tree.best(["only"], 0.0) == "only"


# --- bots by name ---


def test_bots_are_found_by_name():
    brave = RandomBot(COURIERS)
    games = Registry()
    games.register(COURIERS, GameBots(own_bots={"brave": brave}, worth=lead_value, depth=9))
    assert games.bots_of(COURIERS).names == ("random", "search", "brave")
    assert games.bot(COURIERS, "brave") is brave
    assert isinstance(games.bot(COURIERS, "random"), RandomBot)
    searching = [games.bot(COURIERS, name) for name in ("search", "search:70", "search:70x5")]
    assert [(bot.playouts, bot.depth) for bot in searching] == [(200, 9), (70, 9), (70, 5)]


def test_playout_without_a_value_function_runs_to_the_end():
    assert find_bot("search", COURIERS, GameBots()).depth == COURIERS.max_plies
    assert find_bot("search", COURIERS, GameBots(worth=lead_value)).depth == 40


def test_registering_a_game_again_keeps_its_bots():
    games = Registry()
    games.register(COURIERS, GameBots(own_bots={"brave": RandomBot(COURIERS)}))
    games.register(COURIERS)
    assert "brave" in games.bots_of(COURIERS).names


def test_bot_that_thinks_for_seconds_needs_a_clock():
    bot = registry.bot(BIDS, "search:0.5s", lambda: 0.0)
    assert (bot.seconds, bot.clock()) == (0.5, 0.0)
    with pytest.raises(UnknownBot, match="no playouts"):
        registry.bot(BIDS, "search:0.5s")


@pytest.mark.parametrize(
    "name",
    [
        "",
        "deep",
        "search:",
        "search:0",
        "search:x5",
        "search:5x0",
        "search:-1",
        "random:5",
        "search:1e9",
    ],
)
def test_unknown_bot_name_is_answered_with_the_known_ones(name):
    with pytest.raises(
        UnknownBot,
        match=rf'No bot "{name}" plays bids\. Available bots: random, search, search:400',
    ):
        find_bot(name, BIDS, GameBots())
