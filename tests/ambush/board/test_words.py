"""The text description contains everything needed to play (P5, P14)."""

from __future__ import annotations

import pytest

from ambush.board.ground_words import map_passages
from ambush.board.squares import square_with_name
from ambush.rules.ground import OFF_MAP
from ambush.rules.maps import MAPS
from ambush.rules.terrain import terrain_of
from ambush.rules.values import Cloud, Lying, Sound
from engine.values import changed
from tests.ambush.rules.scene import fighter, ground_with, plan, play_turns, standoff

from .scene import ADA, BEA, board_for, board_text, make_draft, make_duel, square_index


def test_text_describes_my_position_and_the_enemy() -> None:
    words = board_text(board_for(standoff()))
    assert "You are standing at U21, on open ground, rifle in hand." in words
    assert (
        "Bea (betas) is in sight, at U45, 24 squares (6 in) south, standing, rifle in hand."
        in words
    )
    assert "The enemy sees you." in words
    assert "No one has cover." in words
    assert "5 squares of 5 left this turn." in words
    assert "The shortest way off the map is 21 steps, starting north." in words


def test_p5_text_tells_who_has_cover_and_where_to_find_some() -> None:
    state = standoff(ground=ground_with(("f", 20, 43), ("f", 22, 23)))
    assert "They have cover from you; you have none." in board_text(board_for(state, ADA))
    assert "You have cover from them; they have none." in board_text(board_for(state, BEA))
    assert "No square you can reach this turn is out of their sight." in board_text(
        board_for(state, ADA)
    )


def test_p5_text_names_the_nearest_hidden_square_and_the_way_to_it() -> None:
    state = standoff(ground=ground_with(*[("#", x, 24) for x in (22, 23, 24)]))
    words = board_text(board_for(state))
    assert "The nearest square you can reach this turn out of their sight: " in words
    named = words.split("out of their sight: ")[1].split(",")[0]
    assert not terrain_of(state.table.ground).is_clear(square_index(named), state.own[1].man.at)


def test_p14_text_tells_where_and_when_a_hidden_enemy_was_last_seen() -> None:
    state = play_turns(standoff(ground=ground_with(("#", 21, 30))), 1, plan("e, e"))
    words = board_text(board_for(state))
    assert "Bea (betas) is out of sight, last seen at U45" in words
    assert "in turn 1, phase 1, rifle in hand" in words
    assert "The enemy does not see you." in words


def test_p14_text_tells_shots_grenades_and_injuries() -> None:
    state = standoff(fighter(0, "rifle", "smoke_grenade", armour=3))
    own = state.own[0]
    man = changed(own.man, hits=1, armour_lost=3, blind=1)
    own = changed(
        own,
        man=man,
        sounds=(Sound(phase=2, way="sw"),),
        lying=(
            Lying(gear="smoke_grenade", at=square_index("H12")),
            Lying(gear="explosive_grenade", at=square_index("H13")),
        ),
    )
    words = board_text(board_for(changed(state, own=(own, state.own[1]))))
    assert "A shot was heard in phase 2 from the south-west." in words
    assert "Your explosive grenade goes off at H13 at the end of the turn." in words
    assert "Your smoke grenade goes off at H12 at the end of the turn." in words
    assert "Ada: 2 of 3 DP, wounded: −2 on every roll." in words
    assert "Armour: 0 of 3 points left." in words
    assert "You are blinded and see nothing this turn." in words


def test_p18_text_tells_bearing_and_time_of_clouds_to_players_only() -> None:
    state = standoff(
        clouds=(
            Cloud(kind="gas", at=square_index("U19"), until=5, by=ADA),
            Cloud(kind="fire", at=square_index("AE21"), until=1, by=BEA),
        )
    )
    words = board_text(board_for(state))
    assert (
        "Tear gas at U19, 2 squares (½ in) north, four squares around, for 5 more turns. You "
        "are in it."
    ) in words
    assert (
        "Burning oil at AE21, 10 squares (2½ in) east, its square and those beside it, for 1 "
        "more turn."
    ) in words
    assert "You are in tear gas: −4 on every roll." in words
    assert "Tear gas at U19, to the end of turn 5." in board_text(board_for(state, None))


def test_text_describes_the_eight_neighbours_and_the_view_in_each_direction() -> None:
    state = standoff(
        ground=ground_with(("#", 20, 19), ("f", 22, 20), ("V", 26, 20), ("p", 10, 20)),
        clouds=(Cloud(kind="smoke", at=square_index("G36"), until=9, by=ADA),),
    )
    words = board_text(board_for(state))
    assert "North | wall | no | wall at U20 ends the view after 0 squares" in words
    assert (
        "East | open ground | yes | fence at W21; vehicle at AA21 ends the view after 5 squares"
        in words
    )
    assert "West | open ground | yes | pump at K21; open to the edge, 20 squares" in words
    assert "South-west | open ground | yes | smoke at" in words


