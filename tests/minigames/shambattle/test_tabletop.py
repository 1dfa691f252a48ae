"""The battle on the site: options, choices, odds, picture, text, log and coach."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from engine.dice import SeededDice, seed_from
from engine.game import IllegalMove, Refusal
from engine.match import submit
from engine.values import changed, swap
from minigames.shambattle.board import shooting
from minigames.shambattle.board.codes import CODES, inches_words, path_words, place_words
from minigames.shambattle.doctrine import DOCTRINE
from minigames.shambattle.rules.game import SHAMBATTLE
from minigames.shambattle.rules.maps import MAPS
from minigames.shambattle.rules.values import (
    MASTERMIND,
    SPY,
    Back,
    Deploy,
    Done,
    Drown,
    Judo,
    Man,
    March,
    Pending,
    Push,
    Setup,
    Shoot,
    Spray,
    State,
    Table,
    View,
    Volley,
)
from minigames.shambattle.tabletop import PRESETS, SHAMBATTLE_TABLE, Options
from play.tabletop.board import Board, Draft, Group, Passage
from play.views.boards import ShownBoard

from .scene import (
    BOSS,
    COMMANDO,
    COMMANDO_2,
    COMMANDO_3,
    GUARD,
    GUARD_2,
    OFFICER,
    play,
    refusal_code,
    table,
    walk,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.values import Seat
    from minigames.shambattle.rules.values import Move
    from play.tabletop.board import Choice, Shape

NAMES = ("Mia", "Sam")


def view_of(where: Table, seat: Seat | None) -> View:
    return SHAMBATTLE.view(State(table=where), seat)


def board_of(where: Table, seat: Seat | None, choice: str = "", **answers: str) -> Board:
    draft = (
        Draft(choice=choice, answers=tuple((name, (value,)) for name, value in answers.items()))
        if choice
        else None
    )
    return SHAMBATTLE_TABLE.board(view_of(where, seat), NAMES, draft)


def read(where: Table, choice: str, **answers: Any) -> Move:
    sent = tuple(
        [(name, value if isinstance(value, tuple) else (value,)) for name, value in answers.items()]
    )
    return SHAMBATTLE_TABLE.read(view_of(where, where.side), Draft(choice=choice, answers=sent))


def board_json(board: Board) -> str:
    return msgspec.json.encode(board).decode()


def choice(board: Board, key: str) -> Choice:
    found = board.choice(key)
    assert found is not None, [each.key for menu in board.menus for each in menu.choices]
    return found


def groups(shapes: tuple[Shape, ...]) -> Iterator[Group]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield shape
            yield from groups(shape.shapes)


def drawing_json(board: Board) -> str:
    return msgspec.json.encode(board.drawing).decode()


def positions(matches: int) -> Iterator[tuple[Table, Seat]]:
    """Yield positions of doctrine games on both maps."""
    for number in range(matches):
        seed = seed_from(f"board {number}")
        state, played = (
            SHAMBATTLE.start(Setup(map=("volcano", "drydock")[number % 2]), SeededDice(seed, 0))[0],
            0,
        )
        while SHAMBATTLE.to_act(state):
            (seat,) = SHAMBATTLE.to_act(state)
            yield state.table, seat
            move, played = (
                DOCTRINE.choose(SHAMBATTLE.view(state, seat), seat, SeededDice(seed, played)),
                played + 1,
            )
            state, _ = submit(
                SHAMBATTLE, state, seat=seat, move=move, dice=SeededDice(seed, played)
            )


# --- setup ----------------------------------------------------------------------------------------


def test_every_preset_makes_a_setup() -> None:
    for preset in PRESETS:
        assert SHAMBATTLE_TABLE.setup(preset.options, preset.seats).countdown >= 4


def test_s6_s33_default_countdown_is_the_balanced_one_of_the_map() -> None:
    for key, each in MAPS.items():
        assert SHAMBATTLE_TABLE.setup(Options(map=key), 2) == Setup(
            map=key, countdown=each.countdown
        )
    assert SHAMBATTLE_TABLE.setup(Options(countdown=7), 2).countdown == 7


@pytest.mark.parametrize(
    ("options", "seats"), [(Options(countdown=3), 2), (Options(), 3), (Options(), 1)]
)
def test_impossible_options_are_refused_in_a_sentence(options: Options, seats: int) -> None:
    with pytest.raises(Refusal) as why:
        SHAMBATTLE_TABLE.setup(options, seats)
    assert why.value.sentence.endswith(".")


# --- choices --------------------------------------------------------------------------------------


def draft_of_move(move: Move, where: Table) -> Draft:
    """Return the draft with which a player makes this move."""
    answers: dict[str, str]
    match move:
        case Deploy(spots=spots):
            numbers = range(17) if where.side == MASTERMIND else range(17, 38)
            lines = [
                f"{CODES[number]} at {place_words(spot)}"
                for number, spot in zip(numbers, spots, strict=True)
            ]
            key, answers = "deploy", {"base": "standard", "places": "\n".join(lines)}
        case March(walks=walks):
            key, answers = (
                "march",
                {
                    "ways": "\n".join(
                        [f"{CODES[each.man]} to {path_words(each.path)}" for each in walks]
                    ),
                    "rest": "stay",
                },
            )
        case Judo(man=man, against=against):
            key, answers = f"judo-{CODES[man]}-{CODES[against]}", {}
        case Push(distance=distance):
            key, answers = "push", {"long": inches_words(distance)}
        case Drown():
            key, answers = "drown", {}
        case Shoot(man=man, at=at):
            key, answers = "fire", {"who": CODES[man], "at": f"shot-{CODES[at]}"}
        case Spray(man=man, aim=aim):
            key, answers = "fire", {"who": CODES[man], "at": "aim", "aim": place_words(aim)}
        case Done(guards=guards):
            sent = (("guards", tuple([CODES[number] for number in guards])),) if guards else ()
            return Draft(choice="done", answers=sent)
        case _:
            raise AssertionError(move)
    return Draft(choice=key, answers=tuple([(name, (value,)) for name, value in answers.items()]))


@pytest.mark.slow("plays whole battles")
def test_every_legal_move_has_an_open_choice_and_every_open_choice_is_accepted() -> None:
    kinds = set()
    for number, (where, seat) in enumerate(positions(3)):
        view = view_of(where, seat)
        if number % 3 == 0:
            for move in SHAMBATTLE.legal_moves(view):
                assert SHAMBATTLE_TABLE.read(view, draft_of_move(move, where)) == move
                kinds.add(type(move))
        for each in [
            each
            for menu in board_of(where, seat).menus
            for each in menu.choices
            if each.move is not None
        ]:
            SHAMBATTLE.check(view, SHAMBATTLE_TABLE.read(view, Draft(choice=each.key)))
    assert kinds >= {Deploy, March, Judo, Shoot, Spray, Done}


def test_waiting_side_has_no_choices_and_sees_the_same_table() -> None:
    for where, seat in list(positions(1))[::7]:
        for other in (1 - seat, None):
            board = board_of(where, other)  # type: ignore[arg-type]
            assert board.menus == () and board.waiting == (seat,)
            with pytest.raises(IllegalMove):
                SHAMBATTLE_TABLE.read(view_of(where, other), Draft(choice="done"))  # type: ignore[arg-type]


def test_s13_leader_of_a_captive_is_told_how_he_moves() -> None:
    told = "The captive moves last, up to 4 inches, and must end in contact with a guard"
    led = table(m0=(1000, 1000), m22=(900, 1000), mastermind="captive", guards=(COMMANDO,))
    assert told in board_of(led, SPY).menus[0].hint
    assert told not in board_of(table(m22=(900, 1000)), SPY).menus[0].hint
    assert told not in board_of(table(MASTERMIND, m22=(900, 1000)), MASTERMIND).menus[0].hint


def test_closed_choice_gives_a_reason() -> None:
    where = table(
        m22=Man(spot=(350, 1800), here=True, moved=True),
        m25=Man(spot=(150, 200), here=True, moved=True),
    )
    assert choice(board_of(where, SPY), "march").closed == "No figure can move."
    calm = table(step="fire", m22=(350, 1800))
    assert (
        choice(board_of(calm, SPY), "fire").closed
        == "No figure on your side has an enemy in range and line of fire."
    )


def test_choice_of_another_step_is_refused_without_changes() -> None:
    where = table(m22=(350, 1800))
    for key in ("fire", "deploy", "push", "drown", "judo-C1-G1", "nonsense"):
        with pytest.raises(IllegalMove):
            read(where, key)


# --- movement -------------------------------------------------------------------------------------


def test_s3_preview_shows_the_ghost_its_length_and_terrain() -> None:
    where = table(m22=(350, 1800))
    board = board_of(where, SPY, "march", ways="C1 to 20, 18")
    assert board.drawing is not None
    ghost = next(group for group in groups(board.drawing.shapes) if ("ghost", "C1") in group.data)
    assert (
        dict(ghost.data)["spot"] == "9.5, 18"
        and "6 of 6 in" in ghost.title
        and "wrong" in ghost.look
    )
    assert "way fast" in drawing_json(board) and "beyond" in drawing_json(board)
    assert choice(board, "march").note.startswith(
        "Not possible. Line 1, C1: That path is 16.50 in long"
    )
    slow = board_of(where, SPY, "march", ways="C1 towards 3.5, 30")
    assert (
        "way slow" in drawing_json(slow)
        and "All of these moves are valid" in choice(slow, "march").note
    )
    assert any("4 of 4 in, other ground" in line for panel in slow.panels for line in panel.lines)


def test_several_figures_move_in_a_step_and_a_deleted_line_takes_its_move_back() -> None:
    where = table(m22=(350, 1750), m23=(350, 1850))
    both, one = (
        read(where, "march", ways="C1 by 4, 0\nC2 by 4, 0"),
        read(where, "march", ways="C1 by 4, 0"),
    )
    assert (
        isinstance(both, March)
        and isinstance(one, March)
        and (len(both.walks), len(one.walks)) == (2, 1)
    )
    after, _ = play(where, one)
    assert (
        "C2" in choice(board_of(after, SPY), "march").note
        and "C1" not in choice(board_of(after, SPY), "march").note
    )


# --- judo -----------------------------------------------------------------------------------------


def test_s8_fight_button_shows_its_odds() -> None:
    where = table(step="judo", m18=(2000, 1000), m5=(2100, 1000))
    offered = choice(board_of(where, SPY), "judo-L1-G1")
    assert offered.move == Judo(man=OFFICER, against=GUARD)
    assert offered.note == (
        "die +1 against die +0; of 36 throws: removes 6, stuns 15, nothing 5, is stunned 9, "
        "is removed 1"
    )


def test_s8_winner_chooses_the_distance_or_the_pool() -> None:
    where = table(
        step="judo",
        m18=(2000, 1000),
        m5=(2100, 1000),
        push=Pending(winner=OFFICER, loser=GUARD, limit=75, pool=True),
    )
    board = board_of(where, SPY)
    assert [each.key for menu in board.menus for each in menu.choices] == [
        "drown",
        "push-75",
        "push-37",
        "push-0",
        "push",
    ]
    assert read(where, "push", long="0.5") == Push(distance=50)
    assert read(where, "drown") == Drown()
    assert "up to 0.75 in" in choice(board_of(where, SPY, "push", long="2"), "push").note
    assert refusal_code(where, read(where, "push", long="2")) == "too-far"
    assert board_of(where, MASTERMIND).menus == ()


# --- shooting -------------------------------------------------------------------------------------


def test_s9_ranges_lines_and_odds_are_shown_before_a_shot() -> None:
    where = table(step="fire", m22=(2000, 1800), m5=(2300, 1800), m6=(2550, 1800), m23=(600, 1800))
    board = board_of(where, SPY, "fire", who="C1", at="shot-G1")
    assert choice(board, "fire").note == "C1 at G1: 2.5 in, hits on 4 or more: 3 in 6."
    assert drawing_json(board).count('"look":"range"') == 2 and "line chosen" in drawing_json(board)
    assert read(where, "fire", who="C1", at="shot-G1") == Shoot(man=COMMANDO, at=GUARD)
    labels = [
        answer.closed
        for field in choice(board, "fire").fields
        if field.name == "who"
        for answer in field.answers
    ]
    assert "has no one in range and line of fire" in labels


def test_s17_triangle_is_shown_with_the_men_it_removes() -> None:
    where = table(step="fire", m22=(2000, 1800), m5=(2230, 1800))
    board = board_of(where, SPY, "fire", who="C1", at="spray-G1")
    assert choice(
        board, "fire"
    ).note == "C1 sprays: G1 out, no die." and '"look":"spray"' in drawing_json(board)
    assert read(where, "fire", who="C1", at="spray-G1") == Spray(man=COMMANDO, aim=(2230, 1800))
    assert read(where, "fire", who="C1", at="aim", aim="23, 18.2") == Spray(
        man=COMMANDO, aim=(2300, 1820)
    )
    wide = board_of(where, SPY, "fire", who="C1", at="aim", aim="20, 25")
    assert choice(wide, "fire").note.endswith("Not possible: This spray would not hit anyone.")


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"stun": 1}, "is stunned"),
        ({"fired": True}, "has fired"),
        ({}, "has no one in range and line of fire"),
    ],
)
def test_s9_man_who_cannot_fire_has_a_reason(changes: dict[str, Any], why: str) -> None:
    where = table(step="fire", m22=Man(spot=(2000, 1800), here=True, **changes), m5=(3300, 1800))
    assert shooting.reason_not_to_fire(where, COMMANDO) == why


def test_s9_man_in_contact_and_captive_cannot_fire() -> None:
    where = table(step="fire", m22=(2000, 1800), m5=(2100, 1800))
    assert shooting.reason_not_to_fire(where, COMMANDO) == "touches an enemy"
    assert shooting.reason_not_to_fire(changed(where, mastermind="captive"), BOSS) == "is a captive"


def test_shot_without_a_target_is_refused() -> None:
    where = table(step="fire", m22=(2000, 1800), m5=(2300, 1800))
    for answers in (
        {},
        {"who": "C1"},
        {"who": "C1", "at": "shot-X"},
        {"who": "Z9", "at": "shot-G1"},
        {"who": "C1", "at": "kick-G1"},
    ):
        with pytest.raises(IllegalMove, match="Choose a shooter"):
            read(where, "fire", **answers)


def shown_shot(where: Table, who: str, at: str) -> tuple[str, str, str]:
    """Return the target shown in the form, its note and the picture for these two fields."""
    board = board_of(where, SPY, "fire", who=who, at=at)
    (field,) = [field for field in choice(board, "fire").fields if field.name == "at"]
    kept = at if at in [answer.value for answer in field.answers] else field.value
    return kept, choice(board, "fire").note, drawing_json(board)


def test_s17_another_shooter_shows_his_own_spray() -> None:
    where = table(step="fire", m22=(800, 1000), m5=(1030, 1000), m23=(800, 400), m7=(1030, 400))
    kept, note, picture = shown_shot(where, "C2", "spray-G1")
    assert (kept, note) == ("spray-G3", "C2 sprays: G3 out, no die.")
    assert (
        picture == shown_shot(where, "C2", "spray-G3")[2] != shown_shot(where, "C1", "spray-G1")[2]
    )
    assert refusal_code(where, read(where, "fire", who="C2", at="spray-G1")) == "nobody-under"


def test_s9_another_shooter_shows_his_own_shot_and_line() -> None:
    where = table(step="fire", m18=(800, 1000), m5=(1050, 1000), m19=(800, 400), m7=(1050, 400))
    kept, note, picture = shown_shot(where, "L2", "shot-G1")
    assert (kept, note) == ("shot-G3", "L2 at G3: 2 in, hits on 4 or more: 3 in 6.")
    assert "line chosen" in picture
    assert refusal_code(where, read(where, "fire", who="L2", at="shot-G1")) == "out-of-range"


def test_s9_shooter_without_targets_shows_the_reason_and_no_shot() -> None:
    where = table(
        step="fire",
        m18=(800, 1000),
        m5=(1050, 1000),
        m22=Man(spot=(800, 1200), here=True, fired=True),
    )
    _, note, picture = shown_shot(where, "C1", "shot-G1")
    assert note == "C1 (Commando 1) has fired."
    assert "line chosen" not in picture and '"look":"spray"' not in picture


# --- ending ---------------------------------------------------------------------------------------


def test_s13_form_names_guards_if_more_than_three_are_in_contact() -> None:
    around: dict[str, Any] = {
        "m22": (1900, 1000),
        "m23": (2100, 1000),
        "m24": (2000, 900),
        "m18": (2000, 1100),
        "m0": (2000, 1000),
    }
    where = table(step="fire", away=(BOSS,), **around)
    offered = choice(board_of(where, SPY), "done")
    assert [answer.value for answer in offered.fields[0].answers] == ["L1", "C1", "C2", "C3"]
    assert read(where, "done", guards=("C3", "C1")) == Done(guards=(COMMANDO, COMMANDO_3))
    assert read(where, "done") == Done()
    with pytest.raises(IllegalMove, match="Choose up to three"):
        read(where, "done", guards=("C1", "C2", "C3", "L1"))


def test_ending_a_step_says_what_comes_next() -> None:
    apart = table(m22=(350, 1800))
    touching = table(m22=(2000, 1000), m5=(2100, 1000))
    near = table(m22=(2000, 1000), m5=(2300, 1000))
    notes = [choice(board_of(where, SPY), "done").note for where in (apart, touching, near)]
    assert notes == ["The other side’s turn is next.", "Judo is next.", "Shooting is next."]


def test_s22_late_side_deploys_by_the_map_and_ends_its_step() -> None:
    for where, seat in list(positions(1))[::5]:
        move = SHAMBATTLE_TABLE.default_move(view_of(where, seat), SeededDice(seed_from("late"), 0))
        SHAMBATTLE.check(view_of(where, seat), move)
        assert isinstance(move, Deploy | Done | Push)
    pending = table(
        step="judo",
        m18=(2000, 1000),
        m5=(2100, 1000),
        push=Pending(winner=OFFICER, loser=GUARD, limit=75, pool=True),
    )
    assert SHAMBATTLE_TABLE.default_move(
        view_of(pending, SPY), SeededDice(seed_from("late"), 0)
    ) == Push(distance=0)


# --- picture, text and log ------------------------------------------------------------------------


def test_sides_and_ranks_have_shapes_and_every_figure_a_name() -> None:
    where = table(
        m1=(3000, 3000),
        m2=(3200, 3000),
        m5=(3400, 3000),
        m17=(3000, 400),
        m18=(3200, 400),
        m22=(3400, 400),
    )
    drawing = board_of(where, None).drawing
    assert drawing is not None
    shown = {
        dict(group.data)["man"]: [
            type(shape).__name__ + getattr(shape, "look", "") for shape in group.shapes
        ]
        for group in groups(drawing.shapes)
        if dict(group.data).get("man")
    }
    bodies = {
        code: tuple([shape for shape in shapes if shape.endswith(("body", "stripe"))])
        for code, shapes in shown.items()
    }
    assert bodies["G1"] == ("Rectbody",) != bodies["C1"] == ("Circlebody",)
    assert (
        bodies["O1"] != bodies["G1"]
        and bodies["L1"] != bodies["C1"]
        and bodies["M"] == ("Pathbody",)
    )
    assert set(shown) == {CODES[number] for number, man in enumerate(where.men) if man.here}


def test_picture_is_to_scale_and_can_zoom() -> None:
    drawing = board_of(table(m22=(350, 1800)), None).drawing
    assert drawing is not None and drawing.zooms
    one = next(group for group in groups(drawing.shapes) if ("man", "C1") in group.data)
    assert (one.x, one.y) == (350 * 0.2, (3600 - 1800) * 0.2)


def test_text_tells_positions_distances_cover_and_possible_shots() -> None:
    where = table(
        step="fire",
        m22=Man(spot=(1800, 700), here=True, moved=True),
        m5=(1800, 1000),
        m6=(1900, 900),
    )
    words = board_json(Board(headline="", words=board_of(where, SPY).words))
    for told in (
        '"C1","Commando 1, submachine gun","18, 7","laboratory","has moved, at a console"',
        "G2, 1.24 in between them",
        '"C1","G1","2.5 in","4 or more","+1 at a console","4 in 6"',
        "−1 target behind a console",
        "Laboratory 1",
        "The helipad is round (57, 18), radius 2",
        "The missile launches at the end of the Mastermind’s turn 10",
        "east, then north",
    ):
        assert told in words, told


def test_countdown_is_told_and_drawn() -> None:
    board = board_of(changed(table(m22=(350, 1800)), turn=4), SPY)
    panel = next(panel for panel in board.panels if panel.title == "Countdown")
    assert panel.drawing is not None and panel.drawing.label == "7 of 10 turns left"
    assert "7 turns left" in board.lines[0]


def test_platform_and_captive_are_told() -> None:
    held = changed(table(m22=(3000, 1750), m23=(3000, 1850)), holding=(COMMANDO, COMMANDO_2))
    assert "C1 and C2 hold the platform" in board_of(held, SPY).lines[0]
    taken = changed(table(m22=(5700, 3400)), mastermind="captive", guards=(COMMANDO,))
    assert "The Mastermind is a captive, guarded by C1." in board_of(taken, None).lines


HELD = {"m22": (2950, 1750), "m23": (2950, 1850), "holding": (COMMANDO, COMMANDO_2)}


def shown_holders(where: Table) -> tuple[str, list[str], list[str]]:
    """Return the missile's text and the men shown to hold the platform.

    The first list is from the text, the second from the picture.
    """
    board = board_of(where, SPY)
    assert board.drawing is not None
    rows = [
        row for passage in board.words if passage.table is not None for row in passage.table.rows
    ]
    marked = [
        dict(group.data)["man"]
        for group in groups(board.drawing.shapes)
        if dict(group.data).get("man")
        and any(getattr(shape, "look", "") == "holds" for shape in group.shapes)
    ]
    return (
        board.lines[0],
        [row[0] for row in rows if any("holds the platform" in cell for cell in row)],
        marked,
    )


def test_s15_man_shot_on_the_platform_does_not_hold_it() -> None:
    held = table(MASTERMIND, "fire", m5=(3300, 1850), **HELD)  # type: ignore[arg-type]
    words, said, marked = shown_holders(held)
    assert "C1 and C2 hold the platform" in words and said == marked == ["C1", "C2"]
    after, _ = play(held, Shoot(man=GUARD, at=COMMANDO_2), 6)
    words, said, marked = shown_holders(after)
    assert "C1 is on the platform, but two are needed." in words and said == marked == ["C1"]


def test_s15_man_who_left_the_platform_does_not_hold_it_until_he_returns() -> None:
    held = table(**HELD)  # type: ignore[arg-type]
    after, _ = play(held, walk(COMMANDO, (2700, 1750)))
    words, said, marked = shown_holders(after)
    assert "C2 is on the platform, but two are needed." in words and said == marked == ["C2"]
    gone, _ = play(after, walk(COMMANDO_2, (2700, 1850)))
    assert "platform" not in shown_holders(gone)[0] and shown_holders(gone)[1:] == ([], [])
    back, _ = play(gone, Back(walks=2))
    assert shown_holders(back) == shown_holders(held)


def text_passage(board: Board, title: str) -> Passage:
    found = [passage for passage in board.words if passage.title == title]
    assert len(found) == 1, [passage.title for passage in board.words]
    return found[0]


def test_s17_text_tells_who_can_spray_whom() -> None:
    hits = "Who can hit whom from where they stand"
    where = table(step="fire", m22=(800, 1000), m5=(1030, 1000), m6=(1030, 1120))
    told = text_passage(board_of(where, None), hits)
    assert told.lines == (
        "G1 can spray C1: out, no die.",
        "G2 can spray C1: out, no die.",
        "C1 can spray G1 and G2: out, no die.",
    )
    assert (
        told.table is not None
        and ("C1", "G1", "1.8 in", "4 or more", "none", "3 in 6") in told.table.rows
    )
    fired, _ = play(where, Shoot(man=COMMANDO, at=GUARD), 1)
    assert text_passage(board_of(fired, SPY), hits).lines == told.lines, (
        "from their position, whoever has fired"
    )
    friend = changed(where, men=swap(where.men, OFFICER, Man(spot=(940, 1060), here=True)))
    assert not [
        line
        for line in text_passage(board_of(friend, SPY), hits).lines
        if line.startswith("C1 can spray")
    ], "a friendly figure is under it"
    assert text_passage(board_of(table(m22=(800, 1000)), SPY), hits).lines == (
        "No figure has an enemy in range and line of fire.",
    )


def test_s18_text_tells_where_a_deployment_would_stand() -> None:
    empty = table(step="deploy", side=MASTERMIND, away=(0, 7, 25))
    plain_one = text_passage(board_of(empty, MASTERMIND), "Preview")
    assert plain_one.table is not None and len(plain_one.table.rows) == 17
    assert plain_one.table.rows[0][:4] == ("M", "The Mastermind, pistol", "34.4, 18", "ring")
    changed_one = text_passage(
        board_of(empty, MASTERMIND, "deploy", base="standard", places="G11 at 37, 15"),
        "Preview",
    )
    assert changed_one.table is not None
    assert [row[2:4] for row in changed_one.table.rows if row[0] == "G11"] == [("37, 15", "ground")]
    assert "Preview" not in board_json(
        board_of(empty, SPY, "deploy", base="standard", places="G11 at 37, 15")
    ), "the other side's plan is its own"
    theirs, _ = play(empty, Deploy(spots=MAPS["volcano"].guards))
    commandos = text_passage(board_of(theirs, SPY), "Preview")
    assert commandos.table is not None and len(commandos.table.rows) == 21
    assert all("in between them" in row[-1] for row in commandos.table.rows), (
        "how far the guards are from there"
    )


def test_s8_text_describes_a_push_before_it_is_played() -> None:
    pending = Pending(winner=OFFICER, loser=GUARD, limit=200, pool=False)
    where = table(step="judo", m18=(800, 1000), m5=(900, 1000), push=pending)
    whole, half = board_of(where, SPY), board_of(where, SPY, "push", long="0.5")
    assert [row[:3] for row in rows_of(text_passage(whole, "Preview"))] == [
        ("G1", "Guard 1, submachine gun", "11, 10")
    ]
    assert [row[:3] for row in rows_of(text_passage(half, "Preview"))] == [
        ("G1", "Guard 1, submachine gun", "9.5, 10")
    ]
    assert choice(half, "push").note == "G1 would stand at 9.5, 10."
    assert play(where, read(where, "push", long="0.5"))[0].men[GUARD].spot == (950, 1000)
    assert "Preview" not in board_json(board_of(where, MASTERMIND))


def rows_of(passage: Passage) -> tuple[tuple[str, ...], ...]:
    assert passage.table is not None
    return passage.table.rows


def test_every_board_and_event_of_whole_battles_has_complete_texts() -> None:
    for number in range(2):
        seed = seed_from(f"words {number}")
        state, played = SHAMBATTLE.start(Setup(countdown=8), SeededDice(seed, 0))[0], 0
        while SHAMBATTLE.to_act(state):
            (seat,) = SHAMBATTLE.to_act(state)
            view = SHAMBATTLE.view(state, seat)
            assert re.match(r"[A-Z].*[.!]$", SHAMBATTLE_TABLE.coach(view))
            if played % 4 == 0:
                words = board_json(changed(SHAMBATTLE_TABLE.board(view, NAMES), drawing=None))
                assert "None" not in words and "{" not in re.sub(r'[{]"', "", words)
            move, played = DOCTRINE.choose(view, seat, SeededDice(seed, played)), played + 1
            state, told = submit(
                SHAMBATTLE, state, seat=seat, move=move, dice=SeededDice(seed, played)
            )
            for each in told:
                line = SHAMBATTLE_TABLE.say(each.event, NAMES, None)
                assert re.match(r"[A-Z].*\.$", line) and "None" not in line
        end = SHAMBATTLE.outcome(state)
        assert end is not None and SHAMBATTLE_TABLE.ending(end.ending).endswith(".")
        over = board_of(state.table, SPY)
        assert (over.headline, over.menus, over.waiting) == ("The battle is over", (), ())
        assert SHAMBATTLE_TABLE.coach(SHAMBATTLE.view(state, SPY)) == ""


def test_log_of_a_fight_tells_both_rolls() -> None:
    where = table(step="judo", m18=(2000, 1000), m5=Man(spot=(2100, 1000), here=True, stun=1))
    _, events = play(where, Judo(man=OFFICER, against=GUARD), 5, 3)
    assert (
        SHAMBATTLE_TABLE.say(events[0], NAMES, None)
        == "L1 fights G1, 5 + 1 against 3 − 1: G1 is out."
    )
    _, shots = play(
        table(step="fire", m22=(2000, 1800), m5=(2300, 1800)), Shoot(man=COMMANDO, at=GUARD), 3
    )
    assert SHAMBATTLE_TABLE.say(shots[0], NAMES, None) == "C1 shoots at G1: 3, needs 4, a miss."
    assert GUARD_2 != GUARD


# --- single buttons -------------------------------------------------------------------------------


def test_s35_one_button_fires_all_best_shots() -> None:
    where = table(SPY, "fire", m22=(1000, 1800), m23=(1000, 2000), m5=(1450, 1800), m6=(1450, 2000))
    found = choice(board_of(where, SPY), "volley")
    assert found.label == "Fire all best shots" and "C1 at G1" in found.note
    move = read(where, "volley")
    assert isinstance(move, Volley) and move == found.move
    lonely = table(SPY, "fire", m22=(1000, 1800), m5=(1450, 1800))
    assert board_of(lonely, SPY).choice("volley") is None


def test_one_button_marches_everyone_as_doctrine_would() -> None:
    where = table(m22=(350, 1775), m5=(3000, 1800))
    assert read(where, "follow") == read(where, "march", ways="", rest="doctrine")
    assert isinstance(read(where, "follow"), March)


def test_coach_suggests_the_doctrine_for_the_remaining_figures() -> None:
    where = table(m22=(350, 1775), m5=(3000, 1800))
    plainly = board_of(where, SPY)

    def rest(board: Board) -> str:
        return next(field.value for field in choice(board, "march").fields if field.name == "rest")

    assert rest(plainly) == "stay"
    assert rest(SHAMBATTLE_TABLE.eased(plainly)) == "doctrine"


def test_refusal_is_shown_once() -> None:
    """The refusal of a march is shown beside it, so the note with the same text disappears."""
    where, draft = table(m22=(350, 1775), m5=(3000, 1800)), Draft(choice="march")
    board = SHAMBATTLE_TABLE.board(view_of(where, SPY), NAMES, draft)
    with pytest.raises(IllegalMove) as why:
        SHAMBATTLE_TABLE.read(view_of(where, SPY), draft)
    assert why.value.sentence in choice(board, "march").note
    shown = ShownBoard(board, draft, {"march": why.value.sentence})
    offer = next(each for _, offers in shown.menus for each in offers if each.choice.key == "march")
    assert offer.wrong == why.value.sentence and not offer.choice.note
