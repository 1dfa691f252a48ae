"""Cars in the JSON of other designers (C122)."""

from __future__ import annotations

from typing import Any, Final

SAVED: Final[dict[str, Any]] = {
    "name": "Road Hawk",
    "bodyType": "Sedan",
    "chassisType": "Extra Heavy",
    "suspensionType": "Heavy",
    "powerPlant": "Super",
    **{f"armor{side}": 30 for side in ("Front", "Back", "Left", "Right")},
    "armorTop": 10,
    "armorUnderbody": 8,
    "tireDp": 9,
    "weapons": ["Machine Gun 1d6 — $1000, 150 lb, 1 sp — Ammo: 20 rounds ($500)"],
    "hasBodyArmor": True,
    "targetingComputer": "Hi-Res Targeting Computer",
    "accessories": ["Antilock Braking System (ABS)", "Overdrive", "Moon Roof"],
    "totalCost": 21_000,
    "handlingClass": 3,
}
GARAGE: Final[dict[str, Any]] = {
    "type": "Car",
    "body": {"name": "Compact"},
    "chassis": {"name": "Extra Heavy"},
    "suspension": {"name": "Heavy"},
    "engine": {"name": "200 cid", "tubularHeaders": True, "supercharger": False},
    "gasTank": {"name": "Duelling", "capacity": 5},
    "frontTires": {"name": "Puncture-Resistant", "steelbelted": True},
    "backTires": {"name": "Solid"},
    "crew": [{"name": "Driver"}, {"name": "Gunner"}],
    "passengers": [],
    "frontWeapons": [{"abbv": "MG", "ammo": [{"name": "High-Density", "shots": 20}]}],
    "backWeapons": [{"abbv": "MD", "ammo": []}],
    "topTurret": {"name": "Turret", "weapons": [{"abbv": "LL", "ammo": []}]},
    "accessories": [{"name": "Spoiler"}],
    "armor": {"front": 20, "back": 20, "left": 15, "right": 15, "top": 5, "underbody": 5},
}
