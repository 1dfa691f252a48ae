"""A club's own ambush numbers and maps, and the refusal of invalid ones (P2)."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ambush.by_doctrine import fight_setup, fight_steps
from ambush.rules.club_options import NUMBER_BOUNDS, house_rule_problems, own_map, own_numbers
from ambush.rules.ground import SIDE
from ambush.rules.maps import MAPS
from ambush.rules.numbers import NUMBERS, Numbers
from ambush.rules.placing import numbers_for_map, placings, rated_placings
from ambush.rules.samples import sample_setups
from campaign.house_rules.rules import house
from campaign.house_rules.rules.house import HouseRules
from campaign.house_rules.rules.tables import AMBUSH_NUMBERS, MapRow, NumberRow
from engine.dice import seed_from
from engine.values import changed
from tests.siege import examples

AMBUSH = sample_setups()[0].ambush
FIELD = "." * SIDE * SIDE
POSTS = "".join(
    "#" if y % 2 else "." if (y == 22 and 22 <= x <= 36) or not x % 2 else "+"
    for y in range(SIDE)
    for x in range(SIDE)
)
"""Rows of cells joined by doors, and one hall whose ends are just far enough apart."""


def make_rules(*numbers: NumberRow, maps: tuple[MapRow, ...] = ()) -> HouseRules:
    return HouseRules(ambush_numbers=numbers, ambush_maps=maps)


def own_map_row(squares: str = FIELD, place: str = "midville_1") -> MapRow:
    return MapRow(place=place, title="The stubble field", squares=squares)  # type: ignore[arg-type]


def problem_sentences(found: HouseRules) -> list[str]:
    return [problem.sentence for problem in house_rule_problems(found)]


def test_every_ambush_number_can_be_set() -> None:
    follows_from_the_house = {"least_dp"}
    assert set(NUMBER_BOUNDS) == set(Numbers.__struct_fields__) - follows_from_the_house
    assert set(NUMBER_BOUNDS) == set(AMBUSH_NUMBERS)
    former = msgspec.to_builtins(Numbers())
    assert all(low <= former.get(key, 0) <= high for key, (low, high) in NUMBER_BOUNDS.items())


def test_p2_club_fights_with_its_own_numbers_and_map() -> None:
    found = make_rules(
        NumberRow(key="turn_limit", value=3),
        maps=tuple(own_map_row(place=f"midville_{n}") for n in (1, 2, 3, 4)),
    )
    assert problem_sentences(found) == []
    setup = fight_setup(AMBUSH, found)
    *_, (state, _) = fight_steps(setup, seed_from("own"))
    assert state.table.turn <= 3
    assert state.table.ground.title == "The stubble field"  # type: ignore[union-attr]


def test_p2_club_without_maps_uses_ours() -> None:
    assert fight_setup(AMBUSH, HouseRules()).ground == f"midville_{AMBUSH.section}"


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (make_rules(NumberRow(key="speed", value=3)), "There is no value called “speed”"),
        (make_rules(NumberRow(key="walk", value=50)), "“walk” must be between 1 and 12."),
        (
            make_rules(NumberRow(key="walk", value=4), NumberRow(key="walk", value=6)),
            "List each number only once.",
        ),
        (
            make_rules(NumberRow(key="nearest", value=30)),
            "“nearest” cannot be more than “farthest”.",
        ),
        (
            make_rules(NumberRow(key="from_edge", value=20)),
            "no one can be placed on Truck Stop and",
        ),
        (
            make_rules(NumberRow(key="nearest", value=47), NumberRow(key="farthest", value=48)),
            "Decrease “from_edge” or “nearest”, or increase “farthest”",
        ),
        (make_rules(maps=(own_map_row(), own_map_row())), "Choose one map for each place."),
        (
            make_rules(maps=(own_map_row("?" + FIELD[1:]),)),
            "The stubble field, row 1, column 1: “?” is not a valid symbol",
        ),
        (make_rules(maps=(own_map_row(FIELD + "."),)), "needs 48 rows"),
        (
            make_rules(maps=(own_map_row("#" * SIDE * SIDE),)),
            "has no two squares where the fighters can start",
        ),
    ],
)
def test_p2_unplayable_house_rules_are_refused_with_a_reason(
    found: HouseRules, sentence: str
) -> None:
    assert any(sentence in said for said in problem_sentences(found)), problem_sentences(found)


PLACING = ("nearest", "farthest", "from_edge")


@st.composite
def number_rows(draw: st.DrawFn, keys: tuple[str, ...]) -> tuple[NumberRow, ...]:
    """Return some of these numbers, each within its bounds."""
    chosen = draw(st.lists(st.sampled_from(keys), unique=True, min_size=1))
    return tuple(NumberRow(key=key, value=draw(st.integers(*NUMBER_BOUNDS[key]))) for key in chosen)


@examples(20)
@given(number_rows(PLACING))
@example((NumberRow(key="from_edge", value=20),))
@example((NumberRow(key="nearest", value=47), NumberRow(key="farthest", value=48)))
def test_p3_doctrine_can_place_on_every_map_with_any_accepted_numbers(
    found: tuple[NumberRow, ...],
) -> None:
    house_rules = make_rules(*found)
    refused = problem_sentences(house_rules)
    # where a map has no room so far from its edges, the one who is ambushed starts nearer to them
    played = {key: numbers_for_map(key, own_numbers(house_rules)) for key in MAPS}
    able = [bool(placings(key, numbers)) for key, numbers in played.items()]
    assert bool(refused) != all(able), refused
    if not refused:
        assert all(rated_placings(key, numbers) for key, numbers in played.items())


@examples(15)
@given(number_rows(tuple(NUMBER_BOUNDS)), st.integers(0, 4), st.booleans())
def test_p2_ambush_ends_with_any_accepted_numbers(
    found: tuple[NumberRow, ...], section: int, by_phase: bool
) -> None:
    house_rules = changed(make_rules(*found), phase_by_phase=by_phase)
    if problem_sentences(house_rules):
        return
    called = changed(AMBUSH, map="midville" if section else "truck_stop", section=section)
    *_, (state, _) = fight_steps(fight_setup(called, house_rules), seed_from("any numbers"))
    assert state.table.turn <= own_numbers(house_rules).turn_limit


def test_p2_club_maps_are_checked_instead_of_ours() -> None:
    everywhere = tuple(own_map_row(place=place) for place in MAPS)
    assert (
        problem_sentences(make_rules(NumberRow(key="from_edge", value=18), maps=everywhere)) == []
    )
    assert (
        "no one can be placed on"
        in problem_sentences(make_rules(NumberRow(key="from_edge", value=18)))[0]
    )


def test_doctrine_finds_a_placement_on_a_map_with_little_sight() -> None:
    """Only a few squares are tried from each square.

    If none of them is in sight, any possible placement is used.
    """
    found = make_rules(maps=(own_map_row(POSTS),))
    ground = own_map(found, "midville_1")
    assert problem_sentences(found) == []
    assert {
        square // SIDE
        for place in placings(ground, NUMBERS)
        for square in (place.ambusher, place.ambushed)
    } == {22}
    assert rated_placings(ground, NUMBERS)


def test_p2_house_rules_report_problems_of_ambush_numbers() -> None:
    assert any(
        problem.field == "ambush_numbers"
        for problem in house.check(make_rules(NumberRow(key="speed", value=3)))
    )
