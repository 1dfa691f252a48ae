"""The catalogue of personal gear.

Gear for the ambush comes from P7 and P18, and all other gear from the classic shop list.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from campaign.house_rules.rules.tables import BLADE, HANDGUNNER

from .gear_values import Armour, Gear, Grenade, Kind, Weapon

Target: TypeAlias = Literal["full", "half", "tyres"]
CatalogueLevel: TypeAlias = Literal["ambush", "full"]

CLIP_COST: Final = 50
_BIG_CLIPS: Final = ("smg", "grenade_launcher")


def _weapon(
    key: str,
    name: str,
    kind: Kind,
    cost: int,
    half_ge: int,
    weapon: Weapon,
    use: str = "",
    level: CatalogueLevel = "ambush",
) -> Gear:
    return Gear(
        key=key,
        name=name,
        kind=kind,
        cost=cost,
        half_ge=half_ge,
        weapon=weapon,
        listed=level,
        use=use,
    )


def _gun(
    to_hit: int,
    dice: int,
    add: int,
    shots: int,
    clip: str,
    shot_cost: int,
    target: Target = "tyres",
) -> Weapon:
    return Weapon(
        to_hit=to_hit,
        dice=dice,
        add=add,
        shots=shots,
        skill=HANDGUNNER,
        clip=f"{clip}_clip",
        shot_cost=shot_cost,
        against_vehicles=target,
    )


def _heavy(
    to_hit: int,
    dice: int,
    add: int,
    shots: int,
    shot_cost: int,
    *,
    one_use: bool = False,
    burns: bool = False,
) -> Weapon:
    return Weapon(
        to_hit=to_hit,
        dice=dice,
        add=add,
        shots=shots,
        skill=HANDGUNNER,
        shot_cost=shot_cost,
        one_use=one_use,
        burns=burns,
        against_vehicles="full",
    )


_ARMS: Final = (
    _weapon(
        "knife", "Knife", "knife", 50, 2,
        Weapon(to_hit=8, dice=1, add=-2, shots=0, skill=BLADE, reach=1, melee=True),
    ),
    _weapon("light_pistol", "Light pistol", "pistol", 75, 2, _gun(8, 0, 1, 8, "light_pistol", 1)),
    _weapon("heavy_pistol", "Heavy pistol", "pistol", 100, 2, _gun(7, 0, 2, 8, "heavy_pistol", 1)),
    _weapon(
        "machine_pistol", "Machine pistol", "pistol", 250, 2,
        _gun(7, 1, -2, 6, "machine_pistol", 12, "half"),
    ),
    _weapon("smg", "Submachine gun", "gun", 250, 4, _gun(6, 1, 0, 10, "smg", 12, "half")),
    _weapon("shotgun", "Shotgun", "gun", 120, 4, _gun(6, 0, 2, 10, "shotgun", 1)),
    _weapon(
        "double_shotgun", "Double-barrelled shotgun", "gun", 200, 6,
        Weapon(
            to_hit=6, dice=0, add=2, shots=10, skill=HANDGUNNER, barrels=2,
            clip="double_shotgun_clip", shot_cost=1,
        ),
        "Can fire both barrels: two rolls, two shots.",
    ),
    _weapon("rifle", "Rifle", "gun", 120, 4, _gun(7, 0, 3, 20, "rifle", 1)),
    _weapon(
        "assault_rifle", "Assault rifle", "gun", 400, 6,
        _gun(7, 1, 1, 10, "assault_rifle", 15, "half"),
    ),
    _weapon(
        "grenade_launcher", "Grenade launcher", "gun", 300, 4,
        Weapon(
            to_hit=7, dice=0, add=0, shots=5, skill=HANDGUNNER, reach=64,
            clip="grenade_launcher_clip", shot_cost=25, fires_grenades=True,
        ),
        "Fires explosive grenades up to 16 inches.",
    ),
    _weapon(
        "gauss_pistol", "Gauss pistol", "pistol", 500, 2, _gun(6, 1, -2, 20, "gauss_pistol", 5),
        level="full",
    ),
    _weapon(
        "gauss_rifle", "Gauss rifle", "gun", 1_500, 4, _gun(6, 1, 0, 20, "gauss_rifle", 15, "half"),
        level="full",
    ),
    _weapon(
        "laser_rifle", "Laser rifle", "gun", 4_500, 4, _gun(6, 1, 0, 2, "laser_rifle", 0, "full"),
        level="full",
    ),
    _weapon(
        "av_rifle", "Anti-vehicle rifle", "heavy", 600, 6, _gun(8, 1, 0, 10, "av_rifle", 5, "full"),
        level="full",
    ),
    _weapon(
        "heavy_av_rifle", "Heavy anti-vehicle rifle", "heavy", 800, 8,
        _gun(8, 1, 3, 10, "heavy_av_rifle", 10, "full"), level="full",
    ),
    _weapon(
        "vlaw", "Very light rocket (VLAW)", "heavy", 200, 2, _heavy(8, 1, 0, 1, 0, one_use=True),
        level="full",
    ),
    _weapon(
        "law", "Light rocket (LAW)", "heavy", 500, 4, _heavy(8, 2, 0, 1, 0, one_use=True),
        level="full",
    ),
    _weapon(
        "laser_vlaw", "Laser-guided VLAW", "heavy", 1_500, 4, _heavy(6, 2, 0, 1, 0, one_use=True),
        level="full",
    ),
    _weapon(
        "laser_law", "Laser-guided LAW", "heavy", 2_000, 6, _heavy(6, 3, 0, 1, 0, one_use=True),
        level="full",
    ),
    _weapon("bazooka", "Bazooka", "heavy", 1_500, 8, _heavy(8, 3, 0, 1, 10), level="full"),
    _weapon("gyroslugger", "Gyroslugger", "heavy", 1_200, 4, _heavy(8, 2, 0, 1, 100), level="full"),
    _weapon(
        "flamethrower", "Portable flamethrower", "heavy", 750, 10,
        _heavy(6, 1, 0, 5, 25, burns=True), level="full",
    ),
    _weapon(
        "micromissile", "Portable micromissile launcher", "heavy", 900, 10, _heavy(8, 1, 0, 8, 30),
        level="full",
    ),
    _weapon(
        "rocket_launcher", "Portable rocket launcher", "heavy", 800, 12, _heavy(9, 2, 0, 4, 50),
        level="full",
    ),
)  # fmt: skip


def _clip(gun: Gear) -> Gear:
    return Gear(
        key=f"{gun.key}_clip",
        name=f"Clip: {gun.name.lower()}",
        kind="clip",
        cost=CLIP_COST,
        half_ge=2 if gun.key in _BIG_CLIPS else 1,
        listed=gun.listed,
        use="Reloading takes the firing action of a turn.",
    )


_CLIPS: Final = tuple(_clip(gun) for gun in _ARMS if gun.weapon and gun.weapon.clip)


def _grenade(
    key: str,
    name: str,
    cost: int,
    grenade: Grenade,
    use: str = "",
    level: CatalogueLevel = "ambush",
) -> Gear:
    return Gear(
        key=f"{key}_grenade",
        name=f"{name} grenade",
        kind="grenade",
        cost=cost,
        half_ge=2,
        grenade=grenade,
        use=use,
        listed=level,
    )


_GRENADES: Final = (
    _grenade("explosive", "Explosive", 25, Grenade(effect="blast", dice=1)),
    _grenade("concussion", "Concussion", 40, Grenade(effect="blast", add=1)),
    _grenade("flechette", "Flechette", 20, Grenade(effect="blast", dice=1)),
    _grenade(
        "flaming_oil", "Flaming oil", 75, Grenade(effect="fire", dice=1, add=-2, reach=1, turns=5),
        "Burns where it lands and around it.",
    ),
    _grenade("smoke", "Smoke", 20, Grenade(effect="smoke", turns=10), "Blocks sight for 10 turns."),
    _grenade(
        "tear_gas", "Tear gas", 30, Grenade(effect="gas", turns=5),
        "−4 to all rolls without a gas mask, for 5 turns.",
    ),
    _grenade(
        "paint", "Paint", 20, Grenade(effect="blind", turns=2),
        "Blinds for this turn and the next.",
    ),
    _grenade(
        "flash", "Flash", 150, Grenade(effect="blind", turns=2),
        "Blinds for this turn and the next, except with tinted goggles.",
    ),
    _grenade("foam", "Foam", 30, Grenade(effect="foam"), "Puts out fires.", "full"),
    _grenade("thermite", "Thermite", 100, Grenade(effect="blast", dice=1), "", "full"),
    _grenade("phosphorus", "White phosphorus", 75, Grenade(effect="blast", dice=1), "", "full"),
)  # fmt: skip


def _suit(
    key: str,
    name: str,
    cost: int,
    half_ge: int,
    armour: Armour,
    use: str,
    level: CatalogueLevel = "full",
) -> Gear:
    return Gear(
        key=key,
        name=name,
        kind="armour",
        cost=cost,
        half_ge=half_ge,
        armour=armour,
        use=use,
        listed=level,
    )


_SUITS: Final = (
    _suit("body_armour", "Body armour", 250, 0, Armour(dp=3), "Absorbs 3 DP.", "ambush"),
    _suit(
        "improved_body_armour", "Improved body armour", 1_500, 0, Armour(dp=6, stiff=True),
        "Absorbs 6 DP, but reduces your load by 1 GE.",
    ),
    _suit(
        "impact_armour", "Impact armour", 2_000, 0, Armour(dp=3, stiff=True, blasts_halved=True),
        "Absorbs 3 DP and halves damage from explosions, but reduces your load by 1 GE.",
    ),
    _suit("flak_jacket", "Flak jacket", 150, 6, Armour(dp=1, layer="vest"), "Absorbs 1 DP."),
    Gear(
        key="armoured_vest", name="Armoured battle vest", kind="armour", cost=225, half_ge=6,
        armour=Armour(dp=2, layer="vest"), listed="full", pockets=True,
        use="Absorbs 2 DP and has pockets.",
    ),
)  # fmt: skip


def _aid(key: str, name: str, cost: int, half_ge: int) -> Gear:
    use = "For flavour only. It has no effect on the rules."
    return Gear(key=key, name=name, kind="aid", cost=cost, half_ge=half_ge, use=use, listed="full")


_AIDS: Final = (
    Gear(
        key="gas_mask", name="Gas mask", kind="aid", cost=30, half_ge=2,
        use="Protects against tear gas.", guards=("gas",),
    ),
    Gear(
        key="tinted_goggles", name="Tinted goggles", kind="aid", cost=20, half_ge=0,
        use="Protects against flash grenades.", guards=("flash",),
    ),
    Gear(
        key="battle_vest", name="Battle vest", kind="aid", cost=75, half_ge=6, listed="full",
        pockets=True,
        use="Its pockets hold one pistol, two grenades, one knife and two clips, which do not "
        "count as load.",
    ),
    Gear(
        key="fireproof_suit", name="Fireproof suit", kind="aid", cost=500, half_ge=0, listed="full",
        guards=("fire",), use="No damage from fire.",
    ),
    Gear(
        key="li_gas_mask", name="Light-intensifying gas mask", kind="aid", cost=400, half_ge=2,
        listed="full", guards=("gas",), use="Protects against tear gas.",
    ),
    _aid("ir_goggles", "Infrared goggles", 750, 2),
    _aid("li_goggles", "Light-intensifying goggles", 300, 2),
    _aid("fire_extinguisher", "Portable fire extinguisher", 150, 6),
    _aid("medikit", "Medikit", 1_000, 12),
    _aid("portable_medikit", "Portable medikit", 750, 6),
    _aid("tool_kit", "Tool kit", 600, 12),
    _aid("mini_mechanic", "Mini-mechanic", 50, 2),
    _aid("walkie_talkie", "Walkie-talkie", 250, 2),
    _aid("field_radio", "Field radio", 500, 6),
    _aid("searchlight", "Searchlight", 100, 4),
    _aid("riot_shield", "Riot shield", 750, 6),
    _aid("backpack", "Backpack", 40, 0),
    _aid("hand_camera", "Camera", 400, 0),
    _aid("helmet_camera", "Helmet camera", 600, 0),
    _aid("timed_detonator", "Timed detonator", 50, 0),
    _aid("remote_detonator", "Remote detonator", 100, 0),
    _aid("radio_control", "Radio detonator control", 500, 2),
    _aid("plunger", "Plunger", 100, 2),
    _aid("contact_wire", "Contact wire", 25, 2),
)  # fmt: skip

_EXPLOSIVES: Final = (
    Gear(
        key="plastique", name="Brick of plastique", kind="explosive", cost=3_000, half_ge=2,
        use="For blowing up a vehicle. Always used up.",
    ),
)  # fmt: skip

ROWS: Final[tuple[Gear, ...]] = (*_ARMS, *_CLIPS, *_GRENADES, *_SUITS, *_AIDS, *_EXPLOSIVES)
