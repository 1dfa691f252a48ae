"""Capture, kill, taunt and foil in any player's turn."""

from __future__ import annotations

import pytest

from engine.codec import encode
from engine.game import IllegalMove, NotYourTurn
from engine.values import Seat
from minigames.renamed.rules.events import Foiled, Killed, Passed, Taunted
from minigames.renamed.rules.game import RENAMED
from minigames.renamed.rules.moves import KILL, PASS, SKIP, Foil, Send, SendFrom, Taunt
from minigames.renamed.rules.values import Lair
from tests.minigames.renamed.scene import A, B, C, D, Scene, doubler, lair, spy


def doublers_for(*letters: str) -> tuple[int, ...]:
    return tuple([doubler(letter) for letter in letters])


def capture_scene(*hands: tuple[int, ...], owner=A, value=3, turn=A, **table) -> Scene:
    """Return a scene in which the owner's lair of 8 just captured a spy in the turn of `turn`."""
    up = [()] * owner + [(lair(4), lair(4, 1))]
    hands = tuple(
        [(*hand, spy(value)) if seat == turn else hand for seat, hand in enumerate(hands)]
    )
    return Scene(*hands, up=up, turn=turn, **table).play(turn, Send(card=spy(value), into=owner))


def test_r6_capture_is_resolved_immediately_by_the_lairs_owner():
    scene = capture_scene((), (), (), owner=C, turn=A)
    assert (scene.table.turn, scene.table.acting, scene.table.phase) == (A, (C,), "capture")
    with pytest.raises(NotYourTurn):
        scene.play(A, KILL)


def test_game_continues_after_a_capture_in_another_players_turn():
    scene = capture_scene((), (), (), (), owner=D, turn=A).play(D, KILL)
    assert (scene.table.turn, scene.table.acting) == (B, (B,))


def test_kill_discards_the_spy_scores_its_value_and_keeps_the_lair():
    scene = capture_scene((), (), value=7).play(A, KILL)
    assert scene.table.scores == (7, 0)
    assert scene.table.discards == (spy(7),)
    assert scene.one(Killed) == Killed(seat=A, spy=spy(7), points=7)
    assert scene.table.lairs[A] == Lair(up=(lair(4), lair(4, 1)))


def test_r6_players_are_asked_in_turn_order_from_the_owners_left():
    scene = capture_scene((), (), doublers_for("A"), (), owner=C, turn=A).play(
        C, Taunt(card=doubler("A"))
    )
    order: list[Seat] = []
    while scene.table.phase == "foil":
        order += scene.table.acting
        scene.play(order[-1], PASS)
    assert order == [D, A, B]
    assert scene.table.acting == (C,)


def test_kill_is_worth_double_after_everyone_passed():
    scene = (
        capture_scene(doublers_for("A"), ())
        .play(A, Taunt(card=doubler("A")))
        .play(B, PASS)
        .play(A, KILL)
    )
    assert scene.table.scores == (6, 0)
    assert scene.table.discards == (spy(3), doubler("A"))


def test_r7_value_doubles_for_each_taunt_3_with_a_and_c_is_12_and_with_d_24():
    scene = capture_scene(doublers_for("A", "C", "D"), ())
    for letter, points in (("A", 6), ("C", 12), ("D", 24)):
        scene.play(A, Taunt(card=doubler(letter))).play(B, PASS)
        assert scene.table.captive.points == points
    assert scene.play(A, KILL).table.scores == (24, 0)


def test_pending_taunt_does_not_count_yet():
    scene = capture_scene(doublers_for("A"), ()).play(A, Taunt(card=doubler("A")))
    assert (scene.table.captive.taunts, scene.table.captive.points) == (0, 3)


def test_r6_foil_frees_the_spy_and_discards_lair_spy_and_both_doublers():
    scene = (
        capture_scene(doublers_for("A"), (doubler("A", 1),), ())
        .play(A, Taunt(card=doubler("A")))
        .play(B, Foil(card=doubler("A", 1)))
    )
    assert scene.table.scores == (0, 0, 0)
    assert scene.table.lairs[A] == Lair()
    assert {*scene.table.discards} == {spy(3), lair(4), lair(4, 1), doubler("A"), doubler("A", 1)}
    assert scene.one(Foiled) == Foiled(seat=B, card=doubler("A", 1))
    assert scene.table.turn == B


def test_foil_after_a_success_loses_the_doubled_points():
    scene = (
        capture_scene(doublers_for("A", "B"), (doubler("B", 1),))
        .play(A, Taunt(card=doubler("A")))
        .play(B, PASS)
    )
    scene.play(A, Taunt(card=doubler("B"))).play(B, Foil(card=doubler("B", 1)))
    assert scene.table.scores == (0, 0)
    assert {doubler("A"), doubler("B"), doubler("B", 1)} <= {*scene.table.discards}


def test_nobody_else_is_asked_after_a_foil():
    hands = ((*doublers_for("A"),), (doubler("A", 1),), (doubler("A", 2),))
    scene = (
        capture_scene(*hands).play(A, Taunt(card=doubler("A"))).play(B, Foil(card=doubler("A", 1)))
    )
    assert scene.table.captive is None
    assert scene.table.phase == "lay"


