"""Words and abbreviations in which vehicles are printed (C122)."""

from __future__ import annotations

import re
from typing import Final

from .catalogue import ACCESSORIES, WEAPONS
from .parts import Facing
from .published import PACK

_NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight")
_PAIRS: Final = (
    *(
        (rf"\b{word}(?=[ -](?!space|wheel))", str(number))
        for number, word in enumerate(_NUMBERS, 1)
    ),
    (r"\b(?:pts?|points?)\b\.?", "pt"),
    (r"\bea\b\.?", "each"),
    (r"\b(?:rds?|rnds?)\b\.?", "rounds"),
    (r" ?@ ?(?=front|back|rear|left|right|top|under)", " "),
    (r" ?@ ?\$ ?\d[\d.]{0,8}(?: (?:each|per (?:shot|round)))?", ""),
    (r"\b(front|back|rear|left|right|top)[- ](?:mounted|firing)\b", r"\1"),
    (r"\bsub[- ]compact", "subcompact"),
    (r"\bmid[- ]?size\b", "mid-sized"),
    (r"\bstation[- ]?wagon\b", "station wagon"),
    (r"\bpick-up\b|\bpickup truck\b", "pickup"),
    (r"\brev\b\.?(?= )", "reversed"),
    (r"\b(light|medium|heavy|extra-heavy|hvy|x-hvy|lt|med) reversed trike", r"reversed \1 trike"),
    (r"\b(?:motor)?cycle, (light|medium|heavy|hvy|lt|med)(?= ?,)", r"\1 cycle"),
    (r"\btrike, (light|medium|heavy|hvy|lt|med)(?= ?,)", r"\1 trike"),
    (r"\bfrt\b", "front"),
    (r"\bfire ext\b\.?", "fire extinguisher"),
    (r"\bchassis (?:&|and) (?=[\w-]{2,15}\.? sus)", "chassis, "),
    (r" (?:w/|with) ?(?=[\w-]{2,15}\.? chassis)", ", "),
    (r"\((front|back|rear|left|right|top|turret)(?:,? (linked))?\)", r"\1 \2"),
    (r"\((linked),? (front|back|rear|left|right|top|turret)\)", r"\2 \1"),
    (r"\b(light|medium|heavy|hvy|lt|med) motorcycle(?= ?,)", r"\1 cycle"),
    (r"\bformula 1\b", "formula one"),
    (r"(?<=\d)[ -]?(?:ci|cid|cubic[- ]inch|cu\.? ?in\.?)\b", " cid"),
    (r"\bhi(?:gh)?[- ]res(?:olution)?\b", "hi-res"),
    (r"\bsingle[- ]weapon\b", "single-weapon"),
    (r"\blong[- ]distance radio\b|\bldr\b", "long-distance radio"),
    (r"\b(?:ext(?:ernal)?\.? )?weapons? pods?\b|\bewps?\b", "pod"),
    (r"\b(?:vp|variable[- ]pitch) turbo(?:charger)?\b", "variable-pitch turbocharger"),
    (r"\bturbo\b", "turbocharger"),
    (r"\btube headers\b", "tubular headers"),
    (r"\bsbpr\b", "steelbelted pr"),
    (r"\bsmart-link", "smart link"),
    (r"\b(?:x|ext?|extra)[- ]?(?:hvy|heavy)\b\.?", "extra-heavy"),
    (r"\bhvy\b\.?", "heavy"),
    (r"\b(?:std|stand)\b\.?", "standard"),
    (r"\bimp\b\.?", "improved"),
    (r"\blt\b\.?", "light"),
    (r"\bmed\b\.?", "medium"),
    (r"\blg\b\.?", "large"),
    (r"\bch\b\.?(?= ?[,;])", "chassis"),
    (r"\b(?:sus|susp)\b\.?", "suspension"),
    (r"\b(?:p\.?p|power plant)\b\.?", "plant"),
    (r"\belec\b\.?", "electric"),
    (r"\btires?\b", "tyres"),
    (r"\barmor(?:ed)?\b", "armour"),
    (r"\blux\b\.?", "luxury"),
    (r"\bmid(?:[- ]?sized?)?\b", "mid-sized"),
    (r"\borpr\b", "off-road pr"),
    (r"\b(?:accel|acc)\b\.?", "accel"),
    (r"\bdueling\b", "duelling"),
    (r"\bgal(?:lon)?s?\b\.?", "gal"),
    (r"\bsp\b\.?|\bspaces\b", "space"),
    (r"\bum\b(?= turret)", "universal"),
    (r"\bno paint\b", "no-paint"),
    (r"\b(mini|light|medium|heavy)-rocket", r"\1 rocket"),
    (r"\bhd-antilock\b", "hd antilock"),
    (r"\btyres \((\d)\)", r"tyres x\1"),
    (r"\boff[- ]?road\b", "off-road"),
    (r"\b(?:lr|laser reflective)\b", "laser-reflective"),
    (r"\bfp\b", "fireproof"),
    (r"\brp(?= (?:fireproof|armour|plastic|metal))", "radarproof"),
    (r"\blrfp\b", "laser-reflective fireproof"),
    (r"\b(?:l/g|lg)(?= (?:heavy|medium|light|hr|mr))", "laser-guided"),
    (r"\bwith\b ?", "w/"),
    (r" ?w/ ?", " w/"),
    (r"\bor(?= (?:pr|solids?|hd|suspension))", "off-road"),
    (r"\bor-active\b", "off-road-active"),
    (r"\brear\b", "back"),
    (r"\bpc ?& ?sc\b", "pc & sc"),
    (r"\br&c det\b\.?", "radio-detonated"),
    (r"\bheavy[- ]duty\b", "heavy-duty"),
    (r"\bsteel[- ]belted\b|\bsb(?= (?:pr|solid|hd))", "steelbelted"),
    (r"\bpuncture[- ]resistant\b", "puncture-resistant"),
    (r"\bhigh[- ]density\b", "high-density"),
    (r"\barmour[- ]piercing\b", "armour-piercing"),
    (r"\bwheel[- ]?guards?\b", "wheelguards"),
    (r"\bwheel[- ]?hubs?\b", "wheelhubs"),
)
_ABBREVIATIONS: Final = tuple((re.compile(pattern), word) for pattern, word in _PAIRS)


