"""The board: choices with costs and reasons, forms, the picture, the text and the coach."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from engine.dice import SeededDice, seed_from
from engine.game import IllegalMove, Refusal
from engine.match import Match
from engine.words import capital
from minigames.lunacy.board import words
from minigames.lunacy.doctrine import DOCTRINE
from minigames.lunacy.rules.game import LUNACY
from minigames.lunacy.rules.judging import eyes_of, is_asked
from minigames.lunacy.rules.laboratory import (
    DEFENCE_ROOM,
    FIRST_AID,
    LEFT_ENTRANCE,
    ROOF_LIFT,
    WEAPON_ROOM,
)
from minigames.lunacy.rules.menus import actions
from minigames.lunacy.rules.values import (
    COLOURS,
    Buy,
    Change,
    Go,
    Grab,
    Leave,
    Look,
    Setup,
    Shop,
    Stay,
    View,
)
from minigames.lunacy.tabletop import LUNACY_TABLE
from play.tabletop.board import Board, Choice, Draft, Drawing, Group
from play.tabletop.registry import get
from tests.minigames.lunacy.scene import EQUIPMENT, SWORD, A, B, Scene

NAMES = ("Ann", "Bob")


@cache
def doctrine_positions(words: str) -> tuple[Match[Any, Any, Any, Any, Any], ...]:
    """Return every position of a match played by doctrine."""
    match = Match.begin(LUNACY, Setup(), seed_from(words))
    found = [match]
    while match.to_act:
        seat = match.to_act[0]
        match = match.submit(
            seat,
            DOCTRINE.choose(
                match.view(seat), seat, SeededDice(match.seed, len(match.moves), ("bot", seat))
            ),
        )
        found.append(match)
    return tuple(found)


def board(scene: Scene, seat: Any) -> Board:
    return LUNACY_TABLE.board(scene.view(seat), NAMES)


def choices(board: Board) -> dict[str, Choice]:
    return {choice.key: choice for menu in board.menus for choice in menu.choices}


def fill_form(choice: Choice, **answers: str) -> Draft:
    """Return a form as a browser sends it, with these answers changed."""
    fields = {field.name: answers.get(field.name, field.value) for field in choice.fields}
    return Draft(
        choice=choice.key,
        answers=tuple(
            [(name, tuple(value.split(",")) if value else ()) for name, value in fields.items()]
        ),
    )


def groups(drawing: Drawing | Group | None) -> list[Group]:
    assert drawing is not None
    found = [shape for shape in drawing.shapes if isinstance(shape, Group)]
    return found + [inner for group in found for inner in groups(group)]


def test_game_is_available_on_the_site():
    assert get("lunacy") is LUNACY_TABLE
    assert LUNACY_TABLE.setup(Setup(stashes=6), 2) == Setup(stashes=6)
    with pytest.raises(Refusal, match="exactly two players"):
        LUNACY_TABLE.setup(Setup(), 3)


# --- choices --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", ["board one", "board two"])
def test_every_open_choice_is_legal_and_every_closed_one_gives_a_reason(seed):
    for match in doctrine_positions(seed):
        for seat in (A, B):
            view = match.view(seat)
            offered = choices(LUNACY_TABLE.board(view, NAMES))
            eyes = eyes_of(view)
            assert eyes is not None
            asked = is_asked(eyes)
            assert bool(offered) is asked
            for key, choice in offered.items():
                if not choice.closed:
                    LUNACY.check(view, LUNACY_TABLE.read(view, fill_form(choice)))
                else:
                    assert choice.closed.endswith(".")
                    with pytest.raises(IllegalMove):
                        LUNACY.check(view, LUNACY_TABLE.read(view, fill_form(choice)))
                assert key.partition(":")[0] in {*KINDS}
            if asked:
                found = {
                    KINDS[key.partition(":")[0]]
                    for key, choice in offered.items()
                    if not choice.closed
                }
                assert {
                    action.kind.replace("elevator", "go")
                    for action in actions(view)
                    if not action.closed
                } <= found
                single = {
                    choice.move for choice in offered.values() if choice.move and not choice.closed
                }
                formed = (Change, Leave, Buy)
                assert {
                    move
                    for action in actions(view)
                    for move in action.moves
                    if not isinstance(move, formed)
                } <= single


KINDS = {
    "go": "go", "elevator": "go", "search": "search", "shop": "shop", "grab": "grab",
    "mend": "mend", "change": "change", "done": "done", "wield": "wield", "stay": "stay",
    "flee": "flee", "return": "return", "circle": "circle", "leave": "leave", "buy": "buy",
}  # fmt: skip


def test_choices_tell_their_cost_and_a_waiting_combat():
    offered = choices(board(Scene().put(A, 5).put(B, 6), A))
    assert offered["search"].note == "1 point"
    assert "combat with Bob" in offered["go:6"].note
    assert "combat" not in offered["go:0"].note
    assert offered["go:10"].label == "Elevator up"
    burdened = choices(board(Scene().give(A, 1, 13, 25).put(A, 21), A))
    assert burdened["go:22"].note.startswith("2 points")
    assert burdened["search"].closed == "You cannot search while you carry all three pieces."


def test_unaffordable_step_and_missing_elevator_give_a_reason():
    heavy = choices(board(Scene().give(A, 1, 13, 25).put(A, 21).set(points=1), A))
    assert (
        heavy["go"].closed == "With all three pieces a step on foot costs 2 points, and you have 1."
    )
    assert choices(board(Scene().put(A, ROOF_LIFT), A))["elevator"].closed.startswith(
        "The roof elevator opens only"
    )


def test_l23_smash_and_grab_asks_for_confirmation():
    offered = choices(board(Scene().put(A, DEFENCE_ROOM), A))
    assert offered["grab"].ask.startswith("Put all 5 back")
    assert (offered["shop"].move, offered["grab"].move) == (Shop(), Grab())
    assert offered["mend"].closed == "First aid is in room 3 on floor 3."


# --- forms ----------------------------------------------------------------------------------------


def test_l14_any_equipment_change_can_be_entered_and_keeping_all_is_a_feint():
    scene = Scene().put(A, weapon="green", defence="black")
    change = choices(board(scene, A))["change"]
    assert LUNACY_TABLE.read(scene.view(A), fill_form(change)) == Change(
        weapon="green", defence="black"
    )
    assert LUNACY_TABLE.read(
        scene.view(A), fill_form(change, weapon="none", defence="white")
    ) == Change(weapon="", defence="white")
    owned = {*scene.own(A).weapons} | {"green", "none"}
    assert {answer.value for answer in change.fields[0].answers} == owned


def test_unknown_choice_is_refused_with_a_sentence():
    scene = Scene()
    with pytest.raises(IllegalMove, match="there is no pink"):
        LUNACY_TABLE.read(scene.view(A), Draft(choice="change", answers=(("weapon", ("pink",)),)))
    with pytest.raises(IllegalMove, match="cannot choose that now"):
        LUNACY_TABLE.read(scene.view(B), Draft(choice="change"))
    with pytest.raises(IllegalMove, match="cannot choose that now"):
        LUNACY_TABLE.read(scene.view(A), Draft(choice="leave"))
    scene.put(A, 3).search(A)
    for answers, sentence in (
        ((("device", ("bomb",)),), "Choose a device"),
        ((("device", ("decoy",)), ("hide", ("7",))), "pieces that you have in hand"),
        ((("device", ("decoy",)), ("take", ("0",))), "only what is listed"),
        ((("device", ("decoy",)), ("drop", ("x",))), "only what is listed"),
    ):
        with pytest.raises(IllegalMove, match=sentence):
            LUNACY_TABLE.read(scene.view(A), Draft(choice="leave", answers=answers))


def test_l5_device_is_chosen_from_the_arsenal():
    scene = Scene().put(A, 3).search(A)
    leave = choices(board(scene, A))["leave"]
    assert [answer.value for answer in leave.fields[0].answers] == [
        "decoy",
        *[each for each in COLOURS if each in scene.own(A).weapons],
    ]
    assert leave.fields[0].value == "decoy"
    assert LUNACY_TABLE.read(scene.view(A), fill_form(leave, device="green")) == Leave(
        device="green"
    )


def test_contents_of_a_searched_room_are_named_with_an_article():
    scene = Scene().trap(0, "green", A).put(A, 0).search(A)
    assert board(scene, A).menus[0].hint.startswith("You see an acid trap (green) and ")


def test_l7_form_hides_pieces_and_l22_drops_weapons_to_make_room():
    scene = Scene().put(A, 0).loose(0, "white", "white").search(A)
    leave = choices(board(scene, A))["leave"]
    view = scene.view(A)
    assert [field.name for field in leave.fields] == ["device", "hide", "take", "drop"]
    move = LUNACY_TABLE.read(view, fill_form(leave, hide="1", take="0,1", drop="0,2"))
    owned = scene.own(A).weapons
    assert move == Leave(
        device="decoy", hide=(1,), take=("white", "white"), drop=tuple(sorted((owned[0], owned[2])))
    )
    LUNACY.check(view, move)
    with pytest.raises(IllegalMove, match="Drop 2, or pick up fewer"):
        LUNACY.check(view, LUNACY_TABLE.read(view, fill_form(leave, take="0,1", drop="")))


def test_l21_form_asks_only_for_a_device_after_smoke():
    scene = Scene().put(A, 6).trap(6, "white", B).search(A, 1)
    seen = board(scene, A)
    assert [field.name for field in choices(seen)["leave"].fields] == ["device"]
    assert "smoke has ended your search" in seen.menus[0].hint


def test_l23_shopper_sees_the_bag_and_gives_one_back_at_the_limit():
    scene = Scene().put(A, WEAPON_ROOM).play(A, Shop())
    buy = choices(board(scene, A))["buy"]
    offer = scene.own(A).offer
    assert offer is not None
    assert {answer.value for answer in buy.fields[0].answers} == {"none", *offer}
    assert LUNACY_TABLE.read(scene.view(A), fill_form(buy)) == Buy(take="")
    take, give = offer[0], scene.own(A).weapons[-1]
    assert LUNACY_TABLE.read(scene.view(A), fill_form(buy, take=take, give=give)) == Buy(
        take=take, give=give
    )
    assert board(scene, B).headline == "Ann looks into the bag."


# --- combat ---------------------------------------------------------------------------------------


def combat_scene() -> Scene:
    return (
        Scene()
        .put(A, 5, weapon="green", defence="")
        .put(B, 6, weapon="white", defence="green")
        .play(A, Go(to=6))
    )


def test_l8_weapons_are_chosen_secretly_and_shown_together():
    scene = combat_scene()
    for seat in (A, B):
        assert choices(board(scene, seat)).keys() == {"wield:sword", "wield:equipment"}
        assert board(scene, seat).waiting == (A, B)
    before = board(scene, B)
    scene.play(A, EQUIPMENT)
    assert board(scene, B) == before
    mine = board(scene, A)
    assert (mine.headline, mine.menus, mine.waiting) == (
        "You have chosen; both choices are shown together.",
        (),
        (B,),
    )
    assert board(scene, None).waiting == (A, B)
    scene.play(B, SWORD)
    lines = [LUNACY_TABLE.say(event, NAMES, B) for event in scene.heard(B)]
    assert lines[0] == "You choose in secret: the sword."
    assert lines[1:] == [
        (
            "Ann: the acid thrower; loses 1, health 7. You: the sword, acid defence (green) shown; "
            "you are unhurt."
        )
    ]
    assert {"stay", "flee:5", "flee:7"} <= choices(board(scene, A)).keys()


def test_l25_weapon_question_is_asked_even_without_a_choice():
    scene = combat_scene().put(A, weapon="")
    offered = choices(board(scene, A))
    assert offered["wield:equipment"].closed == "You have no weapon in use, only your sword."
    assert not offered["wield:sword"].closed


def test_staying_or_fleeing_is_sealed():
    scene = combat_scene().fight(SWORD, SWORD, 3, 3)
    before = board(scene, B)
    scene.play(A, Stay())
    assert board(scene, B) == before


def test_log_shows_dice_as_rolled():
    scene = combat_scene().fight(SWORD, SWORD, 5, 2)
    (line,) = [LUNACY_TABLE.say(event, NAMES, None) for event in scene.heard(None)]
    assert "Ann: the sword, die ⚄ 5" in line and "Bob: the sword, die ⚁ 2" in line


# --- picture and panels ---------------------------------------------------------------------------


def test_picture_links_every_reachable_place():
    seen = board(Scene().put(A, 5), A)
    linked = {group.choice for group in groups(seen.drawing) if group.choice}
    assert linked == {key for key in choices(seen) if key.startswith("go:")}
    assert not [group for group in groups(board(Scene().put(A, 5), B).drawing) if group.choice]


def test_own_traps_and_decoys_are_marked_only_for_their_owner():
    scene = Scene().trap(3, "green", A)
    titles = {
        seat: [group.title for group in groups(board(scene, seat).drawing)] for seat in (A, B, None)
    }
    assert "Acid trap (green)" in titles[A]
    assert "Acid trap (green)" not in titles[B] + titles[None]
    assert "A device" in titles[B] and "A device" in titles[None]


def test_notebook_keeps_observations_without_updating_them():
    scene = Scene().put(A, 3).search(A).leave(A)
    (notebook,) = [panel for panel in board(scene, A).panels if panel.title == "Your notebook"]
    assert notebook.secret and notebook.table.rows == (("Floor 1, room 4", "1", "decoy", "4"),)
    scene.device(3, "green", B)
    assert notebook in board(scene, A).panels


def test_secret_panels_are_only_for_the_two_spies():
    scene = Scene()
    assert [panel.title for panel in board(scene, A).panels if panel.secret] == [
        "Carried items",
        "Your arsenal",
        "Your notebook",
    ]
    assert not [panel for panel in board(scene, None).panels if panel.secret]


def test_text_says_where_everything_is():
    scene = Scene().put(A, 5).put(B, LEFT_ENTRANCE).loose(7, "green", pieces=(13,)).police(12)
    said = " ".join(
        [
            " ".join(
                [
                    *passage.lines,
                    *[" ".join(row) for row in (passage.table.rows if passage.table else ())],
                ]
            )
            for passage in board(scene, A).words
        ]
    )
    for fact in (
        "You are Black, in room 1 on floor 2.",
        "Bob is White, at the left entrance.",
        "The deputy – room 3 on floor 3",
        "piece 13 lies open; acid thrower (green) lies open",
        "13: lies open in room 3 on floor 2 (Defensive Equipment).",
    ):
        assert fact in said


@pytest.mark.parametrize("seat", [A, B, None])
def test_every_position_has_a_headline_a_text_and_the_awaited_seats(seat):
    for match in doctrine_positions("board one"):
        view = match.view(seat)
        seen = LUNACY_TABLE.board(view, NAMES)
        assert seen.headline and seen.words and seen.drawing
        assert {*match.to_act} <= {*seen.waiting}
        said = [
            *seen.lines,
            *[line for part in (*seen.words, *seen.panels) for line in part.lines],
        ]
        said += [
            cell
            for part in (*seen.words, *seen.panels)
            if part.table
            for row in part.table.rows
            for cell in row
        ]
        assert not [line for line in said if "None" in line or "_" in line or not line]


# --- texts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("me", [A, B, None])
def test_every_event_is_a_sentence_for_each_reader(me):
    kinds = set()
    for seed in ("board one", "board two"):
        for event in doctrine_positions(seed)[-1].heard_by(me):
            line = LUNACY_TABLE.say(event, NAMES, me)
            kinds.add(type(event))
            assert line[0].isupper() and line[-1] in ".!"
            assert "None" not in line and "_" not in line and "  " not in line
            assert "You is" not in line and "You has" not in line
    assert len(kinds) > 15


def test_endings_are_sentences():
    for ending in ("escaped", "killed", "both-killed", "police", "round-limit"):
        assert LUNACY_TABLE.ending(ending).endswith(".")


def test_coach_advises_whenever_a_player_is_asked():
    said = set()
    for match in doctrine_positions("board two")[:-1]:
        for seat in match.to_act:
            said.add(LUNACY_TABLE.coach(match.view(seat)))
    assert "" not in said and len(said) > 8
    assert LUNACY_TABLE.coach(doctrine_positions("board two")[-1].view(A)) == ""


def test_coach_follows_the_game():
    view = Scene().view(A)
    assert "Change equipment" in LUNACY_TABLE.coach(view)
    assert "light is off" in LUNACY_TABLE.coach(Scene().put(A, 5).view(A))
    assert "you have won" in LUNACY_TABLE.coach(
        Scene().give(A, 1, 13, 25).put(A, ROOF_LIFT).view(A)
    )
    assert "weak" in LUNACY_TABLE.coach(Scene().put(A, FIRST_AID, health=2).view(A))
    assert "other spy’s turn" in LUNACY_TABLE.coach(Scene().view(B))


def test_doctrine_plays_legally_for_late_players():
    scene = Scene().put(A, 5).search(A)
    move = LUNACY_TABLE.default_move(scene.view(A), SeededDice(seed_from("late"), 1))
    LUNACY.check(scene.view(A), move)


def test_truth_view_shows_hidden_facts():
    match = doctrine_positions("board one")[-1]
    truth = LUNACY_TABLE.truth(match.state, NAMES)
    titles = {group.title for group in groups(truth.drawing)}
    assert {
        capital(words.device(cell.device)) for cell in match.state.cells if cell.device
    } <= titles
    assert [panel.title for panel in truth.panels][-2:] == ["Ann holds", "Bob holds"]


# --- secrecy --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [A, B, None])
def test_imagined_states_give_the_same_board(seat):
    for match in doctrine_positions("board two")[::6]:
        view: View = match.view(seat)
        twin = LUNACY.imagine(view, SeededDice(seed_from("twin"), len(match.moves)))
        assert LUNACY_TABLE.board(LUNACY.view(twin, seat), NAMES) == LUNACY_TABLE.board(view, NAMES)


def test_opponents_possessions_do_not_change_my_page():
    one, two = (
        combat_scene(),
        combat_scene().put(A, weapon="", weapons=("black",), decoys=3, defences=(), notes=()),
    )
    assert board(one, B) == board(two, B) and board(one, None) == board(two, None)
    assert LUNACY_TABLE.coach(one.view(B)) == LUNACY_TABLE.coach(two.view(B))


def test_opponent_cannot_tell_a_search_of_a_trap_a_decoy_or_a_bare_room():
    def heard(prepare: Any, device: Any) -> list[str]:
        scene = prepare(Scene().put(A, 6)).set(searches=1)
        lines = []
        for move in (Look(), Leave(device=device)):
            scene.play(A, move)
            lines += [LUNACY_TABLE.say(event, NAMES, B) for event in scene.heard(B)]
        return lines

    own = heard(lambda scene: scene.trap(6, "green", A), "leave")
    decoy = heard(lambda scene: scene.device(6, "decoy", A), "leave")
    bare = heard(lambda scene: scene, "decoy")
    assert own == decoy == bare
