"""Cars of the garage in the arena, and their results in the club's ledgers."""

from __future__ import annotations

import pytest

from autoduel.club.cars import LOOK_OF_MARKER, car_of
from autoduel.club.numbers import numbers_of
from autoduel.club.results import CarLine, SideLine, club_record
from autoduel.game import AUTODUEL
from autoduel.rules.arenas import FOUNDRY_FLOOR
from autoduel.rules.numbers import NUMBERS
from autoduel.rules.record import record_of
from autoduel.rules.values import Autopilot, Person, Setup, Side
from campaign.duels.rules.duel import check_form
from campaign.duels.services.results import PART
from campaign.garage.rules.catalogue import BUILT_IN
from campaign.garage.rules.design import Facings, Mount, VehicleDesign
from campaign.garage.rules.parts import ClubParts, VehicleWeapon
from campaign.garage.rules.record import make_record
from campaign.garage.rules.stock import STOCK
from campaign.house_rules.rules.house import HouseRules
from campaign.house_rules.rules.tables import NumberRow
from engine.dice import SeededDice, seed_from
from engine.values import changed

PLATES = Facings(front=30, back=20, left=20, right=20, top=10, under=10)
PLAIN = VehicleDesign(body="mid_sized", plant="large", armour=PLATES)
DRIVER = Person(name="Vera", place="driver")


def make_car(design=PLAIN, damage=None, crew=(DRIVER,)):
    """Return the car of a design with this damage."""
    return car_of(make_record(design, "Prowler", "black", damage or {}), crew)


def with_weapons(*mounts, accessories=(), design=PLAIN):
    """Return the plain design with these weapons, each given by name and facing."""
    arms = tuple([Mount(weapon=weapon, facing=facing) for weapon, facing in mounts])
    return changed(design, weapons=arms, accessories=accessories)


def drive_by_doctrine(*cars, limit=3):
    """Drive these cars against each other by doctrine and return the last state."""
    sides = tuple([Side(name=f"Side {at}", cars=(one,)) for at, one in enumerate(cars)])
    numbers = changed(NUMBERS, turn_limit=limit)
    setup = Setup(arena=FOUNDRY_FLOOR, sides=sides, numbers=numbers)
    dice = SeededDice(seed_from("club"), 0)
    state, _ = AUTODUEL.start(setup, dice)
    while acting := AUTODUEL.to_act(state):
        state, _ = AUTODUEL.apply(state, acting[0], Autopilot(), dice)
    return state


# --- cars -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("one", STOCK, ids=lambda one: one.key)
def test_v4_every_stock_vehicle_drives_in_the_arena(one):
    found = make_car(one.design)
    state = drive_by_doctrine(found, make_car(STOCK[3].design), limit=1)

    assert state.table.is_over
    assert not any(seen.out == "could-not-start" for seen in state.table.cars)
    assert len(found.weapons) == len(one.design.weapons)
    assert found.hc > 0
    assert found.top_speed > 0
    assert found.top_speed % 5 == 0


@pytest.mark.parametrize("kind", ["bodies", "plants", "tyres", "armour", "suspensions", "chassis"])
def test_v82_every_part_of_a_frame_enters_the_arena(kind):
    field = {
        "bodies": "body",
        "plants": "plant",
        "tyres": "tyres",
        "armour": "armour_type",
        "suspensions": "suspension",
        "chassis": "chassis",
    }[kind]
    for key in getattr(BUILT_IN, kind):
        made = make_car(changed(PLAIN, **{field: (key, key) if field == "tyres" else key}))

        assert made.armour == (30, 20, 20, 20, 10, 10)
        assert len(made.tyres) == (2 if made.cycle else 4)


@pytest.mark.parametrize("key", sorted(BUILT_IN.weapons))
def test_v82_every_weapon_of_the_catalogue_enters_the_arena(key):
    kind = BUILT_IN.weapons[key]
    (found,) = make_car(with_weapons((key, "front"))).weapons

    assert (found.key, found.dp, found.fire) == ("weapon:1", kind.dp, kind.fire)
    assert found.shots == (kind.shots or -1)
    assert found.drops == (kind.look == "dropper")
    assert (found.to_hit, found.dice) == ((0, 0) if found.drops else (kind.to_hit, kind.dice))
    assert found.volatile == kind.volatile
    assert found.hazard == (1 if key == "anti_tank_gun" else 0)


