"""The deck and the texts of its cards."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.codec import Codec, Unreadable
from engine.dice import SeededDice, seed_from
from minigames.renamed.rules import names
from minigames.renamed.rules.cards import (
    BACK,
    DEFAULT_DISTRIBUTION,
    IS_SPY,
    KIND,
    LETTER,
    NUMBER,
    VALUE,
    Distribution,
    build_deck,
    lair_card,
    spy_card,
)
from minigames.renamed.rules.game import RENAMED
from minigames.renamed.rules.values import Setup
from tests.minigames.renamed.scene import DECK, bomb, doubler, lair, spy


def test_r1_deck_has_112_cards_36_lair_cards_36_spies_36_doublers_and_four_bombs():
    assert len({*DECK}) == 112
    assert Counter(KIND[card] for card in DECK) == {"lair": 36, "spy": 36, "doubler": 36, "bomb": 4}


def test_r1_deck_has_nine_lair_cards_of_each_value_and_fewer_spies_of_higher_value():
    assert Counter(VALUE[card] for card in DECK if KIND[card] == "lair") == {1: 9, 2: 9, 3: 9, 4: 9}
    assert Counter(VALUE[card] for card in DECK if KIND[card] == "spy") == {
        2: 6,
        3: 6,
        4: 6,
        5: 5,
        6: 4,
        7: 4,
        8: 3,
        9: 2,
    }


def test_r1_doublers_come_in_nine_letters_of_four():
    assert Counter(LETTER[card] for card in DECK if KIND[card] == "doubler") == dict.fromkeys(
        "ABCDEFGHI", 4
    )


def test_r1_custom_distribution_with_the_same_totals_is_used():
    flat = Distribution(lairs=(0, 0, 0, 36), spies=(0, 0, 0, 0, 0, 0, 0, 36))
    deck = build_deck(flat)
    assert len({*deck}) == 112
    assert {VALUE[card] for card in deck if KIND[card] == "lair"} == {4}
    assert {VALUE[card] for card in deck if KIND[card] == "spy"} == {9}
    state, _ = RENAMED.start(Setup(players=2, deck=flat), SeededDice(seed_from("flat"), 0))
    assert sorted([*state.deck, *(card for own in state.own for card in own.hand)]) == [*deck]


@pytest.mark.parametrize("kind", ["lairs", "spies"])
def test_r1_distribution_with_another_total_is_refused_with_a_sentence(kind):
    counts = {"lairs": [9, 9, 9, 8], "spies": [6, 6, 6, 5, 4, 4, 3, 3]}[kind]
    with pytest.raises(Unreadable, match="have to add up to 36"):
        Codec(RENAMED).setup.take({"players": 2, "deck": {kind: counts}})


@pytest.mark.parametrize(
    "setup",
    [
        {"players": 1},
        {"players": 9},
        {"players": 2, "target": 0},
        {"players": 2, "target": 1000},
        {"players": 2, "auto_pass": 1},
        {"players": 2, "deck": {"lairs": [37, -1, 0, 0]}},
    ],
)
def test_setup_out_of_range_is_refused_when_decoded(setup):
    with pytest.raises(Unreadable):
        Codec(RENAMED).setup.take(setup)


@pytest.mark.parametrize(
    "setup",
    [{"players": 1}, {"players": 9}, {"players": 2, "target": 0}, {"players": 2, "target": 1000}],
)
def test_setup_out_of_range_cannot_be_built(setup):
    with pytest.raises(ValueError, match="not"):
        Setup(**setup)


def test_smallest_and_largest_setups_can_be_built():
    assert Setup(players=2, target=1) != Setup(players=8, target=999)


def test_r7_and_r10_defaults_are_a_target_of_33_and_everyone_asked():
    setup = Codec(RENAMED).setup.take({"players": 4})
    assert (setup.target, setup.auto_pass, setup.deck) == (33, False, DEFAULT_DISTRIBUTION)


def test_r2_bombs_have_a_spy_back_and_lair_cards_and_doublers_the_other():
    assert {KIND[card]: BACK[card] for card in DECK} == {
        "lair": "other",
        "spy": "spy",
        "doubler": "other",
        "bomb": "spy",
    }


def test_card_number_encodes_kind_and_value():
    assert (VALUE[spy_card(35, 2)], NUMBER[spy_card(35, 2)]) == (2, 35)
    assert (VALUE[lair_card(7, 4)], NUMBER[lair_card(7, 4)]) == (4, 7)
    assert [NUMBER[card] for card in DECK if IS_SPY[card]] == [*range(36)]


def test_r1_36_spies_and_36_taunts_have_unique_texts():
    assert len({*names.SPY_NAMES}) == len({*names.TAUNT_TEXTS}) == 36
    assert all(taunt.count("{spy}") == 1 for taunt in names.TAUNT_TEXTS)
    assert [*names.LETTER_SUBJECTS] == [*"ABCDEFGHI"]


def test_r1_taunt_includes_the_spys_name():
    assert names.read_taunt(doubler("C"), spy(9)) == (
        "Say hello to Princess Whiskers, The Honourable Dash Peril. She chooses the method, "
        "and she is in no hurry."
    )


def test_every_card_has_a_name():
    assert [names.card_name(card) for card in (lair(4), spy(2), doubler("H"), bomb())] == [
        "A Hollow Volcano",
        "Trainee Pemberton",
        "H: Henchmen",
        "A Ticking Parcel",
    ]