def normalise(text: str) -> str:
    """Return the text in lower case, with abbreviations written out and one spelling."""
    text = " ".join(text.lower().replace("–", "-").replace("—", "--").replace("’", "'").split())
    for pattern, word in _ABBREVIATIONS:
        text = pattern.sub(word, text)
    return " ".join(text.split())


BODY_WORDS: Final = {
    "subcompact": "subcompact", "compact": "compact", "mid-sized": "mid_sized", "sedan": "sedan",
    "luxury": "luxury", "luxury car": "luxury", "station wagon": "station_wagon",
    "wagon": "station_wagon", "pickup": "pickup", "camper": "camper", "van": "van",
    "mini-van": "mini_van", "minivan": "mini_van",
    "light cycle": "light_cycle", "medium cycle": "medium_cycle", "heavy cycle": "heavy_cycle",
    **{
        f"{prefix}{weight} trike": f"{prefix.replace(' ', '_')}{weight.replace('-', '_')}_trike"
        for prefix in ("", "reversed ")
        for weight in ("light", "medium", "heavy", "extra-heavy")
    },
    "sprint": "sprint", "formula one/indy": "formula_one", "formula one": "formula_one",
    "dragster": "dragster", "can-am": "can_am", "funny car": "funny_car",
}  # fmt: skip
FACING_LETTERS: Final[dict[str, Facing]] = {
    "f": "front", "b": "back", "l": "left", "r": "right", "t": "top", "u": "under",
}  # fmt: skip
FACING_WORDS: Final[dict[str, Facing]] = {
    "front": "front", "back": "back", "rear": "back", "left": "left", "right": "right",
    "top": "top", "under": "under", "underbody": "under",
}  # fmt: skip
TYRE_WORDS: Final = {
    "standard": "standard", "hd": "heavy_duty", "heavy-duty": "heavy_duty",
    "pr": "puncture_resistant", "puncture-resistant": "puncture_resistant", "solid": "solid",
    "solids": "solid", "plasticore": "plasticore", "plasticores": "plasticore",
    "steelbelted": "steelbelted", "steel": "steelbelted", "sb": "steelbelted",
    "radial": "radial", "radials": "radial", "fireproof": "fireproof_tyres",
    "slick": "racing_slick", "slicks": "racing_slick", "racing": "", "belted": "",
    "std": "standard", "plastic-core": "plasticore", "off-road": "off_road_tyres",
    "motorcycle": "", "car": "",
}  # fmt: skip
_WEAPON_SHORT: Final = {
    "mg": "machine_gun", "vmg": "vulcan", "vulcan": "vulcan", "rr": "recoilless_rifle",
    "ac": "autocannon", "atg": "anti_tank_gun", "bc": "blast_cannon", "rl": "rocket_launcher",
    "hr": "heavy_rocket", "mr": "medium_rocket", "ml": "medium_laser", "ft": "flamethrower",
    "ll": "light_laser", "gl": "grenade_launcher", "md": "mine_dropper",
    "minedropper": "mine_dropper", "sd": "spike_dropper", "spikedropper": "spike_dropper",
    "oj": "oil_jet", "foj": "flaming_oil_jet", "ps": "paint_spray", "ss": "smokescreen",
    "lmg": "light_machine_gun", "hmg": "heavy_machine_gun", "hvmg": "heavy_vulcan",
    "fg": "flechette_gun", "vs": "vehicular_shotgun", "vsg": "vehicular_shotgun",
    "gg": "gauss_gun", "gc": "gatling_cannon", "sg": "spike_gun", "tg": "tank_gun",
    "mnr": "mini_rocket", "ltr": "light_rocket", "mml": "micromissile_launcher",
    "vfrp": "variable_fire_rocket_pod", "rgm": "radar_guided_missile",
    "wgm": "wire_guided_missile", "tl": "targeting_laser", "twl": "twin_laser",
    "hl": "heavy_laser", "xl": "x_ray_laser", "hxl": "heavy_x_ray_laser",
    "lft": "light_flamethrower", "hdft": "heavy_flamethrower", "hdss": "heavy_smokescreen",
    "hdps": "heavy_paint_spray", "fce": "flame_cloud_ejector",
    "hdfce": "heavy_flame_cloud_ejector", "hdoj": "heavy_oil_jet",
    "hfoj": "heavy_flaming_oil_jet", "hdfoj": "heavy_flaming_oil_jet", "id": "ice_dropper",
    "hdid": "heavy_ice_dropper", "jd": "junk_dropper", "smd": "spear_minedropper",
    "dsp": "drop_spike_plate", "skd": "smoke_discharger", "icd": "ice_discharger",
    "od": "oil_discharger", "pd": "paint_discharger", "fcd": "flame_cloud_discharger",
    "fod": "flaming_oil_discharger", "tgd": "tear_gas_discharger", "fd": "flechette_discharger",
}  # fmt: skip
WEAPON_WORDS: Final = {
    **{normalise(weapon.name): weapon.key for weapon in (*WEAPONS.values(), *PACK.weapons)},
    **_WEAPON_SHORT,
}
AMMUNITION_WORDS: Final = {
    "high-density": "high_density", "hd": "high_density", "incendiary": "incendiary",
    "inc": "incendiary", "explosive": "explosive", "anti-personnel": "anti_personnel",
    "armour-piercing": "armour_piercing", "ap": "armour_piercing", "heat": "heat", "hesh": "hesh",
    "apfsds": "apfsds", "high-temperature": "high_temperature", "tear gas": "tear_gas_load",
    "explosive spikes": "explosive_spikes", "explosive-tipped spikes": "explosive_spikes",
    "incendiary spikes": "incendiary_spikes", "radio-detonated mines": "radio_detonators",
    "napalm mines": "napalm_mines", "laser-guided": "laser_guided_rocket",
    **{normalise(part.name): part.key for part in PACK.accessories
       if part.rule and getattr(part.rule, "site", "") == "weapon"},
}  # fmt: skip
ROCKETS: Final = {
    ("rockets", "incendiary", True): "incendiary_rocket",
    ("rockets", "armour_piercing", True): "armour_piercing_rocket",
    ("rockets", "incendiary", False): "incendiary_rockets",
    ("micromissile_launcher", "incendiary"): "incendiary_micromissiles",
}
"""Ammunition of rockets, by weapon or by look and whether it is a single rocket."""
CREW_WORDS: Final = {
    "avr": "anti_vehicle_rifle", "havr": "heavy_anti_vehicle_rifle", "smg": "smg",
    "grenades": "hand_grenade", "grenade": "hand_grenade", "hand grenades": "hand_grenade",
    "explosive grenades": "hand_grenade", "ba": "body_armour", "body armour": "body_armour",
    "iba": "improved_body_armour",
    "improved body armour": "improved_body_armour", "impact armour": "impact_armour",
    "fireproof suit": "fireproof_suit", "pfe": "portable_extinguisher",
    "portable fire extinguisher": "portable_extinguisher", "safety seat": "safety_seat",
    "single-weapon computer": "single_computer", "swc": "single_computer",
    "hi-res single-weapon computer": "fine_single_computer",
    "hi-res computer": "fine_targeting_computer",
    "hi-res targeting computer": "fine_targeting_computer", "hrswc": "fine_single_computer",
    "tc": "targeting_computer",
    "hrtc": "fine_targeting_computer", "cyberlink": "cyberlink",
    "ejection seat": "ejection_seat", "extra driver controls": "extra_controls",
}  # fmt: skip
ACCESSORY_WORDS: Final = {
    **{normalise(part.name): part.key for part in (*ACCESSORIES.values(), *PACK.accessories)},
    **CREW_WORDS,
    "pc": "platinum_catalysts", "platinum catalyst": "platinum_catalysts",
    "sc": "superconductors", "superconductor": "superconductors",
    "headers": "tubular_headers", "blueprinted": "blueprinting", "bp": "blueprinting",
    "epc": "extra_power_cells", "nitrous": "nitrous_oxide", "nos": "nitrous_oxide",
    "long-distance radio": "long_distance_radio", "infrared": "infrared", "ir": "infrared",
    "infrared sighting system": "infrared", "hd high-torque motors": "heavy_high_torque_motors",
    "anti-lock brakes": "antilock_brakes", "wind shell": "windshell", "htm": "high_torque_motors",
    "htms": "high_torque_motors", "heavy-duty high-torque motors": "heavy_high_torque_motors",
    "hdhtms": "heavy_high_torque_motors", "hd transmission": "heavy_transmission",
    "heavy-duty transmission": "heavy_transmission", "overdrive": "overdrive",
    "hd brakes": "heavy_brakes", "heavy-duty brakes": "heavy_brakes",
    "hd shocks": "heavy_shocks", "heavy-duty shocks": "heavy_shocks", "abs": "antilock_brakes",
    "antilock braking system": "antilock_brakes",
    "hd antilock brakes": "antilock_brakes", "roll cage": "roll_cage", "rollcage": "roll_cage",
    "spoiler": "body_spoiler", "airdam": "body_airdam", "ramplate": "ramplate",
    "light ramplate": "light_ramplate", "bumper spikes": "bumper_spikes",
    "fe": "fire_extinguisher", "ife": "improved_extinguisher",
    "active suspension": "active_suspension", "no-paint windshield": "no_paint_windshield",
    "brushcutter": "brushcutter", "cycle windshell": "windshell", "windshell": "windshell",
    "anti-theft system": "anti_theft", "velvet glove trimmings": "velvet_glove",
    "link": "link", "smart link": "smart_link", "streamlined": "streamlining",
    "laser battery": "laser_battery", "laser guidance link": "laser_guidance_link",
    "magazine switch": "magazine_switch",
}  # fmt: skip
IGNORED: Final = frozenset({
    "no weaponry", "no weapons", "driver only", "each", "normal", "regular", "full load",
    "full load of normal ammo", "space", "fired", "capacity", "mph", "plus", "armour", "illegal",
    "legal", "electric",
})  # fmt: skip
LABELS: Final = frozenset(
    {"type", "body", "engine", "power plant", "plant", "tyres", "crew", "weaponry", "weapons",
     "weighted accessories", "unweighted accessories", "accessories", "dischargers",
     "component armour", "vehicle armour", "options", "defenses", "defences", "personal equipment",
     "equipment", "gear", "body type", "armament", "armaments", "performance", "misc", "notes",
     "extras", "crew gear", "droppers", "drivetrain", "frame", "cost", "price", "total", "armour",
     "engine type", "tank", "gas tank", "links", "modifications"}
)  # fmt: skip
"""Labels before a colon. The phrase after the colon is read without them."""
FIRST_LABELS: Final = LABELS | {
    "armor", "plastic armor", "chassis", "suspension", "pp", "tires", "plastic", "vehicle", "car",
    "name",
}  # fmt: skip
"""Words at the start of the text, before a colon or dash, that are not the vehicle's name."""
LIGHT_PLANTS: Final = {
    "small_cycle": "small_cycle",
    "medium_cycle": "medium_cycle_plant",
    "large_cycle": "large_cycle_plant",
    "super_cycle": "super_cycle_plant",
    "super_trike": "super_trike_plant",
}
"""Keys of the plants of cycles and trikes, by their printed names."""
LIGHT_FRAME: Final = {
    "light": "cycle_light",
    "standard": "cycle_improved",
    "heavy": "cycle_heavy",
    "off_road": "cycle_off_road",
}
"""Suspensions of cycles, by the suspensions of cars with the same printed name."""
PLACES: Final = {
    "power plant": "plant", "plant": "plant", "engine": "plant", "tank": "tank",
    "driver": "driver", "cyclist": "driver", "gunner": "gunner",
}  # fmt: skip
"""Places of component armour, by the words for them."""
ON_FRONT: Final = frozenset({"ramplate", "light_ramplate", "bumper_spikes"})
"""Accessories that are fitted in front if no side is printed."""
ON_WEAPON: Final = frozenset({"laser_guidance_link", "magazine_switch", "rotary_magazine"})
"""Accessories that are fitted to a weapon."""
PREFIXES: Final = ("linked", "bumper-triggered", "laser-guided", "incendiary", "armour-piercing",
                   "high-density", "each")  # fmt: skip
"""Words before a weapon that are not part of its name."""
BUILT_IN_NAMES: Final = {"body_spoiler": "spoiler", "body_airdam": "airdam"}
"""Built-in parts that replace parts of the published list which the club does not have."""
FACE_WORDS: Final = frozenset({*FACING_WORDS, *FACING_LETTERS, "and", "&", "turret", "linked"})
"""Words of a phrase that only says where the weapon before it is mounted."""
