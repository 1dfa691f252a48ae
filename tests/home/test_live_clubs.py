"""Live pages of clubs: who learns of which events, through the stream and the pulse, and that
neither tells what happened.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connections
from django.test.utils import CaptureQueriesContext

from campaign.calendar.rules.acts import Extending
from campaign.calendar.services import calendar
from campaign.league.models import Membership
from campaign.members.services import members
from core.live import hub as live_hub
from core.notifications.services import events
from core.web import clock
from espionage.models import OrderSheet
from home.live.clubs import version_for
from tests.conftest import session_cookie
from tests.espionage.services.test_life_of_a_week import counterspy_order, give
from tests.factories import Club, found_club, person, signed_in
from tests.pages.play.test_live import Reader, ask, play
from tests.sessions import hang_up

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.accounts.models import User

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _no_redis(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Use one process that looks at the database often."""
    settings.REDIS_URL = ""
    monkeypatch.setattr(live_hub, "POLL_SECONDS", 0.1)
    monkeypatch.setattr(live_hub, "_hub", None)
    yield
    hang_up()  # ours included: the next test begins with new connections
    connections.close_all()


def make_club(monkeypatch: pytest.MonkeyPatch, **options: object) -> Club:
    """Return a club of two teams with a spectator whose week is open."""
    club = found_club(teams=2, spectator=True, options=options)
    monkeypatch.setattr(clock, "now", lambda: club.at)
    return club


def version(club: Club, user: User | None) -> str:
    assert user is not None
    events.number_new()
    with club.scope():
        return version_for(club.viewer(user))


def seal(
    club: Club, team: int, state: OrderSheet.State = OrderSheet.State.FINAL, seen: int = 0
) -> None:
    give(club, team, counterspy_order(club, team, "Rook"), state=state, seen=seen)


def extend(club: Club) -> None:
    week = club.open_week
    with club.scope():
        change = Extending(due_at=week.due_at + timedelta(hours=1), reason="Trains are late.")
        calendar.extend(week=week, change=change, actor=club.gm, now=club.at)


# --- versions -------------------------------------------------------------------------------------


def test_version_changes_for_every_member_when_the_deadline_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club(monkeypatch)
    people = [club.gm, *club.players, club.spectator]
    before = [version(club, user) for user in people]
    extend(club)
    assert all(version(club, user) != old for user, old in zip(people, before, strict=True))


@pytest.mark.parametrize("hurried", [False, True])
def test_version_of_others_stays_the_same_while_a_team_writes_and_seals_orders(
    monkeypatch: pytest.MonkeyPatch, *, hurried: bool
) -> None:
    club = make_club(monkeypatch, resolve_when_sealed=hurried)
    people = [club.gm, club.players[1], club.spectator]
    before = [version(club, user) for user in people]
    seal(club, 0, OrderSheet.State.DRAFT)
    assert [version(club, user) for user in people] == before
    seal(club, 0, seen=1)
    assert [version(club, user) for user in people] == before


def test_version_changes_with_the_sealed_count_only_if_the_club_shows_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club(monkeypatch, show_sealed=True)
    people = [club.gm, club.players[1], club.spectator]
    before = [version(club, user) for user in people]
    seal(club, 0, OrderSheet.State.DRAFT)
    assert [version(club, user) for user in people] == before, "a draft does not count"
    seal(club, 0, seen=1)
    sealed = [version(club, user) for user in people]
    assert all(new != old for new, old in zip(sealed, before, strict=True))
    seal(club, 0, seen=2)
    assert [version(club, user) for user in people] == sealed, "sealing again shows nothing new"


