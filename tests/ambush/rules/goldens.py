"""`python -m tests.ambush.rules.goldens`: record a golden duel by doctrine for each way
an ambush can end.

`python -m tests.golden --write` keeps ambush-1 and ambush-2, which are random play; these are
ambush-3 and on.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from ambush.doctrine import DOCTRINE
from ambush.rules.game import AMBUSH
from ambush.rules.numbers import NUMBERS_WITHOUT_EXHAUSTION
from ambush.rules.samples import sample_ambush, sample_fighter, sample_kit
from ambush.rules.values import AMBUSHED, Plan, Setup
from campaign.roster.rules.spies import Skills
from engine.dice import SeededDice, seed_from
from engine.golden import record
from engine.match import Match
from engine.values import changed
from tests.golden import store

from .scene import BASE

if TYPE_CHECKING:
    from engine.golden import Golden

ENDINGS: Final = ("edge", "stealth", "knock_out", "death", "turn_limit", "exhaustion", "agreement")
FIRST: Final = 3
UNTRAINED: Final = Skills()
TRIES: Final = 400


def setup_for(ending: str) -> Setup:
    """Return a setup that is likely to end this way."""
    riflemen = sample_ambush(
        sample_fighter(0, "cautious", BASE, sample_kit("rifle")),
        sample_fighter(1, "aggressive", BASE, sample_kit("shotgun"), armour=3),
        2,
    )
    bare_hands = Setup(
        ambush=sample_ambush(
            sample_fighter(0, "aggressive", UNTRAINED, sample_kit(), armour=3),
            sample_fighter(1, "aggressive", BASE, sample_kit(), armour=3),
            2,
        )
    )
    return {
        "edge": Setup(
            ambush=sample_ambush(
                sample_fighter(0, "aggressive", BASE, sample_kit("smg")),
                sample_fighter(1, "flee_first", BASE, sample_kit()),
                1,
            )
        ),
        "stealth": Setup(
            ambush=sample_ambush(
                sample_fighter(0, "aggressive", BASE, sample_kit("heavy_pistol")),
                sample_fighter(1, "flee_first", Skills(stealth=2), sample_kit("rifle"), armour=3),
                4,
            )
        ),
        "knock_out": Setup(
            ambush=sample_ambush(
                sample_fighter(0, "aggressive", BASE, sample_kit("shotgun", "explosive_grenade")),
                sample_fighter(1, "aggressive", BASE, sample_kit("knife"), dp=5),
                0,
            ),
            phase_by_phase=True,
        ),
        "death": Setup(ambush=riflemen),
        "turn_limit": Setup(
            ambush=sample_ambush(
                sample_fighter(0, "aggressive", BASE, sample_kit(), armour=15, dp=5),
                sample_fighter(1, "aggressive", BASE, sample_kit(), armour=15, dp=5),
                3,
            ),
            numbers=NUMBERS_WITHOUT_EXHAUSTION,
        ),
        "exhaustion": bare_hands,
        "agreement": bare_hands,
    }[ending]


def play_by_doctrine(setup: Setup, words: str, *, ambushed_offers: bool = False) -> Match:
    """Play a whole duel with doctrine on both sides. The ambushed fighter can offer to part."""
    match = Match.begin(AMBUSH, setup, seed_from(words))
    while match.to_act:
        seat = match.to_act[0]
        dice = SeededDice(match.seed, len(match.moves) + 1, "doctrine")
        move = DOCTRINE.choose(match.view(seat), seat, dice)
        if ambushed_offers and isinstance(move, Plan) and seat == AMBUSHED:
            move = changed(move, offers_to_part=True)
        match = match.submit(seat, move)
    return match


def find_golden(number: int, ending: str) -> Golden:
    """Record the first duel with this ending."""
    for attempt in range(TRIES):
        match = play_by_doctrine(
            setup_for(ending),
            f"golden {ending} {attempt}",
            ambushed_offers=ending == "agreement",
        )
        if match.outcome.ending == ending:
            return record(AMBUSH, match.setup, match.seed, match.moves, name=f"ambush-{number}")
    raise LookupError(f"no duel in {TRIES} ends by {ending}")


def main() -> int:
    for number, ending in enumerate(ENDINGS, start=FIRST):
        print(ending, store(find_golden(number, ending)).name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
