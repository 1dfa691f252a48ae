"""Imagined states agree with observations."""

from __future__ import annotations

from engine.dice import SeededDice, seed_from
from engine.values import Seat, changed, swap
from minigames.lunacy.rules.game import LUNACY
from minigames.lunacy.rules.values import Room, Setup


def test_last_pieces_of_a_colour_are_imagined_where_they_were_seen():
    """One lies open, one is in a deadly trap and one is in use, so none of them is dealt again."""
    state, _ = LUNACY.start(Setup(stashes=3), SeededDice(seed_from("seen"), 0))
    table = state.table
    seen = Room(
        device=True,
        known="orange",
        weapons=("orange",),
        laid_by=Seat(1),
        looked_by=Seat(1),
        looked=1,
    )
    spies = swap(table.spies, 0, changed(table.spies[0], shown_weapon=None, shown_defence=None))
    spies = swap(spies, 1, changed(spies[1], shown_weapon="orange"))
    state = changed(state, table=changed(table, spies=spies, rooms=swap(table.rooms, 3, seen)))
    view = LUNACY.view(state, None)
    worlds = [LUNACY.imagine(view, SeededDice(seed_from(f"world {n}"), 0)) for n in range(60)]
    assert {world.own[1].weapon for world in worlds} == {"orange"}
    assert "orange" not in {world.own[0].weapon for world in worlds}
    assert len({world.own[0].weapon for world in worlds}) > 3
