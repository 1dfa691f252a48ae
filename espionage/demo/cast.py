"""The people, vehicles and orders of the demo club."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from espionage.services.chosen_dice import Kind


class Member(NamedTuple):
    """A character: name, archetype, and short description."""

    name: str
    archetype: str
    blurb: str = ""


class Cast(NamedTuple):
    """A team: the owner's login, its look, people, vehicles and store.

    Vehicles have a stock design, a name and a colour.
    """

    owner: str
    name: str
    colour: str
    emblem: str
    motto: str
    people: tuple[Member, ...]
    vehicles: tuple[tuple[str, str, str], ...]
    store: Mapping[str, int]


TEAM_STORE: Final = {
    "heavy_pistol": 4,
    "shotgun": 1,
    "body_armour": 5,
    "smoke_grenade": 2,
    "knife": 1,
}
WATCH_KIT: Final = ("shotgun", "body_armour")
"""Gear for the watchers of two teams. Everyone else has a pistol."""

TEAMS: Final[tuple[Cast, ...]] = (
    Cast(
        "vera", "Ironclad Freight", "#c3271f", "chevron", "It gets there.",
        (
            Member("Vesna Kolar", "spy", "Reads loading manifests for pleasure."),
            Member("Brick Halloran", "saboteur", "Left the quarry with glowing references."),
            Member("Dutch Renaud", "duellist", "Has driven every one of them into something."),
            Member("Marisol Vega", "gunner", "Counts rounds aloud."),
            Member("Gus Pohl", "mechanic", "If it rattles, he hears it at home."),
            Member("Edda Stein", "watcher", "Night shift, by choice."),
        ),
        (("magistrate", "Old Testament", "oxide red"), ("terrier", "Small Print", "grey")),
        TEAM_STORE,
    ),
    Cast(
        "tomas", "Nightjar Couriers", "#1f5fc4", "bend", "Unseen, on time.",
        (
            Member("Ilse Brandt", "spy", "Nobody remembers what she looks like."),
            Member("Kit Okafor", "assassin", "Very polite about it."),
            Member("Rafe Lindqvist", "cyclist", "Two wheels, nine lives, four used."),
            Member("June Abara", "duellist", "Wins on the last lap or not at all."),
            Member("Doc Sorrel", "paramedic", "Stitches faster than she talks."),
            Member("Pim Verhoeven", "watcher", "Owns eleven alarm clocks."),
        ),
        (("greyhound", "Second Delivery", "midnight blue"), ("kestrel", "Postscript", "black")),
        TEAM_STORE,
    ),
    Cast(
        "ines", "Palisade Mutual", "#0c5640", "quartered", "Insured against you.",
        (
            Member("Noor Haddad", "saboteur", "Assesses damage before it happens."),
            Member("Felix Amsel", "spy", "Has a key for that."),
            Member("Cass Whitlock", "duellist", "Drives by the book, shoots from the hip."),
            Member("Bo Ferreira", "gunner", "Has never paid a deductible."),
            Member("Tilda Roos", "mechanic", "Never writes anything off."),
            Member("Hal Petrov", "watcher", "Sleeps with the lights on."),
        ),
        (("lamplighter", "Fine Excess", "bottle green"), ("terrier", "No Claims", "white")),
        TEAM_STORE,
    ),
    Cast(
        "otto", "Route 9 Salvage", "#6a3fb0", "roundel", "Finders, keepers.",
        (
            Member("Magda Zielinski", "saboteur", "Finds a use for everything."),
            Member("Sully Byrne", "spy", "Was never there."),
            Member("Ruth Ackermann", "duellist", "Has the scrap value of every car in her head."),
            Member("Tiny Moreau", "gunner", "Is not."),
            Member("Wex Dalton", "mechanic", "Built the first one from the other three."),
            Member("Ada Lorne", "watcher", "Listens to the fence."),
        ),
        (("homestead", "Finders", "rust"), ("sparrow", "Keepers", "yellow")),
        TEAM_STORE,
    ),
)  # fmt: skip


class ShortOrder(NamedTuple):
    """An order in short form.

    The spy is a position in the team, and the target is the number of a team.
    """

    spy_number: int
    action: str
    team_number: int = -1
    bricks: int = 0
    kit: tuple[str, ...] = ("heavy_pistol", "body_armour")


WANTED_EVENTS: Final[tuple[tuple[Kind, ...], ...]] = (
    ("failure", "twelve", "fight"),
    ("blunder",),
    (),
)
"""Events that happen to the first team in the first two weeks. The third week is random."""

ORDERS_BY_WEEK: Final[tuple[tuple[tuple[ShortOrder, ...], ...], ...]] = (
    (
        (
            ShortOrder(0, "infiltrate", 1),
            ShortOrder(1, "blow_up", 3, 2),
            ShortOrder(5, "counterspy"),
        ),
        (ShortOrder(0, "infiltrate", 3), ShortOrder(1, "assassinate", 2)),
        (
            ShortOrder(1, "infiltrate", 3),
            ShortOrder(0, "blow_up", 0, 1),
            ShortOrder(5, "counterspy"),
        ),
        (ShortOrder(1, "infiltrate", 1),),
    ),
    (
        (
            ShortOrder(0, "infiltrate", 2),
            ShortOrder(1, "assassinate", 1),
            ShortOrder(5, "counterspy"),
        ),
        (
            ShortOrder(1, "assassinate", 0),
            ShortOrder(0, "infiltrate", 2),
            ShortOrder(5, "counterspy", kit=WATCH_KIT),
        ),
        (ShortOrder(0, "blow_up", 1, 3), ShortOrder(1, "infiltrate", 0)),
        (
            ShortOrder(0, "blow_up", 0, 2),
            ShortOrder(1, "infiltrate", 2),
            ShortOrder(5, "counterspy", kit=WATCH_KIT),
        ),
    ),
    (
        (ShortOrder(0, "infiltrate", 3), ShortOrder(1, "blow_up", 1, 1)),
        (
            ShortOrder(0, "infiltrate", 0),
            ShortOrder(1, "assassinate", 3),
            ShortOrder(5, "counterspy", kit=WATCH_KIT),
        ),
        (
            ShortOrder(1, "infiltrate", 1),
            ShortOrder(0, "assassinate", 3),
            ShortOrder(5, "counterspy"),
        ),
        (
            ShortOrder(1, "assassinate", 2),
            ShortOrder(0, "infiltrate", 0),
            ShortOrder(5, "counterspy", kit=WATCH_KIT),
        ),
    ),
)
"""Orders for three weeks, by week, team and order."""

DUEL_PLACES: Final = ((1, 2, 3, 4), (2, 1, 4, 3), (3, 1, 2, 4))
"""The teams' finishing places in each duel."""

EVENTS: Final = (
    ("Midville Opener", "Midville Arena"), ("The Quarry Run", "Armadillo Autoduel Arena"),
    ("Truck Stop Tangle", "Truck stop 9"), ("Autumn Hundred", "Midville Arena"),
)  # fmt: skip
