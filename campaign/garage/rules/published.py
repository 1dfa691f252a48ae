"""The published list: parts of the printed game as a pack that a club can install (C121).

The records hold only facts: names, prices, weights and other numbers. See SOURCES. Parts of the
built-in catalogue are not repeated. Parts that the driven duel does not use are marked `on_paper`.
"""

from __future__ import annotations

from typing import Any, Final

from .parts import (
    Accessory,
    ArmourType,
    Body,
    ClubParts,
    Look,
    Marker,
    PartRule,
    Plant,
    Site,
    Suspension,
    Term,
    Tyre,
    VehicleWeapon,
    rule_of,
)

SOURCES: Final = (
    "Aaron Mulder, Combat Garage, data and worksheet, 2013",
    "github.com/heusserm/car-wars-vehicle-designer",
    "github.com/lindmark71/CarWarsDesigner",
    "github.com/Kdorn1/Foundry-Car-Wars-Deluxe",
    "jeffro.wordpress.com/2006/07/22/variant-customization-rules-for-car-wars-div-5-set-3/",
    "novacw.com, Metropolitan Motors and the 2048 racing championship",
)
GROUPS: Final = {
    "gas": "Gas engines and fuel tanks",
    "trikes": "Trikes",
    "race": "Race bodies",
    "ammunition": "Special ammunition",
    "crew": "Hand weapons of crews",
    "paper": "Parts that the driven duel does not use",
}
"""Groups that a club can leave out, with their labels."""


NEUTRAL: Final = "Has no effect in arena duels, as in the printed game."
"""Note of parts that a duel of cars in an arena does not use in the printed game."""


def _body(key: str, name: str, *row: int, **more: Any) -> Body:
    cost, weight, load, spaces, point_cost, point_weight = row
    return Body(
        key=key, name=name, cost=cost, weight=weight, load=load, spaces=spaces,
        armour_cost=point_cost, armour_weight=point_weight, **more,
    )  # fmt: skip


