"""The sheets and columns of a workbook (C89), as used by the page, the sample, the reader and the
writer.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from campaign.garage.rules.stock import STOCK
from campaign.teams.rules.acts import NewTeam
from core.web.records import fields_of


class Column(NamedTuple):
    """A column, with its heading, whether its cells are required, and what they contain."""

    heading: str
    required: bool
    content: str


def _required(heading: str, holds: str) -> Column:
    return Column(heading, True, holds)


def _optional(heading: str, holds: str) -> Column:
    return Column(heading, False, holds)


README: Final = "Read me"
PLAIN_FACE: Final = tuple(
    [field for field in fields_of(NewTeam) if field.name not in {"name", "colour", "emblem"}]
)
"""Fields of a team whose values are copied from cells unchanged."""
STOCK_NAMES: Final = ", ".join(vehicle.name for vehicle in STOCK)
TEAM: Final = _required("Team", "The team’s name on the sheet Teams.")
SHEETS: Final[dict[str, tuple[Column, ...]]] = {
    "Season": (_required("First week", "The number of the first week that is played here."),),
    "Teams": (
        _required("Team", "Team name, shown to the whole club."),
        _optional("Colour", "A colour name or #rrggbb. If empty, an unused colour is chosen."),
        _optional("Emblem", "The pattern on the shield. If empty, plain."),
        *[_optional(field.title, field.help) for field in PLAIN_FACE],
        _optional("Money", "In dollars. If empty, the starting capital from the house rules."),
    ),
    "People": (
        TEAM,
        _required("Name", "Character name."),
        _optional("Role",
            "Driver, gunner, mechanic, paramedic, spy, cyclist, trucker or handgunner. If empty, "
            "the role of the best skill."),
        _optional("About", "Short description."),
        _optional("Prestige", "A whole number. If empty, 0."),
        _optional("DP lost", "Damage that has not healed. If empty, 0."),
        _optional(
            "General",
            "Unassigned skill points. Each skill also has its own column for its points or its "
            "level with a sign, for example +2. Base level is +0.",
        ),
        _optional("Skills", "All skills in one cell, for example Driver +2, Gunner base."),
    ),
    "Cars": (
        TEAM,
        _required("Car", "Car name."),
        _optional("Colour", "For example, matt black. If empty, unpainted."),
        _optional("Notes", "Visible only to the team."),
        _required(
            "Design",
            f"A stock vehicle ({STOCK_NAMES}), a printed line such as “Compact, heavy suspension, "
            "medium plant, 4 HD tires, MG front, F 20, B 15”, or a design as JSON.",
        ),
    ),
    "Damage": (
        TEAM,
        _required("Car", "The car’s name on the sheet Cars."),
        _required("Part", "For example, armour:front, tyre:1, weapon:1, plant or ammo:weapon:1."),
        _required("Lost", "DP, armour points or shots lost."),
    ),
    "Gear": (
        TEAM,
        _required("Gear", "Item name in the store."),
        _required("Pieces", "Number of items."),
    ),
    "Weeks": (
        _required("Week", "Week number. Must be lower than the first week played here."),
        _optional("Duel", "The duel’s name."),
        _optional("Arena", "Location of the duel."),
        _optional("Date", "In the form 2039-11-05, 5.11.2039 or Nov 5, 2039."),
        _optional("Story", "One or two lines about what happened."),
    ),
    "Duels": (
        _required("Week", "The number on the sheet Weeks."),
        TEAM,
        _optional("Place", "1 for the winner."),
        _optional("Points", "Points won. They are not added to the standings, which come from the "
            "sheet Standings."),
        _optional("Duellist", "Name of the driver."),
        _optional("Car", "Name of the car."),
    ),
    "Standings": (
        _optional("Season", "Empty for the current season, otherwise the name of a past season."),
        _required("Team", "A name from the sheet Teams. For past seasons, any name."),
        _required("Points", "Total points in that season."),
    ),
}  # fmt: skip
