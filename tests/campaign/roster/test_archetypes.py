"""The ready-made starting characters (archetypes)."""

from __future__ import annotations

import pytest

from campaign.house_rules.rules.house import DEFAULT
from campaign.house_rules.rules.presets import PRESETS
from campaign.roster.rules.archetypes import ARCHETYPES, Archetype, archetypes_for, find_archetype
from campaign.roster.rules.people import ROLES
from campaign.roster.rules.skills import check_start
from engine.values import changed


@pytest.mark.parametrize("start", ARCHETYPES, ids=lambda start: start.key)
def test_e2_every_archetype_is_legal_under_the_recommended_rules(start: Archetype) -> None:
    assert check_start(start.points) == ()
    assert start.role in ROLES
    assert find_archetype(start.key) is start


def test_every_preset_offers_archetypes() -> None:
    assert all(archetypes_for(preset.house) for preset in PRESETS)


def test_archetypes_forbidden_by_the_house_rules_are_not_offered() -> None:
    assert archetypes_for(changed(DEFAULT, starting_points=80)) == ()
    assert {start.key for start in archetypes_for(changed(DEFAULT, starting_skill_most=30))} < {
        start.key for start in ARCHETYPES
    }
    assert find_archetype("wizard") is None
