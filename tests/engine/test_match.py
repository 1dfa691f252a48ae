"""Playing a match: whose turn, what is refused, who hears what, and the same again."""

from __future__ import annotations

import pytest

from engine.dice import ScriptedDice, SeededDice, seed_from
from engine.game import IllegalMove, MatchOver, NotYourTurn, Refusal, Stale, Told
from engine.match import Match, heard_by, replay, submit
from engine.registry import BadGame, Registry, UnknownGame
from engine.values import EVERYONE, HOST, Seat, changed, swap
from tests.engine.games.bids import BIDS, Bid, Bids, Deadline, Opened, Sealed, Setup
from tests.engine.games.couriers import COURIERS, Rest
from tests.engine.games.parley import PARLEY, DuelWon, Stake
from tests.engine.games.parley import Setup as ParleySetup

SEED = seed_from("match")
ANNA, BORIS, CLARA = Seat(0), Seat(1), Seat(2)


def begin() -> Match:
    return Match.begin(BIDS, Setup(), SEED)


def test_a_sealed_bid_is_heard_by_its_bidder_alone():
    match = begin().submit(ANNA, Bid(amount=4))
    assert match.heard_by(ANNA)[-1] == Sealed(amount=4)
    assert (
        match.heard_by(BORIS)
        == match.heard_by(None)
        == match.heard_by(HOST)
        == begin().heard_by(BORIS)
    )
    assert match.view(BORIS) == begin().view(BORIS)


def test_when_all_have_bid_everybody_hears_all_bids():
    match = (
        begin()
        .submit(ANNA, Bid(amount=4))
        .submit(BORIS, Bid(amount=6))
        .submit(CLARA, Bid(amount=1))
    )
    assert match.heard_by(None)[-1] == Opened(bids=(4, 6, 1), face=1, winner=BORIS)
    assert match.state.table.scores == (0, 1, 0)


def test_a_tie_is_settled_by_the_die_a_test_asks_for():
    state = changed(begin().state, bids=(5, 5, 0))
    dice = ScriptedDice(2)
    _, told = submit(BIDS, state, seat=CLARA, move=Bid(amount=1), dice=dice)
    assert told[-1] == Told(event=Opened(bids=(5, 5, 1), face=2, winner=BORIS), to=EVERYONE)
    dice.assert_used()


def test_who_has_bid_waits_and_is_told_so():
    with pytest.raises(NotYourTurn, match="not your turn") as refusal:
        begin().submit(ANNA, Bid(amount=4)).submit(ANNA, Bid(amount=5))
    assert (refusal.value.code, refusal.value.sentence) == ("not-your-turn", "It is not your turn.")


def test_a_move_that_is_not_open_is_refused():
    with pytest.raises(IllegalMove):
        begin().submit(ANNA, Bid(amount=7))


def test_only_the_host_calls_the_deadline_at_any_time():
    with pytest.raises(IllegalMove):
        begin().submit(ANNA, Deadline())
    assert begin().submit(BORIS, Bid(amount=3)).submit(HOST, Deadline()).heard_by(None)[
        -1
    ] == Opened(bids=(1, 3, 1), face=1, winner=BORIS)


def test_when_the_match_is_over_not_even_the_host_speaks():
    match = begin().submit(HOST, Deadline()).submit(HOST, Deadline()).submit(HOST, Deadline())
    assert match.outcome is not None
    assert match.to_act == ()
    for seat in (ANNA, HOST):
        with pytest.raises(MatchOver):
            match.submit(seat, Deadline())


def test_a_stale_move_is_refused_unless_the_game_lets_it_stand():
    match = Match.begin(COURIERS, COURIERS.setups()[0], SEED)
    (seat,) = match.to_act
    heard = len(match.heard_by(seat))
    assert match.submit(seat, Rest(), heard_count=heard).moves == ((seat, Rest()),)
    with pytest.raises(Stale, match="Check the board"):
        match.submit(seat, Rest(), heard_count=heard - 1)
    assert begin().submit(ANNA, Bid(amount=2), heard_count=0).state.bids[ANNA] == 2


def test_a_match_waits_for_its_child_and_the_host_alone_knows_the_ground():
    match = (
        Match.begin(PARLEY, ParleySetup(), SEED)
        .submit(ANNA, Stake(amount=2))
        .submit(BORIS, Stake(amount=2))
    )
    assert match.to_act == (HOST,)
    assert match.view(HOST).ground > 0
    assert match.view(ANNA).ground == match.view(None).ground == 0
    with pytest.raises(NotYourTurn):
        match.submit(ANNA, DuelWon(winner=ANNA))
    assert match.submit(HOST, DuelWon(winner=BORIS)).state.table.scores == (0, 1)


def test_a_replayed_match_comes_to_the_same():
    match = (
        begin().submit(ANNA, Bid(amount=4)).submit(HOST, Deadline()).submit(CLARA, Bid(amount=2))
    )
    steps = list(replay(BIDS, match.setup, match.seed, match.moves))
    assert steps[-1][0] == match.state
    assert tuple([each for _, told in steps for each in told]) == match.audience_events


def test_a_match_keeps_its_secrets_out_of_logs():
    match = begin().submit(ANNA, Bid(amount=4))
    assert SEED.hex() not in repr(match)
    assert "amount" not in repr(match)
    assert repr(SEED) not in repr(match)


def test_heard_by_keeps_the_order_of_telling():
    told = (
        Told(event=Sealed(amount=1), to=EVERYONE),
        Told(event=Sealed(amount=2), to=(ANNA,)),
        Told(event=Sealed(amount=3), to=(ANNA, BORIS)),
    )
    assert [event.amount for event in heard_by(ANNA, told)] == [1, 2, 3]
    assert [event.amount for event in heard_by(BORIS, told)] == [1, 3]
    assert [event.amount for event in heard_by(None, told)] == [1]


def test_a_refusal_may_carry_a_code_of_its_own():
    assert Refusal("No.").code == "refused"
    assert IllegalMove("Too heavy.", code="too-heavy").code == "too-heavy"


def test_swap_puts_another_thing_in_one_place():
    assert swap(("a", "b", "c"), 0, "x") == ("x", "b", "c")
    assert swap(("a", "b", "c"), 2, "x") == ("a", "b", "x")


def test_unused_dice_cost_no_key():
    dice = SeededDice(b"of no use", 1)
    assert dice.in_domain("sealed") is not dice


# --- the registry ---


def test_a_registered_game_is_found_by_its_key():
    games = Registry()
    games.register(BIDS)
    games.register(Bids())
    assert games.get("bids") is BIDS
    assert games.all_games() == (BIDS,)


def test_an_unknown_game_is_named_and_so_are_those_there_are():
    games = Registry()
    games.register(BIDS)
    with pytest.raises(UnknownGame, match='"chess"; there are: bids'):
        games.get("chess")


def test_a_taken_key_is_refused():
    class OtherBids(Bids):
        pass

    games = Registry()
    games.register(BIDS)
    with pytest.raises(BadGame, match="belongs to Bids already"):
        games.register(OtherBids())


@pytest.mark.parametrize(
    ("name", "value"), [("key", "Bad Key"), ("rules_version", 0), ("max_plies", 0), ("types", ())]
)
def test_a_game_that_says_too_little_is_refused(name, value):
    faulty = type("Faulty", (Bids,), {name: value})
    with pytest.raises(BadGame):
        Registry().register(faulty())
