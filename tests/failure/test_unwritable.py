"""A read-only database or a full disk: pages can be read, forms are refused with a message, and the
job continues afterwards; nothing is lost, and no week is parked.
"""

from __future__ import annotations

from contextlib import ExitStack, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from tests.factories import signed_in
from tests.servers import Redis
from tests.siege import dice, in_shares

from .child import Child, Orders, do, put, use
from .test_broker import Running, loop, once
from .world import World, truth, wait_for

pytestmark = pytest.mark.django_db

Asked = tuple[str, str, dict[str, Any]]
"""Method, address and body of a request."""


def read_only(world: World, name: str, *, on: bool) -> None:
    """Make new connections to the database read-only and end existing ones."""
    with psycopg.connect(f"{world.url}/postgres", autocommit=True) as server:
        server.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = {on}')  # type: ignore[arg-type]
        server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name]
        )


# --- people ---------------------------------------------------------------------------------------


def log_in(database: str) -> tuple[str, str, str]:
    """Return a founder's session, token and club, created before the failure."""
    from django_scopes import scopes_disabled

    from campaign.league.models import Campaign
    from core.accounts.services import tokens
    from core.web import clock

    use(database)
    with scopes_disabled():
        club = Campaign.objects.select_related("founder").order_by("slug").first()
        assert club is not None
        client = signed_in(club.founder, backend="django.contrib.auth.backends.ModelBackend")
        _, token = tokens.create_token(user=club.founder, name="tool", days=1, now=clock.now())
    return str(client.session.session_key), token, club.slug


def visit(
    database: str, session: str, asked: list[Asked], token: str = ""
) -> list[tuple[int, str, str]]:
    """Request these pages; return status, retry time and content."""
    from django.conf import settings
    from django.test import Client

    use(database)
    client = Client(raise_request_exception=False)
    client.cookies[settings.SESSION_COOKIE_NAME] = session
    headers = {"Authorization": f"Token {token}"} if token else None
    found = []
    for method, path, sent in asked:
        kind = {"content_type": "application/json"} if token and method != "get" else {}
        answer = getattr(client, method)(path, sent, headers=headers, **kind)
        found.append(
            (answer.status_code, answer.headers.get("Retry-After", ""), answer.content.decode())
        )
    return found


@pytest.fixture
def visited(world: World) -> tuple[str, str, str, str]:
    """Return a read-only copy of the league, with a founder's session, token and club."""
    name = world.copy()
    session, token, slug = Child(log_in, name).end()
    with world.open(name) as database:
        database.execute(
            "INSERT INTO notifications_notice (id, user_id, campaign_id, kind, text, path, cause, "
            "at) SELECT %s, founder_id, id, 'joined', 'Somebody joined.', 'desk/', 'test', now() "
            "FROM campaign_campaign WHERE slug = %s",
            [uuid4(), slug],
        )
    read_only(world, name, on=True)
    return name, session, token, slug


def test_pages_can_be_read_while_the_database_is_read_only(
    world: World, visited: tuple[str, str, str, str]
) -> None:
    """Including pages that mark something as read."""
    name, session, token, slug = visited
    paths = [
        "/me/",
        "/me/notices/",
        f"/c/{slug}/",
        f"/c/{slug}/desk/",
        f"/c/{slug}/news/",
        "/help/",
    ]
    pages = Child(visit, name, session, [("get", path, {}) for path in paths]).end()
    assert [status for status, _, _ in pages] == [200] * len(paths)
    asked: list[Asked] = [("get", path, {}) for path in ("/api/v1/me/", "/api/v1/notices/")]
    answers = Child(visit, name, session, asked, token).end()
    assert [status for status, _, _ in answers] == [200, 200]
    unread = "SELECT count(*) FROM notifications_notice WHERE cause = 'test' AND read_at IS NULL"
    assert world.ask(name, unread) == [(1,)]
    read_only(world, name, on=False)
    Child(visit, name, session, [("get", f"/c/{slug}/desk/", {})]).end()
    assert world.ask(name, unread) == [(0,)], "and the mark is left when it can be"


