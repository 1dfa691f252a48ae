"""Redis is gone for any time: weeks that come due are settled, and everyone can follow by
polling.
"""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import pytest
from django.utils import timezone

from core.accounts.services import tokens
from tests.crowd import CLOCKS
from tests.servers import HOST, Redis, free_port

from .child import Child, use
from .test_broker import Running, loop
from .world import World, wait_for

pytestmark = pytest.mark.django_db


HOUR = timedelta(hours=1)


class Said(NamedTuple):
    """The site's answer."""

    status: int
    body: bytes
    etag: str

    def json(self) -> Any:
        return json.loads(self.body)


class Visitor:
    """A user of the site over HTTP with an API token."""

    def __init__(self, port: int, token: str = "") -> None:
        self.port, self.token = port, token

    def get(self, path: str, etag: str = "") -> Said:
        headers = {"Authorization": f"Token {self.token}"} if self.token else {}
        headers |= {"If-None-Match": etag} if etag else {}
        asked = Request(f"http://{HOST}:{self.port}{path}", headers=headers)
        try:
            with urlopen(asked, timeout=30) as answer:
                return Said(answer.status, answer.read(), answer.headers.get("ETag", ""))
        except HTTPError as other:
            with other:
                return Said(other.code, other.read(), other.headers.get("ETag", ""))

    def is_answered(self) -> bool:
        try:
            return self.get("/livez").status == 200
        except (URLError, OSError):
            return False


def token_of(database: str) -> tuple[str, str]:
    """Return a club and the API token of its GM."""
    from django_scopes import scopes_disabled

    from campaign.league.models import Membership

    use(database)
    with scopes_disabled():
        gm = Membership.objects.select_related("user", "campaign").filter(role="gm").first()
    _, token = tokens.create_token(user=gm.user, name="poll", days=1, now=timezone.now())
    return gm.campaign.slug, token


def test_without_redis_weeks_are_settled_and_polling_shows_it(
    world: World, own_redis: Callable[[], Redis], tmp_path: Path
) -> None:
    redis, port = own_redis(), free_port()
    redis.stop(signal.SIGKILL)
    with ExitStack() as programs:
        name = world.copy(due_in=HOUR)
        slug, token = Child(token_of, name).end()
        running = Running(world, name, redis.url, tmp_path, programs)
        running.environment |= {"CACHE_URL": redis.url, "BIND": f"{HOST}:{port}"}
        running.start("-m", "config.web")
        running.start(*loop(0.5))
        running.worker()
        site, member = Visitor(port), Visitor(port, token)
        wait_for(site.is_answered, "the site did not start")
        wait_for(lambda: site.get("/overduez").status == 200, "nobody ticks")
        address = f"/api/v1/campaigns/{slug}/weeks/1/"
        before = member.get(address)
        assert before.status == 200
        with world.open(name) as database:
            moved = ", ".join(f"{clock} = {clock} - %(hour)s" for clock in CLOCKS)
            database.execute(f"UPDATE campaign_week SET {moved}", {"hour": HOUR})  # type: ignore[arg-type]
        wait_for(running.settled, "the weeks were not settled")
        after = member.get(address, before.etag)
        assert (before.json()["status"], after.json()["status"]) == ("open", "settled")
        assert member.get(address, after.etag).status == 304
        assert site.get("/accounts/login/").status == site.get("/help/").status == 200
        assert site.get("/readyz").json() == {"ready": True, "degraded": True}
        assert site.get("/overduez").status == 200
        assert world.ask(name, "SELECT DISTINCT runner FROM monitoring_jobrun") == [("loop",)]
