"""Ghosts have the shape of their figure and describe its path."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from minigames.shambattle.board import orders
from minigames.shambattle.board.codes import CODES
from minigames.shambattle.board.picture import ghost_shapes, path_shapes
from minigames.shambattle.rules.values import MASTERMIND, SPY, Spot
from play.tabletop.board import Circle, Group, Path, Rect, Shape

from .scene import BOSS, COMMANDO, GUARD, GUARD_OFFICER, HENCHMAN, OFFICER, THE_SPY, table

if TYPE_CHECKING:
    from engine.values import Seat

HERE: Spot = (5000, 1000)


def ghost_bodies(shapes: list[Shape]) -> list[Shape]:
    """Return the shapes of a ghost without its letters."""
    (one,) = [shape for shape in shapes if isinstance(shape, Group)]
    return [
        shape
        for shape in one.shapes
        if isinstance(shape, Circle | Path | Rect) and shape.look != "footprint"
    ]


def test_ghosts_of_sides_and_ranks_differ_in_shape() -> None:
    drawn = {
        str(ghost_bodies(ghost_shapes("volcano", [(man, HERE)])))
        for man in (BOSS, HENCHMAN, GUARD_OFFICER, GUARD, THE_SPY, OFFICER, COMMANDO)
    }
    assert len(drawn) == 7


@pytest.mark.parametrize(("man", "seat"), [(GUARD, MASTERMIND), (COMMANDO, SPY)])
def test_ghost_of_a_march_matches_a_deployment_and_describes_the_path(man: int, seat: Seat) -> None:
    here = table(seat, **{f"m{man}": HERE})
    march = orders.march(here, seat, f"{CODES[man]} towards 51, 10; 51, 20")
    drawn = path_shapes(here.map, march.goings)
    assert ghost_bodies(drawn) == ghost_bodies(ghost_shapes(here.map, [(man, HERE)]))
    (ghost,) = [shape for shape in drawn if isinstance(shape, Group)]
    assert dict(ghost.data) == {"ghost": CODES[man], "spot": "51, 13", "way": "51, 10; 51, 13"}
