"""Every unlock and the combinations of unlocks."""

from __future__ import annotations

import pytest

from engine.dice import ScriptedDice
from engine.values import Seat
from minigames.achtung.rules.unlocks import unlocks_of
from minigames.achtung.rules.values import Headshot, MatchKind, Sabotage, Secret

from .fights import SABOTAGED, blu, fight, heal, red, shoot, stab


def test_each_class_has_its_unlocks():
    assert unlocks_of("scout", complex_classes=False) == ("bonk", "crit-a-cola")
    assert unlocks_of("soldier", complex_classes=False) == ("pain-train", "half-zatoichi")
    assert unlocks_of("pyro", complex_classes=False) == ("backburner",)
    assert unlocks_of("demoman", complex_classes=False) == (
        "pain-train",
        "half-zatoichi",
        "eyelander",
    )
    assert unlocks_of("heavy", complex_classes=False) == ("natascha",)
    assert unlocks_of("sniper", complex_classes=False) == ("razorback",)
    assert unlocks_of("spy", complex_classes=False) == ("ambassador",)


def test_a18_gunslinger_kritzkrieg_and_ubersaw_need_the_complex_classes():
    assert (
        unlocks_of("engineer", complex_classes=False)
        == unlocks_of("medic", complex_classes=False)
        == ()
    )
    assert unlocks_of("engineer", complex_classes=True) == ("gunslinger",)
    assert unlocks_of("medic", complex_classes=True) == ("kritzkrieg", "ubersaw")


def test_bonk_prevents_removal_of_the_scout():
    battle = fight("scout spy", "sniper", does={1: stab(0), 2: shoot(0)}, unlocks={0: "bonk"})
    assert battle.removed == {}


def test_bonk_does_not_stop_a_sabotaged_sniper():
    battle = fight(
        "scout",
        "sniper",
        match="flag",
        does={1: shoot(0)},
        unlocks={0: "bonk"},
        secrets={1: SABOTAGED},
    )
    assert red(battle) == 2


@pytest.mark.parametrize(("match", "points"), [("payload", 1), ("flag", 3), ("control", 3)])
def test_crit_a_cola_adds_a_point_in_control_point_matches(match, points):
    assert red(fight("scout", match=match, unlocks={0: "crit-a-cola"})) == points


@pytest.mark.parametrize(("kind", "points"), [("soldier", (3, 0, 4)), ("demoman", (2, 1, 4))])
def test_pain_train_adds_in_payload_and_control_points_and_costs_in_capture_the_flag(kind, points):
    matches: tuple[MatchKind, ...] = ("payload", "flag", "control")
    assert (
        tuple(red(fight(kind, match=match, unlocks={0: "pain-train"})) for match in matches)
        == points
    )


def test_half_zatoichi_leaves_one_of_all_who_carry_it():
    unlocks = {0: "half-zatoichi", 1: "half-zatoichi", 2: "half-zatoichi"}
    battle = fight("soldier demoman", "demoman heavy", unlocks=unlocks, dice=ScriptedDice(2))
    assert battle.removed == {0: "duel", 2: "duel"}


def test_single_half_zatoichi_rolls_no_dice():
    assert fight("soldier demoman", unlocks={0: "half-zatoichi"}).removed == {}


def test_ubercharged_loser_of_the_half_zatoichi_stays():
    battle = fight(
        "soldier medic",
        "demoman",
        does={1: heal(0)},
        unlocks={0: "half-zatoichi", 2: "half-zatoichi"},
        secrets={1: Secret(served=2)},
        dice=ScriptedDice(2),
        complex_classes=True,
    )
    assert battle.removed == {}


def test_backstabbed_half_zatoichi_is_not_in_the_draw():
    battle = fight(
        "soldier spy",
        "demoman",
        does={1: stab(0)},
        unlocks={0: "half-zatoichi", 2: "half-zatoichi"},
    )
    assert battle.removed == {0: "backstab"}


def test_backburner_adds_one_and_loses_one_for_each_enemy_soldier_and_demoman():
    assert red(fight("pyro", "scout", unlocks={0: "backburner"})) == 4
    assert red(fight("pyro", "soldier demoman soldier", unlocks={0: "backburner"})) == 1


@pytest.mark.parametrize(("match", "points"), [("payload", 4), ("flag", 3), ("control", 2)])
def test_a18_backburner_adds_one_in_every_type_of_match(match, points):
    assert red(fight("pyro", "scout", match=match, unlocks={0: "backburner"})) == points


def test_backburner_ignores_removed_enemies():
    assert red(fight("pyro sniper", "soldier", does={1: shoot(2)}, unlocks={0: "backburner"})) == 4


def test_eyelander_adds_a_point_for_each_match_won():
    assert red(fight("demoman", unlocks={0: "eyelander"}, secrets={0: Secret(won=2)})) == 3
    assert red(fight("demoman", secrets={0: Secret(won=2)})) == 1


