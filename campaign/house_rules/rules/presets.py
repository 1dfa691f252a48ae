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
_EVENING: Final = changed(_CLUB, resolve_when_sealed=True, show_sealed=True, late_entries=True)

PRESETS: Final[tuple[Preset, ...]] = (
    Preset(
        key="club",
        title="Weekly, with a duel night",
        blurb=(
            "Orders are due on Thursday evening, the report follows right away, and the "
            "duel is on Saturday at your own table. Ambushes are resolved by doctrine, and "
            "weekly caps keep friends from farming skill points."
        ),
        house=_CLUB,
        weeks=12,
    ),
    Preset(
        key="evenings",
        title="Tonight, at one table",
        blurb=(
            "You meet in one room. A GM starts the week, and everyone has twenty minutes for "
            "orders. Doctrine resolves ambushes, and you drive the duel with your own figures."
        ),
        house=_EVENING,
        weeks=0,
    ),
    Preset(
        key="online",
        title="Tonight, online",
        blurb=(
            "You meet on the site. A GM starts the week, and everyone has twenty minutes for "
            "orders. You play your ambushes and drive the duel live on the site."
        ),
        house=changed(
            _EVENING,
            ambush_by_doctrine=False,
            duel_mode="live",
            duel_turn_seconds=60,
            duel_books_at_once=True,
        ),
        weeks=0,
    ),
    Preset(
        key="post",
        title="Every week, by post",
        blurb=(
            "You do not have to be online together. Orders are due on Wednesday evening, and "
            "doctrine resolves ambushes. From Thursday to Sunday, you drive the duel on the "
            "site, with two hours for each turn."
        ),
        house=changed(_CLUB, due_day="wednesday", duel_day="thursday", duel_mode="slow"),
        weeks=12,
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
            "no one dies, and wounds heal faster. Everything else is the same as in “Weekly, "
            "with a duel night”."
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
"""Preset of clubs that do not choose one, with the default of every option."""
EVENINGS, ONLINE, POST = PRESETS[1:4]
WAYS_TO_PLAY: Final = (EVENINGS, ONLINE, POST)
"""Presets that answer when a club plays. The form for creating a club shows them first."""


def find_preset(key: str) -> Preset | None:
    """Return the preset with this key, or None."""
    return next((preset for preset in PRESETS if preset.key == key), None)


def closest_preset(rules: HouseRules) -> Preset:
    """Return the preset from which the fewest options differ."""
    return min(PRESETS, key=lambda preset: len(_differing(rules, preset.house)))


def _differing(rules: HouseRules, others: HouseRules) -> list[str]:
    return [
        name for name in rules.__struct_fields__ if getattr(rules, name) != getattr(others, name)
    ]
