"""Every ruling of the autoduel has a test that names it (V75), or it is said here who tests it."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parent
RULES = Path(__file__).parents[2] / "autoduel"
LAST = 150
"""The last ruling there is."""
ELSEWHERE = {
    2: "a club's choice: C93 in test_week.py",
    50: "charges go off in the week: tests/espionage",
    51: "booking is the campaign's: C95 in test_week.py",
    64: "what is open afterwards: test_plan_page.py, test_afterwards_the_whole_truth",
    72: "the pad of a phone: tests/browser",
    73: "who may watch is the club's: C104 in tests/pages/club/test_stands.py",
    74: "the API: tests/api",
    77: "the engine's laws, by the roll call: tests/engine/test_conformance.py",
    83: "a prototype's figures",
    86: "V131 is in its place",
    101: "names and colours: test_lobby.py",
    103: "one order a person: test_plan_page.py",
    105: "what the page shows: test_plan_page.py",
    116: "a weight of the drivers: the lab's figures, docs/lab/autoduel.md",
    122: "which numbers are the club's: C31 in test_club.py",
    123: "a driven duel's words: test_week.py",
    140: "a weight of the drivers: the lab's figures, docs/lab/autoduel.md",
}  # fmt: skip
FREE = {108, *range(109, 115), *range(117, 120), *range(124, 130)}
"""Numbers of which no rule was made, or pages' own."""


def named():
    """The rulings in the names of the tests."""
    words = "\n".join([file.read_text(encoding="utf-8") for file in TESTS.glob("test_*.py")])
    names = re.findall(r"def (test_\w+)", words)
    return {int(number) for name in names for number in re.findall(r"_v(\d+)", name)}


def test_v75_every_ruling_is_named_by_a_test():
    missing = set(range(1, LAST + 1)) - named() - set(ELSEWHERE) - FREE
    assert missing == set()


def test_v75_nothing_is_said_to_be_elsewhere_that_a_test_here_names():
    assert set(ELSEWHERE) & named() == set()


def test_v75_every_ruling_of_the_rules_is_in_their_list():
    words = (RULES / "rules" / "__init__.py").read_text(encoding="utf-8")
    listed = {int(number) for number in re.findall(r"^V(\d+) ", words, re.MULTILINE)}
    said = {
        int(number)
        for file in [*RULES.glob("rules/*.py"), *RULES.glob("doctrine/*.py")]
        for number in re.findall(r"\bV(\d+)\b", file.read_text(encoding="utf-8"))
    }
    assert {number for number in said if 84 <= number < 100 or number >= 115} - listed == {86}
