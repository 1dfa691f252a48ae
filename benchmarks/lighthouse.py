"""`python -m benchmarks.lighthouse`: what Lighthouse makes of six pages, as a phone of the middle
class on a slow network would show them.

A fresh clone is started by `make run`, and the demo club's first player looks at each page with
nothing kept from before. Lighthouse itself comes from npm (`npx`), the browser is the one that
tests use. Each page is looked at three times, and the best run counts: Lighthouse lowers its score
by what else the machine does.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from tests.machine import chromium
from tests.servers import free_port

from .line import Line, progress, report
from .start import ROOT, first_page, log_in, running, wait_for_demo

VERSION: Final = "12.8.2"
"""The last that runs with Node.js 20."""
GOAL: Final = 98
RUNS: Final = 3
TEAM: Final = "/c/demo/teams/ironclad-freight"
PAGES: Final = {
    "home": "/me/",
    "a club": "/c/demo/",
    "standings": "/c/demo/standings/",
    "the order form": f"{TEAM}/orders/",
    "a report": f"{TEAM}/reports/2/",
    "the lobby": "/play/",
}


def look(address: str, cookies: str, folder: Path) -> dict[str, Any]:
    """One run of Lighthouse: all it says of the page."""
    found = folder / "found.json"
    headers = folder / "headers.json"
    headers.write_text(json.dumps({"Cookie": cookies}))
    subprocess.run(
        [
            *("npx", "--yes", f"lighthouse@{VERSION}", address, "--quiet"),
            *("--only-categories=performance", "--output=json", f"--output-path={found}"),
            *(f"--extra-headers={headers}", "--chrome-flags=--headless=new --no-sandbox"),
        ],
        env={**os.environ, "CHROME_PATH": str(chromium())},
        check=True,
        stdout=subprocess.DEVNULL,
    )
    said: dict[str, Any] = json.loads(found.read_text())
    if said["finalDisplayedUrl"] != address:
        raise SystemExit(f"{address} led to {said['finalDisplayedUrl']}")
    return said


def line(what: str, runs: list[dict[str, Any]]) -> Line:
    """The best run's score, with its times."""
    best = max(runs, key=lambda said: said["categories"]["performance"]["score"])
    score = round(100 * best["categories"]["performance"]["score"])
    shown, blocked = (
        best["audits"][name]["numericValue"]
        for name in ("largest-contentful-paint", "total-blocking-time")
    )
    return Line(
        what,
        f"{score}, shown in {shown / 1000:.1f} s, blocked {blocked:.0f} ms",
        goal=f"{GOAL}",
        reached=score >= GOAL,
    )


def main() -> int:
    """Print the scores. They are this machine's, and fail nothing."""
    missing = [
        name
        for name, there in (("npx", shutil.which("npx")), ("a browser", chromium()))
        if not there
    ]
    if missing:
        return report("Lighthouse", [Line("not measured", f"no {' and no '.join(missing)} here")])
    lines = []
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "clone"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
        port = free_port()
        address = f"http://localhost:{port}"
        with running(folder, port) as process:
            first_page(process, address)
            wait_for_demo(address)
            _, jar = log_in(address, folder / "run.log")
            cookies = "; ".join(f"{one.name}={one.value}" for one in jar)
            for what, path in PAGES.items():
                progress(f"Lighthouse: {what}")
                lines.append(
                    line(what, [look(address + path, cookies, Path(home)) for _ in range(RUNS)])
                )
    return report("Lighthouse, of a hundred", lines)


if __name__ == "__main__":
    sys.exit(main())
