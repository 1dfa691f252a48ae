"""The example listener of docs/api.md on the running site: it prints its user's events once each,
also after a pause.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest
from django.db import transaction
from django.utils import timezone

from core.accounts.services import tokens
from core.live import hub as live_hub
from core.notifications.services import events, notices
from espionage.notice_kinds import WeekNotice
from tests.factories import Club, found_club

if TYPE_CHECKING:
    from tests.conftest import Site

TOOL = Path(__file__).parents[2] / "docs" / "examples" / "listen.py"
SOON = 60
"""Seconds for an event on a busy machine."""
pytestmark = [pytest.mark.timeout(10 * SOON), pytest.mark.django_db(transaction=True)]


@pytest.fixture
def club(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Club:
    settings.REDIS_URL = ""
    monkeypatch.setattr(live_hub, "POLL_SECONDS", 0.2)
    found = found_club(teams=2, characters=1, vehicles=0)
    events.number_new()
    return found


def tell(club: Club, *kinds: WeekNotice, who: int = 0, week: int = 1) -> None:
    with transaction.atomic():
        notices.send(
            notices.Message(
                club.players[who].pk, club.campaign.pk, kind, "News.", "news/",
                f"{kind}:{week}", timezone.now(), about={"week": week, "team": "anvil"},
            )
            for kind in kinds
        )  # fmt: skip


@contextmanager
def running_listener(club: Club, site: Site, *said: str, **more: str) -> Iterator[Queue[str]]:
    """Run the tool for the first player and return the lines it prints."""
    token = tokens.create_token(
        user=club.players[0], name="Listener", days=1, now=timezone.now(), scopes=("read",)
    )[1]
    tool = subprocess.Popen(
        [sys.executable, "-I", "-X", "utf8", str(TOOL), *said],
        env={"DEADDROP_URL": site.url, "DEADDROP_TOKEN": token, **more},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    lines: Queue[str] = Queue()

    def read() -> None:
        assert tool.stdout is not None
        for line in tool.stdout:
            lines.put(line)

    reader = Thread(target=read)
    reader.start()
    try:
        yield lines
    finally:
        tool.kill()
        tool.wait(SOON)
        reader.join(SOON)


def test_the_listener_prints_its_users_events_and_continues_after_a_pause(
    site: Site, club: Club, tmp_path: Path
) -> None:
    state = tmp_path / "last"
    tell(club, WeekNotice.WEEK_OPENED)
    state.write_text("none")
    with running_listener(club, site, "report", LISTEN_STATE=str(state)) as lines:
        tell(club, WeekNotice.REPORT, who=1)
        tell(club, WeekNotice.DECISION, WeekNotice.REPORT)
        line = lines.get(timeout=SOON)
        assert " report week 1 team anvil " in line
        assert line.endswith(f"{site.url}/c/{club.campaign.slug}/news/\n")
    tell(club, WeekNotice.REPORT, week=2)
    with running_listener(club, site, "report", LISTEN_STATE=str(state)) as lines:
        first = lines.get(timeout=SOON)
        if " week 1 " in first:  # it was ended before it had kept that it had heard this one
            first = lines.get(timeout=SOON)
        assert " report week 2 " in first
        tell(club, WeekNotice.REPORT, week=3)
        assert " report week 3 " in lines.get(timeout=SOON)
        assert lines.empty()


def test_the_listener_runs_a_program_and_reports_an_invalid_token(
    site: Site, club: Club, tmp_path: Path
) -> None:
    state, program = tmp_path / "last", tmp_path / "print.py"
    state.write_text("none")
    program.write_text("import sys; print(sys.stdin.read(), flush=True)")
    run = f"{sys.executable} -I {program}"
    with running_listener(
        club, site, "your-turn", LISTEN_STATE=str(state), LISTEN_RUN=run
    ) as lines:
        tell(club, WeekNotice.AMBUSH_TURN)
        event = json.loads(lines.get(timeout=SOON))
        assert (event["event"], event["kind"]) == ("your-turn", "ambush-turn")
    with running_listener(club, site, DEADDROP_TOKEN="dd_nonsense") as lines:
        assert lines.get(timeout=SOON).startswith("The site answered 401: ")
