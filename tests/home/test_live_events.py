"""The live stream of a person's events: access, content, continuation, and silence about everyone
else.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.db import connections, transaction

from core.accounts.services import tokens
from core.live import hub as live_hub
from core.live.asgi import Streams
from core.notifications.services import events, notices
from core.web import clock
from espionage.notice_kinds import WeekNotice
from home.live import streams as event_streams
from home.live.streams import MAX_EVENTS_PER_WRITE, EventStream
from tests.conftest import session_cookie
from tests.factories import Club, found_club, signed_in
from tests.pages.play.test_live import SOON, Reader, aside, play
from tests.pages.play.test_live_rights import log_out
from tests.sessions import hang_up

pytestmark = pytest.mark.django_db(transaction=True)
PATH = "/live/me/"


@pytest.fixture(autouse=True)
def _no_redis(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Use one process whose hub rarely looks by itself, so that events come by wake-ups."""
    settings.REDIS_URL = ""
    monkeypatch.setattr(live_hub, "POLL_SECONDS", 600.0)
    monkeypatch.setattr(live_hub, "HEARTBEAT_SECONDS", 6000.0)
    monkeypatch.setattr(live_hub, "_hub", None)
    yield
    hang_up()  # ours included: the next test begins with new connections
    connections.close_all()


@pytest.fixture
def club() -> Club:
    found = found_club(teams=2, characters=1, vehicles=0)
    events.number_new()
    return found


def tell(club: Club, who: int, *texts: str) -> None:
    """Put lines into a player's inbox in one transaction."""
    with transaction.atomic():
        notices.send(
            notices.Message(
                club.players[who].pk, club.campaign.pk, WeekNotice.REPORT, text, "news/", text,
                clock.now(), about={"week": 1},
            )
            for text in texts
        )  # fmt: skip


async def ask(**said: str) -> Reader:
    """Request the stream and return the reader once its answer has begun."""
    query, path = said.pop("query", ""), said.pop("path", PATH)
    if cookie := said.pop("session", ""):
        said["cookie"] = f"{settings.SESSION_COOKIE_NAME}={cookie}"
    headers = {"host": "testserver", **said}
    scope = {
        "type": "http", "method": "GET", "path": path, "query_string": query.encode(),
        "headers": [(name.replace("_", "-").encode(), v.encode()) for name, v in headers.items()],
    }  # fmt: skip
    reader = Reader()
    application = Streams(get_asgi_application())
    reader.served = asyncio.ensure_future(application(scope, reader.receive, reader.send))
    async with asyncio.timeout(SOON):
        await reader.begun.wait()
    return reader


def session(club: Club, who: int = 0) -> str:
    with own_connection():
        return session_cookie(club.players[who])[1]


@contextmanager
def own_connection() -> Iterator[None]:
    try:
        yield
    finally:
        connections.close_all()


async def open_stream(club: Club, who: int = 0, **said: str) -> tuple[Reader, str]:
    """Open the stream of a player and return it with its first event."""
    reader = await ask(session=await asyncio.to_thread(session, club, who), **said)
    assert reader.status == 200
    first = (await reader.part()).decode()
    assert re.match(r"retry: [2-4]\d{3}\nid: ", first) and first.endswith("\n\n")
    return reader, first.split("id: ")[1].strip()


async def heard(reader: Reader) -> list[dict[str, Any]]:
    """Return the next events sent together, or none at the end."""
    while (part := await reader.part()) == live_hub.BEAT:
        pass
    found = []
    for one in part.decode().split("\n\n")[:-1]:
        name, data = one.split("\n")
        event = json.loads(data.removeprefix("data: "))
        assert name == f"id: {event['id']}"
        found.append(event)
    return found


def test_a_user_gets_their_own_events_after_commit(club: Club) -> None:
    async def scene() -> None:
        (mine, _), (theirs, _) = [await open_stream(club, who) for who in (0, 1)]
        await sync_to_async(tell)(club, 0, "Rook is dead.")
        (event,) = await heard(mine)
        assert (event["event"], event["about"]["week"]) == ("report", 1)
        assert event["path"] == f"/c/{club.campaign.slug}/news/"
        assert "Rook" not in json.dumps(event)
        assert await theirs.is_quiet() and await mine.is_quiet()

    play(scene)


def test_a_reconnected_stream_continues_after_its_last_event(club: Club) -> None:
    async def scene() -> None:
        stream, _ = await open_stream(club)
        await sync_to_async(tell)(club, 0, "One.")
        (last,) = await heard(stream)
        await stream.leave()
        await sync_to_async(tell)(club, 0, "Two.")
        await sync_to_async(tell)(club, 0, "Three.")
        again, first = await open_stream(club, last_event_id=last["id"])
        assert first == last["id"]
        assert len(await heard(again)) == 2
        by_address, _ = await open_stream(club, query=f"after={last['id']}")
        assert len(await heard(by_address)) == 2

    play(scene)


