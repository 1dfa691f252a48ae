"""Texts of every game are correct English: articles, full stops, no repeated word."""

from __future__ import annotations

import json
import re
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import pytest
from msgspec import to_builtins

from engine.codec import Codec
from engine.match import heard_by, replay
from engine.values import Seat
from engine.words import sentence, with_article
from play.tabletop.board import Names
from tests.games import MINIGAMES
from tests.golden import goldens_of

if TYPE_CHECKING:
    from collections.abc import Iterator

TABLES: Final = [
    *[f"minigames.{key}.tabletop:{key.upper()}_TABLE" for key in MINIGAMES],
    "tests.examples.checkpoint.tabletop:CHECKPOINT_TABLE",
    "ambush.tabletop:AMBUSH_TABLE",
    "autoduel.tabletop:AUTODUEL_TABLE",
]
SLIPS: Final = re.compile(
    r"\ba [aeio]\w|(?:^|[.:!?“] )A [aeio]\w|\ba [AEIO][a-z]|\ban? the\b|\b[Aa]n "
    r"(?![AFHILMNORSX]\b)[^aeiouAEIOUÜÖÄ\W]\w|[?!]\.|(?<!\.)\.\.(?!\.)|,\.|  "
)


def test_article_depends_on_the_following_sound() -> None:
    assert [
        with_article(word)
        for word in (
            "Engineer",
            "Scout",
            "acid trap",
            "oil trap",
            "usual suspect",
            "hour",
            "Ubersaw",
        )
    ] == [
        "an Engineer",
        "a Scout",
        "an acid trap",
        "an oil trap",
        "a usual suspect",
        "an hour",
        "an Ubersaw",
    ]


def test_sentence_gets_one_full_stop() -> None:
    assert [
        sentence(words) for words in ("Over", "Kill, or taunt?", "Ha!", "It is “so.”", "Done.")
    ] == ["Over.", "Kill, or taunt?", "Ha!", "It is “so.”", "Done."]


@pytest.mark.parametrize("where", TABLES)
def test_recorded_match_has_grammatical_sentences(where: str) -> None:
    """Check every log line and some boards of every golden playthrough."""
    found = {(slip[0], words) for words in spoken_texts(where) if (slip := SLIPS.search(words))}
    assert not found


def spoken_texts(where: str) -> Iterator[str]:
    module, _, name = where.partition(":")
    tabletop = getattr(import_module(module), name)
    game = tabletop.game
    for golden in goldens_of(game):
        codec = Codec(game)
        setup = codec.setup.take(golden.head.setup)
        plies = [json.loads(line) for line in golden.lines[1:-1]]
        moves = [(Seat(ply["seat"]), codec.move.take(ply["move"])) for ply in plies]
        seats = (None, *game.seats(setup))
        names = Names([f"Player {seat}" for seat in range(1, len(seats))], bots=[1])
        narrators = {seat: tabletop.narrator(names, seat) for seat in seats}
        for ply, (state, told) in enumerate(
            replay(game, setup, bytes.fromhex(golden.head.seed), moves)
        ):
            me = seats[ply % len(seats)]
            for seat, say in narrators.items():
                lines = [say(event) for event in heard_by(seat, told)]
                yield from lines if seat == me else ()
            if ply % 6 == 0 or ply == len(moves):
                yield from sentences_of(to_builtins(tabletop.board(game.view(state, me), names)))
                yield tabletop.coach(game.view(state, me))


def sentences_of(part: Any) -> Iterator[str]:
    """Yield every text on a board."""
    match part:
        case str():
            yield part if " " in part else ""
        case dict():
            for name, value in part.items():
                yield from (
                    ()
                    if name in {"move", "d", "look", "key", "choice", "data"}
                    else sentences_of(value)
                )
        case list() | tuple():
            for value in part:
                yield from sentences_of(value)
