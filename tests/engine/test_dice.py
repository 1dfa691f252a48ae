"""Dice: fair, repeatable, and opened by domain and ply."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from hashlib import sha256
from hmac import digest
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import (
    _FACES,
    Dice,
    Domain,
    KeyedDice,
    OffScript,
    ScriptedDice,
    SeededDice,
    Taped,
    Throw,
    _faces,
    domain_name,
    every_roll,
    odds_of,
    roll_key,
    seed_from,
)
from engine.values import Seat
from tests import siege

SEED = seed_from("a night in Vienna")
SEEDS = st.binary(min_size=32, max_size=32)
LABELS = st.from_regex(r"[a-z][a-z0-9-]{0,6}", fullmatch=True)
DOMAINS = st.one_of(
    st.integers(0, 255).map(Seat),
    LABELS,
    st.lists(st.integers(0, 99) | LABELS, min_size=2, max_size=3).map(tuple),
)


@given(SEEDS, st.integers(1, 2000), st.lists(st.integers(1, 300), max_size=50))
def test_same_seed_ply_and_domain_give_the_same_valid_faces(seed, ply, sides):
    dice, again = SeededDice(seed, ply), SeededDice(seed, ply)
    faces = [dice.die(each) for each in sides]
    assert faces == [again.die(each) for each in sides]
    assert all(1 <= face <= most for face, most in zip(faces, sides, strict=True))


@given(DOMAINS, DOMAINS)
def test_different_domains_never_share_a_name(one, other):
    alike = domain_name(one) == domain_name(other)
    assert alike == (
        one == other or {one, other} == {(one,), one} or {one, other} == {(other,), other}
    )


@pytest.mark.parametrize("label", ["Public", "", "a b", "#1", "a+b", "a/b", "-a"])
def test_ambiguous_domain_label_is_refused(label):
    with pytest.raises(ValueError, match="label"):
        domain_name(label)


def test_streams_of_domains_and_plies_are_independent():
    domains: list[Domain] = ["public", "sealed", Seat(0), Seat(1), (Seat(1), "mission", 2)]
    streams = [SeededDice(SEED, ply, domain).roll(40) for domain in domains for ply in range(4)]
    assert all(one != other for one, other in combinations(streams, 2))


def test_dice_for_a_known_domain_continue_where_they_stopped():
    dice, whole = SeededDice(SEED, 3), SeededDice(SEED, 3, Seat(1)).roll(6)
    assert (
        *dice.in_domain(Seat(1)).roll(2),
        *dice.in_domain("sealed").in_domain(Seat(1)).roll(4),
    ) == whole
    assert dice.in_domain(Seat(1)).in_domain("public") is dice
    taped = Taped(SeededDice(SEED, 3))
    assert (*taped.in_domain(Seat(1)).roll(2), *taped.in_domain(Seat(1)).roll(4)) == whole


def test_key_of_one_domain_and_ply_reproduces_its_rolls():
    dice = SeededDice(SEED, 7).in_domain(Seat(2))
    thrown = [dice.die(sides) for sides in (6, 6, 20, 1000, 2)]
    opened = KeyedDice(roll_key(SEED, Seat(2), 7))
    assert [opened.die(sides) for sides in (6, 6, 20, 1000, 2)] == thrown
    with pytest.raises(LookupError, match="public has its own key"):
        opened.in_domain("public")


def test_algorithm_matches_its_documentation():
    """docs/decisions/0001: anyone can repeat the rolls with a few lines of code."""
    key = digest(SEED, b"dice/#2/7", "sha256")
    stream = sha256(key + (0).to_bytes(8, "big")).digest()
    expected = [byte % 6 + 1 for byte in stream if byte < 252]
    assert list(SeededDice(SEED, 7, Seat(2)).roll(len(expected))) == expected


def test_seed_of_another_length_is_refused_at_the_first_roll():
    with pytest.raises(ValueError, match="32 bytes"):
        SeededDice(b"short", 1).die(6)


@pytest.mark.parametrize("sides", [0, -1, 2**32 + 1])
def test_invalid_die_is_refused(sides):
    with pytest.raises(ValueError, match="sides"):
        SeededDice(SEED, 1).die(sides)


@pytest.mark.parametrize("sides", [2, 6, 20, 100, 255, 256, 1000])
def test_faces_are_uniform(sides):
    """Chi-square over faces (in tens above 20) with a bound that chance exceeds once in 10,000."""
    throws, groups = 20_000, min(sides, 20)
    dice = SeededDice(seed_from(f"even {sides}"), 1)
    counts = Counter((dice.die(sides) - 1) * groups // sides for _ in range(throws))
    weights = Counter(face * groups // sides for face in range(sides))
    off = sum(
        (counts[group] - throws * weights[group] / sides) ** 2 / (throws * weights[group] / sides)
        for group in range(groups)
    )
    assert off < {2: 15.2, 6: 25.8}.get(groups, 50.8)


@given(st.lists(st.integers(), max_size=60), SEEDS)
def test_shuffle_keeps_every_card(cards, seed):
    assert sorted(SeededDice(seed, 1).shuffle(cards)) == sorted(cards)


def test_every_order_of_three_cards_is_equally_likely():
    orders = odds_of(lambda dice: dice.shuffle("abc"))
    assert len(orders) == 6
    assert set(orders.values()) == {Fraction(1, 6)}


@given(st.lists(st.integers(1, 4), max_size=4))
def test_probabilities_of_all_rolls_add_up_to_one(sides):
    ways = list(
        every_roll(lambda dice: tuple([dice.in_domain("sealed").die(each) for each in sides]))
    )
    assert sum(odds for odds, _ in ways) == 1
    assert len({faces for _, faces in ways}) == len(ways)


def test_odds_include_conditional_rolls():
    def reroll_ones(dice: Dice) -> int:
        return face if (face := dice.die(6)) > 1 else dice.die(6)

    odds = odds_of(reroll_ones)
    assert odds[1] == Fraction(1, 36)
    assert odds[6] == Fraction(7, 36)
    assert odds[7] == 0
    assert odds_of(lambda dice: sum(dice.roll(2)))[7] == Fraction(1, 6)


def test_rolls_are_enumerated_from_the_lowest_faces():
    assert [faces for _, faces in every_roll(lambda dice: dice.roll(2, 2))] == [
        (1, 1),
        (1, 2),
        (2, 1),
        (2, 2),
    ]


def test_script_gives_its_faces_in_any_domain_and_does_not_affect_decks():
    dice = ScriptedDice(6, 5, 2)
    assert (dice.die(6), dice.in_domain("sealed").die(6), dice.pick("abc")) == (6, 5, "b")
    assert dice.shuffle("abc") == ("a", "b", "c")
    dice.assert_used()


def test_domain_can_have_its_own_script():
    dice = ScriptedDice(1, domains={Seat(2): (6, 5)})
    assert (dice.in_domain(Seat(2)).die(6), dice.die(6), dice.in_domain(Seat(2)).die(6)) == (
        6,
        1,
        5,
    )
    dice.assert_used()


def test_script_error_names_the_problem():
    with pytest.raises(OffScript, match=r"has no faces left: a d6 is rolled after \(3,\)"):
        ScriptedDice(3).roll(2)
    with pytest.raises(OffScript, match="face 1 of the script is 7, which is not on a d6"):
        ScriptedDice(7).die(6)
    with pytest.raises(OffScript, match=r"still holds \(4,\)"):
        ScriptedDice(4).assert_used()
    with pytest.raises(OffScript, match=r"the script of sealed still holds \(2,\)"):
        ScriptedDice(domains={"sealed": (2,)}).assert_used()


def test_tape_records_all_rolls_and_can_change_one():
    taped = Taped(ScriptedDice(3, 4, 5))
    assert (taped.die(6), taped.in_domain(Seat(1)).die(20), taped.die(6)) == (3, 4, 5)
    assert taped.tape == [Throw("public", 6, 3), Throw("#1", 20, 4), Throw("public", 6, 5)]
    changed = Taped(ScriptedDice(3, 4, 5), position=1, face=20)
    assert (changed.die(6), changed.in_domain(Seat(1)).die(20), changed.die(6)) == (3, 20, 5)


LARGEST = {5: 25.74, 10: 35.56}
"""Chi-square values exceeded once in 10,000 times, by degrees of freedom."""


@pytest.mark.siege
@pytest.mark.promise("dice")
def test_million_dice_are_uniform_individually_and_in_pairs(tried):
    dice = SeededDice(seed_from(siege.SEED), 1)
    rolls = [dice.roll(2) for _ in range(500_000)]
    one_by_one = Counter(face for roll in rolls for face in roll)
    assert chi_square(one_by_one, dict.fromkeys(range(1, 7), Fraction(1, 6))) < LARGEST[5]
    pairs = {total: Fraction(6 - abs(7 - total), 36) for total in range(2, 13)}
    assert chi_square(Counter(map(sum, rolls)), pairs) < LARGEST[10]
    tried(2 * len(rolls))


def chi_square(counted, chances):
    many = counted.total()
    return sum((counted[one] - many * odds) ** 2 / (many * odds) for one, odds in chances.items())


def test_every_face_uses_equally_many_bytes_and_the_rest_is_rerolled():
    for sides in range(1, 256):
        faces = Counter(_faces(sides))
        left_over = faces.pop(0, 0)
        assert faces == dict.fromkeys(range(1, sides + 1), 256 // sides)
        assert left_over == 256 % sides
        assert _FACES[sides] == _faces(sides)
