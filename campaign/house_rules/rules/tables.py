"""The tables in the house rules that a club can edit, with row types and printed defaults."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from engine.options import use_attribute_docstrings
from engine.values import Value

Key = Annotated[
    str,
    Meta(
        title="Key",
        pattern="^[a-z][a-z0-9_]{1,39}$",
        description="Short lowercase key. Do not change it after it is used.",
    ),
]
Title = Annotated[
    str, Meta(title="Name", min_length=1, max_length=60, description="Name shown to players.")
]

ESPIONAGE: Final = "espionage"
EXPLOSIVES: Final = "explosives"
STEALTH: Final = "stealth"
HANDGUNNER: Final = "handgunner"
BLADE: Final = "blade"
MARTIAL_ARTS: Final = "martial_arts"
BODYBUILDING: Final = "bodybuilding"
RUNNING: Final = "running"
DRIVER: Final = "driver"
CYCLIST: Final = "cyclist"
GUNNER: Final = "gunner"
MECHANIC: Final = "mechanic"
PARAMEDIC: Final = "paramedic"
GENERAL: Final = "general"  # points that the player has not assigned yet; this is not a skill
NEEDED_SKILLS: Final = (
    ESPIONAGE,
    EXPLOSIVES,
    STEALTH,
    HANDGUNNER,
    BLADE,
    MARTIAL_ARTS,
    BODYBUILDING,
    RUNNING,
    DRIVER,
    CYCLIST,
    GUNNER,
    MECHANIC,
    PARAMEDIC,
)


@use_attribute_docstrings
class SkillRow(Value):
    """A skill, with its price per level in skill points and the maximum for a new character
    (E2).
    """

    key: Key
    title: Title
    points: Annotated[int, Meta(ge=1, le=100, title="Points per level")]
    """Skill points for base level and every further level."""
    start_most: Annotated[int, Meta(ge=0, le=1000, title="Maximum at the start")] = 0
    """Maximum number of points in this skill for a new character. 0 = same limit as for other
    skills.
    """


@use_attribute_docstrings
class BuildRow(Value):
    """Load and damage points at a level of bodybuilding (E2).

    The first row is for characters without the skill, the second for base level.
    """

    grenades: Annotated[int, Meta(ge=1, le=20, title="Load")]
    """Number of grenade equivalents that a character can carry."""
    dp: Annotated[int, Meta(ge=1, le=12, title="DP")]
    """Damage points of a healthy character."""


@use_attribute_docstrings
class AwardRow(Value):
    """A prestige award. Negative points are a loss."""

    key: Key
    title: Title
    points: Annotated[int, Meta(ge=-20, le=20, title="Prestige")]
    """Prestige points. Use a negative number for a loss."""


Deed: TypeAlias = Literal[
    "entered", "survived", "won", "drove", "drove_winner", "kill", "kill_ram", "kill_on_foot"
]
"""Duel deeds that can teach a duellist a skill (C33)."""
DEEDS: Final[dict[Deed, str]] = {
    "entered": "Entered the duel",
    "survived": "Alive at the end",
    "won": "On the winning team",
    "drove": "Drove a vehicle",
    "drove_winner": "Drove for the winning team",
    "kill": "Vehicle killed with the vehicle’s weapons",
    "kill_ram": "Vehicle killed by ramming",
    "kill_on_foot": "Vehicle killed while on foot",
}


@use_attribute_docstrings
class LessonRow(Value):
    """The skill points for a deed in a duel, either in a skill or as general points (C33)."""

    deed: Annotated[Deed, Meta(title="Deed", extra={"choices": DEEDS})]
    """Deed of a duellist. A kill counts as only one of the three kinds."""
    skill: Annotated[str, Meta(title="Skill", pattern="^[a-z][a-z0-9_]{1,39}$")]
    """Key of the skill, or “general”. Points in driver go to cyclist if the duellist rode a cycle.
    """
    points: Annotated[int, Meta(ge=1, le=20, title="Points")]
    """Skill points for each deed."""


AMBUSH_NUMBERS: Final[dict[str, str]] = {
    "nearest": "Least distance at the start, in squares",
    "farthest": "Greatest distance at the start, in squares",
    "from_edge": "Ambusher’s least distance from the map’s edges",
    "prey_from_edge": "Ambushed character’s least distance from the map’s edges",
    "hidden_start": "Characters can start out of sight (1 = yes, 0 = no)",
    "springs": "Ambusher comes out of hiding in turn 1 (1 = yes, 0 = no)",
    "walk": "Squares per turn without running skill",
    "faster_phases": "Greatest number of extra squares for running skill",
    "always_misses": "Highest roll that always misses",
    "always_hits": "Lowest roll that always hits",
    "surest": "Least number for a shot beyond an inch",
    "pedestrian": "Modifier: target on foot",
    "point_blank": "Modifier: point blank",
    "point_blank_squares": "Squares that are point blank",
    "range_step": "Squares for each −1 of range",
    "range_steps": "Greatest range modifier",
    "still_target": "Modifier: target not moving",
    "still_firer": "Modifier: firer not moving",
    "braced": "Modifier: braced",
    "aimed": "Modifier: aimed, for each phase after the second",
    "cover": "Modifier: target in cover",
    "poor_light": "Modifier: poor light",
    "gassed": "Modifier: firer in tear gas without a mask",
    "below_base_blow": "Modifier: blow without the skill",
    "hit_stops": "A hit stops movement for the turn (1 = yes, 0 = no)",
    "vanish": "Stealth roll to escape",
    "unseen_turns": "Turns out of sight before an escape",
    "stamina": "Turns of blows until exhaustion, 0 = no limit",
    "turn_limit": "Greatest number of turns",
}
"""Titles of the values of the ambush rules that a club can change."""


@use_attribute_docstrings
class NumberRow(Value):
    """A number of the ambush or the duel that the club has changed."""

    key: Annotated[Key, Meta(title="Number")]
    value: Annotated[int, Meta(ge=-99, le=99, title="Value")]
    """Value in this club."""


@use_attribute_docstrings
class MapRow(Value):
    """A club's own map, which replaces a standard map."""

    place: Annotated[
        Literal["truck_stop", "midville_1", "midville_2", "midville_3", "midville_4"],
        Meta(title="Replaces"),
    ]
    """The standard map that this map replaces."""
    title: Title
    squares: Annotated[str, Meta(title="Squares", min_length=2304, max_length=2600)]
    """48 rows of 48 letters, north at the top, with or without line breaks."""


