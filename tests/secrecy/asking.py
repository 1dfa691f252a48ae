"""Asking the site as a given reader, fast and without side effects, and keeping all that comes
back: status, headers, bytes.
"""

from __future__ import annotations

import logging
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import patch

import psycopg
from celery.app.task import Task
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.core.handlers.base import BaseHandler
from django.db import Error, connection, transaction
from django.test import RequestFactory

from config import logs
from core.notifications.services import push_client, web_push, webhook_client

if TYPE_CHECKING:
    from datetime import datetime

    from django.http.response import HttpResponseBase

    from .worlds import Reader, World

PASSING: Final = {"Date", "X-Request-ID", "X-Request-Id", "RateLimit-Remaining", "RateLimit-Reset"}
"""Headers that differ from one request to the next."""

CSRF: Final = re.compile(
    rb'(name="csrfmiddlewaretoken" value="|X-CSRFToken&quot;: &quot;)[A-Za-z0-9]{64}'
)
OWN: Final = "https://discord.com/api/webhooks/88/"
"""How the addresses of people's own hooks begin."""
NEW_TOKEN: Final = re.compile(rb'("starts_with":"|<span class="tag">)dd_[0-9a-f]{12}')
"""How a token begins, in an answer to its maker and on their page of tokens. It is random, as its
secret is.
"""
DIGEST: Final = re.compile(rb'(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])(?:","left":(?:true|false))?')
"""32 bytes in hex; in a proof with the side on which they stand, which follows from how random
leaves happen to sort.
"""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: all of it."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def plain(self) -> Answer:
        """The answer with every digest and opened key under the name of its first appearance.

        Roots and keys are random to whoever does not hold the seed; which of them are equal, and
        how many there are, stays.
        """
        names: dict[bytes, bytes] = {}

        def name(found: re.Match[bytes]) -> bytes:
            return names.setdefault(found[0], b"<digest %d>" % (len(names) + 1))

        body = DIGEST.sub(name, self.body)
        headers = {key: value for key, value in self.headers if key != "ETag"} | {
            "Content-Length": str(len(body))
        }
        return Answer(self.status, tuple(sorted(headers.items())), body) if names else self


@dataclass(frozen=True, slots=True)
class Question:
    """A request: method, address, how one signs in, what is sent."""

    method: str
    path: str
    name: str = ""
    by_token: bool = False
    body: str = ""
    kind: str = "application/x-www-form-urlencoded"
    headers: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return f"{self.method} {self.path}{' (token)' if self.by_token else ''}"


@dataclass(frozen=True, slots=True)
class Basis:
    """What an answer was made of: the moment, everything the request said to the database, and
    everything it was told (None where that is not known).
    """

    at: datetime
    said: tuple[tuple[str, Any, bool], ...]
    told: tuple[object, ...] | None


class Site:
    """The site's own request handler, without a socket and without the test client's copies of
    every context.
    """

    def __init__(self) -> None:
        self.handler = BaseHandler()
        self.handler.load_middleware()
        self.factory = RequestFactory()

    def ask(self, world: World, reader: Reader, question: Question) -> Answer:
        """One request at the world's moment. Whatever it writes is taken back."""
        label, seen = f"{reader.name} {question}", dict(world.chance.seen)
        with world.chance.step(label, at=world.at), transaction.atomic():
            response = self.handler.get_response(self._request(reader, question))
            answer = kept(response)
            transaction.set_rollback(True)
        world.chance.seen.clear()
        world.chance.seen.update(seen)
        cache.clear()
        return answer

    def ask_why(self, world: World, reader: Reader, question: Question) -> tuple[Answer, Basis]:
        """One request, and what its answer was made of."""
        said: list[tuple[str, Any, bool]] = []
        heard: list[object] = []

        def listen(
            execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
        ) -> Any:
            said.append((sql, params, many))
            done = execute(sql, params, many, context)
            heard.append(result(context["cursor"].cursor))
            return done

        with connection.execute_wrapper(listen):
            answer = self.ask(world, reader, question)
        known = len(heard) == len(said) and None not in heard
        return answer, Basis(world.at, tuple(said), tuple(heard) if known else None)

    @staticmethod
    def would_answer(world: World, basis: Basis) -> bool:
        """Whether the same request must get the same answer now: time and chance stand as they
        stood, and the database says the same.

        A request asks its first question in any case; told the same, it asks the same second one;
        and so on to the last byte. Whatever it writes is taken back.
        """
        if basis.told is None or basis.at != world.at:
            return False
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                same = all(
                    _say(cursor, *said) == heard
                    for said, heard in zip(basis.said, basis.told, strict=True)
                )
                transaction.set_rollback(True)
        except Error:
            return False
        return same

    def _request(self, reader: Reader, question: Question) -> Any:
        headers = dict(question.headers)
        if question.by_token and reader.token:
            headers["Authorization"] = f"Token {reader.token}"
        request = self.factory.generic(
            question.method,
            question.path,
            question.body,
            content_type=question.kind,
            headers=headers,
        )
        if reader.session and not question.by_token:
            request.COOKIES[settings.SESSION_COOKIE_NAME] = reader.session
        request._dont_enforce_csrf_checks = True  # type: ignore[attr-defined]
        return request


