"""A flaky test passes on its second try with new fixtures, and the last lines of the run name
it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow("runs pytest within pytest")
ROOT = Path(__file__).parent.parent

SHARED = """
import pytest

@pytest.fixture(scope="session")
def house():
    yield counted("house")

@pytest.fixture(scope="session")
def bell():
    if counted("bell") == 1:
        raise RuntimeError("no bell yet")

@pytest.fixture(scope="module")
def room(house):
    yield counted("room")
    counted("room left")

@pytest.fixture(scope="package")
def floor(house):
    yield counted("floor")

def counted(name):
    with open(f"{name}.count", "a") as made:
        made.write(".")
    return len(open(f"{name}.count").read())
"""
TESTS = """
import pytest
from house.conftest import counted

def test_steady(room):
    pass

def test_shaky(room, floor):
    counted("shaky")
    assert room == floor == 2, "not the second time"

def test_after(house):
    assert house == 1

def test_late(bell):
    pass

@pytest.fixture
def leaving():
    yield
    assert counted("leaving") == 2, "left badly"

def test_leaves(leaving):
    pass

@pytest.mark.timeout(1.0)
def test_slow():
    import time
    time.sleep(60 if counted("slow") == 1 else 0.7)
"""


def run(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in a separate folder."""
    environment = {key: value for key, value in os.environ.items() if "PYTEST" not in key}
    for name in ("DJANGO_SETTINGS_MODULE", "TESTS"):
        environment.pop(name, None)
    ours = [
        "-p",
        "tests.second_try",
        "-p",
        "no:randomly",
        "-p",
        "no:django",
        "-p",
        "no:cacheprovider",
    ]
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--rootdir", str(folder), *ours, *options],
        cwd=folder,
        env={
            **environment,
            "PYTHONPATH": f"{ROOT}{os.pathsep}{folder}",
            "XDG_CACHE_HOME": str(folder / "cache"),
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    house = tmp_path / "house"
    house.mkdir()
    (house / "__init__.py").touch()
    (house / "conftest.py").write_text(SHARED)
    return tmp_path


@pytest.mark.parametrize("options", [(), ("-n", "2", "--dist", "worksteal")], ids=["one", "two"])
def test_a_test_that_passes_on_its_second_try_is_green_and_named(
    folder: Path, options: tuple[str, ...]
) -> None:
    (folder / "house" / "test_chance.py").write_text(TESTS)
    if options:  # processes share nothing but the folder
        alone = TESTS.partition("\ndef test_after")[0].replace("def test_steady", "def steady")
        (folder / "house" / "test_chance.py").write_text(alone)
    done = run(folder, *options)
    assert done.returncode == 0, done.stdout + done.stderr
    named = [line for line in done.stdout.splitlines() if "ON SECOND TRY" in line]
    expected = (
        ["test_shaky"] if options else ["test_shaky", "test_late", "test_leaves", "test_slow"]
    )
    assert [line.split("::")[1].split(":")[0] for line in named] == expected
    assert "AssertionError: not the second time" in named[0]
    assert done.stdout.splitlines()[-len(named) :] == named
    assert "first try, call: house/test_chance.py::test_shaky" in done.stdout


def test_the_second_try_has_new_fixtures_in_the_same_session(folder: Path) -> None:
    (folder / "house" / "test_chance.py").write_text(TESTS.partition("\n@pytest.fixture")[0])
    run(folder)
    made = {one.stem: len(one.read_text()) for one in folder.glob("*.count")}
    assert made == {"house": 1, "room": 2, "room left": 2, "floor": 2, "bell": 2, "shaky": 2}


def test_a_third_second_try_within_a_week_fails_the_run(folder: Path) -> None:
    (folder / "house" / "test_chance.py").write_text(TESTS.partition("\ndef test_after")[0])
    codes = []
    for _ in range(3):
        codes.append(run(folder).returncode)
        for made in folder.glob("*.count"):
            made.unlink()
    assert codes == [0, 0, 1]


def test_a_test_that_fails_twice_is_red_and_not_tried_again(folder: Path) -> None:
    (folder / "house" / "test_red.py").write_text(
        "from house.conftest import counted\n\ndef test_red():\n    assert not counted('red')\n"
    )
    done = run(folder)
    assert done.returncode == 1
    assert "1 failed" in done.stdout and "ON SECOND TRY" not in done.stdout
    assert (folder / "red.count").read_text() == ".."