def _rows(points: int, text: str, *, start_most: int = 0) -> tuple[SkillRow, ...]:
    return tuple(
        SkillRow(
            key=title.lower().replace(" ", "_").replace("-", "_"),
            title=title,
            points=points,
            start_most=start_most,
        )
        for title in text.split(", ")
    )


SKILLS: Final[tuple[SkillRow, ...]] = (
    *_rows(10, "Espionage", start_most=20),  # E42: based on measurements, see docs/lab/week.md
    *_rows(
        10,
        (
            "Driver, Gunner, Handgunner, Cyclist, Trucker, Mechanic, Paramedic, Blade, "
            "Bodybuilding, Martial arts, Running, Luck"
        ),
    ),
    *_rows(
        5,
        "Explosives, Stealth, Acrobatics, Archery, Area knowledge, Climbing, "
        "Communications, Computer tech, "
        "Fast-talk, Streetwise, Survival, Swimming, Theft",
    ),
)
BUILDS: Final[tuple[BuildRow, ...]] = tuple(
    BuildRow(grenades=grenades, dp=dp)
    for grenades, dp in ((6, 3), (7, 3), (7, 4), (8, 4), (8, 5), (9, 5))
)

# Keys of prestige awards that the duel form gives automatically. The GM ticks all others.
ENTERED: Final = "entered"
WON: Final = "won"
KILL: Final = "vehicle_kill"
KILL_ON_FOOT: Final = "vehicle_kill_on_foot"
ACE: Final = "ace"
DOUBLE_ACE: Final = "double_ace"
NEEDED_AWARDS: Final = (ENTERED, WON, KILL, KILL_ON_FOOT, ACE, DOUBLE_ACE)

PRESTIGE: Final[tuple[AwardRow, ...]] = tuple(
    AwardRow(key=key, title=title, points=points)
    for key, title, points in (
        (ENTERED, "Entered the duel", 1),
        (WON, "On the winning team", 2),
        (KILL, "Vehicle killed", 2),
        (KILL_ON_FOOT, "Vehicle killed while on foot", 6),
        ("hand_weapon", "Attacked with a hand weapon outside the vehicle", 1),
        (ACE, "Ace: fifth kill", 5),
        (DOUBLE_ACE, "Double ace: tenth kill", 10),
        ("feat_small", "A feat worth telling", 1),
        ("feat", "A feat the stands will remember", 2),
        ("feat_great", "The feat of the season", 3),
        ("left_working_vehicle", "Left a working vehicle", -1),
        ("left_arena", "Left the arena in a working vehicle", -1),
        ("vehicle_lost_unhurt", "Own vehicle killed, unhurt", -1),
        ("vehicle_lost_injured", "Own vehicle killed, injured", -2),
        ("death_heroic", "Died a hero", -1),
        ("death", "Died", -2),
        ("death_mundane", "Died of something dull", -3),
        ("death_cowardly", "Died running", -5),
        ("killed_surrendered", "Killed a foe who had surrendered", -3),
    )
)

_DEFAULT_LESSONS: Final[tuple[tuple[Deed, str], ...]] = (
    ("entered", GENERAL),  # printed rule: everyone who enters combat
    ("survived", GENERAL),
    ("won", GENERAL),
    ("drove_winner", DRIVER),
    ("kill", GUNNER),
    ("kill_ram", DRIVER),
    ("kill_on_foot", HANDGUNNER),
)
LESSONS: Final[tuple[LessonRow, ...]] = tuple(
    LessonRow(deed=deed, skill=skill, points=1) for deed, skill in _DEFAULT_LESSONS
)
