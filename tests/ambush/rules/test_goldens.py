"""The recorded duels include every ending."""

from __future__ import annotations

from ambush.rules.game import AMBUSH
from tests.golden import goldens_of

from .goldens import ENDINGS


def test_p12_goldens_include_every_ending():
    outcomes = [golden.lines[-1] for golden in goldens_of(AMBUSH)]
    for ending in ENDINGS:
        assert any(f'"ending":"{ending}"' in outcome for outcome in outcomes)
