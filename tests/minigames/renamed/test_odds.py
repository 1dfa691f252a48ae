"""Odds of a seat, compared with every possible deal."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from typing import TYPE_CHECKING

import pytest

from minigames.renamed.rules import odds
from minigames.renamed.rules.cards import HAS_SPY_BACK, IS_LAIR, LETTER, VALUE
from minigames.renamed.rules.imagine import unseen_cards
from minigames.renamed.rules.moves import PASS, Foil, Send, Taunt
from tests.minigames.renamed.scene import A, B, Scene, bomb, doubler, lair, spy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from minigames.renamed.rules.cards import Cards
    from minigames.renamed.rules.values import View


def small_scene() -> Scene:
    """Return a scene with few unseen cards for A.

    They are two spies, a bomb, three lair cards of which one is laid, two doublers of A and one of
    B.
    """
    return Scene(
        (doubler("A"), doubler("B"), doubler("C"), spy(3)),
        (doubler("A", 1), lair(2), spy(2)),
        (doubler("B", 1),),
        up=[(lair(4), lair(4, 1))],
        down=[(), (lair(1),)],
        top=(bomb(), spy(9), doubler("A", 2), lair(3)),
        deck=False,
        dry=False,
    )


def possible_deals(view: View) -> Iterator[tuple[Cards, Cards, Cards]]:
    """Yield each possible deal: B's hand, C's hand and B's face-down card."""
    loose = unseen_cards(view)
    for down in [card for card in loose if IS_LAIR[card]]:
        rest = [card for card in loose if card != down]
        for cards in permutations([card for card in rest if not HAS_SPY_BACK[card]], 3):
            for secret in combinations([card for card in rest if HAS_SPY_BACK[card]], 1):
                yield (*cards[:2], *secret), cards[2:], (down,)


def share_of_deals(view: View, true) -> Fraction:
    every = [bool(true(*deal)) for deal in possible_deals(view)]
    return Fraction(sum(every), len(every))


@pytest.mark.parametrize("letter", ["A", "B", "C"])
def test_chance_that_nobody_can_foil_matches_all_deals(
    letter,
):
    view = small_scene().view(A)
    assert odds.chance_unfoiled(view, letter) == share_of_deals(
        view, lambda b, c, _: letter not in [LETTER[card] for card in (*b, *c)]
    )


def test_fully_seen_letter_is_safe():
    assert odds.chance_unfoiled(small_scene().view(A), "C") == 1
    assert 0 < odds.chance_unfoiled(small_scene().view(A), "A") < 1


@pytest.mark.parametrize("value", [2, 3, 9])
def test_sizes_of_an_unknown_lair_match_the_deals(value):
    view = small_scene().view(A)
    sizes = dict(odds.lair_sizes(view, B))
    assert sum(sizes.values()) == 1
    assert sizes.get(value, 0) == share_of_deals(view, lambda _b, _c, down: VALUE[down[0]] == value)


def test_sizes_of_two_face_down_cards_add_up():
    scene = Scene(
        (), (), down=[(), (lair(1), lair(2))], top=(lair(3), lair(1, 1)), deck=False, dry=False
    )
    assert odds.lair_sizes(scene.view(A), B) == (
        (2, Fraction(1, 6)),
        (3, Fraction(2, 6)),
        (4, Fraction(2, 6)),
        (5, Fraction(1, 6)),
    )


def test_own_lair_is_known():
    scene = Scene((), (), up=[(lair(4),)], down=[(lair(2),)])
    assert odds.lair_sizes(scene.view(A), A) == ((6, Fraction(1)),)


def test_unseen_card_is_captured_escapes_or_is_a_bomb():
    chances = odds.chances_of_unseen_card(small_scene().view(A), A)
    assert (chances.captured, chances.escaped, chances.bomb) == (
        Fraction(1, 3),
        Fraction(1, 3),
        Fraction(1, 3),
    )
    assert chances.points == 2


def test_unseen_card_that_can_only_escape_has_no_value():
    scene = Scene((), (), up=[(lair(1),)], top=(spy(9),))
    chances = odds.chances_of_unseen_card(scene.view(A), A)
    assert chances.captured == chances.points == 0
    assert sum(chances[:3]) == 1


def test_own_card_has_a_certain_result_in_a_known_lair():
    view = small_scene().view(A)
    assert [*odds.chances_of_own_card(view, spy(3), A)] == [1, 0, 0, 3]
    assert [*odds.chances_of_own_card(view, bomb(), A)] == [0, 0, 1, 0]
    assert odds.chances_of_own_card(view, spy(3), B).captured == share_of_deals(
        view, lambda _b, _c, down: VALUE[down[0]] >= 3
    )


def test_offers_compare_killing_now_with_each_taunt():
    scene = small_scene().play(A, Send(card=spy(3), into=A))
    view = scene.view(A)
    kill, *taunts = odds.list_offers(view)
    assert [kill.card, kill.safe, kill.points, kill.expected, kill.at_stake] == [None, 1, 3, 3, 0]
    assert [offer.letter for offer in taunts] == ["C", "B", "A"]
    assert [offer.points for offer in taunts] == [6, 6, 6]
    assert [offer.at_stake for offer in taunts] == [8, 8, 8]
    assert [offer.expected for offer in taunts] == [
        6 * odds.chance_unfoiled(view, letter) for letter in "CBA"
    ]
    assert taunts[0].card == doubler("C")


def test_stakes_grow_after_a_successful_taunt_and_its_letter_is_gone():
    scene = (
        small_scene()
        .play(A, Send(card=spy(3), into=A))
        .play(A, Taunt(card=doubler("C")))
        .play(B, PASS)
    )
    assert odds.list_offers(scene.view(A)) == ()
    scene.play(scene.table.acting[0], PASS)
    kill, *taunts = odds.list_offers(scene.view(A))
    assert kill.points == 6
    assert [(offer.letter, offer.points) for offer in taunts] == [("B", 12), ("A", 12)]


def test_only_the_owner_of_the_captive_has_offers():
    scene = small_scene().play(A, Send(card=spy(3), into=A))
    assert odds.list_offers(scene.view(B)) == odds.list_offers(scene.view(None)) == ()


def test_doublers_are_counted_in_hand_on_the_captive_and_discarded():
    scene = Scene((doubler("A"), doubler("A", 1), spy(2)), (doubler("A", 2),), up=[(lair(4),)])
    assert odds.count_doublers(scene.view(A))[0] == ("A", 2, 2, 2)
    assert odds.count_doublers(scene.view(B))[0] == ("A", 1, 1, 3)
    assert odds.count_doublers(scene.view(None))[0] == ("A", 0, 0, 4)
    scene.play(A, Send(card=spy(2), into=A)).play(A, Taunt(card=doubler("A")))
    assert [odds.count_doublers(scene.view(seat))[0].seen_count for seat in (A, B, None)] == [
        2,
        2,
        1,
    ]
    scene.play(B, Foil(card=doubler("A", 2)))
    assert [odds.count_doublers(scene.view(seat))[0].seen_count for seat in (A, B, None)] == [
        3,
        2,
        2,
    ]
    assert [letter.unseen_count for letter in odds.count_doublers(scene.view(None))] == [
        2,
        4,
        4,
        4,
        4,
        4,
        4,
        4,
        4,
    ]
