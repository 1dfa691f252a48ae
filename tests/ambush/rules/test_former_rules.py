"""A duel recorded under the former rules replays identically.

Its setup contains the numbers of P36 to P40, and missing numbers mean that the rule is off.
"""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from ambush.rules.game import AMBUSH
from ambush.rules.numbers import FORMER_NUMBERS
from engine.codec import Codec
from engine.match import replay
from engine.values import Seat

LINES = [
    json.loads(line)
    for line in Path(__file__).with_name("former_rules.jsonl").open(encoding="utf-8")
]


def test_recorded_duel_of_the_former_rules_tells_the_same_events():
    head, *plies, end = LINES
    codec = Codec(AMBUSH)
    setup = codec.setup.take(head["setup"])
    assert setup.numbers == FORMER_NUMBERS
    moves = [(Seat(ply["seat"]), codec.move.take(ply["move"])) for ply in plies]
    steps = list(replay(AMBUSH, setup, bytes.fromhex(head["seed"]), moves))
    told = [msgspec.to_builtins(heard) for _, heard in steps]
    assert json.loads(json.dumps(told)) == [line["told"] for line in (head, *plies)]
    assert msgspec.to_builtins(AMBUSH.outcome(steps[-1][0]))["ending"] == end["outcome"]["ending"]
