"""P2: a club sets our own numbers otherwise, and fights on maps of its own; what cannot be is refused in a sentence."""

from __future__ import annotations

import pytest

from campaign.rules import house
from campaign.rules.house import HouseRules
from campaign.rules.tables import MapRow, NumberRow
from engine.dice import seed_from
from espionage.rules.ambush.by_doctrine import fight, set_up
from espionage.rules.ambush.ground import SIDE
from espionage.rules.ambush.house import judge
from espionage.rules.ambush.numbers import Numbers
from espionage.rules.ambush.samples import setups

AMBUSH = setups()[0].ambush
FIELD = "." * SIDE * SIDE


def rules(*numbers: NumberRow, maps: tuple[MapRow, ...] = ()) -> HouseRules:
    return HouseRules(ambush_numbers=numbers, ambush_maps=maps)


def own(squares: str = FIELD, place: str = "midville_1") -> MapRow:
    return MapRow(place=place, title="The stubble field", squares=squares)  # type: ignore[arg-type]


def sentences(found: HouseRules) -> list[str]:
    return [problem.sentence for problem in judge(found)]


def test_every_number_of_ours_can_be_set() -> None:
    from espionage.rules.ambush.house import BOUNDS

    assert set(BOUNDS) == set(Numbers.__struct_fields__)
    assert all(low <= getattr(Numbers(), key) <= high for key, (low, high) in BOUNDS.items())


def test_p2_a_club_fights_by_its_own_numbers_on_its_own_map() -> None:
    found = rules(NumberRow(key="turn_limit", value=3), maps=tuple(own(place=f"midville_{n}") for n in (1, 2, 3, 4)))
    assert sentences(found) == []
    setup = set_up(AMBUSH, found)
    *_, (state, _) = fight(setup, seed_from("own"))
    assert state.table.turn <= 3
    assert state.table.ground.title == "The stubble field"  # type: ignore[union-attr]


def test_p2_without_maps_of_its_own_a_club_fights_on_ours() -> None:
    assert set_up(AMBUSH, HouseRules()).ground == f"midville_{AMBUSH.section}"


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (rules(NumberRow(key="speed", value=3)), "There is no number called “speed”"),
        (rules(NumberRow(key="walk", value=50)), "“walk” goes from 1 to 12."),
        (rules(NumberRow(key="walk", value=4), NumberRow(key="walk", value=6)), "Give each number once."),
        (rules(NumberRow(key="nearest", value=30)), "“nearest” cannot be more than “farthest”."),
        (rules(maps=(own(), own())), "Give one map for each place."),
        (rules(maps=(own("?" + FIELD[1:]),)), "The stubble field, row 1, column 1: “?” means nothing"),
        (rules(maps=(own(FIELD + "."),)), "needs 48 rows"),
        (rules(maps=(own("#" * SIDE * SIDE),)), "has no two squares where the two could start"),
    ],
)
def test_p2_what_cannot_be_played_is_refused_in_a_sentence(found: HouseRules, sentence: str) -> None:
    assert any(sentence in said for said in sentences(found)), sentences(found)


def test_p2_the_house_asks_this_judge() -> None:
    house.install(judge)
    assert any(problem.field == "ambush_numbers" for problem in house.check(rules(NumberRow(key="speed", value=3))))
