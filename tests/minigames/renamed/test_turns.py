"""The deal, the turn, and what everyone sees of them."""

from __future__ import annotations

import pytest

from engine.dice import ScriptedDice, SeededDice, seed_from
from engine.values import HOST
from minigames.renamed.rules.cards import HAS_SPY_BACK
from minigames.renamed.rules.events import CardLaid, CardsDrawn, Laid, Skipped, TimedOut, TurnBegan
from minigames.renamed.rules.game import RENAMED
from minigames.renamed.rules.moves import KILL, SKIP, TIME_UP, Lay, Send, Taunt
from minigames.renamed.rules.values import Hand, Setup
from tests.minigames.renamed.scene import A, B, C, Scene, bomb, doubler, lair, spy


@pytest.mark.parametrize(("players", "size"), [(2, 6), (3, 6), (4, 5), (5, 5), (8, 5)])
def test_two_or_three_players_get_six_cards_and_more_players_five(players, size):
    state, _ = RENAMED.start(Setup(players=players), SeededDice(seed_from("deal"), 0))
    first = state.table.turn
    assert [len(own.hand) for own in state.own] == [
        size + 2 * (seat == first) for seat in range(players)
    ]
    assert len(state.deck) == state.table.deck == 112 - players * size - 2


@pytest.mark.parametrize(("face", "first"), [(1, B), (2, C), (3, A)])
def test_r13_dice_choose_the_dealer_and_play_starts_on_the_dealers_left(face, first):
    dice = ScriptedDice(face, domains={"sealed": range(112, 1, -1)})
    state, _ = RENAMED.start(Setup(players=3), dice)
    assert state.table.dealer == face - 1
    assert (state.table.turn, state.table.acting, state.table.phase) == (first, (first,), "lay")


def test_r4_turn_starts_by_drawing_two_cards():
    scene = Scene((), (spy(4),), top=(doubler("A"), lair(3), spy(9)), phase="send").play(A, SKIP)
    assert scene.hand(B) == (lair(3), spy(4), spy(9))
    assert scene.table.hands[B] == Hand(spies=2, others=1)
    assert scene.one(TurnBegan) == TurnBegan(seat=B, spies=1, others=1, top="other")


def test_r4_last_card_is_drawn_alone():
    scene = Scene((), (), top=(spy(9),), deck=False, dry=False, phase="send").play(A, SKIP)
    assert scene.hand(B) == (spy(9),)
    assert (scene.table.deck, scene.table.top, scene.table.dry) == (0, None, False)


def test_empty_deck_skips_the_draw_and_discards_are_not_reused():
    scene = Scene((lair(1),), (lair(2),), deck=False).play(A, SKIP)
    assert scene.hand(B) == (lair(2),)
    assert scene.table.dry
    assert len(scene.table.discards) == 110


def test_r4_turn_allows_one_lair_card_then_one_spy():
    scene = Scene((lair(1), lair(2), spy(2)), (), (), phase="lay").play(A, Lay(card=lair(2)))
    assert (scene.table.phase, scene.table.acting) == ("send", (A,))
    scene.play(A, Send(card=spy(2), into=A)).play(A, KILL)
    assert (scene.table.phase, scene.table.acting, scene.table.turn) == ("lay", (B,), B)


def test_r4_both_plays_can_be_skipped():
    scene = Scene((lair(1), spy(2)), (), phase="lay").play(A, SKIP)
    assert scene.one(Skipped) == Skipped(seat=A, step="lay")
    scene.play(A, SKIP)
    assert scene.one(Skipped) == Skipped(seat=A, step="send")
    assert scene.table.turn == B


def test_r12_steps_are_asked_even_without_playable_cards():
    scene = Scene((), (), phase="lay")
    assert RENAMED.legal_moves(scene.view(A)) == [SKIP]
    scene.play(A, SKIP)
    assert scene.table.acting == (A,)
    assert RENAMED.legal_moves(scene.view(A)) == [SKIP]


def test_play_proceeds_to_the_left_and_around():
    scene = Scene((), (), (), turn=C).play(C, SKIP)
    assert scene.table.turn == A


def test_lair_cards_add_up_and_are_laid_face_down_seen_only_by_their_owner():
    scene = Scene((lair(2),), (), phase="lay", up=[(lair(3),)]).play(A, Lay(card=lair(2)))
    assert scene.heard(B) == scene.heard(None) == (Laid(seat=A),)
    assert scene.heard(A) == (Laid(seat=A), CardLaid(card=lair(2)))
    assert (scene.view(B).table.lairs[A].up, scene.view(B).table.lairs[A].down) == ((lair(3),), 1)
    assert scene.view(A).own.down == (lair(2),)


def test_r2_only_the_drawer_sees_the_fronts_and_everyone_the_backs():
    scene = Scene((), (), (), top=(bomb(), spy(2), doubler("B"))).play(A, SKIP)
    began = TurnBegan(seat=B, spies=1, others=1, top="spy")
    assert (
        scene.heard(A)
        == scene.heard(C)
        == scene.heard(None)
        == (Skipped(seat=A, step="send"), began)
    )
    assert scene.heard(B) == (
        Skipped(seat=A, step="send"),
        began,
        CardsDrawn(cards=(spy(2), doubler("B"))),
    )


def test_r2_back_of_the_top_card_is_always_visible():
    for top in (spy(2), bomb(), lair(1), doubler("A")):
        assert Scene((), (), top=(top,)).view(None).table.top == (
            "spy" if HAS_SPY_BACK[top] else "other"
        )


def test_r9_hand_has_no_limit():
    scene = Scene((), (), phase="lay").skip_all(16)
    assert [len(scene.hand(seat)) for seat in (A, B)] == [16, 16]


def test_r14_clock_skips_kills_and_passes_for_whoever_is_asked():
    scene = Scene((lair(1), spy(2), doubler("A")), (), phase="lay", up=[(lair(4),)])
    scene.play(HOST, TIME_UP)
    assert [type(event) for event in scene.heard(None)] == [TimedOut, Skipped]
    scene.play(A, Send(card=spy(2), into=A)).play(A, Taunt(card=doubler("A")))
    assert scene.table.acting == (B,)
    scene.play(HOST, TIME_UP)
    assert scene.one(TimedOut) == TimedOut(seat=B)
    assert scene.table.captive.taunts == 1
    scene.play(HOST, TIME_UP)
    assert scene.table.scores == (4, 0)
    assert scene.table.turn == B
