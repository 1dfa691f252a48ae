"""Processes are replaced one after another while people read, save and watch, as in docs/how-
to/operating/running.md: nobody gets an error or is cut off.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings
from django.utils import timezone

from campaign.voices.models import RivalNote
from core.accounts.services import tokens
from play.services.tables import open_table
from tests.conftest import session_cookie
from tests.factories import Club, found_club
from tests.siege import more

from .composed import ROOT, Composed
from .load import Load
from .world import wait_for

pytestmark = [pytest.mark.django_db(transaction=True)]

MANUAL: Final = ROOT / "docs" / "how-to" / "operating" / "running.md"
WATCHERS: Final = 3
AGAIN: Final = 10
"""Number of further answers before the next process is replaced."""


def rolled() -> list[str]:
    """Return the services that the manual replaces, in its order."""
    [said] = re.findall(r"^ *for service in ([\w -]+); do$", MANUAL.read_text(), re.MULTILINE)
    return said.split()


@pytest.fixture
def composed(process_environment: dict[str, str], tmp_path: Path) -> Iterator[Composed]:
    """Return the services on this test's database and Redis."""
    told = process_environment
    key = settings.SECRET_KEY  # whoever is logged in here is there
    with Composed(tmp_path, told["DATABASE_URL"], told["REDIS_URL"], SECRET_KEY=key) as services:
        yield services


def test_the_manual_replaces_each_of_our_long_running_services(composed: Composed) -> None:
    ours = {name for name, service in composed.services.items() if "build" in service}
    assert set(rolled()) == ours - {"migrate", "manage"}
    assert len(rolled()) == len(set(rolled()))


def test_replacing_each_server_fails_no_reader_writer_or_stream(composed: Composed) -> None:
    club = found_club(teams=2, name="Rolling")
    servers = [name for name in rolled() if name in {"web", "web-2", "live"}]
    composed.start(*servers)
    composed.start("proxy")
    with Load(composed.address) as load:
        everybody(load, club)
        for name in servers * more(1, 5):
            wait_for_more(load, read=AGAIN, save=AGAIN)
            streams = load.done["stream"]
            composed.replace(name)
            if name == "live":
                wait_until(load, stream=streams + WATCHERS)
        wait_for_more(load, read=AGAIN, save=AGAIN)
    assert not load.failed
    with club.scope():
        kept = RivalNote.objects.filter(team=club.teams[0]).count()
    assert kept == load.done["save"], "each save was done, and once"


def everybody(load: Load, club: Club) -> None:
    """Start two users who read pages and the API, one who saves, and some who watch a table of
    bots.
    """
    player = club.players[0]
    _, token = tokens.create_token(user=player, name="rolling", days=1, now=timezone.now())
    bots = ("bot:random", "bot:random")
    table = open_table(user=player, game="renamed", options={}, seats=bots)
    name, value = session_cookie(player)
    pages, api = f"/c/{club.campaign.slug}/", f"/api/v1/campaigns/{club.campaign.slug}/"
    cookie, bearer = {"Cookie": f"{name}={value}"}, {"Authorization": f"Bearer {token}"}
    load.read(pages, f"{pages}standings/", "/play/", **cookie)
    load.read(f"{api}standings/", f"{api}news/", **bearer)
    ours, theirs = club.teams[:2]
    load.save(
        f"{api}teams/{ours.slug}/notes/{theirs.slug}/",
        lambda number: {"text": f"Note {number}", "seen": number},
        **bearer,
    )
    for _ in range(WATCHERS):
        load.watch(f"/live/play/{table.pk}/", **cookie)


def wait_for_more(load: Load, **wanted: int) -> None:
    """Wait until this many more of each kind were answered."""
    wait_until(load, **{kind: load.done[kind] + number for kind, number in wanted.items()})


def wait_until(load: Load, **wanted: int) -> None:
    """Wait until this many of each kind were answered or a user failed."""
    wait_for(
        lambda: bool(load.failed) or all(load.done[kind] >= wanted[kind] for kind in wanted),
        f"not {wanted}, but {load.done}",
    )
    assert not load.failed, load.failed[:5]
