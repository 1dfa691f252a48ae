"""The choice of the browser for tests, and its installation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests import machine


class Computer:
    """A fake machine: installed programs, available programs, and attempted installations."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.folder, self.programs, self.own = folder, set[str](), False
        self.root, self.apt, self.net = False, False, True
        self.tried: list[str] = []
        monkeypatch.delenv("CHROMIUM", raising=False)
        monkeypatch.setattr(machine.shutil, "which", self.which)
        monkeypatch.setattr(machine.os, "geteuid", lambda: 0 if self.root else 1000)
        monkeypatch.setattr(machine.subprocess, "run", self.run)

    def which(self, name: str) -> str | None:
        there = name in self.programs or (name == "apt-get" and self.apt)
        return f"/usr/bin/{name}" if there else None

    def run(self, command: list[Any], **_: Any) -> Any:
        """Run a fake apt, Playwright, or Playwright's browser."""
        words, path = [str(word) for word in command], self.folder / "ms-playwright" / "chrome"
        done = machine.subprocess.CompletedProcess(words, 0, "", "")
        if words[0] == "apt-get":
            self.tried.append(f"apt-get {words[1]}")
            self.programs |= {words[-1]} if self.net and words[1] == "install" else set()
        elif words[1:3] == ["-m", "playwright"]:
            self.tried.append("playwright install")
            self.own = self.net
        elif words[1] == "-c":
            done.stdout = f"{path}\n"
        done.returncode = 0 if self.net else 1
        if self.own:
            path.parent.mkdir(exist_ok=True)
            path.touch()
        return done


@pytest.fixture
def computer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Computer:
    return Computer(monkeypatch, tmp_path)


def test_the_browser_named_by_the_environment_comes_first(
    computer: Computer, monkeypatch: pytest.MonkeyPatch
) -> None:
    computer.programs = {"chromium", "/opt/chrome"}
    monkeypatch.setenv("CHROMIUM", "/opt/chrome")
    assert str(machine.chromium()).endswith("/opt/chrome")


def test_a_missing_named_browser_is_reported_by_name(
    computer: Computer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    computer.programs, computer.own = {"chromium"}, True
    monkeypatch.setenv("CHROMIUM", "/opt/nowhere")
    machine.main()
    assert machine.chromium() is None
    assert "/opt/nowhere" in capsys.readouterr().out
    assert not computer.tried


def test_a_browser_on_the_path_comes_before_playwrights(computer: Computer) -> None:
    computer.programs, computer.own = {"google-chrome"}, True
    machine.main()
    assert machine.chromium() == Path("/usr/bin/google-chrome")
    assert not computer.tried


def test_debian_installs_its_own_package_if_permitted(computer: Computer) -> None:
    computer.root = computer.apt = True
    machine.main()
    assert machine.chromium(full=True) == Path("/usr/bin/chromium")
    assert machine.chromium() == Path("/usr/bin/chromium-headless-shell")
    assert computer.tried == ["apt-get update", "apt-get install", "apt-get install"]
    machine.main()
    assert len(computer.tried) == 3


@pytest.mark.parametrize(("root", "apt"), [(True, False), (False, True), (False, False)])
def test_elsewhere_playwright_installs_its_browser(
    computer: Computer, root: bool, apt: bool
) -> None:
    computer.root, computer.apt = root, apt
    assert machine.chromium() is None
    machine.main()
    assert machine.chromium() == computer.folder / "ms-playwright" / "chrome"
    assert computer.tried == ["playwright install"]
    machine.main()
    assert computer.tried == ["playwright install"]


def test_if_every_installation_fails_the_last_line_says_so(
    computer: Computer, capsys: pytest.CaptureFixture[str]
) -> None:
    computer.root = computer.apt = True
    computer.net = False
    machine.main()
    assert machine.chromium() is None
    assert computer.tried == ["apt-get update", *["apt-get install"] * 2, "playwright install"]
    assert "No Chromium here" in capsys.readouterr().out.splitlines()[-1]


def test_playwrights_browser_is_not_used_if_it_does_not_start(computer: Computer) -> None:
    computer.own = True
    assert machine.chromium() is not None
    computer.net = False  # here: whatever is run fails
    assert machine.chromium() is None