def test_text_lists_nearby_objects_by_distance() -> None:
    words = board_text(
        board_for(
            standoff(
                ground=ground_with(
                    ("t", 20, 17), ("f", 25, 20), ("f", 26, 20), ("+", 20, 30), ("p", 40, 40)
                )
            )
        )
    )
    near = words.split("Within 16 squares\n")[1].splitlines()[1:4]
    assert near == ["Tree | U18 | 3 | north", "Fence | Z21 | 5 | east", "Door | U31 | 10 | south"]


def test_p6_text_explains_the_target_number_of_the_odds() -> None:
    words = board_text(board_for(standoff()))
    assert (
        "Rifle | 28 % | 17 % | 3 | 7 to hit, on foot −3, range −1, target not moving +1, not "
        "moving +1: 9 needed"
    ) in words
    assert "Bare hands | 58 % (not at arm’s length) | 58 % | 1d−3 | 7 to hit: 7 needed" in words


def test_text_includes_the_current_plan() -> None:
    words = board_text(
        board_for(standoff(), ADA, make_draft(step1="s", action="fire:rifle", vanish="yes"))
    )
    assert "Phase 1: south; fire the rifle at first sight." in words
    assert "1 | south | U22 | yes |" in words


def test_text_tells_only_my_own_kit_and_skills() -> None:
    state = make_duel(mine="S14", enemy="W30")
    fired = changed(state.own[0].man, fired=(changed(state.own[0].man.who.kit.items[0], count=3),))
    words = board_text(
        board_for(changed(state, own=(changed(state.own[0], man=fired), state.own[1])))
    )
    assert "Heavy pistol: 5 of 8 rounds, 1 spare clip." in words
    assert (
        "Skills: handgunner at base, blade at base, martial arts at base, running +1, stealth "
        "at base."
    ) in words


@pytest.mark.parametrize("key", MAPS)
def test_p2_map_can_be_redrawn_from_its_text_rows(key: str) -> None:
    letters = {
        "wall": "#",
        "road": "=",
        "floor": ":",
        "door": "+",
        "vehicle": "V",
        "fence": "f",
        "pump": "p",
        "tree": "t",
    }
    rows: dict[int, str] = {}
    for line in map_passages(key)[-1].lines[1:]:
        where, _, what = line.rstrip(".").partition(": ")
        numbers = [int(word) for word in where.split() if word.isdigit()]
        row = ["."] * 48
        for run in [] if what == "open ground" else what.split("; "):
            span, _, kind = run.rpartition(" ")
            ends = [square_with_name(f"{column}1") for column in span.split(" to ")]
            row[ends[0] : ends[-1] + 1] = letters[kind] * (ends[-1] - ends[0] + 1)  # type: ignore[misc,operator]
        rows |= {number: "".join(row) for number in range(numbers[0], numbers[-1] + 1)}
    assert tuple(rows[number] for number in range(1, 49)) == MAPS[key].rows


def test_text_describes_buildings_with_their_doors() -> None:
    assert map_passages("truck_stop")[0].lines[0] == "E5 to R14: doors at R9, K14."


def test_player_who_left_the_map_reads_only_of_the_map_and_themselves() -> None:
    state = standoff(stage="over", ending="edge")
    gone = changed(state.own[0], man=changed(state.own[0].man, at=OFF_MAP, left="edge"))
    board = board_for(changed(state, own=(gone, state.own[1])))
    assert board.lines == ("One fighter has left the map. The ambush is over.", "You got away.")
    assert [passage.title for passage in board.words] == ["You and your kit", "Drawn, row by row"]


@pytest.mark.parametrize(
    ("hits", "hurt", "words"),
    [
        (2, "", "You are unconscious."),
        (3, "", "You are dead."),
        (0, "down", "You are still standing, and Bea is down."),
        (0, "", "You are still standing."),
    ],
)
def test_p12_text_tells_how_the_fight_ended_for_me(hits: int, hurt: str, words: str) -> None:
    state = standoff(stage="over", ending="knock_out")
    own = changed(
        state.own[0],
        man=changed(state.own[0].man, hits=hits),
        mark=changed(state.own[0].mark, hurt=hurt),
    )
    assert board_for(changed(state, own=(own, state.own[1]))).lines[1] == words


def test_headline_names_turn_and_phase() -> None:
    assert board_for(standoff(turn=3)).headline == "Turn 3 of 30: make your plan"
    assert (
        board_for(standoff(turn=3, phase=2, phase_by_phase=True)).headline
        == "Turn 3 of 30, phase 2: make your plan"
    )
    assert board_for(standoff(turn=3), None).headline == "Turn 3 of 30"


def test_text_says_when_an_action_will_not_happen() -> None:
    state = play_turns(standoff(ground=ground_with(("#", 21, 30))), 1, plan("e, e"))
    choice = board_for(state, ADA, make_draft(action="fire:rifle")).choice("plan")
    assert choice is not None
    assert "you cannot carry out" in choice.note
