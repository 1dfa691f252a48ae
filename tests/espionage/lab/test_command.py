"""`manage.py lab week`: reproducibility and published figures."""

from __future__ import annotations

import json
import re
from io import StringIO

from django.core.management import call_command

from espionage.lab.sweeps import LAB
from play.selectors.lab_results import FOLDER, document_of, paper_of


def run_lab(workers: int) -> str:
    out = StringIO()
    words = ("--sweep", "club", "--clubs", "3", "--seed", "any", "--workers", str(workers))
    call_command("lab", "week", *words, "--json", stdout=out, stderr=StringIO())
    return out.getvalue()


def test_club_figures_do_not_depend_on_the_number_of_workers():
    alone = run_lab(workers=1)
    (sweep,) = json.loads(alone)["sweeps"]
    assert (sweep["key"], sweep["matches"]) == ("club", 3)
    assert {"club-low", "club-best", "club-first"} <= {each["key"] for each in sweep["figures"]}
    assert run_lab(workers=2) == alone


def test_document_shows_every_published_season_sweep():
    paper, document = paper_of("week"), document_of("week")
    assert paper is not None and document is not None
    assert {sweep.key for sweep in paper.sweeps} == {sweep.key for sweep in LAB.sweeps}
    keys = {figure.key for sweep in paper.sweeps for figure in sweep.figures}
    shown = set(re.findall(r"\]\(week/([a-z-]+)\.svg\)", document.read_text()))
    assert shown and shown <= keys
    assert {file.stem for file in (FOLDER / "week").iterdir()} == keys
    for sweep in paper.sweeps:
        assert f"--clubs {sweep.matches} --seed {sweep.seed}" in document.read_text()
