"""Sample values for help pages and for component tests."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any, Final

from core.web.links import Link

NOW: Final = datetime(2037, 5, 14, 15, 20, tzinfo=timezone(timedelta(hours=2)))
TEAMS: Final = (
    {"name": "Ironclad Freight", "slug": "ironclad", "colour": "#c3271f"},
    {"name": "Nightjar Couriers", "slug": "nightjar", "colour": "#1f5fc4"},
    {"name": "Palisade Mutual", "slug": "palisade", "colour": "#0c5640"},
    {"name": "Route 9 Salvage", "slug": "route-9", "colour": "#a97400"},
)


def sample_context() -> dict[str, Any]:
    """Return the context of a page that shows every component."""
    return {
        "now": NOW,
        "teams": TEAMS,
        "due": NOW + timedelta(days=1, hours=4, minutes=40),
        "soon": NOW + timedelta(hours=2, minutes=12),
        "moments": moments(),
        "crumbs": (("Black Mile League", "#"), ("Season 2", "#")),
        "links": links(),
        "states": ("nothing", "draft", "final", "passed"),
        "entries": report(),
        "facts": dossier(),
        "receipt": receipt(),
        "vehicle": vehicle(),
        "stranger": stranger(),
        "series": tuple(
            (team["name"], team["colour"], points)
            for team, points in zip(TEAMS, POINTS, strict=True)
        ),
        "weeks": ("Start", "Week 1", "Week 2", "Week 3"),
        "standings": tuple(
            {"team": team, "points": points[-1], "money": money}
            for team, points, money in zip(TEAMS, POINTS, PURSES, strict=True)
        ),
        "orders": orders(),
    }


POINTS: Final = ((0, 5, 8, 13), (0, 3, 8, 9), (0, 2, 4, 9), (0, 1, 2, 2))
PURSES: Final = (41_250, 38_900, 27_400, -1_150)


def moments() -> tuple[tuple[str, datetime], ...]:
    """Return the times of a week, as seen on a Thursday."""
    evening = NOW.replace(hour=20, minute=0)
    return (
        ("Orders open", evening - timedelta(days=3)),
        ("Orders due", evening + timedelta(days=1)),
        ("Reports", evening + timedelta(days=1, hours=1)),
        ("Duel", evening + timedelta(days=2)),
        ("Week closes", evening + timedelta(days=3)),
    )


def links() -> tuple[Link, ...]:
    """Return the links to a club's pages, one of which is current."""
    names = ("Week 4", "Orders", "Reports", "Dossier", "Roster", "Garage", "Standings", "News")
    return tuple(
        Link(name, "#", current=name == "Week 4", count=2 if name == "Reports" else 0)
        for name in names
    )


def report() -> tuple[dict[str, Any], ...]:
    """Return a report with entries of every tone."""
    return (
        {
            "tone": "public",
            "icon": "dice",
            "label": "Order of play",
            "title": "Nightjar Couriers move first",
            "rolls": (
                {"faces": (6,), "label": "Nightjar Couriers"},
                {"faces": (2,), "label": "Ironclad Freight"},
            ),
        },
        {
            "tone": "ours",
            "icon": "eye",
            "label": "Mission 1 · Skidmark infiltrates Ironclad Freight",
            "title": "He saw the whole order sheet",
            "text": (
                "Skidmark read the record sheets of the two vehicles entered for the duel. Both "
                "are now in your dossier."
            ),
            "rolls": (
                {
                    "faces": (6, 4),
                    "modifiers": (("espionage", 1), ("wounded", 0)),
                    "label": "Spy roll",
                },
            ),
        },
        {
            "tone": "theirs",
            "icon": "shield",
            "label": "Mission 2 · Ironclad Freight targets Doc Halloran",
            "title": "Thwarted",
            "text": "Marisol Vane was on guard and stopped the attack.",
            "rolls": (
                {
                    "faces": (5, 5),
                    "modifiers": (("espionage", 2), ("their blunder", 4), ("reroll", -1)),
                    "label": "Counterspy roll",
                },
            ),
        },
        {
            "tone": "harm",
            "icon": "blast",
            "label": "Mission 3 · Jinx blows up a car",
            "title": "Full damage to the left side",
            "rolls": (
                {"faces": (4, 3), "modifiers": (("explosives", 2),), "label": "Explosives roll"},
                {"faces": (1, 2, 3, 5, 6, 6), "label": "Damage"},
            ),
            "lines": ("Three bricks of plastique were used.",),
        },
    )


def dossier() -> tuple[dict[str, Any], ...]:
    """Return facts of three different ages."""
    return (
        {
            "text": "Enters “Tollgate”, a van with a turret, for the duel",
            "weeks": 0,
            "source": "Infiltration, week 4",
        },
        {
            "text": "Rook Adeyemi drives; handgunner at +1 or better",
            "weeks": 2,
            "source": "Ambush, week 2",
        },
        {
            "text": "A recoilless rifle is mounted in front of “Gospel”",
            "weeks": 5,
            "source": "Duel record, season 1, week 9",
        },
    )


def receipt() -> dict[str, Any]:
    """Return a receipt with two missions and one counterspy."""
    return {
        "title": "Order sheet",
        "number": "Week 4 · version 3",
        "state": "final",
        "saved_at": NOW,
        "lines": (
            {
                "what": "Skidmark infiltrates Ironclad Freight.",
                "odds": "Succeeds on 7 or more: 21 in 36 before a counterspy.",
            },
            {
                "what": "Jinx blows up a car of Route 9 Salvage with 3 bricks of plastique.",
                "amount": 9_000,
                "odds": "Succeeds on 7 or more: 15 in 36.",
            },
            {"what": "Marisol Vane stays on guard."},
        ),
        "standing": ("On a counterspy 12 or more: call the ambush.",),
        "total": 9_000,
        "digest": "7f3a9c1e44b0d5526ee1a0c98b7d21f4c3305e88a1f6d2975bb0e4461c9d0a3b",
        "note": "Save this digest. After the deadline, the published root must include it.",
    }


def vehicle() -> dict[str, Any]:
    """Return one of the viewer's cars, slightly damaged."""
    return {
        "name": "Gospel",
        "body": "Mid-sized car",
        "colour": "bottle green",
        "armour": {
            "front": (22, 30),
            "back": (20, 20),
            "left": (7, 20),
            "right": (20, 20),
            "top": (5, 5),
            "underbody": (0, 5),
        },
        "weapons": (
            {"name": "Recoilless rifle", "facing": "front", "ammo": 7},
            {"name": "Machine gun", "facing": "front", "ammo": 20},
            {"name": "Minedropper", "facing": "back", "ammo": 0, "working": False},
        ),
        "tyres": ((6, 6), (6, 6), (0, 6), (4, 6)),
    }


def stranger() -> dict[str, Any]:
    """Return a van as seen by others, with unknown armour and ammunition."""
    return {
        "name": "Tollgate",
        "body": "Van",
        "colour": "matt black",
        "armour": dict.fromkeys(("front", "back", "left", "right")),
        "weapons": (
            {"name": "Something with a barrel", "facing": "turret"},
            {"name": "Flamethrower", "facing": "left"},
        ),
        "tyres": (None, None, None, None),
    }


def orders() -> tuple[dict[str, Any], ...]:
    """Return rows of an order form."""
    return (
        {"name": "Skidmark", "what": "Infiltrate", "against": TEAMS[0], "watch": False},
        {"name": "Jinx", "what": "Blow up a car", "against": TEAMS[3], "watch": False},
        {"name": "Marisol Vane", "what": "Counterspy", "against": None, "watch": True},
    )
