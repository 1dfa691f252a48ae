"""Whole fights by suggestions, fields and clock; options and coach (P12, P15, P17)."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import pytest

from ambush.board.coach import next_advice
from ambush.board.fighters import OUTFITS, Duel, Map, Outfit
from ambush.board.squares import square_with_name
from ambush.rules.game import AMBUSH
from ambush.rules.values import Cloud, Place, Plan
from ambush.tabletop import AMBUSH_TABLE
from engine.dice import SeededDice, seed_from
from engine.game import Refusal
from engine.match import submit
from engine.values import changed
from play.tabletop.board import Draft
from tests.ambush.rules.scene import standoff

from .scene import ADA, BEA, board, board_for, board_text, make_duel

if TYPE_CHECKING:
    from ambush.rules.values import State, View
    from engine.values import Seat

MOST = 400


def draft_from_text(view: View, number: int) -> Draft:
    """Return the plan of a player who reads the text and fills in the form.

    The player goes to the named hiding place, or stands and fires.
    """
    shown = board(view)
    if view.table.stage == "placing":
        words = shown.menus[0].choices[number % len(shown.menus[0].choices)].note
        mine, enemy = (
            words.split("You at ")[1].split(",")[0],
            words.split("the enemy at ")[1].split(",")[0],
        )
        return Draft(choice="place", answers=(("mine", (mine,)), ("enemy", (enemy,))))
    form = shown.choice("plan")
    assert form is not None
    answers = {each.name: each.value for each in form.fields}
    steps = [each for each in form.fields if each.name.startswith("step")]
    if number % 3 == 0:
        answers |= {each.name: _exit_direction(board_text(shown)) for each in steps[:1]}
    else:
        answers |= {each.name: each.value for each in steps}
    return Draft(
        choice="plan", answers=tuple([(name, (value,)) for name, value in answers.items()])
    )


def _exit_direction(words: str) -> str:
    """Return the exit direction named in the text."""
    told = words.split("starting ")[1].split(".", maxsplit=1)[0]
    return "".join([part[0] for part in told.split("-")])


def play_duel(setup_options: Duel, seed: str, *, fields: bool) -> State:
    state, _ = AMBUSH.start(AMBUSH_TABLE.setup(setup_options, 2), SeededDice(seed_from(seed), 0))
    for ply in range(1, MOST):
        acting = AMBUSH.to_act(state)
        if not acting:
            return state
        view = AMBUSH.view(state, acting[0])
        draft = draft_from_text(view, ply) if fields else _suggested_plan(view, ply)
        state, _ = submit(
            AMBUSH,
            state,
            seat=acting[0],
            move=AMBUSH_TABLE.read(view, draft),
            dice=SeededDice(seed_from(seed), ply),
        )
    raise AssertionError("the fight did not end")


def _suggested_plan(view: View, ply: int) -> Draft:
    choices = [
        choice for menu in board(view).menus for choice in menu.choices if choice.move is not None
    ]
    return Draft(choice=choices[0 if ply % 2 else min(1, len(choices) - 1)].key)


def test_whole_fight_can_be_played_by_form_fields_and_the_text_description() -> None:
    assert AMBUSH.outcome(play_duel(Duel(map="truck_stop"), "by words", fields=True)) is not None


def test_no_field_needs_a_pointer() -> None:
    form = board_for(make_duel(mine="S14", enemy="W30")).choice("plan")
    assert form is not None
    assert {each.kind for each in form.fields} == {"select", "text", "checks"}
    for each in form.fields:
        assert each.kind != "select" or each.value in {answer.value for answer in each.answers}, (
            each.name
        )


@pytest.mark.parametrize("preset", AMBUSH_TABLE.presets, ids=lambda preset: preset.key)
def test_every_preset_can_be_finished_with_suggested_plans(preset: object) -> None:
    assert (
        AMBUSH.outcome(play_duel(preset.options, f"ready {preset.key}", fields=False)) is not None
    )


@pytest.mark.parametrize("outfit", get_args(Outfit))
def test_p8_every_outfit_can_be_carried_and_used_on_every_map(outfit: Outfit) -> None:
    for where in get_args(Map):
        setup = AMBUSH_TABLE.setup(
            Duel(map=where, ambusher=outfit, ambushed=outfit, poor_light=True), 2
        )
        state, _ = AMBUSH.start(setup, SeededDice(seed_from("outfits"), 0))
        placing = AMBUSH_TABLE.default_move(
            AMBUSH.view(state, ADA), SeededDice(seed_from("late"), 1)
        )
        AMBUSH.check(AMBUSH.view(state, ADA), placing)
    who = AMBUSH_TABLE.setup(Duel(ambusher=outfit), 2).ambush.ambusher
    assert sum(item.count for item in who.kit.items) == len(OUTFITS[outfit].gear)
    assert who.armour == (3 if "body_armour" in OUTFITS[outfit].gear else 0)


def test_fight_has_exactly_two_players() -> None:
    assert AMBUSH_TABLE.seat_counts(Duel()) == (2,)
    with pytest.raises(Refusal, match="two fighters"):
        AMBUSH_TABLE.setup(Duel(), 3)


def test_p6_poor_light_is_a_map_flag_and_costs_a_point() -> None:
    state = make_duel(Duel(poor_light=True), "S14", "W30")
    assert "The light is poor: −1 on every shot." in board_text(board_for(state))
    assert "poor light −1" in board_text(board_for(state))


def test_p17_phase_by_phase_is_an_option_of_the_duel() -> None:
    assert make_duel(Duel(phase_by_phase=True)).table.phase_by_phase
    assert not make_duel(Duel()).table.phase_by_phase


def test_p15_doctrine_moves_for_late_players() -> None:
    state = make_duel(Duel(ambusher="unarmed"))
    view = AMBUSH.view(state, ADA)
    assert isinstance(AMBUSH_TABLE.default_move(view, SeededDice(seed_from("late"), 1)), Place)
    placed = AMBUSH.view(make_duel(Duel(ambusher="unarmed"), "S14", "W30"), ADA)
    assert isinstance(AMBUSH_TABLE.default_move(placed, SeededDice(seed_from("late"), 1)), Plan)


def advice(state: State, seat: Seat = ADA) -> str:
    return next_advice(AMBUSH.view(state, seat))


def test_coach_has_advice_for_each_stage() -> None:
    assert "behind a fence" in advice(make_duel())
    assert "The ambusher places" in advice(make_duel(), BEA)
    first = advice(make_duel(mine="S14", enemy="W30"))
    assert "five phases" in first
    assert "second step" in first
    sealed = changed(standoff(), own=(changed(standoff().own[0], plan=Plan()), standoff().own[1]))
    assert "sealed" in advice(sealed)
    over = changed(standoff(stage="over", ending="edge"))
    assert "Step through" in advice(over)


@pytest.mark.parametrize(
    ("change", "words"), [({"blind": 2}, "see nothing"), ({"fired": ()}, "From here you hit 28 %")]
)
def test_coach_names_the_most_important_fact(change: dict[str, object], words: str) -> None:
    state = standoff(turn=2)
    own = changed(state.own[0], man=changed(state.own[0].man, **change))
    assert words in advice(changed(state, own=(own, state.own[1])))


def test_p37_coach_does_not_suggest_aiming_in_the_ambushers_first_turn() -> None:
    state = make_duel(Duel(map="truck_stop"), "V12", "Y26")
    assert "count as moving this turn" in advice(state)
    assert "count as moving" not in advice(state, BEA)
    assert "brace" not in advice(make_duel(Duel(poor_light=True, map="truck_stop"), "V12", "Y26"))


def test_coach_mentions_gas_and_being_unseen() -> None:
    gas = standoff(
        turn=2, clouds=(Cloud(kind="gas", at=square_with_name("U21") or 0, until=5, by=ADA),)
    )
    assert "tear gas" in advice(gas)
    state = standoff(turn=2)
    away = changed(state.own[0].mark, in_sight=False, turn=1, phase=5)
    unseen = changed(state.own[0], mark=away, seen=False)
    assert "out of sight" in advice(changed(state, own=(unseen, state.own[1])))
    assert "sees you" in advice(changed(state, own=(changed(unseen, seen=True), state.own[1])))


def test_table_has_its_own_static_files_and_rules_page() -> None:
    assert (AMBUSH_TABLE.style, AMBUSH_TABLE.script, AMBUSH_TABLE.rules_page) == (
        "ambush/board.css",
        "ambush/board.js",
        "ambush",
    )
    assert AMBUSH_TABLE.seat_titles(AMBUSH_TABLE.setup(Duel(), 2)) == (
        "The ambusher",
        "The ambushed fighter",
    )
