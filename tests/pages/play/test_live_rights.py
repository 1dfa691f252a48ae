"""A live stream ends with the right to it (membership, team, session, password, token or account),
and no other stream ends.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django_scopes import scopes_disabled

from campaign.duels.models import DrivenDuel
from campaign.league.models import Membership, TeamOwner
from campaign.members.services import members
from core.accounts.models import ApiToken, User
from core.accounts.services import deletion, tokens
from core.live import hub as live_hub
from core.web import clock
from play.models import Chair, Table
from tests.factories import Club, found_club

from .parlour import Parlour
from .test_live import Reader, _no_redis, ask, cookie, play  # noqa: F401 - a fixture among them

pytestmark = pytest.mark.django_db(transaction=True)

SELDOM: Final = 600.0
"""Seconds between the hub's own checks, so long that only the tested mechanism ends a stream."""


@pytest.fixture(autouse=True)
def _woken(_no_redis: None, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811 - after it
    monkeypatch.setattr(live_hub, "POLL_SECONDS", SELDOM)
    monkeypatch.setattr(live_hub, "CHECK_SECONDS", SELDOM)
    monkeypatch.setattr(live_hub, "HEARTBEAT_SECONDS", 10 * SELDOM)


def driven_in_club(table: Table, stands: str) -> Club:
    """Make the table that of a club's duel, watched according to the house rule (C104)."""
    club = found_club(spectator=True, characters=1, vehicles=0, options={"stands": stands})
    with club.scope():
        DrivenDuel.objects.create(
            duel=club.duel,
            table=table,
            lineup=[{"team": str(team.pk)} for team in club.teams],
            frozen_at=club.at,
        )
    rows = Table.objects.filter(pk=table.pk)
    rows.update(visibility="invited", watched=True, watchers="circle")
    return club


def in_club(at: Parlour, stands: str) -> Club:
    """Do the same with two players of the table as owners of the driving teams and a spectator."""
    club = driven_in_club(at.table, stands)
    assert club.spectator
    at.people |= {"owner": club.players[0], "rival": club.players[1], "member": club.spectator}
    return club


async def open_streams(at: Parlour, *people: str) -> list[Reader]:
    """Open streams of these people and read the first event."""
    found = []
    for who in people:
        reader = await ask(at.path("play-live"), await asyncio.to_thread(cookie, at, who))
        assert reader.status == 200, who
        assert await reader.heard()
        found.append(reader)
    return found


def round_of(at: Parlour) -> None:
    """Make a public move."""
    at.bid("first", 4)
    at.bid("second", 2)


def put_out(club: Club, who: User) -> None:
    """Remove a member as the GM."""
    with club.scope():
        row = Membership.objects.select_related("campaign", "user").get(user=who, left_at=None)
    members.leave(membership=row, now=club.at, actor=club.gm, reason="Never came.")


async def expect_silent_end(reader: Reader) -> None:
    """Expect the end of the stream without any event before it."""
    assert await reader.heard() == ""
    await reader.served


def test_c104_removing_a_member_from_the_club_ends_their_stream_only(
    parlour: Callable[..., Parlour],
) -> None:
    at = parlour()
    club = in_club(at, "club")

    async def scene() -> None:
        member, owner, first = await open_streams(at, "member", "owner", "first")
        await sync_to_async(put_out)(club, at.people["member"])
        assert await owner.is_quiet() and await first.is_quiet()
        await sync_to_async(round_of)(at)
        await expect_silent_end(member)
        assert await owner.heard() and await first.heard()
        assert not owner.served.done() and not first.served.done()
        [again] = [await ask(at.path("play-live"), await asyncio.to_thread(cookie, at, "member"))]
        assert again.status == 404

    play(scene)


def test_c104_losing_a_driving_team_ends_the_stream_if_only_teams_watch(
    parlour: Callable[..., Parlour],
) -> None:
    at = parlour()
    club = in_club(at, "teams")

    def hand_back() -> None:
        with scopes_disabled():
            TeamOwner.objects.filter(user=at.people["owner"]).update(until=club.at)

    async def scene() -> None:
        owner, rival = await open_streams(at, "owner", "rival")
        await sync_to_async(hand_back)()
        await sync_to_async(round_of)(at)
        await expect_silent_end(owner)
        assert await rival.heard() and not rival.served.done()

    play(scene)


def test_c99_losing_the_team_in_a_seat_ends_the_stream(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    club = in_club(at, "teams")
    Chair.objects.filter(table=at.table, seat=1).update(holder=None, party=club.teams[1].pk)

    async def scene() -> None:
        owner, rival = await open_streams(at, "owner", "rival")
        await sync_to_async(put_out)(club, at.people["rival"])
        await sync_to_async(at.bid)("first", 4)
        await expect_silent_end(rival)
        assert not owner.served.done()

    play(scene)


def test_a_stream_without_wake_ups_ends_with_the_membership(
    parlour: Callable[..., Parlour], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_hub, "POLL_SECONDS", 0.1)
    at = parlour()
    club = in_club(at, "club")

    async def scene() -> None:
        member, owner = await open_streams(at, "member", "owner")
        await sync_to_async(put_out)(club, at.people["member"])
        await expect_silent_end(member)
        assert await owner.is_quiet() and not owner.served.done()

    play(scene)


# --- who may come in at all -----------------------------------------------------------------------


def log_out(user: User, said: str) -> None:
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = said
    client.post(reverse("account_logout"))


def change_password(user: User, said: str) -> None:
    held = User.objects.get(pk=user.pk)
    held.set_password("rubber-chicken-19")
    held.save(update_fields=["password"])


def expire_session(user: User, said: str) -> None:
    Session.objects.filter(pk=said).update(expire_date=clock.now() - timedelta(seconds=1))


def ask_for_deletion(user: User, said: str) -> None:
    deletion.schedule(user=User.objects.get(pk=user.pk), now=clock.now())


def shut(user: User, said: str) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


ENDS: Final = {
    "signing out": log_out,
    "another password": change_password,
    "a session that has run out": expire_session,
    "an account that is to be deleted": ask_for_deletion,
    "an account that is shut": shut,
}


@pytest.mark.parametrize("why", ENDS)
def test_a_stream_ends_with_its_session_or_account(
    parlour: Callable[..., Parlour], monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    monkeypatch.setattr(live_hub, "CHECK_SECONDS", 0.1)
    at = parlour()
    path = at.path("play-live")

    async def scene() -> None:
        said = await asyncio.to_thread(cookie, at, "watcher")
        leaving = await ask(path, said)
        [first] = await open_streams(at, "first")
        assert await leaving.heard() and await leaving.is_quiet()
        await sync_to_async(ENDS[why])(at.people["watcher"], said)
        await expect_silent_end(leaving)
        assert await first.is_quiet() and not first.served.done()
        assert (await ask(path, said)).status == 401

    play(scene)


@pytest.mark.parametrize("how", ["revoked", "too old"])
def test_a_stream_ends_with_its_token_and_not_with_a_session(
    parlour: Callable[..., Parlour], monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr(live_hub, "CHECK_SECONDS", 0.1)
    at = parlour()
    row, token = ApiToken.objects.create(user=at.people["first"], name="bot")

    def end() -> None:
        if how == "revoked":
            tokens.revoke(token=row)
        else:
            ApiToken.objects.update(expiry=clock.now() - timedelta(seconds=1))

    async def scene() -> None:
        [browser] = await open_streams(at, "first")
        bot = await ask(at.path("play-live"), token=token)
        assert await bot.heard() and await bot.is_quiet()
        await sync_to_async(end)()
        await expect_silent_end(bot)
        assert await browser.is_quiet() and not browser.served.done()

    play(scene)


def test_a_failed_check_ends_no_stream_but_the_next_one_does(
    parlour: Callable[..., Parlour], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_hub, "CHECK_SECONDS", 0.1)
    at, ended, failed = parlour(), live_hub.expired_credentials, list[bool]()

    def stumbles(*given: Any) -> Any:
        if len(failed) < 3:
            failed.append(True)
            raise ZeroDivisionError
        return ended(*given)

    monkeypatch.setattr(live_hub, "expired_credentials", stumbles)

    async def scene() -> None:
        watcher, first = await open_streams(at, "watcher", "first")
        await sync_to_async(shut)(at.people["watcher"], "")
        await expect_silent_end(watcher)
        assert len(failed) == 3 and not first.served.done()

    play(scene)