@pytest.mark.parametrize("key", sorted(BUILT_IN.accessories))
def test_v82_every_accessory_of_the_catalogue_enters_the_arena(key):
    kind = BUILT_IN.accessories[key]
    (found,) = make_car(with_weapons(accessories=(key,))).extras

    assert (found.key, found.dp, found.location) == ("accessory:1", kind.dp, kind.location)
    assert (found.to_hit, found.puts_out, found.rams) == (kind.to_hit, kind.puts_out, kind.rams)
    assert (found.turret, found.ejects) == (kind.turret > 0, kind.ejects)
    assert found.hc_at_speed == kind.hc_at_speed
    assert found.sees == kind.sees


@pytest.mark.parametrize("key", sorted(BUILT_IN.armour))
def test_v82_every_kind_of_armour_of_the_catalogue_works_in_the_arena(key):
    kind, found = BUILT_IN.armour[key], make_car(changed(PLAIN, armour_type=key))
    assert (found.metal, found.reflective, found.fireproof) == (
        kind.metal, kind.reflective, kind.fireproof,
    )  # fmt: skip
    assert (found.radarproof, found.sloped) == (kind.radarproof, kind.to_hit)


def test_v4_car_enters_with_all_its_damage():
    damage = {
        "armour:front": 12,
        "tyre:back_left": 3,
        "weapon:1": 1,
        "ammo:weapon:1": 15,
        "plant": 4,
        "accessory:1": 9,
    }
    found = make_car(with_weapons(("machine_gun", "front"), accessories=("ram_bar",)), damage)

    assert found.armour == (18, 20, 20, 20, 10, 10)
    assert found.tyres == (4, 4, 1, 4)
    assert (found.weapons[0].dp, found.weapons[0].shots) == (2, 5)
    assert found.plant == 6
    assert found.extras == ()


def test_c105_car_enters_with_shots_and_weight_of_spare_magazines():
    one, two = (
        changed(PLAIN, weapons=(Mount(weapon="autocannon", spares=spares),)) for spares in (0, 1)
    )
    plain, spare = make_car(one), make_car(two, {"ammo:weapon:1": 3})

    assert (plain.weapons[0].shots, spare.weapons[0].shots) == (10, 17)
    assert spare.weight - plain.weight == 15 + 100
    assert changed(spare.weapons[0], shots=10) == plain.weapons[0]


def test_v90_weapon_in_a_wrecked_turret_cannot_fire():
    found = make_car(
        with_weapons(("machine_gun", "turret"), accessories=("turret_1",)), {"accessory:1": 2}
    )

    assert [one.dp for one in found.extras if one.turret] == [0]
    state = drive_by_doctrine(found, make_car(), limit=1)
    assert state.table.cars[0].weapons[0].wrecked


def test_v37_link_joins_the_first_two_identical_weapons_and_a_smart_link_any_two():
    guns = (
        ("machine_gun", "front"),
        ("machine_gun", "back"),
        ("vulcan", "front"),
        ("machine_gun", "front"),
        ("rocket_launcher", "front"),
        ("mine_dropper", "front"),
    )
    plain = make_car(with_weapons(*guns, accessories=("link", "link")))
    smart = make_car(with_weapons(*guns, accessories=("link", "smart_link")))

    assert [one.link for one in plain.weapons] == [1, 0, 0, 1, 0, 0]
    assert [one.link for one in smart.weapons] == [1, 0, 2, 1, 2, 0]


def test_v35_catalogue_tells_small_and_blunt_bodies():
    small = {key for key in BUILT_IN.bodies if make_car(changed(PLAIN, body=key)).small}
    blunt = {key for key in BUILT_IN.bodies if make_car(changed(PLAIN, body=key)).blunt}

    assert small == {"subcompact", "compact"}
    assert blunt == {"van", "camper", "pickup"}


