"""Spies, bombs and teams played into lairs."""

from __future__ import annotations

import pytest

from engine.dice import odds_of
from engine.game import IllegalMove
from engine.values import Seat
from minigames.renamed.rules.cards import VALUE
from minigames.renamed.rules.events import Sent
from minigames.renamed.rules.game import RENAMED
from minigames.renamed.rules.moves import Send, SendFrom, SendTeam, SendTop
from minigames.renamed.rules.values import Hand, Lair
from tests.minigames.renamed.scene import DECK, A, B, C, Scene, bomb, doubler, lair, spy


@pytest.mark.parametrize(("value", "captured"), [(4, True), (5, True), (6, False)])
def test_spy_up_to_the_lairs_value_is_captured_and_a_larger_one_escapes(value, captured):
    scene = Scene((spy(value),), (), up=[(), (lair(3), lair(2))]).play(
        A, Send(card=spy(value), into=B)
    )
    assert scene.one(Sent).captured is captured
    assert (scene.table.captive is not None) is captured


def test_lair_is_the_sum_of_its_cards_face_up_and_face_down():
    scene = Scene((spy(7),), (), up=[(), (lair(3),)], down=[(), (lair(4),)]).play(
        A, Send(card=spy(7), into=B)
    )
    assert scene.one(Sent).captured


def test_playing_a_spy_turns_up_the_lair_permanently():
    scene = Scene((spy(2),), (), up=[(), (lair(1),)], down=[(), (lair(4), lair(2))]).play(
        A, Send(card=spy(2), into=B)
    )
    assert scene.table.lairs[B] == Lair(up=(lair(1), lair(4), lair(2)))
    assert scene.one(Sent).lair == (lair(1), lair(4), lair(2))
    assert scene.state.own[B].down == ()


def test_escape_discards_the_spy_and_every_card_in_the_lair():
    scene = Scene((spy(9),), (), up=[(), (lair(1),)], down=[(), (lair(2),)]).play(
        A, Send(card=spy(9), into=B)
    )
    assert scene.table.lairs[B] == Lair()
    assert {*scene.table.discards} == {spy(9), lair(1), lair(2)}
    assert scene.table.turn == B


def test_r16_bomb_destroys_any_lair_and_is_no_spy():
    huge = tuple([card for card in DECK if VALUE[card] == 4 and card < spy(2)])
    scene = Scene((bomb(),), (), up=[(), huge]).play(A, Send(card=bomb(), into=B))
    assert scene.table.lairs[B] == Lair()
    assert {*scene.table.discards} == {bomb(), *huge}
    assert scene.table.spies_gone == 0


def test_spy_can_be_played_into_ones_own_lair():
    scene = Scene((spy(2),), (), up=[(lair(2),)]).play(A, Send(card=spy(2), into=A))
    assert (scene.table.phase, scene.table.acting) == ("capture", (A,))


def test_r3_no_spy_can_be_played_without_a_lair_card_on_the_table():
    scene = Scene((spy(2),), (spy(3),), top=(bomb(),))
    for move in (
        Send(card=spy(2), into=B),
        SendTop(into=B),
        SendFrom(hand=B, into=B),
        SendTeam(cards=(spy(2), spy(3)), into=B),
    ):
        with pytest.raises(IllegalMove):
            scene.play(A, move)


def test_r3_top_card_of_the_deck_is_played_if_it_has_a_spy_back():
    scene = Scene((), (), up=[(lair(4),)], top=(doubler("A"), spy(4))).play(A, SendTop(into=A))
    sent = scene.one(Sent)
    assert (sent.source, sent.cards, sent.captured, sent.top) == (None, (spy(4),), True, "other")
    assert scene.table.top == "other"


def test_r3_top_card_can_be_a_bomb():
    scene = Scene((), (), up=[(lair(4),)], top=(doubler("A"), bomb())).play(A, SendTop(into=A))
    assert scene.table.lairs[A] == Lair()


def test_r3_top_card_with_another_back_stays():
    scene = Scene((), (), up=[(lair(4),)], top=(doubler("A"),))
    with pytest.raises(IllegalMove, match="does not show a spy's back"):
        scene.play(A, SendTop(into=A))


@pytest.mark.parametrize(("face", "card"), [(1, spy(3)), (2, spy(8)), (3, bomb())])
def test_r3_dice_pick_one_of_the_spy_backs_of_another_hand(face, card):
    hand = (lair(1), spy(3), spy(8), doubler("A"), bomb())
    scene = Scene((), (), hand, up=[(lair(4),)]).play(A, SendFrom(hand=C, into=A), face)
    assert scene.one(Sent).cards == (card,)
    assert scene.one(Sent).source == C
    assert card not in scene.hand(C)
    assert scene.table.hands[C] == Hand(spies=2, others=2)


