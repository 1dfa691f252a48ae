"""The lab of the weekly game: clubs of bots under each preset, and with dearer espionage.

A sample is a club's season. The lab plays its ambushes and decisions by doctrine and standing
orders, so presets that leave them to people are measured as if nobody came.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from campaign.league.rules.presets import PRESETS, RECOMMENDED
from campaign.league.rules.tables import ESPIONAGE
from engine.values import changed
from espionage.rules.bots.tempers import TEMPERS
from lab.lab import Case, Lab, Sweep

from .readings import CHARTS, read
from .season import ClubSetup, play_season

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.league.rules.house import HouseRules
    from lab.lab import Seen

COSTS: Final = (5, 8, 10, 12)
"""Points for a level of espionage that are compared."""
BOTS: Final = tuple(TEMPERS)


def play(setup: ClubSetup, seed: str) -> Iterator[Seen]:
    """One club's season, read."""
    return read(play_season(setup, seed))


def at_cost(points: int, house: HouseRules = RECOMMENDED.rules) -> HouseRules:
    """The house rules with another price for a level of espionage."""
    costs = [
        changed(row, points=points) if row.key == ESPIONAGE else row for row in house.skill_costs
    ]
    return changed(house, skill_costs=tuple(costs))


def capped(points: int) -> HouseRules:
    """The recommended house with another most for espionage at the start; as much as for any other
    skill with 0.
    """
    costs = [
        changed(row, start_most=points) if row.key == ESPIONAGE else row
        for row in RECOMMENDED.rules.skill_costs
    ]
    return changed(RECOMMENDED.rules, skill_costs=tuple(costs))


def _presets() -> Iterator[Case]:
    for preset in PRESETS:
        setup = ClubSetup(house=preset.rules)
        if preset.key == "two_teams":
            setup = changed(setup, tempers=("careful", "vengeful"))
        yield Case(preset.title, setup)


SWEEPS: Final = (
    Sweep(
        "club",
        "The recommended club",
        (Case("Club evening", ClubSetup()),),
        tuple([chart.key for chart in CHARTS]),
        BOTS,
        says="Four teams of bots, two careful, one greedy, one vengeful, for twelve weeks.",
    ),
    Sweep(
        "presets",
        "Presets",
        tuple(_presets()),
        (
            "low",
            "blunders",
            "watched",
            "guarded",
            "unguarded",
            "endings",
            "deaths",
            "lead",
            "first",
        ),
        BOTS,
        says="Twelve weeks each; four teams of bots, in the preset for two a careful and a "
        "vengeful one. Live decisions and ambushes are answered by standing orders and doctrine.",
    ),
    Sweep(
        "espionage",
        "The price of espionage",
        tuple([Case(f"{cost} points a level", ClubSetup(house=at_cost(cost))) for cost in COSTS]),
        ("low", "blunders", "watched", "guarded", "unguarded", "deaths", "best"),
        BOTS,
        says="The recommended club, with other skill points for a level of espionage.",
    ),
    Sweep(
        "start",
        "The most espionage at the start",
        (
            Case("As the stock characters are", ClubSetup()),
            *[
                Case(f"Everybody has {most}", ClubSetup(house=capped(most), keen=most))
                for most in (20, 30, 40)
            ],
        ),
        ("low", "blunders", "watched", "guarded", "unguarded", "best"),
        BOTS,
        says="The recommended club, whose people all start with the most espionage allowed.",
    ),
    Sweep(
        "twelve",
        "What a counterspy's 12 or more leads to",
        (
            Case("A cancellation", ClubSetup(twelve="cancel")),
            Case("If armed, an ambush", ClubSetup(twelve="if_armed")),
            Case("The same, nobody fights back", ClubSetup(twelve="if_armed", doctrine="by_skill")),
        ),
        ("low", "blunders", "guarded", "twelves", "hunts", "ambushes", "deaths"),
        BOTS,
        says="The recommended club; all teams have the same standing orders for it. In the "
        "last case the vengeful fight by skill, too: a spy who is ambushed flees.",
    ),
)
LAB: Final = Lab(SWEEPS, CHARTS, play=play)
