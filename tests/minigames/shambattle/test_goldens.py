"""Recorded battles for each grade of victory."""

from __future__ import annotations

import json

import pytest

from minigames.shambattle.rules.game import SHAMBATTLE
from tests.golden import goldens_of
from tests.minigames.shambattle.goldens import ENDINGS

GOLDENS = {golden.name: golden for golden in goldens_of(SHAMBATTLE)}


@pytest.mark.parametrize("name", ENDINGS)
def test_each_grade_of_victory_has_a_golden(name):
    assert json.loads(GOLDENS[name].lines[-1])["outcome"]["ending"] == ENDINGS[name]


def test_goldens_include_every_common_kind_of_move():
    shown = {
        json.loads(line)["move"]["type"]
        for golden in GOLDENS.values()
        for line in golden.lines[1:-1]
    }
    assert shown >= {"deploy", "march", "judo", "shoot", "spray", "push", "done", "time-up"}
