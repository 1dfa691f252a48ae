"""The lab's readings of bots that meet."""

from __future__ import annotations

from lab.lab import Bench
from lab.meetings import Meeting, play_meeting
from minigames.renamed.bots import BOTS
from minigames.renamed.lab import LAB
from minigames.renamed.rules.game import RENAMED
from minigames.renamed.rules.values import Setup


def test_matchups_share_the_seats_and_are_reproducible():
    meeting = Meeting(setup=Setup(players=4), bots=("gloater:strong", "wrecker:club"))
    met, again = [play_meeting(RENAMED, BOTS, meeting, "one") for _ in range(2)]
    assert met.bots.count("gloater:strong") == 2 and met.bots == again.bots
    assert met.choices == again.choices and all(met.choices)
    assert sum([met.share(bot) for bot in meeting.bots]) == 2


def test_every_case_of_every_sweep_has_readings():
    for sweep in LAB.sweeps:
        bench = Bench(RENAMED, LAB, sweep, "words")
        for case in range(bench.cases):
            found = bench.play(case, ())
            assert {chart for _, chart, _ in found.cells} == {*sweep.charts}
