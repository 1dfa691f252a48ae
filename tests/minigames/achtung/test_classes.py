"""Every class of the plain and the complex game in a match."""

from __future__ import annotations

import pytest

from engine.dice import ScriptedDice
from engine.values import Seat
from minigames.achtung.rules.classes import printed_points
from minigames.achtung.rules.values import MATCHES, Headshot, Sabotage, Secret

from .fights import SABOTAGED, blu, fight, heal, red, shoot, stab


@pytest.mark.parametrize(
    ("kind", "plain", "complex_points"),
    [
        ("scout", (1, 3, 2), (2, 3, 3)),
        ("soldier", (2, 1, 3), (2, 2, 2)),
        ("pyro", (3, 2, 1), (1, 1, 1)),
        ("demoman", (1, 2, 3), (1, 2, 3)),
        ("heavy", (3, 1, 2), (3, 1, 2)),
        ("engineer", (2, 3, 1), (3, 3, 3)),
        ("medic", (0, 0, 0), (0, 0, 0)),
        ("sniper", (0, 0, 0), (0, 0, 0)),
        ("spy", (0, 0, 0), (0, 0, 0)),
    ],
)
def test_each_class_has_its_printed_points(kind, plain, complex_points):
    assert tuple(printed_points(kind, match, complex_classes=False) for match in MATCHES) == plain
    assert (
        tuple(printed_points(kind, match, complex_classes=True) for match in MATCHES)
        == complex_points
    )
    assert tuple(red(fight(kind, "spy", match=match)) for match in MATCHES) == plain


def test_squad_scores_the_sum_of_its_players():
    battle = fight("scout heavy engineer", "soldier demoman medic", match="flag")
    assert (red(battle), blu(battle)) == (7, 3)


# --- Medic ----------------------------------------------------------------------------------------


def test_medic_doubles_the_patient():
    assert red(fight("heavy medic scout", does={1: heal(0)})) == 7


def test_medic_heals_the_other_squad_member_if_the_patient_is_removed():
    battle = fight("heavy medic scout", "sniper", does={1: heal(0), 3: shoot(0)})
    assert battle.removed == {0: "shot"}
    assert red(battle) == 2


def test_medic_moves_on_after_a_backstab_and_again_after_a_shot():
    battle = fight(
        "heavy medic scout pyro spy",
        "sniper",
        does={1: heal(0, 2, 3), 4: stab(0), 5: shoot(2)},
        team_size=8,
    )
    assert battle.removed == {0: "backstab", 2: "shot"}
    assert red(battle) == 6


def test_medic_continues_with_the_rest_of_the_squad_after_listed_patients():
    battle = fight("heavy medic scout pyro", "sniper", does={1: heal(3), 4: shoot(3)}, team_size=8)
    assert red(battle) == 7, "Heavy doubled, Scout"


def test_random_new_patient_is_chosen_by_dice():
    battle = fight(
        "heavy medic scout pyro",
        "sniper",
        does={1: heal(0), 4: shoot(0)},
        dice=ScriptedDice(2),
        team_size=8,
        medic="random",
    )
    assert red(battle) == 1 + 6


def test_removed_medic_heals_nobody():
    battle = fight("heavy medic", "sniper", does={1: heal(0), 2: shoot(1)})
    assert red(battle) == 3


def test_medic_who_stands_by_heals_nobody():
    assert red(fight("heavy medic")) == 3


def test_two_medics_on_one_patient_double_twice():
    assert red(fight("heavy medic medic", does={1: heal(0), 2: heal(0)})) == 12


def test_sabotaged_medic_only_adds_one_point():
    assert red(fight("heavy medic", does={1: heal(0)}, secrets={1: SABOTAGED})) == 4


def test_a18_sabotaged_medic_works_the_same_with_complex_classes():
    assert (
        red(fight("demoman medic", does={1: heal(0)}, secrets={1: SABOTAGED}, complex_classes=True))
        == 2
    )


def test_a19_automatic_medic_finds_the_best_patient_after_all_removals():
    assert red(fight("scout medic heavy", medic="automatic")) == 7
    assert red(fight("scout medic heavy", "sniper", medic="automatic", does={3: shoot(2)})) == 2


def test_a19_dice_break_ties_of_the_automatic_medic():
    battle = fight("heavy medic pyro", medic="automatic", dice=ScriptedDice(2))
    assert battle.patients == {1: 2}
    assert red(battle) == 9


def test_a19_automatic_medic_considers_healing_effects_of_complex_classes():
    battle = fight(
        "scout medic soldier engineer",
        match="flag",
        medic="automatic",
        complex_classes=True,
        team_size=8,
    )
    assert battle.patients == {1: 2}, (
        "Soldier (2+1)x2 adds 4; Scout (3-1)x2 adds 1; an Engineer gets nothing"
    )


# --- Sniper ---------------------------------------------------------------------------------------


def test_sniper_removes_an_enemy():
    battle = fight("sniper scout", "heavy pyro", does={0: shoot(2)})
    assert (red(battle), blu(battle)) == (1, 3)


