"""House rules: one record with bounds and sentences."""

from __future__ import annotations

import json

import msgspec
import pytest

from campaign.house_rules.rules import house
from campaign.house_rules.rules.house import BadHouseRules, HouseRules
from campaign.house_rules.rules.presets import (
    PRESETS,
    RECOMMENDED,
    WAYS_TO_PLAY,
    Preset,
    closest_preset,
    find_preset,
)
from core.web.options import Option, describe_valid
from engine.values import changed

BRIEF = {
    "live_decisions": False,
    "blunder_counts_at_once": True,
    "mission_after_escape": False,
    "armour_counts": False,
    "gold_cross": False,
    "untrained_bombers": False,
    "late_entries": False,
    "capture": False,
    "ambush_by_doctrine": True,
    "phase_by_phase": False,
    "espionage_points_a_week": 3,
    "paid_ambushes_a_week": 1,
    "missions_a_week": 6,
    "skill_cap": 4,
    "starting_points": 100,
    "starting_skills": 5,
    "starting_skill_most": 40,
    "roster_cap": 18,
    "roster_default": 6,
    "starting_capital": 250_000,
    "purse_shares": (50, 30, 20),
    "survivor_pay": 1_500,
    "survivor_pay_large": 3_000,
    "large_pot": 500_000,
    "standings_points": (5, 3, 2, 1),
    "settle_hours": 0,
    "plastique_price": 3_000,
    "bomb_dice": (4, 6, 7, 8, 9, 10),
    "healing_a_week": 1,
    "turn_hours": 12,
}


@pytest.mark.parametrize(("name", "default"), BRIEF.items())
def test_defaults_follow_the_specification(name: str, default: object) -> None:
    assert getattr(house.DEFAULT, name) == default


def test_the_default_house_rules_are_valid() -> None:
    assert house.check(house.DEFAULT) == ()


@pytest.mark.parametrize("option", house.fields(), ids=lambda option: option.name)
def test_every_option_describes_itself_for_a_form(option: Option) -> None:
    assert option.title
    assert option.help.endswith((".", "HH:MM, 00:00 to 23:59."))
    assert option.group in {group.key for group in house.groups()}
    assert describe_valid(option)
    if option.kind == "number":
        assert option.low is not None
        assert option.high is not None
        assert option.low <= option.default <= option.high


def test_groups_contain_every_option_once() -> None:
    grouped = [option.name for group in house.groups() for option in group.options]
    assert sorted(grouped) == sorted(msgspec.structs.asdict(house.DEFAULT))
    assert all(group.options for group in house.groups())


def test_house_rules_survive_json() -> None:
    odd = house.decode(
        {"skill_cap": 5, "capture": True, "purse_shares": [60, 40], "duel_day": "friday"}
    )
    assert house.decode(json.dumps(house.to_json_data(odd))) == odd
    assert (odd.skill_cap, odd.capture, odd.purse_shares) == (5, True, (60, 40))


def test_missing_options_take_their_default() -> None:
    assert house.decode(b"{}") == house.DEFAULT


@pytest.mark.parametrize(
    ("data", "field", "words"),
    [
        ({"skill_cap": 99}, "skill_cap", "Highest skill level: enter a whole number from 0 to 12."),
        ({"skill_cap": 1.5}, "skill_cap", "a whole number"),
        ({"skill_cap": "3"}, "skill_cap", "a whole number"),
        ({"capture": 1}, "capture", "on or off"),
        ({"due_time": "25:00"}, "due_time", "HH:MM"),
        ({"due_day": "someday"}, "due_day", "one of monday, tuesday, wednesday"),
        ({"bomb_dice": []}, "bomb_dice", "1 to 9 entries"),
        ({"skill_costs": [{"key": "x"}]}, "skill_costs", "rows"),
        ({"colour": "red"}, "colour", "Unknown option “colour”"),
        ({"roster_default": 20}, "roster_default", "roster cap"),
        ({"purse_shares": [60, 50]}, "purse_shares", "more than 100 percent"),
        ({"settle_hours": 100}, "settle_hours", "published before its duel"),
        ({"due_day": "monday", "due_time": "10:00"}, "due_time", "6 hours"),
        ({"starting_skill_most": 1}, "starting_skill_most", "could not spend"),
    ],
)
def test_a_refused_option_gets_a_sentence_at_its_field(
    data: dict[str, object], field: str, words: str
) -> None:
    problems = [problem for problem in house.validate(data) if problem.field == field]
    assert len(problems) == 1
    assert words in problems[0].sentence


