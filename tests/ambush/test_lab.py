"""`manage.py lab ambush`: readings of a duel and published figures."""

from __future__ import annotations

import json
import re
from collections import Counter
from io import StringIO

import pytest
from django.core.management import call_command

from ambush.lab import EVEN_CHANCE, FIRST_WEEKS, LAB, Cell, play_duel
from ambush.rules.game import AMBUSH
from lab.registry import lab_of
from play.selectors.lab_results import FOLDER, document_of, paper_of


def rate(cell: Cell, chart: str, duels: int = 120) -> float:
    """Return the rate of a chart's reading in sample duels."""
    seen = [each for number in range(duels) for each in play_duel(cell, f"test {number}")]
    asked = [each.halves / 2 for each in seen if each.chart == chart]
    return sum(asked) / len(asked)


def published_rates(sweep: str, chart: str) -> dict[str, float]:
    """Return the published rates of a figure by row name."""
    paper = paper_of("ambush")
    assert paper is not None
    figures = {each.key: each for part in paper.sweeps for each in part.figures}
    return {row.name: row.rate for row in figures[f"{sweep}-{chart}"].rows}


def test_lab_duel_is_repeatable_and_has_exactly_one_ending():
    for cell in (Cell(), Cell(ready_made=True, cause="hunted"), Cell(edition=FIRST_WEEKS)):
        once, again = list(play_duel(cell, "any")), list(play_duel(cell, "any"))
        assert once == again
        ends = Counter(each.halves for each in once if each.chart == "ends")
        assert ends[2] == 1


def test_armoured_pistol_duels_are_rarely_undecided_any_more():
    assert rate(Cell(), "undecided") <= 0.15
    assert rate(Cell(edition=FIRST_WEEKS), "undecided") >= 0.9


def test_fleeing_from_a_rifle_succeeds_only_sometimes():
    now = Cell(outfit="rifle", ambushed="flee_first")
    assert 0.4 <= rate(now, "away") <= 0.85


def test_lab_figures_do_not_depend_on_the_number_of_workers():
    def told(workers: int) -> str:
        out = StringIO()
        words = ("--sweep", "flight", "--matches", "4", "--seed", "any", "--workers", str(workers))
        call_command("lab", "ambush", *words, "--json", stdout=out, stderr=StringIO())
        return out.getvalue()

    alone = told(workers=1)
    (sweep,) = json.loads(alone)["sweeps"]
    assert (sweep["key"], sweep["matches"]) == ("flight", 4)
    assert told(workers=2) == alone


def test_document_shows_every_published_sweep():
    paper, document = paper_of("ambush"), document_of("ambush")
    assert paper is not None and document is not None
    assert {sweep.key for sweep in paper.sweeps} == {sweep.key for sweep in LAB.sweeps}
    keys = {figure.key for sweep in paper.sweeps for figure in sweep.figures}
    shown = set(re.findall(r"\]\(ambush/([a-z-]+)\.svg\)", document.read_text(encoding="utf-8")))
    assert shown and shown <= keys
    assert {file.stem for file in (FOLDER / "ambush").iterdir()} == keys
    for sweep in paper.sweeps:
        assert f"--matches {sweep.matches} --seed {sweep.seed}" in document.read_text("utf-8")


@pytest.mark.parametrize(
    "name", ["Pistols, no armour", "Pistols and armour", "Rifles and armour", "Shotguns and armour"]
)
def test_published_ambush_figures_meet_the_design_goals(name):
    assert 0.42 <= published_rates("equals", "ambusher")[name] <= 0.58
    assert published_rates("equals", "undecided")[name] <= 0.15
    assert EVEN_CHANCE < published_rates("levels", "better")[f"{name}, +1"] <= 0.65


def test_published_week_meets_the_design_goals():
    assert published_rates("hunt", "goes-on")["Ready-made characters"] <= 0.10
    assert 0.25 <= published_rates("hunt", "down")["Ready-made characters"] <= 0.60


def test_ambush_lab_is_registered():
    assert lab_of(AMBUSH) is LAB
