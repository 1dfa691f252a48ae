"""The picture: to scale, with shaded hidden squares, plans as paths and visible enemies.

Rules P2, P5 and P14.
"""

from __future__ import annotations

import pytest

from ambush.board.landscape import UNITS_PER_SQUARE, filled_path, landscape_shapes, outline_path
from ambush.board.picture import unseen_squares
from ambush.rules.fighting import are_in_sight
from ambush.rules.ground import SIDE, SQUARES
from ambush.rules.maps import MAPS
from ambush.rules.terrain import terrain_of
from ambush.rules.values import Cloud, Man, Plan, Throw
from engine.values import changed
from play.tabletop.board import Group
from play.views.svg import svg
from tests.ambush.rules.scene import ground_with, plan, play_turns, standoff

from .scene import ADA, BEA, board_for, drawn_position, make_duel, shapes_of, square_index
from .scene import make_draft as form


@pytest.mark.parametrize("key", MAPS)
def test_p2_every_map_is_drawn_at_ten_units_a_square(key: str) -> None:
    shapes = landscape_shapes(key)
    assert (shapes[0].width, shapes[0].height) == (SIDE * UNITS_PER_SQUARE, SIDE * UNITS_PER_SQUARE)  # type: ignore[union-attr]
    letters = terrain_of(key).letters
    walls = next(shape for shape in shapes if shape.look == "wall")
    assert walls.d.count("M") <= letters.count("#")  # type: ignore[union-attr]
    assert len([shape for shape in shapes if shape.look == "door"]) == letters.count("+")
    assert len([shape for shape in shapes if shape.look == "crown"]) == letters.count("t")
    assert len([shape for shape in shapes if shape.look == "pump"]) == letters.count("p")


def test_squares_are_filled_in_runs_and_outlined_except_at_the_map_edge() -> None:
    assert filled_path([49, 50, 97]) == "M10 10h20v10h-20zM10 20h10v10h-10z"
    assert sorted(outline_path([0]).replace("M", " M").split(" M")) == ["", "0 10h10", "10 0v10"]


def test_p14_both_counters_are_drawn_at_their_squares() -> None:
    board = board_for(make_duel(mine="S14", enemy="W30"))
    me, enemy = shapes_of(board, "me")[0], shapes_of(board, "enemy")[0]
    assert (me.x, me.y) == drawn_position("S14")
    assert (enemy.x, enemy.y) == drawn_position("W30")
    assert not shapes_of(board, "lastseen")


