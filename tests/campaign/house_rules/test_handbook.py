"""The handbook's page matches the rules."""

from __future__ import annotations

from pathlib import Path

from campaign.garage.rules.vehicles import STOCK, compute_totals
from campaign.house_rules.rules import house
from campaign.house_rules.rules.presets import PRESETS, Preset
from core.web.options import Option

RULES = Path(__file__).parents[3] / "docs" / "reference" / "rules"
PAGE = (RULES / "campaign.md").read_text(encoding="utf-8")


def options_table(title: str, options: tuple[Option, ...]) -> str:
    rows = "\n".join(
        f"| {option.title} | {default_text(option)} | {option.help} |" for option in options
    )
    return f"### {title}\n\n| option | default | what it does |\n| --- | --- | --- |\n{rows}\n"


def default_text(option: Option) -> str:
    match option.kind:
        case "switch":
            return "on" if option.default else "off"
        case "number":
            return f"{option.default:,}"
        case "list":
            return " / ".join(str(entry) for entry in option.default)
        case "table":
            return f"{len(option.default)} rows"
        case _:
            return str(option.default)


def test_the_handbook_lists_every_option_with_its_default() -> None:
    tables = [options_table(group.title, group.options) for group in house.groups()]
    assert "\n".join(tables) in PAGE


def length(preset: Preset) -> str:
    return f"{preset.weeks} weeks" if preset.weeks else "started by hand"


def test_the_handbook_lists_every_preset_stock_vehicle_and_award() -> None:
    assert all(
        f"**{preset.title}**, {length(preset)}. {preset.blurb}" in PAGE for preset in PRESETS
    )
    assert all(
        f"| {found.name} | " in PAGE and f"${compute_totals(found.design).cost:,}" in PAGE
        for found in STOCK
    )
    assert all(f"| {row.title} | " in PAGE for row in house.DEFAULT.prestige)
    assert all(row.title.lower() in PAGE for row in house.DEFAULT.skill_costs)
