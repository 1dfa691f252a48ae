"""A ready-made team under any house rules: legal people, affordable cars, and crews."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.garage.rules.vehicles import check_design, compute_totals
from campaign.house_rules.rules import house as houses
from campaign.house_rules.rules.house import DEFAULT, HouseRules
from campaign.house_rules.rules.presets import PRESETS, Preset
from campaign.roster.rules import skills
from campaign.roster.rules.acts import NewCharacter
from campaign.teams.rules.ready_company import Company, Hand, TeamState, plan_company
from campaign.teams.rules.ready_names import (
    CAR_ANIMALS,
    CAR_TRAITS,
    TEAM_NAMES,
    TRADES,
    people_names,
    team_name,
)
from campaign.teams.rules.roster_check import Signed, roster_problems
from core.web.pictures.badges import CHOICES, COLOUR_WORDS
from engine.values import changed

MONEY = DEFAULT.starting_capital


def company(house: HouseRules, money: int | None = None) -> Company:
    """Return the plan for a new team."""
    return plan_company(
        house, TeamState(money=house.starting_capital if money is None else money), seed="a team"
    )


def levels(one: NewCharacter, *keys: str) -> list[int]:
    """Return this character's levels under the recommended rules."""
    return [skills.level(one.points.get(key, 0), key) for key in keys]


def is_sound(made: Company, house: HouseRules) -> None:
    """Check everything that hiring, building and entering will check."""
    for one in made.people:
        assert skills.check_start(one.points, house) == ()
    assert len({one.name for one in made.people}) == len(made.people)
    for car in made.cars:
        design = car.new.design
        assert check_design(design) == ()
        assert car.cost == compute_totals(design).cost
        assert len(car.crew) <= house.crew_a_vehicle
        assert set(car.crew) == {"driver", *(["gunner"] if design.gunner else [])}
        assert set(car.crew.values()) <= {one.name for one in made.people}
        assert not house.vehicle_limit or car.cost <= house.vehicle_limit
    seated = [name for car in made.cars for name in car.crew.values()]
    assert len(set(seated)) == len(seated)
    assert not house.event_budget or sum(car.cost for car in made.cars) <= house.event_budget
    assert not house.vehicles_a_team or len(made.cars) <= house.vehicles_a_team
    assert made.cost * 2 <= house.starting_capital


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_every_preset_gives_a_complete_team_that_passes_the_roster_check(preset: Preset) -> None:
    made = company(preset.house)
    is_sound(made, preset.house)
    assert len(made.people) == preset.house.roster_default
    assert len(made.cars) == 2
    signed = [Signed(name=one.name, points=one.points, fit=True) for one in made.people]
    assert roster_problems(signed, len(signed), preset.house) == ()


def test_everyone_hired_gets_pistol_and_armour_while_money_lasts() -> None:
    made = company(DEFAULT)
    assert (made.kits, made.kit_price) == (6, 100 + 250)
    assert made.cost == sum(car.cost for car in made.cars) + 6 * 350
    poor = company(DEFAULT, 2 * (sum(car.cost for car in made.cars) + 800))
    assert poor.kits == 2


def test_ready_made_teams_differ_in_cars_and_share_no_car_names() -> None:
    taken: list[str] = []
    designs = set()
    for number in range(8):
        seed = f"team {number}"
        made = plan_company(
            DEFAULT, TeamState(money=MONEY), seed=seed, taken_car_names=taken, position=number
        )
        taken += [car.new.name for car in made.cars]
        designs.add(tuple(car.new.design.model for car in made.cars))
    assert len(set(taken)) == len(taken) == 16
    assert len(designs) >= 4


def models(made: Company) -> list[str]:
    return [car.new.design.model for car in made.cars]


def test_ready_made_teams_of_a_club_have_different_pairs_of_cars() -> None:
    fleets = [
        models(plan_company(DEFAULT, TeamState(money=MONEY), seed="", club="a club", position=at))
        for at in range(25)
    ]
    assert len({frozenset(fleet) for fleet in fleets}) == 25
    for size, most in ((3, 1), (9, 3)):
        count = Counter(model for fleet in fleets[:size] for model in fleet)
        assert max(count.values()) == most, "every model is used alike"


def test_ready_made_names_contain_no_colours() -> None:
    colours = {word for _, label in CHOICES for word in label.lower().split()} | {
        *COLOUR_WORDS, "amber", "brass", "bronze", "copper", "crimson", "golden", "ivory",
        "midnight", "obsidian", "scarlet",
    }  # fmt: skip
    names = {name.lower() for name in (*TEAM_NAMES, *CAR_TRAITS, *CAR_ANIMALS)}
    assert not names & colours
    assert len(TEAM_NAMES) == len(TRADES) and len(CAR_TRAITS) == len(CAR_ANIMALS) == len(
        set(CAR_TRAITS)
    )


def test_a_team_of_six_has_three_spies_two_drivers_and_a_gunner() -> None:
    spy, driver, watch, gunner, bomber, second = company(DEFAULT).people
    assert levels(spy, "espionage", "stealth", "explosives") == [1, 2, 0]
    assert levels(watch, "espionage", "handgunner", "bodybuilding") == [0, 2, 2]
    assert levels(bomber, "explosives") == [4]
    assert levels(driver, "driver", "gunner") == levels(second, "driver", "gunner") == [3, 1]
    assert levels(gunner, "gunner") == [3]
    assert all(levels(one, "espionage") >= [0] for one in company(DEFAULT).people)


