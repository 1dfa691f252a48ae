"""Texts in the picture of the arena: they never overlap, and make room for each other."""

from __future__ import annotations

from itertools import combinations, islice
from typing import TYPE_CHECKING

from autoduel.rules.values import Autopilot
from autoduel.tabletop import AUTODUEL_TABLE
from autoduel.tabletop.labels import SIZES, Labels, places_around, text_box
from autoduel.tabletop.plan_form import KEY
from engine.values import changed
from play.tabletop.board import Draft, Group, Text

from .test_lobby import NAMES, begin_match

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoduel.rules.values import View
    from autoduel.tabletop.labels import Box
    from play.tabletop.board import Drawing, Shape


ROUNDING = 1.0
"""Overlap in square drawing units that comes from rounded coordinates only."""


def texts(shapes: tuple[Shape, ...], x: float = 0, y: float = 0) -> Iterator[Text]:
    """Yield the texts of upright groups at their places in the picture."""
    for shape in shapes:
        if isinstance(shape, Group) and not shape.turn:
            yield from texts(shape.shapes, x + shape.x, y + shape.y)
        elif isinstance(shape, Text) and shape.look in SIZES["near"]:
            yield changed(shape, x=shape.x + x, y=shape.y + y)


def boxes(drawing: Drawing, frame: str) -> list[tuple[str, Box]]:
    return [(text.words, text_box(text, SIZES[frame][text.look])) for text in texts(drawing.shapes)]


def views() -> Iterator[View]:
    """Yield positions of duels with two, four and eight cars that close in on each other."""
    for options in ({}, {"division": "6"}, {"seats": 4}, {"seats": 4, "cars": 2}, {"seats": 8}):
        match = begin_match(**options)
        while match.to_act:
            for seat in match.to_act:
                yield match.view(seat)
                match = match.submit(seat, Autopilot(kind="charger"))


def test_texts_do_not_overlap_in_200_positions() -> None:
    overlaps = []
    positions = list(islice(views(), 200))
    for number, view in enumerate(positions):
        frame = ("near", "whole")[number // 8 % 2]
        fill = Draft(choice=KEY, answers=(("fill", ("last",)), ("picture", (frame,))))
        drawing = AUTODUEL_TABLE.board(view, NAMES, AUTODUEL_TABLE.complete(view, fill)).drawing
        assert drawing is not None
        overlaps += [
            (number, frame, one, other)
            for (one, box), (other, other_box) in combinations(boxes(drawing, frame), 2)
            if box.overlap(other_box) > ROUNDING
        ]
    assert len(positions) == 200 and not overlaps


def test_a_text_moves_aside_from_an_earlier_one() -> None:
    labels = Labels("near")
    first = labels.place_text("1", "number", places_around(0, 0, (0, 0)))
    second = labels.place_text("2", "number", places_around(0, 0, (0, 0)))
    assert (first.x, first.y) == (0, 0) and (second.x, second.y) != (0, 0)
    size = SIZES["near"]["number"]
    assert not text_box(first, size).overlap(text_box(second, size))
