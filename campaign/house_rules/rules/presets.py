"""Presets of house rules for new campaigns."""

from __future__ import annotations

from typing import Final

from engine.values import Value, changed

from .house import HouseRules


class Preset(Value):
    """A named set of house rules.

    `weeks` is the length of a season, or 0 if the GM starts each week by hand.
    """

    key: str
    title: str
    blurb: str
    house: HouseRules
    weeks: int


_CLUB: Final = HouseRules()

PRESETS: Final[tuple[Preset, ...]] = (
    Preset(
        key="club",
        title="Club evening (recommended)",
        blurb=(
            "Orders are due on Thursday evening, the report follows right away, and the "
            "duel is on Saturday. Ambushes are resolved by doctrine, and weekly caps keep "
            "friends from farming skill points."
        ),
        house=_CLUB,
        weeks=12,
    ),
    Preset(
        key="evenings",
        title="Evenings",
        blurb=(
            "For groups that meet for an evening. A GM starts each week when everyone is "
            "there. There are twenty minutes for orders, or less when all are sealed, "
            "followed by the report, the garage, the duel and the next week."
        ),
        house=changed(_CLUB, resolve_when_sealed=True, show_sealed=True, late_entries=True),
        weeks=0,
    ),
    Preset(
        key="printed",
        title="Original rules",
        blurb=(
            "Follows the printed rules. Teams make their choices when the dice ask for "
            "them and play their ambushes themselves. There are no caps on missions or "
            "skill points. Orders are due on Tuesday, and the week is published on "
            "Friday. Choose this preset if you trust everyone to play to win."
        ),
        house=changed(
            _CLUB,
            missions_a_week=0,
            espionage_points_a_week=0,
            paid_ambushes_a_week=0,
            live_decisions=True,
            ambush_by_doctrine=False,
            due_day="tuesday",
            settle_hours=72,
        ),
        weeks=12,
    ),
    Preset(
        key="gentle",
        title="Gentle",
        blurb=(
            "For a first season. Characters start with 30 points and have much to learn, "
            "no one dies, and wounds heal faster. Everything else is the same as in the "
            "club evening."
        ),
        house=changed(
            _CLUB,
            death=False,
            healing_a_week=2,
            starting_points=30,
            starting_skills=2,
            starting_skill_most=20,
        ),
        weeks=8,
    ),
    Preset(
        key="ruthless",
        title="Ruthless",
        blurb=(
            "Nine characters per team, unlimited missions, everything in the shop, bigger "
            "bombs and prisoners. Spies who escape finish the job, and the winner takes "
            "nearly everything."
        ),
        house=changed(
            _CLUB,
            missions_a_week=0,
            roster_default=9,
            untrained_bombers=True,
            bomb_dice=(5, 8, 10, 12, 14, 16),
            gear_list="full",
            capture=True,
            mission_after_escape=True,
            purse_shares=(80, 20),
            standings_points=(5, 2, 1),
        ),
        weeks=12,
    ),
    Preset(
        key="corporate",
        title="Long corporate season",
        blurb=(
            "Six months of corporate war with nine characters per team, company-paid "
            "clones, prisoners, a day for played ambushes, expensive vehicles and large "
            "prizes."
        ),
        house=changed(
            _CLUB,
            capture=True,
            ambush_by_doctrine=False,
            settle_hours=22,
            roster_default=9,
            gold_cross=True,
            gear_list="full",
            event_budget=150_000,
            vehicle_limit=50_000,
            vehicles_a_team=3,
        ),
        weeks=26,
    ),
    Preset(
        key="two_teams",
        title="Two teams, quick",
        blurb=(
            "A short season for two players with small rosters and light vehicles. Orders "
            "are due on Tuesday, the duel is on Wednesday evening, and the next week "
            "opens on Thursday."
        ),
        house=changed(
            _CLUB,
            missions_a_week=3,
            roster_default=4,
            roster_cap=8,
            starting_capital=100_000,
            event_budget=30_000,
            vehicle_limit=15_000,
            purse_shares=(70, 30),
            standings_points=(3, 1),
            opens_day="thursday",
            due_day="tuesday",
            duel_day="wednesday",
            closes_day="wednesday",
        ),
        weeks=6,
    ),
    Preset(
        key="on_the_site",
        title="Everything on the site",
        blurb=(
            "Players make all decisions and play all ambushes themselves. Orders are due "
            "on Tuesday, and the week is published on Friday, so that no one can draw "
            "conclusions from the pauses."
        ),
        house=changed(
            _CLUB, live_decisions=True, ambush_by_doctrine=False, due_day="tuesday", settle_hours=72
        ),
        weeks=10,
    ),
)

RECOMMENDED: Final = PRESETS[0]
EVENINGS: Final = PRESETS[1]
"""Preset for people who meet in person. A GM starts each week by hand."""


def find_preset(key: str) -> Preset | None:
    """Return the preset with this key, or None."""
    return next((preset for preset in PRESETS if preset.key == key), None)