def test_a_stream_lost_before_its_first_event_misses_nothing(club: Club) -> None:
    """A browser sends the id with which the stream began."""

    async def scene() -> None:
        stream, first = await open_stream(club)
        await stream.leave()
        await sync_to_async(tell)(club, 0, "Meanwhile.")
        again, _ = await open_stream(club, last_event_id=first)
        assert len(await heard(again)) == 1
        assert await again.is_quiet()

    play(scene)


@pytest.mark.parametrize("said", ["none", str(UUID(int=7)), "nonsense\r\nid: x"])
def test_an_unknown_event_id_returns_all_stored_events(club: Club, said: str) -> None:
    async def scene() -> None:
        await sync_to_async(tell)(club, 1, "Another’s.")
        await sync_to_async(tell)(club, 0, "Mine.")
        stream, first = await open_stream(club, last_event_id=said)
        assert "\r" not in first and "\n" not in first
        kept = await heard(stream)
        assert kept and len({event["id"] for event in kept}) == len(kept)

    play(scene)


def test_a_large_backlog_is_split_over_streams_without_duplicates(club: Club) -> None:
    async def scene() -> None:
        stream, first = await open_stream(club)
        await stream.leave()
        await sync_to_async(tell)(club, 0, *[f"Line {n}." for n in range(MAX_EVENTS_PER_WRITE + 5)])
        before, _ = await open_stream(club, last_event_id=first)
        told = await heard(before)
        assert len(told) == MAX_EVENTS_PER_WRITE and await heard(before) == []
        after, _ = await open_stream(club, last_event_id=told[-1]["id"])
        rest = await heard(after)
        assert len(rest) == 5
        assert len({event["id"] for event in (*told, *rest)}) == MAX_EVENTS_PER_WRITE + 5
        assert await after.is_quiet()

    play(scene)


def test_the_number_of_streams_per_user_is_limited(club: Club) -> None:
    async def scene() -> None:
        streams = [(await open_stream(club))[0] for _ in range(EventStream.MAX_PER_PERSON)]
        cookie = await asyncio.to_thread(session, club)
        refused = await ask(session=cookie)
        assert (refused.status, dict(refused.headers)[b"retry-after"]) == (429, b"60")
        await open_stream(club, 1)
        await streams[0].leave()
        await open_stream(club)

    play(scene)


def test_the_stream_needs_a_session_or_a_read_token_for_all_clubs(club: Club) -> None:
    user, at = club.players[0], clock.now()

    def token(*scopes: str, club: str = "") -> str:
        return tokens.create_token(
            user=user, name="A tool", days=30, now=at, scopes=scopes, club=club
        )[1]  # fmt: skip

    reads, of_one_club = token("read"), token("read", club=club.campaign.slug)

    async def scene() -> None:
        for said, status in (
            ({"authorization": f"Bearer {reads}"}, 200),
            ({"authorization": f"Bearer {of_one_club}"}, 403),
            ({"authorization": "Bearer dd_nonsense"}, 401),
            ({"session": "nonsense"}, 401),
            ({}, 401),
            ({"authorization": f"Bearer {reads}", "host": "evil.example"}, 400),
        ):
            assert (await ask(**said)).status == status, said
        headers = dict((await ask(authorization=f"Bearer {reads}")).headers)
        assert headers[b"content-type"] == b"text/event-stream"
        assert headers[b"cache-control"] == b"no-store, private"

    play(scene)


def test_a_stream_ends_with_its_session_and_no_other_stream_does(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_hub, "CHECK_SECONDS", 0.1)

    async def scene() -> None:
        said = await asyncio.to_thread(session, club)
        leaving = await ask(session=said)
        assert await leaving.part()
        others = [(await open_stream(club, who))[0] for who in (0, 1)]
        await sync_to_async(log_out)(club.players[0], said)
        assert await heard(leaving) == []
        await leaving.served
        for each in others:
            assert await each.is_quiet() and not each.served.done()
        assert (await ask(session=said)).status == 401

    play(scene)


def test_a_browser_is_told_to_stop_if_nothing_can_be_streamed(club: Club) -> None:
    def asked() -> list[int]:
        client = signed_in(club.players[0])
        return [client.get(PATH).status_code, client.post(PATH).status_code]

    assert aside(asked) == [204, 405]


def test_a_failed_lookup_is_made_up_by_the_next_one(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    look, failed = event_streams.look, list[bool]()

    def stumbles(streams: Any) -> Any:
        if not failed:
            failed.append(True)
            raise RuntimeError("Whatever it is.")
        return look(streams)

    async def scene() -> None:
        stream, _ = await open_stream(club)
        assert await stream.is_quiet()
        monkeypatch.setattr(event_streams, "look", stumbles)
        await sync_to_async(tell)(club, 0, "One.")
        assert await stream.is_quiet() and failed
        await sync_to_async(tell)(club, 0, "Two.")
        assert len(await heard(stream)) == 2

    play(scene)
