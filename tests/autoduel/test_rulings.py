"""Every ruling of the autoduel is named by a test or is listed here with its test file (V75)."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parent
RULES = Path(__file__).parents[2] / "autoduel"
LAST = 159
"""Number of the last ruling."""
ELSEWHERE = {
    2: "a club's choice: C93 in test_week.py",
    50: "charges go off in the week: tests/espionage",
    51: "booking is the campaign's: C95 in test_week.py",
    64: "after the duel: test_lobby.py, test_finished_duel_shows_every_sheet",
    72: "the pad of a phone: tests/browser",
    73: "spectators of a club's duel: C104 in tests/pages/club/test_stands.py",
    74: "the API: tests/api",
    77: "the engine's laws, by the roll call: tests/engine/test_conformance.py",
    83: "a prototype's figures",
    86: "replaced by V131",
    101: "names and colours: test_lobby.py",
    103: "one order a person: test_plan_page.py",
    105: "the plan page: test_plan_page.py",
    116: "a weight of the doctrines: the lab's figures, docs/lab/autoduel.md",
    122: "numbers a club can set: C31 in test_club.py",
    123: "texts of a driven duel: test_week.py",
    140: "a weight of the doctrines: the lab's figures, docs/lab/autoduel.md",
}  # fmt: skip
FREE = {108, *range(109, 115), *range(117, 120), *range(124, 130)}
"""Numbers that no rule has or that belong to pages."""


def rulings_in_test_names():
    """Return the numbers of the rulings in test names."""
    words = "\n".join([file.read_text(encoding="utf-8") for file in TESTS.glob("test_*.py")])
    names = re.findall(r"def (test_\w+)", words)
    return {int(number) for name in names for number in re.findall(r"_v(\d+)", name)}


def test_v75_every_ruling_is_named_by_a_test():
    missing = set(range(1, LAST + 1)) - rulings_in_test_names() - set(ELSEWHERE) - FREE
    assert missing == set()


def test_v75_rulings_listed_as_tested_elsewhere_are_not_tested_here():
    assert set(ELSEWHERE) & rulings_in_test_names() == set()


def test_v75_every_ruling_in_the_code_is_in_the_list():
    words = (RULES / "rules" / "__init__.py").read_text(encoding="utf-8")
    listed = {int(number) for number in re.findall(r"^V(\d+) ", words, re.MULTILINE)}
    said = {
        int(number)
        for file in [*RULES.glob("rules/*.py"), *RULES.glob("doctrine/*.py")]
        for number in re.findall(r"\bV(\d+)\b", file.read_text(encoding="utf-8"))
    }
    assert {number for number in said if 84 <= number < 100 or number >= 115} - listed == {86}
