"""The workbook: its sheets and columns. Page, sample, reader and writer follow these (C89)."""

from __future__ import annotations

from typing import Final, NamedTuple

from campaign.garage.rules.stock import STOCK
from campaign.teams.rules.acts import NewTeam
from core.web.records import fields_of


class Column(NamedTuple):
    """A heading, whether its cells must be filled, and what they hold."""

    heading: str
    needed: bool
    holds: str


def _must(heading: str, holds: str) -> Column:
    return Column(heading, True, holds)


def _may(heading: str, holds: str) -> Column:
    return Column(heading, False, holds)


README: Final = "Read me"
PLAIN_FACE: Final = tuple(
    [field for field in fields_of(NewTeam) if field.name not in {"name", "colour", "emblem"}]
)
"""A team's fields that a cell holds as they are."""
STOCKED: Final = ", ".join(one.name for one in STOCK)
TEAM: Final = _must("Team", "The team’s name on the sheet Teams.")
SHEETS: Final[dict[str, tuple[Column, ...]]] = {
    "Season": (_must("First week", "The number of the first week that is played here."),),
    "Teams": (
        _must("Team", "Team name, shown to the whole club."),
        _may("Colour", "A colour name or #rrggbb. If empty, an unused colour is chosen."),
        _may("Emblem", "The pattern on the shield. If empty, plain."),
        *[_may(field.title, field.help) for field in PLAIN_FACE],
        _may("Money", "In dollars. If empty, the starting capital from the house rules."),
    ),
    "People": (
        TEAM,
        _must("Name", "Character name."),
        _must("Role", "Driver, gunner, mechanic, paramedic, spy, cyclist, trucker or handgunner."),
        _may("About", "Short description."),
        _may("Prestige", "A whole number. If empty, 0."),
        _may("DP lost", "Damage that has not healed. If empty, 0."),
        _may(
            "General",
            "Unassigned skill points. Each skill also has its own column for its points or its "
            "level with a sign, for example +2. Base level is +0.",
        ),
    ),
    "Cars": (
        TEAM,
        _must("Car", "Car name."),
        _may("Colour", "For example, matt black. If empty, unpainted."),
        _may("Notes", "Visible only to the team."),
        _must("Design", f"A stock vehicle ({STOCKED}), or a design as JSON."),
    ),
    "Damage": (
        TEAM,
        _must("Car", "The car’s name on the sheet Cars."),
        _must("Part", "For example, armour:front, tyre:1, weapon:1, plant or ammo:weapon:1."),
        _must("Lost", "DP, armour points or shots lost."),
    ),
    "Gear": (
        TEAM,
        _must("Gear", "Item name in the store."),
        _must("Pieces", "Number of items."),
    ),
    "Weeks": (
        _must("Week", "Week number. Must be lower than the first week played here."),
        _may("Duel", "The duel’s name."),
        _may("Arena", "Location of the duel."),
        _may("Date", "In the form 2039-11-05."),
        _may("Story", "One or two lines about what happened."),
    ),
    "Duels": (
        _must("Week", "The number on the sheet Weeks."),
        TEAM,
        _may("Place", "1 for the winner."),
        _may("Points", "Points won. They are not added to the standings, which come from the sheet "
            "Standings."),
        _may("Duellist", "Name of the driver."),
        _may("Car", "Name of the car."),
    ),
    "Standings": (
        _may("Season", "Empty for the current season, otherwise the name of a past season."),
        _must("Team", "A name from the sheet Teams. For past seasons, any name."),
        _must("Points", "Total points in that season."),
    ),
}  # fmt: skip