def _trikes(key: str, name: str, *row: int) -> tuple[Body, Body]:
    """Return a trike and its reversed form, with half more price and one space less."""
    cost, weight, load, spaces, *armour = row
    plain = _body(f"{key}_trike", f"{name} trike", *row, wheels=3, hc=-1)
    reversed_row = (cost * 3 // 2, weight, load, spaces - 1, *armour)
    name = f"Reversed {name.lower()} trike"
    return plain, _body(f"reversed_{key}_trike", name, *reversed_row, wheels=3, reversed=True)


TRIKES: Final = (
    *_trikes("light", "Light", 250, 300, 1600, 8, 11, 5),
    *_trikes("medium", "Medium", 300, 500, 2100, 10, 12, 6),
    *_trikes("heavy", "Heavy", 400, 700, 2800, 12, 14, 7),
    *_trikes("extra_heavy", "Extra-heavy", 550, 950, 3500, 14, 16, 8),
)
RACE_BODIES: Final = (
    _body("sprint", "Sprint car", 5600, 300, 3200, 10, 15, 7),
    _body("formula_one", "Formula One car", 6500, 600, 4000, 15, 22, 10),
    _body("dragster", "Dragster", 6200, 600, 4000, 16, 20, 8),
    _body("can_am", "Can-Am car", 6500, 800, 4500, 18, 24, 12),
    _body("funny_car", "Funny car", 6600, 700, 4500, 20, 26, 13),
)
BODIES: Final = (
    *TRIKES,
    *RACE_BODIES,
    _body("mini_van", "Mini-van", 900, 1900, 5800, 20, 25, 12, cargo=4, hc=-1),
)

# Cycle bodies and trikes have a handling class of −1, so these are one higher than printed.
SUSPENSIONS: Final = (
    Suspension(key="cycle_light", name="Light cycle suspension", cost_percent=0, hc=1),
    Suspension(key="cycle_improved", name="Improved cycle suspension", cost_percent=100, hc=2),
    Suspension(key="cycle_heavy", name="Heavy cycle suspension", cost_percent=200, hc=3),
    Suspension(key="cycle_off_road", name="Off-road cycle suspension", cost_percent=300, hc=3),
    Suspension(key="racing", name="Racing suspension", cost_percent=0, hc=4),
)
TYRES: Final = tuple(
    Tyre(key=f"motorcycle_{key}", name=f"Motorcycle {name}", cost=cost, weight=weight, dp=dp)
    for key, name, cost, weight, dp in (
        ("standard", "standard", 50, 15, 4),
        ("heavy_duty", "heavy-duty", 100, 20, 6),
        ("puncture_resistant", "puncture-resistant", 200, 25, 9),
        ("plasticore", "plasticore", 1000, 75, 25),
    )
)


def _plant(key: str, name: str, *row: int, gas: bool = False) -> Plant:
    cost, weight, spaces, dp, power = row
    rule = PartRule(any_frame=True) if gas else PartRule()
    return Plant(
        key=key, name=name, cost=cost, weight=weight, spaces=spaces, dp=dp, power=power,
        gas=gas, cycle=not gas, rule=rule,
    )  # fmt: skip


GAS_ENGINES: Final = tuple(
    _plant(f"cid_{size}", f"{size} cid engine", *row, gas=True)
    for size, *row in (
        (10, 400, 60, 1, 1, 300),
        (30, 750, 115, 1, 2, 500),
        (50, 1250, 150, 1, 3, 700),
        (100, 2500, 265, 2, 6, 1300),
        (150, 4000, 375, 3, 9, 1900),
        (200, 5500, 480, 4, 12, 2500),
        (250, 6500, 715, 5, 14, 3200),
        (300, 7800, 825, 6, 16, 4000),
        (350, 9500, 975, 7, 19, 5000),
        (400, 10500, 1050, 8, 22, 6300),
        (450, 11700, 1125, 9, 24, 7800),
        (500, 13000, 1200, 10, 26, 9500),
        (700, 19000, 1275, 14, 30, 13000),
    )
)
PLANTS: Final = (
    *GAS_ENGINES,
    _plant("medium_cycle_plant", "Medium cycle plant", 1000, 150, 1, 3, 600),
    _plant("large_cycle_plant", "Large cycle plant", 1500, 175, 2, 4, 800),
    _plant("super_cycle_plant", "Super cycle plant", 2000, 200, 2, 5, 1000),
    _plant("super_trike_plant", "Super trike plant", 3000, 250, 3, 6, 1200),
)


def _armour(key: str, name: str, cost: int, weight: int, **more: Any) -> ArmourType:
    return ArmourType(key=key, name=name, cost_percent=cost, weight_percent=weight, **more)


_SLOPE: Final = {"spaces_percent": 10, "to_hit": -1}
ARMOUR: Final = (
    _armour("reflective_metal", "Laser-reflective metal", 275, 500, metal=True, reflective=True),
    _armour("sloped", "Sloped plastic", 110, 100, **_SLOPE),
    _armour("sloped_reflective", "Sloped laser-reflective", 121, 110, reflective=True, **_SLOPE),
    _armour("sloped_fireproof", "Sloped fireproof", 220, 100, fireproof=True, **_SLOPE),
    _armour("sloped_metal", "Sloped metal", 275, 500, metal=True, **_SLOPE),
)


def _weapon(
    key: str,
    name: str,
    look: Look,
    numbers: tuple[int, int, int, int, int, int, int],
    ammo: tuple[int, int, int] = (0, 0, 0),
    *,
    room: str = "",
    fire: int = 0,
    marker: Marker = "",
    paper: bool = False,
    note: str = "",
) -> VehicleWeapon:
    """Return a weapon.

    `numbers` has to-hit number, dice, added damage, DP, price, weight and spaces. `ammo` has the
    shots, the price of a shot, and the weight of the magazine. `room` is added to the spaces.
    """
    to_hit, dice, plus, dp, cost, weight, spaces = numbers
    shots, shot_cost, magazine = ammo
    terms = (Term(spaces=room),) if room else ()
    is_paper = paper
    rule: dict[str, Any] = {}
    if terms or is_paper:
        rule["rule"] = PartRule(terms=terms, on_paper=is_paper)
    return VehicleWeapon(
        key=key, name=name, look=look, to_hit=to_hit, dice=dice, plus=plus, dp=dp, cost=cost,
        weight=weight, spaces=spaces, shots=shots, shot_cost=shot_cost, magazine_weight=magazine,
        fire=fire, volatile=look in ("rockets", "flamethrower"), marker=marker, note=note, **rule,
    )  # fmt: skip


def _discharger(
    key: str,
    name: str,
    cost: int,
    marker: Marker = "",
    fire: int = 0,
    dice: int = 0,
    *,
    paper: bool = False,
) -> VehicleWeapon:
    numbers = (0, dice, 0, 1, cost, 5, 0)
    return _weapon(
        f"{key}_discharger", f"{name} discharger", "dropper", numbers, (1, 0, 0),
        marker=marker, fire=fire, paper=paper, note="" if marker or paper else NEUTRAL,
    )  # fmt: skip


WEAPONS: Final = (
    _weapon("light_machine_gun", "Light machine gun", "gun", (7, 1, -1, 2, 850, 100, 1),
            (20, 20, 50)),
    _weapon("heavy_machine_gun", "Heavy machine gun", "gun", (7, 2, -2, 4, 1500, 250, 1),
            (20, 50, 100)),
    _weapon("heavy_vulcan", "Heavy Vulcan machine gun", "gun", (6, 4, 0, 5, 7000, 650, 3),
            (10, 75, 150)),
    _weapon("flechette_gun", "Flechette gun", "gun", (6, 1, 1, 2, 700, 100, 1), (20, 10, 50)),
    _weapon("vehicular_shotgun", "Vehicular shotgun", "gun", (6, 0, 2, 2, 950, 90, 1),
            (10, 5, 10)),
    _weapon("gauss_gun", "Gauss gun", "cannon", (6, 3, 0, 3, 10000, 300, 2), (10, 50, 100)),
    _weapon("gatling_cannon", "Gatling cannon", "cannon", (6, 5, 0, 5, 7000, 750, 5),
            (10, 45, 150)),
    _weapon("starshell_launcher", "Starshell launcher", "gun", (0, 0, 0, 2, 500, 100, 1),
            (5, 50, 25), note=NEUTRAL),
    _weapon("spike_gun", "Spike gun", "gun", (7, 1, 0, 2, 750, 150, 2), (10, 40, 100)),
    _weapon("auto_grenade_launcher", "Auto-grenade launcher", "gun", (7, 1, 0, 3, 5000, 250, 2),
            (20, 45, 100)),
    _weapon("mine_flinger", "Mine flinger", "gun", (5, 2, 0, 3, 2250, 275, 3), (5, 50, 25),
            paper=True),
    _weapon("oil_gun", "Oil gun", "gun", (5, 0, 0, 3, 1000, 250, 3), (10, 25, 50), paper=True),
    _weapon("paint_gun", "Paint gun", "gun", (5, 0, 0, 3, 1000, 250, 3), (10, 25, 50), paper=True),
    _weapon("heavy_recoilless_rifle", "Heavy recoilless rifle", "cannon",
            (7, 7, 0, 9, 9000, 1000, 8), (10, 150, 150)),
    _weapon("rapid_fire_tank_gun", "Rapid-fire tank gun", "cannon", (6, 6, 0, 8, 9500, 900, 6),
            (10, 25, 100)),
    _weapon("tank_gun", "Tank gun", "cannon", (7, 8, 0, 10, 10000, 1200, 10), (10, 100, 200)),
    _weapon("mini_rocket", "Mini rocket", "rockets", (9, 1, -1, 1, 50, 20, 0), (1, 0, 0),
            room="1/3"),
    _weapon("light_rocket", "Light rocket", "rockets", (9, 1, 0, 1, 75, 25, 0), (1, 0, 0),
            room="1/2"),
    _weapon("super_rocket", "Super rocket", "rockets", (9, 9, 0, 2, 15000, 150, 1), (1, 0, 0)),
    _weapon("anti_plant_rocket", "Anti-power-plant rocket", "rockets", (9, 1, -1, 1, 500, 40, 1),
            (1, 0, 0)),
    _weapon("surface_to_air_missile", "Surface-to-air missile", "rockets",
            (6, 4, 0, 3, 500, 150, 1), (1, 0, 0), note=NEUTRAL),
    _weapon("radar_guided_missile", "Radar-guided missile", "rockets", (7, 3, 0, 1, 3000, 100, 1),
            (1, 0, 0)),
    _weapon("wire_guided_missile", "Wire-guided missile", "rockets", (6, 3, 0, 2, 2000, 100, 1),
            (1, 0, 0)),
    _weapon("six_shooter", "Six-shooter", "rockets", (9, 1, 0, 2, 450, 150, 2), (6, 0, 0)),
    _weapon("micromissile_launcher", "Micromissile launcher", "rockets",
            (8, 1, 0, 2, 750, 100, 1), (10, 20, 25)),
    _weapon("variable_fire_rocket_pod", "Variable-fire rocket pod", "rockets",
            (9, 1, 0, 5, 2000, 200, 3), (30, 35, 225)),
    _weapon("missile_launcher", "Missile launcher", "rockets", (5, 7, 0, 4, 20000, 300, 3),
            (1, 5000, 50)),
    _weapon("targeting_laser", "Targeting laser", "laser", (6, 0, 0, 1, 1000, 50, 0),
            note="Guides rockets with laser guidance."),
    _weapon("twin_laser", "Twin laser", "laser", (6, 2, 6, 3, 10000, 750, 2), fire=1),
    _weapon("heavy_laser", "Heavy laser", "laser", (6, 4, 0, 2, 12000, 1000, 3), fire=2),
    _weapon("x_ray_laser", "X-ray laser", "laser", (7, 4, 0, 3, 15000, 750, 3)),
    _weapon("heavy_x_ray_laser", "Heavy X-ray laser", "laser", (7, 5, 0, 3, 20000, 1500, 5)),
    _weapon("light_flamethrower", "Light flamethrower", "flamethrower",
            (6, 1, -2, 1, 350, 250, 1), (10, 15, 30), fire=2),
    _weapon("heavy_flamethrower", "Heavy-duty flamethrower", "flamethrower",
            (6, 2, 0, 3, 1250, 650, 3), (10, 50, 100), fire=5),
    _weapon("bomb", "Bomb", "gun", (0, 0, 0, 2, 100, 100, 2), (1, 0, 0), note=NEUTRAL),
    _weapon("cluster_bomb", "Cluster bomb", "gun", (0, 0, 0, 2, 200, 150, 2), (1, 0, 0),
            note=NEUTRAL),
    _weapon("light_sonic_cannon", "Light sonic cannon", "cannon", (6, 1, 0, 2, 3500, 450, 1)),
    _weapon("sonic_cannon", "Sonic cannon", "cannon", (6, 2, 0, 3, 6100, 800, 3)),
    _weapon("heavy_sonic_cannon", "Heavy sonic cannon", "cannon", (6, 3, 0, 4, 9600, 1100, 5)),
    _weapon("military_flamethrower", "Military flamethrower", "flamethrower",
            (6, 3, 0, 5, 2000, 1000, 5), (10, 100, 150), fire=5),
    _weapon("heavy_mine_dropper", "Heavy mine dropper", "dropper", (0, 3, 0, 3, 1500, 250, 4),
            (10, 200, 200), marker="mine"),
    _weapon("stickyfoam_sprayer", "Stickyfoam sprayer", "dropper", (0, 0, 0, 3, 750, 25, 2),
            (25, 30, 50), paper=True),
    _weapon("heavy_smokescreen", "Heavy-duty smokescreen", "dropper", (0, 0, 0, 4, 500, 50, 2),
            (10, 40, 200), marker="smoke"),
    _weapon("heavy_paint_spray", "Heavy-duty paint spray", "dropper", (0, 0, 0, 3, 800, 50, 2),
            (10, 40, 80), marker="paint"),
    _weapon("gas_streamer", "Gas streamer", "dropper", (0, 0, 0, 1, 100, 50, 1), (2, 50, 50),
            marker="smoke"),
    _weapon("flame_cloud_streamer", "Flame cloud gas streamer", "dropper",
            (0, 1, -1, 1, 200, 100, 2), (2, 300, 50), marker="gas", fire=3),
    _weapon("flame_cloud_ejector", "Flame cloud ejector", "dropper", (0, 1, -1, 2, 500, 50, 2),
            (10, 60, 50), marker="gas", fire=3),
    _weapon("heavy_flame_cloud_ejector", "Heavy-duty flame cloud ejector", "dropper",
            (0, 1, -1, 2, 1000, 100, 3), (10, 240, 200), marker="gas", fire=3),
    _weapon("heavy_oil_jet", "Heavy-duty oil jet", "dropper", (0, 0, 0, 4, 500, 50, 3),
            (10, 40, 80), marker="oil"),
    _weapon("heavy_flaming_oil_jet", "Heavy flaming oil jet", "dropper",
            (0, 1, -2, 4, 550, 60, 3), (10, 140, 80), marker="burning_oil", fire=3),
    _weapon("ice_dropper", "Ice dropper", "dropper", (0, 0, 0, 3, 750, 50, 2), (25, 20, 50),
            marker="oil"),
    _weapon("heavy_ice_dropper", "Heavy-duty ice dropper", "dropper", (0, 0, 0, 4, 1000, 100, 3),
            (10, 100, 100), marker="oil"),
    _weapon("chaff_dispenser", "Chaff dispenser", "dropper", (0, 0, 0, 2, 300, 25, 1),
            (10, 10, 20), note=NEUTRAL),
    _weapon("heavy_chaff_dispenser", "Heavy-duty chaff dispenser", "dropper",
            (0, 0, 0, 2, 600, 50, 2), (10, 40, 80), note=NEUTRAL),
    _weapon("junk_dropper", "Junk dropper", "dropper", (0, 1, -3, 4, 50, 25, 1), (10, 0, 100),
            marker="spikes"),
    _weapon("spear_minedropper", "Spear 1000 minedropper", "dropper", (0, 2, 3, 2, 750, 150, 2),
            (5, 100, 50), marker="mine"),
    _weapon("drop_spike_plate", "Drop-spike plate", "dropper", (0, 2, 0, 4, 200, 50, 1),
            (1, 0, 0), marker="spikes"),
    _weapon("large_drop_spike_plate", "Large drop-spike plate", "dropper",
            (0, 2, 0, 6, 350, 100, 1), (1, 0, 0), marker="spikes"),
    _discharger("smoke", "Smoke", 50, "smoke"),
    _discharger("hot_smoke", "Hot smoke", 65, "smoke"),
    _discharger("tear_gas", "Tear gas", 75, "gas"),
    _discharger("paint", "Paint", 40, "paint"),
    _discharger("flame_cloud", "Flame cloud", 150, "gas", fire=3, dice=1),
    _discharger("oil", "Oil", 50, "oil"),
    _discharger("ice", "Ice", 75, "oil"),
    _discharger("flaming_oil", "Flaming oil", 100, "burning_oil", fire=3, dice=1),
    _discharger("flechette", "Flechette", 50),
    _discharger("chaff", "Chaff", 50),
    _discharger("foam", "Foam", 25, paper=True),
    _discharger("pyrophoric_oil", "Pyrophoric oil", 250, "burning_oil", fire=3, dice=1),
    _discharger("fake", "Fake", 5),
    _discharger("point_defence", "Point-defence grenade", 150),
)  # fmt: skip


def _extra(
    key: str,
    name: str,
    cost: int = 0,
    weight: int = 0,
    spaces: int = 0,
    *terms: Term,
    site: Site = "vehicle",
    rule: dict[str, Any] | None = None,
    **effects: Any,
) -> Accessory:
    whole = PartRule(terms=terms, site=site, **(rule or {}))
    return Accessory(
        key=key, name=name, cost=cost, weight=weight, spaces=spaces, rule=whole, **effects
    )


def _ammo(key: str, name: str, cost: str, weight: str = "0", **rule: Any) -> Accessory:
    """Return ammunition with its additional cost and weight, in shots of the plain kind."""
    term = Term(measure="load", cost=cost, weight=weight, sized=True)
    return _extra(key, name, 0, 0, 0, term, site="weapon", rule={"largest": 500, **rule}, many=True)


def _loads(key: str, name: str, cost: str, weight: str = "0", **rule: Any) -> Accessory:
    """Return ammunition with its additional cost and weight, in dollars and pounds a shot."""
    term = Term(cost=cost, weight=weight, sized=True)
    return _extra(key, name, 0, 0, 0, term, site="weapon", rule={"largest": 500, **rule}, many=True)


def _rocket(key: str, name: str, cost: str, weight: str = "0", **rule: Any) -> Accessory:
    """Return the warhead of a single rocket, as a share of the rocket's cost and weight."""
    term = Term(measure="part", cost=cost, weight=weight)
    return _extra(key, name, 0, 0, 0, term, site="weapon", rule=rule)


PLATE: Final = "Each point counts as one point of the side’s armour."
_PAPER: Final = {"on_paper": True}
AMMUNITION: Final = (
    _ammo("high_density", "High-density ammunition", "1", "1", plus_per_die=1),
    _ammo("incendiary", "Incendiary ammunition", "1/2", fire=2),
    _ammo("hot_smoke", "Hot smoke", "1/2"),
    _ammo("explosive", "Explosive ammunition", "1", "1"),
    _ammo("anti_personnel", "Anti-personnel ammunition", "4", on_paper=True),
    _ammo("armour_piercing", "Armour-piercing ammunition", "1/2", plus_per_die=1),
    _ammo("heat", "HEAT ammunition", "1/2", plus_per_die=1),
    _ammo("hesh", "HESH ammunition", "1/2"),
    _ammo("apfsds", "APFSDS ammunition", "1", "1/2", plus_per_die=2),
    _ammo("high_temperature", "High-temperature fuel", "3", "1/2", plus_per_die=2),
    _ammo("tear_gas_load", "Tear gas", "1", on_paper=True),
    _loads("incendiary_rockets", "Incendiary rockets", "25", "6", plus_per_die=1, fire=3),
    _loads("incendiary_micromissiles", "Incendiary micromissiles", "15", "3.5",
           plus_per_die=1, fire=2),
    _loads("explosive_spikes", "Explosive spikes", "30"),
    _loads("incendiary_spikes", "Incendiary spikes", "30"),
    _loads("catalytic_spikes", "Catalytic spikes", "40"),
    _loads("crystal_spikes", "Crystal spikes", "10", "-1"),
    _loads("pyrophoric_oil", "Pyrophoric oil", "40"),
    _loads("radio_detonators", "Radio-contact detonators", "50", on_paper=True),
    _loads("napalm_mines", "Napalm mines", "10"),
    _rocket("armour_piercing_rocket", "Armour-piercing warhead", "1/2", plus_per_die=1),
    _rocket("incendiary_rocket", "Incendiary warhead", "1", "1/2", plus_per_die=1, fire=3),
    _rocket("laser_guided_rocket", "Laser guidance for a rocket", "1", hits_on=6,
            requirement="laser"),
    _rocket("pulse_laser", "Pulse laser", "1/2", plus_per_die=1, requirement="laser"),
)  # fmt: skip
_GUARD: Final[dict[str, Any]] = {"site": "axle", "rule": {"largest": 10, "protects": True}}
TANKS: Final = tuple(
    _extra(
        f"{key}_tank", f"{name} fuel tank", 0, 0, 0,
        Term(cost=str(cost), weight=str(weight + 6), sized=True), Term(measure="tens", spaces="1"),
        rule={"largest": 100, "tank": True}, dp=dp,
    )
    for key, name, cost, weight, dp in (
        ("economy", "Economy", 2, 1, 2), ("heavy_duty", "Heavy-duty", 5, 2, 4),
        ("racing", "Racing", 10, 5, 4), ("duelling", "Duelling", 25, 10, 8),
    )
)  # fmt: skip
"""Fuel tanks by the gallon. A gallon of fuel weighs 6 lb. The vehicle's price has no fuel."""
MOUNTINGS: Final = (
    _extra("turret_0", "Turret without spaces", 750, 75, 1, dp=1, location="top"),
    *(
        _extra(f"pop_up_turret_{size}", f"Pop-up turret, {size}", cost, weight, spaces,
               dp=size + 1, location="top", turret=size)
        for size, cost, weight, spaces in ((1, 2000, 300, 3), (2, 2500, 350, 4), (3, 3500, 450, 5))
    ),
    *(
        _extra(f"rocket_platform_{size}", f"Rocket platform, {size}", cost, weight, dp=1,
               location="top", turret=size)
        for size, cost, weight in ((1, 75, 50), (2, 100, 100), (3, 150, 200))
    ),
    *(
        _extra(f"pintle_{size}", f"Pintle mount, {size}", cost, weight, dp=1, location="top",
               turret=size)
        for size, cost, weight in ((1, 150, 20), (2, 300, 40))
    ),
    _extra("cupola_3", "Cupola", 3500, 400, 2, dp=4, location="top", turret=3),
    _extra("pop_up_cupola_3", "Pop-up cupola", 4500, 600, 5, dp=4, location="top", turret=3),
    _extra("universal_mount", "Universal turret", 1000, note=NEUTRAL),
    *(
        _extra(f"weapon_pod_{size}", f"External weapon pod, {size}", cost, weight, site="weapon",
               rule={"pod_spaces": size}, many=True)
        for size, cost, weight in ((1, 500, 150), (2, 1000, 250), (3, 2000, 400))
    ),
    *(
        _extra(f"rocket_pod_{size}", f"Rocket pod, {size}", cost, weight, site="weapon",
               rule={"pod_spaces": size}, many=True)
        for size, cost, weight in ((1, 250, 75), (2, 500, 125), (3, 1000, 200))
    ),
)  # fmt: skip
HAND_WEAPONS: Final = (
    ("smg", "Submachine gun", 370, 9),
    ("anti_vehicle_rifle", "Anti-vehicle rifle", 650, 25),
    ("heavy_anti_vehicle_rifle", "Heavy anti-vehicle rifle", 900, 30),
    ("hand_grenade", "Hand grenade", 25, 1),
)
"""Hand weapons of crews with full magazines: key, name, price and weight."""
ACCESSORIES: Final = (
    *AMMUNITION,
    *TANKS,
    *MOUNTINGS,
    _extra("platinum_catalysts", "Platinum catalysts", 0, 0, 0, Term(measure="plant", cost="1/5"),
           rule={"power_percent": 5, "requirement": "electric"}),
    _extra("superconductors", "Superconductors", 0, 0, 0, Term(measure="plant", cost="1/2"),
           rule={"power_percent": 10, "requirement": "electric"}),
    _extra("extra_power_cells", "Extra power cells", 0, 0, 0,
           Term(measure="plant", cost="1/4", weight="1/4", spaces="1/10"),
           rule={"requirement": "electric"}, note=NEUTRAL),
    _extra("high_torque_motors", "High-torque motors", 0, 0, 0, Term(measure="wheels", cost="100"),
           rule={"surge": 5, "surge_percent": 75, "requirement": "electric"}),
    _extra("heavy_high_torque_motors", "Heavy-duty high-torque motors", 0, 0, 0,
           Term(measure="wheels", cost="200"),
           rule={"surge": 10, "surge_percent": 67, "requirement": "electric"}),
    _extra("tubular_headers", "Tubular headers", 0, 0, 0, Term(measure="plant", cost="1/5"),
           rule={"power_percent": 5, "requirement": "gas"}),
    _extra("blueprinting", "Blueprinting", 0, 0, 0, Term(measure="plant", cost="1/2"),
           rule={"power_percent": 10, "requirement": "gas"}),
    _extra("turbocharger", "Turbocharger", 1000, 0, 0, Term(measure="power", cost="1/4"),
           rule={"power_percent": 25, "surge": 5, "requirement": "gas"}),
    _extra("variable_turbocharger", "Variable-pitch turbocharger", 2000, 0, 0,
           Term(measure="power", cost="1/4"),
           rule={"power_percent": 25, "acceleration": 5, "requirement": "gas"}),
    _extra("supercharger", "Supercharger", 3000, 0, 1, Term(measure="power", cost="2/5"),
           Term(measure="plant", weight="1/5"),
           rule={"power_percent": 40, "acceleration": 5, "requirement": "gas"}),
    _extra("nitrous_oxide", "Nitrous oxide", 500, 20, 1, many=True,
           rule={"requirement": "gas", **_PAPER}),
    _extra("laser_battery", "Laser battery", 500, 100, 1, dp=1, many=True),
    _extra("heavy_transmission", "Heavy-duty transmission", 0, 300, 2,
           Term(measure="frame", cost="1"), rule={"gears": True}),
    _extra("overdrive", "Overdrive", 0, 0, 0, Term(measure="wheels", cost="100"),
           rule={"overdrive": 20}),
    _extra("heavy_brakes", "Heavy-duty brakes", 0, 0, 0, Term(measure="wheels", cost="100")),
    _extra("heavy_shocks", "Heavy-duty shocks", 0, 0, 0,
           Term(measure="wheels", cost="400", weight="5")),
    _extra("six_wheels", "Six-wheeled chassis", 100, 0, 0,
           Term(measure="tyres", cost="1", weight="1"), site="axle", rule={"wheels": 2}),
    _extra("streamlining", "Streamlining", 0, 0, 0, Term(measure="body", cost="1/2", spaces="1/10"),
           rule=_PAPER),
    _extra("carbon_frame", "Carbon-aluminium frame", 0, 0, 0,
           Term(measure="body", cost="3", weight="-1/2")),
    _extra("roll_cage", "Roll cage", 900, 0, 1, Term(measure="point", weight="30"), rule=_PAPER),
    _extra("steelbelted", "Steel-belted tyres", 0, 0, 0,
           Term(measure="tyres", cost="1/2", weight="1/2"), site="axle", rule={"tyre_dp": "1/3"}),
    _extra("radial", "Radial tyres", 0, 0, 0, Term(measure="tyres", cost="3/2", weight="1/5"),
           site="axle", hc=1),
    _extra("off_road_tyres", "Off-road tyres", 0, 0, 0,
           Term(measure="tyres", cost="1/5", weight="1/10"), site="axle", note=NEUTRAL),
    _extra("racing_slick", "Racing slicks", 0, 0, 0, Term(measure="tyres", cost="2", weight="2/3"),
           site="axle", rule={"tyre_dp": "1/4"}, hc=2),
    _extra("fireproof_tyres", "Fireproof tyres", 0, 0, 0, Term(measure="tyres", cost="1"),
           site="axle", note="Fires in the arena do not harm tyres."),
    _extra("snow_tyres", "Snow tyres", 0, 0, 0, Term(measure="wheels", cost="100"), note=NEUTRAL),
    _extra("tyre_chains", "Tyre chains", 150, 5, note=NEUTRAL),
    _extra("light_sidecar", "Light sidecar", 300, 200, 0,
           Term(measure="tyres", cost="1", weight="1"), site="axle",
           rule={"extra_load": 400, "extra_spaces": 2}),
    _extra("heavy_sidecar", "Heavy sidecar", 450, 350, 0,
           Term(measure="tyres", cost="1", weight="1"), site="axle",
           rule={"extra_load": 750, "extra_spaces": 3}),
    _extra("sidecar_armour", "Armour of a sidecar", 0, 0, 0,
           Term(cost="5", weight="5", sized=True), rule={"largest": 100, **_PAPER}),
    _extra("wheelguard", "Wheelguards", 0, 0, 0,
           Term(measure="wheels", cost="10", weight="4", sized=True), **_GUARD),
    _extra("wheelhub", "Wheelhubs", 0, 0, 0,
           Term(measure="wheels", cost="10", weight="4", sized=True), **_GUARD),
    _extra("cycle_wheelguard", "Cycle wheelguards", 0, 0, 0,
           Term(measure="wheels", cost="10", weight="2", sized=True), **_GUARD),
    _extra("component_armour", "Component armour", 0, 0, 1,
           Term(measure="room", cost="5", weight="2", sized=True), site="part",
           rule={"largest": 10, "protects": True},
           note="Adds its points to the part. On a crew member, it adds them to the suit."),
    _extra("shared_component_armour", "Shared component armour", 0, 0, 0,
           Term(measure="room", cost="5", weight="2", sized=True), site="part",
           rule={"largest": 10, "protects": True}),
    _extra("metal_plate", "Metal armour", 0, 0, 0,
           Term(measure="point", cost="5/2", weight="5", sized=True), site="facing",
           rule={"largest": 100, "plates": 1}, note=PLATE),
    _extra("reflective_metal_plate", "Laser-reflective metal armour", 0, 0, 0,
           Term(measure="point", cost="11/4", weight="5", sized=True), site="facing",
           rule={"largest": 100, "plates": 1}, note=PLATE),
    _extra("ramplate", "Ramplate", 0, 0, 0, Term(measure="facing", cost="3/2", weight="1/2"),
           site="facing", rams=True, dp=20, location="front"),
    _extra("light_ramplate", "Light ramplate", 0, 0, 0,
           Term(measure="facing", cost="3/4", weight="1/4"), site="facing", rams=True, dp=10,
           location="front"),
    _extra("bumper_spikes", "Bumper spikes", 0, 0, 0, Term(measure="point", cost="5", weight="5"),
           site="facing", rule=_PAPER),
    _extra("body_spoiler", "Spoiler by body size", 0, 0, 0,
           Term(measure="point", cost="25", weight="10"), dp=1, location="back", hc_at_speed=1),
    _extra("body_airdam", "Airdam by body size", 0, 0, 0,
           Term(measure="point", cost="25", weight="10"), dp=1, location="front", hc_at_speed=1),
    _extra("windshell", "Cycle windshell", 500, 50, note="Carries armour for the rider."),
    _extra("windshell_armour", "Armour of a windshell", 0, 0, 0,
           Term(measure="point", cost="1", weight="1", sized=True), site="part",
           rule={"largest": 10, "protects": True}),
    _extra("no_paint_windshield", "No-paint windshield", 1000, rule={"no_paint": True}),
    _extra("brushcutter", "Brushcutter", 100, 20, note=NEUTRAL),
    _extra("bumper_trigger", "Bumper trigger", 50, site="facing", rule=_PAPER),
    _extra("laser_guidance_link", "Laser guidance link", 500, site="weapon",
           note="Lets the laser guide rockets."),
    _extra("magazine_switch", "Magazine switch", 250, site="weapon", rule=_PAPER),
    _extra("rotary_magazine", "Rotary magazine", 500, 10, site="weapon", rule=_PAPER),
    _extra("single_computer", "Single-weapon computer", 500, dp=1, to_hit=1),
    _extra("fine_single_computer", "High-resolution single-weapon computer", 2500, dp=1, to_hit=2),
    _extra("cyberlink", "Cyberlink", 16000, 100, 1, dp=1, to_hit=3),
    _extra("body_armour", "Body armour", 250, 10, many=True, note="Everyone in an arena has it."),
    _extra("improved_body_armour", "Improved body armour", 1500, 25, many=True,
           rule={"suit_points": 3}),
    _extra("impact_armour", "Impact armour", 2000, 25, many=True,
           note="Counts as the body armour that everyone in an arena has."),
    _extra("fireproof_suit", "Fireproof suit", 500, 3, many=True, rule=_PAPER),
    _extra("portable_extinguisher", "Portable fire extinguisher", 150, 20, many=True, rule=_PAPER),
    _extra("safety_seat", "Safety seat", 500, 25, many=True, rule=_PAPER),
    _extra("extra_controls", "Extra driver controls", 1000, 50,
           note="A gunner can take the wheel in any car."),
    _extra("anti_theft", "Anti-theft system", 1000, note=NEUTRAL),
    _extra("infrared", "Infrared sights", 4000, 100, 1, dp=1, location="top", sees=True),
    _extra("long_distance_radio", "Long-distance radio", 600, note=NEUTRAL),
    _extra("computer_navigator", "Computer navigator", 500, note=NEUTRAL),
    _extra("friend_or_foe", "Identification friend or foe", 200, note=NEUTRAL),
    _extra("compact_tv", "Compact television", 700, note=NEUTRAL),
    _extra("tinted_windows", "Tinted windows", 500, note=NEUTRAL),
    _extra("weapon_concealment", "Weapon concealment", 250, 50, site="weapon", note=NEUTRAL),
    _extra("blow_through", "Blow-through concealment", 100, 10, site="weapon", note=NEUTRAL),
    _extra("hang_glider", "Hang glider", 500, 60, 1, many=True, note=NEUTRAL),
    _extra("parachute", "Parachute", 200, 20, many=True, note=NEUTRAL),
    _extra("life_raft", "Life raft", 500, 25, note=NEUTRAL),
    _extra("assault_ramp", "Assault ramp", 1000, 10, 1, note=NEUTRAL),
    _extra("galley", "Galley", 750, 150, 2, note=NEUTRAL),
    _extra("fake_turret", "Fake turret", 250, 50, note=NEUTRAL),
    _extra("fake_weapon", "Fake weapon", 100, 20, many=True, note=NEUTRAL),
    _extra("armoured_fridge", "Armoured refrigerator", 250, 50, 2, dp=20, many=True),
    *(
        _extra(key, name, cost, weight, many=True, rule=_PAPER)
        for key, name, cost, weight in HAND_WEAPONS
    ),
    _extra("autopilot", "Autopilot", 9000, 50, rule=_PAPER),
    _extra("autopilot_software", "Autopilot software", 2500, note="Belongs to an autopilot."),
    _extra("armoured_minifridge", "Armoured minifridge", 100, 30, 1, dp=10, many=True),
    _extra("amphibious", "Amphibious modifications", 6000, 200, 2, dp=4, note=NEUTRAL),
    _extra("sunroof", "Sunroof", 500, 25, note=NEUTRAL),
    _extra("velvet_glove", "Luxury trimmings", 10000, note=NEUTRAL),
)  # fmt: skip

PACK: Final = ClubParts(
    bodies=BODIES, suspensions=SUSPENSIONS, tyres=TYRES, plants=PLANTS, armour=ARMOUR,
    weapons=WEAPONS, accessories=ACCESSORIES,
)  # fmt: skip


def pack_without(groups: frozenset[str]) -> ClubParts:
    """Return the pack without these groups of parts."""
    dropped: set[str] = set()
    if "gas" in groups:
        dropped |= {engine.key for engine in GAS_ENGINES} | {tank.key for tank in TANKS}
    if "trikes" in groups:
        dropped |= {part.key for part in TRIKES}
    if "race" in groups:
        dropped |= {part.key for part in RACE_BODIES}
    if "ammunition" in groups:
        dropped |= {part.key for part in AMMUNITION}
    if "crew" in groups:
        dropped |= {key for key, *_ in HAND_WEAPONS}
    if "paper" in groups:
        dropped |= {part.key for part in WEAPONS if rule_of(part).on_paper}
        dropped |= {part.key for part in ACCESSORIES if rule_of(part).on_paper}
    return ClubParts(
        bodies=tuple(part for part in BODIES if part.key not in dropped),
        suspensions=SUSPENSIONS,
        tyres=TYRES,
        plants=tuple(part for part in PLANTS if part.key not in dropped),
        armour=ARMOUR,
        weapons=tuple(part for part in WEAPONS if part.key not in dropped),
        accessories=tuple(part for part in ACCESSORIES if part.key not in dropped),
    )
