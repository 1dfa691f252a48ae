"""Nothing of a test run outlives it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.slow("runs pytest within pytest")
ROOT = Path(__file__).parents[1]
TEST = """
import subprocess
import tempfile
import time
from pathlib import Path


def test_leaves_a_process_and_a_folder():
    tempfile.mkdtemp()
    process = subprocess.Popen(["sleep", "600"], env={{}}, start_new_session=True)
    Path({ready!r}).write_text(str(process.pid))
    time.sleep({seconds})
"""


@pytest.fixture
def start(tmp_path: Path) -> Callable[[float], subprocess.Popen[str]]:
    """Start a run of one test that leaves a process and a folder and takes this many seconds."""

    def started(seconds: float) -> subprocess.Popen[str]:
        file = tmp_path / "test_leaving.py"
        file.write_text(TEST.format(ready=str(tmp_path / "ready"), seconds=seconds))
        (tmp_path / "tmp").mkdir()
        kept = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
        for name in ("VAR_DIR", "SERVERS_LOG"):
            kept.pop(name, None)
        options = ["-q", "-p", "no:cacheprovider", "-p", "tests.conftest", "-c", "pyproject.toml"]
        return subprocess.Popen(
            [sys.executable, "-m", "pytest", *options, str(file)],
            cwd=ROOT,
            env={**kept, "TMPDIR": str(tmp_path / "tmp"), "TESTS": "quick"},
            stdout=subprocess.PIPE,
            text=True,
        )

    return started


def left_in(folder: Path) -> list[str]:
    """Return what a run has left in the temporary folder."""
    return [path.name for path in folder.glob("deaddrop-*")]


def test_a_process_left_behind_is_named_and_ended_and_fails_the_run(
    start: Callable[[float], subprocess.Popen[str]], tmp_path: Path
) -> None:
    run = start(0)
    said, _ = run.communicate(timeout=120)
    assert run.returncode == 1
    assert "1 passed" in said
    assert "LEFT BEHIND: sleep 600" in said
    assert left_in(tmp_path / "tmp") == []


def test_a_stopped_run_cleans_up(
    start: Callable[[float], subprocess.Popen[str]], tmp_path: Path
) -> None:
    run, ready = start(600), tmp_path / "ready"
    deadline = time.monotonic() + 120
    while not ready.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    run.send_signal(signal.SIGTERM)
    run.communicate(timeout=60)
    assert left_in(tmp_path / "tmp") == []
    with pytest.raises(ProcessLookupError):
        os.kill(int(ready.read_text()), 0)
