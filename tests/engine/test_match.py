"""Playing a match: turns, refusals, audiences and replay."""

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


def begin_match() -> Match:
    return Match.begin(BIDS, Setup(), SEED)


def test_sealed_bid_is_heard_only_by_its_bidder():
    match = begin_match().submit(ANNA, Bid(amount=4))
    assert match.heard_by(ANNA)[-1] == Sealed(amount=4)
    assert (
        match.heard_by(BORIS)
        == match.heard_by(None)
        == match.heard_by(HOST)
        == begin_match().heard_by(BORIS)
    )
    assert match.view(BORIS) == begin_match().view(BORIS)


def test_everyone_hears_all_bids_when_all_have_bid():
    match = (
        begin_match()
        .submit(ANNA, Bid(amount=4))
        .submit(BORIS, Bid(amount=6))
        .submit(CLARA, Bid(amount=1))
    )
    assert match.heard_by(None)[-1] == Opened(bids=(4, 6, 1), face=1, winner=BORIS)
    assert match.state.table.scores == (0, 1, 0)


def test_scripted_die_breaks_a_tie():
    state = changed(begin_match().state, bids=(5, 5, 0))
    dice = ScriptedDice(2)
    _, told = submit(BIDS, state, seat=CLARA, move=Bid(amount=1), dice=dice)
    assert told[-1] == Told(event=Opened(bids=(5, 5, 1), face=2, winner=BORIS), to=EVERYONE)
    dice.assert_used()


def test_player_who_has_bid_is_told_to_wait():
    with pytest.raises(NotYourTurn, match="not your turn") as refusal:
        begin_match().submit(ANNA, Bid(amount=4)).submit(ANNA, Bid(amount=5))
    assert (refusal.value.code, refusal.value.sentence) == ("not-your-turn", "It is not your turn.")


def test_illegal_move_is_refused():
    with pytest.raises(IllegalMove):
        begin_match().submit(ANNA, Bid(amount=7))


def test_only_the_host_can_call_the_deadline_at_any_time():
    with pytest.raises(IllegalMove):
        begin_match().submit(ANNA, Deadline())
    assert begin_match().submit(BORIS, Bid(amount=3)).submit(HOST, Deadline()).heard_by(None)[
        -1
    ] == Opened(bids=(1, 3, 1), face=1, winner=BORIS)


def test_host_cannot_move_in_a_finished_match():
    match = begin_match().submit(HOST, Deadline()).submit(HOST, Deadline()).submit(HOST, Deadline())
    assert match.outcome is not None
    assert match.to_act == ()
    for seat in (ANNA, HOST):
        with pytest.raises(MatchOver):
            match.submit(seat, Deadline())


def test_stale_move_is_refused_unless_the_game_accepts_it():
    match = Match.begin(COURIERS, COURIERS.setups()[0], SEED)
    (seat,) = match.to_act
    heard = len(match.heard_by(seat))
    assert match.submit(seat, Rest(), heard_count=heard).moves == ((seat, Rest()),)
    with pytest.raises(Stale, match="Check the board"):
        match.submit(seat, Rest(), heard_count=heard - 1)
    assert begin_match().submit(ANNA, Bid(amount=2), heard_count=0).state.bids[ANNA] == 2


def test_match_waits_for_its_child_match_whose_ground_only_the_host_knows():
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


def test_replayed_match_has_the_same_result():
    match = (
        begin_match()
        .submit(ANNA, Bid(amount=4))
        .submit(HOST, Deadline())
        .submit(CLARA, Bid(amount=2))
    )
    steps = list(replay(BIDS, match.setup, match.seed, match.moves))
    assert steps[-1][0] == match.state
    assert tuple([each for _, told in steps for each in told]) == match.audience_events


def test_match_does_not_log_its_secrets():
    match = begin_match().submit(ANNA, Bid(amount=4))
    assert SEED.hex() not in repr(match)
    assert "amount" not in repr(match)
    assert repr(SEED) not in repr(match)


def test_heard_by_keeps_the_order_of_events():
    told = (
        Told(event=Sealed(amount=1), to=EVERYONE),
        Told(event=Sealed(amount=2), to=(ANNA,)),
        Told(event=Sealed(amount=3), to=(ANNA, BORIS)),
    )
    assert [event.amount for event in heard_by(ANNA, told)] == [1, 2, 3]
    assert [event.amount for event in heard_by(BORIS, told)] == [1, 3]
    assert [event.amount for event in heard_by(None, told)] == [1]


def test_refusal_can_have_its_own_code():
    assert Refusal("No.").code == "refused"
    assert IllegalMove("Too heavy.", code="too-heavy").code == "too-heavy"


def test_swap_replaces_one_item():
    assert swap(("a", "b", "c"), 0, "x") == ("x", "b", "c")
    assert swap(("a", "b", "c"), 2, "x") == ("a", "b", "x")


def test_unused_dice_derive_no_key():
    dice = SeededDice(b"of no use", 1)
    assert dice.in_domain("sealed") is not dice


# --- the registry ---


def test_registered_game_is_found_by_its_key():
    games = Registry()
    games.register(BIDS)
    games.register(Bids())
    assert games.get("bids") is BIDS
    assert games.all_games() == (BIDS,)


def test_unknown_game_is_answered_with_the_known_ones():
    games = Registry()
    games.register(BIDS)
    with pytest.raises(UnknownGame, match='"chess"; there are: bids'):
        games.get("chess")


def test_duplicate_key_is_refused():
    class OtherBids(Bids):
        pass

    games = Registry()
    games.register(BIDS)
    with pytest.raises(BadGame, match="belongs to Bids already"):
        games.register(OtherBids())


@pytest.mark.parametrize(
    ("name", "value"), [("key", "Bad Key"), ("rules_version", 0), ("max_plies", 0), ("types", ())]
)
def test_incomplete_game_is_refused(name, value):
    faulty = type("Faulty", (Bids,), {name: value})
    with pytest.raises(BadGame):
        Registry().register(faulty())
