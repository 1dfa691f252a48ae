"""Experiments with the weekly game: every preset, and higher prices for espionage.

A sample is one club's season. Doctrines fight the ambushes, and standing orders decide everything
else. Presets with live play are therefore measured without live play.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from campaign.house_rules.rules.house import HouseRules
from campaign.house_rules.rules.presets import PRESETS, RECOMMENDED
from campaign.house_rules.rules.tables import ESPIONAGE
from engine.values import changed
from espionage.rules.bots.tempers import TEMPERS
from lab.lab import Case, Lab, Reading, Sweep

from .readings import CHARTS, season_readings
from .season import ClubSetup, play_season

ESPIONAGE_COSTS: Final = (5, 8, 10, 12)
"""Prices of one espionage level, in skill points, that are compared."""
BOTS: Final = tuple(TEMPERS)


def season_sample(setup: ClubSetup, seed: str) -> Iterator[Reading]:
    """Play one club's season and yield its readings."""
    return season_readings(play_season(setup, seed))


def with_espionage_cost(points: int) -> HouseRules:
    """Return the recommended house rules with a different price for one espionage level."""
    return _with_espionage(points=points)


def with_espionage_limit(points: int) -> HouseRules:
    """Return the recommended house rules with a different starting limit for espionage.

    If `points` is 0, the limit is the same as for any other skill.
    """
    return _with_espionage(start_most=points)


def _with_espionage(**numbers: int) -> HouseRules:
    costs = [
        changed(row, **numbers) if row.key == ESPIONAGE else row
        for row in RECOMMENDED.house.skill_costs
    ]
    return changed(RECOMMENDED.house, skill_costs=tuple(costs))


def _preset_cases() -> Iterator[Case]:
    for preset in PRESETS:
        setup = ClubSetup(house_rules=preset.house)
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
        explanation="Four bot teams for twelve weeks: two careful, one greedy and one vengeful.",
    ),
    Sweep(
        "presets",
        "Presets",
        tuple(_preset_cases()),
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
        explanation="Twelve weeks each with four bot teams. The preset for two teams has a careful "
        "and a vengeful team. Standing orders make live decisions, and doctrine fights "
        "ambushes.",
    ),
    Sweep(
        "espionage",
        "The price of espionage",
        tuple(
            Case(f"{cost} points a level", ClubSetup(house_rules=with_espionage_cost(cost)))
            for cost in ESPIONAGE_COSTS
        ),
        ("low", "blunders", "watched", "guarded", "unguarded", "deaths", "best"),
        BOTS,
        explanation="The recommended club, with a different price in skill points for a level of "
        "espionage.",
    ),
    Sweep(
        "start",
        "Maximum espionage at the start",
        (
            Case("Stock characters", ClubSetup()),
            *[
                Case(
                    f"{points} points each",
                    ClubSetup(house_rules=with_espionage_limit(points), espionage_points=points),
                )
                for points in (20, 30, 40)
            ],
        ),
        ("low", "blunders", "watched", "guarded", "unguarded", "best"),
        BOTS,
        explanation="The recommended club. All characters start with the maximum espionage.",
    ),
    Sweep(
        "twelve",
        "Choices on a counterspy's 12 or more",
        (
            Case("A cancellation", ClubSetup(twelve="cancel")),
            Case("An ambush if armed", ClubSetup(twelve="if_armed")),
            Case(
                "An ambush if armed, spies flee", ClubSetup(twelve="if_armed", doctrine="by_skill")
            ),
        ),
        ("low", "blunders", "guarded", "twelves", "hunts", "ambushes", "deaths"),
        BOTS,
        explanation="The recommended club. All teams have the same standing orders for this "
        "choice. In the last case, the vengeful team also fights by skill, so a spy "
        "who is ambushed flees.",
    ),
)
LAB: Final = Lab(SWEEPS, CHARTS, play=season_sample)