def test_r6_foil_needs_the_same_letter():
    scene = capture_scene(doublers_for("A"), doublers_for("B")).play(A, Taunt(card=doubler("A")))
    with pytest.raises(IllegalMove, match="The taunt has the letter A"):
        scene.play(B, Foil(card=doubler("B")))


def test_rule_one_letter_cannot_be_repeated_this_turn():
    scene = (
        capture_scene((doubler("A"), doubler("A", 1)), ())
        .play(A, Taunt(card=doubler("A")))
        .play(B, PASS)
    )
    with pytest.raises(IllegalMove, match="You have already played the letter A this turn"):
        scene.play(A, Taunt(card=doubler("A", 1)))


def test_rule_one_letter_is_available_again_for_the_next_spy():
    scene = (
        capture_scene((doubler("A"), doubler("A", 1)), (spy(2),))
        .play(A, Taunt(card=doubler("A")))
        .play(B, PASS)
        .play(A, KILL)
    )
    scene.play(B, SKIP).play(B, Send(card=spy(2), into=A)).play(A, Taunt(card=doubler("A", 1)))
    assert scene.table.captive.letters == "A"


def test_rule_two_letter_passed_on_cannot_be_foiled_later():
    scene = (
        capture_scene(doublers_for("A", "C"), (doubler("A", 1), doubler("C", 1)))
        .play(A, Taunt(card=doubler("A")))
        .play(B, PASS)
    )
    scene.play(A, Taunt(card=doubler("C")))
    with pytest.raises(IllegalMove, match="The taunt has the letter C"):
        scene.play(B, Foil(card=doubler("A", 1)))


def test_owner_is_not_asked_to_foil_and_others_cannot_speak_early():
    scene = capture_scene((doubler("A"), doubler("A", 1)), (), (doubler("A", 2),)).play(
        A, Taunt(card=doubler("A"))
    )
    for seat, card in ((A, doubler("A", 1)), (C, doubler("A", 2))):
        with pytest.raises(NotYourTurn):
            scene.play(seat, Foil(card=card))


def test_player_who_played_the_spy_can_foil_the_taunt():
    scene = capture_scene((doubler("A", 1),), doublers_for("A"), owner=B, turn=A).play(
        B, Taunt(card=doubler("A"))
    )
    scene.play(A, Foil(card=doubler("A", 1)))
    assert scene.table.lairs[B] == Lair()
    assert scene.table.turn == B


def test_spy_captured_from_a_third_hand_belongs_to_the_lair():
    scene = Scene((), (spy(2),), (), up=[(), (), (lair(3),)]).play(A, SendFrom(hand=B, into=C), 1)
    assert scene.table.captive.owner == C
    assert scene.play(C, KILL).table.scores == (0, 0, 2)


@pytest.mark.parametrize("card", [spy(2), lair(2)], ids=["spy", "lair card"])
def test_taunt_and_foil_each_need_a_doubler(card):
    scene = capture_scene((card, doubler("A")), (card,))
    with pytest.raises(IllegalMove, match="needs a doubler"):
        scene.play(A, Taunt(card=card))


def test_taunt_is_read_aloud_to_everyone():
    scene = capture_scene(doublers_for("A"), (), ()).play(A, Taunt(card=doubler("A")))
    for seat in (A, B, C, None):
        assert scene.heard(seat) == (Taunted(seat=A, card=doubler("A"), spy=spy(3)),)


# --- secrecy of the foil round (R10) --------------------------------------------------------------


def test_r10_asking_reveals_nothing_about_who_holds_the_letter():
    holder = capture_scene(doublers_for("A"), (doubler("A", 1),), (doubler("B"),)).play(
        A, Taunt(card=doubler("A"))
    )
    nobody = capture_scene(doublers_for("A"), (doubler("B"),), (doubler("A", 1),)).play(
        A, Taunt(card=doubler("A"))
    )
    for _ in range(3):
        for seat in (A, None):
            assert holder.heard(seat) == nobody.heard(seat)
            assert encode(holder.view(seat)) == encode(nobody.view(seat))
        if holder.table.phase == "foil":
            (asked,) = holder.table.acting
            holder.play(asked, PASS)
            nobody.play(asked, PASS)


def test_r10_option_r15_automatic_passes_look_like_normal_ones():
    hands = (doublers_for("A"), (doubler("B"),), (doubler("A", 1),), ())
    scene = capture_scene(*hands, auto_pass=True).play(A, Taunt(card=doubler("A")))
    assert scene.heard(None) == (Taunted(seat=A, card=doubler("A"), spy=spy(3)), Passed(seat=B))
    assert scene.table.acting == (C,)
    scene.play(C, PASS)
    assert scene.heard(None) == (Passed(seat=C), Passed(seat=D))
    assert (scene.table.acting, scene.table.captive.taunts) == ((A,), 1)


def test_r10_option_taunt_that_nobody_can_foil_succeeds_immediately():
    scene = capture_scene(doublers_for("A"), (), (), auto_pass=True).play(
        A, Taunt(card=doubler("A"))
    )
    assert (scene.table.phase, scene.table.captive.points) == ("capture", 6)
    assert RENAMED.legal_moves(scene.view(A)) == [KILL]