def test_v121_club_dropper_lays_its_marker_and_one_without_a_marker_is_left_out():
    for marker in ("", *LOOK_OF_MARKER):
        row = VehicleWeapon(
            key="own_dropper", name="Own", look="dropper", to_hit=0, dice=3, dp=2, cost=1,
            weight=1, spaces=1, shots=5, marker=marker,
        )  # fmt: skip
        design = changed(
            with_weapons(("own_dropper", "back"), ("machine_gun", "front")),
            own=ClubParts(weapons=(row,)),
        )
        found = make_car(design).weapons

        assert [one.look for one in found] == [*([LOOK_OF_MARKER[marker]] if marker else []), "gun"]
        assert found[-1].key == "weapon:2"


def test_v120_tyres_are_solid_only_if_all_of_them_are():
    assert make_car(changed(PLAIN, tyres=("solid", "plasticore"))).solid
    assert not make_car(changed(PLAIN, tyres=("solid", "standard"))).solid


# --- numbers --------------------------------------------------------------------------------------


def test_c31_club_numbers_apply_to_driving():
    rows = (
        NumberRow(key="suit", value=5),
        NumberRow(key="brake_15", value=4),
        NumberRow(key="control_60_minus_2", value=7),
        NumberRow(key="crash_at_50", value=3),
    )
    found = numbers_of(rows)

    assert numbers_of(()) == NUMBERS
    assert (found.suit, found.braking[2], found.crash_speed[4]) == (5, 4, 3)
    assert found.control[5][9] == "X"
    assert found.control[6] == NUMBERS.control[6]


# --- the record -----------------------------------------------------------------------------------


def side_line(team):
    """Return a side of one car and its driver."""
    return SideLine(team=team, cars=(CarLine(vehicle=f"{team}-car", crew=(f"{team}-driver",)),))


LINEUP = (side_line("north"), side_line("south"))


@pytest.mark.slow("drives duels of every kind")
@pytest.mark.parametrize("death", [True, False])
@pytest.mark.parametrize("formula", [True, False])
def test_v49_record_of_a_stock_car_duel_is_a_valid_form(death, formula):
    house = HouseRules(death=death, event_formula=formula)
    for one, other in zip(STOCK[:6], STOCK[6:12], strict=True):
        state = drive_by_doctrine(make_car(one.design), make_car(other.design), limit=20)
        record = club_record(record_of(state), LINEUP, house)

        assert check_form(record.form, house) == ()
        assert [row.team for row in record.form.teams] == ["north", "south"]
        assert {fate.vehicle for fate in record.vehicles} == {"north-car", "south-car"}
        assert all(PART.fullmatch(wear.part) for fate in record.vehicles for wear in fate.damage)
        assert all(row.place == 0 for row in record.form.teams) == formula
        assert death or all(deeds.state != "dead" for deeds in record.form.people)


def test_v49_dead_drivers_are_unconscious_if_nobody_can_die():
    state = drive_by_doctrine(make_car(), make_car(), limit=1)
    own = state.own[0]
    sheet = changed(own.sheets[0], dp=(0,))
    state = changed(state, own=(changed(own, sheets=(sheet,)), state.own[1]))

    def driver(house):
        found = club_record(record_of(state), LINEUP, house)
        return found.form.people[0], found.hurt

    dead, hurt = driver(HouseRules())
    assert (dead.state, dead.awards) == ("dead", ("death",))
    assert [(one.character, one.lost) for one in hurt] == [("north-driver", 3)]
    spared, _ = driver(HouseRules(death=False))
    assert (spared.state, spared.awards) == ("unconscious", ())


def test_v49_deed_without_an_award_in_the_club_earns_nothing():
    state = drive_by_doctrine(make_car(), make_car(), limit=1)
    own = state.own[0]
    state = changed(
        state,
        own=(changed(own, sheets=(changed(own.sheets[0], dp=(0,)),)), state.own[1]),
    )
    kept = tuple([row for row in HouseRules().prestige if row.key != "death"])
    found = club_record(record_of(state), LINEUP, HouseRules(prestige=kept))

    assert found.form.people[0].awards == ()
