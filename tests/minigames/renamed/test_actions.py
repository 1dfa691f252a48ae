"""Open actions and reasons for closed ones are the same in rules, menu and page."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.codec import Codec, Unreadable, encode
from engine.dice import SeededDice, seed_from
from engine.game import IllegalMove, Refusal
from engine.match import submit
from engine.values import HOST, Seat
from minigames.renamed.rules.cards import KIND, LETTER, VALUE, build_deck
from minigames.renamed.rules.game import RENAMED
from minigames.renamed.rules.menu import list_moves
from minigames.renamed.rules.moves import (
    KILL,
    PASS,
    SKIP,
    TIME_UP,
    Foil,
    Lay,
    Send,
    SendFrom,
    SendTeam,
    SendTop,
    Taunt,
)
from tests.minigames.renamed.scene import A, B, C, Scene, bomb, doubler, lair, spy
from tests.siege import examples

from .actions import actions

LAIRS = ((lair(4),), (lair(4, 1),))


def lay_step() -> Scene:
    return Scene((lair(1), spy(2), doubler("A")), (spy(3), lair(2)), phase="lay", up=LAIRS)


def spy_step() -> Scene:
    return Scene(
        (lair(1), spy(2), spy(9), doubler("A")), (spy(3), lair(2)), (), up=LAIRS, top=(lair(3),)
    )


def capture_step() -> Scene:
    hand = (lair(1), spy(2), doubler("A"), doubler("A", 1), doubler("B"))
    return Scene(hand, (spy(3), doubler("A", 2), doubler("B", 1)), (), up=LAIRS).play(
        A, Send(card=spy(2), into=A)
    )


def second_capture_step() -> Scene:
    return capture_step().play(A, Taunt(card=doubler("A"))).play(B, PASS).play(C, PASS)


def foil_step() -> Scene:
    return capture_step().play(A, Taunt(card=doubler("A")))


def empty_deck_step() -> Scene:
    return Scene((), (spy(2),), deck=False, phase="lay").skip_all(2)


REFUSED = [
    (lay_step, A, Send(card=spy(2), into=A), "lair-step", "This is your lair step"),
    (lay_step, A, KILL, "lair-step", "This is your lair step"),
    (lay_step, A, Lay(card=spy(2)), "no-lair-card", "Only lair cards can be laid"),
    (lay_step, A, Lay(card=lair(2)), "not-in-hand", "not in your hand"),
    (lay_step, A, TIME_UP, "host-only", "Only the clock can call time"),
    (spy_step, A, Lay(card=lair(1)), "spy-step", "This is your spy step"),
    (spy_step, A, PASS, "spy-step", "This is your spy step"),
    (spy_step, A, Send(card=spy(3), into=A), "not-in-hand", "not in your hand"),
    (spy_step, A, Send(card=lair(1), into=A), "no-spy", "Only a spy or a bomb"),
    (spy_step, A, Send(card=spy(2), into=C), "no-lair", "That player has no lair"),
    (spy_step, A, Send(card=spy(2), into=Seat(3)), "no-such-seat", "That seat does not exist"),
    (spy_step, A, Send(card=spy(2), into=Seat(-1)), "no-such-seat", "That seat does not exist"),
    (spy_step, A, Send(card=spy(2), into=HOST), "no-such-seat", "That seat does not exist"),
    (spy_step, A, SendTop(into=A), "top-no-spy", "does not show a spy's back"),
    (spy_step, A, SendFrom(hand=A, into=A), "own-hand", "Choose a specific card"),
    (spy_step, A, SendFrom(hand=C, into=A), "no-spy-there", "shows no spy's back"),
    (spy_step, A, SendFrom(hand=Seat(3), into=A), "no-such-seat", "That seat does not exist"),
    (spy_step, A, SendFrom(hand=Seat(-1), into=A), "no-such-seat", "That seat does not exist"),
    (spy_step, A, SendFrom(hand=B, into=C), "no-lair", "That player has no lair"),
    (
        spy_step,
        A,
        SendTeam(cards=(spy(2), spy(9)), into=A),
        "team-into-own-lair",
        "another player's lair",
    ),
    (spy_step, A, SendTeam(cards=(spy(2), spy(9)), into=C), "no-lair", "That player has no lair"),
    (
        spy_step,
        A,
        SendTeam(cards=(spy(9),), into=B),
        "team-of-spies",
        "two or more different spies",
    ),
    (capture_step, A, SKIP, "spy-captured", "Your lair holds a spy"),
    (capture_step, A, PASS, "spy-captured", "Your lair holds a spy"),
    (capture_step, A, Taunt(card=doubler("C")), "not-in-hand", "not in your hand"),
    (capture_step, A, Taunt(card=lair(1)), "no-doubler", "needs a doubler"),
    (
        second_capture_step,
        A,
        Taunt(card=doubler("A", 1)),
        "letter-played",
        "You have already played the letter A this turn",
    ),
    (foil_step, B, SKIP, "asked-to-foil", "You are asked about a taunt"),
    (foil_step, B, KILL, "asked-to-foil", "You are asked about a taunt"),
    (foil_step, B, Foil(card=doubler("A", 3)), "not-in-hand", "not in your hand"),
    (foil_step, B, Foil(card=doubler("B", 1)), "other-letter", "The taunt has the letter A"),
    (foil_step, B, Foil(card=spy(3)), "no-doubler", "needs a doubler"),
    (foil_step, A, PASS, "not-your-turn", "not your turn"),
    (lay_step, B, SKIP, "not-your-turn", "not your turn"),
    (empty_deck_step, A, SKIP, "match-over", "The match is over"),
    (lay_step, HOST, SKIP, "not-seated", "Only players at the table"),
]


@pytest.mark.parametrize(("scene", "seat", "move", "code", "sentence"), REFUSED)
def test_invalid_move_is_refused_with_a_sentence_and_changes_nothing(
    scene, seat, move, code, sentence
):
    place = scene()
    before = encode(place.state)
    with pytest.raises(Refusal, match=sentence) as refusal:
        place.play(seat, move)
    assert refusal.value.code == code
    assert encode(place.state) == before


def test_actions_mention_an_empty_deck():
    with pytest.raises(IllegalMove, match="The deck is empty"):
        Scene((spy(2),), (), deck=False, up=LAIRS).play(A, SendTop(into=A))


@pytest.mark.parametrize(
    "sent",
    [
        b'{"type":"lay"}',
        b'{"type":"lay","card":472}',
        b'{"type":"lay","card":-1}',
        b'{"type":"send","card":200,"into":-1}',
        b'{"type":"send-team","cards":"all","into":1}',
        b'{"type":"dance"}',
        b'{"type":"kill","him":"now"}',
    ],
)
def test_malformed_move_is_refused_when_decoded(sent):
    with pytest.raises(Unreadable):
        Codec(RENAMED).move.decode(sent)


@pytest.mark.parametrize(
    "scene", [lay_step, spy_step, capture_step, second_capture_step, foil_step, empty_deck_step]
)
def test_action_is_open_exactly_when_the_move_is_legal(scene):
    place = scene()
    for seat in (A, B):
        view = place.view(seat)
        for action in actions(view):
            if action.open:
                RENAMED.check(view, action.move)
                assert action.sentence == ""
            else:
                with pytest.raises(IllegalMove) as refusal:
                    RENAMED.check(view, action.move)
                assert (action.sentence, action.code) == (
                    refusal.value.sentence,
                    refusal.value.code,
                )


def test_spectator_and_host_have_no_actions():
    assert actions(spy_step().view(None)) == actions(spy_step().view(HOST)) == ()


def test_actions_of_a_waiting_seat_give_the_reason():
    listed = actions(spy_step().view(B))
    assert {action.code for action in listed} == {"not-your-turn"}


def test_actions_name_each_card_hand_and_lair():
    kinds = Counter(type(action.move) for action in actions(spy_step().view(A)))
    assert kinds[Lay] == 1
    assert kinds[Send] == 2 * 3
    assert kinds[SendFrom] == 2 * 3
    assert kinds[SendTop] == 3
    assert kinds[SendTeam] == 2
    assert kinds[Taunt] == kinds[Foil] == 1


def test_too_small_team_is_listed_with_the_missing_points():
    scene = Scene((spy(2), spy(3)), (), up=[(), (lair(4), lair(3))])
    (team,) = [action for action in actions(scene.view(A)) if isinstance(action.move, SendTeam)]
    assert team.sentence == "This team adds up to 5. It needs more than 7 to blow up that lair."


# --- menu, actions and random moves ---------------------------------------------------------------


def move_effect(move):
    """Return the effect of a move, whichever of several equal cards it names."""
    match move:
        case Lay(card=card):
            return "lay", VALUE[card]
        case Send(card=card, into=into):
            return "send", KIND[card], VALUE[card], into
        case Taunt(card=card) | Foil(card=card):
            return type(move), LETTER[card]
        case _:
            return move


@examples(25)
@given(seed=st.integers(0, 10_000), setup=st.sampled_from(RENAMED.setups()))
def test_menu_lists_every_distinct_open_action_and_no_card_is_lost(seed, setup):
    """Random moves are open, and the table's counts are right."""
    seed32, deck = seed_from(str(seed)), build_deck(setup.deck)
    state, _ = RENAMED.start(setup, SeededDice(seed32, 0))
    chooser, ply = SeededDice(seed32, 0, "chooser"), 0
    scene = Scene((), ())
    while acting := RENAMED.to_act(state):
        ply += 1
        for seat in RENAMED.seats(setup):
            view = RENAMED.view(state, seat)
            listed = [move_effect(move) for move in list_moves(view)]
            assert len({*listed}) == len(listed)
            assert {*listed} == {
                move_effect(action.move) for action in actions(view) if action.open
            }
        move = RENAMED.propose(RENAMED.view(state, acting[0]), chooser)
        state, _ = submit(RENAMED, state, seat=acting[0], move=move, dice=SeededDice(seed32, ply))
        scene.state = state
        assert scene.all_cards() == deck
        assert [len(own.hand) for own in state.own] == [
            hand.spies + hand.others for hand in state.table.hands
        ]
        assert [len(own.down) for own in state.own] == [each.down for each in state.table.lairs]
        assert state.table.spies_gone == sum(KIND[card] == "spy" for card in state.table.discards)
    assert ply <= RENAMED.max_plies


def test_random_moves_include_bombs_spies_and_skips():
    scene = Scene((spy(2), bomb()), (spy(3),), up=[(lair(4),)], top=(spy(4),))
    dice = SeededDice(seed_from("drawn"), 0)
    drawn = {RENAMED.propose(scene.view(A), dice) for _ in range(200)}
    assert drawn == {
        SKIP,
        Send(card=spy(2), into=A),
        Send(card=bomb(), into=A),
        SendTop(into=A),
        SendFrom(hand=B, into=A),
    }


def test_random_moves_include_a_team_if_one_is_large_enough():
    scene = Scene((spy(2), spy(9)), (), up=[(), (lair(4),)])
    dice = SeededDice(seed_from("drawn"), 0)
    assert SendTeam(cards=(spy(2), spy(9)), into=B) in {
        RENAMED.propose(scene.view(A), dice) for _ in range(100)
    }
