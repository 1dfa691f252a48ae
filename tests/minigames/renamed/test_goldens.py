"""Recorded matches for each ending, which include every kind of move."""

from __future__ import annotations

import json

import pytest

from minigames.renamed.rules.game import RENAMED
from minigames.renamed.rules.moves import Move
from tests.golden import goldens_of
from tests.minigames.renamed.goldens import ENDINGS

GOLDENS = {golden.name: golden for golden in goldens_of(RENAMED)}


@pytest.mark.parametrize("name", ENDINGS)
def test_each_ending_has_a_golden(name):
    assert json.loads(GOLDENS[name].lines[-1])["outcome"]["ending"] == ENDINGS[name][0]


def test_goldens_include_every_kind_of_move():
    shown = {
        json.loads(line)["move"]["type"]
        for golden in GOLDENS.values()
        for line in golden.lines[1:-1]
    }
    assert shown == {kind.__struct_config__.tag for kind in Move.__args__}