def test_shot_at_a_spy_fails():
    battle = fight("sniper", "spy heavy", does={0: shoot(1)})
    assert battle.removed == {}


def test_a4_two_snipers_can_remove_each_other():
    assert fight("sniper", "sniper", does={0: shoot(1), 1: shoot(0)}).removed == {
        0: "shot",
        1: "shot",
    }


def test_backstabbed_sniper_does_not_shoot():
    battle = fight("sniper spy", "heavy", does={0: shoot(2), 1: stab(0)})
    assert battle.removed == {0: "backstab"}


def test_sabotaged_sniper_only_takes_one_point():
    battle = fight("sniper", "heavy", does={0: shoot(1)}, secrets={0: SABOTAGED})
    assert battle.removed == {}
    assert blu(battle) == 2


def test_sabotaged_sniper_takes_the_point_before_the_medic_doubles():
    battle = fight("sniper", "heavy medic", does={0: shoot(1), 2: heal(1)}, secrets={0: SABOTAGED})
    assert blu(battle) == 4


def test_a5_sabotaged_sniper_who_is_shot_takes_nothing():
    battle = fight(
        "sniper", "sniper heavy", does={0: shoot(2), 1: shoot(0)}, secrets={0: SABOTAGED}
    )
    assert blu(battle) == 3


# --- Spy ------------------------------------------------------------------------------------------


def test_backstab_removes_a_player_of_the_own_squad():
    battle = fight("spy heavy scout", does={0: stab(1)})
    assert battle.removed == {1: "backstab"}
    assert red(battle) == 1


def test_a12_spies_can_backstab_each_other_simultaneously():
    battle = fight("spy spy heavy", does={0: stab(1), 1: stab(0)})
    assert battle.removed == {0: "backstab", 1: "backstab"}


def test_sabotage_takes_a_point_immediately_if_the_class_is_guessed():
    battle = fight("heavy", bench="spy", does={2: Sabotage(target=Seat(0), guess="heavy")})
    assert battle.successful_spies == {2}
    assert red(battle) == 2


def test_wrong_guess_does_nothing():
    battle = fight("heavy", bench="spy", does={2: Sabotage(target=Seat(0), guess="scout")})
    assert battle.successful_spies == set()
    assert red(battle) == 3


def test_a6_second_attempt_on_the_same_player_fails():
    battle = fight(
        "heavy",
        bench="spy",
        does={2: Sabotage(target=Seat(0), guess="heavy")},
        secrets={0: SABOTAGED},
    )
    assert battle.successful_spies == set()
    assert red(battle) == 2, "and takes no second point"


def test_a22_two_right_guesses_in_the_same_match_both_succeed():
    guess = Sabotage(target=Seat(0), guess="heavy")
    battle = fight("heavy", bench="spy spy", does={2: guess, 3: guess})
    assert battle.successful_spies == {2, 3}
    assert red(battle) == 2


def test_medic_sabotaged_in_this_match_only_adds_one_point():
    battle = fight(
        "heavy medic", bench="spy", does={1: heal(0), 3: Sabotage(target=Seat(1), guess="medic")}
    )
    assert red(battle) == 4


def test_player_is_never_worth_less_than_zero():
    battle = fight("scout", "sniper", does={1: shoot(0)}, secrets={0: SABOTAGED, 1: SABOTAGED})
    assert red(battle) == 0


# --- complex classes ------------------------------------------------------------------------------


def test_complex_scout_loses_a_point_before_doubling():
    assert red(fight("scout medic", does={1: heal(0)}, complex_classes=True)) == 2


@pytest.mark.parametrize(("kind", "points"), [("soldier", 6), ("heavy", 8)])
def test_complex_soldier_and_heavy_gain_a_point_before_doubling(kind, points):
    assert red(fight(f"{kind} medic", does={1: heal(0)}, complex_classes=True)) == points


@pytest.mark.parametrize("kind", ["soldier", "scout", "heavy"])
def test_a5_shot_medic_does_not_change_complex_class_points(kind):
    battle = fight(f"{kind} medic", "sniper", does={1: heal(0), 2: shoot(1)}, complex_classes=True)
    assert battle.removed == {1: "shot"}
    assert red(battle) == printed_points(kind, "payload", complex_classes=True)


@pytest.mark.parametrize(("kind", "points"), [("soldier", (2 + 1) * 4), ("scout", (2 - 1) * 4)])
def test_a34_healing_effect_of_a_complex_class_counts_once_for_two_medics(kind, points):
    assert (
        red(fight(f"{kind} medic medic", does={1: heal(0), 2: heal(0)}, complex_classes=True))
        == points
    )


def test_a34_healing_by_a_sabotaged_medic_counts():
    battle = fight("soldier medic", does={1: heal(0)}, secrets={1: SABOTAGED}, complex_classes=True)
    assert red(battle) == 2 + 1 + 1


def test_healing_only_doubles_in_the_plain_game():
    assert red(fight("scout medic", does={1: heal(0)})) == 2
    assert red(fight("soldier medic", does={1: heal(0)})) == 4


