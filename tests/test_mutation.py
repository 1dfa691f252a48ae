"""The mutation run: untested faults survive, tested ones are killed, and endless ones are ended."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from tests.mutation import mutants, report
from tests.mutation.living import Living, NotInstalled
from tests.mutation.trying import Fate

ROOT = Path(__file__).parent.parent

TOY = """
    from functools import cache, wraps

    LIMIT = 18

    def doorman(function):
        @wraps(function)
        def asked(age, strict=True):
            assert isinstance(age, int)
            return function(age) if strict else None
        return asked

    @doorman
    def may_enter(age: int) -> bool:
        '''Of age.'''
        if age < 0:
            raise ValueError("nobody is that young")
        return age >= LIMIT

    @cache
    def fee(age):
        return 5 if age >= 65 else 10

    def steps(count):
        while count > 0:
            count -= 1
        return count
    """
TESTS = """
    import os

    from toy import fee, may_enter, steps

    def test_weak():
        assert may_enter(30)

    def test_strong():
        assert may_enter(18) and not may_enter(17)

    def test_the_fee():
        assert fee(65) == 5 and fee(64) == 10

    def test_steps():
        assert steps(3) == 0

    def test_wrong_wherever_it_is_tried():
        assert may_enter(40)
        assert os.environ.get("SLOT") is None
    """
RUN = """
    import json, sys
    from pathlib import Path

    import pytest

    from tests.mutation import mutants
    from tests.mutation.trying import Trial, Trying

    import os, toy
    os.environ.pop("SLOT", None)
    trials = [
        Trial(mutant, [f"test_toy.py::{name}" for name in sys.argv[2:]])
        for mutant in mutants.of_file(Path(toy.__file__)) if sys.argv[1] in mutant.change
    ]
    at_once = dict.fromkeys(trials[0].tests, 0.0)
    plugin = Trying(trials, at_once, 2, print, lambda slot: os.environ.update(SLOT=str(slot)))
    pytest.main(["-q", "-s", "-p", "no:django", "-p", "no:randomly", "test_toy.py"], [plugin])
    found = {one.mutant.change: [one.fate, one.killer] for one in trials}
    Path("found.json").write_text(json.dumps(found))
    """


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    (tmp_path / "toy.py").write_text(dedent(TOY))
    (tmp_path / "test_toy.py").write_text(dedent(TESTS))
    (tmp_path / "run.py").write_text(dedent(RUN))
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    return tmp_path


def tried(folder: Path, change: str, *tests: str) -> dict[str, list[str]]:
    """Return the results of the toy's mutants with this change, for these tests."""
    environment = {key: value for key, value in os.environ.items() if "PYTEST" not in key}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    environment["PYTHONPATH"] = f"{folder}:{ROOT}"
    done = subprocess.run(
        [sys.executable, "run.py", change, *tests],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found: dict[str, list[str]] = json.loads((folder / "found.json").read_text())
    return found


BOUND = "return age >= LIMIT → return age > LIMIT"


@pytest.mark.slow("runs pytest for each fault")
def test_a_weak_test_misses_a_mutant_and_a_strong_one_kills_it(toy: Path) -> None:
    assert tried(toy, BOUND, "test_weak") == {BOUND: [Fate.SURVIVED, ""]}
    assert tried(toy, BOUND, "test_weak", "test_strong") == {
        BOUND: [Fate.KILLED, "test_toy.py::test_strong"]
    }


@pytest.mark.slow("runs pytest for each fault")
def test_a_test_failing_without_a_mutant_kills_none(toy: Path) -> None:
    assert tried(toy, BOUND, "test_wrong_wherever_it_is_tried", "test_weak") == {
        BOUND: [Fate.SURVIVED, ""]
    }


@pytest.mark.slow("runs pytest for each fault")
def test_an_endless_mutant_times_out(toy: Path) -> None:
    endless = "count -= 1 → count += 1"
    assert tried(toy, endless, "test_steps") == {endless: [Fate.TIMED_OUT, ""]}


def test_mutants_change_only_code_in_functions_and_no_messages(toy: Path) -> None:
    made = {mutant.change for mutant in mutants.of_file(toy / "toy.py")}
    assert BOUND in made
    assert "return function(age) if strict else None → return None" in made
    assert not any("LIMIT = " in change or "isinstance" in change for change in made)
    assert not any("young" in change or "Of age" in change for change in made)
    assert not any("strict=" in change or "@" in change for change in made)


def test_a_live_function_gets_a_mutants_code_and_clears_its_cache(toy: Path) -> None:
    path, space = str(toy / "toy.py"), dict[str, Any]()
    source = Path(path).read_text()
    exec(compile(source, path, "exec", dont_inherit=True), space)
    assert space["may_enter"](18) and space["fee"](65) == 5
    living = Living({path})
    living.install(path, source, source.replace("5 if age", "6 if age"))
    assert space["fee"](65) == 6
    living.install(path, source, source.replace("return age >=", "return age >"))
    assert not space["may_enter"](18)


def test_a_nested_function_can_lose_a_captured_name(toy: Path) -> None:
    path, space = str(toy / "toy.py"), dict[str, Any]()
    source = Path(path).read_text()
    exec(compile(source, path, "exec", dont_inherit=True), space)
    mutated = source.replace("return function(age) if strict else None", "return None")
    Living({path}).install(path, source, mutated)
    assert space["may_enter"](18) is None


def test_a_mutant_outside_any_function_is_not_installed(toy: Path) -> None:
    path = str(toy / "toy.py")
    source = Path(path).read_text()
    with pytest.raises(NotInstalled):
        Living({path}).install(path, source, source.replace("age >= 65", "age > 65"))


def test_a_seed_decides_the_mutants() -> None:
    once, again, other = (mutants.drawn("permissions", seed, 8) for seed in (1, 1, 2))
    assert [one.key for one in once] == [one.key for one in again]
    assert {one.key for one in once} != {one.key for one in other}
    assert len({one.key for one in once}) == 8


def test_the_report_counts_survivors_with_their_remarks() -> None:
    noticed = [report.Result("a.py", "f", f"{n} → 0", Fate.KILLED) for n in range(8)]
    left = [
        report.Result("a.py", "f", "x → y", Fate.SURVIVED),
        report.Result("a.py", "g", "x → z", Fate.UNSEEN),
    ]
    page = report.page(
        "--seed 1", {"seed 1": {"engine": noticed + left}}, {left[0].key: "Nothing reads it."}
    )
    assert "| engine | 10 | 8 | 0 | 2 | 80 % |" in page
    assert "- `a.py`, `f`: `` x → y ``. Nothing reads it." in page
    assert f"- `a.py`, `g`: `` x → z `` (no test runs it). {report.NO_WORD}" in page


def test_every_remark_is_about_an_existing_function() -> None:
    for key in report.remarks():
        file, function, _ = key.split(": ", 2)
        assert f"def {function.rpartition('.')[2]}(" in (ROOT / file).read_text(), key