def test_a_form_is_refused_while_read_only_and_accepted_afterwards(
    world: World, visited: tuple[str, str, str, str]
) -> None:
    name, session, token, _ = visited
    form = ("post", "/me/tokens/", {"name": "bot", "days": 30, "idempotency": "one-form-one-key"})
    login = ("post", "/accounts/login/", {"login": "nobody", "password": "wrong"})
    before = world.ask(name, "SELECT count(*) FROM accounts_apitoken")
    ((status, later, said), (other, _, _)) = Child(visit, name, session, [form, login]).end()
    assert (status, later) == (503, "60")
    assert "is temporarily read-only. Nothing was changed" in said
    assert other in {200, 302}, "a wrong password is told as ever"
    call: Asked = ("post", "/api/v1/notices/read/", {})
    ((status, later, said),) = Child(visit, name, session, [call], token).end()
    assert (status, later) == (503, "60")
    assert '"code":"unwritable"' in said.replace(" ", "")
    assert world.ask(name, "SELECT count(*) FROM accounts_apitoken") == before
    read_only(world, name, on=False)
    ((status, _, _),) = Child(visit, name, session, [form]).end()
    assert status == 303


# --- the job --------------------------------------------------------------------------------------


def test_the_job_waits_while_read_only_and_continues_by_itself(
    world: World, own_redis: Any, tmp_path: Path
) -> None:
    redis: Redis = own_redis()
    name = world.copy(due_in=timedelta(seconds=-1))
    read_only(world, name, on=True)
    with ExitStack() as programs:
        running = Running(world, name, redis.url, tmp_path, programs)
        running.start(*loop(0.2), "--sign", str(tmp_path / "s"))
        wait_for((tmp_path / "s").exists, "the loop did not begin")
        ticked = (tmp_path / "s").stat().st_mtime
        wait_for(lambda: (tmp_path / "s").stat().st_mtime > ticked, "the loop did not survive")
        assert world.statuses(name) == {"open"}
        read_only(world, name, on=False)
        wait_for(running.settled, "the loop did not go on")
        assert once(running)


def do_on_a_full_disk(orders: Orders, last: int, what: tuple[str, ...]) -> bool:
    """Run a tick in which the disk is full from the write of this number on, for these statements;
    return whether it got that far.
    """
    from django.db import OperationalError, connection

    from core.web import bulk

    done = 0

    def write() -> None:
        nonlocal done
        done += 1
        if done >= last:
            raise OperationalError("no space left") from psycopg.errors.DiskFull("no space left")

    def execute(act: Any, statement: Any, *values: Any) -> Any:
        if str(statement).lstrip("( ").upper().startswith(what):
            write()
        return act(statement, *values)

    copy = bulk.copy

    def copied(*values: Any) -> None:
        write()
        copy(*values)

    use(orders.database)
    put(bulk, copy=copied)
    with connection.execute_wrapper(execute), suppress(OperationalError):
        do(orders)
    return done >= last


@in_shares(3, 24, of=8)
@pytest.mark.parametrize(
    "what", [("INSERT", "UPDATE", "DELETE"), ("INSERT",)], ids=["full", "no room for new rows"]
)
def test_a_full_disk_loses_duplicates_and_parks_nothing(
    world: World, rounds: range, what: tuple[str, ...]
) -> None:
    """The disk fills up during a tick and stays full for four more ticks."""
    quiet = world.copy()
    Child(do, Orders(quiet, world.moments.due_at)).end()
    peace = truth(world, quiet)
    for number in rounds:
        name, first = world.copy(), dice("full", number).randint(1, 12)
        for write in (first, 1, 1, 1, 1):
            orders = Orders(name, world.moments.due_at)
            assert Child(do_on_a_full_disk, orders, write, what).end()
        parked = world.ask(name, "SELECT count(*) FROM campaign_week WHERE parked_at IS NOT NULL")
        assert parked == [(0,)], f"full from write {first} on"
        Child(do, Orders(name, world.moments.due_at)).end()
        assert truth(world, name) == peace, f"full from write {first} on"
        assert world.statuses(name) == {"settled"}
