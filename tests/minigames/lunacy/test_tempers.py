"""The tempers of Lunacy's bots: actions in whole matches and in single positions."""

from __future__ import annotations

import pytest

from engine.dice import SeededDice, seed_from
from minigames.lunacy.bots import BOTS
from minigames.lunacy.lab import CLUB, LAB, WIRED, Pairing, Tale, play, tell
from minigames.lunacy.rules.game import LUNACY
from minigames.lunacy.rules.laboratory import DEFENCE_ROOM, FIRST_AID, HELIPAD, ROOF_LIFT
from minigames.lunacy.rules.values import Buy, Change, Leave, Look, Mend, Setup, Shop
from minigames.lunacy.schemer import Schemer
from minigames.lunacy.tabletop import LUNACY_TABLE
from minigames.lunacy.tempers import HUNTER, LURKER, TEMPERS, TINKER
from tests.minigames.lunacy.scene import A, B, Scene

DICE = SeededDice(seed_from("temper"), 1)
TRAPS = {"green", "orange", "yellow", "black", "white", "light_blue"}


def play_tales(cases, each: int) -> list[Tale]:
    """Play this many matches of every case."""
    return [tell(case.setup, f"floor/{number}") for case in cases for number in range(each)]


def chosen_move(scene: Scene, temper=LURKER):
    """Return the move of the temper's club bot as A."""
    return temper.club.choose(scene.view(A), A, DICE)


def test_spies_hide_pieces_and_meet_traps_in_thirty_matches():
    told = play_tales(CLUB, 10)
    assert sum([tale.total("hides") for tale in told]) >= 45
    assert sum([tale.total("met") for tale in told]) >= 45
    assert sum([tale.total("shopped") for tale in told]) >= 20
    assert sum([tale.total("bluffs") for tale in told]) >= 3


def test_l35_thirty_matches_with_wires_meet_three_traps_each():
    assert sum([tale.total("met") for tale in play_tales(WIRED, 10)]) >= 90


def test_tempers_differ_in_their_actions():
    done = {temper.key: [0, 0] for temper in TEMPERS}
    for tale in play_tales(CLUB, 10):
        for bot, counts in zip(tale.bots, tale.action_counts, strict=True):
            done[bot.partition(":")[0]][0] += counts.get("laid", 0)
            done[bot.partition(":")[0]][1] += counts.get("shopped", 0)
    assert done["lurker"][0] > done["hunter"][0]
    assert done["lurker"][0] > done["tinker"][0]
    assert done["tinker"][1] > done["hunter"][1]


def test_club_bots_win_most_matches_against_random_play():
    wins = 0
    for temper in TEMPERS:
        pairing = Pairing(f"{temper.key}:club", "random", Setup())
        for number in range(20):
            tale = tell(pairing, f"random/{number}")
            wins += tale.outcome.winners == (tale.bots.index(pairing.first_bot),)
    assert wins >= 42


def test_each_temper_has_enough_unique_names():
    names = [name for temper in TEMPERS for name in temper.names]
    assert len({*names, *LUNACY_TABLE.bot_names}) == len(names) + len(LUNACY_TABLE.bot_names)
    assert all(len(temper.names) >= 2 for temper in TEMPERS)
    assert all(name.isalpha() and len(name) <= 12 for name in names)


def test_former_bot_names_still_work_and_every_temper_has_levels():
    assert {"doctrine", "search", "random"} <= {*BOTS.names}
    assert {"lurker:newcomer", "hunter:club", "tinker:strong"} <= {*BOTS.names}


def test_weak_spy_hides_a_found_piece_under_a_trap():
    scene = Scene().give(A, 1).put(A, 11, health=2, weapon="green", defence="black")
    assert chosen_move(scene) == Look()
    left = chosen_move(scene.search(A))
    assert isinstance(left, Leave)
    assert left.hide == (1,)
    assert left.device in TRAPS


def test_healthy_spy_keeps_a_piece_found_far_from_the_roof():
    scene = Scene().give(A, 1).put(A, 11, weapon="green", defence="black").search(A)
    assert chosen_move(scene, HUNTER).hide == ()


def test_spy_hides_pieces_at_the_roof_elevator_and_carries_all_from_there():
    scene = Scene().give(A, 1).put(A, ROOF_LIFT, weapon="green", defence="black").search(A)
    left = chosen_move(scene)
    assert left.hide == (1,)
    scene = Scene().give(A, 1, 13, 25).put(A, ROOF_LIFT)
    assert chosen_move(scene).to == HELIPAD


def test_spy_heals_when_possible():
    scene = Scene().put(A, FIRST_AID, health=4, weapon="green", defence="black")
    assert chosen_move(scene) == Mend()


def test_tinker_shops_for_the_colour_shown_by_the_opponent():
    scene = Scene().put(
        A, DEFENCE_ROOM, weapon="green", defence="black", defences=("green", "yellow")
    )
    scene.put(B, 4, weapon="white", shown_weapon="white")
    assert chosen_move(scene, TINKER) == Shop()
    bought = chosen_move(scene.play(A, Shop()), TINKER)
    assert isinstance(bought, Buy)
    assert bought.take == "white"


def test_spy_changes_to_the_defence_against_the_opponents_weapon():
    scene = Scene().put(A, 7, weapon="green", defence="black", defences=("orange", "white"))
    scene.put(B, 8, weapon="orange", shown_weapon="orange")
    assert chosen_move(scene) == Change(weapon="green", defence="orange")


def test_spy_searches_where_the_opponent_has_been_since_a_find():
    scene = Scene().give(B, 1).put(B, 25, pieces=()).put(A, 12, weapon="green", defence="black")
    scene.device(12, "decoy", B).set(since=(1, 0, 0))
    assert chosen_move(scene, HUNTER) == Look()


@pytest.mark.parametrize("level", ["newcomer", "club"])
@pytest.mark.parametrize("temper", TEMPERS, ids=lambda temper: temper.key)
def test_temper_depends_only_on_its_view(temper, level):
    view = Scene().put(A, 7).view(A)
    answers = [
        temper.bot_at(level).choose(view, A, SeededDice(seed_from("same"), 5)) for _ in (1, 2)
    ]
    assert answers[0] == answers[1]
    LUNACY.check(view, answers[0])


def test_schemer_needs_the_view_of_a_spy():
    with pytest.raises(ValueError, match="one of the two spies"):
        Schemer(LURKER.club.nature).choose(Scene().view(None), A, DICE)


def test_strong_bots_think_ahead_with_their_own_temper():
    assert LURKER.strong.searches
    assert LURKER.strong.policy is LURKER.club
    assert not LURKER.club.__dict__.get("searches")


def test_lab_counts_winners_and_actions():
    seen = [*play(CLUB[0].setup, "one")]
    assert sum([each.halves for each in seen if each.chart == "strength"]) == 2
    assert {each.chart for each in seen} == {chart.key for chart in LAB.charts}
    again = [*play(CLUB[0].setup, "one")]
    assert seen == again
