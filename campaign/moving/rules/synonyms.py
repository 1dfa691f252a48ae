"""Words that clubs use for the sheets and columns of a workbook (C89).

All words are look-up keys: small letters, without punctuation at the end.
"""

from __future__ import annotations

from typing import Final

SHEET_WORDS: Final = {
    "Season": ("season", "setup", "settings"),
    "Teams": (
        "teams", "team", "team list", "corporations", "corporation", "corps", "companies",
        "franchises", "accounts", "finances",
    ),
    "People": (
        "people", "person", "roster", "rosters", "characters", "character", "members", "crew",
        "crews", "drivers", "personnel", "staff", "cast", "duellists", "duelists",
    ),
    "Cars": ("cars", "car", "vehicles", "vehicle", "garage", "garages", "motor pool", "fleet"),
    "Damage": ("damage", "repairs", "damages"),
    "Gear": ("gear", "equipment", "store", "stores", "inventory", "stock", "items"),
    "Weeks": (
        "weeks", "events", "calendar", "schedule", "past weeks", "duel nights", "history", "log",
    ),
    "Duels": (
        "duels", "results", "duel results", "matches", "match results", "outcomes", "finishes",
        "fixtures",
    ),
    "Standings": (
        "standings", "table", "league table", "league", "ranking", "rankings", "points", "scores",
        "scoreboard",
    ),
}  # fmt: skip
"""Titles of the sheets of each kind."""

TEAM_WORDS: Final = (
    "team name", "corporation", "corp", "company", "franchise", "squad", "club", "side", "owner",
)  # fmt: skip
COLUMN_WORDS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "Season": {"First week": ("week", "start week", "starting week", "next week")},
    "Teams": {
        "Team": (*TEAM_WORDS, "name"),
        "Colour": ("color", "colours", "colors", "livery", "team colour", "team color"),
        "Emblem": ("badge", "logo", "shield", "crest"),
        "Money": (
            "cash", "bank", "balance", "funds", "treasury", "budget", "account", "money ($)",
            "cash ($)", "$", "dollars", "wealth",
        ),
    },
    "People": {
        "Team": TEAM_WORDS,
        "Name": (
            "character", "character name", "person", "member", "duellist", "duelist", "player",
            "player name", "crew member", "full name", "who",
        ),
        "Role": ("job", "class", "position", "occupation", "profession", "type", "specialty",
            "speciality", "duty"),
        "About": ("description", "bio", "biography", "background", "notes", "remarks", "comment",
            "comments"),
        "Prestige": ("pres", "fame", "reputation", "prestige points", "pp"),
        "DP lost": ("damage", "wounds", "dp taken", "injuries", "hits taken", "dp damage"),
        "General": ("general points", "unspent", "unspent points", "free points", "general skill",
            "xp", "experience"),
        "Skills": ("skill", "skill list", "abilities", "skills and levels"),
    },
    "Cars": {
        "Team": TEAM_WORDS,
        "Car": ("name", "vehicle", "car name", "vehicle name", "ride"),
        "Colour": ("color", "paint", "finish"),
        "Notes": ("note", "remarks", "comment", "comments", "description"),
        "Design": ("model", "make", "stock", "type", "vehicle type", "stock car", "build", "stats",
            "specification", "spec", "design line"),
    },
    "Damage": {
        "Team": TEAM_WORDS,
        "Car": ("vehicle", "car name", "vehicle name", "name"),
        "Part": ("component", "location", "where", "facing"),
        "Lost": ("points lost", "damage", "dp lost", "dp", "hits"),
    },
    "Gear": {
        "Team": TEAM_WORDS,
        "Gear": ("item", "equipment", "name", "what"),
        "Pieces": ("count", "number", "quantity", "qty", "amount", "how many"),
    },
    "Weeks": {
        "Week": ("no", "nr", "number", "#", "week no", "week number", "round", "wk"),
        "Duel": ("event", "event name", "title", "name", "scenario"),
        "Arena": ("place", "location", "venue", "track", "where"),
        "Date": ("day", "played", "played on", "when", "date played"),
        "Story": ("summary", "what happened", "notes", "report", "description", "comment",
            "comments"),
    },
    "Duels": {
        "Week": ("round", "week no", "week number", "wk", "event", "#"),
        "Team": TEAM_WORDS,
        "Place": ("finish", "rank", "position", "pos", "placing", "finished", "placed"),
        "Points": ("pts", "score", "points won", "league points"),
        "Duellist": ("driver", "duelist", "character", "pilot", "who"),
        "Car": ("vehicle", "car name", "vehicle name"),
    },
    "Standings": {
        "Season": ("year", "league"),
        "Team": (*TEAM_WORDS, "name"),
        "Points": ("pts", "score", "total", "total points", "league points"),
    },
}  # fmt: skip
"""Further headings of the columns of each sheet."""

SKILL_WORDS: Final = {
    "driver": ("driving", "drive", "drv"),
    "gunner": ("gunnery", "gun", "gnr"),
    "handgunner": ("handgun", "handguns", "hand gunner", "pistol"),
    "mechanic": ("mechanics", "mech"),
    "espionage": ("spy", "spying", "intelligence"),
    "stealth": ("sneak", "sneaking"),
    "running": ("runner", "run"),
    "martial_arts": ("unarmed", "brawling"),
    "bodybuilding": ("body building", "bodybuilder", "body builder"),
    "paramedic": ("medic", "medicine", "first aid"),
    "cyclist": ("cycle", "biker"),
    "trucker": ("truck", "trucking"),
}  # fmt: skip
"""Further headings of the columns of skills, by the key of the skill."""
ROLE_WORDS: Final = {
    "duellist": "driver", "duelist": "driver", "wheelman": "driver", "pilot": "driver",
    "ace": "driver", "driver/gunner": "driver", "gunner/driver": "gunner", "medic": "paramedic",
    "doctor": "paramedic", "nurse": "paramedic", "biker": "cyclist", "rider": "cyclist",
    "agent": "spy", "spies": "spy", "espionage": "spy", "engineer": "mechanic",
    "technician": "mechanic", "tech": "mechanic", "mech": "mechanic", "bodyguard": "handgunner",
    "guard": "handgunner", "gunman": "handgunner", "truck driver": "trucker",
}  # fmt: skip
"""Roles that clubs call by other names."""
TOTAL_WORDS: Final = frozenset(
    {"total", "totals", "grand total", "subtotal", "sum", "average", "avg", "count", "mean"}
)
"""First cells of rows that sum up other rows."""
