"""`manage.py lab week`: clubs by number and seed, whatever the number of workers."""

from __future__ import annotations

import json
from io import StringIO

from django.core.management import call_command


def told(workers: int) -> str:
    out = StringIO()
    words = ("--sweep", "club", "--clubs", "3", "--seed", "any", "--workers", str(workers))
    call_command("lab", "week", *words, "--json", stdout=out, stderr=StringIO())
    return out.getvalue()


def test_clubs_come_to_the_same_figures_for_any_number_of_workers():
    alone = told(workers=1)
    (sweep,) = json.loads(alone)["sweeps"]
    assert (sweep["key"], sweep["matches"]) == ("club", 3)
    assert {"club-low", "club-best", "club-first"} <= {each["key"] for each in sweep["figures"]}
    assert told(workers=2) == alone