def test_complex_pyro_removes_every_spy_of_the_squad_and_cancels_their_actions():
    battle = fight(
        "pyro spy spy heavy",
        does={1: stab(3), 2: Sabotage(target=Seat(3), guess="heavy")},
        complex_classes=True,
    )
    assert battle.removed == {1: "burnt", 2: "burnt"}
    assert red(battle) == 4


def test_complex_pyro_ignores_enemy_spies_and_spies_outside_the_squad():
    battle = fight(
        "pyro heavy",
        "spy",
        bench="spy",
        does={3: Sabotage(target=Seat(1), guess="heavy")},
        complex_classes=True,
    )
    assert battle.removed == {}
    assert battle.successful_spies == {3}


def test_plain_pyro_removes_nobody():
    assert fight("pyro spy heavy", does={1: stab(2)}).removed == {2: "backstab"}


def test_every_complex_demoman_takes_a_point_from_every_enemy_engineer():
    battle = fight("demoman demoman", "engineer engineer scout", complex_classes=True)
    assert blu(battle) == 1 + 1 + 2


def test_a4_modifiers_count_only_players_still_in_the_match():
    battle = fight("demoman", "engineer sniper", does={2: shoot(0)}, complex_classes=True)
    assert blu(battle) == 3


def test_complex_engineer_loses_one_point_for_any_number_of_spies():
    assert red(fight("engineer spy spy", complex_classes=True)) == 2
    assert red(fight("engineer spy pyro", complex_classes=True)) == 4, (
        "the Pyro smoked the Spy out first"
    )


def test_complex_engineer_is_not_affected_by_medics():
    assert red(fight("engineer medic", does={1: heal(0)}, complex_classes=True)) == 3
    assert (
        red(
            fight("engineer medic", does={1: heal(0)}, secrets={1: SABOTAGED}, complex_classes=True)
        )
        == 3
    )


def test_plain_engineer_is_healed_like_anyone():
    assert red(fight("engineer medic", does={1: heal(0)})) == 4


# --- Übercharge -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("served", "points"), [(0, 3), (1, 3), (2, 5), (3, 3)])
def test_a9_ubercharge_fires_in_the_third_match_and_adds_two(served, points):
    battle = fight(
        "pyro pyro medic",
        does={2: heal(0)},
        secrets={2: Secret(served=served)},
        complex_classes=True,
    )
    assert red(battle) == points


def test_ubercharge_protects_medic_and_patient_from_snipers():
    secrets = {1: Secret(served=2)}
    battle = fight(
        "heavy medic scout",
        "sniper sniper",
        does={1: heal(0), 3: shoot(0), 4: shoot(1)},
        secrets=secrets,
        complex_classes=True,
    )
    assert battle.removed == {}
    assert red(battle) == 8 + 2 + 2


def test_a36_sabotaged_sniper_takes_a_point_from_a_protected_player():
    does, secrets = {0: shoot(1), 2: heal(1)}, {0: SABOTAGED, 2: Secret(served=2)}
    battle = fight(
        "sniper", "demoman medic", does=does, secrets=secrets, match="flag", complex_classes=True
    )
    assert blu(battle) == (2 - 1) * 2 + 2


def test_ubercharge_protects_the_new_patient_after_a_backstab():
    does = {1: heal(0), 3: stab(0), 4: shoot(2)}
    battle = fight(
        "heavy medic demoman spy",
        "sniper",
        does=does,
        secrets={1: Secret(served=2)},
        complex_classes=True,
    )
    assert battle.removed == {0: "backstab"}


def test_ubercharge_does_not_protect_from_spies_and_a_backstabbed_medic_has_none():
    battle = fight(
        "heavy medic spy",
        does={1: heal(0), 2: stab(1)},
        secrets={1: Secret(served=2)},
        complex_classes=True,
    )
    assert battle.removed == {1: "backstab"}
    assert red(battle) == 3


def test_sabotaged_medic_cannot_ubercharge():
    secrets = {1: Secret(served=2, sabotaged=True)}
    battle = fight(
        "heavy medic",
        "sniper",
        does={1: heal(0), 2: shoot(0)},
        secrets=secrets,
        complex_classes=True,
    )
    assert battle.removed == {0: "shot"}
    assert red(battle) == 0


def test_plain_game_has_no_ubercharge():
    assert red(fight("heavy medic", does={1: heal(0)}, secrets={1: Secret(served=2)})) == 6


def test_a23_automatic_medic_is_protected_alone():
    battle = fight(
        "heavy medic",
        "sniper sniper",
        does={2: shoot(0), 3: shoot(1)},
        secrets={1: Secret(served=2)},
        complex_classes=True,
        medic="automatic",
    )
    assert battle.removed == {0: "shot"}


# --- headshots ------------------------------------------------------------------------------------


def test_headshot_removes_a_spy_and_cancels_the_backstab():
    battle = fight("heavy spy", "soldier spy", does={1: stab(0), 3: Headshot(target=Seat(1))})
    assert battle.removed == {1: "headshot"}
    assert red(battle) == 3
