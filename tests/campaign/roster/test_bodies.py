"""Skills, bodies, wounds, healing and clones."""

from __future__ import annotations

import pytest

from campaign.house_rules.rules import house as houses
from campaign.house_rules.rules.house import build_at
from campaign.roster.rules import people, skills
from campaign.roster.rules.people import WeekActivities
from engine.values import changed

HOUSE = houses.DEFAULT


@pytest.mark.parametrize(
    ("points", "level"),
    [(0, -4), (9, -4), (10, 0), (19, 0), (20, 1), (30, 2), (40, 3), (50, 4), (60, 4), (500, 4)],
)
def test_e2_a_driver_pays_ten_points_a_level_up_to_four(points: int, level: int) -> None:
    assert skills.level(points, "driver") == level


@pytest.mark.parametrize(
    ("points", "level"), [(9, -4), (10, 0), (19, 0), (20, 1), (30, 2), (40, 3), (50, 4), (90, 4)]
)
def test_e42_espionage_costs_ten_points_a_level(points: int, level: int) -> None:
    assert skills.level(points, "espionage") == level


def test_e42_a_new_character_has_at_most_twenty_espionage_points() -> None:
    start = {"espionage": 20, "driver": 20, "gunner": 20, "running": 20, "handgunner": 20}
    assert not skills.check_start(start)
    found = skills.check_start(start | {"espionage": 21, "driver": 19})
    assert [problem.code for problem in found] == ["too-much-in-one"]
    assert found[0].sentence.startswith("Espionage: a new character can have at most 20 points")


TEN = [
    "driver",
    "gunner",
    "handgunner",
    "cyclist",
    "trucker",
    "mechanic",
    "paramedic",
    "blade",
    "bodybuilding",
    "martial_arts",
    "running",
    "luck",
    "espionage",
]
FIVE = ["explosives", "stealth", "climbing", "streetwise", "fast_talk"]


@pytest.mark.parametrize(
    ("key", "cost"), [*((key, 10) for key in TEN), *((key, 5) for key in FIVE)]
)
def test_e2_each_skill_has_its_cost(key: str, cost: int) -> None:
    found = skills.find_row(key)
    assert found is not None
    assert found.points == cost
    assert skills.level(3 * cost, key) == 2


def test_e1_an_unknown_skill_is_below_base() -> None:
    assert skills.level(100, "juggling") == skills.UNSKILLED


def test_e2_a_gm_can_edit_the_table_and_the_cap() -> None:
    dear = changed(
        HOUSE, skill_cap=2, skill_costs=tuple(changed(row, points=20) for row in HOUSE.skill_costs)
    )
    assert [skills.level(points, "espionage", dear) for points in (19, 20, 40, 60, 90)] == [
        -4,
        0,
        1,
        2,
        2,
    ]


def test_a_sheet_shows_the_points_for_the_next_level() -> None:
    espionage, stealth = skills.skill_sheet({"stealth": 25, "espionage": 3, "luck": 0})
    assert (espionage.key, espionage.level, espionage.next_at) == ("espionage", -4, 10)
    assert (stealth.level, stealth.next_at) == (4, 0)
    assert skills.skill_sheet({"driver": 14})[0].next_at == 20


@pytest.mark.parametrize(
    ("level", "grenades", "dp"),
    [(-4, 6, 3), (0, 7, 3), (1, 7, 4), (2, 8, 4), (3, 8, 5), (4, 9, 5), (9, 9, 5)],
)
def test_e2_bodybuilding_sets_load_and_dp(level: int, grenades: int, dp: int) -> None:
    built = build_at(level)
    assert (built.grenades, built.dp) == (grenades, dp)


STARTING = {"driver": 40, "gunner": 20, "handgunner": 20, "espionage": 10, "stealth": 10}


def test_a_new_character_spreads_a_hundred_points_over_five_skills() -> None:
    assert skills.check_start(STARTING) == ()


@pytest.mark.parametrize(
    ("points", "code"),
    [
        ({**STARTING, "driver": 30}, "points-total"),
        ({**STARTING, "driver": 50, "gunner": 10}, "too-much-in-one"),
        ({"driver": 40, "gunner": 40, "espionage": 20}, "too-few-skills"),
        ({**STARTING, "juggling": 0}, "no-such-skill"),
        ({**STARTING, "driver": -40, "gunner": 40, "luck": 60}, "negative"),
    ],
)
def test_an_illegal_new_character_gets_a_reason(points: dict[str, int], code: str) -> None:
    assert code in {problem.code for problem in skills.check_start(points)}


@pytest.mark.parametrize(
    ("key", "amount", "held", "code"),
    [
        ("stealth", 2, 2, ""),
        ("stealth", 3, 2, "too-many"),
        ("stealth", 0, 2, "nothing"),
        ("general", 1, 2, "no-such-skill"),
    ],
)
def test_e2_general_points_wait_until_they_are_assigned(
    key: str, amount: int, held: int, code: str
) -> None:
    assert "".join(problem.code for problem in skills.check_assign(key, amount, held)) == code


@pytest.mark.parametrize(
    ("dp", "full", "health", "modifier"),
    [
        (3, 3, "unhurt", 0),
        (2, 3, "wounded", -2),
        (1, 3, "unconscious", -2),
        (0, 3, "dead", -2),
        (-2, 3, "dead", -2),
        (4, 5, "wounded", -2),
    ],
)
def test_e12_wounds_change_health_and_modifier(
    dp: int, full: int, health: str, modifier: int
) -> None:
    assert people.health(dp, full) == health
    assert people.wound_modifier(dp, full) == modifier
    assert people.is_fit(dp) is (health in ("unhurt", "wounded"))


def test_a_body_follows_from_skill_points_and_wounds() -> None:
    body = people.body({"bodybuilding": 40}, lost=3)
    assert (body.full_dp, body.dp, body.load, body.health, body.modifier) == (
        5,
        2,
        16,
        "wounded",
        -2,
    )


@pytest.mark.parametrize(
    ("dp", "week", "back"),
    [
        (2, WeekActivities(), 1),
        (1, WeekActivities(), 1),
        (3, WeekActivities(), 0),
        (0, WeekActivities(), 0),
        (2, WeekActivities(mission=True), 0),
        (2, WeekActivities(counterspy_roll=True), 0),
        (2, WeekActivities(ambush=True), 0),
        (2, WeekActivities(duel=True), 0),
    ],
)
def test_e20_one_dp_heals_in_a_week_of_rest(dp: int, week: WeekActivities, back: int) -> None:
    assert people.healed_dp(dp, 3, week) == back


def test_the_roster_cap_applies_to_the_season() -> None:
    assert people.check_roster(17) == ()
    assert (
        people.check_roster(16, 3)[0].sentence
        == "A team can hire 18 characters per season. You can hire 2 more."
    )


def test_e12_clones_are_optional_and_priced_by_the_house_rules() -> None:
    assert people.clone_cost(HOUSE, recorded=True, body_home=True) is None
    house = changed(HOUSE, gold_cross=True)
    assert people.clone_cost(house, recorded=False, body_home=False) is None
    assert people.clone_cost(house, recorded=True, body_home=False) == 5_000
    assert people.clone_cost(house, recorded=False, body_home=True) == 35_000
