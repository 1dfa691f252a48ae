"""What is seen in the replay of a phase: tracers, points at the struck side, bursts and skids."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from autoduel.rules.events import (
    Burns,
    Dropped,
    Exploded,
    Fired,
    LostControl,
    Moved,
    Out,
    Ram,
    RunDown,
)
from autoduel.rules.values import NOBODY, Walker
from autoduel.tabletop import AUTODUEL_TABLE
from autoduel.tabletop.arena_picture import Scale
from autoduel.tabletop.effects import effect_shapes
from autoduel.tabletop.labels import Labels
from engine.values import changed
from play.tabletop.board import Group, Line, Text

from .test_lobby import NAMES, RED, begin_match
from .test_plan_page import groups, with_first_car_at

if TYPE_CHECKING:
    from autoduel.rules.values import Event, Table
    from play.tabletop.board import Shape

CLOSE = with_first_car_at(begin_match().view(RED), (10_000, 12_000, 0), 20).table


def table(**changes: object) -> Table:
    """Return a table whose second car faces the first from four inches away."""
    target = changed(CLOSE.cars[1], x=14_000, y=12_000, heading=12, course=12)
    return changed(CLOSE, cars=(CLOSE.cars[0], target), **changes)


def seen(*events: Event, at: Table | None = None) -> list[Shape]:
    here = at or table()
    labels = Labels("whole")
    found = effect_shapes(Scale(here.arena), [(here, event) for event in events], labels)
    return [shape for group in found if isinstance(group, Group) for shape in group.shapes]


def looks(*events: Event, at: Table | None = None) -> list[str]:
    return [shape.look for shape in seen(*events, at=at)]


def hit(**changes: object) -> Fired:
    shot = Fired(car=0, phase=1, look="gun", target=1, hit=True, points=7, facing="front")
    return changed(shot, **changes)


def test_a_hit_has_a_tracer_a_flash_and_its_points_at_the_struck_side() -> None:
    shapes = seen(hit())
    assert [shape.look for shape in shapes] == ["tracer gun", "muzzle", "burst", "points"]
    tracer, text = shapes[0], shapes[3]
    assert isinstance(tracer, Line) and isinstance(text, Text)
    assert text.words == "−7"
    front = table().cars[1].x - table().cars[1].size[0]
    assert tracer.points[-1][0] == pytest.approx(front * 24 / 1000, abs=0.2)


def test_a_miss_passes_the_target_and_scores_nothing() -> None:
    shapes = seen(hit(hit=False, points=0, facing="", look="laser"))
    assert [shape.look for shape in shapes] == ["tracer laser", "muzzle"]
    tracer = shapes[0]
    assert isinstance(tracer, Line)
    assert tracer.points[-1][1] != pytest.approx(12 * 24, abs=1)


def test_v131_a_shot_at_a_person_ends_at_the_person() -> None:
    walker = Walker(car=1, person=0, x=14_000, y=14_000, until=3)
    shapes = seen(hit(on_foot=0), at=table(walkers=(walker,)))
    tracer = shapes[0]
    assert isinstance(tracer, Line) and tracer.points[-1] == (336.0, 240.0)


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (Ram(car=0, other=1, kind="head-on", speed=40, faces=(3,), dealt=(5, 0)),
         ["burst", "points"]),
        (Ram(car=0, other=NOBODY, kind="wall", speed=40, faces=(3,), dealt=(5, 0)),
         ["burst", "points"]),
        (RunDown(car=0, whose=1, person=0, phase=2, faces=(3,), dealt=(1, 3)), ["burst"]),
        (Exploded(car=1, faces=(6,)), ["burst"]),
        (Burns(car=1, on=True), ["burst"]),
        (Burns(car=1, on=False), []),
        (Out(car=1, why="wrecked", killer=0, person=0),
         ["puff puff-0", "puff puff-1", "puff puff-2"]),
        (Out(car=1, why="left", killer=NOBODY, person=0), []),
        (Moved(car=0, phase=1, poses=((10_000, 12_000, 0), (10_500, 12_000, 3)), manoeuvre="L45"),
         ["skid", "skid"]),
        (Moved(car=0, phase=1, poses=((10_000, 12_000, 0), (10_500, 12_000, 1)), manoeuvre="L15"),
         []),
        (LostControl(car=0, what="skid", amount=1), []),
        (Dropped(car=0, phase=1, kind="mine", pose=(1, 1, 0)), []),
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_other_events_show_their_effect(event: Event, expected: list[str]) -> None:
    assert looks(event) == expected


def test_a_car_that_loses_control_leaves_skid_marks_on_its_last_way() -> None:
    moved = Moved(car=0, phase=1, poses=((10_000, 12_000, 0), (11_000, 12_000, 0)))
    assert looks(LostControl(car=0, what="skid", amount=1), at=table(film=(moved,))) == ["skid"] * 2


def test_shots_are_shown_one_after_the_other_and_moves_take_no_step() -> None:
    moved = Moved(car=0, phase=1, poses=((1, 1, 0), (2, 2, 3)), manoeuvre="L45")
    events: list[Event] = [moved, *[hit()] * 9]
    here = table()
    found = effect_shapes(Scale(here.arena), [(here, each) for each in events], Labels("whole"))
    assert [group.look for group in found if isinstance(group, Group)] == [
        "fx step-0", *[f"fx step-{step}" for step in (0, 1, 2, 3, 4, 5, 6, 7, 7)]
    ]  # fmt: skip


def test_a_burning_car_smokes_on_the_board() -> None:
    view = begin_match().view(RED)
    cars = (changed(view.table.cars[0], burning=True), view.table.cars[1])
    board = AUTODUEL_TABLE.board(changed(view, table=changed(view.table, cars=cars)), NAMES)
    assert board.drawing is not None
    burning = [group for group in groups(board.drawing.shapes) if "burning" in group.look]
    assert len(burning) == 1 and "puff puff-0" in [shape.look for shape in burning[0].shapes]
