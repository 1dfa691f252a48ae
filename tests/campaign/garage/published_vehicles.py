"""Published vehicles as their clubs printed them: facts and sources only (C122)."""

from __future__ import annotations

from typing import Final, NamedTuple

SHOWCASE: Final = "Combat Showcase designs in Aaron Mulder's Combat Garage"
NOVA: Final = "novacw.com"
STYX: Final = "styxmotors.blogspot.com"


class PublishedVehicle(NamedTuple):
    """A printed vehicle. `misses` names the figures that differ, each with the reason."""

    line: str
    source: str
    misses: dict[str, str] = {}

    @property
    def name(self) -> str:
        return self.line.partition(":")[0]


VEHICLES: Final = (
    PublishedVehicle(
        "Spitfire: Subcompact, Heavy chassis, Heavy suspension, Small power plant, 4 Heavy-Duty "
        "tires, Driver, Rocket Launcher Front w/9 shots Incendiary, Plastic Armor: F12, L10, R10, "
        "B10, T8, U8, Acceleration 5, Top Speed 90, HC 4, 2399 lbs., $3978",
        SHOWCASE,
    ),
    PublishedVehicle(
        "Flicker 2013: Light Cycle, Heavy suspension, Small Cycle power plant w/PC & SC, "
        "Heavy-Duty High-Torque Motors, 2 Motorcycle Puncture-Resistant Radial tires, Cyclist "
        "w/BA, Spikedropper Back w/10 Explosive Spikes, Heavy-Duty Shocks, Overdrive, Plastic "
        "Armor: F16, B20, Acceleration 10, Top Speed 130, HC 3, 799 lbs., $5060",
        SHOWCASE,
    ),
    PublishedVehicle(
        "Quicksilver: Light Trike, Light chassis, Heavy suspension, Super Cycle power plant w/PC, "
        "10-pt CA (Power Plant), 3 Motorcycle Puncture-Resistant tires, Driver w/10-pt CA, "
        "Spikedropper Back w/10 Explosive Spikes and 10-pt CA, Plastic Armor: F4, L6, R6, B7, T1, "
        "U1, Acceleration 15, Top Speed 180, HC 2, 1025 lbs., $4825",
        SHOWCASE,
    ),
    PublishedVehicle(
        "The Whip: Reversed Medium Trike, Standard chassis, Light suspension, Medium Cycle power "
        "plant, 10-pt CA (Power Plant), 3 Motorcycle Heavy-Duty tires, Driver w/10-pt CA, "
        "Anti-Tank Gun Front, Plastic Armor: F10, L5, R5, B5, T2, U2, Acceleration 5, Top Speed "
        "90, HC 1, 1794 lbs., $4748",
        SHOWCASE,
    ),
    PublishedVehicle(
        "Gladiator: Subcompact, Heavy chassis, Heavy suspension, Small power plant, 4 Heavy-Duty "
        "tires, Driver, Minedropper Back w/10 R&C det. Mines, Plastic Armor: F20 (Ramplate), L7, "
        "R7, B7, T3, U8, 2 5-pt Wheelguards Back, 2 5-pt Wheelhubs Front, Acceleration 5, Top "
        "Speed 90, HC 4, 2400 lbs., $4402",
        SHOWCASE,
    ),
    PublishedVehicle(
        "Needle: Subcompact, Heavy chassis, Heavy suspension, Small power plant, 4 Heavy-Duty "
        "tires, Driver, 2 Linked Flechette Guns Front each w/10 shots, Plastic Armor: F11, L10, "
        "R10, B10, T4, U7, 2 5-pt Wheelguards Back, 2 5-pt Wheelhubs Front, Acceleration 5, Top "
        "Speed 90, HC 4, 2400 lbs., $4222",
        SHOWCASE,
    ),
    PublishedVehicle(
        "Cannon: Reversed Light Trike, Standard chassis, Improved suspension, Medium Cycle power "
        "plant, 3 Motorcycle Heavy-Duty tires, Driver, Rocket Launcher Front, Plastic Armor: F40, "
        "L25, R25, B25, T7, U8, 2 4-pt Wheelguards Front, 1 4-pt Cycle Wheelguard Back, "
        "Acceleration 5, Top Speed 97.5, HC 1, 1600 lbs., $4950",
        SHOWCASE,
        {"hc": "Improved suspension of a reversed trike is 2 by the rule of the other two trikes"},
    ),
    PublishedVehicle(
        "Firecracker: Subcompact, Extra-Heavy chassis, Heavy suspension, Medium power plant, 4 "
        "Puncture-Resistant tires, Driver, Spikedropper Back w/10 Explosive Spikes, Plastic Armor:"
        " F30 (Ramplate), L17, R17, B16, T5, U10, Gear Allocation: [85 lbs. @ Top Speed 120], "
        "Acceleration 10, Top Speed 122.5, HC 4, 2675 lbs., $4990",
        SHOWCASE,
    ),
    PublishedVehicle(
        "Catapult: Compact, Extra-Heavy chassis, Heavy suspension, Small power plant, Heavy-Duty "
        "Transmission, 4 Puncture-Resistant tires, Driver, Anti-Tank Gun Front, Composite "
        "Metal/Plastic Armor: F8/6, L8/6, R8/6, B8/6, T0/5, U4/6, Acceleration 2.5, Top Speed "
        "52.5, HC 3, 4440 lbs., $7625",
        SHOWCASE,
    ),
    PublishedVehicle(
        "'37 Comet: Heavy Cycle, Heavy suspension, Large Cycle power plant, 2 Motorcycle "
        "Puncture-Resistant Radial tires, Cyclist, Variable-Fire Rocket Pod Front, Plastic Armor: "
        "F12, B8, 2 5-pt Cycle Wheelguards, Acceleration 10, Top Speed 135, HC 3, 1300 lbs., $7090",
        SHOWCASE,
    ),
    PublishedVehicle(
        "The Sabre: Heavy Cycle, Heavy suspension, Large Cycle power plant, 2 Motorcycle "
        "Puncture-Resistant Radial tires, Cyclist, 2 Linked Flechette Guns Front each w/14 shots, "
        "Spikedropper Back w/10 Explosive Spikes, Plastic Armor: F19, B15, 2 4-pt Cycle "
        "Wheelguards, Acceleration 10, Top Speed 135, HC 3, 1300 lbs., $6518",
        SHOWCASE,
    ),
    PublishedVehicle(
        "Assassin: Mid-sized, Light chassis, Heavy suspension, Medium power plant, 4 Heavy-Duty "
        "tires, Driver, Heavy Rocket Front, Variable-Fire Rocket Pod Front, 2 Linked Heavy Rockets"
        " Back, Link (all Front weapons), Plastic Armor: F25, L20, R20, B20, T9, U14, Acceleration"
        " 5, Top Speed 90, HC 3, 4199 lbs., $8258",
        SHOWCASE,
    ),
    PublishedVehicle(
        "High Noon: Reversed Extra-Heavy Trike, Standard chassis, Heavy suspension, Super Trike "
        "power plant, 10-pt CA (Power Plant), 3 Motorcycle Heavy-Duty tires, Driver w/10-pt CA, "
        "Anti-Tank Gun Front w/10-pt CA, Metal Armor: F7, L7, R7, B7, T1, U1, Cargo: [2 spaces, 30"
        " lbs. @ Top Speed 90], Acceleration 5, Top Speed 92.5, HC 3, 3470 lbs., $9875",
        SHOWCASE,
    ),
    PublishedVehicle(
        "'37 Bastille: Compact, Heavy chassis, Heavy suspension, Large power plant, 4 "
        "Puncture-Resistant tires, Driver, Rocket Launcher Front, Spikedropper Back w/10 Explosive"
        " Spikes, Plastic Armor: F40 (Ramplate), L30, R30, B35, T15, U17, Gear Allocation: [73 "
        "lbs.], Acceleration 10, Top Speed 120, HC 3, 3997 lbs., $8901",
        SHOWCASE,
    ),
    PublishedVehicle(
        "Avenger: Compact, Heavy chassis, Heavy suspension, Medium power plant, 4 "
        "Puncture-Resistant tires, Driver, Anti-Tank Gun Front, Paint Spray Back, Plastic Armor: "
        "F27, L25, R25, B27, T11, U15, 2 10-pt Wheelguards Back, 2 10-pt Wheelhubs Front, "
        "Acceleration 5, Top Speed 90, HC 3, 4065 lbs., $8240",
        SHOWCASE,
    ),
    PublishedVehicle(
        "Marquis De Sade: Compact, Extra-Heavy chassis, Heavy suspension, Medium power plant, 4 "
        "Puncture-Resistant tires, Driver, Vulcan Machine Gun Front w/20 shots High-Density, Light"
        " Rockets Left and Right, 2 Linked Light Rockets Back, Plastic Armor: F45, L37, R37, B45, "
        "T10, U26, Acceleration 5, Top Speed 90, HC 3, 4200 lbs., $9550",
        SHOWCASE,
    ),
    PublishedVehicle(
        "El Toro: Compact, Extra-Heavy chassis, Heavy suspension, Medium power plant, 4 "
        "Puncture-Resistant tires, Driver, Recoilless Rifle Front, Spoiler, Airdam, Plastic Armor:"
        " F50 (Ramplate), L30, R30, B30, T10, U15, 2 10-pt Wheelguards Back, 2 10-pt Wheelhubs "
        "Front, Cargo: [2 spaces, 80 lbs.], Acceleration 5, Top Speed 90, HC 3 (4 @60mph), 4120 "
        "lbs., $9220",
        SHOWCASE,
    ),
    PublishedVehicle(
        "Rhino: Compact, Extra-Heavy chassis, Heavy suspension, Medium power plant, 4 "
        "Puncture-Resistant tires, Driver, Flaming Oil Jet Back Left, Spikedropper Back Right w/10"
        " Explosive Spikes, Link (FOJ, SD), Plastic Armor: F85 (Ramplate), L40, R40, B40, T5, U16,"
        " 2 5-pt Wheelguards Back, 2 5-pt Wheelhubs Front, Acceleration 5, Top Speed 90, HC 3, "
        "4196 lbs., $9821",
        SHOWCASE,
    ),
    PublishedVehicle(
        "Usurper: Mid-sized, Heavy chassis, Heavy suspension, Small power plant, Heavy-Duty "
        "Transmission, 4 Puncture-Resistant tires, Driver, Anti-Tank Gun Front, Recoilless Rifle "
        "Back, Plastic Armor: F25, L25, R25, B25, T15, U10, Acceleration 2.5, Top Speed 50, HC 3, "
        "4800 lbs., $10350",
        SHOWCASE,
    ),
    PublishedVehicle(
        "Hornet: Compact, Standard chassis, Heavy suspension, Medium power plant, 4 "
        "Puncture-Resistant tires, Driver, Light Laser in Turret w/Laser Guidance Link, 3x L/G "
        "Heavy Rocket Front, Plastic Armor: F25, L21, R21, B20, T18, U10, Acceleration 5, Top "
        "Speed 97.5, HC 3, 3690 lbs., $9995",
        SHOWCASE,
    ),
    PublishedVehicle(
        "Kali: Heavy Trike, Standard chassis, Heavy suspension, Super Cycle power plant, 3 "
        "Motorcycle Puncture-Resistant tires, Driver, Variable-Fire Rocket Pods Left and Right, "
        "Link (Both VFRPs), Plastic Armor: F25, L20, R20, B20, T20, U12, Acceleration 5, Top Speed"
        " 92.5, HC 2, 2794 lbs., $11588",
        SHOWCASE,
    ),
    PublishedVehicle(
        "Warrior: Compact, Extra-Heavy chassis, Heavy suspension, Medium power plant, 4 Solid "
        "tires, Driver, Vulcan Machine Gun Front, 2 Linked Machine Guns Back, Plastic Armor: F35, "
        "L25, R25, B35, T15, U15, Acceleration 5, Top Speed 90, HC 3, 4200 lbs., $12100",
        SHOWCASE,
    ),
    PublishedVehicle(
        "Honey Badger: Luxury, Extra-Heavy chassis, Heavy suspension, Sport power plant w/PC & SC,"
        " 10-pt CA (Power Plant), 4 Steelbelted Solid tires, Driver w/HRSWC and 10-pt CA, "
        "Bumper-Triggered Incendiary Heavy Rocket Front, 2 Linked Bumper-Triggered Rocket "
        "Launchers Front each w/10 shots Incendiary and 10-pt CA on the pair, Bumper-Triggered "
        "Flame Cloud Ejector Back w/10-pt CA, Flame Cloud Dischargers (1 Left, 1 Right), Spoiler, "
        "Airdam, Link (Both FCDs, FCE), Plastic Armor: F40 (Ramplate), L30, R30, B38, T3, U7, 2 "
        "10-pt Wheelguards Back, 2 10-pt Wheelhubs Front, Acceleration 10, Top Speed 122.5, HC 3 "
        "(4 @60mph), 6600 lbs., $29960",
        "MADHAT play-by-mail, 2013, in Aaron Mulder's Combat Garage",
    ),
    PublishedVehicle(
        "Killer Kart: Subcompact, std. chassis, hvy. suspension, medium power plant, 4 HD tires,"
        " driver, MG front. Armor: F5, R3, L3, B3, T2, U2. Accel. 10, top speed 135, HC 4; 2,300 "
        "lbs., $3,848",
        "Car Wars Classic, in github.com/drewcoo/car_wars",
    ),
    PublishedVehicle(
        "Killer Kart 2003: Subcompact, Ext Hvy Chassis, Hvy Suspension, Small electric w/ PC&SC, 4"
        " HD tires, driver only. MG front with full load of normal ammo. 10 pts CA around driver. "
        "Armor: M/P F 6/5, B 6/5, L 6/5, R 6/5, T 0/1, U 0/1. $4,802, 2,760 lbs, HC 4, Accel 5, "
        "TS 90.",
        "cwhnj.com, MadHat Car Wars designer tutorial, 2003",
    ),
    PublishedVehicle(
        "48RP: compact, x-hvy. chassis, OR suspension, super power plant, 4 ORPR tires, driver, MG"
        " front and back, spoiler, HD brakes, overdrive. Armor: F45, L45, R45, B45, T10, U11. "
        "Accel. 10/5 w/overdrive, top speed 132.5/152.5 w/overdrive, HC 2/3 OR; 4,436 lbs., "
        "$13,498.",
        f"{NOVA}, AADA World Racing Championship 2048",
    ),
    PublishedVehicle(
        "Haulmaster: Pickup, x-hvy 6-wheel chassis, improved suspension, sport PP w/PC & SC, 6 PR "
        "tires, driver, MG in turret, HR front. metal/plastic armor: F1/12, L1/12, R1/12, B1/12, "
        "T1/12, U0/1. Cargo capacity 14 spaces, 2854 lbs. Accel. 10/5 fully loaded, top speed "
        "147.5/110 full load, HC 1; 4,946 lbs $18,537.",
        f"{NOVA}, Metropolitan Motors, division 20",
        {"cost": "$20 more than the sum of its printed parts"},
    ),
    PublishedVehicle(
        "Phalanx: Compact x-hvy chassis, hvy suspension. large PP w/PC & SC, 4 solid tires, "
        "driver, 2 10-pt hubs front, 2 10-pt guards back, MG w/ HD ammo in turret. 3 IcD (L, R, B)"
        " 7 SkD (F, 2U 2T, L, R) link for all dischargers (total of 10 links) HRSWC, fire "
        "extinguisher. LR metal/FP plastic armor: F4/8, L4/8, R4/8, B4/8, T4/8, U0/8. Accel. 10, "
        "top speed 122.5, HC 3; 4,440 lbs., $16,138.",
        f"{NOVA}, Metropolitan Motors, division 20",
        {"cost": "$100 more than the sum of its printed parts",
         "weight": "142 lb more than the sum of its printed parts",
         "top_speed": "Follows from the weight"},
    ),
    PublishedVehicle(
        "Manna 2037: Subcompact, Xhvy Ch., Hvy Sus., Large PP, 4 PR tires, no weaponry, velvet "
        "glove trimmings, spoiler & airdam, Armor: F20 R13 L13 B16 T0 U0, Acc. 10, HC 3, 2760 "
        "lbs., $15,532",
        f"{STYX}, 2007",
        {"cost": "Spoiler and airdam at $500 each, the price before they depended on the body",
         "weight": "100 lb each for spoiler and airdam, the weight at that time",
         "hc": "A subcompact with heavy suspension has 4 in all other lists"},
    ),
    PublishedVehicle(
        "Yellow Jacket: Subcompact, hvy. chassis, hvy. suspension, small power plant, 4 HD tires,"
        " driver, laser front. Armor: F5, R4, L4, B5, T0, U0. Accel. 5, top speed 90, HC 4; 2,400 "
        "lbs., $9,998",
        "Car Wars Classic, in github.com/drewcoo/car_wars",
    ),
    PublishedVehicle(
        "Contaminator: Compact, Heavy chassis, Heavy suspension, Super power plant, 4 Heavy-Duty "
        "tires, Driver, 2 Linked Machine Guns Front, Spoiler, Plastic Armor: F35, L30, R30, B30, "
        "T10, U15, Acceleration 10, Top Speed 140, HC 3 (4 @60mph), 4070 lbs., $9925",
        "wargaminggirl.blogspot.com, 2015",
    ),
    PublishedVehicle(
        "Gothmog: Luxury, x-hvy chassis, hvy suspension, sport power plant with superconductors, "
        "4 solid tires, driver with IBA, PFE, and AVR,  2 linked ATGs with APFSDS ammo front, HFOJ"
        " back, spoiler, airdam, anti-lock brakes, HD brakes, 3 linked FCD (right, left, and "
        "back). Armor: F 30, R 25, L 25, B 25, T 3, U 2, 2 10-pt wheel hubs front, 2 10-point "
        "wheel guards back, 10-points CA on plant, 10-points CA on driver. Accel 10, top speed "
        "120 mph, HC 3, 6,595 lbs, $30,000.",
        "jeffro.wordpress.com, 2019",
    ),
    PublishedVehicle(
        "Warhorse: Van, extra heavy chassis, heavy suspension, super power plant, 6 solid tires, "
        "driver w/HRTC, gunner w/HRTC, AC front, 2 linked HR front, RL back, 2 linked PS back, "
        "front bumper trigger, rear bumper trigger, improved fire extinguisher, LDR. Armor 135 "
        "points (T10, F30, R25, L25, B30, U15). HC 2, acceleration 5, 7,140 Lbs., $33,250.",
        f"Autoduel Quarterly 3/3, 1985, in {STYX}, 2007 (its sentences as a list)",
    ),
    PublishedVehicle(
        "48RPA: compact, x-hvy. chassis, OR suspension, 250ci engine w/5 gallon dueling gas tank,"
        " 4 ORPR tires, driver, MG front, spoiler, HD brakes, overdrive. Armor: F45, L45, R45, "
        "B45, T10, U11. 3,696 lbs., $14,823, top speed 95/115 w/overdrive.",
        f"{NOVA}, AADA World Racing Championship 2048",
        {"cost": "The figures of a 200 cid engine, with $200 for five gallons of fuel",
         "weight": "The weight with a 200 cid engine",
         "top_speed": "The top speed with a 200 cid engine"},
    ),
)  # fmt: skip