def test_r3_each_spy_back_of_the_hand_is_equally_likely():
    scene = Scene((), (spy(3), spy(8), bomb(), lair(1)), up=[(lair(4),)])
    odds = odds_of(
        lambda dice: RENAMED.apply(scene.state, A, SendFrom(hand=B, into=A), dice)[1][0].event.cards
    )
    assert len(odds) == 3
    assert len({*odds.values()}) == 1


def test_card_from_a_hand_can_go_into_its_owners_or_a_third_players_lair():
    for into in (B, C):
        scene = Scene((), (spy(2),), (), up=[(), (lair(4),), (lair(4),)]).play(
            A, SendFrom(hand=B, into=into), 1
        )
        assert scene.table.acting == (into,)


def test_r11_rival_hand_shows_only_two_counts():
    one = Scene((), (spy(2), doubler("A")), ())
    other = Scene((), (bomb(), lair(4)), ())
    assert one.view(A).table.hands == other.view(A).table.hands
    assert [hand.__struct_fields__ for hand in one.view(A).table.hands] == [("spies", "others")] * 3


def test_r11_blind_pick_reveals_only_the_picked_card():
    few = Scene((), (spy(3), spy(8)), (), up=[(lair(4),)]).play(A, SendFrom(hand=B, into=A), 1)
    other = Scene((), (spy(3), bomb()), (), up=[(lair(4),)]).play(A, SendFrom(hand=B, into=A), 1)
    for seat in (A, C, None):
        assert few.heard(seat) == other.heard(seat)


def team_move(*cards: int, into: Seat = B) -> SendTeam:
    return SendTeam(cards=cards, into=into)


def test_r5_team_counts_as_one_spy_of_the_total_value_and_destroys_the_lair():
    scene = Scene((spy(3), spy(4), spy(9)), (), up=[(), (lair(4), lair(2))]).play(
        A, team_move(spy(3), spy(4))
    )
    assert scene.one(Sent).cards == (spy(3), spy(4))
    assert not scene.one(Sent).captured
    assert {*scene.table.discards} == {spy(3), spy(4), lair(4), lair(2)}
    assert scene.hand(A) == (spy(9),)
    assert scene.table.spies_gone == 2


def test_r5_team_must_be_larger_than_the_lair():
    with pytest.raises(IllegalMove, match=r"adds up to 6. It needs more than 6"):
        Scene((spy(2), spy(4)), (), up=[(), (lair(4), lair(2))]).play(A, team_move(spy(2), spy(4)))


def test_r5_face_down_cards_count_four_against_a_team():
    scene = Scene((spy(2), spy(4), spy(5)), (), up=[(), (lair(2),)], down=[(), (lair(1),)])
    with pytest.raises(IllegalMove, match=r"adds up to 6. It needs more than 6"):
        scene.play(A, team_move(spy(2), spy(4)))
    scene.play(A, team_move(spy(2), spy(5)))
    assert scene.table.lairs[B] == Lair()


def test_r5_team_can_only_go_into_another_players_lair():
    with pytest.raises(IllegalMove, match="another player's lair"):
        Scene((spy(4), spy(5)), (), up=[(lair(1),)]).play(A, team_move(spy(4), spy(5), into=A))


@pytest.mark.parametrize(
    "cards",
    [
        (spy(9),),
        (),
        (spy(8), bomb()),
        (spy(8), spy(8)),
        (spy(9), spy(8)),
        (spy(8), spy(7)),
        (lair(4), spy(9)),
        (spy(8), 9999),
    ],
    ids=str,
)
def test_r5_team_is_two_or_more_spies_of_ones_own_hand_without_bombs(cards):
    scene = Scene((lair(4), spy(8), spy(9), bomb()), (spy(7),), up=[(), (lair(1),)])
    with pytest.raises(IllegalMove, match="two or more different spies"):
        scene.play(A, team_move(*cards))


def test_r5_menu_names_the_cheapest_team_but_any_other_is_legal():
    scene = Scene((spy(3), spy(4), spy(8), spy(9)), (), up=[(), (lair(4), lair(2))])
    teams = [move for move in RENAMED.legal_moves(scene.view(A)) if isinstance(move, SendTeam)]
    assert teams == [team_move(spy(3), spy(4))]
    scene.play(A, team_move(spy(3), spy(4), spy(8), spy(9)))


def test_r5_menu_names_three_spies_if_two_are_not_enough():
    scene = Scene((spy(3), spy(4), spy(5)), (), up=[(), (lair(4), lair(4), lair(3))])
    teams = [move for move in RENAMED.legal_moves(scene.view(A)) if isinstance(move, SendTeam)]
    assert teams == [team_move(spy(3), spy(4), spy(5))]