def test_p14_hidden_enemy_is_drawn_at_the_last_seen_square_only() -> None:
    state = standoff(ground=ground_with(("#", 21, 30)))
    state = play_turns(state, 1, plan("e, e"), plan(", , , w"))
    board = board_for(state)
    assert not state.own[0].mark.in_sight
    assert state.own[0].mark.at != state.own[1].man.at
    assert not shapes_of(board, "enemy")
    last = shapes_of(board, "lastseen")[0]
    mark = state.own[0].mark.at
    assert (last.x, last.y) == (mark % SIDE * 10 + 5, mark // SIDE * 10 + 5)


def test_p5_shaded_squares_are_those_where_a_standing_enemy_is_hidden() -> None:
    state = make_duel(mine="S14", enemy="W30")
    own = state.own[0]
    terrain, dark = terrain_of(state.table.ground), set(unseen_squares(own, state.table))
    for at in range(0, SQUARES, 7):
        if at != own.man.at:
            assert (at in dark) != are_in_sight(
                terrain, frozenset(), own.man, Man(who=own.man.who, at=at)
            )


def test_p18_smoke_shades_squares_behind_it_and_a_blinded_player_sees_nothing() -> None:
    state = standoff()
    smoke = changed(
        state.table, clouds=(Cloud(kind="smoke", at=square_index("U32"), until=9, by=ADA),)
    )
    assert square_index("U45") not in unseen_squares(state.own[0], state.table)
    assert square_index("U45") in unseen_squares(state.own[0], smoke)
    blinded = changed(state.own[0], man=changed(state.own[0].man, blind=1))
    assert len(unseen_squares(blinded, state.table)) == SQUARES - 1


def test_p17_drafted_plan_is_drawn_as_a_path_with_numbered_phases() -> None:
    board = board_for(
        make_duel(mine="S14", enemy="W30"),
        ADA,
        form(step1="s", step2="s", step3="sw", step4="crouch"),
    )
    path = shapes_of(board, "path")[0]
    assert path.points == tuple([drawn_position(name) for name in ("S14", "S15", "S16", "R17")])
    assert [text.words for text in shapes_of(board, "number")] == ["1", "2", "3–5"]


def test_p4_step_into_a_wall_is_marked_where_it_stops() -> None:
    board = board_for(
        make_duel(mine="S14", enemy="W30"), ADA, form(step1="w", step2="w", step3="w", step4="sw")
    )
    assert shapes_of(board, "lost")


def test_p18_throw_target_is_marked_with_the_burst_area() -> None:
    board = board_for(
        make_duel(mine="S14", enemy="W30"), ADA, form(action="throw:smoke_grenade", at="U20")
    )
    (burst,) = shapes_of(board, "blast")
    assert (burst.x, burst.y) == drawn_position("U20")
    assert burst.radius == 4 * UNITS_PER_SQUARE


def test_sealed_plan_stays_on_its_owners_board() -> None:
    state = standoff()
    sealed = changed(
        state,
        own=(
            changed(state.own[0], plan=plan("n", Throw(gear="smoke_grenade", at=5))),
            state.own[1],
        ),
    )
    assert shapes_of(board_for(sealed, ADA), "path")
    assert not shapes_of(board_for(sealed, BEA), "path")
    assert not shapes_of(board_for(sealed, None), "path", "me", "enemy")


@pytest.mark.parametrize(
    ("shows", "side"), [("all", 48), ("near", 28), ("close", 16), ("rubbish", 48)]
)
def test_picture_can_zoom_to_the_squares_around_me(shows: str, side: int) -> None:
    drawing = board_for(make_duel(mine="S14", enemy="W30"), ADA, form(picture=shows)).drawing
    assert drawing is not None
    assert drawing.width == drawing.height == side * UNITS_PER_SQUARE + 14
    ticks = [shape for shape in drawing.shapes if shape.look == "tick"]
    assert len(ticks) == 2 * side


def test_crouching_fighter_has_a_bar_below() -> None:
    assert not shapes_of(board_for(standoff()), "low")
    assert len(shapes_of(board_for(standoff(crouched=(True, True))), "low")) == 2


def test_each_kind_of_cloud_is_drawn_differently_for_everyone() -> None:
    kinds = ("smoke", "gas", "fire")
    clouds = tuple(
        [
            Cloud(kind=kind, at=square_index(f"H{20 + 9 * number}"), until=9, by=ADA)  # type: ignore[arg-type]
            for number, kind in enumerate(kinds)
        ]
    )  # type: ignore[arg-type]
    state = standoff(clouds=clouds)
    for seat in (ADA, BEA, None):
        groups = [shape for kind in kinds for shape in shapes_of(board_for(state, seat), kind)]
        assert [
            len([each for each in group.shapes if each.look == "puff"]) for group in groups
        ] == [1, 1, 1]
        assert len({frozenset(filter(str.isalpha, group.shapes[1].d)) for group in groups}) == 3


def test_picture_defines_no_colours_of_its_own() -> None:
    drawing = board_for(make_duel(mine="S14", enemy="W30")).drawing
    assert drawing is not None
    printed = str(svg(drawing, {}))
    assert 'class="drawing ambush"' in printed
    assert "style=" not in printed
    assert "fill=" not in printed


def test_script_gets_the_map_but_no_secrets() -> None:
    drawing = board_for(make_duel(mine="S14", enemy="W30")).drawing
    assert drawing is not None
    carried = [dict(shape.data) for shape in drawing.shapes if isinstance(shape, Group)]
    own = {"here": str(square_index("S14")), "posture": "standing", "left": "6", "slants": "0"}
    assert carried == [{"ambush": "10", "letters": terrain_of("midville_1").letters, **own}]


def test_standing_still_draws_no_path() -> None:
    state = standoff()
    sealed = changed(state, own=(changed(state.own[0], plan=Plan()), state.own[1]))
    assert not shapes_of(board_for(sealed), "path", "number")
