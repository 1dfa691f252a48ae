"""Recorded matches: each ending has one, and each is what its seed still plays."""

from __future__ import annotations

import json

import pytest

from minigames.renamed.rules.game import RENAMED
from minigames.renamed.rules.moves import Move
from tests.golden import goldens_of
from tests.minigames.renamed.goldens import ENDINGS, recordings

GOLDENS = {golden.name: golden for golden in goldens_of(RENAMED)}


@pytest.mark.parametrize("name", ENDINGS)
def test_each_ending_has_a_golden_that_shows_it(name):
    assert json.loads(GOLDENS[name].lines[-1])["outcome"]["ending"] == ENDINGS[name][0]


def test_the_goldens_of_the_endings_are_what_their_seeds_play_now():
    assert {golden.name: golden.text for golden in recordings()} == {name: GOLDENS[name].text for name in ENDINGS}


def test_the_goldens_show_every_kind_of_move():
    shown = {json.loads(line)["move"]["type"] for golden in GOLDENS.values() for line in golden.lines[1:-1]}
    assert shown == {kind.__struct_config__.tag for kind in Move.__args__}
