"""Ready-made starting characters.

All of them are our own. They follow the recommended rules, which give 100 points, require five
skills at base level, and allow at most 40 points in one skill and 20 in espionage. Rookies have 30
points.
"""

from __future__ import annotations

from typing import Final

from campaign.house_rules.rules.house import DEFAULT, HouseRules
from campaign.house_rules.rules.tables import Key
from engine.values import Value

from .skills import check_start


class Share(Value):
    """The points in a skill."""

    skill: Key
    points: int


class Archetype(Value):
    """A starting character with a distribution of points."""

    key: str
    title: str
    role: str
    blurb: str
    shares: tuple[Share, ...]

    @property
    def points(self) -> dict[str, int]:
        """Return the points by skill."""
        return {share.skill: share.points for share in self.shares}


def _archetype(key: str, title: str, role: str, blurb: str, **points: int) -> Archetype:
    return Archetype(
        key=key,
        title=title,
        role=role,
        blurb=blurb,
        shares=tuple(Share(skill=skill, points=spent) for skill, spent in points.items()),
    )


ARCHETYPES: Final[tuple[Archetype, ...]] = (
    _archetype(
        "spy", "Spy", "spy", "Goes in, looks around, and is home before the guard changes.",
        espionage=20, stealth=15, handgunner=20, explosives=5, bodybuilding=20, running=10,
        driver=10,
    ),
    _archetype(
        "saboteur", "Saboteur", "spy", "Carries six bricks and knows where they go.", explosives=25,
        espionage=10, stealth=15, bodybuilding=20, handgunner=20, driver=10,
    ),
    _archetype(
        "assassin", "Assassin", "handgunner", "One name on the list, one shot.", handgunner=30,
        bodybuilding=30, espionage=10, martial_arts=10, blade=10, stealth=10,
    ),
    _archetype(
        "watcher", "Watcher", "spy", "Stays at home and sleeps badly.", handgunner=30,
        bodybuilding=30, stealth=20, espionage=10, driver=10,
    ),
    _archetype(
        "duellist", "Duellist", "driver", "Drives as if the arena belonged to the team.", driver=40,
        gunner=20, handgunner=20, running=10, espionage=10,
    ),
    _archetype(
        "gunner", "Gunner", "gunner", "Hits what the driver points at.", gunner=40, driver=20,
        handgunner=20, bodybuilding=10, espionage=10,
    ),
    _archetype(
        "cyclist", "Cyclist", "cyclist", "Two wheels, no roof, no fear.", cyclist=40, gunner=20,
        handgunner=20, running=10, espionage=10,
    ),
    _archetype(
        "mechanic", "Mechanic", "mechanic", "Makes the week’s holes go away.", mechanic=40,
        driver=20, explosives=10, handgunner=20, espionage=10,
    ),
    _archetype(
        "paramedic", "Paramedic", "paramedic", "Brings people back on duty a week early.",
        paramedic=40, driver=20, espionage=10, handgunner=20, running=10,
    ),
)  # fmt: skip

ROOKIES: Final[tuple[Archetype, ...]] = tuple(
    [
        _archetype(f"rookie_{key}", title, role, blurb, **points)
        for key, title, role, blurb, points in (
            (
                "spy",
                "Young spy",
                "spy",
                "Has read all the books.",
                {"espionage": 10, "stealth": 5, "handgunner": 10, "explosives": 5},
            ),
            (
                "saboteur",
                "Young saboteur",
                "spy",
                "Still has all ten fingers.",
                {"espionage": 10, "explosives": 10, "handgunner": 10},
            ),
            (
                "assassin",
                "Young assassin",
                "handgunner",
                "Good with bottles on a fence.",
                {"espionage": 10, "handgunner": 20},
            ),
            (
                "watcher",
                "Night porter",
                "spy",
                "Has the keys, and a torch.",
                {"espionage": 10, "handgunner": 10, "bodybuilding": 10},
            ),
            (
                "duellist",
                "Amateur driver",
                "driver",
                "Won twice at the fairground.",
                {"driver": 20, "gunner": 10},
            ),
            (
                "gunner",
                "Amateur gunner",
                "gunner",
                "Loud, and often near it.",
                {"gunner": 20, "handgunner": 10},
            ),
            (
                "mechanic",
                "Apprentice",
                "mechanic",
                "Knows which end of the spanner.",
                {"mechanic": 20, "espionage": 10},
            ),
            (
                "paramedic",
                "Student nurse",
                "paramedic",
                "Rarely faints.",
                {"paramedic": 20, "espionage": 10},
            ),
        )
    ]
)


def find_archetype(key: str) -> Archetype | None:
    """Return the archetype with this key, or None."""
    return next((archetype for archetype in (*ARCHETYPES, *ROOKIES) if archetype.key == key), None)


def archetypes_for(rules: HouseRules = DEFAULT) -> tuple[Archetype, ...]:
    """Return the archetypes that these house rules allow."""
    return tuple(
        candidate
        for candidate in (*ARCHETYPES, *ROOKIES)
        if not check_start(candidate.points, rules)
    )
