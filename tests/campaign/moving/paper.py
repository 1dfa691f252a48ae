"""A workbook of a paper club with four teams and 24 people."""

from __future__ import annotations

from core.web.sheets import Sheets

TEAMS = ("Red Kites", "Night Shift", "Salt Flats", "Iron Mondays")
ROLES = ("driver", "gunner", "mechanic", "paramedic", "spy", "handgunner")


def paper_club(skills: list[str]) -> Sheets:
    """Return four teams of six, with a skill each, a car and points; weeks 1 to 6 are in the
    past.
    """
    people = [
        [team, f"{team[0]}{role}", role, "", "3", "1" if role == "spy" else "", "7", "40", "30"]
        for team in TEAMS
        for role in ROLES
    ]
    return {
        "Season": [["First week"], ["7"]],
        "Teams": [
            ["Team", "Money", "Colour"],
            *([team, f"${12 + n},500", ""] for n, team in enumerate(TEAMS)),
        ],
        "People": [
            ["Team", "Name", "Role", "About", "Prestige", "DP lost", "General", *skills[:2]],
            *people,
        ],
        "Cars": [
            ["Team", "Car", "Colour", "Notes", "Design"],
            *([team, f"{team} One", "rust", "", "Wasp"] for team in TEAMS),
        ],
        "Damage": [
            ["Team", "Car", "Part", "Lost"],
            [TEAMS[0], "Red Kites One", "armour:front", "2"],
        ],
        "Gear": [["Team", "Gear", "Pieces"]],
        "Weeks": [
            ["Week", "Duel", "Arena", "Date", "Story"],
            *([str(n), f"Night {n}", "The Pit", "2039-11-05", ""] for n in range(1, 7)),
        ],
        "Duels": [
            ["Week", "Team", "Place", "Points", "Duellist", "Car"],
            *(["6", team, str(n), "", "", ""] for n, team in enumerate(TEAMS, 1)),
        ],
        "Standings": [
            ["Season", "Team", "Points"],
            *(["", team, str(20 - n)] for n, team in enumerate(TEAMS)),
            ["Summer", "The Old Guard", "31"],
        ],
    }