def _say(cursor: Any, sql: str, params: Any, many: bool) -> object:
    """What the database says to a statement now."""
    (cursor.executemany if many else cursor.execute)(sql, params)
    return result(cursor.cursor)


def result(cursor: Any) -> object:
    """What the database says to a statement; whoever asked can read it still. None where nobody
    else may look: at a server-side cursor.
    """
    if isinstance(cursor, psycopg.ServerCursor):
        return None
    rows = None
    if cursor.description:
        rows = tuple(cursor.fetchall())
    if rows:
        cursor.scroll(0, mode="absolute")
    return cursor.rowcount, rows


def kept(response: HttpResponseBase) -> Answer:
    """What came back, less what differs from one request to the next."""
    body = b"".join(response.streaming_content) if response.streaming else response.content  # type: ignore[attr-defined, arg-type]
    headers = {name: value for name, value in response.items() if name not in PASSING}
    cookies = {f"Set-Cookie {name}": "" for name in response.cookies}
    body = NEW_TOKEN.sub(rb"\1-", CSRF.sub(rb"\1-", body))
    return Answer(response.status_code, tuple(sorted({**headers, **cookies}.items())), body)


# --- what leaves by other doors -------------------------------------------------------------------


@dataclass
class Overheard:
    """What left the service by other ways than answers."""

    lines: list[str] = field(default_factory=list)
    tasks: list[str] = field(default_factory=list)
    posts: list[str] = field(default_factory=list)
    own: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """What went to people's own hooks and browsers, by the name at the end of the address."""

    def mails(self, to: str = "") -> list[str]:
        """All letters, or those to an address: whom to, what about, what they say and how to stop
        them.
        """
        sent = getattr(mail, "outbox", [])
        told = [
            (each.to, each.subject, str(each.body), each.extra_headers["List-Unsubscribe"])
            for each in sent
            if not to or to in each.to
        ]
        return [str(each) for each in told]

    def posted(self, address: str, body: bytes, headers: dict[str, str]) -> webhook_client.Answer:
        """A hook's other side."""
        said = f"{address} {body.decode()} {headers}"
        if address.startswith(OWN):
            self.own[address.rpartition("/")[2]].append(said)
        else:
            self.posts.append(said)
        return webhook_client.Answer(204)

    def pushed(self, address: str, body: bytes, headers: dict[str, str]) -> webhook_client.Answer:
        """A push service: what it carries, opened, and what it reads itself."""
        carried = {name: value for name, value in headers.items() if name != "Authorization"}
        self.own[address.rpartition("/")[2]].append(f"{address} {body.decode()} {carried}")
        return webhook_client.Answer(201)


class _Ear(logging.Handler):
    """Keeps every line that any logger wrote, as it would be printed."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(logging.DEBUG)
        self.lines = lines
        configured = logs.configure(level="DEBUG", as_json=True)["formatters"]["line"]
        self.setFormatter(configured.pop("()")(**configured))

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@contextmanager
def overhearing() -> Iterator[Overheard]:
    """Keep log lines, task arguments, mails, and what goes to hooks and browsers."""
    found = Overheard()
    ear, root = _Ear(found.lines), logging.getLogger()
    level = root.level
    mail.outbox = []

    def sent(task: Task, args: Any = None, kwargs: Any = None, **_: Any) -> None:
        found.tasks.append(f"{task.name} {args} {kwargs}")

    noisy = [
        logging.getLogger(name)
        for name in (
            "django.db.backends",
            "django.template",
            "faker",
            "factory",
            "asyncio",
            "MARKDOWN",
        )
    ]
    kept = [logger.level for logger in noisy]
    root.addHandler(ear)
    root.setLevel(logging.INFO)
    for logger in noisy:
        logger.setLevel(logging.WARNING)
    try:
        with (
            patch.object(Task, "apply_async", sent),
            patch.object(webhook_client, "post", found.posted),
            patch.object(push_client, "post", found.pushed),
            patch.object(web_push, "encrypt", lambda message, *_: message),
        ):
            yield found
    finally:
        root.removeHandler(ear)
        root.setLevel(level)
        for logger, before in zip(noisy, kept, strict=True):
            logger.setLevel(before)
