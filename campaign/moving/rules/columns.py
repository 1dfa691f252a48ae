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
TEAM: Final = _must("Team", "The team’s name, as on the sheet Teams.")
SHEETS: Final[dict[str, tuple[Column, ...]]] = {
    "Season": (_must("First week", "The number of the first week that is played here."),),
    "Teams": (
        _must("Team", "Its name, as the whole club will read it."),
        _may("Colour", "A colour’s name, or #rrggbb. Empty: one that no other team has."),
        _may("Emblem", "The pattern on its shield. Empty: plain."),
        *[_may(field.title, field.help) for field in PLAIN_FACE],
        _may("Money", "Dollars. Empty: the house’s starting capital."),
    ),
    "People": (
        TEAM,
        _must("Name", "As it stands on the roster."),
        _must("Role", "Driver, gunner, mechanic, paramedic, spy, cyclist, trucker or handgunner."),
        _may("About", "A line about them."),
        _may("Prestige", "A whole number. Empty: none."),
        _may("DP lost", "Damage that has not healed. Empty: unhurt."),
        _may(
            "General",
            "Skill points not assigned yet. Each skill has a column of its own, too: its points, "
            "or its level with the sign, such as +2; +0 is base level.",
        ),
    ),
    "Cars": (
        TEAM,
        _must("Car", "Its name."),
        _may("Colour", "In words, such as matt black. Empty: unpainted."),
        _may("Notes", "For the team’s eyes."),
        _must("Design", f"A stock vehicle ({STOCKED}), or a design as JSON."),
    ),
    "Damage": (
        TEAM,
        _must("Car", "As on the sheet Cars."),
        _must("Part", "Such as armour:front, tyre:1, weapon:1, plant, ammo:weapon:1."),
        _must("Lost", "DP, armour points or shots that are gone."),
    ),
    "Gear": (
        TEAM,
        _must("Gear", "What the store calls it."),
        _must("Pieces", "How many."),
    ),
    "Weeks": (
        _must("Week", "Its number, below the first week that is played here."),
        _may("Duel", "The duel’s name."),
        _may("Arena", "Where it was driven."),
        _may("Date", "As 2039-11-05."),
        _may("Story", "What happened, in a line or two."),
    ),
    "Duels": (
        _must("Week", "As on the sheet Weeks."),
        TEAM,
        _may("Place", "1 for the winner."),
        _may("Points", "What it brought in the table: the sheet Standings counts."),
        _may("Duellist", "Who drove."),
        _may("Car", "What they drove."),
    ),
    "Standings": (
        _may("Season", "Empty for the season under way; else the name of one that is over."),
        _must("Team", "Of the season under way as on the sheet Teams; of others any name."),
        _must("Points", "In that season’s table, all together."),
    ),
}  # fmt: skip
