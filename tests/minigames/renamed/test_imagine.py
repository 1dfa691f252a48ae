"""Imagined states match the view and the backs and vary in hidden facts."""

from __future__ import annotations

from collections import Counter

from engine.conformance import examine
from engine.dice import SeededDice, seed_from
from minigames.renamed.rules.cards import IS_LAIR, LETTER, count_spy_backs
from minigames.renamed.rules.game import RENAMED
from minigames.renamed.rules.imagine import imagine
from minigames.renamed.rules.moves import Send, Taunt
from tests.golden import goldens_of
from tests.minigames.renamed.scene import DECK, A, B, C, Scene, bomb, doubler, lair, spy


def imagined_worlds(scene: Scene, seat, number: int = 60):
    return [
        imagine(scene.view(seat), SeededDice(seed_from(str(each)), 0)) for each in range(number)
    ]


def scene_with_hidden_cards() -> Scene:
    hands = (doubler("A"), spy(3)), (doubler("A", 1), lair(2), spy(2)), (doubler("B", 1), bomb())
    return Scene(*hands, up=[(lair(4),)], down=[(lair(3),), (lair(1),)], top=(bomb(1),))


def test_game_keeps_and_tries_every_law_with_and_without_options():
    report = examine(RENAMED, matches=6, positions=15, goldens=goldens_of(RENAMED), seed="renamed")
    assert report.vacuous == {"6"}, "nothing is sealed in this game"


def test_imagined_state_has_the_same_view_and_every_card_once():
    scene = scene_with_hidden_cards()
    for seat in (A, B, C, None):
        for world in imagined_worlds(scene, seat, 10):
            assert RENAMED.view(world, seat) == scene.view(seat)
            other = Scene((), ())
            other.state = world
            assert other.all_cards() == DECK


def test_imagined_cards_match_the_visible_backs():
    for world in imagined_worlds(scene_with_hidden_cards(), A):
        assert [count_spy_backs(own.hand) for own in world.own] == [1, 1, 1]
        assert [len(own.hand) for own in world.own] == [2, 3, 2]
        assert all(IS_LAIR[card] for own in world.own for card in own.down)
        assert count_spy_backs(world.deck[-1:]) == 1


def test_imagined_states_vary_only_in_hidden_facts():
    imagined = imagined_worlds(scene_with_hidden_cards(), A)
    assert {world.own[A] for world in imagined} == {scene_with_hidden_cards().state.own[A]}
    assert len({world.own[B].hand for world in imagined}) > 50
    assert len({world.own[B].down for world in imagined}) > 15
    assert len({world.deck[-1] for world in imagined}) > 15
    assert len({world.deck[0] for world in imagined}) > 15


def test_spectator_imagines_everyones_cards():
    imagined = imagined_worlds(scene_with_hidden_cards(), None)
    assert len({world.own[A].hand for world in imagined}) > 50
    assert len({world.own[A].down for world in imagined}) > 15


def test_with_auto_pass_the_asked_player_holds_the_letter():
    scene = Scene(
        (spy(2), doubler("A")), (), (doubler("A", 1), lair(1)), up=[(lair(4),)], auto_pass=True
    )
    scene.play(A, Send(card=spy(2), into=A)).play(A, Taunt(card=doubler("A")))
    assert scene.table.acting == (C,)
    for seat in (A, B, None):
        held = [
            Counter(LETTER[card] for card in world.own[C].hand)["A"]
            for world in imagined_worlds(scene, seat, 20)
        ]
        assert min(held) == 1
    assert {world.own[C] for world in imagined_worlds(scene, C, 5)} == {scene.state.own[C]}


def test_r10_without_auto_pass_a_question_reveals_nothing_about_the_hand():
    scene = Scene((spy(2), doubler("A")), (doubler("A", 1), lair(1)), up=[(lair(4),)])
    scene.play(A, Send(card=spy(2), into=A)).play(A, Taunt(card=doubler("A")))
    held = [
        Counter(LETTER[card] for card in world.own[B].hand)["A"]
        for world in imagined_worlds(scene, A)
    ]
    assert min(held) == 0