def test_the_query_of_versions_is_flat_enough_for_sqlite(monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite 3.40 refuses a query with 55 levels of parentheses: "parser stack overflow"."""
    club = make_club(monkeypatch)
    with CaptureQueriesContext(connections["default"]) as queries:
        version(club, club.gm)
    sql = max((query["sql"] for query in queries), key=len)
    levels = accumulate((character == "(") - (character == ")") for character in sql)
    assert 5 < max(levels) < 40


def test_people_outside_a_club_have_no_version_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    club = make_club(monkeypatch)
    outsider = person("outsider")
    assert version(club, outsider) == ""
    path = f"/c/{club.campaign.slug}/pulse/"
    assert signed_in(outsider).get(path).status_code == 404
    assert signed_in(club.gm).get(path).json() == {"v": version(club, club.gm)}


def test_pages_show_the_version_that_the_pulse_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    club = make_club(monkeypatch)
    home = f"/c/{club.campaign.slug}/"
    pages = [home, f"{home}weeks/1/", f"{home}weeks/1/duels/0/", f"{home}desk/"]
    gm = signed_in(club.gm)
    expected = f'data-version="{version(club, club.gm)}"'
    assert all(expected in gm.get(page).content.decode() for page in pages)


# --- the stream -----------------------------------------------------------------------------------


async def open_stream(club: Club, user: User | None) -> Reader:
    def cookie() -> str:
        assert user is not None
        try:
            return session_cookie(user)[1]
        finally:
            connections.close_all()

    path = f"{settings.LIVE_PATH}c/{club.campaign.slug}/"
    return await ask(path, await asyncio.to_thread(cookie))


def test_stream_announces_an_event_to_every_member_without_saying_what_happened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club(monkeypatch)

    async def scene() -> None:
        readers = [await open_stream(club, user) for user in (club.players[0], club.spectator)]
        before = [await reader.heard() for reader in readers]
        await sync_to_async(extend)(club)
        for reader, old in zip(readers, before, strict=True):
            message = (await reader.part()).decode()
            assert message.startswith('data: {"v": "') and len(message) == 33
            assert old not in message

    play(scene)


def test_an_accepted_form_wakes_the_streams_of_the_club(monkeypatch: pytest.MonkeyPatch) -> None:
    club = make_club(monkeypatch)
    monkeypatch.setattr(live_hub, "POLL_SECONDS", 600.0)
    due_at = club.open_week.due_at + timedelta(hours=1)
    form = {"due_at": f"{due_at:%Y-%m-%dT%H:%M}", "reason": "Trains are late."}
    confirmed = {**form, "idempotency": "1", "confirmed": "1"}
    path, gm = f"/c/{club.campaign.slug}/desk/week/1/extend/", signed_in(club.gm)

    async def scene() -> None:
        reader = await open_stream(club, club.spectator)
        await reader.heard()
        answer = await sync_to_async(gm.post)(path, confirmed)
        assert answer.status_code == 303
        assert (await reader.part()).startswith(b"data:")

    play(scene)


def test_streams_that_a_sealed_sheet_wakes_send_nothing_to_rivals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club(monkeypatch)
    monkeypatch.setattr(live_hub, "POLL_SECONDS", 600.0)
    path = f"/c/{club.campaign.slug}/teams/{club.teams[0].slug}/orders/"
    player = signed_in(club.players[0])

    async def scene() -> None:
        readers = [await open_stream(club, user) for user in (club.gm, club.players[1])]
        for reader in readers:
            await reader.heard()
        answer = await sync_to_async(player.post)(path, {"do": "passed", "seen": "0"})
        assert answer.status_code == 303
        assert all([await reader.is_quiet() for reader in readers])

    play(scene)


def test_stream_is_silent_when_a_rival_seals_unless_the_club_shows_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def scene_in(club: Club, check: Callable[[Reader, str], Any]) -> None:
        async def scene() -> None:
            rival = await open_stream(club, club.players[1])
            before = await rival.heard()
            await sync_to_async(seal)(club, 0)
            await check(rival, before)

        play(scene)

    async def is_silent(rival: Reader, _: str) -> None:
        assert await rival.is_quiet()

    async def is_told(rival: Reader, before: str) -> None:
        assert await rival.heard() != before

    scene_in(make_club(monkeypatch), is_silent)
    scene_in(make_club(monkeypatch, show_sealed=True), is_told)


def test_stream_ends_when_its_reader_leaves_the_club(monkeypatch: pytest.MonkeyPatch) -> None:
    club = make_club(monkeypatch)

    def leave() -> None:
        with club.scope():
            row = Membership.objects.get(user=club.spectator)
            members.leave(membership=row, now=club.at, actor=club.gm, reason="Moved away.")

    async def scene() -> None:
        reader = await open_stream(club, club.spectator)
        await reader.heard()
        await sync_to_async(leave)()
        assert await reader.heard() == ""

    play(scene)


def test_only_members_can_open_the_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    club, outsider = make_club(monkeypatch), person("outsider")

    async def scene() -> None:
        assert (await open_stream(club, outsider)).status == 404
        assert (await ask(f"{settings.LIVE_PATH}c/{club.campaign.slug}/")).status == 401

    play(scene)


def test_club_streams_are_polled_even_if_redis_is_configured(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = make_club(monkeypatch)
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(live_hub, "REPAIR_SECONDS", 600.0)

    async def scene() -> None:
        reader = await open_stream(club, club.spectator)
        before = await reader.heard()
        await sync_to_async(extend)(club)
        assert await reader.heard() != before

    play(scene)