def test_drivers_drive_the_gunner_shoots_and_spies_stay_out_of_cars() -> None:
    made = company(DEFAULT)
    role = {one.name: one.role for one in made.people}
    assert [{place: role[name] for place, name in car.crew.items()} for car in made.cars] == [
        {"driver": "driver", "gunner": "gunner"},
        {"driver": "driver"},
    ]


def test_a_team_of_four_has_a_counterspy_a_bomber_and_two_drivers() -> None:
    made = company(changed(DEFAULT, roster_default=4))
    assert [one.role for one in made.people] == ["spy", "driver", "spy", "gunner"]
    assert levels(made.people[0], "explosives") == [0]
    assert [set(car.crew) for car in made.cars] == [{"driver"}, {"driver"}]


@pytest.mark.parametrize(
    ("change", "cars"),
    [
        ({"vehicles_a_team": 1}, 1),
        ({"vehicle_limit": 12_000}, 2),
        ({"event_budget": 9_000}, 2),
        ({"event_budget": 3_000}, 1),
        ({"vehicle_limit": 1_000}, 0),
        ({"starting_capital": 40_000}, 2),
        ({"starting_capital": 10_000}, 1),
        ({"starting_capital": 0}, 0),
        ({"crew_a_vehicle": 1}, 2),
        ({"roster_default": 1}, 1),
    ],
)
def test_less_money_gives_cheaper_or_fewer_cars(change: dict[str, int], cars: int) -> None:
    house = changed(DEFAULT, **change)
    made = company(house)
    is_sound(made, house)
    assert len(made.cars) == cars


def test_existing_people_are_kept_and_drive() -> None:
    full = company(DEFAULT)
    spy, driver = full.people[:2]
    there = TeamState(
        money=MONEY,
        roles=(spy.role, driver.role),
        hands=tuple(Hand(name=one.name, points=one.points) for one in (spy, driver)),
        signed=2,
    )
    made = plan_company(DEFAULT, there, seed="a team", taken_names=(spy.name, driver.name))
    assert [one.role for one in made.people] == ["spy", "gunner", "spy", "driver"]
    assert made.cars[0].crew["driver"] == driver.name
    assert not {one.name for one in made.people} & {spy.name, driver.name}


def test_a_team_with_a_car_gets_none_and_a_full_roster_nobody() -> None:
    roles = tuple(one.role for one in company(DEFAULT).people)
    made = plan_company(
        DEFAULT, TeamState(money=MONEY, roles=roles, signed=6, cars=1), seed="a team"
    )
    assert (made.people, made.cars, made.kits) == ((), (), 0)
    spent = TeamState(money=MONEY, roles=("spy",), signed=DEFAULT.roster_cap - 1)
    assert len(plan_company(DEFAULT, spent, seed="a team").people) == 1


KEYS = sorted(row.key for row in DEFAULT.skill_costs)


@st.composite
def some_houses(draw: st.DrawFn) -> HouseRules:
    """Draw valid house rules."""
    fields = {
        "roster_default": st.integers(1, 18),
        "starting_points": st.integers(0, 300),
        "starting_skills": st.integers(0, 8),
        "starting_skill_most": st.sampled_from([0, 10, 20, 40, 300]),
        "starting_capital": st.integers(0, 300_000),
        "event_budget": st.sampled_from([0, 5_000, 30_000, 50_000]),
        "vehicle_limit": st.sampled_from([0, 3_000, 15_000, 25_000]),
        "vehicles_a_team": st.integers(0, 3),
        "crew_a_vehicle": st.integers(1, 3),
        "skill_cap": st.integers(0, 6),
    }
    dear = draw(st.dictionaries(st.sampled_from(KEYS), st.integers(1, 40), max_size=4))
    rows = tuple(changed(row, points=dear.get(row.key, row.points)) for row in DEFAULT.skill_costs)
    said = {name: draw(field) for name, field in fields.items()}
    return changed(DEFAULT, skill_costs=rows, **said)


@given(house=some_houses())
def test_a_ready_made_team_is_legal_and_affordable_under_any_rules(house: HouseRules) -> None:
    if houses.check(house):
        return
    made = company(house)
    is_sound(made, house)
    cheapest = sorted(
        row.points
        for row in house.skill_costs
        if row.points <= (skills.max_start_points(row, house) or row.points)
    )
    if len(cheapest) >= house.starting_skills and (
        sum(cheapest[: house.starting_skills]) <= house.starting_points
    ):
        assert len(made.people) == house.roster_default, "a legal character can be made"


def test_names_follow_from_the_seed_and_are_unique() -> None:
    six = people_names("one", 6, ())
    assert six == people_names("one", 6, ())
    assert six != people_names("two", 6, ())
    again = people_names("one", 6, [name.upper() for name in six])
    assert not set(six) & set(again)
    assert len({name.split()[0] for name in six}) == len({name.split()[1] for name in six}) == 6
    assert len(set(people_names("one", 99, ()))) == 99


def test_team_names_differ_until_all_are_taken() -> None:
    first, second = team_name("one", 0, ()), team_name("one", 1, ())
    assert first != second
    assert team_name("one", 0, [first]) == second
    every = [f"{house} {trade}" for house in TEAM_NAMES for trade in TRADES]
    assert team_name("one", len(every), ()) == first, "it begins again"
    assert team_name("one", 0, every) == ""
