"""Friendly duels: an ambush between two standard characters."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from ambush.rules.call import Ambush, Combatant, Tactics
from ambush.rules.maps import MAPS
from ambush.rules.samples import sample_kit
from ambush.rules.values import Setup
from campaign.ledger.rules.gear import protection_of
from campaign.roster.rules.spies import Skills
from engine.options import OPTIONS
from engine.values import Seat, Value, changed

Outfit: TypeAlias = Literal[
    "pistol", "shotgun_and_armour", "rifle", "submachine_gun", "grenades", "knife", "unarmed"
]
Map: TypeAlias = Literal["midville_1", "midville_2", "midville_3", "midville_4", "truck_stop"]

STANDARD_DP: Final = 3
TRAINED_SKILLS: Final = Skills(stealth=0, handgunner=0, blade=0, martial_arts=0, running=1)


class StandardCharacter(Value):
    """A standard character: gear, skills, and the doctrine that plays if the player is late."""

    gear: tuple[str, ...]
    skills: Skills = TRAINED_SKILLS
    tactics: Tactics = "cautious"


OUTFITS: Final[dict[Outfit, StandardCharacter]] = {
    "pistol": StandardCharacter(
        gear=("heavy_pistol", "heavy_pistol_clip", "knife", "smoke_grenade")
    ),
    "shotgun_and_armour": StandardCharacter(
        gear=("shotgun", "shotgun_clip", "body_armour"), tactics="aggressive"
    ),
    "rifle": StandardCharacter(gear=("rifle", "rifle_clip", "knife")),
    "submachine_gun": StandardCharacter(
        gear=("smg", "smg_clip", "flash_grenade", "tinted_goggles"), tactics="aggressive"
    ),
    "grenades": StandardCharacter(
        gear=(
            "light_pistol",
            "explosive_grenade",
            "explosive_grenade",
            "tear_gas_grenade",
            "gas_mask",
        )
    ),
    "knife": StandardCharacter(
        gear=("knife", "smoke_grenade", "body_armour"),
        skills=changed(TRAINED_SKILLS, blade=2, running=2),
        tactics="aggressive",
    ),
    "unarmed": StandardCharacter(
        gear=(),
        skills=changed(TRAINED_SKILLS, stealth=1, martial_arts=2, running=2),
        tactics="flee_first",
    ),
}


class Duel(Value):
    """The options of a friendly duel."""

    map: Annotated[
        Map,
        OPTIONS.option(
            "Map",
            "One of four sections of Midville (crossroads, gardens, park, yards), "
            "or the Truck Stop.",
        ),
    ] = "midville_1"
    ambusher: Annotated[
        Outfit,
        OPTIONS.option("Outfit of the ambusher", "Gear and skills of the ambusher."),
    ] = "pistol"
    ambushed: Annotated[
        Outfit,
        OPTIONS.option(
            "Outfit of the ambushed fighter", "Gear and skills of the ambushed character."
        ),
    ] = "pistol"
    phase_by_phase: Annotated[
        bool,
        OPTIONS.option(
            "Plan phase by phase", "Five short plans per turn instead of one, for live play."
        ),
    ] = False
    poor_light: Annotated[bool, OPTIONS.option("Poor light", "−1 on every shot.")] = False


def friendly_setup(options: Duel) -> Setup:
    """Return the set-up of an ambush that uses these options and does not belong to a week."""
    ground = MAPS[options.map]
    section = 0 if options.map == "truck_stop" else int(options.map[-1])
    ambush = Ambush(
        by=Seat(0),
        order=1,
        against=Seat(1),
        number=1,
        nth=1,
        cause="hunted",
        ambusher=_fighter(Seat(0), options.ambusher),
        ambushed=_fighter(Seat(1), options.ambushed),
        map="midville" if section else "truck_stop",
        section=section,
    )
    dark_ground = changed(
        ground, key=f"{ground.key}_dim", title=f"{ground.title}, in poor light", poor_light=True
    )
    return Setup(
        ambush=ambush,
        phase_by_phase=options.phase_by_phase,
        ground=dark_ground if options.poor_light else "",
    )


def _fighter(seat: Seat, outfit: Outfit) -> Combatant:
    standard = OUTFITS[outfit]
    gear = sample_kit(*standard.gear)
    return Combatant(
        seat=seat,
        team=("the hunters", "the hunted")[seat],
        id=("quill", "harker")[seat],
        name=("Quill", "Harker")[seat],
        dp=STANDARD_DP,
        full_dp=STANDARD_DP,
        skills=standard.skills,
        kit=gear,
        armour=protection_of(gear.items).armour,
        fired=(),
        tactics=standard.tactics,
        live=True,
    )