def test_natascha_takes_a_point_from_every_enemy_scout():
    battle = fight("heavy", "scout scout pyro", match="flag", unlocks={0: "natascha"})
    assert blu(battle) == 2 + 2 + 2


def test_gunslinger_ignores_demomen_and_spies():
    assert (
        red(fight("engineer spy", "demoman", unlocks={0: "gunslinger"}, complex_classes=True)) == 3
    )


def test_gunslinger_gets_one_point_from_a_medic_and_none_from_a_sabotaged_one():
    assert (
        red(
            fight(
                "engineer medic", does={1: heal(0)}, unlocks={0: "gunslinger"}, complex_classes=True
            )
        )
        == 4
    )
    assert (
        red(
            fight(
                "engineer medic",
                does={1: heal(0)},
                unlocks={0: "gunslinger"},
                secrets={1: SABOTAGED},
                complex_classes=True,
            )
        )
        == 3
    )


def test_kritzkrieg_adds_four_and_protects_nobody():
    secrets, unlocks = {1: Secret(served=2)}, {1: "kritzkrieg"}
    assert (
        red(
            fight(
                "demoman medic",
                does={1: heal(0)},
                unlocks=unlocks,
                secrets=secrets,
                complex_classes=True,
            )
        )
        == 2 + 4
    )
    shot = fight(
        "demoman medic",
        "sniper",
        does={1: heal(0), 2: shoot(0)},
        unlocks=unlocks,
        secrets=secrets,
        complex_classes=True,
    )
    assert shot.removed == {0: "shot"}
    assert red(shot) == 4


def test_a5_kritzkrieg_medic_who_is_shot_adds_nothing():
    secrets, unlocks = {1: Secret(served=2)}, {1: "kritzkrieg"}
    battle = fight(
        "demoman medic",
        "sniper",
        does={1: heal(0), 2: shoot(1)},
        unlocks=unlocks,
        secrets=secrets,
        complex_classes=True,
    )
    assert red(battle) == 1


@pytest.mark.parametrize(("served", "points"), [(0, 2), (1, 4), (2, 2), (3, 4), (4, 2)])
def test_a9_ubersaw_charges_in_the_second_and_fourth_match(served, points):
    secrets = {1: Secret(served=served)}
    assert (
        red(
            fight(
                "demoman medic",
                does={1: heal(0)},
                unlocks={1: "ubersaw"},
                secrets=secrets,
                complex_classes=True,
            )
        )
        == points
    )


def test_razorback_stops_the_backstab_and_is_then_sabotaged():
    battle = fight("sniper spy", "heavy", does={0: shoot(2), 1: stab(0)}, unlocks={0: "razorback"})
    assert battle.removed == {}
    assert battle.sabotaged == {0}
    assert blu(battle) == 2, "the shot of this match only takes a point"


def test_sabotaged_razorback_does_not_help():
    battle = fight(
        "sniper spy", does={1: stab(0)}, unlocks={0: "razorback"}, secrets={0: SABOTAGED}
    )
    assert battle.removed == {0: "backstab"}


def test_razorback_stops_only_the_first_of_two_backstabs():
    battle = fight("sniper spy spy", does={1: stab(0), 2: stab(0)}, unlocks={0: "razorback"})
    assert battle.removed == {0: "backstab"}


def test_sabotage_comes_before_the_backstab_and_disables_the_razorback():
    does = {1: stab(0), 3: Sabotage(target=Seat(0), guess="sniper")}
    assert fight("sniper spy", bench="spy", does=does, unlocks={0: "razorback"}).removed == {
        0: "backstab"
    }


def test_razorback_does_not_stop_a_shot():
    assert fight("sniper", "sniper", does={1: shoot(0)}, unlocks={0: "razorback"}).removed == {
        0: "shot"
    }


def test_ambassador_a12_cancels_a_spy_outside_the_squad():
    does = {1: Headshot(target=Seat(2)), 2: Sabotage(target=Seat(0), guess="heavy")}
    battle = fight("heavy", "spy", bench="spy", does=does)
    assert battle.removed == {}
    assert battle.successful_spies == set()


def test_ambassador_does_nothing_to_other_classes():
    assert fight("heavy", "spy", does={1: Headshot(target=Seat(0))}).removed == {}


def test_ambassador_spies_can_hit_each_other():
    battle = fight(
        "spy heavy", "spy scout", does={0: Headshot(target=Seat(2)), 2: Headshot(target=Seat(0))}
    )
    assert battle.removed == {0: "headshot", 2: "headshot"}


def test_spy_removed_by_a_pyro_does_not_fire():
    does = {0: Headshot(target=Seat(2))}
    assert fight("spy pyro", "spy", does=does, complex_classes=True).removed == {0: "burnt"}
