"""Measure Lighthouse scores of six pages on a mid-range phone: `python -m benchmarks.lighthouse`.

The benchmark starts a new clone with `make run`. Each page is opened with an empty cache as the
demo club's first player. Lighthouse is installed from npm with `npx`, and uses the same browser as
the tests. The best of three runs counts, because other load on the machine lowers the scores.
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
"""The last version of Lighthouse that supports Node.js 20."""
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
    """Run Lighthouse once and return its report."""
    report_file = folder / "found.json"
    headers = folder / "headers.json"
    headers.write_text(json.dumps({"Cookie": cookies}))
    subprocess.run(
        [
            *("npx", "--yes", f"lighthouse@{VERSION}", address, "--quiet"),
            *("--only-categories=performance", "--output=json", f"--output-path={report_file}"),
            *(f"--extra-headers={headers}", "--chrome-flags=--headless=new --no-sandbox"),
        ],
        env={**os.environ, "CHROME_PATH": str(chromium())},
        check=True,
        stdout=subprocess.DEVNULL,
    )
    findings: dict[str, Any] = json.loads(report_file.read_text())
    if findings["finalDisplayedUrl"] != address:
        raise SystemExit(f"{address} led to {findings['finalDisplayedUrl']}")
    return findings


def line(title: str, runs: list[dict[str, Any]]) -> Line:
    """Return the score and times of a page's best run."""
    best = max(runs, key=lambda findings: findings["categories"]["performance"]["score"])
    score = round(100 * best["categories"]["performance"]["score"])
    shown_ms, blocked = (
        best["audits"][name]["numericValue"]
        for name in ("largest-contentful-paint", "total-blocking-time")
    )
    return Line(
        title,
        f"{score}, shown in {shown_ms / 1000:.1f} s, blocked {blocked:.0f} ms",
        goal=f"{GOAL}",
        reached=score >= GOAL,
    )


def main() -> int:
    """Print the scores, which depend on the machine and never fail the run."""
    missing = [
        name
        for name, is_available in (("npx", shutil.which("npx")), ("a browser", chromium()))
        if not is_available
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
            cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar)
            for title, path in PAGES.items():
                progress(f"Lighthouse: {title}")
                lines.append(
                    line(title, [look(address + path, cookies, Path(home)) for _ in range(RUNS)])
                )
    return report("Lighthouse, of a hundred", lines)


if __name__ == "__main__":
    sys.exit(main())