def test_all_problems_are_reported_together() -> None:
    with pytest.raises(BadHouseRules) as told:
        house.decode({"skill_cap": 99, "foo": 1, "capture": "maybe"})
    assert {problem.field for problem in told.value.problems} == {"skill_cap", "foo", "capture"}
    assert told.value.code == "bad-house-rules"


@pytest.mark.parametrize("raw", [b"[]", b"{", b"\xff", "null"])
def test_house_rules_must_be_an_object(raw: bytes | str) -> None:
    with pytest.raises(BadHouseRules):
        house.decode(raw)


def test_strings_of_a_form_are_converted() -> None:
    assert house.decode({"skill_cap": "3", "capture": "true"}, lax=True).skill_cap == 3


def test_a_skill_needed_by_the_rules_cannot_be_removed() -> None:
    rows = [
        row for row in house.to_json_data(house.DEFAULT)["skill_costs"] if row["key"] != "stealth"
    ]
    assert any("stealth" in problem.sentence for problem in house.validate({"skill_costs": rows}))


def test_a_duplicate_row_is_refused() -> None:
    rows = house.to_json_data(house.DEFAULT)["prestige"]
    assert any(
        "only once: won" in problem.sentence
        for problem in house.validate({"prestige": [*rows, rows[1]]})
    )


def test_the_schema_has_titles_and_bounds() -> None:
    option = house.schema()["$defs"]["HouseRules"]["properties"]["missions_a_week"]
    assert (option["title"], option["maximum"], option["default"]) == (
        "Missions per team and week",
        99,
        6,
    )


@pytest.mark.parametrize("found", PRESETS, ids=lambda found: found.key)
def test_every_preset_is_valid(found: object) -> None:
    ready = find_preset(getattr(found, "key", ""))
    assert ready is not None
    assert house.check(ready.house) == ()
    assert house.decode(house.to_json_data(ready.house)) == ready.house
    by_hand = ready.key in {"evenings", "online"}
    assert (ready.weeks > 0) != by_hand, "only evenings are started by hand"
    assert ready.blurb


def test_each_way_to_play_has_ambushes_and_duels_that_fit() -> None:
    assert [
        (found.key, found.house.ambush_by_doctrine, found.house.duel_mode) for found in WAYS_TO_PLAY
    ] == [
        ("evenings", True, "recorded"),
        ("online", False, "live"),
        ("post", True, "slow"),
    ]


def test_presets_differ_and_the_first_is_the_recommended_one() -> None:
    assert len({msgspec.json.encode(found.house) for found in PRESETS}) == len(PRESETS)
    assert RECOMMENDED.house == HouseRules()
    assert find_preset("nowhere") is None


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_the_closest_preset_has_the_fewest_differences(preset: Preset) -> None:
    assert closest_preset(preset.house) == preset
    assert closest_preset(changed(preset.house, plastique_price=1)) == preset


def test_the_printed_preset_has_no_caps() -> None:
    printed = find_preset("printed")
    assert printed is not None
    assert (
        printed.house.missions_a_week,
        printed.house.espionage_points_a_week,
        printed.house.paid_ambushes_a_week,
    ) == (0, 0, 0)


def test_in_the_printed_preset_people_decide_and_fight() -> None:
    """The printed text leaves these choices to players: "Decide now", "choose freely", "each player
    controlling his own spy".
    """
    printed = find_preset("printed")
    assert printed is not None
    assert printed.house.live_decisions
    assert not printed.house.ambush_by_doctrine
    assert printed.house.settle_hours >= printed.house.decision_hours
