"""Personal gear: the printed tables, and loads."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.house_rules.rules import house
from campaign.ledger.rules import gear
from campaign.ledger.rules.gear import GEAR, Packed
from campaign.ledger.rules.gear_values import damage_words, in_ge
from engine.values import changed

P7 = [
    ("light_pistol", 8, "1", 8, 1, 75),
    ("heavy_pistol", 7, "2", 8, 1, 100),
    ("machine_pistol", 7, "1d−2", 6, 1, 250),
    ("smg", 6, "1d", 10, 2, 250),
    ("shotgun", 6, "2", 10, 2, 120),
    ("double_shotgun", 6, "2", 10, 3, 200),
    ("rifle", 7, "3", 20, 2, 120),
    ("assault_rifle", 7, "1d+1", 10, 3, 400),
    ("grenade_launcher", 7, "0", 5, 2, 300),
    ("knife", 8, "1d−2", 0, 1, 50),
    ("gauss_rifle", 6, "1d", 20, 2, 1500),
    ("heavy_av_rifle", 8, "1d+3", 10, 4, 800),
    ("bazooka", 8, "3d", 1, 4, 1500),
    ("rocket_launcher", 9, "2d", 4, 6, 800),
]


@pytest.mark.parametrize(("key", "to_hit", "damage", "shots", "ge", "cost"), P7)
def test_p7_weapons_equal_the_printed_table(
    key: str, to_hit: int, damage: str, shots: int, ge: int, cost: int
) -> None:
    found = GEAR[key]
    assert found.weapon is not None
    assert (
        found.weapon.to_hit,
        damage_words(found.weapon.dice, found.weapon.add),
        found.weapon.shots,
    ) == (to_hit, damage, shots)
    assert (found.half_ge, found.cost) == (ge * 2, cost)


P18 = [
    ("explosive", "1d", 25, "blast"),
    ("concussion", "1", 40, "blast"),
    ("flechette", "1d", 20, "blast"),
    ("flaming_oil", "1d−2", 75, "fire"),
    ("smoke", "0", 20, "smoke"),
    ("tear_gas", "0", 30, "gas"),
    ("paint", "0", 20, "blind"),
    ("flash", "0", 150, "blind"),
]


@pytest.mark.parametrize(("key", "damage", "cost", "effect"), P18)
def test_p18_grenades_equal_the_printed_table(
    key: str, damage: str, cost: int, effect: str
) -> None:
    found = GEAR[f"{key}_grenade"]
    assert found.grenade is not None
    assert (
        damage_words(found.grenade.dice, found.grenade.add),
        found.cost,
        found.grenade.effect,
    ) == (damage, cost, effect)
    assert (found.half_ge, found.grenade.to_hit, found.grenade.thrown) == (2, 9, 16)


@pytest.mark.parametrize(
    ("key", "half_ge", "cost"),
    [
        ("body_armour", 0, 250),
        ("improved_body_armour", 0, 1500),
        ("impact_armour", 0, 2000),
        ("flak_jacket", 6, 150),
        ("gas_mask", 2, 30),
        ("tinted_goggles", 0, 20),
        ("medikit", 12, 1000),
        ("plastique", 2, 3000),
        ("heavy_pistol_clip", 1, 50),
        ("rifle_clip", 1, 50),
        ("smg_clip", 2, 50),
        ("grenade_launcher_clip", 2, 50),
    ],
)
def test_p8_weights_and_prices_equal_the_printed_table(key: str, half_ge: int, cost: int) -> None:
    assert (GEAR[key].half_ge, GEAR[key].cost) == (half_ge, cost)


def test_keys_are_unique_and_clips_exist() -> None:
    assert len(GEAR) == len(gear.CATALOGUE)
    assert all(
        found.weapon.clip in GEAR for found in gear.CATALOGUE if found.weapon and found.weapon.clip
    )


def test_every_line_of_the_shop_has_a_description() -> None:
    assert all(
        found.name and found.cost >= 0 and (found.use or found.weapon or found.grenade)
        for found in gear.CATALOGUE
    )


def test_p7_body_armour_gives_three_dp_before_the_wearers() -> None:
    assert gear.protection_of([Packed(gear="body_armour")]).armour == 3
    assert gear.protection_of(
        [Packed(gear="impact_armour"), Packed(gear="gas_mask"), Packed(gear="tinted_goggles")]
    ) == gear.Protection(armour=3, blasts_halved=True, gas_proof=True, flash_proof=True)


def kit(**counts: int) -> list[Packed]:
    return [Packed(gear=key, count=count) for key, count in counts.items()]


def test_p8_an_untrained_person_carries_six_ge() -> None:
    assert gear.check_kit(kit(plastique=4, heavy_pistol=1, heavy_pistol_clip=2), -4) == ()
    problem = gear.check_kit(kit(plastique=4, heavy_pistol=1, heavy_pistol_clip=3), -4, name="Vex")[
        0
    ]
    assert problem.sentence == "Vex can carry 6 grenade equivalents; this kit weighs 6½."


@pytest.mark.parametrize(("level", "half"), [(-4, 12), (0, 14), (1, 14), (2, 16), (3, 16), (4, 18)])
def test_e2_bodybuilders_carry_more(level: int, half: int) -> None:
    assert gear.max_load(level) == half


def test_p8_stiff_armour_reduces_the_load_by_one_ge() -> None:
    assert gear.max_load(-4, kit(improved_body_armour=1)) == 10
    assert gear.max_load(-4, kit(body_armour=1)) == 12


@pytest.mark.parametrize(
    ("items", "code"),
    [
        ({"body_armour": 2}, "two-suits"),
        ({"body_armour": 1, "impact_armour": 1}, "two-suits"),
        ({"armoured_vest": 1, "flak_jacket": 1}, "two-vests"),
        ({"improved_body_armour": 1, "flak_jacket": 1}, "vest-over-suit"),
        ({"plastique": 7}, "too-many-bricks"),
        ({"ray_gun": 1}, "no-such-gear"),
        ({"knife": 0}, "nothing"),
        ({"medikit": 2}, "too-heavy"),
    ],
)
def test_a_kit_that_is_too_heavy_or_impossible_is_refused(items: dict[str, int], code: str) -> None:
    assert code in {problem.code for problem in gear.check_kit(kit(**items), 4)}


def test_a_vest_fits_over_plain_body_armour() -> None:
    assert gear.check_kit(kit(body_armour=1, armoured_vest=1), -4) == ()


def test_a_battle_vests_pockets_carry_pistol_knife_grenades_and_clips() -> None:
    packed = kit(battle_vest=1, heavy_pistol=1, knife=1, smoke_grenade=3, heavy_pistol_clip=3)
    assert gear.load(packed) == 6 + 2 + 1
    assert (
        gear.load(kit(battle_vest=1, smoke_grenade=2, flash_grenade=2, rifle_clip=1, smg_clip=2))
        == 6 + 4 + 1
    )


def test_e13_the_price_of_a_brick_is_a_house_rule() -> None:
    cheap = changed(house.DEFAULT, plastique_price=500)
    brick = GEAR["plastique"]
    assert (gear.price(brick, house.DEFAULT), gear.price(brick, cheap)) == (3_000, 500)
    assert gear.bricks(kit(plastique=2, knife=1)) == 2


def test_the_shop_sells_what_the_house_rules_allow() -> None:
    few, all_of_it = gear.on_sale(), gear.on_sale(changed(house.DEFAULT, gear_list="full"))
    assert {found.key for found in few} < {found.key for found in all_of_it}
    assert {row[0] for row in P7[:10]} <= {found.key for found in few}
    assert GEAR["bazooka"] not in few


def test_gear_is_found_by_its_key() -> None:
    assert gear.find("knife") is GEAR["knife"]
    assert gear.find("spoon") is None


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(sorted(set(GEAR) - {"battle_vest", "armoured_vest"})), st.integers(1, 5)
        ),
        max_size=6,
    )
)
def test_p8_a_load_is_the_sum_of_its_pieces(items: list[tuple[str, int]]) -> None:
    packed = [Packed(gear=key, count=count) for key, count in items]
    assert gear.load(packed) == sum(gear.load([one]) for one in packed)


@pytest.mark.parametrize(("half", "words"), [(0, "0"), (1, "½"), (2, "1"), (13, "6½")])
def test_half_ge_are_shown_as_fractions(half: int, words: str) -> None:
    assert in_ge(half) == words
